package opencode

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steno/parser"
	"steno/parser/modeltest"
)

var update = flag.Bool("update", false, "write the wanted outlines anew")

// TestSessions compares what is made of fictional sessions with what a reader of the records would say.
func TestSessions(t *testing.T) {
	t.Parallel()
	modeltest.Golden(t, Format(), *update)
}

// TestHostile reads messages and parts of other types, and documents that break off.
func TestHostile(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"a.json": `{"info":{"id":"ses_a","title":7,"time":[]},
"messages":[7,
{"info":{"role":"assistant","tokens":{"input":-5,"cache":[]},"error":{"data":7},"cost":"x"},"parts":[7,{"type":"tool","callID":{},"state":{"status":"completed","input":[1],"metadata":{"diff":7},"time":{"start":"x"}}},{"type":"file","url":7}]},
{"info":{"role":"user"},"parts":{"a":1}},
{"info":{"role":"of tomorrow","id":"x"}}]}`, "b.json": "{\"info\": {\"id\":\"ses_b\"},\n\"messages\": [{]"})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want the one of the file that is not broken", len(all))
	}
	s := modeltest.Parsed(t, all[0])
	modeltest.Damaged(t, s, "a.json", 1, 2)
}

// TestAgentsBehind reads a file of exported records: the document of a session, then that of its agent, then another's.
func TestAgentsBehind(t *testing.T) {
	t.Parallel()
	const message = `,"messages":[{"info":{"id":"m","role":"user"},"parts":[{"type":"text","text":"Count"}]}]}`
	all := modeltest.Found(t, Format(), map[string]string{"a.jsonl": `{"info":{"id":"ses_a"}` + message + "\n" + `{"info":{"id":"ses_b","parentID":"ses_a"}` + message + "\n" + `{"info":{"id":"ses_c"}` + message})
	s := modeltest.Parsed(t, all[0])
	if c := modeltest.Count(s); c.Prompts != 1 || len(s.Agents) != 1 || len(s.Warnings) != 1 || s.Warnings[0].Line != 3 || s.Ledger.Shown != 2 || s.Ledger.Malformed != 1 {
		t.Errorf("%+v, %d agents, warnings %v, %s", c, len(s.Agents), s.Warnings, modeltest.Account(&s.Ledger))
	}
}

// TestLastReply counts the time until the last reply was complete.
func TestLastReply(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"a.json": `{"info":{"id":"ses_a"},"messages":[{"info":{"id":"m","role":"user","time":{"created":1772359200000}},"parts":[{"type":"text","text":"Count"}]},
{"info":{"id":"n","role":"assistant","time":{"created":1772359201000,"completed":1772359236000}},"parts":[{"type":"text","text":"Eleven"}]}]}`})
	if s := modeltest.Parsed(t, all[0]); s.End.Sub(s.Start) != 36*time.Second || s.Main.Active != 36*time.Second {
		t.Errorf("%v from the first message to the last, %v at work; want 36 s", s.End.Sub(s.Start), s.Main.Active)
	}
}

// FuzzParse reads anything as a session.
func FuzzParse(f *testing.F) {
	modeltest.Seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		modeltest.Fuzzed(t, Format(), "run.jsonl", data)
		modeltest.Fuzzed(t, Format(), "export.json", data)
	})
}

// TestFigures compares what the reader counts in recorded runs with what their records say.
func TestFigures(t *testing.T) {
	t.Parallel()
	modeltest.Figures(t, Format(), "../../../shared/corpus/agents/opencode", count)
}

// count counts the figures of an export without the reader.
func count(t *testing.T, name string) (c modeltest.Counts) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Messages []struct {
			Info struct {
				Role   string
				Time   struct{ Created, Completed int64 }
				Tokens struct {
					Input, Output, Reasoning int
					Cache                    struct{ Read, Write int }
				}
			}
			Parts []struct {
				Type      string
				Synthetic bool
				State     struct {
					Status   string
					Metadata struct{ Exit int }
				}
			}
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for _, m := range doc.Messages {
		typed := false
		c.At(time.UnixMilli(m.Info.Time.Created).UTC())
		if m.Info.Time.Completed > 0 {
			c.At(time.UnixMilli(m.Info.Time.Completed).UTC())
		}
		for _, p := range m.Parts {
			typed = typed || p.Type == "text" && !p.Synthetic
			if p.Type == "tool" {
				c.Calls++
				c.Results++
				if p.State.Status == "error" || p.State.Metadata.Exit != 0 {
					c.Failures++
				}
			}
		}
		if m.Info.Role == "user" && typed {
			c.Prompts++
		}
		k := m.Info.Tokens
		c.Input += k.Input
		c.Output += k.Output + k.Reasoning
		c.CacheRead += k.Cache.Read
		c.CacheWrite += k.Cache.Write
	}
	return c
}

// TestAgentsOfOneID keeps agents apart whose ids something redacted before Steno: each has a page.
func TestAgentsOfOneID(t *testing.T) {
	t.Parallel()
	export := func(id, parent, said string) string {
		return `{"info":{"id":"` + id + `","parentID":"` + parent + `","directory":"/quay"},"messages":[{"info":{"id":"msg_` + said + `","role":"user"},"parts":[{"id":"p","type":"text","text":"` + said + `"}]}]}`
	}
	all := modeltest.Found(t, Format(), map[string]string{
		"1/full.json": export("ses_a", "", "one"), "2/full.json": export("REDACTED", "ses_a", "two"), "3/full.json": export("REDACTED", "ses_a", "three"),
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	if s := modeltest.Parsed(t, all[0]); len(s.Agents) != 2 || s.Agents[0].ID == s.Agents[1].ID {
		t.Errorf("%d agents, want two with different ids", len(s.Agents))
	}
}

// TestAgentsWithoutTheirSession keeps the agents of a session without a file apart: none is the conversation,
// except one that is alone. An id that something redacted names no session.
func TestAgentsWithoutTheirSession(t *testing.T) {
	t.Parallel()
	export := func(id, slug, parent string) string {
		return `{"info":{"id":"` + id + `","slug":"` + slug + `","parentID":"` + parent + `","directory":"/quay","title":"Paint"},"messages":[{"info":{"id":"msg_` + slug + `","role":"user","time":{"created":1772000000001}},"parts":[{"id":"p","type":"text","text":"` + slug + `"}]}]}`
	}
	all := modeltest.Found(t, Format(), map[string]string{
		"1/full.json": export("ses_b", "b", "ses_a"), "2/full.json": export("ses_c", "c", "ses_a"), "3/full.json": export("ses_d", "d", "ses_c"),
		"4/full.json": export("ses_f", "f", "ses_e"), "5/full.json": export("REDACTED", "calm-boat", "ses_e"),
		"6/full.json": export("REDACTED", "red-boat", "ses_g"), "7/full.json": export("ses_h", "h", "REDACTED"),
	})
	var got []string
	for _, src := range all {
		s := modeltest.Parsed(t, src)
		line := s.ID + " " + strconv.Itoa(len(s.Main.Branches[0].Segments)) + ":"
		for _, a := range s.Agents {
			line += " " + a.ID
		}
		got = append(got, line)
	}
	slices.Sort(got)
	want := []string{"opencode-ses_a 0: ses_b ses_c ses_d", "opencode-ses_e 0: ses_f calm-boat", "opencode-ses_g 1:", "opencode-ses_h 1:"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if resume("opencode-calm-boat") != "" || resume("opencode-ses_a") == "" {
		t.Error("a slug is no id to resume by")
	}
}

// TestExports reads a message of a session that was exported several times, from the newest export.
func TestExports(t *testing.T) {
	t.Parallel()
	const (
		ask    = `{"info":{"id":"REDACTED","role":"user","time":{"created":1772000000001}},"parts":[{"id":"p1","type":"text","text":"Count the boats"}]}`
		begun  = `{"info":{"id":"m2","role":"assistant","time":{"created":1772000000002},"tokens":{"input":5,"output":1}},"parts":[{"id":"p2","type":"text","text":"Eleven"}]}`
		done   = `{"info":{"id":"m2","role":"assistant","time":{"created":1772000000002},"tokens":{"input":5,"output":2}},"parts":[{"id":"p2","type":"text","text":"Eleven boats"}]}`
		undone = `{"info":{"id":"m3","role":"user","time":{"created":1772000000003}},"parts":[{"id":"p3","type":"text","text":"Paint them"}]}`
		again  = `{"info":{"id":"REDACTED","role":"user","time":{"created":1772000000004}},"parts":[{"id":"p4","type":"text","text":"Paint them red"}]}`
	)
	export := func(id, parent, updated string, messages ...string) string {
		return `{"info":{"id":"` + id + `","parentID":"` + parent + `","directory":"/quay","time":{"created":1772000000000,"updated":` + updated + `}},"messages":[` + strings.Join(messages, ",") + `]}`
	}
	all := modeltest.Found(t, Format(), map[string]string{
		"1/full.json": export("ses_a", "", "1772000000009", ask, done, again), "2/full.json": export("ses_a", "", "1772000000003", ask, begun, undone),
		"3/full.json": export("ses_b", "ses_a", "1772000000002", ask, begun), "4/full.json": export("ses_b", "ses_a", "1772000000003", ask, done),
	})
	s := modeltest.Parsed(t, all[0])
	if len(all) != 1 || len(s.Agents) != 1 {
		t.Fatalf("%d sessions with %d agents, want one with one", len(all), len(s.Agents))
	}
	var said []string
	for m := range s.Main.Live().Messages() {
		said = append(said, m.Blocks[0].(*parser.Text).Text)
	}
	if got := strings.Join(said, ", "); got != "Count the boats, Eleven boats, Paint them red, Paint them" {
		t.Errorf("said: %s", got)
	}
	if u := s.Usage; u.Requests != 2 || u.Output != 4 || s.Ledger.Duplicate != 6 {
		t.Errorf("%d requests, %d tokens out, %s", u.Requests, u.Output, modeltest.Account(&s.Ledger))
	}
}

// TestSurvey finds members that the table does not declare.
func TestSurvey(t *testing.T) {
	t.Parallel()
	const name = "ses_a.json"
	const text = `{"info":{"id":"ses_a","title":"Boats","directory":"/quay","weather":"fine"},"messages":[{"info":{"id":"msg_a","role":"user","tomorrow":1},"parts":[]}]}`
	var names []string
	for _, u := range Format().Survey(t.Context(), modeltest.Found(t, Format(), map[string]string{name: text})[0]) {
		names = append(names, u.Type)
	}
	if slices.Sort(names); strings.Join(names, " ") != "message/user.tomorrow session.weather" {
		t.Errorf("%q, want weather and tomorrow", names)
	}
}

// TestCommandTimes takes a command from when the model had said what comes before it: the client moves the start
// whenever the command prints. The start of other calls is right.
func TestCommandTimes(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"a.json": `{"info":{"id":"ses_a"},"messages":[{"info":{"id":"m","role":"user","time":{"created":1772359200000}},"parts":[{"type":"text","text":"Count"}]},
{"info":{"id":"n","role":"assistant","time":{"created":1772359201000,"completed":1772359236000}},"parts":[{"type":"text","text":"First","time":{"start":1772359202000,"end":1772359203000}},
{"type":"tool","tool":"bash","callID":"b","state":{"status":"completed","input":{"command":"make"},"output":"ok","time":{"start":1772359232990,"end":1772359233000}}},
{"type":"tool","tool":"read","callID":"r","state":{"status":"completed","input":{"filePath":"a"},"output":"ok","time":{"start":1772359234990,"end":1772359235000}}}]},
{"info":{"id":"o","role":"assistant","time":{"created":1772359240000,"completed":1772359250000}},"parts":[
{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"make"},"output":"ok","time":{"start":1772359249990,"end":1772359250000}}}]}]}`})
	want := map[string]time.Duration{"b": 30 * time.Second, "r": 10 * time.Millisecond, "c": 10 * time.Second}
	for c := range modeltest.Parsed(t, all[0]).Main.Branches[0].Calls() {
		if got := c.Result.Time.Sub(c.Time); got != want[c.ID] || c.Result.Duration != got {
			t.Errorf("call %s took %v, recorded as %v; want %v", c.ID, got, c.Result.Duration, want[c.ID])
		}
		delete(want, c.ID)
	}
	if len(want) > 0 {
		t.Errorf("no calls %v", want)
	}
}

// TestDeclined: errors of calls that the user declined, and of others.
func TestDeclined(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"The user rejected permission to use this specific tool call.": true,
		"The user has declined the call":                               true,
		"Error: The user dismissed this question":                      true, // observed in 1.2.20
		"the dialog that users dismissed is gone":                      false,
		"Tool execution aborted":                                       false,
	} {
		if declined.MatchString(text) != want {
			t.Errorf("%q is declined: %t, want %t", text, !want, want)
		}
	}
}

// TestLogBesideExport takes nothing from a log for hooks of a session that is there as a whole.
func TestLogBesideExport(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"export.json": `{"info":{"id":"ses_a","title":"Boats","time":{"updated":1}},"messages":[{"info":{"id":"m","role":"user"},"parts":[{"type":"text","text":"Count"}]}]}`,
		"ses_a.jsonl": `{"type":"user","timestamp":"2026-01-29T05:45:22.017Z","content":"Count"}`})
	if len(all) != 1 {
		t.Fatalf("%d sessions", len(all))
	}
	s := modeltest.Parsed(t, all[0])
	if c := modeltest.Count(s); c.Prompts != 1 || s.Ledger.Duplicate != 1 {
		t.Errorf("%+v, %s", c, modeltest.Account(&s.Ledger))
	}
}
