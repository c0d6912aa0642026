package card

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/html"

	"steno/parser"
	"steno/theme/ansi"
	"steno/theme/markup"
)

// leftOut are the fields of structured results that a card may drop: copies of
// input or text, figures that the row tells, notes of the client to itself.
var leftOut = []string{
	"originalFile", "originalFileContents", "type", "usage", "status", "durationMs", "durationSeconds",
	"totalDurationMs", "totalTokens", "totalToolUseCount", "numLines", "startLine", "totalLines", "numFiles", "mode", "agentId",
	"originalSize", "base64", "oldStart", "oldLines", "newStart", "newLines", "timestamp", "stdoutLines", "stderrLines",
	"task_type", "retrieval_status", "updatedFields", "tool_use_id", "bytes", "output_type", "ename", "evalue", "image/png",
	"total_deferred_tools", "lines", "exitCode", "code", "codeText", "language", "answers", "handback", "harnessSectionHash",
}

// TestComplete holds a promise: each word of input and result is on the card.
func TestComplete(t *testing.T) {
	t.Parallel()
	tpl := testTemplate(t)
	for _, tc := range testCalls() {
		t.Run(tc.Name, func(t *testing.T) {
			t.Parallel()
			r, s := testRenderer(t)
			call := tc.call()
			page := squeeze(pageText(t, render(t, tpl, r.Call(call))) + "\n" + strings.Join(s.data, "\n"))
			leaves(call.Input, func(name, text string) { wantWords(t, page, "input "+name, text) })
			if call.Result == nil {
				return
			}
			wantWords(t, page, "result", withoutCopies(call))
			leaves(call.Result.Structured, func(name, text string) { wantWords(t, page, "structured "+name, text) })
		})
	}
}

// withoutCopies is a result's text without what a card shows in another form.
func withoutCopies(c *parser.ToolCall) string {
	text, _ := cutUsage(unwrapError(c.Result.Text())) // figures, with names and units of their own
	if output := c.Result.Text(); c.Name == "TaskOutput" && strings.HasPrefix(output, "<retrieval_status>") {
		return tag(output, "output")
	}
	if c.Name == "Edit" || c.Name == "Write" || c.Name == "MultiEdit" {
		var rest strings.Builder
		for line := range strings.Lines(text) {
			if !confirms(strings.TrimRight(line, "\r\n")) {
				rest.WriteString(line)
			}
		}
		text = rest.String()
	}
	if note, below := leadingNote(text); note != "" {
		text = below + "\n" + note
	}
	if numbered, _, rest, ok := parseNumbered(text); ok {
		return numbered + "\n" + rest
	}
	if c.Result.Persisted != nil && c.Result.Persisted.Found {
		return c.Result.Persisted.Text
	}
	if v := jsontext.Value(text); isJSON(text) {
		var b strings.Builder
		leaves(v, func(_, s string) { b.WriteString(s + "\n") })
		return b.String()
	}
	return text
}

func wantWords(t *testing.T, page, what, text string) {
	t.Helper()
	text = plainWords(text)
	for line := range strings.Lines(text) {
		words := squeeze(strings.ReplaceAll(line, "_", " ")) // a name such as "pre_existing" reads as words
		if line = squeeze(line); line != "" && !strings.Contains(page, line) && !strings.Contains(page, words) {
			t.Errorf("%s: %q is not on the card:\n%s", what, line, page)
		}
	}
}

// plainWords takes away what rendering turns into something else than text.
func plainWords(s string) string {
	s = ansi.Strip(strings.ReplaceAll(s, "building \x1b[33m10%\x1b[0m\r", ""))
	s = strings.TrimSuffix(s, "…") // what was cut is on the card whole
	s = strings.NewReplacer("**", "", "*", "", "`", "", "<stdout>", "", "</stdout>", "", noteTag, "", noteEndTag, "").Replace(s)
	var out []string
	for line := range strings.Lines(markup.Clean(s)) {
		line = strings.TrimLeft(line, "#-> ")
		if i := strings.Index(line, ". "); i > 0 && i < 3 {
			line = line[i+2:]
		}
		if !strings.HasPrefix(line, "Links: ") && !strings.HasPrefix(line, "<status>") && !strings.HasPrefix(line, "<timestamp>") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// squeeze drops all white space and the signs that Markdown takes.
func squeeze(s string) string {
	return strings.NewReplacer("*", "", "`", "").Replace(strings.Join(strings.Fields(s), ""))
}

// leaves goes through the strings and numbers of a JSON value, small numbers and
// fields of leftOut left out.
func leaves(v jsontext.Value, yield func(name, text string)) { leaf("", v, yield) }

func leaf(name string, v jsontext.Value, yield func(name, text string)) {
	if slices.Contains(leftOut, name) {
		return
	}
	switch v.Kind() {
	case '{':
		o := asObject(v)
		for _, m := range o.members {
			leaf(m.name, m.value, yield)
		}
	case '[':
		for _, item := range asList(v) {
			leaf(name, item, yield)
		}
	case '"':
		if s := asText(v); isJSON(s) {
			leaf(name, jsontext.Value(s), yield)
		} else {
			yield(name, strings.TrimPrefix(s, "Error: "))
		}
	}
}

func pageText(t *testing.T, page string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}
