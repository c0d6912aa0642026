package search

import (
	"errors"
	"io"
	"iter"
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

// What Options.Scope may be.
const (
	ScopeTitles       = "titles"       // titles of sessions
	ScopeConversation = "conversation" // titles, prompts, replies and summaries
	ScopeEverything   = "everything"   // thinking, tool calls and their results too
)

// Kinds of Doc. KindTitle is the session itself; the builder adds one to each.
const (
	KindTitle    = "title"
	KindPrompt   = "prompt"
	KindReply    = "reply"
	KindThinking = "thinking"
	KindCall     = "call"
	KindResult   = "result"
	KindSummary  = "summary"
	KindEvent    = "event"
)

// Doc is a piece of a session that can be found and linked to.
type Doc struct {
	Anchor string    // of the message on its page, without "#"; "" links to the page
	Page   string    // file below the session's directory: "index.html", "page-2.html", "agents/<id>/index.html"
	Kind   string    // one of the Kind constants
	Tool   string    // name of the tool, for calls and results
	Failed bool      // the call failed
	File   string    // path that the call is about, may be empty
	Time   time.Time // may be zero
	Also   []string  // ids of other sessions that have it too, and are found by it
	Text   string    // plain text, redacted
}

// Session is a session with all its docs. Those that a later build adds are the last, if possible:
// docs before them keep their numbers.
type Session struct {
	ID          string
	URL         string // of its first page, from the site's root: "sessions/<id>/index.html"
	Title       string
	Project     string // identifies the project, in file names and addresses
	ProjectName string // as shown
	ProjectDir  string // working directory, shown where projects have the same name
	Branch      string
	Model       string
	Agent       string // the program that wrote it, as shown
	Resume      string // shell command that resumes it, may be empty
	Tags        []string
	Start, End  time.Time
	Docs        []Doc
	More        iter.Seq[Doc] // further ones; nil for none
}

// Options are the choices of a build.
type Options struct {
	Scope string // one of the Scope constants; "" is ScopeConversation
	// bytes of each message that results can show, 32 times as many of prompts, replies and
	// summaries; 0 is 500, negative none
	Snippet int
	Budget  int64  // bytes that all files of the index may take; snippets get shorter to keep to it; 0 is no limit
	TempDir string // where runs go that do not fit in memory; "" is the system's
	Memory  int    // bytes of runs that are kept in memory; 0 is 8 MiB

	// Keep takes a file over that the last index left, and reports whether it could: one of this
	// name and size is there. Nil keeps none. It is asked, from several goroutines, for files that
	// are named by their content and for those that Earlier knows to be packed from the same text.
	Keep func(name string, size int64) bool

	Leave   io.Writer // where Finish leaves what [OpenEarlier] reads for the next index; nil for none
	Earlier *Earlier  // has the postings of digests without them, see [Digested.Head]

	// Put keeps a part of what is left, and returns where. was is where Earlier has the same part, zero for
	// nowhere; only if it cannot stay there, it is read. Put is not nil where Leave is not.
	Put func(was Span, read func() ([]byte, error)) (Span, error)
}

const (
	defaultSnippet = 500
	defaultMemory  = 8 << 20
)

// Stats is what an index consists of.
type Stats struct {
	Sessions int
	Docs     int
	Terms    int
	Postings int
	Text     int64 // bytes of text that were indexed
	Files    int
	Bytes    int64 // of all files
	Snippets int64 // of these, bytes of snippets
	Snippet  int   // bytes of each message that are stored: those of the options, or what the budget left
}

// Builder collects sessions and writes their index. Its methods but Close may be
// called from several goroutines; Finish comes after the last Add.
type Builder struct {
	o Options

	mu       sync.Mutex
	sessions []*session
	runs     []run
	size     int
	dir      string
	records  *os.File // of sessions that no other file has, each with its snippets
	written  int64
	err      error
	closed   bool

	facets    facetSums
	digesters sync.Pool // of *digester
}

// facetSums is what is summed up of sessions as they come, and shares what many of them have.
type facetSums struct {
	kinds, tools, tags map[string]int
	text               int64
	facets             map[facets]*facets
}

// facets are the properties of a session by which one can filter.
type facets struct{ project, projectName, projectDir, branch, model, agent string }

// take sums up what a session has.
func (f *facetSums) take(r *record) *facets {
	if f.facets == nil {
		f.kinds, f.tools, f.tags, f.facets = map[string]int{}, map[string]int{}, map[string]int{}, map[facets]*facets{}
	}
	f.text += r.text
	for _, v := range r.kinds {
		f.kinds[v.Name] += v.Count
	}
	for _, v := range r.tools {
		f.tools[v.Name] += v.Count
	}
	for _, tag := range r.Tags {
		f.tags[clean(tag)]++
	}
	of := facets{r.Project, r.ProjectName, r.ProjectDir, r.Branch, r.Model, r.Agent}
	if f.facets[of] == nil {
		for _, text := range []*string{&of.project, &of.projectName, &of.projectDir, &of.branch, &of.model, &of.agent} {
			*text = strings.Clone(*text)
		}
		f.facets[of] = &of
	}
	return f.facets[of]
}

// New starts an index.
func New(o Options) *Builder { return &Builder{o: o.complete()} }

// complete puts the defaults in place of what is not set.
func (o Options) complete() Options {
	if o.Scope == "" {
		o.Scope = ScopeConversation
	}
	if o.Snippet == 0 {
		o.Snippet = defaultSnippet
	}
	o.Snippet = max(o.Snippet, 0)
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	return o
}

// errClosed is the answer to calls on a builder whose work is over.
var errClosed = errors.New("the search index is already finished")

// Close removes the temporary files. It may be called at any time, also twice.
func (b *Builder) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.runs, b.sessions = nil, nil
	var err error
	if b.records != nil {
		err = b.records.Close()
		b.records = nil
	}
	if b.dir != "" {
		os.RemoveAll(b.dir) // a virus scanner on Windows may hold a file open; the index is complete without it
		b.dir = ""
	}
	return err
}

// inScope reports whether docs of the kind are indexed.
func inScope(scope, kind string) bool {
	switch scope {
	case ScopeEverything:
		return true
	case ScopeConversation:
		return kind == KindPrompt || kind == KindReply || kind == KindSummary
	}
	return false
}

// pageOf returns the session's own page below its directory, "" when the URL
// names the directory.
func pageOf(url string) string {
	if strings.HasSuffix(url, "/") || url == "" {
		return "index.html"
	}
	return path.Base(url)
}
