package card

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/theme/highlight"
	"steno/theme/words"
)

// read shows what was read of a file, with its true line numbers.
func read(c *call) {
	file := c.in.first("file_path", "path", "filePath")
	c.codeRow("read", "Read", c.path(file))
	offset, limit := c.in.int("offset"), c.in.int("limit")
	if pages := c.in.take("pages"); pages != "" {
		c.show(pages)
		c.chip("pages "+pages, "")
	}
	got := c.out.object("file")
	c.out.skip("type")
	content := got.take("content")
	text, start, rest := content, got.int("startLine"), ""
	said, printed := leadingNote(c.text)
	if numbered, first, after, ok := parseNumbered(printed); ok {
		if text == "" || same(text, numbered) {
			text, start, rest = numbered, first, strings.TrimSpace(said+"\n"+after)
			c.show(c.text)
		}
	}
	total := got.int("totalLines")
	if p, ok := parsePrinted(c.text); ok && text == "" && c.ok() {
		c.show(c.text)
		c.out.skip("truncated")
		if p.entries {
			c.plain("", p.text)
			c.plain("Note to the model", noteText(p.rest))
		} else {
			text, start, total, rest = p.text, p.start, p.total, p.rest
		}
	}
	if c.Result != nil && c.ok() && text != "" {
		n, total := linesRead(cmp.Or(content, text), start, got.int("numLines"), total)
		readChips(c, n, start, total, offset, limit)
		showSource(c, text, file, start)
		if rest != "" {
			c.plain("Note to the model", noteText(rest))
			c.fold()
		}
	} else if offset > 0 || limit > 0 {
		c.note(lineRange(offset, limit))
	}
	if cells := got.list("cells"); len(cells) > 0 {
		showCells(c, cells)
		c.acknowledged()
	} else if text == "" {
		printedCells(c)
	}
	showFile(c, got)
}

// readPlain shows the text of a file that a tool of another agent printed as it is, or as good as.
func readPlain(c *call) {
	if !c.ok() || hasMedia(c) || c.includes(c.text) {
		return
	}
	from := 0
	for _, k := range []string{"offset", "start_line"} {
		from = max(from, c.in.int(k))
	}
	p, ok := parsePlain(c.Name, c.text, from)
	if !ok {
		return
	}
	c.show(c.text)
	readChips(c, lines(p.text), p.start, p.total, 0, 0)
	c.in.skip("start_line", "end_line")
	showSource(c, p.text, c.Action.File, p.start)
	c.plain("Note to the model", noteText(p.rest))
	if p.rest != "" {
		c.fold()
	}
}

// showFile shows what a read gave that is not text: an image, a PDF.
func showFile(c *call, got *object) {
	got.skip("filePath", "numLines", "startLine", "totalLines", "originalSize", "dimensions")
	data := got.take("base64")
	if data != "" && !hasMedia(c) {
		if strings.HasPrefix(got.peek("type"), "image/") {
			c.add("", c.env.block(&parser.Image{Data: data}))
		} else {
			c.add("", c.env.block(&parser.Document{Data: data, Title: base(got.peek("filePath"))}))
		}
	}
	got.skip("type")
	c.details(got.rest())
}

// hasMedia reports whether an image or a document is among what a call gave, or came behind it.
func hasMedia(c *call) bool {
	if c.Result == nil {
		return false
	}
	media := func(b parser.Block) bool {
		switch b.(type) {
		case *parser.Image, *parser.Document:
			return true
		}
		return false
	}
	return slices.ContainsFunc(c.Result.Content, media) || slices.ContainsFunc(c.Extra, func(m *parser.Message) bool {
		return slices.ContainsFunc(m.Blocks, media)
	})
}

// linesRead returns how many lines a text has, and how many the file has, 0 when that is not recorded. The
// client counts pieces between newlines, so that a file whose last line ends with one has a piece more
// than lines.
func linesRead(text string, start, pieces, total int) (n, of int) {
	n = lines(text)
	if pieces <= n || !strings.HasSuffix("\n"+text, "\n") {
		return n, total
	}
	if max(start, 1)+pieces-1 < total {
		return pieces, total // the last lines are blank
	}
	return pieces - 1, max(start, 1) + pieces - 2
}

func readChips(c *call, n, start, total, offset, limit int) {
	c.chip(words.Plural(n, "line"), "")
	if start > 1 || total > n {
		note := "lines " + words.Number(max(start, 1)) + "–" + words.Number(max(start, 1)+n-1)
		if total > 0 {
			note += " of " + words.Number(total)
		}
		c.note(note)
	} else if offset > 1 {
		c.note(lineRange(offset, limit))
	}
}

func lineRange(offset, limit int) string {
	if limit <= 0 {
		return "from line " + words.Number(offset)
	}
	if offset <= 0 {
		return "first " + words.Plural(limit, "line")
	}
	return "lines " + words.Number(offset) + "–" + words.Number(offset+limit-1)
}

// showSource shows a file's text. Markdown that was read from its beginning is shown as prose, which has all
// that the source says, comments and addresses too.
func showSource(c *call, text, file string, start int) {
	if isMarkdownFile(file) && start <= 1 && len(text) <= maxText {
		c.document("", fenced(text))
		return
	}
	c.code("", highlight.Code{Text: text, File: file, Start: max(start, 1)})
}

// fenced returns a Markdown file with its front matter as a block of code, as Markdown takes it for a rule and a heading.
func fenced(text string) string {
	const mark, fence, most = "---", "````", 8 << 10
	head, rest, _ := strings.Cut(text, "\n")
	if strings.TrimSpace(head) != mark || !memberLine.MatchString(rest) {
		return text
	}
	for at := 0; at < min(len(rest), most); {
		line, _, whole := strings.Cut(rest[at:], "\n")
		if strings.TrimRight(line, " \t\r") == mark {
			if strings.Contains(rest[:at], fence) {
				break
			}
			return fence + "yaml\n" + rest[:at] + fence + "\n" + rest[at+len(line):]
		}
		if !whole {
			break
		}
		at += len(line) + 1
	}
	return text
}

// memberLine matches what front matter begins with: a key of YAML.
var memberLine = lazy.MustCompile(`^[\w-]+:\s`)

func isMarkdownFile(file string) bool {
	switch strings.ToLower(path.Ext(base(file))) {
	case ".md", ".markdown", ".mdx":
		return true
	}
	return false
}

// Tags around what the client says to the model beside a file.
const (
	noteTag    = "<system-reminder>"
	noteEndTag = "</system-reminder>"
)

// leadingNote cuts a note to the model from the text of the file below it: that a memory is old, for one.
func leadingNote(s string) (note, text string) {
	if strings.HasPrefix(s, noteTag) {
		if end := strings.Index(s, noteEndTag); end >= 0 {
			end += len(noteEndTag)
			return s[:end], strings.TrimLeft(s[end:], "\r\n")
		}
	}
	return "", s
}

// noteText returns a note without the tags around it, which its label says.
func noteText(s string) string {
	return strings.TrimSpace(strings.NewReplacer(noteTag, "", noteEndTag, "").Replace(s))
}

// parseNumbered reads text as `cat -n` prints it: a number, an arrow or a tab, a
// line. What follows the numbered lines is given apart. It is no such text when
// its first line has no number.
func parseNumbered(s string) (text string, start int, rest string, ok bool) {
	var b strings.Builder
	if _, _, numbered := numberedLine(s); numbered {
		b.Grow(len(s))
	}
	n := 0
	for at := 0; at < len(s); {
		end := strings.IndexByte(s[at:], '\n') + at + 1
		if end == at {
			end = len(s)
		}
		number, line, found := numberedLine(s[at:end])
		if !found || n > 0 && number != start+n {
			rest = s[at:]
			break
		}
		if n == 0 {
			start = number
		}
		n++
		b.WriteString(line)
		at = end
	}
	return strings.TrimSuffix(b.String(), "\n"), start, strings.TrimSpace(rest), n > 0
}

func numberedLine(s string) (number int, line string, ok bool) {
	digits := strings.TrimLeft(s, " ")
	i := 0
	for i < len(digits) && i < 9 && digits[i] >= '0' && digits[i] <= '9' {
		i++
	}
	if i == 0 {
		return 0, "", false
	}
	rest := digits[i:]
	line, ok = strings.CutPrefix(rest, "\t")
	if !ok {
		line, ok = strings.CutPrefix(rest, "→")
	}
	if !ok {
		return 0, "", false
	}
	number, err := strconv.Atoi(digits[:i])
	return number, line, err == nil
}
