package publish

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/parser/source"
)

// TestAround compares with looking through the whole list, also where it is not in order.
func TestAround(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	for round := range 40 {
		p := &Project{}
		for i := range rng.IntN(12) {
			p.Sessions = append(p.Sessions, &Session{RawID: fmt.Sprint(i % 5), Start: time.Unix(int64(i/(1+round%4)), 0)})
		}
		if round%5 == 0 {
			rng.Shuffle(len(p.Sessions), func(i, j int) { p.Sessions[i], p.Sessions[j] = p.Sessions[j], p.Sessions[i] })
		}
		for i, s := range p.Sessions {
			before, after := p.Around(s)
			if i > 0 && before != p.Sessions[i-1] || i == 0 && before != nil || i+1 < len(p.Sessions) && after != p.Sessions[i+1] || i+1 == len(p.Sessions) && after != nil {
				t.Fatalf("session %d of %d stands between %d and %d", i, len(p.Sessions), slices.Index(p.Sessions, before), slices.Index(p.Sessions, after))
			}
		}
	}
}

// TestAroundAgents passes over sessions of which only agents were found, except from one of their kind.
func TestAroundAgents(t *testing.T) {
	t.Parallel()
	from := &source.Project{Slug: "p-1", Name: "p"}
	for i, kind := range "aMMaaMa" {
		s := &source.Session{ID: fmt.Sprint(i), Start: time.Unix(int64(i), 0), Folder: &source.Folder{}, Main: []*source.File{{}}}
		if kind == 'a' {
			s.Main, s.Agents = nil, []*source.AgentFile{{}}
		}
		from.Sessions = append(from.Sessions, s)
	}
	p := New(&source.Archive{Projects: []*source.Project{from}}, strings.Clone, nil).Projects[0]
	for _, s := range from.Sessions {
		s.Release() // as builds do when a session is done
	}
	for i, want := range []string{"-1", "-2", "15", "24", "35", "2-", "5-"} {
		got := ""
		for _, other := range around(p, i) {
			if other == nil {
				got += "-"
			} else {
				got += other.RawID
			}
		}
		if got != want {
			t.Errorf("session %d stands between %s, want %s", i, got, want)
		}
	}
}

func around(p *Project, i int) [2]*Session {
	before, after := p.Around(p.Sessions[i])
	return [2]*Session{before, after}
}
