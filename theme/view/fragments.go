package view

import (
	"html/template"
	"time"

	"steno/theme/card"
)

// The views of the fragments: what the templates of thread.html are given. An ID
// is an id to define, "" when an earlier element has it already.

// Stamp is the time of a message, which is its permalink.
type Stamp struct {
	Anchor string // what the permalink leads to
	Time   time.Time
	Dated  bool // the day is shown, too: it differs from that of the stamp before
}

// Prompt is what begins a turn.
type Prompt struct {
	ID       string
	Label    string // id of the heading
	Number   int    // of the turn on its branch; 0 for what precedes any prompt
	Name     string // what it is called without a Sender: "Prompt 3"; in an agent's thread "Task" and "Message 2"
	Sender   string
	Mode     string
	Thinking string
	Again    bool // the prompt before has the same mode and thinking
	PlanFrom *Link
	About    string // the question that it answers, the call that it declined or allowed: shown where the call is not
	Versions *Versions
	Said     *Said
	Notes    []string
	Blocks   []Block
	Stamp    Stamp
}

// Said is what the session's publisher says about a turn.
type Said struct {
	Mark string
	Note *Text
}

// Versions leads through the prompts that were sent at the same place.
type Versions struct {
	Number     int  // of the one that is shown, from 1
	Count      int  // of all
	Live       bool // the version that is shown is on the current branch
	Prev, Next *Version
}

// Version is one of the prompts that were sent at the same place.
type Version struct {
	Number int
	Href   string
	Title  string
	Live   bool
}

// Reply is what the model said in one message.
type Reply struct {
	ID      string
	Heading string // hidden heading for screen readers
	Error   string // "API error", with its kind if that is known
	Model   string // "" where model and effort are the same as the last reply's
	Effort  string // how much the model was asked to think; set only together with Model
	Tokens  string // in, cached, out: "1.2k/83k/520"
	Stop    string // why the reply is cut, "" when it is whole
	Notes   []string
	Blocks  []Block
	Stamp   Stamp

	Thoughts *Thoughts
}

// Block is one block; one of Text, Media, Fold and Command is set.
type Block struct {
	ID      string
	Text    *Text
	Media   template.HTML // an image or a document
	Whole   *Whole        // of a document
	Fold    *Fold
	Command *Command
}

// Text is prose, whole or its start.
type Text struct {
	HTML    template.HTML
	Long    bool          // folded behind Preview
	Quote   bool          // pasted by the user
	Preview template.HTML // start of a long text
	Cites   template.HTML // what it is based on
	Size    int
	Whole   *Whole
}

// Whole leads to the whole of a text of which only the start is shown.
type Whole struct {
	Href string
	Size int
}

// Fold is a one-line row that unfolds.
type Fold struct {
	Class, Icon           string
	Verb, Object, Outcome string
	Failed, Open          bool
	Fields                []Field
	HTML                  template.HTML
	Pre                   template.HTML
	Values                template.HTML // names and values
	Link                  *Link
	Whole                 *Whole
	Raw                   string // the record behind it, "" for none
}

// Empty reports whether there is nothing to unfold.
func (f *Fold) Empty() bool {
	return len(f.Fields) == 0 && f.HTML == "" && f.Pre == "" && f.Values == "" && f.Whole == nil
}

// Command is a command that the user gave the client, with its output.
type Command struct {
	Name, Args           string
	Body, Stdout, Stderr template.HTML
	Lines                int // of Stdout, which is folded; 0 when it is not
	Whole                *Whole
}

// Step is one step of a run.
type Step struct {
	ID       string // of the message
	Inner    string // of the block
	Tokens   string // of the reply that the step begins
	Card     *card.View
	Open     bool // the card is open
	Aside    bool // part of the conversation: a plan or a question, not what an agent was asked
	Failed   bool // in any way: declined and interrupted calls too
	Error    bool
	Fold     *Fold
	Agent    *Link
	Task     []*Link // the other calls of its task: the one that started it, its notification, those that asked for its output
	Output   *Link   // where its result is shown instead
	Extra    []Block
	Time     time.Time
	Thoughts *Thoughts
}

// Run is a run of steps without a word between them.
type Run struct {
	Fold     bool
	Sum      string // "12 tool calls"
	Tools    string // "7 reads, 3 commands, 2 edits"; of thoughts what they are about
	Icon     string // "tool", "event" for notes, "thinking"
	Changed  *Lines
	Failures []FailedCall
	Outcomes string // of Failures, by kind: "2 failed, 1 rejected"
	Duration string
	Rows     template.HTML
}

// FailedCall names a failed call of a folded run.
type FailedCall struct {
	Anchor, Verb, Object, Outcome string
	Why                           string // what it had to say
	Error                         bool   // not merely declined or interrupted
	State                         card.State
}

// Compaction is a place where the context was summarised or cleared.
type Compaction struct {
	ID, SummaryID string
	Cleared       bool // the context was cleared: there is neither summary nor figures
	Trigger       string
	Pre, Post     int
	Took          string
	Text          string
	Summary       []Block
	Stamp         Stamp
}

// TurnEnd is the line below a turn.
type TurnEnd struct {
	Parts   []string // "12 min", "1.2M tokens", "$0.40", "45 calls"
	Changed *Lines
	Files   int
	Commits int
	Ending  string // "interrupted by the user", "" for the usual end
	Failed  bool   // it ended with an error
	Rows    []template.HTML
}

// Thoughts is the mark of thoughts that were not recorded.
type Thoughts struct {
	ID    string   // of the first
	More  []string // of the others
	Title string
}

// Lines is how many lines were changed.
type Lines struct{ Added, Removed int }
