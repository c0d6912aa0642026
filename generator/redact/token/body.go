package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// The lines of a private key may be in a text without those that begin and end it: in strings, in comments, with numbers before
// them, below what calls them a key.

const (
	longestJoint  = 32 // bytes between two lines
	shortestBlock = 40 // characters of a line of a key
	mostLines     = 160
)

// body returns where the lines of a key end of which the first is s[start:end]: as long as this one, but for the last.
func (f *Finder) body(start, end int) int {
	s, width := f.S, end-start
	for range mostLines {
		next := joint(s, end, width)
		stop := chars.Run(s, next, next+width+1, isEncoded)
		n := stop - next
		if n == width-1 && s[next-1] == '+' { // no mark of a diff
			next, n = next-1, width
		}
		if next == end || n > width || n < 4 || n < width && !endsBody(s, next, stop) {
			return end
		}
		if end = stop; n < width {
			return end
		}
	}
	return end
}

// tornBody takes a key whose first line, s[start:], is shorter than its form says.
func (f *Finder) tornBody(ft *format, start int) bool {
	if f.Rules.Rules[ft.rule].Name != "private-key" {
		return false
	}
	end := chars.Run(f.S, start, start+chars.MaxToken, isEncoded)
	if end-start < shortestBlock {
		return false
	}
	last := f.body(start, end)
	if last > end {
		f.Add(start, last, ft.rule)
	}
	return last > end
}

// joint returns where the next line of a key begins behind s[at:], at when there is none: signs of strings, of comments and of
// quotations and numbers are between lines, which have a width.
func joint(s string, at, width int) int {
	lines, limit := 0, min(len(s), at+longestJoint)
	for i := at; i < limit; {
		switch c := s[i]; {
		case c == '\n':
			lines++
			if i++; chars.Run(s, i, i+width+1, isEncoded) == i+width { // and not the mark of a diff
				return i
			}
			i = min(chars.OwnText(s, i), limit)
		case c == '\\' && i+1 < limit && (s[i+1] == 'n' || s[i+1] == 'r'):
			lines++
			i += 2
		case c == ' ' && i == at && i+1 < limit && isEncoded(s[i+1]):
			return i + 1 // in a row
		case strings.IndexByte(" \t\r\"'`,;#*>|.", c) >= 0, lines == 0 && (c == '+' || c == '\\'),
			c == '+' && i+1 < limit && strings.IndexByte(" \r\n", s[i+1]) >= 0:
			i++
		case lines > 0 && strings.HasPrefix(s[i:limit], "//"): // a comment
			i += len("//")
		case lines == 0:
			return at
		default:
			return i
		}
	}
	return at
}

// endsBody reports the last line of a key, s[at:end].
func endsBody(s string, at, end int) bool {
	v := s[at:end]
	drawn := chars.HasDigit(v) && chars.Some(v, chars.IsLetter) && chars.Randomness(v) >= 3 ||
		len(v) >= 16 && chars.Randomness(v) >= scoreToken
	return (v[len(v)-1] == '=' || drawn) && (end == len(s) || strings.IndexByte(" \r\n\"'`\\,", s[end]) >= 0)
}

// BlockWords are before the lines of a private key, in small letters.
var BlockWords = []string{"private key", "private-key", "privkey", "id_rsa", "id_ed25519", "id_ecdsa", "key.pem", ".key\n", "export-secret-key", "rest of the key",
	"lines of the key", "secret key"}

// Block takes lines of base64, of which two or more have the length that those of keys have, below the word at s[:at].
func Block(f *Finder, at int) {
	const reach, lines = 160, 3
	s := f.S
	line := chars.LineEnd(s, at)
	if line-at > reach || at < f.Kept {
		return
	}
	for range lines {
		if line >= len(s) {
			return
		}
		from := chars.Run(s, min(chars.OwnText(s, line+1), len(s)), len(s), func(c byte) bool { return strings.IndexByte(" \t\"'#>|", c) >= 0 })
		end := chars.Run(s, from, from+len("x")*80, isEncoded)
		if n := end - from; (n == 64 || n == 70 || n == 76) && chars.Randomness(s[from:end]) >= scoreForm && !publicBody(s[from:end]) {
			if last := f.body(from, end); last > end+shortestBlock/2 {
				f.AddAs(from, last, "private-key")
			}
			return
		}
		if text := s[line+1 : chars.LineEnd(s, line+1)]; strings.Contains(text, "PUBLIC") || strings.Contains(text, "CERTIFICATE") {
			return
		}
		line = chars.LineEnd(s, line+1)
	}
}

// publicBody reports the beginning of a public key or of a certificate.
func publicBody(line string) bool {
	for _, head := range [...]string{"AAAA", "MFkw", "MIIBIj", "MIICIj", "MCow", "MIIC", "MIID", "MIIE", "MIIF", "MIIG", "mQ", "mD", "LS0tLS1CRUdJTiBD", "LS0tLS1CRUdJTiBQVU"} {
		if strings.HasPrefix(line, head) {
			return true // those of private ones are found by their form
		}
	}
	return false
}
