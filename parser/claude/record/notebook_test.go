package record

import (
	"strings"
	"testing"

	"steno/parser/raw"
)

// Of the notebook as it was before an edit, a result keeps what the cell said.
func TestNotebook(t *testing.T) {
	t.Parallel()
	const notebook = `"{\"cells\":[{\"source\":\"# Wind\"},{\"id\":\"c\",\"source\":[\"x = 1\\n\",\"y = 2\"]}]}"`
	for _, test := range []struct{ name, result, want string }{
		{"by id", `"cell_id":"c","edit_mode":"replace"`, "x = 1\ny = 2"},
		{"by number", `"cell_id":"cell-0"`, "# Wind"},
		{"not there", `"cell_id":"cell-2"`, ""},
		{"no number", `"cell_id":"cell--1"`, ""},
		{"a new cell", `"cell_id":"c","edit_mode":"insert"`, ""},
		{"known", `"cell_id":"c","old_source":"z"`, "z"},
	} {
		r, err := NewDecoder().Decode([]byte(`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":{` + test.result + `,"original_file":` + notebook + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := raw.ParseObject(r.Message.Result).String("old_source"); got != test.want || strings.Contains(string(r.Message.Result), "cells") {
			t.Errorf("%s: got %q of %s", test.name, got, r.Message.Result)
		}
	}
}
