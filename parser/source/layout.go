package source

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file holds the layout of Claude Code's files (format notes, sections 1 and
// A8): which names matter, and what each of them is to which session.

const (
	indexName   = "sessions-index.json"
	historyName = "history.jsonl"
	journalName = "journal.jsonl"
)

// earlier matches the folders in which an archive of steno collect keeps what a
// transcript was before it became another, in the layout of what is beside them.
var earlier = regexp.MustCompile(`(/earlier/[0-9a-f]{16})+/`)

// original is the name of a file without such a folder: it is what it was, of the same
// project and session.
func original(name string) string {
	if !strings.Contains(name, "/earlier/") { // which is quicker to tell
		return name
	}
	return earlier.ReplaceAllLiteralString(name, "/")
}

// skipped names folders that hold no transcripts, however deep one looks.
var skipped = map[string]bool{
	".git": true, ".hg": true, ".svn": true, "node_modules": true, "__pycache__": true, ".venv": true,
	"site-packages": true, "file-history": true, "shell-snapshots": true, "statsig": true, "image-cache": true,
	"paste-cache": true, "__MACOSX": true,
}

func isSkipped(name string) bool { return skipped[path.Base(name)] }

// isMemory tells whether a folder is what the agent remembers of a project.
func isMemory(dir string) bool {
	return path.Base(dir) == "memory" && isEncoded(path.Base(path.Dir(dir)))
}

var (
	uuidLike = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	encoded  = regexp.MustCompile(`^(-|[A-Za-z]--)[A-Za-z0-9-]*$`)
)

// isEncoded tells whether name is that of a folder made from a working directory.
func isEncoded(name string) bool { return encoded.MatchString(name) }

func isAgentName(base string) bool {
	return strings.HasPrefix(base, "agent-") && strings.HasSuffix(base, ".jsonl")
}

// matters tells whether the file may be of use.
func matters(name string) bool {
	dir, base := path.Split(Plain(name))
	switch {
	case strings.HasPrefix(base, "._"): // macOS puts such twins into archives
		return false
	case isMemory(path.Clean(dir)):
		return strings.HasSuffix(base, ".md")
	case strings.HasSuffix(base, ".jsonl"), base == indexName, isControl(base):
		return true
	case strings.HasSuffix(base, ".meta.json"):
		return strings.Contains(dir, "/subagents/")
	case strings.HasSuffix(base, ".json"):
		return strings.HasSuffix(dir, "/workflows/")
	case strings.HasSuffix(base, ".md"):
		return strings.HasSuffix(dir, "/plans/") || strings.HasSuffix(dir, "/session-memory/")
	}
	return strings.Contains(dir, "/tool-results/")
}

type role uint8

const (
	roleMain   role = iota
	roleLegacy      // an agent's transcript beside the sessions; its records tell which one it belongs to
	roleAgent       // an agent's transcript below the folder of its session
)

// transcript is a file of records.
type transcript struct {
	entry
	role    role
	place   place      // of the project
	session string     // id from the path, "" if it tells none
	agent   *AgentFile // nil for roleMain
	facts   *facts
}

// stem is the file's name without its ending.
func (t *transcript) stem() string { return strings.TrimSuffix(path.Base(t.name), ".jsonl") }

// parts is what belongs to a session beside its transcripts.
type parts struct {
	results   map[string]*File
	workflows map[string]*Workflow
	memory    *File
}

// layout is all that was listed, sorted out by path alone.
type layout struct {
	transcripts []*transcript
	parts       map[string]*parts // by session id
	indexes     []*File
	plans       map[string]*File
	memories    map[place][]*File // of projects, by name
	history     []*File
	about       []*File
	abouts      controls
	ignores     controls
	clash       error // two spellings of one control file
	clashIn     int   // index of the source
}

// arrange sorts out listings. A file that overlapping sources list twice is taken
// once; what stands beside a file that was named comes last, so that it does not
// hide what another source lists in its own right.
func arrange(listings []*listing) *layout {
	l := &layout{parts: map[string]*parts{}, plans: map[string]*File{}, memories: map[place][]*File{}, ignores: controls{}, abouts: controls{}}
	here, _ := os.Getwd() // without it, paths are compared as they are
	seen := map[string]bool{}
	for _, companions := range []bool{false, true} {
		for i, p := range listings {
			slices.SortFunc(p.entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
			names := map[string]*File{}
			for _, e := range p.entries {
				names[e.name] = e.file
			}
			for _, e := range p.entries {
				if e.companion != companions {
					continue
				}
				key := e.file.Path
				if !filepath.IsAbs(key) {
					key = filepath.Join(here, key)
				}
				if !seen[key] {
					seen[key] = true
					l.place(e, i, names)
				}
			}
		}
	}
	return l
}

// place decides what one file of a listing is.
func (l *layout) place(e entry, listing int, names map[string]*File) {
	elems := strings.Split(original(e.name), "/")
	dirs, base := elems[:len(elems)-1], elems[len(elems)-1]
	if at := sessionAt(dirs, names); at >= 0 {
		l.placePart(e, listing, dirs, at, names)
		return
	}
	in := place{listing, strings.Join(dirs, "/")}
	switch {
	case base == indexName:
		l.indexes = append(l.indexes, e.file)
	case isMemory(in.folder):
		in.folder = path.Dir(in.folder)
		l.memories[in] = append(l.memories[in], e.file)
	case base == ignoreName:
		l.ignores[in] = e.file
	case base == historyName:
		l.history = append(l.history, e.file)
	case isControl(base):
		l.addAbout(in, e.file)
	case isAgentName(base):
		l.transcripts = append(l.transcripts, &transcript{
			entry: e, role: roleLegacy, place: in, agent: &AgentFile{File: e.file, ID: agentID(base)},
		})
	case strings.HasSuffix(base, ".jsonl"):
		l.transcripts = append(l.transcripts, &transcript{entry: e, role: roleMain, place: in})
	case strings.HasSuffix(base, ".md"):
		l.plans[base] = newer(l.plans[base], e.file)
	}
}

// sessionAt returns the index in dirs of the folder that belongs to a session, -1
// if there is none. A folder is a session's when it has its name, or when the
// session's transcript stands beside it, or when agents stand in it.
func sessionAt(dirs []string, names map[string]*File) int {
	for i := 1; i < len(dirs); i++ {
		switch dirs[i] {
		case "subagents":
			return i - 1
		case "workflows", "tool-results", "session-memory":
			if uuidLike.MatchString(dirs[i-1]) || names[strings.Join(dirs[:i], "/")+".jsonl"] != nil {
				return i - 1
			}
		}
	}
	return -1
}

// placePart places a file below the folder of the session dirs[at].
func (l *layout) placePart(e entry, listing int, dirs []string, at int, names map[string]*File) {
	base := path.Base(e.name)
	id, kind, rest := dirs[at], dirs[at+1], dirs[at+2:]
	p := l.part(id)
	switch {
	case kind == "tool-results":
		p.results[base] = larger(p.results[base], e.file)
	case kind == "session-memory":
		p.memory = newer(p.memory, e.file)
	case kind == "workflows" && len(rest) == 0 && strings.HasSuffix(base, ".json"):
		w := p.workflow(strings.TrimSuffix(base, ".json"))
		w.Summary = newer(w.Summary, e.file)
	case kind == "subagents" && strings.HasSuffix(base, ".jsonl"):
		run := ""
		if len(rest) > 1 && rest[0] == "workflows" {
			run = rest[1]
		}
		if base == journalName && run != "" {
			w := p.workflow(run)
			w.Journal = larger(w.Journal, e.file)
			return
		}
		meta := names[strings.TrimSuffix(original(e.name), ".jsonl")+".meta.json"]
		l.transcripts = append(l.transcripts, &transcript{
			entry: e, role: roleAgent, place: place{listing, strings.Join(dirs[:at], "/")}, session: id,
			agent: &AgentFile{File: e.file, ID: agentID(base), Meta: meta, Run: run},
		})
	}
}

func (l *layout) part(id string) *parts {
	p := l.parts[id]
	if p == nil {
		p = &parts{results: map[string]*File{}, workflows: map[string]*Workflow{}}
		l.parts[id] = p
	}
	return p
}

func (p *parts) workflow(run string) *Workflow {
	w := p.workflows[run]
	if w == nil {
		w = &Workflow{Run: run}
		p.workflows[run] = w
	}
	return w
}

func agentID(base string) string {
	return strings.TrimPrefix(strings.TrimSuffix(base, ".jsonl"), "agent-")
}

// newer returns the file that was changed last; old stays when that is not clear.
func newer(old, file *File) *File {
	if old == nil || file.ModTime.After(old.ModTime) {
		return file
	}
	return old
}

// larger returns the file with more in it, for files that only grow.
func larger(old, file *File) *File {
	if old == nil || file.Size > old.Size {
		return file
	}
	return old
}
