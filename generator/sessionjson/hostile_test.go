package sessionjson

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude"
	"steno/parser/source"
)

// thread is a thread of one reply.
func thread(blocks ...parser.Block) *parser.Thread {
	m := &parser.Message{Kind: parser.KindReply, Blocks: blocks}
	turn := &parser.Turn{Messages: []*parser.Message{m}}
	return &parser.Thread{Branches: []*parser.Branch{{ID: "live", Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}
}

// firstBlock is the first block of a session's main thread.
func firstBlock(s *parser.Session) parser.Block {
	return s.Main.Branches[0].Segments[0].Turns[0].Messages[0].Blocks[0]
}

// Raw JSON stands as it is where it can, and as a string where it would break the document.
func TestRaw(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + `"]}\"{["` + strings.Repeat(`]}`, n/2) }
	for _, c := range []struct{ name, raw, want string }{
		{"white space", "{ \"b\" : 1 ,\n\"a\":2}", `{"b":1,"a":2}`},
		{"numbers", `[1.0,12345678901234567890123,1e400]`, `[1.0,12345678901234567890123,1e400]`},
		{"same names", `{"a":1,"a":2}`, `{"a":1,"a":2}`},
		{"lone surrogate", `["\ud800"]`, `["` + "\uFFFD" + `"]`},
		{"not UTF-8", "[\"\xff\"]", `["` + "\uFFFD" + `"]`},
		{"broken", `{"a":`, `"{\"a\":"`},
		{"two values", `{} {}`, `"{} {}"`},
		{"as deep as may be", deep(deepest), deep(deepest)},
		{"too deep", deep(deepest + 2), string(must(jsontext.AppendQuote(nil, deep(deepest+2))))},
		{"much too deep", strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), `"` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &parser.Session{Main: thread(&parser.ToolCall{Input: jsontext.Value(c.raw)})}
			d, err := unmarshal(marshal(t, s))
			if err != nil {
				t.Fatal(err)
			}
			if got := firstBlock(d.Sessions[0].Session).(*parser.ToolCall).Input; string(got) != c.want {
				t.Errorf("got %.200s\nwant %.200s", got, c.want)
			}
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// hostile are sessions that hold what hardly fits into JSON.
func hostile() map[string]*parser.Session {
	spawned := &parser.ToolCall{ID: "toolu_1"}
	return map[string]*parser.Session{
		"texts":              {ID: "\x00\xff\"</script>\u2028", Main: thread(&parser.Text{Text: "\xed\xa0\x80 \x1b[31m \r\n"}), Ledger: parser.Ledger{Types: map[string]int{"\xff": 1, "": 2}}},
		"far times":          {Start: time.Date(0, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600)), End: time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600)), Main: thread()},
		"durations":          {Main: thread(&parser.ToolCall{Result: &parser.ToolResult{Duration: math.MinInt64}}, &parser.ToolCall{Result: &parser.ToolResult{Duration: math.MaxInt64}}, &parser.ToolCall{Result: &parser.ToolResult{Duration: -1}})},
		"agents of one name": {Main: thread(), Agents: []*parser.Agent{{ID: "a", Thread: thread(spawned)}, {ID: "a", Thread: thread(), Call: spawned}, {Thread: thread()}, {ID: "a-2", Thread: thread()}}},
		"hidden":             {Main: thread(), Agents: []*parser.Agent{{ID: "a", Thread: thread(), Call: &parser.ToolCall{Input: jsontext.Value(`"secret"`)}}}},
		"nameless call":      {Main: thread(&parser.ToolCall{}), Agents: []*parser.Agent{{ID: "a", Thread: thread()}}},
		"same calls":         {Main: thread(spawned, &parser.ToolCall{ID: "toolu_1"}), Agents: []*parser.Agent{{ID: "a", Thread: thread(), Call: spawned}}},
	}
}

// Whatever a session holds, its document is valid JSON in UTF-8, and says the same when it is
// read and written again.
func TestHostileSessions(t *testing.T) {
	t.Parallel()
	for name, s := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := marshal(t, s)
			if !jsontext.Value(first).IsValid() {
				t.Errorf("the document is not valid: %s", first)
			}
			if bytes.Contains(first, []byte("secret")) {
				t.Error("a call that stands in no thread is told")
			}
			same(t, first)
		})
	}
}

func TestDurations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"0": 0, "1": time.Second, "1.5": 1500 * time.Millisecond, "0.000000001": 1, "-0.25": -250 * time.Millisecond, "1e3": 1000 * time.Second, "25E-1": 2500 * time.Millisecond,
		"9223372036.854775807": math.MaxInt64, "-9223372036.854775808": math.MinInt64,
	} {
		var d time.Duration
		if err := json.Unmarshal([]byte(text), &d, json.WithUnmarshalers(json.UnmarshalFromFunc(readDuration))); err != nil || d != want {
			t.Errorf("%s is read as %v, %v", text, d, err)
		}
		if strings.ContainsAny(text, "eE") {
			continue
		}
		if back, err := json.Marshal(want, json.WithMarshalers(json.MarshalToFunc(writeDuration))); err != nil || string(back) != text {
			t.Errorf("%v is written as %s, %v", want, back, err)
		}
	}
}

// session is the JSON of a session with some members in the place of those that must be.
func session(members string) string {
	return `{"schema":1,"steno":"x","sessions":[{"id":"s",` + members + `}]}`
}

const live = `"main":{"branches":[{"id":"live","segments":[]}]}`

// What is no document is refused, in words that help.
func TestRefused(t *testing.T) {
	t.Parallel()
	blocks := func(json string) string {
		return session(`"main":{"branches":[{"id":"live","segments":[{"turns":[{"messages":[{"blocks":[` + json + `]}]}]}]}]}`)
	}
	deep := strings.Repeat(`{"kind":"toolCall","extra":[{"blocks":[`, 1000) + strings.Repeat(`]}]}`, 1000)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", ``, "EOF"},
		{"a page", `<!DOCTYPE html>`, "invalid character"},
		{"another document", `{"id":1}`, `there is no "schema"; is this from steno export --format json?`},
		{"a later schema", `{"schema":2,"sessions":"all"}`, "they have schema 2, and this Steno reads 1"},
		{"no sessions", `{"schema":1}`, `"sessions" is no list`},
		{"no thread", session(`"agents":[]`), "session 1: there is no main thread"},
		{"no branch", session(`"main":{}`), "the main thread has no branch"},
		{"null", session(`"main":{"branches":[{"id":"live","segments":[null]}]}`), "a list contains null"},
		{"null block", blocks(`null`), "a list contains null"},
		{"null message", blocks(`{"kind":"toolCall","extra":[null]}`), "a list contains null"},
		{"number for a text", blocks(`{"kind":"text","text":7}`), "number"},
		{"deep blocks", blocks(deep), "blocks are nested more than 20 deep"},
		{"unknown agent", blocks(`{"kind":"toolCall","agent":"x"}`), `no agent is called "x"`},
		{"unknown branch", session(`"main":{"branches":[{"id":"live","parent":"gone","segments":[]}]}`), `no branch is called "gone"`},
		{"unknown call", session(live + `,"agents":[{"id":"a","thread":{"branches":[{"id":"live","segments":[]}]},"call":{"anchor":"m-1","id":"toolu_1"}}]`), `no call is called "toolu_1" in the message "m-1"`},
		{"two of one name", session(live + `,"agents":[{"id":"a"},{"id":"a"}]`), `more than one agent is called "a"`},
		{"no agent's thread", session(live + `,"agents":[{"id":"a"}]`), `agent "a" has no thread`},
		{"own ancestor", session(`"main":{"branches":[{"id":"a","parent":"b","segments":[]},{"id":"b","parent":"a","segments":[]}]}`), "is its own ancestor"},
		{"null run", session(live + `,"workflows":[{"id":"r","phases":[null]}]`), "a list contains null"},
		{"no time", session(live + `,"start":"yesterday"`), `"yesterday" is no time`},
		{"no duration", session(`"main":{"branches":[{"id":"live","segments":[]}],"activeSeconds":"1s"}`), "a duration is a number of seconds"},
		{"endless duration", session(`"main":{"branches":[{"id":"live","segments":[]}],"activeSeconds":1e300}`), "seconds are too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := unmarshal([]byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err != nil && len(err.Error()) > 500 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

// A document may come from a later Steno that writes more, and through a program that sorts
// its members.
func TestLaterDocuments(t *testing.T) {
	t.Parallel()
	d, err := unmarshal([]byte(`{"sessions":[{"future":{"a":1},"id":"s","main":{"branches":[{"id":"live","segments":[{"turns":[{"messages":[` +
		`{"blocks":[{"anchor":"m-1","file":0,"hologram":"3d","kind":"hologram","line":7},{"text":"words","line":8,"kind":"text"}],"kind":"reply"}]}]}]}]}}],"schema":1}`))
	if err != nil {
		t.Fatal(err)
	}
	unknown, ok := firstBlock(d.Sessions[0].Session).(*parser.Unknown)
	if !ok || unknown.Type != "hologram" || unknown.Anchor != "m-1" || unknown.Line != 7 || !strings.Contains(string(unknown.Raw), `"3d"`) {
		t.Errorf("a block of an unknown kind is read as %+v", unknown)
	}
	roundTrip(t, d.Sessions[0].Session)
}

// Foreign bytes never panic; what is read can be written, and what is written is read the same.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range hostile() {
		data, err := marshalled(&Document{Steno: "fuzz", Sessions: []Session{{Session: s}}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(session(live)))
	f.Add([]byte(`{"schema":1,"sessions":[null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := unmarshal(data)
		if err != nil {
			return
		}
		first, err := marshalled(d)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		same(t, first)
	})
}

// same reads what was written and wants the same bytes when it is written again.
func same(t *testing.T, first []byte) {
	t.Helper()
	d, err := unmarshal(first)
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, first)
	}
	if second, err := marshalled(d); err != nil || !bytes.Equal(first, second) {
		t.Errorf("written again (%v):\n%s\n%s", err, first, second)
	}
}

// Whatever a transcript holds, its session can be written and read.
func FuzzTranscripts(f *testing.F) {
	names, err := filepath.Glob("../../testdata/example/*/*.jsonl")
	if err != nil || len(names) < 5 {
		f.Fatalf("%d transcripts, %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		lines := bytes.SplitAfter(data, []byte("\n"))
		for some := range slices.Chunk(lines, 4) {
			if part := bytes.Join(some, nil); len(part) < 1<<12 {
				f.Add(part)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &source.File{Path: "t.jsonl", Size: int64(len(data)), Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
		s, err := claude.Parse(t.Context(), &source.Session{ID: "t", Main: []*source.File{file}}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, marshal(t, s))
	})
}
