package source

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/offheap"
)

// Format is how one agent writes its transcripts, and all that Steno knows of it. Name,
// Key, Owns, Scan and Parse are required, and Homes for formats that package formats lists. The other
// functions may be nil.
type Format struct {
	Name string // for people: "Claude Code"
	Key  string // for files that Steno writes: "claude"

	// Homes returns the folders in which the agent keeps transcripts on this machine, at least one, the
	// usual one first. They need not exist.
	Homes func(home string, getenv func(string) string) []string
	// Owns reports whether a file may be of use, by its path alone: slash-separated, without
	// the ending of a compression, with at least two folders above the file.
	Owns func(name string) bool
	// Claims reports whether a file belongs to the format by its path alone, even if other formats
	// own it too. Such a file is not read to decide.
	Claims func(name string) bool
	// May reports whether a file that no format owns may belong to this one, by its path alone.
	// Knows then decides.
	May func(name string) bool
	// Knows reports whether a file begins like those of this format. It is called for files that
	// several formats own, and for those that May accepts. A file that no format knows goes to the
	// first format without Knows.
	Knows  func(head []byte) bool
	Layout Layout
	// Unread explains what a file is that the user named and that no format reads, and what to name
	// instead; "" when it does not know the file. head reads the beginning of the file: other formats
	// than the first ask for it only where the name is one of theirs.
	Unread func(name string, head func() []byte) string

	// Scan reads a transcript once, without decoding it in full, and returns to which sessions its
	// records belong.
	Scan func(r *jsonl.Reader, f *File, m Mode) *Facts
	// Index reads a file that lists sessions, with titles and directories. A damaged one returns none.
	Index func(r io.Reader) []Indexed
	// Same appends the keys by which copies of a record in other sessions are recognized, and returns
	// the session id of the record. Copies of records that are not published are withheld.
	Same func(record []byte, keys []uint64) (all []uint64, session string)

	// Parse reads the files of one session. Damage is a warning of the session; the only error
	// is that of a cancelled context.
	Parse func(ctx context.Context, s *Session, o Options) (*parser.Session, error)
	// Survey lists members of records that the format's description does not declare.
	Survey func(ctx context.Context, s *Session) []parser.UnknownType
	// History reads a file of prompts that were typed, of all projects.
	History func(ctx context.Context, h History) ([]parser.TypedPrompt, []parser.Warning, error)
	// Withhold returns functions that remove from copies of files what Parse withholds.
	Withhold func(o Options) Withholder

	// Resume returns the command that continues a session, whose id is a plain word.
	Resume func(id string) string
}

// Options are the parts of a session that are kept only if the configuration asks for them, and
// where they are kept.
type Options struct {
	SystemPrompt bool // the client's system prompt
	FileHistory  bool // copies of whole files that the client made before it changed them

	Texts   *offheap.Texts // where to keep long texts, nil for on the heap; the session has it as Held
	Readers *jsonl.Readers // that read nothing now, nil for none
}

// Withholder returns what removes from copies of files what Parse withholds; nothing where the
// format withholds nothing.
func (f *Format) Withholder(o Options) Withholder {
	if f.Withhold != nil {
		return f.Withhold(o)
	}
	same := func(text []byte) []byte { return text }
	return Withholder{Line: same, Text: same}
}

// Withholder removes from copies of files what is not published. It is not safe for
// concurrent use.
type Withholder struct {
	Line func(line []byte) []byte // of a transcript
	Text func(text []byte) []byte // of another file, or a part of it
}

// Layout is how the files of a format are named and filed. The zero Layout is that of a
// format whose files are transcripts of one session each, wherever they are.
type Layout struct {
	// Place returns what a file is. has reports whether a file of the same source exists.
	Place func(name string, has func(name string) bool) Place
	// Skip reports whether folders of that name contain no transcripts at any depth.
	Skip func(folder string) bool
	// Copies reports whether folders of that name contain copies of whole files, which are read only if
	// [Formats.WithCopies] asks for them.
	Copies func(folder string) bool
	// Around names the folders beside that of project folders that are read with it.
	Around []string
	// Beside reports whether a file of this name may belong to a transcript in the same folder.
	Beside func(base string) bool
	// An agent may name folders after working directories. IsFolder reports whether a name is such a
	// name, FolderOf returns the name for a directory, and IsFolderOf reports whether a name is that
	// of the directory.
	IsFolder   func(name string) bool
	FolderOf   func(dir string) string
	IsFolderOf func(name, dir string) bool
	// Worktrees is where the agent makes worktrees below a repository: "/.agent/worktrees/".
	Worktrees string

	// ByDir is set when sessions of all projects are in the same folders: sessions with the same
	// working directory are a project.
	ByDir bool

	// The rest is for steno collect, which keeps copies in the layout of the agent's own folder.

	// Archive returns a function from the name of a file in a source to its name below the agent's own
	// folder, "" if it does not belong there. homes are the folders of the source that are laid out
	// like the agent's own, "." for the source itself. base is the name of the source.
	Archive func(base string, names []string) (inside func(name string) string, homes []string)
	// Kept returns the name of a file below the agent's own folder, from its path in any folder.
	// Formats without Archive have it.
	Kept func(name string) string
	// Projects is the folder of project folders, below the agent's own.
	Projects string
	// FirstDir returns the working directory that is first in the head of a transcript.
	FirstDir func(head []byte) string
	// Run returns the session of a file with the output of a run, which is in no folder of the
	// layout, from the head of the file; "" if it has none.
	Run func(head []byte) string
}

// Role is what a file is to a session.
type Role uint8

// Roles of files.
const (
	Ignored         Role = iota
	Transcript           // of a session; Place.Session is set when its name is the id
	AgentTranscript      // of a subagent
	Journal              // of a workflow run: the order in which it started its agents
	WorkflowSummary      // of a workflow run
	WorkflowScript       // what a workflow run ran
	ToolResult           // an output too large for its record
	SessionMemory        // what the client remembers of the session
	SessionTitle         // the title that the user gave the session
	FileCopy             // a file as it was before the session changed it
	ProjectMemory        // what the agent remembers of a project
	PlanFile             // a plan, filed under a name that sessions mention
	IndexFile            // titles of sessions
	HistoryFile          // prompts that were typed
	PastedText           // a text that was pasted into one of these
	Piece                // a part of a session, whose name does not say of which
)

// Place is what a file is, and to which session it belongs.
type Place struct {
	Role    Role
	Session string // id of the session that it belongs to, "" when the path does not say
	Folder  string // of the project: the folder with the session's transcript
	Agent   string // id of an agent
	Meta    string // name of the file that describes the agent, "" if none
	Run     string // id of a workflow run, "" outside workflows
}

// Indexed is what an index file says about a session, or, without Session, about all sessions in the folder
// that [Layout].Place files the index in: that they began in Dir.
type Indexed struct {
	Session, Title, Dir string
	Origin              string // the session, of any agent, whose history this one began with a copy of
}

// From returns the part of a path that begins with the last of its elements that has one of these
// names, "" when none has.
func From(name string, elements ...string) string {
	elems := strings.Split(name, "/")
	for i := len(elems) - 2; i >= 0; i-- {
		if slices.Contains(elements, elems[i]) {
			return strings.Join(elems[i:], "/")
		}
	}
	return ""
}

// place returns what a file is.
func (f *Format) place(name string, has func(string) bool) Place {
	if f.Layout.Place != nil {
		return f.Layout.Place(name, has)
	}
	return Place{Role: Transcript, Folder: path.Dir(name)}
}

// IsFolder reports whether a name is that of a folder made from a working directory.
func (f *Format) IsFolder(name string) bool {
	return f != nil && f.Layout.IsFolder != nil && f.Layout.IsFolder(name)
}

// FolderOf returns the name of the folder made from a working directory, "" when the format
// makes none.
func (f *Format) FolderOf(dir string) string {
	if f == nil || f.Layout.FolderOf == nil {
		return ""
	}
	return f.Layout.FolderOf(dir)
}

func (f *Format) isFolderOf(name, dir string) bool {
	return f != nil && f.Layout.IsFolderOf != nil && f.Layout.IsFolderOf(name, dir)
}

// Formats are the formats that files may have. A format that recognizes its files by their
// content (see Format.Knows) may come in any order.
type Formats []*Format

// ByKey returns the format with a key, the first one when there is none.
func (all Formats) ByKey(key string) *Format {
	if i := slices.IndexFunc(all, func(f *Format) bool { return f.Key == key }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// Skips reports whether folders of a name contain no transcripts of any format.
func (all Formats) Skips(folder string) bool {
	return skipped[folder] || slices.ContainsFunc(all, func(f *Format) bool {
		return f.Layout.Skip != nil && f.Layout.Skip(folder) || f.Layout.Copies != nil && f.Layout.Copies(folder)
	})
}

// WithCopies returns formats that read copies of whole files, too.
func (all Formats) WithCopies() Formats {
	with := slices.Clone(all)
	for i, f := range with {
		if f.Layout.Copies != nil {
			asked := *f
			asked.Layout.Copies = nil
			with[i] = &asked
		}
	}
	return with
}

// skipped names folders of other programs that may be large and contain no transcripts.
var skipped = map[string]bool{
	".git": true, ".hg": true, ".svn": true, "node_modules": true, "__pycache__": true, ".venv": true,
	"site-packages": true, "__MACOSX": true,
}

// matters reports whether a file may be of use.
func (all Formats) matters(name string) bool {
	name = Plain(name)
	base := path.Base(name)
	switch {
	case strings.HasPrefix(base, "._"): // macOS puts such twins into archives
		return false
	case isControl(base):
		return !slices.ContainsFunc(all, func(f *Format) bool { return f.place(name, none).Role == ProjectMemory })
	}
	return slices.ContainsFunc(all, func(f *Format) bool { return f.Owns(name) || f.may(name) })
}

func (f *Format) may(name string) bool { return f.May != nil && f.May(name) }

// none is for who asks for a place before a source was listed.
func none(string) bool { return false }

// hasRecords reports whether a file is a transcript or a history of some format.
func (all Formats) hasRecords(e entry) bool {
	return slices.ContainsFunc(all, func(f *Format) bool { return all.recordsOf(f, e) })
}

// recordsOf reports whether a file is a transcript or a history of the format f.
func (all Formats) recordsOf(f *Format, e entry) bool {
	role := f.place(e.name, none).Role
	return (f.Owns(e.name) || f.may(e.name) && all.owner(e.name, e.file) == f) &&
		(role == Transcript || role == AgentTranscript || role == Journal || role == HistoryFile)
}

// isTranscript reports whether a file is a session's transcript in some format.
func (all Formats) isTranscript(name string) bool {
	return slices.ContainsFunc(all, func(f *Format) bool { return (f.Owns(name) || f.may(name)) && f.place(name, none).Role == Transcript })
}

// beside reports whether a file may belong to a transcript in the same folder.
func (all Formats) beside(base string) bool {
	return slices.ContainsFunc(all, func(f *Format) bool { return f.Layout.Beside != nil && f.Layout.Beside(base) })
}

// isFolder reports whether a folder's name is made from a working directory.
func (all Formats) isFolder(name string) bool {
	return slices.ContainsFunc(all, func(f *Format) bool { return f.IsFolder(name) })
}

// within reports whether a file is in the folder of a session.
func (all Formats) within(name string, has func(string) bool) bool {
	return slices.ContainsFunc(all, func(f *Format) bool { return f.Layout.Place != nil && f.place(name, has).Session != "" })
}

// maxHead bounds the bytes of a file that a format knows it by.
const maxHead = 16 << 10

// Owner returns the format of a file by its path and, where that does not say it, by its first bytes;
// nil for none.
func (all Formats) Owner(name string, file *File) *Format { return all.owner(Plain(name), file) }

// owner returns the format of a file, nil for none. The file is read only when several
// formats own it, or none does.
func (all Formats) owner(name string, file *File) *Format {
	var owners []*Format
	for _, f := range all {
		if f.Claims != nil && f.Claims(name) {
			return f
		}
		if f.Owns(name) {
			owners = append(owners, f)
		}
	}
	switch len(owners) {
	case 0:
		return all.knower(name, file)
	case 1:
		return owners[0]
	}
	head := file.Head()
	for _, f := range owners {
		if f.Knows != nil && f.Knows(head) {
			return f
		}
	}
	for _, f := range owners {
		if f.Knows == nil {
			return f
		}
	}
	return owners[0]
}

// knower returns the format of a file that none owns, by its content.
func (all Formats) knower(name string, file *File) *Format {
	var head []byte
	for _, f := range all {
		if !f.may(name) {
			continue
		}
		if head == nil {
			head = file.Head()
		}
		if f.Knows(head) {
			return f
		}
	}
	return nil
}

// Head returns the first bytes of a file, by which formats know it: nil if it cannot be read.
func (f *File) Head() []byte {
	r, err := f.Open()
	if err != nil {
		return nil // anyone who reads it will say so
	}
	defer r.Close()
	head := make([]byte, maxHead)
	n, _ := io.ReadFull(r, head)
	return head[:n]
}

// isIndex reports whether a source is a single file with titles of sessions.
func (all Formats) isIndex(entries []entry) bool {
	return len(entries) == 1 && slices.ContainsFunc(all, func(f *Format) bool {
		return f.Owns(entries[0].name) && f.place(entries[0].name, none).Role == IndexFile
	})
}
