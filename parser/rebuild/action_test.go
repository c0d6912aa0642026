package rebuild

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// TestSkills names the skill that a call loads, by what agents call it.
func TestSkills(t *testing.T) {
	t.Parallel()
	kinds := map[string]parser.ActionKind{"load": parser.ActionSkill}
	for _, in := range []string{`{"skill":"sails"}`, `{"description":"How to sail","name":"sails"}`, `{"id":"sails"}`} {
		c := &parser.ToolCall{Name: "load", Input: jsontext.Value(in)}
		if Act(c, kinds, ""); c.Action.Kind != parser.ActionSkill || c.Action.About != "sails" {
			t.Errorf("%s: %+v, want the skill sails", in, c.Action)
		}
	}
}
