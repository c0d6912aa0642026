package pages

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/theme/diff"
	"steno/theme/view"
)

// turnOf is where a call was made.
type turnOf struct {
	thread *threadSite
	turn   *parser.Turn
	number int // of the turn on its branch, 0 for what is before any prompt
}

// turnsOf finds the turn of each call that did something to a file.
func turnsOf(s *sessionSite) map[*parser.ToolCall]turnOf {
	turns := map[*parser.ToolCall]turnOf{}
	for i := range s.figures.Files {
		for _, c := range s.figures.Files[i].Calls {
			turns[c] = turnOf{}
		}
		for _, c := range s.figures.Files[i].Touched {
			turns[c.ToolCall] = turnOf{}
		}
	}
	for _, t := range s.threads {
		for _, bs := range t.branches {
			number := 0
			for turn := range bs.branch.Turns() {
				if turn.Prompt != nil {
					number++
				}
				for _, m := range turn.Messages {
					for c := range calls(m) {
						if _, wanted := turns[c]; wanted {
							turns[c] = turnOf{t, turn, number}
						}
					}
				}
			}
		}
	}
	return turns
}

// link fills in the links of a file's view from dir.
func (f *changedFile) link(s *sessionSite, dir string, turns map[*parser.ToolCall]turnOf) {
	links := func(calls []*facts.Call) (list []view.Link, more int) {
		seen := map[*parser.Turn]bool{}
		for _, c := range calls {
			at := turns[c.ToolCall]
			href := s.linkAnywhere(dir, c.ToolCall.Anchor)
			if at.turn == nil || seen[at.turn] || href == "" {
				continue
			}
			seen[at.turn] = true
			if len(list) == mostTurns {
				more++
				continue
			}
			l := view.Link{Text: "Before any prompt", Href: href}
			switch {
			case at.thread.agent != nil:
				l.Text = "Agent: " + prose.Excerpt(publish.AgentTitle(at.thread.agent), 40)
			case at.turn.Prompt == nil && at.number > 0:
				l.Text = fmt.Sprintf("After prompt %d", at.number)
			case at.number > 0:
				l.Text = fmt.Sprintf("Prompt %d", at.number)
				l.Note = prose.Excerpt(publish.PromptLine(at.turn.Prompt), 80)
			}
			list = append(list, l)
		}
		return list, more
	}
	for i := range f.hunks {
		h := &f.view.Hunks[i]
		h.Turns, h.More = links(f.hunks[i].Calls)
	}
	for _, n := range notesOf(f.File) {
		note := view.DiffNote{Text: n.text}
		note.Links, note.More = links(n.calls)
		f.view.Notes = append(f.view.Notes, note)
	}
	if all := s.figures.diffs.all[f.File.Path]; all != "" {
		f.view.All = &view.Link{Text: "This file in all sessions", Href: address.Relative(dir, all)}
	}
	if n := len(f.Calls); f.view.Cut > 0 && n > 0 {
		if href := s.linkAnywhere(dir, f.Calls[n-1].Anchor); href != "" {
			f.view.Rest = &view.Link{Text: "Jump to the last edit", Href: href}
		}
	}
}

// listed reports whether the file is on the pages of its project's changed files, see workOf.
func (f *changedFile) listed(turns map[*parser.ToolCall]turnOf) bool {
	return !f.Outside && slices.ContainsFunc(f.Calls, func(c *parser.ToolCall) bool {
		at := turns[c]
		return at.turn != nil && (at.thread.agent == nil || at.thread.agent.Kind != parser.AgentInternal)
	})
}

// fileLink is where all sessions' work on a file is, from dir: among the changed files of the
// project if this session changed it, otherwise what a search for it finds.
func fileLink(s *sessionSite, dir, path string) string {
	if s.figures.diffs != nil && s.figures.diffs.all[path] != "" {
		return address.Relative(dir, s.figures.diffs.all[path])
	}
	name := inProject(s.src, path)
	if strings.ContainsFunc(name, unicode.IsSpace) {
		name = `"` + name + `"`
	}
	return s.SearchHref(dir, "q", "file:"+name)
}

type changeNote struct {
	text  string
	calls []*facts.Call
}

// notesOf says what is not known of a file's change.
func notesOf(f *facts.File) []changeNote {
	var notes []changeNote
	add := func(text string, calls ...*facts.Call) { notes = append(notes, changeNote{text, calls}) }
	if f.Commands > 0 {
		var touched []*facts.Call
		for i := range f.Touched {
			touched = append(touched, &f.Touched[i])
		}
		switch {
		case f.Deleted && f.Removed > 0 && !f.AtLeast, f.Created && f.Deleted:
			add("Deleted by a command:", touched...)
		case f.Deleted:
			add("Deleted by a command. The transcript does not have all of its lines:", touched...)
		case f.From != "" && !f.Changed():
			add("Moved by a command:", touched...)
		case f.Edits > 0:
			add("Also changed by a command. How is not recorded, so this diff may lack lines:", touched...)
		default:
			add("Changed by a command. The transcript does not record how:", touched...)
		}
	}
	switch {
	case f.AtLeast && !f.Deleted:
		add("What was overwritten is not recorded. More lines may have been removed.")
	case f.Edits > 0 && !f.Placed():
		add("Line numbers are not recorded.")
	}
	if slices.ContainsFunc(f.Calls, func(c *parser.ToolCall) bool { return sharedChange(c, f.Path) }) {
		add("A command changed it while others ran in the repository. Part of the change may be theirs.")
	}
	if f.Edits > 0 && !f.Net() && !f.Deleted {
		add(fmt.Sprintf("%s, no net change.", edits(f.Edits)))
	}
	if f.Rewound > 0 {
		add(fmt.Sprintf("%s in rewound branches not counted.", edits(f.Rewound)))
	}
	return notes
}

// sharedChange reports whether others may have made part of what a call did to a file.
func sharedChange(c *parser.ToolCall, path string) bool {
	return slices.ContainsFunc(c.Action.Edits(), func(e parser.Edited) bool { return e.Change.Shared && e.File == path })
}

func edits(n int) string {
	if n == 1 {
		return "1 edit"
	}
	return fmt.Sprintf("%d edits", n)
}

// Lines that are not shown as they are.
const (
	unseenLine   = "(not in the transcript)"
	redactedHunk = "(redacted)"
)

// cleanHunk returns a hunk to be shown. Each of its lines is clean, but together they may be a
// value that none of the calls had: each side is cleaned once more. A value that goes over
// several lines takes the lines of the hunk with it.
func cleanHunk(s *sessionSite, h facts.DiffHunk) diff.Hunk {
	texts := make([]string, len(h.Lines))
	for i, l := range h.Lines {
		texts[i] = unseenLine
		if l.Seen {
			texts[i] = strings.TrimSuffix(l.Text, "\n")
		}
	}
	if s.Cleaner != nil {
		for _, other := range []parser.LineOp{parser.LineAdded, parser.LineRemoved, 0} {
			cleanSide(s, h, texts, other)
		}
	}
	out := diff.Hunk{Old: h.Old, New: h.New}
	for i, l := range h.Lines {
		out.Lines = append(out.Lines, string(l.Op)+texts[i])
		if l.Seen && !strings.HasSuffix(l.Text, "\n") {
			out.Lines = append(out.Lines, `\ No newline at end of file`)
		}
	}
	return out
}

// cleanSide cleans the lines of a hunk without those of one kind.
func cleanSide(s *sessionSite, h facts.DiffHunk, texts []string, without parser.LineOp) {
	var lines []int
	var b strings.Builder
	for i, l := range h.Lines {
		if l.Op != without {
			lines = append(lines, i)
			b.WriteString(texts[i])
			b.WriteByte('\n')
		}
	}
	if without != 0 && len(lines) == len(h.Lines) || len(lines) == 0 {
		return // nothing is left out: the same lines are cleaned with those of all kinds
	}
	clean, found := s.Cleaner.Text(b.String())
	if len(found) == 0 {
		return
	}
	s.taken = append(s.taken, found...)
	cleaned := strings.Split(strings.TrimSuffix(clean, "\n"), "\n")
	for n, i := range lines {
		if len(cleaned) == len(lines) {
			texts[i] = cleaned[n]
		} else {
			texts[i] = redactedHunk
		}
	}
}
