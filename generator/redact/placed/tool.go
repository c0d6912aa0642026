package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Sent takes the password that a script of expect sends: send "x\r". s[at:] is behind the quote.
func Sent(f *Finder, at int) {
	s := f.S
	end := chars.Until(s, at, at+longestUser, "\"\\")
	rest := strings.TrimLeft(s[end:], `\`)
	if v := s[at:end]; len(rest) > 0 && end < len(s) && s[end] == '\\' && (rest[0] == 'r' || rest[0] == 'n') &&
		(judge.Surely(v) || judge.SeveralWords(v)) {
		f.password(at, end)
	}
}

// Wallets takes the private keys that a configuration of Ethereum's tools lists as accounts, or that they print:
// accounts: ["0x..."], (0) 0x... Addresses and hashes have other lengths, or other names. s[at:] is behind the
// bracket, or the line above the list.
func Wallets(f *Finder, at int) {
	const digits = 64
	s := f.S
	for limit := min(len(s), at+maxArguments); at < limit; {
		at = chars.RunOf(s, at, limit, " \t\r\n,\"'\\=-")
		if at < limit && s[at] == '(' { // its number
			at = chars.RunOf(s, chars.Run(s, at+1, limit, chars.IsDigit), limit, ") \t")
		}
		end := chars.Run(s, at, limit, chars.IsWord)
		if v := strings.TrimPrefix(s[at:end], "0x"); len(v) != digits || !chars.All(v, chars.IsHex) {
			return
		} else if !chars.Regular(v) {
			f.AddAs(at, end, judge.Secretive.Rule())
		}
		at = end
	}
}

// Generated handles the result of a random password of Terraform. s[at:] is behind the name of that resource.
func Generated(f *Finder, at int) {
	const name, reach = "result", 400
	s := f.S[:min(len(f.S), at+reach)]
	i := strings.Index(s[at:], name)
	if i < 0 || at+i > 0 && s[at+i-1] == '.' || strings.Contains(s[at:at+i], "\n\n") || strings.Contains(s[at:at+i], "resource ") {
		return
	}
	at = chars.RunOf(s, at+i+len(name), len(s), `"\ =:`)
	stop := chars.Until(s, at, len(s), `"\]`)
	f.password(at, stop)
}
