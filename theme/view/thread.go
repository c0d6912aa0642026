package view

import (
	"html/template"
	"time"

	"steno/theme/picture"
)

// AgentsPage lists all agents of a session that has too many for its head.
type AgentsPage struct {
	Page
	Session SessionRow
	Agents  []AgentRow // depth first, those of this page
	Pager   Pager
}

// BranchesPage lists all rewound branches of a thread that has too many for its head.
type BranchesPage struct {
	Page
	Thread   Link        // the page of the thread
	Branches []BranchRow // those of this page
	Pager    Pager
}

// ThreadPage is one page of a thread: a session's main one, an agent's, or a
// rewound branch of either.
type ThreadPage struct {
	Page
	Session     SessionHead
	Agent       *AgentHead     // on agent pages and their branches
	Branch      *BranchHead    // on branch pages
	Beginning   *BeginningHead // on pages of a shared beginning
	First       bool           // the first page of its thread: shows the full head
	Outline     []OutlineItem  // of the whole thread, all pages
	Pager       Pager
	Body        template.HTML // fragments of this page, in order
	Levels      []LevelLink   // the whole thread at each level, where it has several pages
	Level       string        // of this page: "prompts", "conversation" or "errors"; "" for everything
	ContinuesOn bool          // the page after this one starts in the middle of the last entry
	Continues   *OutlineItem  // the last entry before this page, when the page's first fragment starts none; nil otherwise
	Prev, Next  *Link         // neighbouring sessions of the project, on session pages
}

// AgentHead is the head of an agent page.
type AgentHead struct {
	AgentRow
	Prompt       string
	Parent       *Link      // the page of the agent or session that spawned it
	Link         string     // how the spawning call was found
	Children     []AgentRow // those below it, depth first; the first of very many
	Below        int        // how many there are
	MoreChildren *Link      // the pages that list all agents of the session, nil when Children does
	Start, End   time.Time
	Models       []string
	ModelUsage   []ModelRow
	TokensLow    bool // the recorded output tokens are too few for the text
	Failures     Failures
	Outcome      *Outcome          // how it ended, nil when it answered without a call
	Timeline     *picture.Timeline // nil when the session is too short for one
}

// BranchHead is the head of a branch page.
type BranchHead struct {
	BranchRow
	Thread     Link        // the page of the thread it belongs to
	Others     []BranchRow // other versions at the same fork point, the nearest of very many
	MoreOthers *Link       // the pages that list all branches, nil when Others does
}

// Beginning is what a session that began as a copy of another one has in common with it.
type Beginning struct {
	Href                    string // its pages
	From                    *Link  // the other session
	Prompts, Replies, Calls int
	Rows                    []Link // its first prompts
}

// BeginningHead is the head of a page that shows a shared beginning.
type BeginningHead struct {
	Thread  Link  // the page of the session itself, which continues after the beginning
	From    *Link // the other session that has this beginning; nil when it is not known
	Outputs bool  // outputs are shown on the pages of that session, or of one between them
}

// OutlineItem is one entry of a thread's outline.
type OutlineItem struct {
	Kind   string // "turn", "segment", "fork"
	Text   string
	Href   string
	Page   int  // 1-based
	To     int  // last of the pages that the entry represents; 0 when that is Page
	Here   bool // on the page being shown
	Errors int
	Calls  int
	End    string // how the turn ended: "interrupted", "2 commits"; "" for the usual end
	Mark   string // what the session's publisher calls the turn; "note" for one with a note alone
	Time   time.Time

	Versions int // of the prompt, this one included; 0 or 1 when it was never rewound
}
