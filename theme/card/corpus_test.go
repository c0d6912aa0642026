package card

import (
	"bufio"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/tier"
)

// TestRecorded makes the card of every call in real transcripts, where there are any, in
// the plain tier in one file of eight: none may panic, be empty, or hold what checkSafe forbids, and the words of
// input and result stand on it.
func TestRecorded(t *testing.T) {
	t.Parallel()
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no transcripts in ../shared")
	}
	tpl := testTemplate(t)
	calls := recorded(t, corpus)
	missing := 0
	for _, c := range calls {
		r, s := testRenderer(t)
		v := r.Call(c)
		page := render(t, tpl, v)
		checkSafe(t, page)
		if v.Verb == "" || v.Icon == "" || !utf8.ValidString(page) {
			t.Errorf("card of %q: %+v", c.Name, v)
		}
		text := squeeze(pageText(t, page) + strings.Join(s.data, "\n"))
		leaves(c.Input, func(name, value string) { missing += missingWords(t, text, c.Name+" input "+name, value) })
		if c.Result != nil {
			missing += missingWords(t, text, c.Name+" result", withoutCopies(c))
		}
	}
	t.Logf("%d calls, %d lines not found", len(calls), missing)
}

// missingWords logs the lines of a text that are not on the page. Rendering
// changes text in too many ways for a test to fail on each.
func missingWords(t *testing.T, page, what, text string) int {
	n := 0
	for line := range strings.Lines(plainWords(text)) {
		if line = squeeze(line); line != "" && !strings.Contains(page, line) {
			n++
			t.Logf("%s: %.200q", what, line)
		}
	}
	return n
}

func recorded(t testing.TB, root string) []*parser.ToolCall {
	t.Helper()
	var calls []*parser.ToolCall
	n := 0
	err := filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".jsonl") {
			return err
		}
		if n++; !tier.OneIn(8, n) {
			return nil
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		byID := map[string]*parser.ToolCall{}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			calls = append(calls, callsOf(asObject(jsontext.Value(lines.Text())), byID)...)
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return calls
}

// callsOf takes the calls of one record and gives earlier ones their results.
func callsOf(record *object, byID map[string]*parser.ToolCall) []*parser.ToolCall {
	var calls []*parser.ToolCall
	for _, v := range asList(record.object("message").value("content")) {
		block := asObject(v)
		switch block.peek("type") {
		case "tool_use":
			c := &parser.ToolCall{ID: block.peek("id"), Name: block.peek("name"), Input: block.value("input")}
			byID[c.ID] = c
			calls = append(calls, c)
		case "tool_result":
			c := byID[block.peek("tool_use_id")]
			if c == nil || c.Result != nil {
				continue
			}
			c.Result = &parser.ToolResult{IsError: block.flag("is_error"), Structured: record.value("toolUseResult")}
			for _, part := range asList(block.value("content")) {
				o := asObject(part)
				switch {
				case part.Kind() == '"':
					c.Result.Content = append(c.Result.Content, &parser.Text{Text: asText(part)})
				case o.peek("type") == "text":
					c.Result.Content = append(c.Result.Content, &parser.Text{Text: o.peek("text")})
				case o.peek("type") == "image":
					c.Result.Content = append(c.Result.Content, &parser.Image{Data: o.object("source").peek("data")})
				default:
					c.Result.Content = append(c.Result.Content, &parser.Unknown{Type: o.peek("type"), Raw: part})
				}
			}
		}
	}
	return calls
}
