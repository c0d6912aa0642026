package wallet

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// ExportedWords are near the private key of a wallet that a program prints or that somebody writes.
var ExportedWords = []string{"exported", "phantom", "wallet", "solana", "deployer", "metamask", "secret key", "keypair", "_pk", "_priv", "priv =", "priv=", "sk =", "sk="}

// Exported takes such a key on the rest of the line: the 64 bytes of Solana in base58, or 64 hexadecimal digits behind a colon. Signatures
// of transactions have the same length, and are called so. s[at:] is behind the word.
func Exported(f *Finder, at int) {
	const reach, shortest, longest, digits = 80, 86, 88, 64
	s := f.S
	end := min(chars.LineEnd(s, at), at+reach)
	line, begin := s[at:end], at
	for at < end {
		from := chars.Run(s, at, end, func(c byte) bool { return !chars.IsWord(c) })
		if at = chars.Run(s, from, from+longest+2, chars.IsWord); at == from {
			return
		}
		v := s[from:at]
		stated := strings.Trim(s[begin:from], " `\"'=:") == "" && from > begin ||
			from > 1 && strings.IndexByte(": `\"'=", s[from-1]) >= 0 && strings.IndexByte(":`\"'=", s[from-2]) >= 0
		hex := strings.TrimPrefix(v, "0x")
		switch {
		case len(v) >= shortest && len(v) <= longest && chars.All(v, isBase58) && chars.Randomness(v) >= 2*chars.SurelyRandom,
			stated && len(hex) == digits && chars.All(hex, chars.IsHex) && !chars.Regular(hex):
			if low := chars.Lower(line); !slices.ContainsFunc(public, func(word string) bool { return strings.Contains(low, word) }) {
				f.AddAs(from, at, "secret")
			}
			return
		}
	}
}

// public are words for what has the same length.
var public = []string{"sig", "tx", "transaction", "hash", "pub", "address", "block", "root"}

// isBase58 reports a digit of Bitcoin's base58.
func isBase58(c byte) bool { return chars.IsWord(c) && strings.IndexByte("0OIl", c) < 0 }
