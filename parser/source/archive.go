// Package source finds transcripts: it turns the places a user names (a .jsonl
// file, compressed or not, a project folder, a folder of projects or any folder above, a .zip or .tar
// of one) into an Archive of sessions, each with the list of files that belong to
// it. It opens sources read-only and through [os.Root], so that no symbolic link
// leads out of them, and writes nothing but one temporary file per tar archive.
//
// A source is listed (list.go, unpack.go; unread.go explains what is not read), its files are sorted by path alone
// (layout.go), the format of each transcript scans it once for the sessions of its records
// (scans.go; facts.go has the result), and files and records are assigned to sessions
// (group.go, owners.go). Then copies are removed (snapshots.go, copies.go), titles set
// (titles.go) and sessions sorted into projects (projects.go, worktrees.go, remotes.go;
// regroup.go for the rules of a configuration).
package source

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"time"
)

// Archive is all that was found, in a stable order.
type Archive struct {
	Projects []*Project // by slug
	History  []History  // files of prompts that were typed, of all projects; by path
	About    []*File    // steno-sessions.yaml: what people say about sessions; by path
	Found    []int      // sessions of each source, in the order in which they were named
	Warnings []Warning  // by path, line, text

	release []func() error // closes the sources and removes what was unpacked
}

// History is a file of prompts that were typed.
type History struct {
	*File
	Format *Format
	Pasted map[string]*File // texts that were pasted into them, by base name
}

// Sessions lists the sessions of all projects, in order.
func (a *Archive) Sessions() []*Session {
	count := 0
	for _, p := range a.Projects {
		count += len(p.Sessions)
	}
	all := make([]*Session, 0, count)
	for _, p := range a.Projects {
		all = append(all, p.Sessions...)
	}
	return all
}

// Project is one working directory's sessions, those in worktrees of it included, or what
// its owner puts together, see [Archive.Regroup].
type Project struct {
	// for URLs: Name in lower-case ASCII, and six hex digits of a hash of Folder (and of Dir, when
	// Folder is not made from it)
	Slug     string
	Name     string     // for people: last element of Dir, else Folder, or what its owner calls it
	Group    string     // that its owner put it in, "" for none; for people
	Folder   string     // base name of the folder it was found in
	Dir      string     // the real working directory, from the records' cwd; "" when no record says so
	Former   []string   // slugs of projects that earlier versions made from some of its folders
	Sessions []*Session // by first timestamp, then id
}

// Title is the project's name behind that of its group.
func (p *Project) Title() string {
	if p.Group == "" {
		return p.Name
	}
	return p.Group + " / " + p.Name
}

// Folder is a folder that sessions were found in, or the folders of one name that several
// sources have.
type Folder struct {
	Name   string
	Dir    string  // the working directory that it is of; "" when no record says so
	Memory []*File // memory/*.md: what the agent remembers of the project; by path
}

// Session is the set of files of one session.
type Session struct {
	ID         string
	Format     *Format // what its files are written in
	Project    *Project
	Folder     *Folder          // where it was found
	Dirs       []string         // working directories that its records name, in order of first use; those of agents, if asked for, last
	Ignore     []*File          // each .stenoignore that covers it
	About      []*File          // each steno-sessions.yaml that covers it
	Family     int              // sessions of one number, which is not 0, share records, directly or through others; if that was asked for
	Main       []*File          // transcripts, oldest first; empty when only agents were found
	Agents     []*AgentFile     // by path
	Results    map[string]*File // tool-results, by base name
	Workflows  []*Workflow      // by run id
	IndexTitle string           // sessions-index.json's summary, a hint; "" if none
	Tag        string           // the one that its tag records leave it with; "" if none
	Summaries  []Summary        // summary records in other files that name a record of this session
	Pieces     *Pieces          // parts of all sessions in its folder; nil if none
	Memory     *File            // session-memory/summary.md, nil if none
	Scripts    map[string]*File // workflows/scripts/*.js, by base name
	Titled     *File            // custom-title.json, nil if none
	Copies     map[string]*File // files as they were before the session changed them, by base name; if asked for
	Plans      map[string]*File // plans/<slug>.md of the slugs that its records name, by base name
	Snapshots  []string         // paths of identical or shorter copies of its files that were found and left out
	Origin     string           // id of the session whose history this one began with a copy of, found or only recorded; "" if none
	Next       string           // id of the session that it says it goes on in; "" if none
	Team       string           // the team of agents that it is in; "" if none
	Mate       string           // its name in the team; "" for the session that leads it
	Lead       string           // id of the session that leads the team, for a mate; "" if none
	Start      time.Time        // first timestamp found; zero if none
	End        time.Time        // last timestamp found; zero if none
	Size       int64            // bytes of Main and Agents
}

// AgentFile is the transcript of one subagent.
type AgentFile struct {
	File *File
	ID   string // from the file name
	Meta *File  // its .meta.json, nil if none
	Run  string // workflow run id, "" outside workflows
}

// Workflow is the record of one workflow run.
type Workflow struct {
	Run     string
	Journal *File // journal.jsonl, nil if none
	Summary *File // workflows/<run>.json, nil if none
}

// Summary is a title that a summary record sets for the session that contains Leaf.
type Summary struct {
	Text string
	Leaf string // uuid
}

// File is one readable file of a source. A file that contains the records of several
// sessions is listed by each of them, as its own File.
type File struct {
	Path    string // for messages: the source as the user wrote it, and the path below it
	Size    int64
	ModTime time.Time
	Open    func() (io.ReadCloser, error)
	within  string // stamp of the archive that contains it; "" for a file of a folder

	listed *listed // in its folder; nil if it is in none, or was read since

	Part *Part // what of it belongs to the session; nil where all does, and nothing to another session as well
}

// Part says which records of a file belong to the session that lists it, and which of these to
// other sessions as well.
type Part struct {
	// Only names, when not nil, the sessionIds whose records belong to the session
	// that lists the file. "" is for records without a sessionId and lines that
	// contain no record. Each line of a file belongs to exactly one session.
	Only []string
	// Copied contains the lines that repeat records of other sessions (see
	// Session.Origin), in order. They are shown there, and not again here.
	Copied []Span
	// CopiedSize is the bytes of the records in Copied.
	CopiedSize int64
	// Repeated says which lines other sessions repeat, by session: the other side of Copied.
	Repeated []Repeat
	// Withheld contains the lines that repeat records of an excluded session, in order. They
	// are shown nowhere. See [Withhold].
	Withheld []Span
}

// part returns the file's Part; an empty one where there is none.
func (f *File) part() Part {
	if f.Part == nil {
		return Part{}
	}
	return *f.Part
}

// with returns a copy of the file, of which change has changed the Part.
func (f *File) with(change func(*Part)) *File {
	changed, part := *f, f.part()
	change(&part)
	changed.Part = &part
	return &changed
}

// Holds reports whether a record with this sessionId ("" for none, and for a line
// without a record) belongs to the session that lists f.
func (f *File) Holds(sessionID string) bool {
	only := f.part().Only
	return only == nil || slices.Contains(only, sessionID)
}

// IsCopied reports whether the line with this number (1-based) repeats records of
// another session.
func (f *File) IsCopied(line int) bool { return within(f.part().Copied, line) }

// IsWithheld reports whether the line with this number (1-based) is shown nowhere.
func (f *File) IsWithheld(line int) bool { return within(f.part().Withheld, line) }

func within(spans []Span, line int) bool {
	i, _ := slices.BinarySearchFunc(spans, line, func(s Span, line int) int { return s.To - line })
	return i < len(spans) && spans[i].From <= line
}

// Repeat is the lines of a file that another session repeats.
type Repeat struct {
	Session string // its id
	Lines   []Span
}

// RepeatedBy returns the ids of the other sessions that repeat a line of a session. file counts the
// session's transcripts, and then those of its agents, as [parser.Origin] does.
func (s *Session) RepeatedBy(file, line int) (ids []string) {
	f := s.transcript(file)
	if f == nil {
		return nil
	}
	for _, r := range f.part().Repeated {
		if within(r.Lines, line) {
			ids = append(ids, r.Session)
		}
	}
	return ids
}

// IsCopied reports whether a line of a session repeats a record of another one. file counts as
// [Session.RepeatedBy] does.
func (s *Session) IsCopied(file, line int) bool {
	f := s.transcript(file)
	return f != nil && f.IsCopied(line)
}

// IsRepeatedBy reports whether another session repeats records of a session.
func (s *Session) IsRepeatedBy(id string) bool {
	for i := range len(s.Main) + len(s.Agents) {
		if slices.ContainsFunc(s.transcript(i).part().Repeated, func(r Repeat) bool { return r.Session == id }) {
			return true
		}
	}
	return false
}

// CopiedSize returns the bytes of the records that a session repeats of others.
func (s *Session) CopiedSize() (n int64) {
	for _, f := range s.Main {
		n += f.part().CopiedSize
	}
	for _, a := range s.Agents {
		n += a.File.part().CopiedSize
	}
	return n
}

func (s *Session) transcript(i int) *File {
	switch agent := i - len(s.Main); {
	case i >= 0 && agent < 0:
		return s.Main[i]
	case agent >= 0 && agent < len(s.Agents):
		return s.Agents[agent].File
	}
	return nil
}

// Span is a run of lines, both ends included.
type Span struct{ From, To int }

// Warning is something found that is not as it should be.
type Warning struct {
	Path string
	Line int // 0 when it concerns the whole file
	Text string
}

// reason is err without the path, which the warning already names.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return err.Error()
}
