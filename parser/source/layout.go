package source

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// This file sorts what was listed by path alone: which file is what to which session. What
// a path means, formats say.

// transcript is a file of records.
type transcript struct {
	entry
	format  *Format
	role    Role       // Transcript or AgentTranscript
	place   place      // of the project
	session string     // id from the path, "" if it shows none
	agent   *AgentFile // nil for Transcript
	facts   *Facts
}

// stem is the file's name without its ending.
func (t *transcript) stem() string { return strings.TrimSuffix(path.Base(t.name), path.Ext(t.name)) }

// parts is what belongs to a session beside its transcripts.
type parts struct {
	results   map[string]*File
	workflows map[string]*Workflow
	memory    *File
	titled    *File
	copies    map[string]*File
	scripts   map[string]*File
}

// layout is all that was listed, sorted out by path alone.
type layout struct {
	transcripts []*transcript
	parts       map[string]*parts // by session id
	indexes     []indexFile
	plans       map[string]*File
	pasted      map[place]map[string]*File // by the folder above theirs
	memories    map[place][]*File          // of projects, by name
	pieces      map[place]*Pieces
	history     []History
	about       []*File
	abouts      controls
	ignores     controls
	clash       error // two spellings of one control file
	clashIn     int   // index of the source
}

// arrange sorts out listings. A file that overlapping sources list twice is taken
// once; what is beside a file that was named comes last, so that it does not
// hide what another source lists in its own right.
func arrange(formats Formats, listings []*listing) *layout {
	l := &layout{parts: map[string]*parts{}, pieces: map[place]*Pieces{}, plans: map[string]*File{},
		pasted: map[place]map[string]*File{}, memories: map[place][]*File{}, ignores: controls{},
		abouts: controls{}}
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
					l.place(formats, e, i, names)
				}
			}
		}
	}
	return l
}

// place sorts in one file of a listing.
func (l *layout) place(formats Formats, e entry, listing int, names map[string]*File) {
	has := func(name string) bool { return names[name] != nil }
	dir, base := path.Split(e.name)
	if isControl(base) {
		if in := (place{listing, path.Clean(dir)}); formats.within(e.name, has) {
			return
		} else if base == IgnoreName {
			l.ignores[in] = e.file
		} else {
			l.addAbout(in, e.file)
		}
		return
	}
	format := formats.owner(e.name, e.file)
	if format == nil {
		return
	}
	at := format.place(e.name, has)
	in := place{listing, at.Folder}
	t := &transcript{entry: e, format: format, role: at.Role, place: in, session: at.Session}
	switch at.Role {
	case Transcript:
		l.transcripts = append(l.transcripts, t)
	case AgentTranscript:
		t.agent = &AgentFile{File: e.file, ID: at.Agent, Meta: names[at.Meta], Run: at.Run}
		l.transcripts = append(l.transcripts, t)
	case IndexFile:
		l.indexes = append(l.indexes, indexFile{format, e.file, in})
	case ProjectMemory:
		l.memories[in] = append(l.memories[in], e.file)
	case HistoryFile:
		l.history = append(l.history, History{e.file, format, l.pastedAt(in)})
	case PastedText:
		l.pastedAt(in)[base] = e.file
	case Piece:
		if l.pieces[in] == nil {
			l.pieces[in] = &Pieces{root: in.folder}
		}
		l.pieces[in].add(e.name, e.file)
	case PlanFile:
		l.plans[base] = newer(l.plans[base], e.file)
	case ToolResult, SessionMemory, SessionTitle, FileCopy, WorkflowSummary, WorkflowScript, Journal:
		l.placePart(at, base, e.file)
	}
}

// placePart sorts in a file that belongs to a session beside its transcripts.
func (l *layout) placePart(at Place, base string, file *File) {
	p := l.part(at.Session)
	switch at.Role {
	case ToolResult:
		p.results[base] = larger(p.results[base], file)
	case SessionMemory:
		p.memory = newer(p.memory, file)
	case SessionTitle:
		p.titled = newer(p.titled, file)
	case FileCopy:
		p.copies[base] = newer(p.copies[base], file)
	case WorkflowScript:
		p.scripts[base] = newer(p.scripts[base], file)
	case WorkflowSummary:
		w := p.workflow(at.Run)
		w.Summary = newer(w.Summary, file)
	case Journal:
		w := p.workflow(at.Run)
		w.Journal = larger(w.Journal, file)
	}
}

// indexFile is a file with titles and directories of sessions.
type indexFile struct {
	format *Format
	file   *File
	in     place
}

// pastedAt returns the texts that were pasted into the prompts of a history, by the folder that it is in.
func (l *layout) pastedAt(in place) map[string]*File {
	if l.pasted[in] == nil {
		l.pasted[in] = map[string]*File{}
	}
	return l.pasted[in]
}

func (l *layout) part(id string) *parts {
	p := l.parts[id]
	if p == nil {
		p = &parts{results: map[string]*File{}, workflows: map[string]*Workflow{}, copies: map[string]*File{}, scripts: map[string]*File{}}
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
