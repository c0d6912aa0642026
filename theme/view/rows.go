package view

import (
	"encoding/json"
	"fmt"
	"time"

	"steno/parser"
	"steno/theme/words"
)

// A list of sessions that is longer than a page is sorted and filtered by a script as a
// whole. Its rows come as data, which the reader's browser fetches on first use: a call
// of stenoRows, since a page in a folder may load scripts and nothing else.

// rowData is a session of such a list. Cells are in the order of the table's columns
// behind the first.
type rowData struct {
	Href    string     `json:"h"`
	Title   string     `json:"t"`
	Excerpt string     `json:"e,omitempty"`
	Result  []string   `json:"r,omitempty"` // what is bad about it, "" for nothing, and the last reply, with a separator between them
	Tags    []string   `json:"g,omitempty"`
	Cells   []cellData `json:"c"`
	Facets  facets     `json:"f,omitempty"`
}

type cellData struct {
	Value int    `json:"v"`
	Text  string `json:"t"`
	Class string `json:"c,omitempty"` // "none"
	Small string `json:"s,omitempty"` // behind the text: the time of a day
}

// RowsScript makes the script with the rows of a list of sessions, in its order, and counts what
// the list can be narrowed by.
type RowsScript struct {
	WithFacets bool

	begun  bool
	facets facetCounts
}

// Add returns what a row adds to the script.
func (s *RowsScript) Add(r SessionRow) ([]byte, error) {
	d := newRowData(r)
	if s.WithFacets {
		d.Facets = facetsOf(r)
		s.facets.add(d.Facets)
		if p := r.Project.Text; p != "" {
			d.Tags = append([]string{p}, d.Tags...)
		}
	}
	data, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("writing the rows of a list: %w", err)
	}
	before := ","
	if !s.begun {
		s.begun, before = true, "stenoRows(["
	}
	return append([]byte(before), data...), nil
}

// End returns the end of the script.
func (s *RowsScript) End() []byte {
	if !s.begun {
		return []byte("stenoRows([])")
	}
	return []byte("])")
}

// Filters returns the filters for the list, without those that every session passes. There are none
// without facets.
func (s *RowsScript) Filters() []Filter { return s.facets.filters() }

// AgentsIn counts the agents of a list as the figures of a session do: those that the client
// started for itself are counted separately.
func AgentsIn(rows []AgentRow) string {
	internal := 0
	for _, a := range rows {
		if a.Kind == string(parser.AgentInternal) {
			internal++
		}
	}
	text := words.Plural(len(rows)-internal, "agent")
	switch {
	case internal == 0:
		return text
	case internal == len(rows):
		return words.Plural(internal, "internal agent")
	}
	return text + ", " + words.Number(internal) + " internal"
}

// SharedWords says how many prompts a session shares with the one that it is a copy of.
func SharedWords(r SessionRow) string {
	text := "+" + words.Plural(r.Shared, "prompt") + " shared"
	if r.SharedWith != "" {
		text += " with " + r.SharedWith
	}
	return text
}

func newRowData(r SessionRow) rowData {
	d := rowData{Href: r.Href, Title: r.Title, Excerpt: Beyond(r.Excerpt, r.Title), Tags: tagsOf(r)}
	switch came := r.Result; {
	case came.Bad != "" && came.Reply != "":
		d.Result = []string{came.Bad, " · " + came.Said()}
	case came.Bad != "" || came.Reply != "":
		d.Result = []string{came.Bad, came.Said()}
	}
	if d.Title == "" {
		d.Title = r.ID
	}
	count := func(n int) cellData {
		if n == 0 {
			return cellData{Value: 0, Text: "–", Class: "none"}
		}
		return cellData{Value: n, Text: words.Number(n)}
	}
	started := cellData{Text: "–"}
	if !r.Start.IsZero() {
		started = cellData{Value: int(r.Start.Unix()), Text: words.Day(r.Start), Small: words.Clock(r.Start)}
	}
	active := cellData{Value: int(r.Active / time.Second), Text: words.Duration(r.Active)}
	if r.ActiveAtMost && active.Text != "" {
		active.Text = "≤ " + active.Text
	}
	if active.Text == "" {
		active = cellData{Value: 0, Text: "–", Class: "none"}
	}
	prompts := cellData{Value: r.Prompts, Text: words.Number(r.Prompts)}
	called := cellData{Value: r.ToolCalls, Text: words.Number(r.ToolCalls)}
	if r.Unprompted {
		prompts = cellData{Value: 0, Text: "–", Class: "none"}
	}
	d.Cells = []cellData{started, prompts, called, count(r.Files), count(r.Errors), active, tokensCell(r.Tokens)}
	return d
}

// tagsOf is what a row says of a session in a word or two, besides its project.
func tagsOf(r SessionRow) []string {
	var tags []string
	if r.Branch != "" {
		tags = append(tags, r.Branch)
	}
	for _, tag := range r.Tags {
		tags = append(tags, "#"+tag.Text)
	}
	for _, m := range r.Models {
		tags = append(tags, ModelName(m))
	}
	count := func(n int, noun string) {
		if n > 0 {
			tags = append(tags, words.Plural(n, noun))
		}
	}
	count(r.Agents, "agent")
	count(r.CommitCount, "commit")
	if r.Result.Pushed {
		tags = append(tags, "pushed")
	}
	if r.Result.Tested {
		tags = append(tags, "tests passed")
	}
	count(r.Compactions, "compaction")
	count(r.Branches, "rewind")
	if r.Shared > 0 {
		tags = append(tags, SharedWords(r))
	}
	for _, pr := range r.PullRequests {
		tags = append(tags, pr.Text)
	}
	return tags
}

// tokensCell is the number of tokens, a dash where none were recorded.
func tokensCell(t Tokens) cellData {
	if t.Total() == 0 {
		return cellData{Value: 0, Text: "–", Class: "none"}
	}
	return cellData{Value: t.Total(), Text: words.Short(t.Total())}
}
