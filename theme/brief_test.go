package theme

import (
	"bytes"
	"strings"
	"testing"

	"steno/parser"
)

// TestGiven shows the start of what a client put into the context, with a link to the whole, and all of what
// an agent wrote.
func TestGiven(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("- knots: ties two ropes\n", 300)
	tests := []struct {
		name  string
		block parser.Block
		cut   bool
	}{
		{"a list of skills", &parser.Attachment{Type: "skill_listing", Text: long}, true},
		{"a short list", &parser.Attachment{Type: "skill_listing", Text: long[:2400]}, false},
		{"instructions", &parser.Event{Type: "instructions", Text: long}, true},
		{"the report of an agent", &parser.Event{Type: "task-notification", Text: long}, false},
	}
	for _, tt := range tests {
		a := &author{}
		reply := a.reply(a.text("Done."))
		reply.Blocks = append(reply.Blocks, tt.block)
		var kept [][]byte
		refs := Refs{Spill: func(ext string, data []byte) string { kept = append(kept, data); return "files/given." + ext }}
		var all []byte
		for _, f := range render(t, loaded(t), branchOf(a.prompt(a.text("go")), reply), refs) {
			all = append(all, f.HTML...)
		}
		if n := bytes.Count(all, []byte("knots")); n == 0 || n < 90 != tt.cut {
			t.Errorf("%s: %d lines are shown", tt.name, n)
		}
		if linked := bytes.Contains(all, []byte("files/given.txt")); linked != tt.cut || tt.cut && (len(kept) != 1 || string(kept[0]) != long) {
			t.Errorf("%s: linked to the whole: %t, %d files kept", tt.name, linked, len(kept))
		}
	}
}

// TestBeginningHasNoTags: rows of what a client put into the context begin with its words.
func TestBeginningHasNoTags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<tide_notice>\nBoats stay in.\n</tide_notice>":  "Boats stay in.",
		"<tide instructions>\nBoats stay in.":            "Boats stay in.",
		"<tide-context>Boats stay in.":                   "Boats stay in.",
		"# For ~/pier\n\n<INSTRUCTIONS>\nBoats stay in.": "For ~/pier: Boats stay in.",
		"1 < 2 > 0, x<y":                                 "1 < 2 > 0, x<y",
	} {
		if got := beginning(text); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}
