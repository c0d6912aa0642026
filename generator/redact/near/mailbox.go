package near

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
)

// Mailbox takes the password behind an e-mail address, or on the line below it: joe@x.dev / k8Zq2x. s[at] is the sign of the address.
func Mailbox(t *find.Text, at int) {
	const longest = 64
	s := t.S
	if at == 0 || !chars.IsWord(s[at-1]) {
		return
	}
	end := chars.Run(s, at+1, at+longest, chars.IsLabel)
	if strings.HasPrefix(s[max(0, at-len("git")):], "git@") {
		return
	}
	if dot := strings.LastIndexByte(s[at:end], '.'); dot < 2 || end-at-dot < len(".de") || chars.HasDigit(s[at+dot:end]) {
		return
	}
	from := chars.RunOf(s, end, end+len("` / `"), " \t`\"'/:|,-\n*")
	to := chars.Until(s, from, from+longest, "\"`")
	gap := s[end:from]
	if v := s[from:to]; gap != "" && strings.Count(gap, "\n") <= 1 && (access(v) || strings.ContainsAny(gap, ":/|\n") && severalNumbered(v)) {
		t.AddAs(from, to, judge.Password.Rule())
	}
}
