package sessionjson

import (
	"steno/parser"
	"steno/parser/facts"
)

// Facts are the figures of a session, as its pages show them; docs/figures.md defines each.
type Facts struct {
	Prompts     int        `json:"prompts"`
	Replies     int        `json:"replies"`
	Calls       int        `json:"calls"`
	Agents      int        `json:"agents"` // internal ones left out
	Compactions int        `json:"compactions"`
	Errors      Errors     `json:"errors"`
	Changes     Changes    `json:"changes"`
	Files       []FileFact `json:"files"`              // that were changed, in order of the first change
	Tests       []TestRun  `json:"tests"`              // in order
	TokensLow   bool       `json:"tokensLow,omitzero"` // the recorded output tokens are too few for the text
}

// Errors counts what went wrong, by kind.
type Errors struct {
	Failed    int `json:"failed"`    // calls that failed, and errors of the API
	Rejected  int `json:"rejected"`  // calls that the user declined
	Denied    int `json:"denied"`    // calls that a rule, a hook or a classifier declined
	Cancelled int `json:"cancelled"` // calls that did not run because one beside them failed
}

// Changes sums up what happened to files.
type Changes struct {
	Files        int `json:"files"`      // with a net change
	Added        int `json:"added"`      // lines, net
	Removed      int `json:"removed"`    // lines, net
	ChurnAdded   int `json:"churnAdded"` // lines, of all changes
	ChurnRemoved int `json:"churnRemoved"`
	ByCommand    int `json:"byCommand"` // files that only commands changed
}

// FileFact is a file that the session changed.
type FileFact struct {
	Path         string `json:"path"`             // as tools were given it, at the end of the session
	From         string `json:"from,omitzero"`    // its path before it was moved
	Added        int    `json:"added"`            // lines, net
	Removed      int    `json:"removed"`          // lines, net
	AtLeast      bool   `json:"atLeast,omitzero"` // more may have been removed: what was overwritten is not recorded
	ChurnAdded   int    `json:"churnAdded"`       // lines, of all changes
	ChurnRemoved int    `json:"churnRemoved"`
	Edits        int    `json:"edits"`    // calls of tools that changed it
	Commands     int    `json:"commands"` // commands that changed it
	Created      bool   `json:"created,omitzero"`
	Deleted      bool   `json:"deleted,omitzero"`
	Anchor       string `json:"anchor"` // of the message that changed it first
}

// TestRun is one run of tests.
type TestRun struct {
	Tool     string   `json:"tool"` // "go test", "pytest" ...
	OK       bool     `json:"ok"`
	Passed   int      `json:"passed"`
	Failed   int      `json:"failed"`
	Skipped  int      `json:"skipped"`
	Packages bool     `json:"packages,omitzero"` // packages were counted, not tests
	Failures []string `json:"failures"`          // names of failed tests
	Anchor   string   `json:"anchor"`            // of the message that ran them
}

// FactsOf computes the figures of a session.
func FactsOf(s *parser.Session) *Facts {
	f := facts.Of(s)
	sum := f.Changed()
	out := &Facts{
		Prompts: f.Prompts, Replies: f.Replies, Calls: f.Calls, Agents: f.Agents, Compactions: f.Compactions,
		Errors: Errors(f.Errors), TokensLow: f.Understated(s.Usage), Files: []FileFact{}, Tests: []TestRun{},
		Changes: Changes{sum.Files, sum.Added, sum.Removed, sum.ChurnAdded, sum.ChurnRemoved, sum.ByCommand},
	}
	for i := range f.Files {
		file := &f.Files[i]
		out.Files = append(out.Files, FileFact{
			file.Path, file.From, file.Added, file.Removed, file.AtLeast, file.ChurnAdded, file.ChurnRemoved,
			file.Edits, file.Commands, file.Created, file.Deleted, file.First.Anchor(),
		})
	}
	for i := range f.Tests {
		r := &f.Tests[i]
		out.Tests = append(out.Tests, TestRun{r.Tool, r.OK(), r.Passed, r.Failed, r.Skipped, r.Packages, append([]string{}, r.Failures...), r.Call.Anchor()})
	}
	return out
}
