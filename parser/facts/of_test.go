package facts

import (
	"strings"
	"testing"

	"steno/parser"
)

// TestUnderstated: what agents of the client's own recorded does not make up for replies of which only the first tokens were counted.
func TestUnderstated(t *testing.T) {
	t.Parallel()
	thread := func(text string) *parser.Thread {
		m := &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{&parser.Text{Text: text}}}
		return &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}
	}
	for _, c := range []struct {
		output, aside int
		want          bool
	}{{10, 0, true}, {200, 0, false}, {10, 5000, true}, {200, 5000, false}} {
		s := &parser.Session{Main: thread(strings.Repeat("The tide turns. ", 50)), Usage: parser.Usage{Output: c.output + c.aside}}
		if c.aside > 0 {
			s.Agents = []*parser.Agent{{ID: "acompact-1", Kind: parser.AgentInternal, Thread: thread("So far."), Usage: parser.Usage{Output: c.aside}}}
		}
		s.Agents = append(s.Agents, &parser.Agent{ID: "a1", Thread: thread(strings.Repeat("Ebb. ", 8))})
		if own := Of(s).ByAgent[s.Agents[len(s.Agents)-1]]; !own.Understated(parser.Usage{Output: 4}) || own.Understated(parser.Usage{Output: 5}) || own.Understated(parser.Usage{}) {
			t.Errorf("an agent that wrote %d bytes", own.Written)
		}
		if got := Of(s).Understated(s.Usage); got != c.want {
			t.Errorf("%d tokens and %d aside: %v, want %v", c.output, c.aside, got, c.want)
		}
	}
}
