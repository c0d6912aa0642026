package facts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/prose"
)

// A flag is something in a session that a reviewer should look at twice. Flags of commands come
// from the parsed command line alone: text in quotes, comments, here documents and what echo
// prints is none, and neither is a command that was declined or only tried (--dry-run).

// FlagKind is what sort of thing is flagged.
type FlagKind string

// Flag kinds, in the order in which they are listed.
const (
	FlagPermissions  FlagKind = "permissions-bypassed" // a permission mode that asks for nothing, or an option to that effect
	FlagForcePush    FlagKind = "force-push"           // git push that replaces commits of the remote
	FlagNoVerify     FlagKind = "no-verify"            // a git command whose hooks were skipped
	FlagTestsDeleted FlagKind = "tests-deleted"        // a file with tests was removed that the session had not made
	FlagTestsSkipped FlagKind = "tests-skipped"        // tests were left out of a run, or marked so that they do not run
	FlagRemove       FlagKind = "rm-rf"                // rm with -r and -f
	FlagOutside      FlagKind = "outside"              // a file outside the session's directories was changed
	FlagSecret       FlagKind = "secret"               // a value was redacted; see package redact
	FlagUnattended   FlagKind = "unattended"           // a long stretch of work between two prompts
)

// flagKinds are all kinds with the words for each.
var flagKinds = []struct {
	Kind  FlagKind
	Words string
}{
	{FlagPermissions, "permissions bypassed"}, {FlagForcePush, "force push"}, {FlagNoVerify, "hooks skipped"},
	{FlagTestsDeleted, "tests deleted"}, {FlagTestsSkipped, "tests skipped"}, {FlagRemove, "forced removal"},
	{FlagOutside, "writes outside the project"}, {FlagSecret, "secrets redacted"}, {FlagUnattended, "long unattended work"},
}

// Words returns the kind as a person would say it.
func (k FlagKind) Words() string {
	for _, known := range flagKinds {
		if known.Kind == k {
			return known.Words
		}
	}
	return string(k)
}

// Flag is one thing to look at twice.
type Flag struct {
	Kind   FlagKind
	Text   string           // the command, the path, the length of time
	Anchor string           // of the message
	Call   *parser.ToolCall // nil when it is no call
	Agent  *parser.Agent    // nil in the main thread
}

// flagger goes through the calls of a session.
type flagger struct {
	*places
	flags []Flag
	texts parser.Texts
	made  map[string]bool // paths that the session wrote first
	known map[string]bool // other paths that it changed
}

func newFlagger(s *parser.Session, all []Call) *flagger {
	w := &flagger{places: placesOf(s, all), texts: s.Texts, made: map[string]bool{}, known: map[string]bool{}}
	w.modes(s)
	return w
}

// call flags what a call did.
func (w *flagger) call(c *Call) {
	switch c.Outcome() {
	case parser.Rejected, parser.Denied, parser.Cancelled:
		return
	}
	switch {
	case c.Action.Kind == parser.ActionRun && c.Action.Command != "":
		w.line(c)
		if c.Ended() {
			w.note(c)
			w.skips(c)
		}
	case c.Action.Kind == parser.ActionEdit && c.Ended():
		w.edit(c)
		w.skips(c)
	}
}

// all returns what to look at twice, once all calls were flagged: by kind, then in order.
func (w *flagger) all(s *parser.Session) []Flag {
	w.unattended(s)
	return sorted(w.flags)
}

// AddFlags adds flags that others found.
func (f *Facts) AddFlags(more []Flag) {
	if len(more) > 0 {
		f.Flags = sorted(append(f.Flags, more...))
	}
}

func sorted(list []Flag) []Flag {
	var out []Flag
	for _, k := range flagKinds {
		for _, f := range list {
			if f.Kind == k.Kind {
				out = append(out, f)
			}
		}
	}
	return out
}

// maxFlagText is how much of a command a flag shows.
const maxFlagText = 200

func (w *flagger) add(kind FlagKind, c *Call, text string) {
	if c.Outcome() == parser.Failed {
		text = "failed: " + text
	}
	if len(text) > maxFlagText && kind == FlagRemove {
		text = prose.Middle(text, maxFlagText)
	} else if len(text) > maxFlagText {
		text = strings.ToValidUTF8(text[:maxFlagText], "") + "…"
	}
	for i := len(w.flags) - 1; i >= 0 && w.flags[i].Call == c.ToolCall; i-- {
		if f := &w.flags[i]; f.Kind == kind && f.Text == text {
			return
		}
	}
	w.flags = append(w.flags, Flag{kind, text, c.Anchor(), c.ToolCall, c.Agent})
}

// modes flags the first prompt that was sent in a mode in which nothing is asked for. A prompt
// without a mode (queued, an answer) was sent in that of the prompt before it, or in the one in which a run began.
func (w *flagger) modes(s *parser.Session) {
	anchor, began, free, prompts := "", "", 0, 0
	for _, b := range s.Main.Branches {
		mode := ""
		for m := range b.Messages() {
			if own := runMode(m); own != "" {
				if mode = own; bypassed(mode) {
					began = cmp.Or(began, m.Anchor)
				}
			}
			if m.Kind != parser.KindPrompt {
				continue
			}
			prompts++
			if mode = cmp.Or(m.Rest().PermissionMode, mode); bypassed(mode) {
				anchor = cmp.Or(anchor, m.Anchor)
				free++
			}
		}
	}
	if free > 0 {
		w.flags = append(w.flags, Flag{Kind: FlagPermissions, Text: inPrompts(free, prompts), Anchor: anchor})
		return
	}
	if began != "" && prompts == 0 {
		w.flags = append(w.flags, Flag{Kind: FlagPermissions, Text: "mode of the run", Anchor: began})
		return
	}
	for _, f := range s.Metadata {
		if strings.EqualFold(strings.ReplaceAll(f.Name, "-", " "), "permission mode") && bypassed(f.Value) {
			w.flags = append(w.flags, Flag{Kind: FlagPermissions, Text: "mode of the session", Anchor: firstAnchor(s)})
		}
	}
}

// inPrompts says which part of the prompts was sent in such a mode.
func inPrompts(some, all int) string {
	switch {
	case all == 1:
		return "in the only prompt"
	case some == all && all == 2:
		return "in both prompts"
	case some == all:
		return fmt.Sprintf("in all %d prompts", all)
	}
	return fmt.Sprintf("in %d of %d prompts", some, all)
}

// runMode is the permission mode in which a run without a user begins, as its first record says; "" for any
// other message.
func runMode(m *parser.Message) string {
	if m.Kind != parser.KindEvent || len(m.Blocks) == 0 {
		return ""
	}
	if e, ok := m.Blocks[0].(*parser.Event); ok && e.Subtype == "init" {
		for _, f := range e.Fields {
			if f.Name == "permission mode" {
				return f.Value
			}
		}
	}
	return ""
}

// bypassed reports whether nothing is asked for in a permission mode.
func bypassed(mode string) bool { return strings.HasPrefix(strings.ToLower(mode), "bypass") }

func firstAnchor(s *parser.Session) string {
	for m := range s.Main.Live().Messages() {
		return m.Anchor
	}
	return ""
}

// edit flags the files that a tool changed outside the session's directories.
func (w *flagger) edit(c *Call) {
	edits := c.Action.Edits()
	if edits == nil { // how it changed the file is not recorded
		edits = []parser.Edited{{File: c.Action.File}}
	}
	w.note(c)
	for _, e := range edits {
		if w.outside(clean(w.absolute(c, e.File))) {
			w.add(FlagOutside, c, e.File)
		}
	}
}

// note keeps which files the session made.
func (w *flagger) note(c *Call) {
	for _, e := range c.Action.Edits() {
		name := clean(w.absolute(c, e.File))
		if e.Change.Created && !w.known[name] {
			w.made[name] = true
		}
		w.known[name] = true
	}
}

// flagWords are in command lines that may be flagged, besides those that change files; others are not parsed.
var flagWords = []string{"push", "commit", "merge", "rebase", "git", "rm", "emove-", "rd ", "ri ", "skip",
	"-x ", "not ", "--ignore", "--deselect", "--exclude", "testPath", "--dangerously", "--yolo", "bypass"}

// line flags the commands of a command line.
func (w *flagger) line(c *Call) {
	if !changesFiles(c.Action.Command) && !containsAny(c.Action.Command, flagWords) {
		return
	}
	commands, _ := c.commands()
	for i := range commands {
		w.command(c, &commands[i])
	}
}

// longWork is how long work between two prompts must last to be flagged.
const longWork = 30 * time.Minute

// hours writes a length of time: "1 h 5 min".
func hours(d time.Duration) string {
	minutes := int(d.Round(time.Minute) / time.Minute)
	if minutes < 60 {
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

// meanwhile are the senders of prompts that do not end the work on the prompt before.
var meanwhile = map[string]bool{parser.SenderAnswer: true, parser.SenderRejection: true,
	parser.SenderApproval: true, parser.SenderQueue: true}

// recordedAll returns how long each of some turns took where that is recorded, 0 where it is not. What the user
// said while a turn went on (an answer, a queued prompt) begins its own turn, and the record of how long it all
// took is at the end of the last.
func recordedAll(turns []*parser.Turn) []time.Duration {
	took := make([]time.Duration, len(turns))
	for i := len(turns) - 1; i >= 0; i-- {
		took[i] = max(recorded(turns[i]), 0)
		if next := i + 1; took[i] == 0 && next < len(turns) && turns[next].Prompt != nil && meanwhile[turns[next].Prompt.Rest().Sender] {
			took[i] = took[next]
		}
	}
	return took
}

// unattended flags turns of the main thread that were worked on for long. What may have been a
// wait for permission does not count: then the user was there.
func (w *flagger) unattended(s *parser.Session) {
	for _, b := range s.Main.Branches {
		turns := slices.Collect(b.Turns())
		took := recordedAll(turns)
		var mode Mode
		for i, turn := range turns {
			mode.Enter(turn)
			spent, _ := worked(turn, mode)
			if took[i] > 0 {
				spent = min(spent, took[i])
			}
			if spent < longWork {
				continue
			}
			anchor := ""
			switch {
			case turn.Prompt != nil:
				anchor = turn.Prompt.Anchor
			case len(turn.Messages) > 0:
				anchor = turn.Messages[0].Anchor
			}
			w.flags = append(w.flags, Flag{Kind: FlagUnattended, Text: hours(spent), Anchor: anchor})
		}
	}
}
