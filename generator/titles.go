package generator

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"steno/generator/cache"
	"steno/generator/choose"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/parser"
	"steno/parser/offheap"
	"steno/parser/prose"
	"steno/parser/source"
	about "steno/parser/title"
)

// A session that began as a copy of another often has the same title. Then its own first request
// is added.

// ownRequest is how many bytes of the request stand behind such a title.
const ownRequest = 60

// titles returns the titles under which sessions are published. A session that was not parsed
// before is parsed for its title, once.
type titles struct {
	ctx    context.Context
	in     *prepared
	before func(*source.Session) (m *cache.Session, gone bool) // what is kept of a session, see parsedBefore
	now    *cache.Now
	known  sync.Map                // *publish.Session to func() titled
	near   table[*publish.Session] // see beside
}

// notedTitles are the titles, as they were parsed, of sessions that others name. Sessions that were parsed for
// their titles alone, before their turn, wait for it.
type notedTitles struct {
	sync.Map                        // *source.Session to titled
	plain    table[*source.Session] // the title alone, of all that were parsed
	room     offheap.Room

	mu      sync.Mutex
	waiting map[*source.Session]*parser.Session
	bytes   int64 // of their files
}

// table has a text of each of very many sessions, which a sync.Map would hold in several objects each.
type table[S comparable] struct {
	mu    sync.Mutex
	texts map[S]string
}

func (t *table[S]) get(s S) (text string, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, known = t.texts[s]
	return text, known
}

func (t *table[S]) set(s S, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.texts == nil {
		t.texts = map[S]string{}
	}
	t.texts[s] = text
}

func (t *table[S]) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.texts = nil
}

// waitingBytes is how many bytes of transcripts may wait after they were parsed for a title.
const waitingBytes = 16 << 20

// parser returns a parser that notes titles while it parses.
func (n *notedTitles) parser(found *choose.Found) redaction.Parser {
	return func(ctx context.Context, src *source.Session) (*parser.Session, error) {
		if s := n.take(src); s != nil {
			return s, nil
		}
		s, err := found.ParseTo(ctx, src, n.room.Texts(src.Size))
		if err == nil {
			n.plain.set(src, ownTitle(s))
		}
		if err == nil && found.HasFamily(src) && !found.Hide(src).Active() {
			n.Store(src, rawTitle(s))
		}
		return s, err
	}
}

// keep has a session wait for its turn, if there is room.
func (n *notedTitles) keep(src *source.Session, s *parser.Session) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.bytes+src.Size > waitingBytes {
		return
	}
	if n.waiting == nil {
		n.waiting = map[*source.Session]*parser.Session{}
	}
	n.waiting[src] = s
	n.bytes += src.Size
}

// take returns a session that waits, nil for none.
func (n *notedTitles) take(src *source.Session) *parser.Session {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.waiting[src]
	if s != nil {
		delete(n.waiting, src)
		n.bytes -= src.Size
	}
	return s
}

// titled is what a session is called by itself, and its own first request.
type titled struct{ text, request string }

// of returns the title of a session that others link to, "" where it has none but its id.
func (t *titles) of(s *publish.Session) string {
	own := t.parsed(s)
	return t.apart(s, own.text, own.request)
}

// beside returns the title of a session before or after another one, "" where it has none but its
// id. Without redaction, a build parses each session once, which is too late for the one before it:
// then there is none.
func (t *titles) beside(s *publish.Session) string {
	if s == nil || s.Source == nil || t.in.collected == nil {
		return ""
	}
	title, known := t.near.get(s)
	if !known {
		title = t.lookUp(s)
		t.near.set(s, title)
	}
	return title
}

func (t *titles) lookUp(s *publish.Session) string {
	src := s.Source
	if m, gone := t.before(src); m != nil && (gone || m.Clean(*t.now)) {
		return m.Title
	}
	if t.in.found.HasFamily(src) {
		return t.of(s)
	}
	plain, known := t.in.titles.plain.get(src)
	if !known {
		return t.parsed(s).text
	}
	return t.in.collected.Clean(plain)
}

// around returns the titles of the sessions before and after one.
func (t *titles) around(s *publish.Session) (titles [2]string) {
	before, after := s.Project.Around(s)
	return [2]string{t.beside(before), t.beside(after)}
}

// apart returns a title that is not that of the session which this one began as a copy of.
func (t *titles) apart(s *publish.Session, title, request string) string {
	if s.Origin == nil || title == "" || request == "" || request == title || t.parsed(s.Origin).text != title {
		return title
	}
	return title + ": " + prose.Excerpt(cmp.Or(about.Request(request), request), ownRequest)
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
	noted, ok := t.in.titles.Load(src)
	if !ok {
		s, err := t.in.found.Parse(t.ctx, src)
		if err != nil {
			return titled{}
		}
		hide := t.in.found.Hide(src)
		hide.Apply(s)
		noted = rawTitle(s)
		if !hide.Active() && t.in.collected == nil {
			if _, parsed := t.in.titles.LoadOrStore(src, noted); !parsed {
				t.in.titles.keep(src, s)
			}
		}
	}
	own := noted.(titled)
	return titled{t.in.collected.Clean(own.text), t.in.collected.Clean(own.request)}
}

// rawTitle is the title of a session before anything of it is redacted.
func rawTitle(s *parser.Session) titled {
	if s.Title.Source == parser.TitleID || publish.NamedByAgents(s) {
		return titled{}
	}
	return titled{ownTitle(s), strings.Clone(firstRequest(s))}
}

// ownTitle is the title of a session, "" for its id and for what its agents did, which is read when
// they are redacted.
func ownTitle(s *parser.Session) string {
	if s.Title.Source == parser.TitleID || publish.NamedByAgents(s) {
		return ""
	}
	return strings.Clone(s.Title.Text)
}

// firstRequest is the first prompt of a session's own part.
func firstRequest(s *parser.Session) string {
	for turn := range s.Main.Live().Turns() {
		if turn.Prompt != nil {
			return publish.PromptLine(turn.Prompt)
		}
	}
	return ""
}
