// Package provenance connects the commits of a repository with the sessions that made them: by the hashes
// that sessions record, and by what commits say of sessions, in trailers of their messages and in
// git notes. It writes the text of these notes.
package provenance

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"steno/generator/git"
	"steno/parser"
)

// Session is what a note says of a session. All of it is clean.
type Session struct {
	ID         string
	Agent      string   // "Claude Code 2.1.2"
	Models     []string // in order of first use
	Page       string   // address, "" for none
	Start, End time.Time
	Commits    []parser.Commit
}

// Note is a note on a commit.
type Note struct {
	Commit   *git.Commit
	Sessions []string // ids of the sessions that made it, in order
	Text     string   // the whole note, with what others wrote into it
	Old      string   // the note that is there, "" for none
}

// Changed reports whether the note is not there yet.
func (n *Note) Changed() bool { return n.Text != n.Old }

// Hashes returns the hashes that sessions record.
func Hashes(sessions []Session) (hashes []string) {
	for _, s := range sessions {
		for _, c := range s.Commits {
			if c.SHA != "" && !c.Dropped {
				hashes = append(hashes, strings.ToLower(c.SHA))
			}
		}
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// Notes returns a note for each commit of the repository that one of the sessions made, newest commit
// first. found are the commits by the hashes that sessions record, old the notes by complete hash.
func Notes(sessions []Session, found map[string]*git.Commit, old map[string]string) []*Note {
	byHash := map[string]*Note{}
	var notes []*Note
	for _, s := range sessions {
		for _, c := range s.Commits {
			commit := found[strings.ToLower(c.SHA)]
			if commit == nil || c.Dropped || !made(s, c, commit) {
				continue
			}
			n := byHash[commit.Hash]
			if n == nil {
				n = &Note{Commit: commit, Old: old[commit.Hash], Text: old[commit.Hash]}
				byHash[commit.Hash] = n
				notes = append(notes, n)
			}
			if !slices.Contains(n.Sessions, s.ID) {
				n.Sessions = append(n.Sessions, s.ID)
				n.Text = with(n.Text, s)
			}
		}
	}
	slices.SortStableFunc(notes, func(x, y *Note) int { return y.Commit.Time.Compare(x.Commit.Time) })
	return notes
}

// slack is how far the clock of a transcript and that of git may be apart.
const slack = time.Minute

// made reports whether a session made the commit that the hash it recorded names in this
// repository. Hashes are abbreviated, and sessions of other repositories record some as well. So
// the subject must be the same or, if that is not known, the time of the commit must be in that of
// the session.
func made(s Session, c parser.Commit, commit *git.Commit) bool {
	subject := strings.Join(strings.Fields(c.Subject), " ")
	if subject != "" && !strings.Contains(subject, "[redacted:") {
		return subject == commit.Subject
	}
	return !s.Start.IsZero() && !commit.Time.Before(s.Start.Add(-slack)) && !commit.Time.After(s.End.Add(slack))
}

// key begins the line of a note that names a session.
const key = "Steno-Session"

// with returns a note with a paragraph about a session, which replaces one that it has. All other
// paragraphs stay as they are.
func with(note string, s Session) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	line(key, oneLine(s.ID))
	line("Made-With", oneLine(s.Agent))
	for _, m := range s.Models {
		line("Model", oneLine(m))
	}
	line("Page", oneLine(s.Page))
	about := b.String()
	if note = strings.Trim(note, "\n"); note == "" {
		return about
	}
	paragraphs := strings.Split(note, "\n\n")
	for i, p := range paragraphs {
		if slices.Contains(named(p), oneLine(s.ID)) {
			paragraphs[i] = strings.TrimRight(about, "\n")
			return strings.Join(paragraphs, "\n\n") + "\n"
		}
	}
	return note + "\n\n" + about
}

// maxLine is how long a value in a note may be.
const maxLine = 300

// oneLine makes a text that transcripts name fit for a line of a note: without line breaks and other
// characters that drive terminals.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }), " ")
	if r := []rune(text); len(r) > maxLine {
		text = string(r[:maxLine]) + "…"
	}
	return text
}

// named returns the sessions that the lines of a note name.
func named(note string) (ids []string) {
	for line := range strings.Lines(note) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+": "); ok {
			ids = append(ids, value)
		}
	}
	return ids
}

// shortest is how many characters of an id are enough to name a session.
const shortest = 8

var plain = regexp.MustCompile(`^[\w.-]+$`)

// Named returns the sessions that a commit names, in the trailers with these names or in the note on it: ids,
// or beginnings of at least eight characters. Of an address the last element counts.
func Named(c *git.Commit, trailers []string, note string) (ids []string) {
	values := named(note)
	for _, t := range c.Trailers {
		if slices.ContainsFunc(trailers, func(name string) bool { return strings.EqualFold(name, t.Name) }) {
			values = append(values, t.Value)
		}
	}
	for _, v := range values {
		v = strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(v), "index.html"), "/")
		v = v[strings.LastIndexByte(v, '/')+1:]
		if len(v) >= shortest && plain.MatchString(v) && !slices.Contains(ids, v) {
			ids = append(ids, v)
		}
	}
	return ids
}
