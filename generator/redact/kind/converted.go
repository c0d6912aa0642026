package kind

import (
	"strings"

	"steno/generator/redact/chars"
)

// conversions are calls that return the string in them in another type, whose names do not say so.
var conversions = [...]string{"[]byte(", "[]uint8(", "MD5(", "SHA1(", "SHA2(", "PASSWORD(",
	"Encoding.UTF8.GetBytes(", "Encoding.ASCII.GetBytes("}

const longestConversion = 48 // bytes

// converts reports the name of a function that returns the string in it in another type, or makes
// an object of it: Some, SecretStr, Buffer.from, SecretValue.unsafePlainText.
func converts(path string) bool {
	name := path[strings.LastIndexAny(path, ".:")+1:]
	if name == "" || !chars.All(path, func(c byte) bool { return chars.IsName(c) || c == ':' }) {
		return false
	}
	low := strings.ToLower(name)
	for _, verb := range [...]string{"get", "read", "load", "fetch", "find", "is", "has", "env", "param", "lookup", "encode", "decode"} {
		if strings.HasPrefix(low, verb) {
			return false
		}
	}
	switch low {
	case "from", "new", "of", "make", "some", "just", "optional", "string", "bytes", "bytearray", "b", "u", "raw", "plain":
		return true
	}
	for _, word := range [...]string{"secret", "sensitive", "redacted", "plaintext", "literal", "string", "bytes"} {
		if strings.Contains(strings.ToLower(path), word) {
			return chars.IsUpper(path[0]) || path != name || word == "string" || word == "bytes"
		}
	}
	return false
}

// Converted passes over the beginning of such a call at s[at:].
func Converted(s string, at int) int {
	if echo := "$(echo "; strings.HasPrefix(s[at:], echo) {
		at += len(echo)
		return at + len(s[at:]) - len(strings.TrimPrefix(s[at:], "-n "))
	}
	open := strings.IndexByte(s[min(at, len(s)):min(len(s), at+longestConversion)], '(')
	if open < 0 {
		return at
	}
	// of Pydantic, and of what makes bytes of text in browsers
	for _, behind := range [...]string{"default=", "default_value=", ").encode("} {
		if rest, ok := strings.CutPrefix(s[at+open+1:], behind); ok && rest != "" && strings.IndexByte("\"'", rest[0]) >= 0 &&
			chars.All(s[at:at+open], chars.IsName) {
			return len(s) - len(rest)
		}
	}
	if next := at + open + 1; next < len(s) && strings.IndexByte("\"'\\`", s[next]) >= 0 && converts(s[at:next-1]) {
		return next
	}
	for _, c := range conversions {
		if rest, ok := strings.CutPrefix(s[at:], c); ok && rest != "" && strings.IndexByte("\"'\\`", rest[0]) >= 0 {
			return at + len(c)
		}
	}
	return at
}
