package ansi

import (
	"strconv"
	"strings"
)

// prepare rewrites s into what the screen understands: operating system commands
// and other strings are dropped, so are private modes and control sequences
// it does not play, and colours outside the sixteen are taken to one of them.
func prepare(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	eachPiece(s, func(text string) { b.WriteString(text) }, func(e escape) {
		switch {
		case e.kind == '7' || e.kind == '8' || e.kind == 'M':
			b.WriteString("\x1b" + string(e.kind))
		case e.kind != '[' || e.private:
		case e.final == 'm':
			b.WriteString("\x1b[" + sixteen(e.params) + "m")
		case e.final == 's':
			b.WriteString("\x1b7")
		case e.final == 'u':
			b.WriteString("\x1b8")
		case e.final == 'f':
			b.WriteString("\x1b[" + e.params + "H")
		case strings.IndexByte("ABCDEFGHJK", e.final) >= 0:
			b.WriteString("\x1b[" + e.params + string(e.final))
		}
	})
	return b.String()
}

// Strip removes escape sequences and keeps everything else.
func Strip(s string) string {
	if !hasEscape(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	eachPiece(s, func(text string) { b.WriteString(text) }, func(escape) {})
	return b.String()
}

// hasEscape reports whether s contains the start of an escape sequence, in either of
// its encodings.
func hasEscape(s string) bool {
	return strings.IndexByte(s, 0x1b) >= 0 || strings.Contains(s, "\u009b")
}

// escape is one escape sequence.
type escape struct {
	kind    byte // the byte behind ESC: '[' for a control sequence
	params  string
	final   byte
	private bool // parameters that are not digits and semicolons
}

// eachPiece cuts s into text and escape sequences.
func eachPiece(s string, text func(string), found func(escape)) {
	s = strings.ReplaceAll(s, "\u009b", "\x1b[")
	for {
		i := strings.IndexByte(s, 0x1b)
		if i < 0 {
			text(s)
			return
		}
		text(s[:i])
		e, n := parse(s[i:])
		if n == 1 { // an escape that begins nothing is shown
			text("\u241b")
		} else {
			found(e)
		}
		s = s[i+n:]
	}
}

// parse reads the sequence at the start of s, which begins with ESC. A length of
// 1 means that there is none.
func parse(s string) (escape, int) {
	if len(s) < 2 {
		return escape{}, 1
	}
	switch kind := s[1]; {
	case kind == '[':
		return control(s)
	case strings.IndexByte("]P_^X", kind) >= 0: // strings, ended by BEL or ST
		return escape{kind: kind}, stringEnd(s)
	case kind >= ' ' && kind <= '/': // character sets and the like
		if len(s) < 3 {
			return escape{}, 1
		}
		return escape{kind: kind}, 3
	case kind >= '0' && kind <= '~':
		return escape{kind: kind}, 2
	}
	return escape{}, 1
}

func control(s string) (escape, int) {
	i := 2
	for i < len(s) && s[i] >= '0' && s[i] <= '?' {
		i++
	}
	params := s[2:i]
	for i < len(s) && s[i] >= ' ' && s[i] <= '/' {
		i++
	}
	if i == len(s) || s[i] < '@' || s[i] > '~' {
		return escape{}, 1
	}
	params = strings.ReplaceAll(params, ":", ";")
	private := i != 2+len(params) || strings.Trim(params, "0123456789;") != ""
	return escape{kind: '[', params: params, final: s[i], private: private}, i + 1
}

// stringEnd is the length of a string sequence. One that does not end within its line, or before another
// sequence, is taken for a stray escape, so that no text is swallowed. Two escapes are one in the string.
func stringEnd(s string) int {
	for i := 2; i < len(s); i++ {
		switch {
		case s[i] == '\a':
			return i + 1
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\':
			return i + 2
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == 0x1b:
			i++
		case s[i] == '\n', s[i] == 0x1b:
			return 1
		}
	}
	return 1
}

// sixteen replaces the extended colours in the parameters of SGR.
func sixteen(params string) string {
	p := strings.Split(params, ";")
	out := make([]string, 0, len(p))
	for i := 0; i < len(p); i++ {
		ground := 30
		if p[i] == "48" {
			ground = 40
		} else if p[i] != "38" {
			out = append(out, p[i])
			continue
		}
		color, used := extended(p[i+1:])
		i += used
		if color >= 8 {
			color += 60 - 8
		}
		if color >= 0 {
			out = append(out, strconv.Itoa(ground+color))
		}
	}
	if len(out) == 0 {
		return "999" // a colour that nobody knows; no parameter at all would reset
	}
	return strings.Join(out, ";")
}

// extended reads "5;n" or "2;r;g;b" and returns a colour 0 to 15 (-1 for none) and
// how many parameters it took.
func extended(p []string) (color, used int) {
	at := func(i int) int {
		if i >= len(p) {
			return 0
		}
		n, _ := strconv.Atoi(p[i])
		return max(0, min(n, 255))
	}
	switch at(0) {
	case 5:
		return indexed(at(1)), min(2, len(p))
	case 2:
		return nearest(at(1), at(2), at(3)), min(4, len(p))
	}
	return -1, 0
}

// indexed takes a colour of the 256 to one of the sixteen.
func indexed(n int) int {
	switch {
	case n < 16:
		return n
	case n >= 232:
		grey := 8 + 10*(n-232)
		return nearest(grey, grey, grey)
	}
	level := func(v int) int {
		if v == 0 {
			return 0
		}
		return 55 + 40*v
	}
	n -= 16
	return nearest(level(n/36), level(n/6%6), level(n%6))
}

// nearest takes a colour to one of the sixteen by which of its channels are
// strong and how bright it is.
func nearest(r, g, b int) int {
	high, low := max(r, g, b), min(r, g, b)
	if high-low < 32 { // grey
		switch {
		case high < 64:
			return 0
		case high < 150:
			return 8
		case high < 220:
			return 7
		}
		return 15
	}
	color, middle := 0, (high+low)/2
	if r > middle {
		color |= 1
	}
	if g > middle {
		color |= 2
	}
	if b > middle {
		color |= 4
	}
	if low > 80 || high > 200 {
		color |= 8
	}
	return color
}
