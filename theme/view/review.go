package view

import "html/template"

// Outcome is how a session ended.
type Outcome struct {
	Preview template.HTML // the start of the last reply, "" when there is none
	More    bool          // the reply goes on, and the preview does not say so itself
	Href    string        // of the last reply
	Earlier bool          // the last reply answers an earlier prompt than the last one
	Ending  string        // "interrupted by the user" ...; "" for the usual end, a reply
	Run     string        // how a run without a user ended: "success"; "" for a session with one
	Tests   *TestRow      // the last test run, nil when there was none
	Edited  int           // files that were changed after it
	Push    string        // "pushed", "2 commits, no push in this session"; "" when there is nothing to push
	Pushed  string        // address of the push, "" when there was none
}

// FlagGroup are review flags of one kind.
type FlagGroup struct {
	Kind  string // "force-push", see docs/figures.md
	Words string // "force push"
	Total int
	Shown int       // how many of them are in Rows
	Rows  []FlagRow // the first ones; what was done several times in a row is one of them
}

// FlagRow is one thing that a reviewer should look at twice.
type FlagRow struct {
	Text  string // a command, a path, a length of time
	Href  string
	Agent string // in which agent, "" for the main thread
}

// LevelLink leads to a thread as a whole at one level.
type LevelLink struct {
	Words string // "Prompts"
	Href  string // "" for the level that is shown
	Count int    // prompts or errors of the thread; 0 for levels that count nothing
}
