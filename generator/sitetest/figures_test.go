package sitetest

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// sum is what sessions.json says of a session, as far as it can be counted in raw records.
type sum struct {
	Agents, ToolCalls, Errors int
	FilesChanged              int
	LinesAdded, LinesRemoved  int
	Start, End                string
	Tokens                    spent
}

type spent struct{ Input, Output, CacheRead, CacheWrite int }

func (s spent) total() int { return s.Input + s.Output + s.CacheRead + s.CacheWrite }

// TestFigures counts sessions in their raw records and compares with what sessions.json, the
// heads of pages and the lists say.
func TestFigures(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) { checkFigures(t, m.source, m.dir, m.pages) })
	t.Run("rare", func(t *testing.T) {
		t.Parallel()
		source, dir := t.TempDir(), t.TempDir()
		put(t, filepath.Join(source, "-srv-x", rareID+".jsonl"), rareSession)
		put(t, filepath.Join(source, "-srv-x", rareID, "subagents", "agent-acompact-1.jsonl"), strings.NewReplacer(`"cwd"`, `"isSidechain":true,"agentId":"acompact-1","cwd"`, `id":"a`, `id":"b`, `Uuid":"a`, `Uuid":"b`, `"t`, `"u`, `"m1`, `"m3`).Replace(rareSession))
		buildInto(t, dir, source, 1)
		checkFigures(t, source, dir, readPages(t, dir))
	})
}

// rareSession has what other archives lack: a reply whose calls failed in more than one way, figures
// that shrink while a reply streams, calls that were declined or never answered, and edits of all kinds.
const (
	rareID      = "55555555-0000-4000-8000-00000000000e"
	rareHead    = `"sessionId":"` + rareID + `","cwd":"/srv/x","version":"2.1.2","timestamp":"2026-03-04T10:0`
	rareSession = `{"type":"user","uuid":"a1","parentUuid":null,` + rareHead + `0:00Z","message":{"role":"user","content":"Go"}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","requestId":"r1",` + rareHead + `1:00Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","usage":{"input_tokens":5,"output_tokens":70,"cache_read_input_tokens":11,"cache_creation_input_tokens":13},"content":[` +
		`{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"a"}}]}}
{"type":"assistant","uuid":"a3","parentUuid":"a2","requestId":"r1",` + rareHead + `1:30Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","usage":{"input_tokens":6,"output_tokens":30,"cache_read_input_tokens":12,"cache_creation_input_tokens":14},"content":[` +
		`{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/srv/x/a","content":"1\n2\n3"}},{"type":"tool_use","id":"t3","name":"Edit","input":{"file_path":"/srv/x/b","old_string":"x","new_string":"y\nz"}},` +
		`{"type":"tool_use","id":"t4","name":"MultiEdit","input":{"file_path":"/srv/x/b","edits":[{"old_string":"p\nq","new_string":"r"},{"old_string":"","new_string":"s"}]}},` +
		`{"type":"tool_use","id":"t5","name":"Edit","input":{"file_path":"/srv/x/c","old_string":"x","new_string":"y"}},{"type":"tool_use","id":"t6","name":"Edit","input":{"file_path":"/srv/x/d","old_string":"x","new_string":"y"}},` +
		`{"type":"tool_use","id":"t7","name":"Write","input":{"file_path":"/srv/x/e","content":"never answered"}}]}}
{"type":"user","uuid":"a4","parentUuid":"a3",` + rareHead + `2:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no"},{"type":"tool_result","tool_use_id":"t2","is_error":true,"content":"nor this"},` +
		`{"type":"tool_result","tool_use_id":"t3","content":"ok"},{"type":"tool_result","tool_use_id":"t4","content":"ok"},{"type":"tool_result","tool_use_id":"t5","content":"The user doesn't want to proceed with this tool use."},` +
		`{"type":"tool_result","tool_use_id":"t6","is_error":true,"content":"The user doesn't want to proceed with this tool use."}]}}
{"type":"assistant","uuid":"a5","parentUuid":"a4",` + rareHead + `3:00Z","isApiErrorMessage":true,"message":{"id":"m2","role":"assistant","model":"<synthetic>","usage":{"input_tokens":900,"output_tokens":900},"content":[{"type":"text","text":"API Error: 529"}]}}
`
)

// checkFigures compares the figures of a site with those of its source.
func checkFigures(t *testing.T, source, dir string, pages []*page) {
	t.Helper()
	counted, listed, rows := countSessions(t, source), listedSessions(t, dir), listRows(pages)
	byName := map[string]*page{}
	for _, p := range pages {
		byName[p.name] = p
	}
	compared := 0
	for id, got := range listed {
		if c := counted[id]; c != nil && !c.skipped && c.threads[""] != nil {
			want := c.sum() // files are those that were edited: some have no net change
			if got.FilesChanged < want.FilesChanged {
				want.FilesChanged = got.FilesChanged
			}
			if want != got.sum {
				t.Errorf("session %s (-counted +sessions.json):\n-%+v\n+%+v", id, want, got.sum)
			}
			compared++
		}
		checkHead(t, byName["sessions/"+id+"/index.html"], got)
		if row := rows[id]; got.Prompts > 0 && (row == nil || row["Prompts"] != got.Prompts || row["Calls"] != got.ToolCalls || row["Errors"] != got.Errors ||
			row["Files"] != got.FilesChanged || row["Active"] != got.ActiveSeconds || row["Tokens"] != got.Tokens.total()) {
			t.Errorf("session %s: a list says %v, sessions.json %+v", id, row, got)
		}
	}
	if compared < (len(listed)+2)/3 {
		t.Errorf("only %d of %d sessions could be counted", compared, len(listed))
	}
	checkTotals(t, byName["index.html"], listed)
}

// listed is a session of sessions.json.
type listed struct {
	ID                     string
	Prompts, ActiveSeconds int
	sum
}

func listedSessions(t *testing.T, dir string) map[string]listed {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sessions.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID                     string
		Prompts, ActiveSeconds int
		Agents, ToolCalls      int
		Errors, FilesChanged   int
		ChurnAdded             int
		ChurnRemoved           int
		Start, End             string
		Tokens                 spent
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	byID := map[string]listed{}
	for _, s := range list {
		byID[s.ID] = listed{s.ID, s.Prompts, s.ActiveSeconds, sum{s.Agents, s.ToolCalls, s.Errors, s.FilesChanged, s.ChurnAdded, s.ChurnRemoved, s.Start, s.End, s.Tokens}}
	}
	return byID
}

// checkHead compares the figures at the head of a session's page.
func checkHead(t *testing.T, p *page, s listed) {
	t.Helper()
	if p == nil {
		t.Errorf("session %s has no page", s.ID)
		return
	}
	figures, tokens := figuresOf(p)
	for _, f := range []struct {
		name string
		want int
	}{{"prompt", s.Prompts}, {"agent", s.Agents}, {"file changed", s.FilesChanged}, {"error", s.Errors}} {
		got := figures[f.name]
		if many := strings.Replace(f.name+"s", "file changeds", "files changed", 1); got == 0 {
			got = figures[many]
		}
		if got != f.want {
			t.Errorf("session %s: its page has %d (%s), sessions.json %d", s.ID, got, f.name, f.want)
		}
	}
	if tokens != s.Tokens {
		t.Errorf("session %s: its page has %+v tokens, sessions.json %+v", s.ID, tokens, s.Tokens)
	}
}

var digits = regexp.MustCompile(`[0-9,]+`)

func count(s string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(digits.FindString(s), ",", ""))
	return n
}

// figuresOf reads the figures of a page by their names, and those of tokens out of the words behind them.
func figuresOf(p *page) (figures map[string]int, tokens spent) {
	figures = map[string]int{}
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "dl" || !strings.Contains(attr(n, "class"), "figures") {
			continue
		}
		for div := range n.ChildNodes() {
			name, n := "", -1
			for c := range div.ChildNodes() {
				switch {
				case c.Data == "dt":
					name = strings.ToLower(strings.TrimSpace(text(c)))
				case c.Data == "dd" && n < 0:
					n = count(text(c))
				}
			}
			figures[name] = n
			if words := digits.FindAllString(strings.ReplaceAll(attr(div, "title"), ", ", " "), -1); name == "tokens" && len(words) == 4 {
				tokens = spent{count(words[0]), count(words[1]), count(words[2]), count(words[3])}
			}
		}
		break
	}
	return figures, tokens
}

// listRows reads the rows of all lists of sessions by the id that they link to.
func listRows(pages []*page) map[string]map[string]int {
	rows := map[string]map[string]int{}
	for _, p := range pages {
		if !strings.HasPrefix(p.name, "projects/") || p.ids["sessions"] == nil {
			continue
		}
		for tr := range p.ids["sessions"].Descendants() {
			if tr.Data != "tr" {
				continue
			}
			row, id := map[string]int{}, ""
			for n := range tr.Descendants() {
				if n.Data == "a" && id == "" {
					id = path.Base(path.Dir(attr(n, "href")))
				}
				if label := attr(n, "data-label"); label != "" {
					row[label], _ = strconv.Atoi(attr(n, "data-value"))
				}
			}
			rows[id] = row
		}
	}
	return rows
}

// checkTotals compares the figures of the front page with the sum of all sessions.
func checkTotals(t *testing.T, p *page, sessions map[string]listed) {
	t.Helper()
	want := map[string]int{}
	var sum spent
	for _, s := range sessions {
		want["prompts"] += s.Prompts
		want["tool calls"] += s.ToolCalls
		want["agents"] += s.Agents
		want["errors"] += s.Errors
		sum.Input += s.Tokens.Input
		sum.Output += s.Tokens.Output
		sum.CacheRead += s.Tokens.CacheRead
		sum.CacheWrite += s.Tokens.CacheWrite
	}
	want["sessions"] = len(sessions)
	figures, tokens := figuresOf(p)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got := figures[name]
		if want[name] == 1 {
			got = figures[strings.TrimSuffix(name, "s")]
		}
		if got != want[name] {
			t.Errorf("the front page has %d %s, the sessions %d", got, name, want[name])
		}
	}
	if tokens != sum {
		t.Errorf("the front page has %+v tokens, the sessions %+v", tokens, sum)
	}
}
