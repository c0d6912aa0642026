package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser/lazy"
)

// A line becomes a title in these steps: what only announces something is cut off, a long line ends
// behind its first sentence, and what is still too long is cut between words.

// titleLine makes a title of a line: its first sentence when it is long, at times two, with a capital.
func titleLine(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if columns(line) > longLine {
		line = firstSentences(line)
	}
	line = strings.TrimRight(line, ":;, 。：，")
	if strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "..") {
		line = line[:len(line)-1]
	}
	if r, n := utf8.DecodeRuneInString(line); unicode.IsLower(r) && !commandLine.MatchString(line) && !assignment.MatchString(line) &&
		!strings.ContainsAny(firstWord(line), `#/._0123456789@=\`) && !fileMode.MatchString(line) &&
		strings.ToLower(firstWord(line)) == firstWord(line) {
		line = string(unicode.ToUpper(r)) + line[n:]
	}
	return FirstLine(line)
}

// commandLine matches what is typed in a shell, where case matters.
var commandLine = lazy.MustCompile(`^[a-z]+ (?:-{1,2}[a-z]|~?/|\./|\$)|^[a-z]+ [^.,;:]* -{1,2}[a-z-]+$|^[a-z]+ [^.,;:]* (?:&&|\|\|?) [a-z]`)

// assignment matches a line of a program that sets a variable, whose name would be another one behind a capital.
var assignment = lazy.MustCompile(`^[a-z]\w*(?: :?=|=) ?\S.*(?:[({\[;]|\)|["'\d])$`)

// fileMode matches the beginning of a line that lists a file. What it says of its owner is not recognized
// behind a capital.
var fileMode = lazy.MustCompile(`^[bcdlps](?:[r-][w-][xsS-]){2}[r-][w-][xtT-]`)

// unannounced is a line without a last sentence that only announces what is below it ("I need to
// understand:"), where what comes before says what the text is about.
func unannounced(line string) string {
	if !strings.HasSuffix(line, ":") {
		return line
	}
	for i := len(line) - 2; i > 0; i-- {
		if strings.IndexByte(".!?", line[i]) < 0 || line[i+1] != ' ' || abbreviation(line[:i]) {
			continue
		}
		if before := line[:i+1]; saysSomething(before) && !vague(before) {
			return before
		}
		break
	}
	return line
}

// firstSentences cuts a line behind its first sentence. A short one that points at what it speaks of
// ("When it is gone, this fails.") has the next beside it, as far as there is room.
func firstSentences(line string) string {
	if i := strings.IndexAny(line, "。！？"); i > shortSentence {
		if r, n := utf8.DecodeRuneInString(line[i:]); r != '。' {
			i += n
		}
		return line[:i]
	}
	end := 0
	for i := shortSentence; i < min(len(line)-1, titleRunes); i++ {
		if strings.IndexByte(".!?", line[i]) < 0 || line[i+1] != ' ' || line[i-1] == '.' || abbreviation(line[:i]) {
			continue
		}
		if end > 0 || i >= littleSentence || !pointer.MatchString(line[:i]) {
			return line[:i+1]
		}
		end = i + 1
	}
	return line
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// abbreviation reports whether a text ends in "e.g", "i.e", "etc" or a single letter.
func abbreviation(text string) bool {
	word := text[strings.LastIndexAny(text, " (")+1:]
	return len(word) == 1 || word == "e.g" || word == "i.e" || word == "etc" || word == "vs"
}

// escapes are colours and the like of a terminal, and the marks around what was pasted there.
var escapes = lazy.MustCompile(`\x1b\[[0-9;?]*[A-Za-z~]`)

// FirstLine returns the first line of a text that is not blank, cut to a length
// that fits a title.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.Join(strings.Fields(escapes.ReplaceAllString(line, "")), " ")
	room, fit := titleRunes, 0
	for _, r := range line {
		if room -= columns(string(r)); room < 0 {
			break
		}
		fit++
	}
	return shorten(line, fit)
}

// columns is how wide a line is. Signs of East Asian scripts are twice as wide as others, and say as much as two or three.
func columns(line string) int {
	n := 0
	for _, r := range line {
		if n++; wide(r) {
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	return r >= 0x2E80 && (r < 0x3040 || r >= 0xFF00 && r <= 0xFF60 ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

// withoutEmphasis removes the marks of emphasis around words. Those within a word are a part of it:
// of the name of a variable, or of a key, which would no longer be recognized as the one that is
// redacted elsewhere.
func withoutEmphasis(line string) string {
	if !strings.Contains(line, "**") && !strings.Contains(line, "__") {
		return line
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		pair := i+1 < len(line) && line[i] == line[i+1] && (line[i] == '*' || line[i] == '_')
		switch {
		case !pair:
			b.WriteByte(line[i])
		case i > 0 && inWord(line[i-1]) && i+2 < len(line) && inWord(line[i+2]):
			b.WriteString(line[i : i+2])
			i++
		default:
			i++
		}
	}
	return b.String()
}

func inWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// shorten cuts a line to a number of characters: between words, or in front of the one that is too
// long. The rest of an address or a key says nothing, and is no longer recognized as what must be
// redacted. In scripts without blanks it cuts anywhere.
func shorten(line string, most int) string {
	r := []rune(line)
	if len(r) <= most {
		return line
	}
	cut := most - 1
	for cut > 0 && ' ' < r[cut] && r[cut] < unicode.MaxASCII && ' ' < r[cut-1] && r[cut-1] < unicode.MaxASCII {
		cut--
	}
	if i := strings.LastIndexByte(string(r[:cut]), ' '); i > len(string(r[:cut]))*3/4 { // as a word of other letters may be cut, too
		cut = len([]rune(string(r[:cut])[:i]))
	}
	if line = strings.TrimSpace(string(r[:cut])); line == "" {
		return ""
	}
	return line + "…"
}
