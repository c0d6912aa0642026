package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// StorageKey takes the key of a storage account of Azure, which is listed with its name and
// permission. s[at:] is behind the name.
func StorageKey(f *Finder, at int) {
	const reach, digits = 120, 86 // bytes to the key, and of it without the two signs at its end
	s := f.S
	if at == len(s) || strings.IndexByte("\"\t ", s[at]) < 0 {
		return
	}
	window := s[at:min(len(s), at+reach)]
	i := strings.Index(strings.ToUpper(window), "FULL")
	if i < 0 || i > reach/2 {
		return
	}
	from := chars.Run(s, at+i+len("FULL"), at+len(window), func(c byte) bool { return !chars.IsBase64(c) })
	if rest, ok := strings.CutPrefix(s[from:], "value\""); ok {
		from = len(s) - len(strings.TrimLeft(rest, ": \""))
	}
	if to := from + digits; to+2 <= len(s) && s[to:to+2] == "==" && chars.All(s[from:to], chars.IsBase64) {
		f.AddAs(from, to+2, judge.Key.Rule())
	}
}

// VaultValue takes the value of a secret of Azure's vault in JSON, behind its address. s[at:] is
// the secret's name.
func VaultValue(f *Finder, at int) {
	const reach, field = 240, "value"
	s := f.S[:min(len(f.S), at+reach)]
	i := strings.Index(s[at:], field)
	if i < 0 || strings.IndexByte("\"'", s[at+i-1]) < 0 || strings.ContainsAny(s[at:at+i], "{}") {
		return
	}
	at = chars.RunOf(s, at+i+len(field), len(s), `"'\ :`)
	stop := chars.Until(s, at, len(s), `"'\,}`)
	f.password(at, stop)
}
