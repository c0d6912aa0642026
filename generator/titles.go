package generator

import (
	"context"
	"sync"

	"steno/generator/pages"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/source"
)

// titler returns a function that parses sessions for their titles, each once.
func titler(ctx context.Context, in *prepared) pages.Titler {
	var known sync.Map // *publish.Session to func() string
	return func(s *publish.Session) string {
		title, _ := known.LoadOrStore(s, sync.OnceValue(func() string { return titleOf(ctx, in, s.Source) }))
		return title.(func() string)()
	}
}

// titleOf parses a session for its title, as it is published; it is "" where it has none but its id.
func titleOf(ctx context.Context, in *prepared, src *source.Session) string {
	if src == nil || in.found.Removed[src] != nil {
		return ""
	}
	s, err := in.found.Parse(ctx, src)
	if err != nil || s.Title.Source == parser.TitleID {
		return ""
	}
	s.Title.Text = in.collected.Clean(s.Title.Text)
	in.found.Hide(src).Apply(s)
	return s.Title.Text
}
