package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"steno/generator/search/query"
)

// maxFile bounds what is read of one file of a site.
const maxFile = 256 << 20

// site is a finished site. Files are opened below its folder only.
type site struct {
	root     *os.Root
	index    *query.Index // nil when the site has none
	sessions []session    // newest first
}

// session is a line of sessions.json.
type session struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Project      string   `json:"project"`
	Group        string   `json:"group"`
	URL          string   `json:"url"`
	Program      string   `json:"program"`
	Branch       string   `json:"branch"`
	Start        string   `json:"start"`
	End          string   `json:"end"`
	Prompts      *int     `json:"prompts"`
	Errors       int      `json:"errors"`
	Files        []string `json:"files"`
	Commits      []string `json:"commits"`
	PullRequests []string `json:"pullRequests"`
	Problem      string   `json:"problem"`
	LastReply    string   `json:"lastReply"`
	TestsPassed  bool     `json:"testsPassed"`
	Pushed       bool     `json:"pushed"`
}

// dir is the folder of a session's pages, from the site's root.
func (s *session) dir() string {
	at := strings.LastIndex(s.URL, "sessions/")
	if at < 0 {
		return ""
	}
	return path.Dir(s.URL[at:])
}

// openSite opens the site in a folder.
func openSite(ctx context.Context, dir string) (*site, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%q does not exist", dir)
		}
		return nil, fmt.Errorf("opening the site: %w", err)
	}
	s := &site{root: root}
	data, err := s.file("sessions.json")
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%q has no sessions.json: it is no site that Steno built", dir)
	}
	if err == nil {
		err = json.Unmarshal(data, &s.sessions)
	}
	if err == nil {
		if s.index, err = query.Open(ctx, dir); errors.Is(err, query.ErrNoIndex) {
			err = nil
		}
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("reading the site: %w", err)
	}
	return s, nil
}

func (s *site) close() {
	if s.index != nil {
		s.index.Close()
	}
	s.root.Close()
}

// file reads a file of the site.
func (s *site) file(name string) ([]byte, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if len(data) > maxFile {
		err = fmt.Errorf("%q is larger than %d MB", name, maxFile>>20)
	}
	return data, err
}

// find returns the session with an id, or with the beginning of one.
func (s *site) find(id string) (*session, error) {
	const shortest = 4
	var found []*session
	for i := range s.sessions {
		one := &s.sessions[i]
		if one.ID == id || path.Base(one.dir()) == id {
			return one, nil
		}
		if len(id) >= shortest && strings.HasPrefix(one.ID, id) {
			found = append(found, one)
		}
	}
	switch len(found) {
	case 0:
		if len(id) < shortest {
			return nil, fmt.Errorf("%q is too short for the beginning of an id; write %d characters or more", id, shortest)
		}
		return nil, fmt.Errorf("there is no session %q; list_sessions returns ids", id)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%d sessions begin with %q, such as %s and %s", len(found), id, found[0].ID, found[1].ID)
}

func (s *session) project() string {
	if s.Group == "" {
		return s.Project
	}
	return s.Group + " / " + s.Project
}

// day is a day of a session: the one of its end when the first is not known.
func (s *session) days() (first, last string) {
	first, last = cmp.Or(s.Start, s.End), cmp.Or(s.End, s.Start)
	return first[:min(len(first), len("2006-01-02"))], last[:min(len(last), len("2006-01-02"))]
}
