package theme

import (
	"fmt"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/facts"
	"steno/theme/markup"
	"steno/theme/view"
	"steno/theme/words"
)

// A turn ends with one quiet line: what it took and what it changed. The records that the client
// writes at the end of a turn (how long it took, which hooks ran) unfold below it, and so do those
// that it writes every few calls although nothing changed.

// closing are the system records that belong to the end of a turn.
var closing = map[string]bool{"turn_duration": true, "stop_hook_summary": true}

// mostEnds is from how many records below a line on those that repeat something stay where they are.
const mostEnds = 32

// closes reports whether a message is such a record, and nothing that went wrong.
func closes(m *parser.Message) bool {
	if m.Kind != parser.KindEvent || len(m.Blocks) == 0 {
		return false
	}
	for _, b := range m.Blocks {
		if e, ok := b.(*parser.Event); (!ok || e.Failed || !e.Quiet || !closing[e.Subtype]) && !repeats(b) {
			return false
		}
	}
	return true
}

// repeats reports whether a block says nothing: a pull request that was shown before, a reminder
// that there are no tasks.
func repeats(b parser.Block) bool {
	switch b := b.(type) {
	case *parser.Event:
		return b.Type == "pr-link" && b.Quiet
	case *parser.Attachment:
		return b.Type == "task_reminder" && b.Quiet && !b.Failed && b.Text == "" && len(b.Fields) == 0
	}
	return false
}

// noted reports whether a turn has nothing but notes of the client, such as what hooks printed
// before the first prompt.
func noted(turn *parser.Turn) bool {
	for _, m := range turn.Messages {
		if m.Kind != parser.KindEvent || m.APIError != "" || len(m.Rest().Notes) > 0 {
			return false
		}
		for _, b := range m.Blocks {
			switch b.(type) {
			case *parser.Event, *parser.Attachment, *parser.Unknown:
				if !quiet(b) {
					return false
				}
			default:
				return false
			}
		}
	}
	return turn.Prompt == nil
}

// turnEnd emits the line below a turn.
func (r *thread) turnEnd(f facts.Turn, commits int, ends []*parser.Message) {
	for _, m := range ends {
		r.message(m)
	}
	steps := r.run.steps
	r.run.steps = nil
	defer r.run.clear()
	v := &view.TurnEnd{Files: f.Files, Commits: commits}
	for _, s := range steps {
		v.Rows = append(v.Rows, markup.FromTemplate(r.run.html(s)))
		r.made.ids = append(r.made.ids, s.anchors...)
	}
	if f.Worked >= time.Second {
		worked := words.Duration(f.Worked)
		if f.AtMost {
			worked = "at most " + worked
		}
		v.Parts = append(v.Parts, worked)
	}
	if f.Calls > 0 {
		v.Parts = append(v.Parts, words.Plural(f.Calls, "call"))
	}
	if n := f.Usage.Input + f.Usage.Output + f.Usage.CacheRead + f.Usage.CacheWrite; n > 0 {
		v.Parts = append(v.Parts, words.Short(n)+" tokens")
	}
	if r.refs.Cost != nil && f.Usage.Requests > 0 {
		if cost := r.refs.Cost(f.Usage); cost.Priced {
			v.Parts = append(v.Parts, cost.String())
		}
	}
	if f.Added+f.Removed > 0 {
		v.Changed = &view.Lines{Added: f.Added, Removed: f.Removed}
	}
	switch f.Ending {
	case facts.EndedInterrupted, facts.EndedDeclined, facts.EndedByClient:
		v.Ending = f.Ending.Words(f.Error)
	case facts.EndedError:
		v.Ending, v.Failed = f.Ending.Words(f.Error), true
	}
	if r.thoughts.turn > 0 {
		v.Parts = append(v.Parts, words.Plural(r.thoughts.turn, "thought")+" not recorded")
	}
	if len(v.Parts) == 0 && v.Ending == "" {
		if len(v.Rows) == 0 {
			return
		}
		v.Parts = []string{words.Plural(len(v.Rows), "record")}
	}
	r.emit("turn-end", v, nil)
}

// endWords says in the outline how a turn ended: what went wrong, and commits.
func endWords(f facts.Turn, commits int) string {
	var parts []string
	switch f.Ending {
	case facts.EndedInterrupted:
		parts = append(parts, "interrupted")
	case facts.EndedByClient:
		parts = append(parts, "client ended")
	case facts.EndedDeclined:
		parts = append(parts, "declined")
	case facts.EndedError:
		parts = append(parts, "API error")
	case facts.EndedWaiting:
		parts = append(parts, "question")
	}
	if commits > 0 {
		parts = append(parts, words.Plural(commits, "commit"))
	}
	return strings.Join(parts, " · ")
}

// said is what the session's publisher says about a turn, nil for nothing.
func (c content) said(turn *parser.Turn) *view.Said {
	if turn.Mark == "" && turn.Note == "" {
		return nil
	}
	v := &view.Said{Mark: words.Excerpt(turn.Mark, 200)}
	if turn.Note != "" {
		v.Note = c.text(turn.Note, true)
	}
	return v
}

// markOf is what the outline shows of what is said about a turn.
func markOf(turn *parser.Turn) string {
	if turn.Mark == "" && turn.Note != "" {
		return "note"
	}
	return words.Excerpt(turn.Mark, 60)
}

// commits counts the commits that a turn made.
func (r *Refs) commits(turn *parser.Turn) int {
	if r.Commits == nil {
		return 0
	}
	n := 0
	for _, m := range turn.Messages {
		n += r.Commits(m.Anchor)
	}
	return n
}

// modes are the words for permission modes, "" for those that say nothing.
var modes = map[string]string{
	"default": "", "manual": "", "bypassPermissions": "permissions bypassed", "acceptEdits": "edits accepted",
	"dontAsk": "pre-approved tools only", "plan": "plan mode", "auto": "auto mode", "ask": "asks first",
}

// mode is the permission mode in words, where it says something.
func mode(m string) string {
	if words, known := modes[m]; known {
		return words
	}
	return words.Excerpt(m, 40)
}

// budget is the thinking that was asked for: a level, or a budget of tokens.
func budget(thinking string) string {
	n := 0
	if _, err := fmt.Sscanf(thinking, "%d tokens", &n); err == nil && n > 0 {
		return "budget " + words.Short(n)
	}
	return thinking
}
