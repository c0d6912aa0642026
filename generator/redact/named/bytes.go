package named

import (
	"strings"

	"steno/generator/redact/chars"
)

// Keys may be written as lists of bytes: secretKey = Uint8Array.from([174, 47, ...]), private_key[32] = {0x2b, ...}.

const (
	fewestBytes = 32
	mostBytes   = 128
)

// byteList returns where the list of bytes is, without its brackets, that begins at s[at:] or behind the name of a type.
// end is 0 where none is that was drawn by chance.
func byteList(s string, at int) (from, end int) {
	const longestType = 32
	open := strings.IndexAny(s[at:min(len(s), at+longestType)], "[{")
	if open < 0 || !chars.All(s[at:at+open], func(c byte) bool { return chars.IsName(c) || c == '(' || c == ' ' || c == ':' }) {
		return 0, 0
	}
	from = at + open + 1
	// []byte{, [32]byte{
	if rest := s[from:min(len(s), from+longestType)]; strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, fewestText) {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return 0, 0
		}
		from += i + 1
	}
	count, steps, last := 0, 0, -1
	for i := from; count <= mostBytes; {
		i = chars.RunOf(s, i, len(s), " \t\r\n,")
		if count == 0 {
			from = i
		}
		stop := chars.Run(s, i, i+len("0xff")+1, chars.IsWord)
		n := byteOf(s[i:stop])
		if n < 0 {
			break
		}
		if n-last == 1 || n == last {
			steps++
		}
		count, end, last, i = count+1, stop, n, stop
	}
	if count < fewestBytes || count > mostBytes || steps*4 > count {
		return 0, 0
	}
	if next := chars.RunOf(s, end, len(s), " \t\r\n,"); next >= len(s) || s[next] != ']' && s[next] != '}' {
		return 0, 0
	}
	return from, end
}

const fewestText = "32]"

// byteOf returns the number from 0 to 255 that a word writes, -1 for another word.
func byteOf(word string) int {
	n, base := 0, 10
	if hex, ok := strings.CutPrefix(strings.ToLower(word), "0x"); ok {
		word, base = hex, 16
	}
	if word == "" || len(word) > 3 {
		return -1
	}
	for i := range len(word) {
		digit := strings.IndexByte("0123456789abcdef", word[i]|' ')
		if digit < 0 || digit >= base {
			return -1
		}
		n = n*base + digit
	}
	if n > 255 {
		return -1
	}
	return n
}
