package aside

import (
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/raw"
)

func TestInPlace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, blocks string
		ids          []int
		want         string
	}{
		{"at the end", "see [Image #1]|1", []int{1}, "see [Image #1]|1"},
		{"in the middle", "see [Image #1] and go|1", []int{1}, "see [Image #1]|1| and go"},
		{"two, the other way round", "a [Image #2] b [Image #1] c|1|2", []int{1, 2}, "a [Image #2]|2| b [Image #1]|1| c"},
		{"not spoken of", "see|1", []int{1}, "see|1"},
		{"without numbers", "see [Image #1] there|1", nil, "see [Image #1] there|1"},
		{"of another number", "see [Image #7] there|1", []int{1}, "see [Image #7] there|1"},
		{"in a later text", "a|b [Image #3] c|1", []int{3}, "a|b [Image #3]|1| c"},
	} {
		var blocks []parser.Block
		for _, part := range strings.Split(test.blocks, "|") {
			if len(part) == 1 && part >= "1" && part <= "9" {
				blocks = append(blocks, &parser.Image{Ref: part})
			} else {
				blocks = append(blocks, &parser.Text{Text: part})
			}
		}
		var got []string
		for _, b := range InPlace(blocks, test.ids) {
			switch b := b.(type) {
			case *parser.Text:
				got = append(got, b.Text)
			case *parser.Image:
				got = append(got, b.Ref)
			}
		}
		if g := strings.Join(got, "|"); g != test.want {
			t.Errorf("%s: %q, want %q", test.name, g, test.want)
		}
	}
}

// TestLongNames: what a title would cut is said as a text, and once.
func TestLongNames(t *testing.T) {
	t.Parallel()
	banner := "[Truncated: the first 700 of 1176 lines of notes.md. " + strings.Repeat("Read the next page for the rest. ", 4) + "]"
	long := Attachment("read_truncation_notice", raw.ParseText(`{"banner":"`+banner+`","toolUseID":"toolu_1"}`))
	if long.Text != banner || long.Name != "" || len(long.Fields) != 1 {
		t.Errorf("a long name: %+v", long)
	}
	if short := Attachment("read_truncation_notice", raw.ParseText(`{"banner":"cut"}`)); short.Name != "cut" || short.Text != "" {
		t.Errorf("a short name: %+v", short)
	}
}

// FuzzAttachment: whatever an attachment holds, it is read without end or harm.
func FuzzAttachment(f *testing.F) {
	f.Add("task_reminder", `{"content":[{"id":"1","subject":"a","status":"completed"}]}`)
	f.Add("selected_lines_in_ide", `{"filename":"a","lineStart":1,"lineEnd":2}`)
	f.Add("mcp_resource", `{"content":{"contents":[{"text":"a"}]}}`)
	f.Add("x", `{"content":[[[["a"]]]],"b":{"c":1}}`)
	f.Fuzz(func(t *testing.T, kind, object string) {
		o := raw.ParseText(object)
		Attachment(kind, o)
		Event(o)
		Memories(o)
		HookOutput(object)
	})
}

// TestNothing: a record without anything in it says so.
func TestNothing(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ kind, record, want string }{
		{"task_reminder", `{"type":"task_reminder","content":[],"itemCount":0}`, "no tasks"},
		{"todo_reminder", `{"type":"todo_reminder","content":"Write them down","itemCount":0}`, ""},
		{"task_reminder", `{"type":"task_reminder","content":[{"subject":"Mend","status":"completed"}],"itemCount":1}`, "1 of 1 done"},
		{"command_permissions", `{"type":"command_permissions","allowedTools":[]}`, "none"},
		{"command_permissions", `{"type":"command_permissions","allowedTools":["Read"]}`, ""},
		{"deferred_tools_delta", `{"type":"deferred_tools_delta","addedNames":[],"removedNames":["Read"]}`, "removed"},
		{"auto_mode", `{"type":"auto_mode","bypass":false}`, ""},
		{"ultra_effort_enter", `{"type":"ultra_effort_enter"}`, ""},
	} {
		if got := Attachment(test.kind, raw.ParseText(test.record)).Name; got != test.want {
			t.Errorf("%s is called %q, want %q", test.record, got, test.want)
		}
	}
}
