package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// A key may be written as the numbers of its bytes.

const (
	keyPair       = 64  // bytes of a private key and its public key, as Solana's tools write them
	longestPair   = 512 // characters of the list
	leastDistinct = 32  // of the bytes: no picture or table has so many
)

// KeyPair takes a text that is a list of the 64 bytes of a pair of keys and nothing else.
func KeyPair(f *Finder) {
	s := f.S
	if len(s) < 2*keyPair || len(s) > longestPair {
		return
	}
	end := len(strings.TrimRight(s, " \r\n"))
	if end == 0 || s[end-1] != ']' {
		return
	}
	at := chars.OwnText(s, 0)
	if s[min(at, end-1)] == '[' {
		keyPairAt(f, at, end)
	}
}

// PairWords are before such a list in programs.
var PairWords = []string{"uint8array.from([", "uint8array([", "key\": [", "key\":[", "key = [", "key: [", "key=[", "keypair = [", "pair\": [", "bytes([", "bytes(&["}

// PairList takes such a list whose bracket ends at s[:at].
func PairList(f *Finder, at int) {
	limit := min(len(f.S), at+2*longestPair)
	if end := at + strings.IndexByte(f.S[at:limit], ']'); end > at {
		keyPairAt(f, at-1, end+1)
	}
}

// keyPairAt takes the list s[at:end], which has its brackets, when it has that many numbers, as many as look drawn.
func keyPairAt(f *Finder, at, end int) {
	s := f.S
	var seen [256]bool
	n, distinct := 0, 0
	for number := range strings.SplitSeq(strings.TrimRight(s[at+1:end-1], ", \r\n\t"), ",") {
		number = strings.TrimSpace(number)
		if number == "" || len(number) > 3 || !chars.All(number, chars.IsDigit) {
			return
		}
		value := 0
		for i := range len(number) {
			value = value*10 + int(number[i]-'0')
		}
		if value > 255 {
			return
		}
		if n++; !seen[value] {
			seen[value] = true
			distinct++
		}
	}
	if n == keyPair && distinct >= leastDistinct {
		f.AddAs(at, end, "private-key")
	}
}
