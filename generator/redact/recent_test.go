package redact

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

func TestRecentTexts(t *testing.T) {
	t.Parallel()
	long, most := strings.Repeat("word ", 20), strings.Repeat("-", mostRecent)
	reads := 0
	read := func(name, text string) string { reads++; return name + text }
	var r recent[string]
	for i, step := range []struct {
		name, text string
		reads      int
	}{
		{"", long, 1}, {"stdout", long, 1}, {"", long[:99] + "-", 2}, {"", long, 2},
		{"password", long, 3}, {"password", long, 4}, // the name has a meaning
		{"", "short", 5}, {"", "short", 5}, {"token", "short", 6}, {"", "short", 6},
		{"", most, 7}, {"", most, 7}, {"", long, 8}, // forgotten
	} {
		got := r.of(step.name, step.text, read)
		if reads != step.reads || !strings.HasSuffix(got, step.text) {
			t.Errorf("step %d: read %d times, want %d", i, reads, step.reads)
		}
	}
}

// TestRepeatedTextsAreRedactedInEachPlace redacts a text that is in a result and in its structured form.
func TestRepeatedTextsAreRedactedInEachPlace(t *testing.T) {
	t.Parallel()
	text := "the key is " + anyToken(1) + " and it is below /home/marianne/work, as it was before"
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	call := &parser.ToolCall{Name: "Bash", Result: &parser.ToolResult{
		Content: []parser.Block{&parser.Text{Text: text}}, Structured: jsontext.Value(`{"stdout":` + string(quoted) + `}`),
	}}
	turn := &parser.Turn{Messages: []*parser.Message{{Origin: parser.Origin{Anchor: "m-1"}, Blocks: []parser.Block{call}}, {Origin: parser.Origin{Anchor: "m-2"}, Blocks: []parser.Block{&parser.Text{Text: text}}}}}
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
	found := redactSession(mustNew(t, Options{}), s)
	at := map[string]int{}
	for _, f := range found {
		at[f.Anchor] += 1 + f.More
	}
	if n := at["m-2"]; n < 2 || at["m-1"] != 2*n {
		t.Errorf("findings by message: %v", at)
	}
	clean := call.Result.Content[0].(*parser.Text).Text
	if strings.Contains(clean, anyToken(1)) || strings.Contains(string(call.Result.Structured), anyToken(1)) || strings.Contains(clean, "marianne") {
		t.Errorf("not redacted: %s, %s", clean, call.Result.Structured)
	}
}
