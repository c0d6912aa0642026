package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
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

// TestHostile reads records that are damaged or of another type, and documents that break off.
func TestHostile(t *testing.T) {
	t.Parallel()
	const lines, document = "chats/session-1.jsonl", "chats/session-2.json"
	all := modeltest.Found(t, Format(), map[string]string{lines: strings.Join([]string{
		`{"sessionId":"a","projectHash":[],"kind":7}`,
		`not JSON at all`,
		`{"id":"x","type":"gemini","content":{"a":[1]},"toolCalls":[7,{"id":{},"result":[{"functionResponse":[]}],"resultDisplay":[1],"status":"error"}],"tokens":{"input":-5},"thoughts":{"a":1}}`,
		`{"$rewindTo":{"never":"said"}}`,
		`{"$set":7}`,
		`{"id":"x","type":"user","content":[7,[],{"inlineData":7}],"displayContent":{"text":7}}`,
		`{"type":"tomorrow"}`,
		`{"id":"y","type":"us`,
	}, "\n"), document: "{\"sessionId\":\"b\",\"projectHash\":\"x\",\n\"messages\":[\n{]"})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want the one of the file that is not broken", len(all))
	}
	s := modeltest.Parsed(t, all[0])
	modeltest.Damaged(t, s, lines, 1, 2, 8)
}

// TestDocumentOnOneLine reads a document that an export of records wrote: one line, and another for each agent.
func TestDocumentOnOneLine(t *testing.T) {
	t.Parallel()
	const document = `{"sessionId":"a","projectHash":"quay","messages":[{"id":"u","type":"user","content":"Count the boats"},{"id":"g","type":"gemini","content":"Eleven"}]}`
	const lines = `{"sessionId":"b","projectHash":"quay","kind":"main"}` + "\n" + `{"id":"u","type":"user","content":"What is \"messages\":[?"}`
	for text, want := range map[string][2]int{document: {3, 0}, document + "\n": {3, 0}, document + "\n" + document: {3, 1}, lines: {2, 0}} {
		s := modeltest.Parsed(t, modeltest.Found(t, Format(), map[string]string{"chats/session-1.jsonl": text})[0])
		if used := s.Ledger.Shown + s.Ledger.Metadata; used != want[0] || s.Ledger.Malformed != want[1] || len(s.Warnings) != want[1] {
			t.Errorf("%s: %s and warnings %v, want %d records and %d warnings", text, modeltest.Account(&s.Ledger), s.Warnings, want[0], want[1])
		}
	}
}

// TestAgentsBehind reads files of exported records: those of the chat, then those of its agents.
func TestAgentsBehind(t *testing.T) {
	t.Parallel()
	const call = `{"id":"g","type":"gemini","content":"","toolCalls":[{"id":"c","name":"painter","args":{},"status":"success","agentId":"painter-1","result":[]}]}`
	const asked = `{"id":"p","type":"user","content":"Paint the boats"}`
	const main, agent = `"sessionId":"a","projectHash":"quay","kind":"main"`, `"sessionId":"painter-1","projectHash":"quay","kind":"subagent"`
	for name, text := range map[string]string{
		"documents": "{" + main + `,"messages":[{"id":"u","type":"user","content":"Count"},` + call + "]}\n{" + agent + `,"messages":[` + asked + "]}",
		"lines":     "{" + main + "}\n" + `{"id":"u","type":"user","content":"Count"}` + "\n" + call + "\n{" + agent + "}\n" + asked,
	} {
		s := modeltest.Parsed(t, modeltest.Found(t, Format(), map[string]string{"chats/session-1.jsonl": text})[0])
		if c := modeltest.Count(s); c.Prompts != 1 || c.Calls != 1 || len(s.Agents) != 1 || s.Agents[0].Call == nil || len(s.Warnings) > 0 || s.Ledger.Shown != 3 {
			t.Errorf("%s: %+v, %d agents, warnings %v, %s", name, c, len(s.Agents), s.Warnings, modeltest.Account(&s.Ledger))
		}
	}
}

// TestThoughts drops line breaks before a thought that are written as letters.
func TestThoughts(t *testing.T) {
	t.Parallel()
	s := modeltest.Parsed(t, modeltest.Found(t, Format(), map[string]string{"chats/session-2.json": `{"sessionId":"b","projectHash":"quay","kind":"main","messages":[
{"id":"u","type":"user","content":"Count"},{"id":"g","type":"gemini","content":"Two.","thoughts":[{"subject":"Counting","description":"\\n\\n\n\nI count \\n once."},{"description":"I am done."}]}]}`})[0])
	var got []string
	for m := range s.Main.Live().Messages() {
		for _, b := range m.Blocks {
			if b, ok := b.(*parser.Thinking); ok {
				got = append(got, b.Text)
			}
		}
	}
	if want := []string{"**Counting**\n\nI count \\n once.", "I am done."}; !slices.Equal(got, want) {
		t.Errorf("thoughts %q, want %q", got, want)
	}
}

// TestAgentAlone has no prompts in the chat of an agent that belongs to no other: the client wrote its task.
func TestAgentAlone(t *testing.T) {
	t.Parallel()
	s := modeltest.Parsed(t, modeltest.Found(t, Format(), map[string]string{"chats/session-2.json": `{"sessionId":"b","projectHash":"quay","kind":"subagent","messages":[
{"id":"u","type":"user","content":"Analyze the session index above."},{"id":"g","type":"gemini","content":"No skills."}]}`})[0])
	if c := modeltest.Count(s); c.Prompts != 0 || s.Ledger.Shown != 2 {
		t.Errorf("%+v, %s; want no prompts and 2 records shown", c, modeltest.Account(&s.Ledger))
	}
}

// TestCheckpoints reads the messages of a chat once that several documents of it have.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
	chat := func(updated, summary, messages string) string {
		return "{\n" + `"sessionId":"a","projectHash":"quay","lastUpdated":"2026-03-01T10:0` + updated + `:00.000Z","summary":"` + summary + `","messages":[` + messages + "]}"
	}
	const ask, reply, more = `{"id":"u","type":"user","content":"Count the boats"}`, `{"id":"g","type":"gemini","content":"Eleven","tokens":{"input":5,"output":2}}`, `{"id":"u2","type":"user","content":"Paint them"}`
	all := modeltest.Found(t, Format(), map[string]string{
		"1/full.jsonl": chat("1", "Boats", ask), "2/full.jsonl": chat("3", "Painted boats", ask+","+reply+","+more), "3/full.jsonl": chat("2", "Counted boats", ask+","+reply),
	})
	s := modeltest.Parsed(t, all[0])
	prompts := s.Main.Live().Prompts()
	if len(all) != 1 || prompts != 2 || s.Usage.Requests != 1 || s.Title.Text != "Painted boats" {
		t.Errorf("%d sessions, %d prompts, %d requests, %q; want 1, 2, 1 and the newest title", len(all), prompts, s.Usage.Requests, s.Title.Text)
	}
}

// TestPrinted counts what a run printed by model, with thoughts as output, and once where the chat is there, too.
func TestPrinted(t *testing.T) {
	t.Parallel()
	const run = `{"type": "init", "timestamp": "2026-02-01T10:00:00.000Z", "session_id": "a", "model": "auto"}
{"type": "message", "timestamp": "2026-02-01T10:00:01.000Z", "role": "user", "content": "Count the boats"}
{"type": "result", "timestamp": "2026-02-01T10:00:02.000Z", "status": "success", "stats": {"models": {"x": {"total_tokens": 190, "input_tokens": 150, "output_tokens": 30, "cached": 100}, "y": {"total_tokens": 7, "input_tokens": 5, "output_tokens": 2, "cached": 0}}}}`
	s := modeltest.Parsed(t, modeltest.Found(t, Format(), map[string]string{"run.jsonl": "Loading the quay\n" + run})[0])
	if u := s.Usage; !s.Printed || u.Input != 55 || u.CacheRead != 100 || u.Output != 42 || len(u.ByModel) != 2 {
		t.Errorf("printed %v, %+v", s.Printed, u)
	}
	const chat = `{"sessionId":"a","projectHash":"quay"}` + "\n" + `{"id":"u","type":"user","content":"Count the boats"}`
	all := modeltest.Found(t, Format(), map[string]string{"run.jsonl": run, "chats/session-1.jsonl": chat})
	s = modeltest.Parsed(t, all[0])
	if c := modeltest.Count(s); len(all) != 1 || s.Printed || c.Prompts != 1 || s.Ledger.Duplicate != 3 {
		t.Errorf("%d sessions, printed %v, %+v, %s; want one with the chat's prompt", len(all), s.Printed, c, modeltest.Account(&s.Ledger))
	}
}

// TestServerChats tells the chats apart to which the server for editors gives one id.
func TestServerChats(t *testing.T) {
	t.Parallel()
	const chat = `{"sessionId":"a2a-server","projectHash":"quay","startTime":"2026-03-01T10:00:00.000Z"}` + "\n" + `{"id":"u","type":"user","content":"Ahoy"}`
	all := modeltest.Found(t, Format(), map[string]string{
		"tmp/quay/chats/session-2026-03-01T10-00-a2a-serv.jsonl": chat, "tmp/quay/chats/session-2026-03-01T10-01-a2a-serv.jsonl": chat,
	})
	if len(all) != 2 || all[0].ID == all[1].ID {
		t.Errorf("%d sessions, want two with ids of their own", len(all))
	}
}

// FuzzParse reads anything as a session.
func FuzzParse(f *testing.F) {
	modeltest.Seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		modeltest.Fuzzed(t, Format(), "session.jsonl", data)
		modeltest.Fuzzed(t, Format(), "session.json", data)
	})
}

// TestFigures compares what the reader counts in recorded runs with what their records say.
func TestFigures(t *testing.T) {
	t.Parallel()
	modeltest.Figures(t, Format(), "../../../shared/corpus/agents/gemini", count)
}

// count counts the figures of a document without the reader.
func count(t *testing.T, name string) (c modeltest.Counts) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Messages []struct {
			Type      string
			Timestamp time.Time
			ToolCalls []struct {
				Status    string
				Timestamp time.Time
				Result    []struct {
					FunctionResponse struct{ Response map[string]any }
				}
			}
			Tokens struct{ Input, Output, Cached, Thoughts, Tool int }
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	for _, m := range doc.Messages {
		if m.Type == "user" {
			c.Prompts++
		}
		c.At(m.Timestamp)
		for _, call := range m.ToolCalls {
			c.At(call.Timestamp)
			c.Calls++
			c.Results++
			output, _ := call.Result[0].FunctionResponse.Response["output"].(string)
			if _, bad := call.Result[0].FunctionResponse.Response["error"]; call.Status != "cancelled" && (bad || regexp.MustCompile(`(?m)^Exit Code: [1-9]`).MatchString(output)) {
				c.Failures++
			}
		}
		c.Input += m.Tokens.Input - m.Tokens.Cached + m.Tokens.Tool
		c.CacheRead += m.Tokens.Cached
		c.Output += m.Tokens.Output + m.Tokens.Thoughts
	}
	return c
}

// TestSurvey finds members that the table does not declare, in documents and in lines.
func TestSurvey(t *testing.T) {
	t.Parallel()
	const head = `"sessionId":"0198aaaa-0000-7000-8000-000000000001","projectHash":"ab","startTime":"2026-03-01T10:00:00Z"`
	const said = `{"id":"m","timestamp":"2026-03-01T10:00:01Z","type":"gemini","content":"Ahoy","tomorrow":1}`
	for name, text := range map[string]string{
		"chats/session-a.json":  `{` + head + `,"weather":"fine","messages":[` + said + `]}`,
		"chats/session-a.jsonl": `{` + head + `}` + "\n" + said + "\n" + `{"$set":{"weather":"fine"}}`,
	} {
		var names []string
		for _, u := range Format().Survey(t.Context(), modeltest.Found(t, Format(), map[string]string{name: text})[0]) {
			names = append(names, u.Type)
		}
		if len(names) != 2 || !strings.HasSuffix(names[0]+names[1], ".tomorrow") && !strings.HasSuffix(names[0]+names[1], ".weather") {
			t.Errorf("%s: %q, want weather and tomorrow", name, names)
		}
	}
}

// TestDirectory finds the working directory whose hash a chat records, for the chats beside it, too.
func TestDirectory(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"/home/ada/quay", `C:\Users\ada\quay`} {
		sum := sha256.Sum256([]byte(dir))
		hash := hex.EncodeToString(sum[:])
		file, err := json.Marshal(dir + dir[len(dir)-5:len(dir)-4] + "boats.txt")
		if err != nil {
			t.Fatal(err)
		}
		chat := func(id, said string) string {
			return `{"sessionId":"` + id + `","projectHash":"` + hash + `","startTime":"2026-03-01T10:00:00Z","messages":[{"id":"m","type":"user","content":` + said + `}]}`
		}
		all := modeltest.Found(t, Format(), map[string]string{
			"tmp/" + hash + "/chats/session-a.json": chat("a", string(file)),
			"tmp/" + hash + "/chats/session-b.json": chat("b", `"/home/ada/other"`),
		})
		for _, src := range all {
			if src.Project.Dir != dir {
				t.Errorf("%s: in %q, want %q", src.ID, src.Project.Dir, dir)
			}
		}
		if s := modeltest.Parsed(t, all[0]); len(s.Dirs) != 1 || s.Dirs[0] != dir {
			t.Errorf("works in %q, want %q", s.Dirs, dir)
		}
	}
}

// TestProjectRoot takes the working directory from the file beside the chats of a project, also if no chat names a path. Text that is
// no path is none.
func TestProjectRoot(t *testing.T) {
	t.Parallel()
	chat := func(id, more string) string {
		return `{"sessionId":"` + id + `","projectHash":"` + strings.Repeat("ab", 32) + `","startTime":"2026-03-01T10:00:00Z"` + more + `,"kind":"main"}` + "\n" +
			`{"id":"m","type":"user","timestamp":"2026-03-01T10:00:01Z","content":"Count the boats"}`
	}
	for text, want := range map[string]string{
		"/home/ada/quay\n": "/home/ada/quay", `c:\users\ada\quay`: `c:\users\ada\quay`, "quay": "", "": "", "/a\x00b": "", strings.Repeat("/a", 5000): "",
	} {
		files := map[string]string{"tmp/quay/chats/session-a.jsonl": chat("a", ""), "tmp/quay/.project_root": text,
			"tmp/raft/chats/session-b.jsonl": chat("b", ""), "tmp/quay/chats/session-c.jsonl": chat("c", `,"directories":["/srv/more"]`)}
		for _, src := range modeltest.Found(t, Format(), files) {
			s := modeltest.Parsed(t, src)
			dirs := want
			switch {
			case src.ID == "gemini-b":
				dirs = ""
			case src.ID == "gemini-c":
				dirs = strings.TrimSpace(dirs + " /srv/more")
			}
			if got := strings.Join(s.Dirs, " "); got != dirs {
				t.Errorf("%q: %s works in %q, want %q", text, s.ID, got, dirs)
			}
			if src.ID == "gemini-a" && src.Project.Dir != want {
				t.Errorf("%q: the project is in %q, want %q", text, src.Project.Dir, want)
			}
		}
	}
	if got := kept("/home/ada/.gemini/tmp/quay/.project_root"); got != "tmp/quay/.project_root" {
		t.Errorf("kept as %q", got)
	}
}

// TestAgentExports counts a subagent once that was exported twice, and keeps two apart that have one id.
func TestAgentExports(t *testing.T) {
	t.Parallel()
	const chat = "0198aaaa-0000-4000-8000-000000000001"
	export := func(id, kind, updated string, said ...string) string {
		var messages []string
		for _, text := range said {
			messages = append(messages, `{"id":"`+text+`","type":"gemini","timestamp":"2026-03-01T10:00:01Z","content":"`+text+`","tokens":{"input":5,"output":1}}`)
		}
		return `{"sessionId":"` + id + `","projectHash":"h","kind":"` + kind + `","startTime":"2026-03-01T10:00:00Z","lastUpdated":"` + updated + `","messages":[` + strings.Join(messages, ",") + `]}`
	}
	all := modeltest.Found(t, Format(), map[string]string{
		"chats/session-1.json":      export(chat, "main", "2026-03-01T10:00:09Z", "Eleven boats"),
		"chats/" + chat + "/a.json": export("painter", "subagent", "2026-03-01T10:00:02Z", "Blue"),
		"chats/" + chat + "/b.json": export("painter", "subagent", "2026-03-01T10:00:03Z", "Blue", "Red"),
		"chats/" + chat + "/c.json": export("painter", "subagent", "2026-03-01T10:00:03Z", "Sails"),
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	if s := modeltest.Parsed(t, all[0]); len(s.Agents) != 2 || s.Usage.Requests != 4 {
		t.Errorf("%d agents, %d requests, want 2 and 4", len(s.Agents), s.Usage.Requests)
	}
}

// TestMoved reads a chat that went on in lines after it was a document, with a history that was written again.
func TestMoved(t *testing.T) {
	t.Parallel()
	const head = `"sessionId":"0198aaaa-0000-4000-8000-000000000009","projectHash":"h","startTime":"2026-03-01T10:00:00Z","lastUpdated":"2026-03-01T10:00:09Z","kind":"main"`
	const ask, reply = `{"id":"u","timestamp":"2026-03-01T10:00:01Z","type":"user","content":"Count the boats"}`, `{"id":"g","timestamp":"2026-03-01T10:00:02Z","type":"gemini","content":"Eleven"}`
	const again = `{"$set":{"messages":[{"id":"u2","type":"user","content":[{"text":"Count the boats"}]},{"id":"g2","type":"gemini","content":[{"text":"Eleven"}]}]}}`
	all := modeltest.Found(t, Format(), map[string]string{
		"chats/session-1.json":  "{\n" + head + `,"messages":[` + ask + "," + reply + "]}",
		"chats/session-1.jsonl": "{" + head + "}\n" + ask + "\n" + reply + "\n" + again + "\n" + `{"id":"u3","timestamp":"2026-03-01T10:00:03Z","type":"user","content":"Paint them"}`,
	})
	if s := modeltest.Parsed(t, all[0]); len(all) != 1 || modeltest.Count(s).Prompts != 2 {
		t.Errorf("%d sessions, %d prompts, want 1 and 2", len(all), modeltest.Count(s).Prompts)
	}
}
