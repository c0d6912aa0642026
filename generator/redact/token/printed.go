package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// Programs print private keys as numbers, and write them in XML.

// PrintedParts are what openssl calls the secret numbers of a key, in small letters.
var PrintedParts = []string{"privateexponent:", "prime1:", "prime2:", "exponent1:", "exponent2:", "coefficient:", "\npriv:", "\nprivate-key:\n"}

// PrintedPart takes the bytes of such a number, which have colons between them and go over several lines. s[at:] is behind the name.
func PrintedPart(f *Finder, at int) {
	const fewest = 14 // bytes: the first line has fifteen
	s := f.S
	from, end, n := 0, at, 0
	for limit := min(len(s), at+chars.MaxValue); ; {
		i := chars.Run(s, end, limit, chars.IsSpace)
		if i > end && n > 0 && s[end-1] != ':' {
			break // the number ended
		}
		if i < limit && i > 0 && s[i-1] == '\n' {
			i = min(chars.OwnText(s, i), limit)
		}
		if i+2 > limit || !chars.IsHex(s[i]) || !chars.IsHex(s[i+1]) {
			break
		}
		if n == 0 {
			from = i
		}
		n++
		end = i + 2
		if end < limit && s[end] == ':' {
			end++
		}
	}
	if n >= fewest {
		f.AddAs(from, end, "private-key")
	}
}

// secretElements are those of a key in XML that contain its secret (XML Signature, as .NET writes private keys).
var secretElements = chars.Set("D", "P", "Q", "DP", "DQ", "InverseQ")

// XMLKey takes the secret elements of <RSAKeyValue>. s[at:] is behind its name.
func XMLKey(f *Finder, at int) {
	s := f.S
	for limit := min(len(s), at+chars.MaxValue); at < limit; {
		open := strings.IndexByte(s[at:limit], '<')
		if open < 0 {
			return
		}
		name := at + open + 1
		end := chars.Run(s, name, limit, chars.IsWord)
		if at = end + 1; end >= limit || s[end] != '>' {
			if strings.HasPrefix(s[name:], "/RSAKeyValue") {
				return
			}
			continue
		}
		stop := chars.Run(s, end+1, limit, func(c byte) bool { return chars.IsBase64(c) || c == '=' || chars.IsSpace(c) })
		if at = max(at, stop); secretElements[s[name:end]] && stop-end > shortestMember {
			f.AddAs(end+1, stop, "private-key")
		}
	}
}

// RecoveryWords are what clients of Matrix call the key that opens the messages of an account.
var RecoveryWords = []string{"recovery key", "security key", "recovery_key", "wiederherstellungsschl", "sicherheitsschl", "clé de récupération", "clé de sécurité"}

// Recovery takes such a key near the word at s[:at]: twelve groups of four digits in base58, of which the first begins with Es.
func Recovery(f *Finder, at int) {
	const reach, groups, group = 96, 12, 4
	s := f.S
	start := strings.Index(s[at:min(len(s), at+reach)], "Es")
	if start < 0 {
		return
	}
	start += at
	end := start
	for n := range groups {
		if n > 0 && end < len(s) && s[end] == ' ' {
			end++
		}
		next := chars.Run(s, end, end+group, func(c byte) bool { return strings.IndexByte(base58Digits, c) >= 0 })
		if next != end+group {
			return
		}
		end = next
	}
	if end == len(s) || !chars.IsWord(s[end]) {
		f.AddAs(start, end, "secret")
	}
}
