package summary

import (
	"fmt"
	"testing"
	"time"

	"steno/generator/publish"
	"steno/theme/view"
)

func TestRepeats(t *testing.T) {
	t.Parallel()
	long := "Context: this summary is shown in a list, so that the pilot finds the tide it needs."
	one := view.SessionRow{Excerpt: "ping", Prompts: 1}
	with := func(change func(*view.SessionRow)) view.SessionRow {
		r := one
		change(&r)
		return r
	}
	review := func(file string, calls int) view.SessionRow {
		return view.SessionRow{Excerpt: "Review this change for security vulnerabilities. Changed files: " + file, Prompts: 1, ToolCalls: calls, Driven: true}
	}
	worked := with(func(r *view.SessionRow) { r.ToolCalls = 40 })
	for _, c := range []struct {
		name string
		rows []view.SessionRow // newest first
		want string            // those that repeat
	}{
		{"three of one prompt", []view.SessionRow{one, one, one}, "-rr"},
		{"two of one prompt", []view.SessionRow{one, one}, "--"},
		{"other prompts between them", []view.SessionRow{{Excerpt: "Mend it", Prompts: 1}, one, one, {Excerpt: "Oil it", Prompts: 1}, one}, "--r-r"},
		{"one that changed a file", []view.SessionRow{one, with(func(r *view.SessionRow) { r.Files = 1 }), one, one}, "--rr"},
		{"one that committed", []view.SessionRow{one, with(func(r *view.SessionRow) { r.CommitCount = 1 }), one, one}, "--rr"},
		{"some that worked", []view.SessionRow{one, one, worked, worked}, "----"},
		{"conversations that begin alike", []view.SessionRow{{Excerpt: "hi", Prompts: 9}, {Excerpt: "hi", Prompts: 4}, {Excerpt: "hi", Prompts: 3}}, "---"},
		{"observers of other sessions", []view.SessionRow{{Excerpt: long, Prompts: 9}, {Excerpt: long, Prompts: 40}, {Excerpt: long, Prompts: 3}}, "-rr"},
		{"reviews that a program asks for, among sessions of people", []view.SessionRow{review("a.go", 2), review("b.go", 30), {Excerpt: "Mend it", Prompts: 2, ToolCalls: 9}, review("c.go", 1)}, "-r-r"},
		{"a review that changed something", []view.SessionRow{review("a.go", 2), with(func(r *view.SessionRow) { *r = review("b.go", 2); r.Files = 1 }), review("c.go", 1), review("d.go", 1), one}, "--rr-"},
		{"nothing but runs of a program", []view.SessionRow{review("a.go", 2), review("b.go", 30), review("c.go", 1)}, "---"},
		{"without a prompt", []view.SessionRow{{}, {}, {}}, "---"},
	} {
		project := &publish.Project{}
		var sessions []*publish.Session
		var stored []*Stored
		for i, row := range c.rows {
			row.ID, row.Active = fmt.Sprint(i), time.Second
			sessions = append(sessions, &publish.Session{ID: row.ID, Project: project})
			stored = append(stored, InMemory(&Session{Row: row, Totals: view.Totals{Prompts: row.Prompts, Start: time.Unix(int64(-i), 0)}}))
		}
		got := ""
		for _, l := range NewestFirst(sessions, stored) {
			got += map[bool]string{false: "-", true: "r"}[l.Aside()]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	one.Active = time.Second
	row := InMemory(&Session{Row: one})
	here, again := &publish.Project{}, 0
	for _, l := range NewestFirst([]*publish.Session{{Project: here}, {Project: here}, {Project: &publish.Project{}}}, []*Stored{row, row, row}) {
		if l.Repeats {
			t.Error("sessions of other projects count")
		}
		if l.Aside() {
			again++
		}
	}
	if again != 2 {
		t.Errorf("%d sessions of three in two projects are aside, want 2", again)
	}
}
