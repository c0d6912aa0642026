package hidden

import (
	"encoding/hex"
	"strconv"
	"strings"

	"steno/generator/redact/chars"
)

// Dump is the content of a file that a program printed as numbers: xxd, hexdump, od.
type Dump struct {
	Text  string // bytes that are no text are line ends
	End   int    // of its last line
	lines []dumped
}

// dumped is a line of a dump.
type dumped struct {
	at         int // where its bytes begin in the text
	start, end int // of what follows the offset
}

// DumpHead is what the offset of a dump's first line begins with.
const DumpHead = "0000"

// ReadDump reads the dump that has a line with its offset at s[at:]; ok is false when there is none.
func ReadDump(s string, at int) (d Dump, ok bool) {
	if at > 0 && s[at-1] != '\n' && chars.OwnText(s, chars.LineStart(s, at)) != at {
		return d, false
	}
	var text []byte
	for at < len(s) && len(text) < maxEncoded {
		end := chars.LineEnd(s, at)
		if line := s[at:end]; strings.TrimRight(line, "\r") != "*" { // lines that repeat the one before
			offset := offsetEnd(line)
			data := dumpedBytes(line, offset)
			if len(data) == 0 {
				break
			}
			d.lines = append(d.lines, dumped{len(text), at + offset, at + len(strings.TrimRight(line, "\r"))})
			text = append(text, data...)
		}
		d.End = end
		at = min(len(s), end+1)
		at = min(len(s), max(at, chars.OwnText(s, at)))
	}
	for i, c := range text {
		if c < ' ' && c != '\t' && c != '\r' || c == 0x7f {
			text[i] = '\n'
		}
	}
	d.Text = string(text)
	return d, len(text) > 0
}

// Back maps a part of the text to the lines that show it.
func (d Dump) Back(start, end int) (from, to int) {
	for _, l := range d.lines {
		if l.at <= start {
			from = l.start
		}
		if l.at < end {
			to = l.end
		}
	}
	return from, to
}

// offsetEnd returns where the offset that a line begins with ends, what divides it from the bytes
// included; 0 when there is none.
func offsetEnd(line string) int {
	n := chars.Run(line, 0, 9, chars.IsHex)
	if n < 6 || n > 8 || n == len(line) {
		return 0
	}
	if strings.HasPrefix(line[n:], ": ") {
		return n + len(": ")
	}
	if line[n] != ' ' {
		return 0
	}
	return n + 1
}

// dumpedBytes returns the bytes that a line shows behind its offset.
func dumpedBytes(line string, offset int) []byte {
	switch {
	case offset == 0:
		return nil
	case offset == len("0000000 ") && strings.HasPrefix(line[offset:], "  "):
		return dumpedCharacters(line[offset-1:])
	}
	line = strings.TrimLeft(line[offset:], " ")
	digits, _, columns := strings.Cut(line, "  ")
	if bytes, _, ok := strings.Cut(line, "|"); ok || len(digits) == len("00 00 00 00 00 00 00 00") {
		digits = bytes // hexdump -C divides its line in the middle
	}
	digits, _, _ = strings.Cut(digits, ">")
	var data []byte
	for field := range strings.FieldsSeq(digits) {
		group, err := hex.DecodeString(field)
		if err != nil {
			break
		}
		if len(group) == 2 && offset <= 8 && !columns { // numbers of two bytes, the lower one first
			group[0], group[1] = group[1], group[0]
		}
		data = append(data, group...)
	}
	return data
}

// dumpedCharacters reads the columns of od -c: a character, an escape or the three digits of an octal number.
func dumpedCharacters(line string) (data []byte) {
	const width = 4
	for ; len(line) >= width; line = line[width:] {
		cell := strings.TrimLeft(line[:width], " ")
		switch {
		case line[0] != ' ' || len(cell) == 2 && cell[0] != '\\':
			return nil
		case cell == "":
			data = append(data, ' ')
		case len(cell) == 3:
			n, err := strconv.ParseUint(cell, 8, 8)
			if err != nil {
				return nil
			}
			data = append(data, byte(n))
		case len(cell) == 2:
			data = append(data, '\n')
		default:
			data = append(data, cell[0])
		}
	}
	return data
}
