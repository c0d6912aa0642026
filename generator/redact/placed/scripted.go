package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// ApplicationKey takes the key that some services of weather and maps call the id of an application,
// in the query of an address: appid=<32 hexadecimal digits>. s[start:at] is the name and the sign.
func ApplicationKey(f *Finder, start, at int) {
	const digits = 32
	s := f.S
	end := chars.Run(s, at, at+digits+1, chars.IsHex)
	if start > 0 && (s[start-1] == '?' || s[start-1] == '&') && end-at == digits && !chars.Regular(s[at:end]) {
		f.AddAs(at, end, judge.Key.Rule())
	}
}

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
