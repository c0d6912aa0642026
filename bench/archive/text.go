package archive

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Texts are written escaped for JSON: quotes, tabs and line ends are escaped already,
// so that a text that a record repeats is copied, not escaped again.
// Grammars are lines with holes: ~ is a word, • two that belong together, № a number, § a path.

const newline = `\n`

// hole is a part of a line: text, and what follows it.
type hole struct {
	text string
	kind rune // ~, •, №, § or 0
}

// template cuts a line at its holes.
func template(line string) (holes []hole) {
	for {
		i := strings.IndexAny(line, "~№§•")
		if i < 0 {
			return append(holes, hole{line, 0})
		}
		kind, n := utf8.DecodeRuneInString(line[i:])
		holes = append(holes, hole{line[:i], kind})
		line = line[i+n:]
	}
}

// templates cuts lines at their holes.
func templates(lines ...string) [][]hole {
	all := make([][]hole, len(lines))
	for i, line := range lines {
		all[i] = template(line)
	}
	return all
}

// fill appends a line whose holes are filled.
func (s *session) fill(b []byte, line []hole, m *mix) []byte {
	for _, h := range line {
		b = append(b, h.text...)
		switch h.kind {
		case '~':
			b = s.word(b, m)
		case '•':
			b = s.pair(b, m)
		case '№':
			b = strconv.AppendUint(b, rank(s.Uint64(), 10), 10)
		case '§':
			b = append(b, s.files.any().path...)
		}
	}
	return b
}

// cut shortens an escaped text to about n bytes, never within an escape or a character.
func cut(b []byte, n int) []byte {
	if n >= len(b) {
		return b
	}
	if i := bytes.LastIndexByte(b[max(0, n-6):n], '\\'); i >= 0 {
		n = max(0, n-6) + i
	}
	for n > 0 && (b[n]&0xc0 == 0x80 || b[n-1] == '\\') {
		n--
	}
	return b[:n]
}

// prose appends about n bytes of Markdown.
func (s *session) prose(b []byte, n int) []byte {
	end, m := len(b)+n, s.kinds["prose"]
	for len(b) < end {
		switch p := s.Uint32() & 31; {
		case n > 400 && p < 2:
			b = append(b, `\n## `...)
			b = append(s.phrase(b, m, 3), newline...)
		case n > 250 && p < 12:
			b = append(b, "- "...)
			b = append(s.sentence(b, m), newline...)
		case n > 700 && p == 12:
			b = append(b, "```"...)
			f := s.files.any()
			b = append(append(b, f.ext...), newline...)
			for range 3 + s.IntN(12) {
				b = append(s.line(b, f, 1), newline...)
			}
			b = append(b, "```\\n"...)
		default:
			for range 1 + s.IntN(4) {
				if b = append(s.sentence(b, m), ' '); len(b) > end {
					break
				}
			}
			b = append(b, `\n\n`...)
		}
	}
	return append(cut(b, end-1), '.')
}

// phrase appends some words.
func (s *session) phrase(b []byte, m *mix, n int) []byte {
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = s.word(b, m)
	}
	return b
}

// sentence appends a sentence with now and then a name in code, a bold word or a path.
func (s *session) sentence(b []byte, m *mix) []byte {
	start := len(b)
	n := 5 + s.IntN(16)
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		switch s.Uint32() & 63 {
		case 0, 1, 2:
			b = append(s.word(append(b, '`'), m), '`')
		case 3:
			b = append(s.word(append(b, "**"...), m), "**"...)
		case 4:
			b = append(append(append(b, '`'), s.files.any().path...), '`')
		case 5, 6, 7:
			b = append(s.word(b, m), ',')
		case 8:
			b = append(s.word(append(b, `\"`...), m), `\"`...)
		default:
			b = s.word(b, m)
		}
	}
	if c := b[start]; c >= 'a' && c <= 'z' {
		b[start] = c - 'a' + 'A'
	}
	return append(b, '.')
}

// listings are lines of what commands print; each output has a few of one group.
var listings = [...][][]hole{
	templates("§", "§:№:\\t~ ~ ~(~, ~)", "§:№: • = ~", "§:№:№: ~: ~ ~ ~"),
	templates("ok  \\t•\\t0.№s", "=== RUN   Test~", "--- PASS: Test~ (0.№s)", "    --- PASS: Test•_~ (0.№s)",
		"FAIL\\t• [~ ~]", "    §:№: ~ ~: ~ ~, ~ ~"),
	templates("\\u001b[32m✓\\u001b[0m ~ ~ ~ ~ ~ (№ms)", "  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~", "~ ~ ~ ~ ~ ~ ~ ~",
		"Error: ~ ~ ~ ~: \\\"~\\\"", "    at • (§:№:№)", "[№/№] ~ ~ ~ ~"),
	templates("-rw-r--r--  1 ~ ~  № Nov № №:№ §", "drwxr-xr-x  № ~ ~  № Nov № №:№ ~", " § | № ++++++-----",
		" № files changed, № insertions(+), № deletions(-)"),
	templates("2026-0№-№ №:№:№.№ [~] ~=~ ~=№ ~ ~ ~", "~: ~ ~ ~ ~ ~",
		"{\\\"~\\\":\\\"~\\\",\\\"~\\\":№,\\\"~\\\":{\\\"~\\\":[№,№]}}", "~~~~~~~ ~ ~ ~ ~ ~ ~ (№)"),
	templates("diff --git a/§ b/§", "index ~..~ 100644", "@@ -№,№ +№,№ @@ ~ ~", "+~ •(~)", "-~ •(~)", "$", "$", "$", "+    ~ := •", "$"),
}

// output appends about n bytes of what a command prints.
func (s *session) output(b []byte, n int) []byte {
	end, m := len(b)+n, s.kinds["output"]
	lines := listings[s.IntN(len(listings))]
	f := s.files.any()
	for len(b) < end {
		line := lines[s.IntN(len(lines))]
		if n := len(line) - 1; line[n].text == "$" && n == 0 {
			b = s.line(b, f, 1+s.IntN(2))
		} else {
			b = s.fill(b, line, m)
		}
		b = append(b, newline...)
	}
	return cut(b, end)
}

// hits appends about n bytes of lines that a search found.
func (s *session) hits(b []byte, n int) []byte {
	end := len(b) + n
	for len(b) < end {
		f := s.files.any()
		b = append(append(append(b, s.dir...), '/'), f.path...)
		if n > 300 {
			b = strconv.AppendInt(append(b, ':'), int64(s.IntN(900)), 10)
			b = s.line(append(b, ':'), f, 1)
		}
		b = append(b, newline...)
	}
	return cut(b, end)
}

// base64 appends n random bytes of that alphabet.
func (s *session) base64(b []byte, n int) []byte {
	for n > 0 {
		at := s.IntN(len(noise) / 2)
		part := min(n, len(noise)/2)
		b = append(b, noise[at:at+part]...)
		n -= part
	}
	return b
}

// noise is random base64.
var noise = func() (b []byte) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range uint64(1 << 15) {
		for n, j := spread(i), 0; j < 8; n, j = n>>6, j+1 {
			b = append(b, alphabet[n&63])
		}
	}
	return b
}()
