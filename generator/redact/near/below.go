package near

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
)

// Below takes what is alone on the line below one that says that it follows, as it is or behind the name of who says it: ok here
// it comes, and user: k8Zq2x. The words that say so end at s[:at].
func Below(t *find.Text, at int) {
	const blank, longest = 3, 200 // lines, with the beginning of a block; bytes of the line
	s := t.S
	line := max(chars.LineStart(s, at), at-longest)
	at = chars.LineEnd(s, at)
	if at-line > longest || strings.ContainsAny(s[line:at], "{}<>|=\\;") {
		return
	}
	said := s[line:at]
	for range blank {
		if at = min(len(s), at+1); at == len(s) {
			return
		}
		end := chars.LineEnd(s, at)
		text := strings.TrimSpace(s[at:end])
		if text != "" && !strings.HasPrefix(text, "```") {
			from := at + speaker(s[at:end])
			from = chars.RunOf(s, from, end, " \t>-*`\"'")
			to := from + len(strings.TrimRight(s[from:end], " \r`\"'*."))
			if to > from && follows(said, s[from:to]) {
				t.AddAs(from, to, judge.Token.Rule())
			}
			return
		}
		at = end
	}
}

// speaker returns where what somebody says begins in a line of a chat, 0 where nobody does.
func speaker(line string) int {
	const longest, words = 24, 2
	name, _, ok := strings.Cut(line, ": ")
	if !ok || len(name) > longest || strings.Count(name, " ") > words || strings.ContainsAny(name, "={}();\"/") {
		return 0
	}
	return len(name) + len(": ")
}

// follows reports what can follow words that announce it: what was drawn by chance, or chosen where a password is announced.
func follows(said, v string) bool {
	if !chars.HasDigit(v) || strings.ContainsAny(v, " \t") {
		return false
	}
	if said = strings.ToLower(said); slices.ContainsFunc(strings.FieldsFunc(said, func(r rune) bool { return !isLetter(r) }), Other) {
		return false
	}
	if slices.ContainsFunc(passWords, func(word string) bool { return strings.Contains(said, word) }) && (access(v) || severalNumbered(v)) {
		return true
	}
	led := slices.ContainsFunc(keyWords, func(word string) bool { return strings.Contains(said, word) })
	return len(v) >= shortestWord && isDrawn(v, led)
}

func isLetter(r rune) bool { return r >= 0x80 || chars.IsLetter(byte(r)) }

// keyWords name a key in a sentence, in small letters.
var keyWords = []string{"key", "token", "secret", "schlüssel", "clé ", "clave", "chiave", "chave", "ключ", "密钥", "sleutel", "klucz"}

// Announcing are in sentences that say that something follows, in small letters.
var Announcing = []string{"here it ", "here you go", "here's ", "here is ", "paste ", "pasting", "send me", "send the", "sending ", "share the", "share your", "give me", "what is the", "what's the", "which password",
	"hier ist", "hier kommt", "hier der", "hier das", "voici", "voilà", "aquí tienes", "aquí va", "aquí está", "ecco ", "aqui está", "aqui vai", "hier is", "proszę", "вот ", "держи", "这是", "给你", "如下", "これです", "여기",
	"generating key", "new key", "your key", "api key", "api token", "new token", "your token", "session key", "store it", "will not be shown", "won't be shown", "only once", "keep it"}
