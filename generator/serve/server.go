package serve

import (
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// Options say how to serve.
type Options struct {
	Live    bool   // open pages are notified of changes and of failed builds
	Exposed bool   // other machines may ask, see [Exposed]
	Host    string // the name or address that the user chose to listen at
}

// Site is a finished site.
type Site struct {
	Files fs.FS  // its files
	Base  string // the path that it is served below: "/" or "/repo/"
	Ahead Ahead  // pages that are newer
}

// Ahead is pages of sessions that are newer than those of the site, by their directory in it: the
// folder that they are in.
type Ahead map[string]Folder

// Folder is the files of a site in a folder on disk. No link leads out of it, and it may
// be removed and rebuilt.
type Folder string

// Open opens a file of the folder.
func (dir Folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return os.OpenInRoot(string(dir), name)
}

// Trouble is why the site that is shown is not what it should be.
type Trouble struct {
	Lines []string `json:"lines"` // what is wrong, each with file and line where they are known
	Hint  string   `json:"hint"`  // what to do, "" when the lines say it
}

// Server answers requests for a site. [Server.Show] and [Server.Fail] say what there is to
// show; until one of them was called, every request gets an empty site. Its methods may
// be called from several goroutines at once.
type Server struct {
	options Options
	names   []string

	mu      sync.Mutex
	readers map[string]int // streams of events that are open, by page
	state   state
	changed chan struct{} // closed when state is replaced
}

// state is what there is to show. It is replaced, never changed.
type state struct {
	site    Site     // the last good one; its Files are nil when there is none
	trouble *Trouble // nil when all is well
}

// New returns a Server with nothing to show.
func New(o Options) *Server {
	s := &Server{options: o, readers: map[string]int{}, changed: make(chan struct{}), state: state{site: Site{Base: "/"}}}
	if o.Exposed {
		s.names = ownNames(o.Host)
	}
	return s
}

// Show serves a site from now on, and ends whatever trouble there was.
func (s *Server) Show(site Site) {
	if site.Base = "/" + strings.Trim(site.Base, "/"); site.Base != "/" {
		site.Base += "/"
	}
	s.set(func(state) state { return state{site: site} })
}

// Push shows pages in the place of those of the site that was shown last, until the next Show or Fail.
func (s *Server) Push(pages Ahead) {
	s.set(func(old state) state {
		old.site.Ahead = pages
		return old
	})
}

// Refresh sends open pages what they are now, when some of the site's were written.
func (s *Server) Refresh() { s.set(func(old state) state { return old }) }

// Fail reports trouble. The last good site, if there is one, stays; otherwise all
// pages report the trouble.
func (s *Server) Fail(t Trouble) {
	s.set(func(old state) state {
		return state{site: Site{Files: old.site.Files, Base: old.site.Base}, trouble: &t}
	})
}

func (s *Server) set(next func(state) state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = next(s.state)
	close(s.changed)
	s.changed = make(chan struct{})
}

// current returns what there is to show, and what is closed when that is over.
func (s *Server) current() (state, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state, s.changed
}

// Readers is how many pages wait for news.
func (s *Server) Readers() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, more := range s.readers {
		n += more
	}
	return n
}

// Reads reports whether a page in a directory of the site, or below it, waits for news.
func (s *Server) Reads(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for page := range s.readers {
		if strings.HasPrefix(page, dir+"/") {
			return true
		}
	}
	return false
}

// read notes that so many more streams of a page are open.
func (s *Server) read(page string, more int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.readers[page] += more; s.readers[page] == 0 {
		delete(s.readers, page)
	}
}

// own is the folder below the base for what is the server's. A site has nothing in it,
// as it has no visible file that begins with a dot.
const own = ".steno/"

// ServeHTTP answers as a static host would: index.html for a folder, 404.html for what is
// not there, no listings.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.guard(w, r) {
		return
	}
	st, _ := s.current()
	name, below := strings.CutPrefix(r.URL.Path, st.site.Base)
	switch {
	case !below && (r.URL.Path == "/" || r.URL.Path+"/" == st.site.Base):
		http.Redirect(w, r, st.site.Base, http.StatusFound)
		return
	case name == "" || strings.HasSuffix(name, "/"):
		name += "index.html"
	}
	rest, mine := strings.CutPrefix(name, own)
	switch {
	case below && mine && s.options.Live:
		s.serveOwn(w, r, st, rest)
	case st.site.Files == nil:
		s.serveTrouble(w, r, st, name)
	case !below || !visible(name):
		s.notFound(w, r, st, name)
	default:
		s.serveFile(w, r, st, name)
	}
}

// serveOwn answers for what is the server's.
func (s *Server) serveOwn(w http.ResponseWriter, r *http.Request, st state, name string) {
	switch name {
	case "events":
		s.serveEvents(w, r)
	case "trouble":
		if st.trouble == nil {
			http.Redirect(w, r, st.site.Base, http.StatusFound)
			return
		}
		s.serveTrouble(w, r, st, own+name)
	case "live.js", "live.css":
		data, _ := fs.ReadFile(client, path.Join("client", name)) // embedded
		if name == "live.js" {
			patch, _ := fs.ReadFile(client, "client/patch.js")
			data = slices.Concat(patch, []byte(";"), data)
		}
		s.write(w, r, name, http.StatusOK, data)
	default:
		s.notFound(w, r, st, own+name)
	}
}
