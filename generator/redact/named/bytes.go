package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Keys may be written as lists of bytes: secretKey = Uint8Array.from([174, 47, ...]), private_key[32] = {0x2b, ...}.

const (
	fewestBytes = 16
	mostBytes   = 128
)

// numbers takes the bytes at s[at:], behind the name of a key.
func (f *Finder) numbers(s string, at int, class judge.Class) bool {
	at = pastBlanks(s, at)
	from, end := byteString(s, at)
	if end == 0 {
		from, end = byteList(s, at)
	}
	if end > 0 {
		f.AddAs(from, end, class.Rule())
	}
	return end > 0
}

// keyOfBytes takes the array that a name ending in key is declared with: uint8_t appKey[16] = {0x3c, ...}, key = bytes([60, ...]),
// char key[] = "\x3c...". s[hi:] is behind the name.
func (f *Finder) keyOfBytes(lo, hi int) {
	const longest = 32
	s := f.S
	if s[hi-1]|' ' != 'y' || !chars.EndsFold(s[lo:hi], "key") {
		return
	}
	at := hi
	if at < len(s) && s[at] == '[' {
		at += 1 + strings.IndexByte(s[at:min(len(s), at+longest)], ']')
	}
	at = chars.RunOf(s, at, at+longestSigns, " \"'`")
	if at == len(s) || s[at] != '=' && s[at] != ':' {
		return
	}
	at = chars.RunOf(s, at, at+longestSigns, "=: ")
	if at < len(s) && (strings.IndexByte("[{\n", s[at]) >= 0 || strings.HasPrefix(s[at:], `"\x`) || strings.HasPrefix(s[at:], `b"\x`) ||
		strings.HasPrefix(s[at:], "bytes(") || strings.HasPrefix(s[at:], "bytearray(") || strings.HasPrefix(s[at:], "Uint8Array")) {
		f.numbers(s, at, judge.Key)
	}
}

// byteList returns where the list of bytes is, without its brackets, that begins at s[at:] or behind the name of a type.
// end is 0 where none is that was drawn by chance.
func byteList(s string, at int) (from, end int) {
	const longestType = 32
	if from, end = listedBytes(s, at); end > 0 {
		return from, end
	}
	open := strings.IndexAny(s[at:min(len(s), at+longestType)], "[{")
	if open < 0 || !chars.All(s[at:at+open], func(c byte) bool { return chars.IsName(c) || c == '(' || c == ' ' || c == ':' }) {
		return 0, 0
	}
	from = at + open + 1
	// []byte{, [32]byte{
	if rest := s[from:min(len(s), from+longestType)]; strings.HasPrefix(rest, "]") || strings.IndexByte(rest, ']') == len("32") {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			return 0, 0
		}
		from += i + 1
	}
	if from, end = bytesAt(s, from, " \t\r\n,"); end == 0 {
		return 0, 0
	}
	if next := chars.RunOf(s, end, len(s), " \t\r\n,"); next >= len(s) || s[next] != ']' && s[next] != '}' {
		return 0, 0
	}
	return from, end
}

// listedBytes is byteList for a list of YAML, one number a line.
func listedBytes(s string, at int) (from, end int) {
	at = chars.RunOf(s, at, at+longestSigns, " \r")
	if at >= len(s) || s[at] != '\n' {
		return 0, 0
	}
	dash := chars.RunOf(s, at, at+longestGap, " \r\n")
	if !strings.HasPrefix(s[dash:], "- ") {
		return 0, 0
	}
	return bytesAt(s, dash, " \r\n-")
}

// bytesAt returns where the numbers of bytes at s[at:] are, with the signs of between around them. end is 0 where they are too few
// or too many, or in an order, or the same over and over.
func bytesAt(s string, at int, between string) (from, end int) {
	count, steps, distinct, last, step := 0, 0, 0, -1, 0
	var seen [256]bool
	for i := at; count <= mostBytes; {
		i = chars.RunOf(s, i, len(s), between)
		if count == 0 {
			from = i
		}
		stop := chars.Run(s, i, i+len("0xff")+1, chars.IsWord)
		n := byteOf(s[i:stop])
		if n < 0 {
			break
		}
		if n-last == step || n == last || n-last == 1 {
			steps++
		}
		if !seen[n] {
			seen[n] = true
			distinct++
		}
		count, end, step, last, i = count+1, stop, n-last, n, stop
	}
	if count < fewestBytes || count > mostBytes || steps*4 > count || distinct*2 <= min(count, 2*fewestBytes) {
		return 0, 0
	}
	return from, end
}

// byteString returns where the bytes are that a string has as escapes and nothing else: "\x3c\x8e\x51". The string begins at s[at:].
func byteString(s string, at int) (from, end int) {
	if at < len(s) && s[at] == 'b' {
		at++
	}
	if at >= len(s) || s[at] != '"' && s[at] != '\'' {
		return 0, 0
	}
	from = at + 1
	isByte := func(e string) bool { return strings.HasPrefix(e, `\x`) && chars.IsHex(e[2]) && chars.IsHex(e[3]) }
	for end = from; end+4 <= len(s) && end < from+4*mostBytes && isByte(s[end:end+4]); {
		end += 4
	}
	if end-from < 4*fewestBytes || end >= len(s) || s[end] != s[at] || chars.Regular(strings.ReplaceAll(s[from:end], `\x`, "")) {
		return 0, 0
	}
	return from, end
}

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
