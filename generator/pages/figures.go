package pages

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/render"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/parser/title"
	"steno/theme/view"
)

// figures are those of package facts as the pages of a session show them.
type figures struct {
	*facts.Facts
	diffs   *changesSite // nil when nothing changed
	sum     facts.Sum
	totals  view.Totals
	files   []view.FileRow
	apart   []view.FileRow // files that only commands changed, or that are as they were
	outside []view.FileRow // files outside of the session's directories
	changed map[*parser.ToolCall][]*facts.File
	errors  failures
	commits map[string]int // how many each message made; known before all else
	excerpt string
	result  view.Result
	shared  int // prompts of the main thread's beginning, which are none of Prompts
}

// commitCounts counts the commits that each message made.
func commitCounts(list []parser.Commit) map[string]int {
	counts := map[string]int{}
	for i := range list {
		counts[list[i].Anchor]++
	}
	return counts
}

// span returns when a session began and ended; if only agents are recorded, the first began and the last ended.
func span(s *parser.Session) (start, end time.Time) {
	start, end = s.Start, s.End
	if !start.IsZero() && !s.AgentsOnly() {
		return start, end
	}
	for _, a := range s.Agents {
		if a.Thread != nil {
			parser.Widen(&start, &end, a.Thread.Start, a.Thread.End)
		}
	}
	return start, end
}

// count computes the figures of the session.
func (s *sessionSite) count() figures {
	f := s.figures
	f.changed = map[*parser.ToolCall][]*facts.File{}
	f.AddFlags(redact.Flags(s.s, s.taken))
	f.sum = f.Changed()
	f.totals = view.Totals{
		Sessions: 1, Agents: f.Agents, Prompts: f.Prompts, Replies: f.Replies, ToolCalls: f.Calls, Errors: f.Errors.Failed,
		Tokens: render.Tokens(s.s.Usage), Cost: s.Cost(s.s.Usage),
	}
	f.totals.Start, f.totals.End = span(s.s)
	for i := range f.Files {
		file := &f.Files[i]
		for _, c := range file.Calls {
			if !file.Outside && !slices.Contains(f.changed[c], file) {
				f.changed[c] = append(f.changed[c], file)
			}
		}
		rows := &f.files
		switch {
		case file.Outside:
			rows = &f.outside
		case file.ByCommand() || !file.Net():
			rows = &f.apart
		}
		*rows = append(*rows, s.fileRow(file))
	}
	f.errors = s.failures(f.Groups, f.Errors)
	f.excerpt, f.shared = s.excerpt(), s.s.Main.Beginning.Prompts()
	f.result = resultOf(&f.Outcome, s.s.Metadata)
	return f
}

// of returns the figures of an agent's own thread; those of an internal agent are empty.
func (f *figures) of(a *parser.Agent) *facts.Thread {
	if own := f.ByAgent[a]; own != nil {
		return own
	}
	return &facts.Thread{}
}

// excerpt is the start of the first prompt that says what it is about. A greeting or a slash
// command alone says little, and so does an answer without the question of the agent: they are
// taken only where there is nothing else.
func (s *sessionSite) excerpt() string {
	little, command, answer := "", "", ""
	for _, b := range s.s.Main.Branches {
		for m := range b.Messages() {
			if m.Kind != parser.KindPrompt {
				continue
			}
			said := prose.Start(title.Brief(publish.MessageText(m)), 4000)
			text := prose.Excerpt(prose.Unmarked(said), 240)
			switch {
			case text == "":
			case onlyCommand(m):
				command = cmp.Or(command, text)
			case !slices.Contains([]string{parser.SenderAnswer, parser.SenderRejection, parser.SenderApproval}, m.Rest().Sender):
				if title.Request(said) != "" {
					return text
				}
				little = cmp.Or(little, text)
			case answer == "":
				answer = text
			}
		}
	}
	return cmp.Or(little, command, answer)
}

// onlyCommand reports whether a prompt is a slash command without arguments.
func onlyCommand(m *parser.Message) bool {
	c, ok := m.Blocks[0].(*parser.Command)
	return ok && len(m.Blocks) == 1 && strings.TrimSpace(c.Args) == ""
}

// fileRow is a changed file as a session's head lists it.
func (s *sessionSite) fileRow(f *facts.File) view.FileRow {
	return view.FileRow{
		Path: shorten(f.Path, s.workDir()), Added: f.Added, Removed: f.Removed, ChurnAdded: f.ChurnAdded,
		ChurnRemoved: f.ChurnRemoved, Edits: f.Edits,
		Href: s.link(s.dir, s.threadOf(f.First.Agent), f.First.ToolCall.Anchor), Mark: s.markOf(f),
	}
}

// markOf says what happened to a file besides a plain change.
func (s *sessionSite) markOf(f *facts.File) string {
	var marks []string
	switch {
	case f.Created && f.Deleted:
		marks = append(marks, "created and deleted")
	case f.Created:
		marks = append(marks, "created")
	case f.Deleted:
		marks = append(marks, "deleted")
	}
	if f.From != "" {
		marks = append(marks, "moved from "+shorten(f.From, s.workDir()))
	}
	switch {
	case len(marks) > 0:
	case f.Commands > 0:
		marks = append(marks, "changed by a command")
	case !f.Net():
		marks = append(marks, "no net change")
	}
	if f.AtLeast {
		marks = append(marks, "at least: what was there before is not recorded")
	}
	return strings.Join(marks, ", ")
}

// threadOf is the pages of the main thread, or of an agent.
func (s *sessionSite) threadOf(a *parser.Agent) *threadSite {
	if t := s.agents[a]; t != nil {
		return t
	}
	return s.threads[0]
}

// testRows are the test runs as a session's head lists them.
func testRows(s *sessionSite, dir string) []view.TestRow {
	var rows []view.TestRow
	for i := range s.figures.Tests {
		r := &s.figures.Tests[i]
		row := view.TestRow{Tool: r.Tool, Figures: r.Figures(), OK: r.OK(), Verdict: r.Verdict(),
			Href: s.link(dir, s.threadOf(r.Call.Agent), r.Call.ToolCall.Anchor)}
		for _, name := range r.Failures[:min(len(r.Failures), 10)] {
			row.Failures = append(row.Failures, prose.Excerpt(name, 120))
		}
		rows = append(rows, row)
	}
	return rows
}

// commitRows are the commits as a session's head lists them.
func commitRows(s *sessionSite, dir string) []view.CommitRow {
	var rows []view.CommitRow
	for _, c := range s.s.Commits {
		rows = append(rows, view.CommitRow{
			SHA: c.SHA, Branch: c.Branch, Subject: c.Subject, Amended: c.Amended, Dropped: c.Dropped,
			Background: c.Background, NoVerify: c.NoVerify, Href: s.linkAnywhere(dir, c.Anchor),
			Files: c.Files, Added: c.Added, Removed: c.Removed,
		})
	}
	return rows
}

// calls goes through the tool calls of a message.
func calls(m *parser.Message) iter.Seq[*parser.ToolCall] {
	return func(yield func(*parser.ToolCall) bool) {
		for _, block := range m.Blocks {
			if c, ok := block.(*parser.ToolCall); ok && !yield(c) {
				return
			}
		}
	}
}
