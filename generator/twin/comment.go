package twin

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"steno/parser"
	"steno/parser/facts"
)

// maxComment is how many characters a comment of a pull request may have.
const maxComment = 65_536

// Figures are what a comment says of a session beside its words.
type Figures struct {
	Title, Link    string // Link is the address of the session's page, "" for none
	Prompts, Calls int
	Unprompted     bool // the prompts were not recorded
	Errors         facts.Errors
	Tests          []string // "go test passed: 12 passed", one for each run
	Agents         int
	Unrecorded     int    // of Agents: those without a transcript
	Active         string // "4 min 5 s", "" for none
	AtMost         bool   // Active may hold waits for permission
	Tokens         string // "1.7M tokens, 13k output"
	Cost           string // "$1.24", "" when nothing has a price
	Files          []File
	Failures       []Failure
	Last           *parser.Message // the last reply; nil: the last one with words
	Earlier        bool            // it answers an earlier prompt than the last one
	Outcome        string          // how it ended, beside its last words
	Flags          []string        // review flags in Markdown, a line for each kind; see Flags
	Disclosure     *Disclosure     // nil for none
}

// File is a file that was changed.
type File struct {
	Path           string
	Added, Removed int
	Mark           string // "created", "deleted" ...
}

// Failure is a call that failed, or several that failed alike.
type Failure struct {
	Text     string // one line
	Times    int    // 0 or 1 for one
	Resolved bool
}

// Comment sums a session up for a pull request: what was asked, what was done, files,
// commands, errors, tokens. What readers need least goes first when it would be too long:
// the prompts' ends, commands, files.
func Comment(s *parser.Session, f Figures) []byte {
	for _, room := range []int{4000, 2000, 1000, 400, 150} {
		for _, rows := range []int{200, 60, 20, 5} {
			if text := comment(s, f, room, rows); utf8.RuneCountInString(text) <= maxComment {
				return []byte(text)
			}
		}
	}
	return []byte(head(comment(s, f, 80, 1), maxComment/4))
}

// comment assigns each prompt so many bytes, and each list so many rows.
func comment(s *parser.Session, f Figures, room, rows int) string {
	var b strings.Builder
	title := Escape(oneLine(f.Title, 200))
	if f.Link != "" {
		title = "[" + title + "](" + f.Link + ")"
	}
	fmt.Fprintf(&b, "### %s\n\n", title)
	prompts, commands, last := gather(s, f.Last)
	if len(prompts) > 0 {
		fmt.Fprintf(&b, "**Request**\n\n%s\n\n", quote(Escaped(head(prompts[0], room))))
	}
	if last != "" {
		b.WriteString("**Last reply**")
		if f.Earlier {
			b.WriteString(" to an earlier prompt")
		}
		fmt.Fprintf(&b, "\n\n%s\n\n", quote(Escaped(head(last, room))))
	}
	b.WriteString(run(s))
	if f.Outcome != "" {
		b.WriteString("**Outcome**: " + Escape(f.Outcome) + "\n\n")
	}
	if len(f.Flags) > 0 {
		b.WriteString("**Review flags**\n\n- " + strings.Join(f.Flags, "\n- ") + "\n\n")
	}
	if f.Cost == "" && s.Reported != nil {
		f.Cost = s.Reported.String() + " reported"
	}
	b.WriteString(summary(f))
	if f.Disclosure != nil {
		f.Disclosure.write(&b, s, prompts, room)
	}
	list(&b, plural(len(f.Files), "file changed", "files changed"), rows, len(f.Files), func(i int) string {
		file := f.Files[i]
		text := code(file.Path)
		if file.Added+file.Removed > 0 {
			text += fmt.Sprintf(" +%d −%d", file.Added, file.Removed)
		}
		if file.Mark != "" {
			text += ", " + Escape(oneLine(file.Mark, 200))
		}
		return text
	})
	list(&b, plural(max(f.Errors.Failed, len(f.Failures)), "error", "errors"), rows, len(f.Failures),
		func(i int) string { return f.Failures[i].line() })
	if len(prompts) > 1 {
		list(&b, plural(len(prompts), "prompt", "prompts"), rows, len(prompts),
			func(i int) string { return Escape(oneLine(prompts[i], min(room, 400))) })
	}
	list(&b, plural(len(commands), "command", "commands"), rows, len(commands),
		func(i int) string { return code(oneLine(commands[i], min(room, 300))) })
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (f *Failure) line() string {
	text := code(oneLine(f.Text, 300))
	if f.Times > 1 {
		text += fmt.Sprintf(" ×%d", f.Times)
	}
	if f.Resolved {
		text += ", resolved"
	}
	return text
}

// run reports how a run without a user ended.
func run(s *parser.Session) string {
	var text string
	for _, m := range s.Metadata {
		switch m.Name {
		case parser.MetadataOutcome:
			text += "**Result**: " + Escape(oneLine(m.Value, 200)) + "\n\n"
		case parser.MetadataDenied:
			text += "**Permissions denied**: " + Escape(oneLine(m.Value, 400)) + "\n\n"
		}
	}
	return text
}

// gather finds the prompts, the commands and the words of the last reply, which is the last one
// with words if none is given.
func gather(s *parser.Session, reply *parser.Message) (prompts, commands []string, last string) {
	for m := range s.Main.Live().Messages() {
		text := ""
		for _, block := range m.Blocks {
			switch b := block.(type) {
			case *parser.Text:
				text = strings.TrimSpace(text + "\n" + b.Text)
			case *parser.Command:
				if m.Kind == parser.KindPrompt {
					text = strings.TrimSpace(text + "\n" + b.Name + " " + b.Args)
				}
			case *parser.ToolCall:
				if about := subject(b, ""); b.Action.Kind == parser.ActionRun && about != "" {
					commands = append(commands, about)
				}
			}
		}
		switch {
		case text == "":
		case m.Kind == parser.KindPrompt:
			prompts = append(prompts, text)
		case m.Kind == parser.KindReply && (reply == nil || m == reply):
			last = text
		}
	}
	return prompts, commands, last
}

func summary(f Figures) string {
	prompts := plural(f.Prompts, "prompt", "prompts")
	if f.Unprompted {
		prompts = "prompt not recorded"
	}
	parts := []string{prompts, plural(f.Calls, "tool call", "tool calls"), plural(f.Errors.Failed, "error", "errors")}
	for _, k := range []struct {
		n    int
		word string
	}{{f.Errors.Rejected, "rejected"}, {f.Errors.Denied, "denied"}, {f.Errors.Cancelled, "cancelled"}} {
		if k.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", k.n, k.word))
		}
	}
	if n := len(f.Tests); n > 0 {
		parts = append(parts, Escape(f.Tests[n-1]))
	}
	if f.Agents > 0 {
		agents := plural(f.Agents, "agent", "agents")
		if f.Unrecorded > 0 {
			agents += fmt.Sprintf(" (%d without a transcript)", f.Unrecorded)
		}
		parts = append(parts, agents)
	}
	if f.Active != "" {
		active := f.Active + " active"
		if f.AtMost {
			active = "at most " + active
		}
		parts = append(parts, active)
	}
	for _, part := range []string{f.Tokens, f.Cost} {
		if part != "" {
			parts = append(parts, Escape(part))
		}
	}
	return strings.Join(parts, " · ") + "\n\n"
}

// list writes a list that is folded, with what is left out counted.
func list(b *strings.Builder, title string, rows, n int, row func(i int) string) {
	if n == 0 {
		return
	}
	fmt.Fprintf(b, "<details><summary>%s</summary>\n\n", title)
	for i := range min(n, rows) {
		b.WriteString("- " + row(i) + "\n")
	}
	if n > rows {
		fmt.Fprintf(b, "- and %d more\n", n-rows)
	}
	b.WriteString("\n</details>\n\n")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Escaped is Escape for text of several lines.
func Escaped(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Escape(line)
	}
	return strings.Join(lines, "  \n")
}

// Join makes one comment of several, which drops the last of them when it would be too
// long.
func Join(parts []string) []byte {
	text := ""
	for i, part := range parts {
		next := text
		if next != "" {
			next += "\n---\n\n"
		}
		next += part
		if more := fmt.Sprintf("\n---\n\n%s more were left out.\n",
			plural(len(parts)-i, "session", "sessions")); utf8.RuneCountInString(next) > maxComment-len(more) &&
			i > 0 {
			return []byte(text + more)
		}
		text = next
	}
	return []byte(text)
}
