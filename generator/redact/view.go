package redact

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text may hide names and values from a plain look: terminals' colour codes are in the
// middle of them, characters without width divide them, and letters are written as %41,
// &#65;, \u0041 or =41. Lines with any of these are read a second time, as a view in which
// the codes are left out and the letters are decoded, one level deep. What is found in the
// view is mapped back to the text.

// view is a readable form of some lines of a text.
type view struct {
	text   string
	pieces []piece
}

// piece says which part of the text a part of the view comes from.
type piece struct {
	at       int // where it begins in the view
	from, to int // in the text
	same     bool
}

// stretch is a part of a text to make a view of.
type stretch struct {
	start, end int
	join       bool // line ends in it break a value
}

// mark notes that the line around s[at:] needs a view.
func (sc *scanner) mark(at int) {
	if sc.inView || at < sc.marked {
		return
	}
	s := sc.s
	start := sc.marked + strings.LastIndexByte(s[sc.marked:at], '\n') + 1
	end := len(s)
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		end = at + i + 1
	}
	sc.stretches, sc.marked = append(sc.stretches, stretch{start, end, false}), end
}

// markEscape marks the line when s[at:] begins with an escape that a view decodes.
func (sc *scanner) markEscape(at int) {
	if sc.inView || at < sc.marked {
		return
	}
	if n, _ := decodeUnit(sc.s[at:], sc.quotedPrintable); n > 0 {
		sc.mark(at)
	}
}

// markQuotedPrintable marks the lines of a text in quoted-printable: "=3D" is an equals sign
// in it, and an equals sign at the end of a line is nothing.
func (sc *scanner) markQuotedPrintable(at int) {
	if sc.inView || sc.quotedPrintable || at > 0 && sc.s[at-1] == '=' || at < sc.quotedSeen {
		return
	}
	sc.quotedSeen = at + 4096
	if near := sc.s[at:min(len(sc.s), at+4096)]; strings.Count(near, "=3D") < 2 && !strings.Contains(near, "=\n") {
		return
	}
	sc.quotedPrintable = true
	sc.stretches, sc.marked = append(sc.stretches[:0], stretch{0, len(sc.s), false}), len(sc.s)
}

// markBroken marks a value that goes on after the line end at s[at:]: each of the lines
// that follow is one run of characters, which wanted accepts.
func (sc *scanner) markBroken(start, at int, wanted func(run string) bool) {
	if sc.inView || start < sc.broken {
		return
	}
	s, end := sc.s, at
	for next, ok := nextLine(s, end); ok && end < at+maxToken; next, ok = nextLine(s, end) {
		run := tokenRun(s, next)
		if run == next || run < len(s) && strings.IndexByte("\r\n\"'`,;\\", s[run]) < 0 || !wanted(s[next:run]) {
			break
		}
		end = run
	}
	if end > at {
		sc.stretches, sc.broken = append(sc.stretches, stretch{max(sc.broken, lineStart(s, start)), end, true}), end
	}
}

// lineStart returns where the line around s[at:] begins, or a place far enough before.
func lineStart(s string, at int) int {
	from := max(0, at-maxValue)
	return from + strings.LastIndexByte(s[from:at], '\n') + 1
}

// maxToken bounds what is taken for one line of a token.
const maxToken = 512

// tokenRun returns where the run of characters of tokens at s[i:] ends.
func tokenRun(s string, i int) int {
	limit := min(len(s), i+maxToken)
	for i < limit && (isBase64(s[i]) || s[i] == '.') {
		i++
	}
	for i < len(s) && s[i] == '=' && (i+1 == len(s) || !isWord(s[i+1])) {
		i++
	}
	return i
}

// nextLine returns where the text of the next line begins when a line ends at s[at:].
func nextLine(s string, at int) (next int, ok bool) {
	if strings.HasPrefix(s[min(at, len(s)):], "\\\n") || strings.HasPrefix(s[min(at, len(s)):], "\r\n") {
		at++
	}
	if at >= len(s) || s[at] != '\n' {
		return 0, false
	}
	for at++; at < len(s) && (s[at] == ' ' || s[at] == '\t'); {
		at++
	}
	return at, true
}

// newView decodes the stretches of s.
func newView(s string, stretches []stretch, quotedPrintable bool) *view {
	v := &view{}
	var b strings.Builder
	for _, st := range stretches {
		plain := st.start // nothing since then was decoded
		copyTo := func(i int) {
			if i > plain {
				v.pieces = append(v.pieces, piece{b.Len(), plain, i, true})
				b.WriteString(s[plain:i])
			}
		}
		for i := st.start; i < st.end; {
			n, text := 0, ""
			if st.join {
				if next, ok := nextLine(s[:st.end], i); ok {
					n = next - i
				}
			}
			if n == 0 {
				n, text = decodeUnit(s[i:st.end], quotedPrintable)
			}
			if n == 0 {
				i++
				continue
			}
			copyTo(i)
			if text != "" {
				v.pieces = append(v.pieces, piece{b.Len(), i, i + n, false})
				b.WriteString(text)
			}
			i += n
			plain = i
		}
		copyTo(st.end)
		if st.end < len(s) || st.join { // nothing joins two stretches
			v.pieces = append(v.pieces, piece{b.Len(), st.end, st.end, false})
			b.WriteByte('\n')
		}
	}
	v.text = b.String()
	return v
}

// back maps a part of the view to the text.
func (v *view) back(start, end int) (from, to int) {
	p := v.pieceAt(start)
	from = p.from
	if p.same {
		from += start - p.at
	}
	p = v.pieceAt(end - 1)
	to = p.to
	if p.same {
		to = p.from + end - p.at
	}
	return from, to
}

func (v *view) pieceAt(at int) *piece {
	i, found := slices.BinarySearchFunc(v.pieces, at, func(p piece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return &v.pieces[i]
}

// readView looks at the marked stretches again, decoded.
func (sc *scanner) readView(name string) {
	if len(sc.stretches) == 0 || sc.inView {
		return
	}
	if st := sc.stretches[0]; st.start > 0 || st.end < len(sc.s) {
		name = ""
	}
	v := newView(sc.s, sc.stretches, sc.quotedPrintable)
	sc.asked = true
	inner := scanner{e: sc.e, s: v.text, dict: sc.dict, inView: true, decoded: sc.decoded, lanes: sc.lanes} // which are read
	inner.look(name)
	sc.lanes = inner.lanes
	sc.users = append(sc.users, inner.users...)
	sc.homes = append(sc.homes, inner.homes...)
	for _, sp := range inner.spans {
		from, to := v.back(sp.start, sp.end)
		if raw, value := sc.s[from:to], v.text[sp.start:sp.end]; raw != value {
			sp.value = value
		}
		sp.start, sp.end = from, to
		sc.spans = append(sc.spans, sp)
	}
}

// decodeUnit returns the length of the code or escape that s begins with, 0 when it begins
// with none, and what it represents: nothing for what cannot be seen.
func decodeUnit(s string, quotedPrintable bool) (n int, text string) {
	switch s[0] {
	case 0x1b:
		return 1 + controlEnd(s[1:]), ""
	case '\\':
		return decodeEscape(s)
	case '%':
		if len(s) > 4 && s[1:3] == "25" && isHex(s[3]) && isHex(s[4]) { // an address in an address
			return 5, hexByte(s[3:5])
		}
		if len(s) > 2 && isHex(s[1]) && isHex(s[2]) {
			return 3, hexByte(s[1:3])
		}
	case '&':
		if end := strings.IndexByte(s[:min(len(s), 12)], ';'); end > 1 {
			if text := html.UnescapeString(s[:end+1]); text != s[:end+1] {
				return end + 1, visible(text)
			}
		}
	case '=':
		if !quotedPrintable {
			return 0, ""
		}
		if strings.HasPrefix(s, "=\n") {
			return 2, ""
		}
		if strings.HasPrefix(s, "=\r\n") {
			return 3, ""
		}
		if len(s) > 2 && isHex(s[1]) && isHex(s[2]) {
			return 3, hexByte(s[1:3])
		}
	case 0xc2, 0xcd, 0xe1, 0xe2, 0xef:
		if r, n := utf8.DecodeRuneInString(s); invisible(r) {
			return n, ""
		}
	}
	return 0, ""
}

// decodeEscape decodes \u0041 and \x41, and leaves out the codes that follow a written
// escape character.
func decodeEscape(s string) (n int, text string) {
	for _, escape := range [...]string{`\u001b`, `\u001B`, `\x1b`, `\x1B`, `\033`, `\e`} {
		if strings.HasPrefix(s, escape) {
			if n := controlEnd(s[len(escape):]); n > 1 {
				return len(escape) + n, ""
			}
		}
	}
	digits := 0
	switch {
	case len(s) >= 6 && s[1] == 'u':
		digits = 4
	case len(s) >= 4 && s[1] == 'x':
		digits = 2
	}
	if digits == 0 {
		return 0, ""
	}
	r, err := strconv.ParseUint(s[2:2+digits], 16, 16)
	if err != nil {
		return 0, ""
	}
	return 2 + digits, visible(string(rune(r)))
}

func hexByte(digits string) string {
	n, _ := strconv.ParseUint(digits, 16, 8)
	return string([]byte{byte(n)})
}

func visible(text string) string {
	if r, _ := utf8.DecodeRuneInString(text); invisible(r) {
		return ""
	}
	return text
}

// invisible reports characters that take no room: soft hyphens, joiners, marks of
// direction, byte order marks.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x34f, r == 0x180e, r == 0xfeff, 0x200b <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x2060 <= r && r <= 0x2064:
		return true
	}
	return false
}

const maxControl = 2048

// controlEnd returns the length of the control sequence (ECMA-48) after an escape character.
func controlEnd(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '[': // CSI: parameters, then a letter
		for i := 1; i < len(s) && i < maxControl; i++ {
			if s[i] < 0x20 || s[i] > 0x7e {
				return i
			}
			if s[i] >= 0x40 {
				return i + 1
			}
		}
	case ']', 'P', '_', '^', 'X': // OSC and its like: text up to BEL or ESC \
		for i := 1; i < len(s) && i < maxControl; i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(len(s), i+2)
			}
		}
	case '(', ')':
		return min(len(s), 2)
	}
	return 1
}
