package theme

import (
	"html/template"
	"time"

	"steno/theme/card"
)

// The views of the fragments: what the templates of thread.html are given. An ID
// is an id to define, "" when an earlier element has it already.

type stampView struct {
	Anchor string // what the permalink leads to
	Time   time.Time
	Dated  bool // the day is told too: it is another than that of the stamp before
}

type promptView struct {
	ID       string
	Label    string // id of the heading
	Number   int    // of the turn on its branch; 0 for what precedes any prompt
	Sender   string
	Mode     string
	Thinking string
	PlanFrom *Link
	Versions *versionsView
	Said     *saidView
	Notes    []string
	Blocks   []blockView
	Stamp    stampView
}

// saidView is what the session's publisher says about a turn.
type saidView struct {
	Mark string
	Note *textView
}

// versionsView leads through the prompts that were sent at the same place.
type versionsView struct {
	Number, Count int  // of the one that is shown, and of all
	Live          bool // the one that is shown is on the live branch
	Prev, Next    *versionView
}

// versionView is one of the prompts that were sent at the same place.
type versionView struct {
	Number int
	Href   string
	Title  string
	Live   bool
}

type replyView struct {
	ID      string
	Heading string // for those who do not see the page
	Error   string // kind of API error
	Model   string // told where it is another than the last reply's
	Effort  string // the same: how much the model was asked to think
	Tokens  string // "1.2k in, 83k cached, 520 out"
	Stop    string // why the reply is cut, "" when it is whole
	Notes   []string
	Blocks  []blockView
	Stamp   stampView

	Thoughts *thoughtsView
}

// blockView is one block; one of Text, Media, Fold and Command is set.
type blockView struct {
	ID      string
	Text    *textView
	Media   template.HTML // an image or a document
	Whole   *wholeView    // of a document
	Fold    *foldView
	Command *commandView
}

type textView struct {
	HTML    template.HTML
	Long    bool          // folded behind Preview
	Quote   bool          // pasted by the user
	Preview template.HTML // start of a long text
	Cites   template.HTML // what it is based on
	Size    int
	Whole   *wholeView
}

// wholeView leads to the whole of a text of which only the start is shown.
type wholeView struct {
	Href string
	Size int
}

// foldView is a one-line row that unfolds.
type foldView struct {
	Class, Icon           string
	Verb, Object, Outcome string
	Failed, Open          bool
	Fields                []Field
	HTML                  template.HTML
	Pre                   template.HTML
	Values                template.HTML // names and values
	Link                  *Link
	Whole                 *wholeView
	Raw                   string // the record behind it, "" for none
}

// Empty reports that there is nothing to unfold.
func (f *foldView) Empty() bool {
	return len(f.Fields) == 0 && f.HTML == "" && f.Pre == "" && f.Values == "" && f.Whole == nil
}

type commandView struct {
	Name, Args           string
	Body, Stdout, Stderr template.HTML
	Whole                *wholeView
}

// rowView is one step of a run.
type rowView struct {
	ID, Inner string // of the message and of the block
	Tokens    string // of the reply that the step begins
	Card      *card.View
	Open      bool // the card is open
	Aside     bool // part of the conversation: a plan or a question, not what an agent was asked
	Failed    bool // in any way: declined and interrupted calls too
	Error     bool
	Fold      *foldView
	Agent     *Link
	Task      []*Link // the other calls of its task: the one that started it, its notification, those that asked for its output
	Output    *Link   // where its result is shown instead
	Extra     []blockView
	Time      time.Time
	Thoughts  *thoughtsView
}

// runView is a run of steps without a word between them.
type runView struct {
	Fold     bool
	Sum      string // "12 tool calls"
	Tools    string // "7 Read, 3 Bash, 2 Edit"
	Changed  *lineSum
	Failures []failureView
	Outcomes string // of Failures, by kind: "2 failed, 1 rejected"
	Duration string
	Rows     template.HTML
}

// failureView names a failed call of a folded run.
type failureView struct {
	Anchor, Verb, Object, Outcome string
	Error                         bool // not merely declined or interrupted
	State                         card.State
}

type compactionView struct {
	ID, SummaryID string
	Cleared       bool // the context was cleared: there is neither summary nor figures
	Trigger       string
	Pre, Post     int
	Took          string
	Text          string
	Summary       []blockView
	Stamp         stampView
}
