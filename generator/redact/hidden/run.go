package hidden

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"steno/generator/redact/chars"
)

// MinRun is the length of the shortest run that can contain a value: what is shorter contains less
// than the shortest name and value.
const MinRun = 20

// WrappedLine is the number of characters from which a line of base64 may go on in the next.
const WrappedLine = 56

const (
	halfRun     = 9        // a run that contains a place reaches so far before it or behind it
	maxEncoded  = 64 << 10 // bytes of a run that are decoded
	encodedHead = 12       // bytes that report whether it may be text
)

// Run returns the run of characters of base64 around s[i], of which nothing before from is part. ok
// is false where there is none that is long enough.
func Run(s string, i, from int) (start, end int, ok bool) {
	ahead := i+halfRun < len(s) && !below(s[i+2:])
	back := !below(s[i-halfRun:])
	if !ahead && !back || !chars.IsBase64(s[i]) {
		return 0, 0, false
	}
	for end = i + 1; end < len(s) && chars.IsBase64(s[end]); end++ {
	}
	if !back && end <= i+halfRun {
		return 0, 0, false
	}
	for start = i; start > from && chars.IsBase64(s[start-1]); start-- {
	}
	return start, end, true
}

// below reports whether one of the first eight bytes of s is a blank, a line end, a quote, a bracket or another one that
// comes before the characters of base64.
func below(s string) bool {
	const each, high = 0x0101010101010101, 0x8080808080808080
	x := chars.Number(s)
	return (x-'+'*each)&^x&high != 0
}

// textHead has the first characters of base64 of text: those of a space to a tilde, of a line
// end or a tab, and of letters beyond ASCII.
var textHead = func() (is [256]bool) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for c := range 256 {
		if c >= ' ' && c <= '~' || chars.IsSpace(byte(c)) || c >= 0xc2 && c <= 0xf4 {
			is[alphabet[c>>2]] = true
		}
	}
	return is
}()

// Decode returns the text that the run s[start:end] is the base64 or the hexadecimal digits of, and
// where the run stops: base64 is followed over line ends, unless it begins before wrapped, where
// the last lines stopped that were followed.
func Decode(s string, start, end, wrapped int) (text string, stop, nowWrapped int, ok bool) {
	if text, ok = decodeHex(s[start:end]); ok {
		return text, end, wrapped, true
	}
	if !textHead[s[start]] || !mayBeText(s[start:end]) {
		return "", end, wrapped, false
	}
	run, stop := s[start:end], end
	if start >= wrapped { // else the lines were followed before, and are no text together
		run, stop = wrappedRun(s, start, end)
		wrapped = stop
	}
	if text, ok = decodeText(run); !ok && stop > end { // the next line was another text
		text, ok = decodeText(s[start:end])
		stop = end
	}
	return text, stop, wrapped, ok
}

func decodeHex(run string) (string, bool) {
	if len(run)%2 != 0 || run[0] >= '8' || !chars.All(run, chars.IsHex) {
		return "", false
	}
	text, err := hex.DecodeString(run[:min(len(run), 2*maxEncoded)])
	return string(text), err == nil && isText(string(text))
}

// mayBeText decodes the first bytes of a run of base64.
func mayBeText(run string) bool {
	var buf [encodedHead]byte
	head := run[:encodedHead/3*4]
	n, err := base64Encoding(head).Decode(buf[:], []byte(head))
	return err == nil && isText(string(buf[:n]))
}

// wrappedRun follows a run of base64 over line ends.
func wrappedRun(s string, start, end int) (run string, stop int) {
	lines := []string{s[start:end]}
	for width, from := end-start, start; width >= WrappedLine && end-from < 2*maxEncoded; {
		next, ok := chars.NextLine(s, end)
		if !ok {
			break
		}
		stop := chars.Run(s, next, next+width+1, chars.IsBase64)
		if stop == next || stop-next > width || stop < len(s) && strings.IndexByte("=\r\n\\\"'", s[stop]) < 0 {
			break
		}
		lines, end, width = append(lines, s[next:stop]), stop, stop-next
	}
	if len(lines) == 1 {
		return lines[0], end
	}
	return strings.Join(lines, ""), end
}

func decodeText(run string) (string, bool) {
	run = run[:min(len(run), maxEncoded/3*4)]
	if len(run)%4 == 1 {
		run = run[:len(run)-1]
	}
	text, err := base64Encoding(run).DecodeString(run)
	return string(text), err == nil && isText(string(text))
}

func base64Encoding(run string) *base64.Encoding {
	if strings.ContainsAny(run, "-_") {
		return base64.RawURLEncoding
	}
	return base64.RawStdEncoding
}

// isText reports text in UTF-8 without control characters. The end may be cut off.
func isText(s string) bool {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 && len(s) > 3 || r < 0x20 && !chars.IsSpace(byte(r)) || r == 0x7f {
			return false
		}
		s = s[n:]
	}
	return true
}
