package theme

import (
	"steno/parser"
	"steno/theme/view"
)

// Refs resolves what a thread's blocks point at. All results are addresses
// relative to the page, "" when there is nothing to link to.
type Refs struct {
	Root    string                          // way to the site's root
	Task    bool                            // the thread is an agent's: its first prompt is the task that it was given
	Given   string                          // the task as the call gave it that spawned the agent; "" when there is none
	Lost    bool                            // the thread is of a session whose prompts were not recorded
	Copied  bool                            // the branch follows a beginning that another session has as well, which is on other pages
	Dir     string                          // the session's working directory, which paths are shown relative to; may be empty
	Agent   func(a *parser.Agent) string    // page of an agent
	Mate    func(name string) string        // page of the session of a teammate with that name; may be nil
	Branch  func(b *parser.Branch) string   // page of a rewound branch of the same thread
	Anchor  func(anchor string) string      // a message of the same thread, whatever page it is on, if already placed
	Session func(id string) string          // page of a session of the archive
	Forks   *Forks                          // where the branches of the thread left each other; nil when nobody knows yet
	Commit  func(sha string) string         // what leads to a commit of the session; may be nil
	Raw     func(b parser.Block) string     // the record behind a block that is shown in words
	Cost    func(u parser.Usage) view.Cost  // what a usage costs; may be nil
	Commits func(anchor string) int         // how many commits a message made; may be nil
	Change  func(c *parser.ToolCall) string // the net diff of the file that a call changed; may be nil
	File    func(path string) string        // what all sessions did with a file; may be nil
	// where the result of a call, or what another row unfolds to, is shown instead, nil for here;
	// may be nil
	Output func(b parser.Block) *view.Link
	// whether what calls read and printed is short, as the page must be quick to load; may be nil
	Brief func() bool
	Meter func(tool string, bytes int) // receives how many bytes of HTML each tool card has; may be nil
	// stores data in the session's files/ under a name made from its content, returns its address
	Spill func(ext string, data []byte) string
}

// Fragment is a piece of a thread page that must not be cut: a turn's prompt,
// one reply, a run of calls, a divider.
type Fragment struct {
	HTML    []byte
	Anchors []string          // ids it defines, for links
	Outline *view.OutlineItem // entry of the outline that starts here; Href is "#anchor", Page and Here are filled in later
	Kind    FragmentKind
	Aside   []byte // of a run: the steps that are in the conversation, failed ones among them; nil for none
	Failed  []byte // what went wrong: the failed steps of a run, or HTML; nil for nothing
	Errors  int    // how many errors there are in Failed
	Later   bool   // it links to anchors of other fragments as if they were on its page
	Said    bool   // the session's publisher says something of the turn that it opens
	Glued   bool   // the next fragment belongs below it: a sentence that ends in a colon
	Err     error  // a template failed (one of the project's theme, most likely); nothing follows
}

// FragmentKind says what a fragment is, for the levels of a thread.
type FragmentKind string

// Fragment kinds, named as the templates that make them.
const (
	FragmentPrompt     FragmentKind = "prompt"
	FragmentLeadIn     FragmentKind = "lead-in"
	FragmentReply      FragmentKind = "reply"
	FragmentRun        FragmentKind = "run"
	FragmentCompaction FragmentKind = "compaction"
	FragmentTurnEnd    FragmentKind = "turn-end"
	FragmentFormer     FragmentKind = "former"
)

// Opens reports whether a fragment begins a turn, or what a turn is below.
func (k FragmentKind) Opens() bool {
	return k == FragmentPrompt || k == FragmentLeadIn || k == FragmentCompaction
}

func (r *Refs) agent(a *parser.Agent) string {
	if r.Agent == nil || a == nil {
		return ""
	}
	return r.Agent(a)
}

func (r *Refs) branch(b *parser.Branch) string {
	if r.Branch == nil || b == nil {
		return ""
	}
	return r.Branch(b)
}

func (r *Refs) anchor(a string) string {
	if r.Anchor == nil || a == "" {
		return ""
	}
	return r.Anchor(a)
}

func (r *Refs) session(id string) string {
	if r.Session == nil || id == "" {
		return ""
	}
	return r.Session(id)
}

// output returns where the output of a call or another row is shown instead, nil for here.
// Questions, plans and what the user said when declining a call are part of the conversation, and
// no output.
func (r *Refs) output(b parser.Block) *view.Link {
	if r.Output == nil {
		return nil
	}
	if c, ok := b.(*parser.ToolCall); ok && (c.Outcome() == parser.Rejected || alone(c) && c.Action.Kind != parser.ActionDelegate) {
		return nil
	}
	return r.Output(b)
}

func (r *Refs) raw(b parser.Block) string {
	if r.Raw == nil {
		return ""
	}
	return r.Raw(b)
}

func (r *Refs) spill(ext string, data []byte) string {
	if r.Spill == nil {
		return ""
	}
	return r.Spill(ext, data)
}
