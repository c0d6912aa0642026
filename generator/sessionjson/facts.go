package sessionjson

import (
	"steno/parser"
	"steno/parser/facts"
)

// Facts are the figures of a session, as its pages show them; docs/figures.md defines each.
type Facts struct {
	Prompts     *int       `json:"prompts,omitzero"` // absent when the prompts were not recorded
	Replies     int        `json:"replies"`
	Calls       int        `json:"calls"`
	Agents      int        `json:"agents"`                           // internal ones left out
	Unrecorded  int        `json:"agentsWithoutTranscript,omitzero"` // of agents: those without a transcript
	Compactions int        `json:"compactions"`
	Errors      Errors     `json:"errors"`
	Changes     Changes    `json:"changes"`
	Files       []FileFact `json:"files"`              // that were changed, in order of the first change
	Tests       []TestRun  `json:"tests"`              // in order
	Outcome     Outcome    `json:"outcome"`            // how it ended
	Flags       []Flag     `json:"flags"`              // what a reviewer should look at twice, by kind
	Groups      []Group    `json:"errorGroups"`        // errors of all kinds, those on one subject together
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
	Outside      int `json:"outside"`   // files outside of the session's directories, which no other figure counts
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
	Outside      bool   `json:"outside,omitzero"` // outside of the session's directories: no sum counts it
	Anchor       string `json:"anchor"`           // of the message that changed it first
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

// Outcome is how a session ended.
type Outcome struct {
	// "reply", "interrupted", "api-error", "waiting", "declined", "unanswered", "empty", "calls", "by-model" or "by-client"
	Ending       string `json:"ending,omitzero"`
	Reply        string `json:"reply,omitzero"`        // anchor of the last reply with words on the current branch
	EditedAfter  int    `json:"editedAfter,omitzero"`  // files that were changed after the last test run
	Pushed       bool   `json:"pushed"`                // a push of the session succeeded
	PushAnchor   string `json:"pushAnchor,omitzero"`   // of the message with the last one
	CommitsAfter int    `json:"commitsAfter,omitzero"` // commits that were made after it
}

// Flag is something that a reviewer should look at twice.
type Flag struct {
	Kind   string `json:"kind"`           // "force-push", "no-verify" ..., see docs/figures.md
	Text   string `json:"text"`           // the command, the path, the length of time
	Anchor string `json:"anchor"`         // of the message
	Call   string `json:"call,omitzero"`  // id of the call
	Agent  string `json:"agent,omitzero"` // id of the agent, "" for the main thread
}

// Group are errors of one kind on one subject.
type Group struct {
	Kind     string `json:"kind"`              // "failed", "rejected", "denied" or "cancelled"
	Tool     string `json:"tool,omitzero"`     // "" for errors of the API
	Count    int    `json:"count"`             // how many there are
	Anchor   string `json:"anchor"`            // of the message with the first
	Resolved string `json:"resolved,omitzero"` // id of the next call of this kind on the subject that succeeded
	Agent    string `json:"agent,omitzero"`    // id of the agent, "" for the main thread
}

// FactsOf computes the figures of a session. more are review flags that are known from elsewhere.
func FactsOf(s *parser.Session, more ...facts.Flag) *Facts {
	f := facts.Of(s)
	f.AddFlags(more)
	sum := f.Changed()
	var prompts *int
	if !f.Unprompted {
		prompts = new(f.Prompts)
	}
	out := &Facts{
		Prompts: prompts,
		Replies: f.Replies, Calls: f.Calls, Agents: f.Agents, Unrecorded: f.Unrecorded, Compactions: f.Compactions,
		Errors: Errors(f.Errors), TokensLow: f.Understated(s.Usage), Files: []FileFact{}, Tests: []TestRun{},
		Outcome: outcomeOf(&f.Outcome), Flags: []Flag{}, Groups: []Group{},
		Changes: Changes{sum.Files, sum.Added, sum.Removed, sum.ChurnAdded, sum.ChurnRemoved, sum.ByCommand, sum.Outside},
	}
	for i := range f.Files {
		file := &f.Files[i]
		out.Files = append(out.Files, FileFact{
			file.Path, file.From, file.Added, file.Removed, file.AtLeast, file.ChurnAdded, file.ChurnRemoved,
			file.Edits, file.Commands, file.Created, file.Deleted, file.Outside, file.First.Anchor(),
		})
	}
	for i := range f.Tests {
		r := &f.Tests[i]
		out.Tests = append(out.Tests, TestRun{r.Tool, r.OK(), r.Passed, r.Failed, r.Skipped, r.Packages,
			append([]string{}, r.Failures...), r.Call.Anchor()})
	}
	for i := range f.Flags {
		flag := &f.Flags[i]
		row := Flag{Kind: string(flag.Kind), Text: flag.Text, Anchor: flag.Anchor, Agent: agentID(flag.Agent)}
		if flag.Call != nil {
			row.Call = flag.Call.ID
		}
		out.Flags = append(out.Flags, row)
	}
	for i := range f.Groups {
		g := &f.Groups[i]
		row := Group{Kind: string(g.Kind), Count: g.Count, Anchor: g.Message.Anchor, Agent: agentID(g.Agent)}
		if g.Call != nil {
			row.Tool = g.Call.Name
		}
		if g.Resolved != nil {
			row.Resolved = g.Resolved.ID
		}
		out.Groups = append(out.Groups, row)
	}
	return out
}

func outcomeOf(o *facts.Outcome) Outcome {
	out := Outcome{Ending: string(o.Ending), EditedAfter: o.Edits, CommitsAfter: o.Push.After}
	if o.Last != nil {
		out.Reply = o.Last.Anchor
	}
	if c := o.Push.Call; c != nil {
		out.Pushed, out.PushAnchor = true, c.Anchor()
	}
	return out
}

func agentID(a *parser.Agent) string {
	if a == nil {
		return ""
	}
	return a.ID
}
