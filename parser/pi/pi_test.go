package pi

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"steno/parser"
	"steno/parser/modeltest"
	"steno/parser/source"
)

var update = flag.Bool("update", false, "write the wanted outlines anew")

// TestSessions compares what is made of fictional sessions with what a reader of the records would say.
func TestSessions(t *testing.T) {
	t.Parallel()
	modeltest.Golden(t, Format(), *update)
}

// TestHostile reads records that are damaged or of another type, and parents in circles.
func TestHostile(t *testing.T) {
	t.Parallel()
	const name = "sessions/2026-03-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl"
	all := modeltest.Found(t, Format(), map[string]string{name: strings.Join([]string{
		`{"type":"session","version":3,"id":"0198aaaa-0000-7000-8000-000000000001","timestamp":"2026-03-01T10:00:00Z","cwd":"/home/ada/quay"}`,
		`{"type":"message","id":"a","parentId":"b","timestamp":7,"message":{"role":"user","content":7}}`,
		`not JSON at all`,
		`{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[7,{"type":"tomorrow"},{"type":"toolCall","id":{},"arguments":"x"}],"usage":{"input":-9}}}`,
		`{"type":"message","id":"a","parentId":"a","message":{"role":"toolResult","content":{}}}`,
		`{"type":"message","message":[]}`,
		`{"type":"of tomorrow","id":"c","parentId":null}`,
		`{"type":"message","id":"d","parentId":"c","message":{"role":"us`,
	}, "\n")})
	s := modeltest.Parsed(t, all[0])
	modeltest.Damaged(t, s, name, 2, 3, 8)
}

// FuzzParse reads anything as a session.
func FuzzParse(f *testing.F) {
	modeltest.Seed(f)
	f.Fuzz(func(t *testing.T, data []byte) { modeltest.Fuzzed(t, Format(), "session.jsonl", data) })
}

// TestKnows compares which first lines are taken for Pi's: other agents begin with an object of the same type.
func TestKnows(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]bool{
		`{"type":"session","version":3,"id":"0198aaaa","timestamp":"2026-03-01T10:00:00Z","cwd":"/home/ada/quay"}`:                                 true,
		`{"type":"session","id":"0198aaaa","timestamp":"2025-03-01T10:00:00Z","cwd":"/home/ada/quay","provider":"anthropic"}`:                      true,
		`{"type":"model_change","id":"a0367b73","parentId":null,"timestamp":"2026-03-01T10:00:00Z","provider":"quay","modelId":"oak"}`:             true,
		`{"type":"message","id":"a0367b74","parentId":"a0367b73","timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":[]}}`:       true,
		`{"type":"message","timestamp":"2025-03-01T10:00:00Z","message":{"role":"user","content":[{"type":"text","text":"go"}]}}`:                  true,
		`{"type":"message","id":"0198aaaa-0000-7000-8000-000000000001","timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":[]}}`: false,
		`{"type":"message","timestamp":"2025-03-01T10:00:00Z","data":{}}`:                                                                          false,
		`{"type": "session", "id": "0198aaaa", "version": 3, "timestamp": "2026-03-01T10:00:00Z"}`:                                                 true,
		`{"type":"session","version":0,"id":"0198aaaa","createdAt":1783951002000,"cwd":"/home/ada/quay"}`:                                          false,
		`{"type":"session","id":"0198aaaa","cwd":"/home/ada/quay"}`:                                                                                false,
	} {
		if got := Format().Knows([]byte(head)); got != want {
			t.Errorf("%s: %v, want %v", head, got, want)
		}
	}
}

// TestFigures compares what the reader counts in recorded runs with what their records say.
func TestFigures(t *testing.T) {
	t.Parallel()
	modeltest.Figures(t, Format(), "../../../shared/corpus/agents/pi", count)
}

// count counts the figures of a file without the reader.
func count(t *testing.T, name string) (c modeltest.Counts) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{}
	for line := range strings.Lines(string(data)) {
		var r struct {
			Timestamp time.Time
			Message   struct {
				Role       string
				IsError    bool
				StopReason string
				Content    []struct {
					Type, ID, Text string
					Arguments      struct{ Command string }
				}
				ToolCallID string
				Usage      struct{ Input, Output, CacheRead, CacheWrite int }
			}
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		m := r.Message
		if m.Role != "" {
			c.At(r.Timestamp)
		}
		switch m.Role {
		case "user":
			c.Prompts++
		case "toolResult":
			c.Results++
			last := ""
			if n := len(m.Content); n > 0 {
				last = strings.TrimSpace(m.Content[n-1].Text)
			}
			nothing := strings.HasPrefix(calls[m.ToolCallID], "grep ") && strings.HasSuffix(last, "Command exited with code 1")
			if m.IsError && !nothing && !strings.HasSuffix(last, "Command aborted") {
				c.Failures++
			}
		case "assistant":
			for _, b := range m.Content {
				if b.Type == "toolCall" {
					c.Calls++
					calls[b.ID] = b.Arguments.Command
				}
			}
		}
		c.Input += m.Usage.Input
		c.Output += m.Usage.Output
		c.CacheRead += m.Usage.CacheRead
		c.CacheWrite += m.Usage.CacheWrite
	}
	return c
}

// TestHeadless reads a file whose header was cut off: its name has the session's id.
func TestHeadless(t *testing.T) {
	t.Parallel()
	const record = `{"type":"message","id":"a0367b73","parentId":null,"timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":[{"type":"text","text":"Count the boats"}]}}`
	for name, id := range map[string]string{
		"sessions/2026-03-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl": "pi-0198aaaa-0000-7000-8000-000000000001", "boats.jsonl": "pi-boats",
	} {
		all := modeltest.Found(t, Format(), map[string]string{name: record + "\n"})
		if len(all) != 1 || all[0].ID != id {
			t.Fatalf("%s: %d sessions, %+v", name, len(all), all)
		}
		if s := modeltest.Parsed(t, all[0]); s.Title.Text != "Count the boats" {
			t.Errorf("%s is called %q", name, s.Title.Text)
		}
	}
}

// TestExitCodes takes from what a command printed how it ended: a search that found nothing did not fail, and
// neither did what the user stopped.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	for command, test := range map[string]struct {
		printed string
		want    parser.Outcome
	}{
		"grep lamp a.txt":  {"\n\nCommand exited with code 1", parser.Done},
		"grep lamp b.txt":  {"grep: b.txt: No such file or directory\n\nCommand exited with code 2", parser.Failed},
		"go test ./...":    {"FAIL\n\nCommand exited with code 1", parser.Failed},
		"sleep 5":          {"Command aborted", parser.Interrupted},
		"sleep 6":          {"ticks\n\nCommand aborted", parser.Interrupted},
		"echo 'Command x'": {"Command aborted by the tide\n\nCommand exited with code 3", parser.Failed},
	} {
		name := "sessions/2026-03-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl"
		quoted, _ := json.Marshal(test.printed)
		all := modeltest.Found(t, Format(), map[string]string{name: `{"type":"session","version":3,"id":"0198aaaa-0000-7000-8000-000000000001","timestamp":"2026-03-01T10:00:00Z","cwd":"/home/ann/boat"}
{"type":"message","id":"a","parentId":null,"timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":"Go on"}}
{"type":"message","id":"b","parentId":"a","timestamp":"2026-03-01T10:00:01Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"` + command + `"}}]}}
{"type":"message","id":"c","parentId":"b","timestamp":"2026-03-01T10:00:02Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","isError":true,"content":[{"type":"text","text":` + string(quoted) + `}]}}
`})
		n := 0
		for c := range modeltest.Parsed(t, all[0]).Main.Live().Calls() {
			n++
			if got := c.Outcome(); got != test.want {
				t.Errorf("%s: %s, want %s", command, got, test.want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d calls", command, n)
		}
	}
}

// TestPrintedAndSaved reads a session once that a run printed and saved.
func TestPrintedAndSaved(t *testing.T) {
	t.Parallel()
	const head = `{"type":"session","version":3,"id":"0198dddd-0000-7000-8000-00000000000c","timestamp":"2026-09-01T10:00:00.000Z","cwd":"/home/ada/quay"}` + "\n"
	const said = `"message":{"role":"user","content":"Count the boats.","timestamp":1788256801000}}`
	all := modeltest.Found(t, Format(), map[string]string{
		"run.jsonl": head + `{"type":"agent_start"}` + "\n" + `{"type":"message_end",` + said,
		"sessions/2026-09-01T10-00-00-000Z_0198dddd-0000-7000-8000-00000000000c.jsonl": head +
			`{"type":"message","id":"a0000001","parentId":null,"timestamp":"2026-09-01T10:00:01.000Z",` + said,
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	if s := modeltest.Parsed(t, all[0]); modeltest.Count(s).Prompts != 1 || s.Printed {
		t.Errorf("%d prompts, printed %v, want 1 of a saved session", modeltest.Count(s).Prompts, s.Printed)
	}
}

// TestBeside reads what versions since 0.86 write beside the conversation: the system prompt, which is withheld, edits of the context,
// and tokens of requests that no reply came of, each counted once.
func TestBeside(t *testing.T) {
	t.Parallel()
	const name = "sessions/2026-10-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl"
	usage := `"usage":{"input":1,"output":2,"cacheRead":300,"cacheWrite":0,"cost":{"total":0.5}}`
	lines := strings.Join([]string{
		`{"type":"session","version":3,"id":"0198aaaa-0000-7000-8000-000000000001","timestamp":"2026-10-01T10:00:00Z","cwd":"/home/ada/quay"}`,
		`{"type":"message","id":"a0000000","parentId":null,"timestamp":"2026-10-01T10:00:00Z","message":{"role":"system","content":"secret","sections":{"preamble":"secret"},"toolsAdded":[{"name":"secret"}]}}`,
		`{"type":"message","id":"a0000001","parentId":"a0000000","timestamp":"2026-10-01T10:00:01Z","message":{"role":"user","content":"Count the boats."}}`,
		`{"type":"message","id":"a0000002","parentId":"a0000001","timestamp":"2026-10-01T10:00:02Z","message":{"role":"assistant","model":"oak","content":[{"type":"text","text":"Twelve."}],"usage":{"input":10,"output":5}}}`,
		`{"type":"context_edit","id":"a0000003","parentId":"a0000002","timestamp":"2026-10-01T10:00:03Z","targetId":"a0000002","replacement":null}`,
		`{"type":"context_edit","id":"a0000004","parentId":"a0000003","timestamp":"2026-10-01T10:00:03Z","targetId":"a0000001","replacement":{"content":[{"type":"text","text":"Count."}]}}`,
		`{"type":"usage","id":"a0000005","parentId":"a0000004","timestamp":"2026-10-01T10:00:04Z","kind":"cache_warm","provider":"quay","model":"elm",` + usage + `,"contributionId":"w1"}`,
		`{"type":"usage","id":"a0000006","parentId":"a0000005","timestamp":"2026-10-01T10:00:05Z","kind":"cache_warm","provider":"quay","model":"elm",` + usage + `,"contributionId":"w1"}`,
		`{"type":"compaction","id":"a0000007","parentId":"a0000006","timestamp":"2026-10-01T10:00:06Z","summary":"Boats.","firstKeptEntryId":"a0000002","systemMessage":{"role":"system","content":"secret"}}`,
		`{"type":"message","id":"a0000008","parentId":"a0000007","timestamp":"2026-10-01T10:00:07Z","message":{"role":"assistant","model":"oak","content":[{"type":"text","text":"Done."}]}}`,
	}, "\n")
	all := modeltest.Found(t, Format(), map[string]string{name: lines})
	s := modeltest.Parsed(t, all[0])
	if u := s.Usage; s.Ledger.Unknown > 0 || len(s.Main.Branches) != 1 || u.Input != 11 || u.Output != 7 || u.CacheRead != 300 || len(u.ByModel) != 2 {
		t.Errorf("%s, %d branches, counted %+v", modeltest.Account(&s.Ledger), len(s.Main.Branches), s.Usage)
	}
	var said []string
	for m := range s.Main.Live().Messages() {
		for _, b := range m.Blocks {
			switch b := b.(type) {
			case *parser.Text:
				said = append(said, b.Text)
			case *parser.Event:
				said = append(said, b.Title+" "+b.Text+b.Fields[0].Value)
			}
		}
	}
	if got := strings.Join(said, "; "); got != "Count the boats.; Twelve.; Left out of the context a0000002; Replaced in the context Count.a0000001; Done." {
		t.Errorf("said %s", got)
	}
	for _, u := range s.Unshown {
		for _, sample := range u.Sample {
			if strings.Contains(string(sample.Raw), "secret") {
				t.Errorf("%s shows the system prompt: %s", u.Type, sample.Raw)
			}
		}
	}
	withhold := Format().Withhold(source.Options{})
	for line := range strings.Lines(lines) {
		if got := withhold.Line([]byte(line)); strings.Contains(string(got), "secret") {
			t.Errorf("the copy has the system prompt: %s", got)
		}
	}
}
