package pages

import (
	"cmp"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/theme/view"
	"steno/theme/words"
)

// previewBytes is how much of the last reply a head shows, about.
const previewBytes = 480

// outcomeOf is how the session ended, as its head shows it.
func outcomeOf(s *sessionSite, dir string) *view.Outcome {
	o := s.figures.Outcome
	out := endOf(s, dir, s.threads[0], &o)
	out.Push, out.Edited = o.Push.Words(), o.Edits
	var took time.Duration
	for _, m := range s.s.Metadata {
		switch m.Name {
		case parser.MetadataOutcome:
			out.Run, out.Ending = m.Value, ""
		case parser.MetadataTook:
			took, _ = time.ParseDuration(m.Value)
		}
	}
	switch {
	case took <= 0:
	case out.Run == "":
		out.Run = "ran for " + words.Duration(took)
	default:
		out.Run += " after " + words.Duration(took)
	}
	if o.Tests != nil {
		rows := testRows(s, dir)
		out.Tests = &rows[len(rows)-1]
	}
	if *out == (view.Outcome{}) && len(s.s.PullRequests) == 0 {
		return nil
	}
	if c := o.Push.Call; c != nil {
		out.Pushed = s.link(dir, s.threadOf(c.Agent), c.ToolCall.Anchor)
	}
	return out
}

// endOf is how a thread ended, with the start of its last reply, unless that is its only one, which a reader sees below.
func endOf(s *sessionSite, dir string, t *threadSite, o *facts.Outcome) *view.Outcome {
	out := &view.Outcome{Ending: o.Ending.Words(o.Error)}
	if o.Last != nil {
		if severalReplies(t.thread) {
			out.Preview, out.More = s.Theme.Brief(publish.MessageText(o.Last), previewBytes)
			out.More = out.More && !strings.Contains(string(out.Preview[max(0, len(out.Preview)-40):]), "…")
		}
		out.Href, out.Earlier = s.link(dir, t, o.Last.Anchor), o.Earlier
	}
	return out
}

// severalReplies reports whether the current branch of a thread has more than one reply.
func severalReplies(t *parser.Thread) bool {
	n := 0
	for m := range t.Branches[0].Messages() {
		if m.Kind == parser.KindReply {
			n++
		}
		if n > 1 {
			return true
		}
	}
	return false
}

// rowReply is how many bytes of the last reply a row shows.
const rowReply = 200

// resultOf is how the session ended, as lists show it.
func resultOf(o *facts.Outcome, metadata []parser.Field) view.Result {
	r := view.Result{Bad: o.Ending.Words(o.Error), Pushed: o.Push.Call != nil && o.Push.After == 0}
	for _, m := range metadata {
		if m.Name == parser.MetadataOutcome {
			r.Bad = strings.TrimPrefix(m.Value, "success")
		}
	}
	switch {
	case o.Tests == nil:
	case !o.Tests.OK():
		r.Bad = strings.TrimPrefix(r.Bad+", last test run failed", ", ")
	default:
		r.Tested = o.Edits == 0
	}
	if o.Last != nil {
		r.Reply, r.Earlier = replyLine(publish.MessageText(o.Last)), o.Earlier
	}
	return r
}

// replyLine is the start of a reply on one line, with dots for its tables, which would not fit there.
func replyLine(text string) string {
	var b strings.Builder
	table := false
	for line := range strings.Lines(prose.Start(text, 2000)) {
		is := strings.HasPrefix(strings.TrimSpace(line), "|")
		if is && !table {
			b.WriteString("…\n")
		}
		if table = is; !is {
			b.WriteString(line)
		}
	}
	return prose.Excerpt(prose.Unmarked(apart(strings.Map(undrawn, b.String()))), rowReply)
}

// undrawn returns a space for what boxes and lines are drawn of.
func undrawn(r rune) rune {
	if r >= '─' && r <= '▟' {
		return ' '
	}
	return r
}

// bullet matches the mark before an item of a list.
var bullet = lazy.MustCompile(`^\s*[-*+]\s+`)

// apart returns a text in Markdown with a dot between the items of its lists, which are to be on one line.
func apart(text string) string {
	var b strings.Builder
	leads := true // what precedes needs no dot: nothing, or a line that leads to a list
	for line := range strings.Lines(text) {
		if mark := bullet.FindString(line); mark != "" && !leads {
			line = "· " + line[len(mark):]
		}
		b.WriteString(line)
		if words := strings.TrimRight(line, " \t\r\n*_"); words != "" {
			leads = strings.HasSuffix(words, ":") || strings.HasPrefix(words, "#")
		}
	}
	return b.String()
}

// flagRows is how many flags of one kind a head names; the others are counted.
const flagRows = 20

// flagGroups are the review flags of the session by kind, as its head lists them.
func flagGroups(s *sessionSite, dir string) []view.FlagGroup {
	var groups []view.FlagGroup
	for _, f := range s.figures.Flags {
		if n := len(groups); n == 0 || groups[n-1].Kind != string(f.Kind) {
			groups = append(groups, view.FlagGroup{Kind: string(f.Kind), Words: f.Kind.Words()})
		}
		g := &groups[len(groups)-1]
		if g.Total++; g.Total > flagRows {
			continue
		}
		row := view.FlagRow{Text: flagText(s, &f), Href: s.link(dir, s.threadOf(f.Agent), f.Anchor)}
		if f.Call != nil {
			row.Href = cmp.Or(s.link(dir, s.threadOf(f.Agent), f.Call.Anchor), row.Href)
		}
		if f.Agent != nil {
			row.Agent = prose.Excerpt(publish.AgentTitle(f.Agent), 60)
		}
		g.Shown++
		if n := len(g.Rows); n == 0 || g.Rows[n-1].Text != row.Text || g.Rows[n-1].Agent != row.Agent {
			g.Rows = append(g.Rows, row)
		}
	}
	return groups
}

// flagText is what a flag is about, in a few words.
func flagText(s *sessionSite, f *facts.Flag) string {
	if f.Kind == facts.FlagOutside && f.Call != nil && f.Call.Action.File != "" {
		return shorten(f.Text, s.workDir())
	}
	if f.Kind == facts.FlagRemove {
		return prose.Middle(f.Text, 120)
	}
	return prose.Excerpt(f.Text, 120)
}
