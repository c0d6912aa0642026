package serve

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"
)

// An open page listens to a stream of events. An event is the news for this page as a
// whole, so a page that missed some, or reconnects, knows all there is to know from
// the next.

const (
	heartbeat = 20 * time.Second // detects readers whose connection was lost without notice
	writeTime = 10 * time.Second // for one event, before a reader counts as gone
	retryTime = 1 * time.Second  // until a browser that lost the server asks again
)

// news is what a page should know.
type news struct {
	Tag     string   `json:"tag"`               // of the page as it is now; "" when it is not there
	Base    string   `json:"base"`              // where the site is
	End     *end     `json:"end,omitempty"`     // where the thread ends, of which the page is a part
	Trouble *Trouble `json:"trouble,omitempty"` // why pages are not current
	// the page as it is now, as a request for it would return it, when it is part of a thread and
	// the reader has another
	Text string `json:"text,omitempty"`
}

// end is the last page of a thread.
type end struct {
	Page    string `json:"page"`    // its name beside the other pages
	Anchors int    `json:"anchors"` // how many messages and steps are on it
}

// serveEvents sends news until the reader is gone or the server ends.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	page := r.URL.Query().Get("page")
	s.read(page, 1)
	defer s.read(page, -1)
	stream := http.NewResponseController(w)
	say := func(text string) bool {
		_ = stream.SetWriteDeadline(time.Now().Add(writeTime)) // where it cannot be set there is no need for it
		_, err := fmt.Fprint(w, text)
		return err == nil && stream.Flush() == nil
	}
	if !say(fmt.Sprintf("retry: %d\n\n", retryTime.Milliseconds())) {
		return
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	has := r.URL.Query().Get("tag") // what the reader has
	for last := ""; ; {
		st, changed := s.current()
		n, data := st.news(page)
		if text := n.json(); text != last {
			last = text
			if n.End != nil && n.Tag != has && has != "" { // browsers open few connections: it may not get another one
				n.Text = string(s.enliven(data, st.site.Base, page, n.Tag))
				text = n.json()
			}
			if !say("data: " + text + "\n\n") {
				return
			}
			has = n.Tag
		}
		for waiting := true; waiting; {
			select {
			case <-changed:
				waiting = false
			case <-beat.C:
				if !say(": still here\n\n") {
					return
				}
			case <-r.Context().Done():
				return
			}
		}
	}
}

// news returns the news for a page, and its bytes.
func (st state) news(page string) (n news, data []byte) {
	n = news{Tag: missing, Base: st.site.Base, Trouble: st.trouble}
	switch {
	case st.site.Files == nil || page == own+"trouble" && st.trouble != nil:
		n.Tag = troubleTag(st.trouble)
	case visible(page):
		var err error
		if data, err = fs.ReadFile(st.site.open(), page); err == nil {
			n.Tag = tag(data)
			n.End = endOf(st.site.open(), page, data)
		}
	}
	return n, data
}

// json returns news as JSON, which has no line ends.
func (n news) json() string {
	text, err := json.Marshal(n)
	if err != nil {
		return "{}" // strings and numbers can always be written
	}
	return string(text)
}

var (
	threadPage = regexp.MustCompile(`^(index|page-\d+)\.html$`)
	anchor     = regexp.MustCompile(` id="?m-`)
)

// endOf finds the last page of the thread that a page is part of; nil for other pages.
func endOf(site fs.FS, page string, data []byte) *end {
	if !strings.HasPrefix(page, "sessions/") || !threadPage.MatchString(path.Base(page)) {
		return nil
	}
	n := 1
	fmt.Sscanf(path.Base(page), "page-%d.html", &n) // stays 1 for the first
	last := path.Base(page)
	for {
		n++
		next := fmt.Sprintf("page-%d.html", n)
		if _, err := fs.Stat(site, path.Join(path.Dir(page), next)); err != nil {
			break
		}
		last = next
	}
	if last != path.Base(page) {
		var err error
		if data, err = fs.ReadFile(site, path.Join(path.Dir(page), last)); err != nil {
			return nil
		}
	}
	return &end{Page: last, Anchors: len(anchor.FindAllIndex(data, -1))}
}
