package sitetest

import (
	"bytes"
	"cmp"
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
	"time"

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
	eachSite(t, func(t *testing.T, m *made) {
		counted := countSessions(t, m.source)
		listed := listedSessions(t, m.dir)
		pages := map[string]*page{}
		for _, p := range m.pages {
			pages[p.name] = p
		}
		rows := listRows(m.pages)
		compared := 0
		for id, got := range listed {
			if c := counted[id]; c != nil && !c.skipped && c.threads[""] != nil {
				if want := c.sum(); want != got.sum {
					t.Errorf("session %s (-counted +sessions.json):\n-%+v\n+%+v", id, want, got.sum)
				}
				compared++
			}
			checkHead(t, pages["sessions/"+id+"/index.html"], got)
			if row := rows[id]; got.Prompts > 0 && (row == nil || row["Prompts"] != got.Prompts || row["Calls"] != got.ToolCalls || row["Errors"] != got.Errors ||
				row["Files"] != got.FilesChanged || row["Active"] != got.ActiveSeconds || row["Tokens"] != got.Tokens.total()) {
				t.Errorf("session %s: a list says %v, sessions.json %+v", id, row, got)
			}
		}
		if compared < len(listed)/3 {
			t.Errorf("only %d of %d sessions could be counted", compared, len(listed))
		}
		checkTotals(t, pages["index.html"], listed)
	})
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
		LinesAdded             int
		LinesRemoved           int
		Start, End             string
		Tokens                 spent
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	byID := map[string]listed{}
	for _, s := range list {
		byID[s.ID] = listed{s.ID, s.Prompts, s.ActiveSeconds, sum{s.Agents, s.ToolCalls, s.Errors, s.FilesChanged, s.LinesAdded, s.LinesRemoved, s.Start, s.End, s.Tokens}}
	}
	return byID
}

// tally counts one session.
type tally struct {
	threads map[string]*thread // by agent, "" for the main one
	uuids   map[string]bool
	skipped bool // it shares records with another session, or has agents inside of its main file
}

// thread counts what was recorded of the main conversation or of one agent.
type thread struct {
	requests map[string]spent
	uses     map[string]use
	results  map[string]outcome
	notices  int
	from, to time.Time
	internal bool // an agent of the client itself, which figures leave out
}

func (c *tally) thread(agent string) *thread {
	th := c.threads[agent]
	if th == nil {
		th = &thread{requests: map[string]spent{}, uses: map[string]use{}, results: map[string]outcome{}}
		th.internal = strings.Contains(agent, "_") || strings.HasPrefix(agent, "acompact")
		c.threads[agent] = th
	}
	return th
}

// use is a call: what it was to change.
type use struct {
	name, path     string
	added, removed int
}

// outcome is how a call ended: what it changed, where the result says so.
type outcome struct {
	failed, rejected, patched bool
	added, removed            int
}

// rawFigures is a record as this test reads it.
type rawFigures struct {
	Type, UUID, SessionID, AgentID string
	RequestID                      string
	IsSidechain, IsMeta            bool
	Timestamp                      time.Time
	IsApiErrorMessage              bool
	ToolUseResult                  json.RawMessage
	Message                        struct {
		ID, Model string
		Content   json.RawMessage
		Usage     *struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
			Read   int `json:"cache_read_input_tokens"`
			Write  int `json:"cache_creation_input_tokens"`
		}
	}
}

type rawPiece struct {
	Type, ID, Name string
	UseID          string `json:"tool_use_id"`
	IsError        bool   `json:"is_error"`
	Content        json.RawMessage
	Text           string
	Input          struct {
		rawEdit
		FilePath     string `json:"file_path"`
		NotebookPath string `json:"notebook_path"`
		Content      string `json:"content"`
		NewSource    string `json:"new_source"`
		Edits        []rawEdit
	}
}

type rawEdit struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
}

// linesIn counts lines; an unterminated last one counts.
func linesIn(s string) int {
	return len(slices.Collect(strings.Lines(s)))
}

// countSessions reads all transcripts below a source.
func countSessions(t *testing.T, source string) map[string]*tally {
	t.Helper()
	all := map[string]*tally{}
	owner := map[string]*tally{} // of a uuid
	for _, name := range transcripts(t, source) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		agent, inAgent := strings.CutPrefix(strings.TrimSuffix(filepath.Base(name), ".jsonl"), "agent-")
		if !inAgent {
			agent = ""
		}
		for line := range bytes.Lines(data) {
			var r rawFigures
			if json.Unmarshal(line, &r) != nil || r.SessionID == "" {
				continue
			}
			c := all[r.SessionID]
			if c == nil {
				c = &tally{threads: map[string]*thread{}, uuids: map[string]bool{}}
				all[r.SessionID] = c
			}
			c.skipped = c.skipped || !inAgent && (r.IsSidechain || r.AgentID != "" || r.Type == "progress")
			if o := owner[r.UUID]; r.UUID != "" && o != nil && o != c {
				o.skipped, c.skipped = true, true
			}
			owner[r.UUID] = c
			if r.UUID == "" && r.Type != "pr-link" || c.uuids[r.UUID] {
				continue
			}
			c.uuids[r.UUID] = r.UUID != ""
			c.thread(agent).record(r)
		}
	}
	return all
}

func (th *thread) record(r rawFigures) {
	var words string
	var pieces []rawPiece
	if json.Unmarshal(r.Message.Content, &words) != nil {
		_ = json.Unmarshal(r.Message.Content, &pieces)
		for _, p := range pieces {
			words += p.Text
		}
	}
	first := th.from.IsZero()
	if counts := []string{"user", "assistant", "system", "attachment", "pr-link"}; slices.Contains(counts, r.Type) && !r.Timestamp.IsZero() && !(r.IsMeta && strings.HasPrefix(words, "Caveat:")) {
		if first || r.Timestamp.Before(th.from) {
			th.from = r.Timestamp
		}
		if r.Timestamp.After(th.to) {
			th.to = r.Timestamp
		}
	}
	th.internal = th.internal || first && r.IsSidechain && words == "Warmup"
	if r.IsApiErrorMessage {
		th.notices++
	}
	if u := r.Message.Usage; u != nil && r.Message.Model != "<synthetic>" {
		key := cmp.Or(r.Message.ID+r.RequestID, r.UUID)
		th.requests[key] = spent{u.Input, max(u.Output, th.requests[key].Output), u.Read, u.Write}
	}
	for _, p := range pieces {
		switch p.Type {
		case "tool_use":
			u := use{name: p.Name, path: cmp.Or(p.Input.FilePath, p.Input.NotebookPath), added: linesIn(p.Input.Content) + linesIn(p.Input.NewSource)}
			for _, e := range append(p.Input.Edits, p.Input.rawEdit) {
				u.added += linesIn(e.New)
				u.removed += linesIn(e.Old)
			}
			th.uses[p.ID] = u
		case "tool_result":
			th.results[p.UseID] = ended(p, r.ToolUseResult)
		}
	}
}

// ended tells how a call ended, and what it changed.
func ended(p rawPiece, structured json.RawMessage) outcome {
	text := resultText(p.Content)
	o := outcome{failed: p.IsError}
	for _, begins := range []string{"The user doesn't want to", "User rejected tool use", "Error: User rejected"} {
		o.rejected = o.rejected || strings.HasPrefix(text, begins)
	}
	var s struct {
		StructuredPatch []struct{ Lines []string }
	}
	_ = json.Unmarshal(structured, &s)
	for _, hunk := range s.StructuredPatch {
		o.patched = true
		for _, l := range hunk.Lines {
			switch l[:1] {
			case "+":
				o.added++
			case "-":
				o.removed++
			}
		}
	}
	return o
}

// sum adds up what counts. A session without a conversation of its own is as old as its first agent.
func (c *tally) sum() sum {
	var s sum
	files := map[string]bool{}
	for agent, th := range c.threads {
		if th.internal {
			continue
		}
		if agent != "" {
			s.Agents++
		}
		s.ToolCalls += len(th.uses)
		s.Errors += th.notices
		for _, u := range th.requests {
			s.Tokens.Input += u.Input
			s.Tokens.Output += u.Output
			s.Tokens.CacheRead += u.CacheRead
			s.Tokens.CacheWrite += u.CacheWrite
		}
		for id, u := range th.uses {
			o, ok := th.results[id]
			if o.failed && !o.rejected {
				s.Errors++
			}
			if !slices.Contains([]string{"Edit", "MultiEdit", "Write", "NotebookEdit"}, u.name) || !ok || o.failed || o.rejected || u.path == "" {
				continue
			}
			if !o.patched {
				o.added, o.removed = u.added, u.removed
			}
			files[u.path] = true
			s.LinesAdded += o.added
			s.LinesRemoved += o.removed
		}
	}
	s.FilesChanged = len(files)
	if main := c.threads[""]; main != nil {
		s.Start, s.End = rfc(main.from), rfc(main.to)
	}
	return s
}

func rfc(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
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
	want := map[string]int{"sessions": len(sessions)}
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
	figures, tokens := figuresOf(p)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if figures[name] != want[name] {
			t.Errorf("the front page has %d %s, the sessions %d", figures[name], name, want[name])
		}
	}
	if tokens != sum {
		t.Errorf("the front page has %+v tokens, the sessions %+v", tokens, sum)
	}
}
