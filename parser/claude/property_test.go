package claude

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/modeltest"
	"steno/parser/source"
	"steno/tier"
)

// mains returns the main transcripts of the archives in testdata/sessions, by name.
func mains(t testing.TB) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	all := make(map[string][]string)
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".txtar")] = strings.Split(strings.TrimSuffix(string(a.Files[0].Data), "\n"), "\n")
	}
	return all
}

func parseLines(t testing.TB, lines []string) *parser.Session {
	t.Helper()
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", strings.Join(lines, "\n")+"\n")}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// target is where an anchor leads.
type target struct {
	line   int
	former bool // the message took the anchor over from an earlier record
}

// anchorsOf returns the targets of the anchors of a thread.
func anchorsOf(th *parser.Thread) map[string]target {
	targets := make(map[string]target)
	note := func(m *parser.Message) {
		targets[m.Anchor] = target{m.Line, false}
		for _, a := range m.Rest().Former {
			targets[a] = target{m.Line, true}
		}
	}
	for _, b := range th.Branches {
		for _, s := range b.Segments {
			if s.Compaction != nil && s.Compaction.Summary != nil {
				note(s.Compaction.Summary)
			}
		}
		for m := range b.Messages() {
			note(m)
			for _, blk := range m.Blocks {
				if c, ok := blk.(*parser.ToolCall); ok {
					for _, x := range c.Extra {
						note(x)
					}
				}
			}
		}
	}
	return targets
}

// TestAppend: lines that are appended never change the anchor of an earlier
// message, nor take it away.
func TestAppend(t *testing.T) {
	t.Parallel()
	for name, lines := range mains(t) {
		grow(t, name, lines, 1)
	}
}

// grow parses the beginnings of a file, each so many lines longer than the one
// before, and tests that all anchors of one lead to the same message in the next, or
// to one that says to have replaced it.
func grow(t *testing.T, name string, lines []string, step int) {
	t.Helper()
	before := anchorsOf(parseLines(t, nil).Main)
	for n := 0; n < len(lines); {
		n = min(n+step, len(lines))
		now := anchorsOf(parseLines(t, lines[:n]).Main)
		for _, a := range slices.Sorted(maps.Keys(before)) {
			was := before[a]
			switch is, kept := now[a]; {
			case !kept:
				t.Errorf("%s: line %d takes away %s of line %d", name, n, a, was.line)
			case is.line != was.line && !is.former && !was.former:
				t.Errorf("%s: line %d makes %s lead to line %d instead of %d", name, n, a, is.line, was.line)
			}
		}
		before = now
	}
}

// TestShuffle: the order of the lines does not matter where records name their
// parents and times.
func TestShuffle(t *testing.T) {
	t.Parallel()
	all := mains(t)
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"parallel", "rewind", "rewind_compaction", "retry", "skill"} {
		lines := slices.Clone(all[name])
		want := shape(t, lines)
		for range 30 {
			random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			if diff := cmp.Diff(want, shape(t, lines)); diff != "" {
				t.Errorf("%s: -in order +shuffled:\n%s", name, diff)
				break
			}
		}
	}
}

// shape is the outline without what depends on the order of the lines: the order
// of the branches behind the live one.
func shape(t *testing.T, lines []string) []string {
	t.Helper()
	_, text := outlineOf(t, lines...)
	_, text, _ = strings.Cut(text, "\nmain\n")
	text, _, _ = strings.Cut(text, "\nfile main.jsonl")
	out := strings.Split(text, "\n")
	for i, l := range out {
		if head, also, ok := strings.Cut(l, "turn [also "); ok {
			ids := strings.Split(strings.TrimSuffix(also, "]"), "] [also ")
			slices.Sort(ids)
			out[i] = head + "turn " + strings.Join(ids, " ")
		}
	}
	sections := strings.Split(strings.Join(out, "\n"), "  branch ")
	slices.Sort(sections)
	for i := range sections {
		sections[i] = strings.TrimSpace(sections[i])
	}
	return sections
}

// TestShared: the sessions of one file account for each of its lines once.
func TestShared(t *testing.T) {
	t.Parallel()
	lines := []string{
		`{"type":"summary","summary":"no id"}`,
		`{"type":"user","uuid":"a","parentUuid":null,"sessionId":"one","message":{"content":"first"}}`,
		`{"type":"user","uuid":"b","parentUuid":"a","sessionId":"two","message":{"content":"second"}}{"type":"mode","sessionId":"one","mode":"x"}`,
		`broken`, ``,
		`{"type":"user","uuid":"c","parentUuid":"b","sessionId":"two","message":{"content":"third"}}{"type":"user","uuid":"d","parentUuid":"c","sessionId":"two","message":{"content":"fourth"}}`,
	}
	text := strings.Join(lines, "\n")
	var sum parser.Ledger
	for id, only := range map[string][]string{"one": {"one", ""}, "two": {"two"}} {
		f := memory("main.jsonl", text)
		f.Part = &source.Part{Only: only}
		s, err := Parse(context.Background(), &source.Session{ID: id, Main: []*source.File{f}}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Check(t, s)
		sum.Add(&s.Ledger)
		if id == "two" && (s.ForkedFrom == nil || s.ForkedFrom.SessionID != "one" || s.ForkedFrom.UUID != "a") {
			t.Errorf("session two hangs from session one: %+v", s.ForkedFrom)
		}
	}
	if sum.Lines != len(lines) || sum.Sum() != len(lines) || sum.Glued != 2 {
		t.Errorf("%d lines: %s", len(lines), modeltest.Account(&sum))
	}
}

// TestCopied: lines that repeat another session's make the beginning, and the rest goes on
// from them.
func TestCopied(t *testing.T) {
	t.Parallel()
	f := memory("main.jsonl", strings.Join(mains(t)["forked"], "\n"))
	f.Part = &source.Part{Copied: []source.Span{{From: 1, To: 2}}}
	s, err := Parse(context.Background(), &source.Session{ID: "5e550000-0000-4000-8000-000000000001", Main: []*source.File{f}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Check(t, s)
	if s.Ledger.Shown != 3 || s.Main.Beginning == nil || len(s.Warnings) != 0 {
		t.Errorf("ledger %s, warnings %v", modeltest.Account(&s.Ledger), s.Warnings)
	}
	want := parser.Fork{SessionID: "00000000-aaaa-4000-8000-000000000000", UUID: "a2000000-0000-4000-8000-000000000000", Records: 2}
	if s.ForkedFrom == nil || *s.ForkedFrom != want {
		t.Errorf("forked from %+v, want %+v", s.ForkedFrom, want)
	}
}

// TestCopiedAgents: agents whose records are only in the copied lines, in those of progress or as a
// sidechain, are of the other session, and nothing that they did counts here.
func TestCopiedAgents(t *testing.T) {
	t.Parallel()
	const id = "-0000-4000-8000-000000000000"
	usage := `"usage":{"input_tokens":1,"output_tokens":2}`
	run := `{"type":"assistant","uuid":"a2` + id + `","parentUuid":"a1` + id + `","sessionId":"s","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Task","input":{"description":"look","prompt":"look around","subagent_type":"Explore"}}],` + usage + `}}`
	for name, agent := range map[string]string{
		"progress": `{"type":"progress","uuid":"a3` + id + `","parentUuid":"a2` + id + `","sessionId":"s","parentToolUseID":"toolu_1","data":{"type":"agent_progress","agentId":"ab12","prompt":"look around","message":{"type":"assistant","uuid":"b1` + id + `","message":{"id":"msg_2","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"ls"}}],` + usage + `}}}}`,
		"sidechain": `{"type":"user","uuid":"a3` + id + `","parentUuid":null,"isSidechain":true,"sessionId":"s","message":{"role":"user","content":"look around"}}` + "\n" +
			`{"type":"assistant","uuid":"a4` + id + `","parentUuid":"a3` + id + `","isSidechain":true,"sessionId":"s","message":{"id":"msg_2","role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"ls"}}],` + usage + `}}`,
	} {
		lines := []string{`{"type":"user","uuid":"a1` + id + `","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"look"}}`, run}
		lines = append(lines, strings.Split(agent, "\n")...)
		copied := len(lines)
		lines = append(lines, `{"type":"user","uuid":"c1`+id+`","parentUuid":"a2`+id+`","sessionId":"s","message":{"role":"user","content":"my own prompt"}}`)
		f := memory("main.jsonl", strings.Join(lines, "\n"))
		f.Part = &source.Part{Copied: []source.Span{{From: 1, To: copied}}}
		s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{f}}, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Check(t, s)
		figures := facts.Of(s)
		if figures.Calls != 0 || figures.Agents != 0 || s.Usage.Requests != 0 || len(s.Agents) != 0 {
			t.Errorf("%s: %d calls, %d agents (%d with records), %d requests are the session's own", name, figures.Calls, figures.Agents, len(s.Agents), s.Usage.Requests)
		}
	}
}

// TestSeveralFiles: a resumed session goes on in another file, which may repeat
// the first; every file has its ledger.
func TestSeveralFiles(t *testing.T) {
	t.Parallel()
	first := mains(t)["unlinked"]
	second := append(slices.Clone(first[:2]),
		`{"type":"user","uuid":"f1","parentUuid":null,"sessionId":"s","timestamp":"2026-03-02T10:00:00Z","message":{"content":"resumed"}}`)
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{
		memory("1.jsonl", strings.Join(first, "\n")), memory("2.jsonl", strings.Join(second, "\n"))}}, source.Options{})

	if err != nil {
		t.Fatal(err)
	}
	modeltest.Check(t, s)
	if n := len(s.Main.Branches); n != 1 || s.Ledger.Duplicate != 2 || len(s.Files) != 2 {
		t.Errorf("%d branches, ledger %s, %d files", n, modeltest.Account(&s.Ledger), len(s.Files))
	}
}

// TestDeepChain: a hundred thousand records in one chain, with parallel calls.
func TestDeepChain(t *testing.T) {
	t.Parallel()
	turns := tier.Count(5_000, 25_000)
	s := parseLines(t, longSession(turns))
	if n := len(s.Main.Branches); n != 1 || s.Ledger.Shown != 3*turns || s.Ledger.Merged != turns || s.Usage.Requests != 2*turns {
		t.Errorf("%d branches, %d requests, ledger %s", n, s.Usage.Requests, modeltest.Account(&s.Ledger))
	}
}

// longSession makes a session of so many turns, of four records each.
func longSession(turns int) []string {
	lines := make([]string, 0, 4*turns)
	parent := "null"
	add := func(kind string, id int, rest string) {
		lines = append(lines, fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":"%08x-0000-4000-8000-000000000000","timestamp":"2026-03-01T%02d:%02d:%02d.%03dZ","sessionId":"s","cwd":"/repo","version":"2.1.114",%s}`,
			parent, kind, id, id/3_600_000%24, id/60_000%60, id/1000%60, id%1000, rest))
		parent = fmt.Sprintf(`"%08x-0000-4000-8000-000000000000"`, id)
	}
	output := strings.Repeat("a line of the output\\n", 20)
	for i := range turns {
		usage := `"usage":{"input_tokens":10,"output_tokens":20,"cache_read_input_tokens":1000}`
		add("user", 4*i, fmt.Sprintf(`"message":{"role":"user","content":"prompt %d: do the next thing"}`, i))
		add("assistant", 4*i+1, fmt.Sprintf(`"requestId":"req_a%d","message":{"id":"msg_a%d","role":"assistant","model":"claude-opus-4-7","content":[{"type":"tool_use","id":"toolu_%d","name":"Bash","input":{"command":"make step-%d"}}],%s}`, i, i, i, i, usage))
		add("user", 4*i+2, fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":"%s"}]},"toolUseResult":{"stdout":"%s","stderr":"","interrupted":false}`, i, output, output))
		add("assistant", 4*i+3, fmt.Sprintf(`"requestId":"req_b%d","message":{"id":"msg_b%d","role":"assistant","model":"claude-opus-4-7","content":[{"type":"text","text":"Step %d is done."}],%s}`, i, i, i, usage))
	}
	return lines
}

// FuzzParse: whatever the lines, nothing panics, the ledger adds up, each message
// has an anchor of its own, and a second parse says the same.
func FuzzParse(f *testing.F) {
	for _, lines := range mains(f) {
		f.Add([]byte(strings.Join(lines, "\n")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var texts [2]bytes.Buffer
		for i := range texts {
			s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", string(data))},
				Agents: []*source.AgentFile{{ID: "a1", File: memory("agent-a1.jsonl", string(data))}}}, source.Options{})

			if err != nil {
				t.Fatal(err)
			}
			modeltest.Check(t, s)
			if err := modeltest.Outline(&texts[i], s); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(texts[0].String(), texts[1].String()); diff != "" {
			t.Errorf("two parses of the same lines differ:\n%s", diff)
		}
	})
}

// FuzzUserText: whatever a user record says, it is shown or known noise, and text
// without a wrapper is always shown.
func FuzzUserText(f *testing.F) {
	for _, s := range []string{"hello", "<command-name>/x</command-name>", "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>",
		`<teammate-message teammate_id="a">{"type":"x"}</teammate-message>`, "[Request interrupted by user]\nmore", "Stop hook feedback:\nx",
		"<task-notification><task-id>t</task-id><result>r</result></task-notification>tail", "Warmup", "Tool loaded.", "<system-reminder>a</system-reminder>b"} {
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, meta bool) {
		text = strings.ToValidUTF8(text, "?")
		quoted := quoteJSON(text)
		s := parseLines(t, []string{fmt.Sprintf(`{"type":"user","uuid":"u","isMeta":%t,"sessionId":"s","message":{"content":%s}}`, meta, quoted)})
		modeltest.Check(t, s)
		if s.Ledger.Unknown+s.Ledger.Malformed+s.Ledger.Duplicate > 0 {
			t.Errorf("%q: %s", text, modeltest.Account(&s.Ledger))
		}
		if strings.TrimSpace(text) != "" && !strings.HasPrefix(strings.TrimSpace(text), "<") && s.Ledger.Shown == 0 && !strings.HasPrefix(strings.TrimSpace(text), "Caveat: ") {
			t.Errorf("%q is not shown: %s", text, modeltest.Account(&s.Ledger))
		}
	})
}

func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// BenchmarkParse parses sessions of three sizes: the time per byte must not grow.
func BenchmarkParse(b *testing.B) {
	for _, turns := range []int{1_000, 10_000, 50_000} {
		text := strings.Join(longSession(turns), "\n")
		src := &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", text)}}
		b.Run(fmt.Sprintf("%dMB", len(text)/1_000_000), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(context.Background(), src, source.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
