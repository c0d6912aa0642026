package generator

import (
	"context"
	"sync"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/prose"
)

// A session that began as a copy of another often has its title, too. Then its own first request
// tells them apart.

// ownRequest is how many bytes of the request stand behind such a title.
const ownRequest = 60

// titles parses sessions for the titles under which they are published, each once.
type titles struct {
	ctx   context.Context
	in    *prepared
	known sync.Map // *publish.Session to func() titled
}

// titled is what a session is called by itself, and its own first request.
type titled struct{ text, request string }

// of returns the title of a session that others link to, "" where it has none but its id.
func (t *titles) of(s *publish.Session) string {
	own := t.parsed(s)
	return t.apart(s, own.text, own.request)
}

// apart returns a title that is not that of the session which this one began as a copy of.
func (t *titles) apart(s *publish.Session, title, request string) string {
	if s.Origin == nil || title == "" || request == "" || request == title || t.parsed(s.Origin).text != title {
		return title
	}
	return title + ": " + prose.Excerpt(request, ownRequest)
}

func (t *titles) parsed(s *publish.Session) titled {
	once, _ := t.known.LoadOrStore(s, sync.OnceValue(func() titled { return t.parse(s) }))
	return once.(func() titled)()
}

func (t *titles) parse(s *publish.Session) titled {
	src := s.Source
	if src == nil || t.in.found.Removed[src] != nil {
		return titled{}
	}
	parsed, err := t.in.found.Parse(t.ctx, src)
	if err != nil || parsed.Title.Source == parser.TitleID {
		return titled{}
	}
	t.in.found.Hide(src).Apply(parsed)
	return titled{t.in.collected.Clean(parsed.Title.Text), t.in.collected.Clean(firstRequest(parsed))}
}

// firstRequest is the first prompt of a session's own part.
func firstRequest(s *parser.Session) string {
	for turn := range s.Main.Live().Turns() {
		if turn.Prompt != nil {
			return publish.MessageText(turn.Prompt)
		}
	}
	return ""
}
