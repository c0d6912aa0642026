package sitetest

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

const (
	originID = "aaaa1111-0000-4000-8000-000000000001"
	copyID   = "bbbb2222-0000-4000-8000-000000000002"
)

// family writes a session, and one that began as a copy of its first turn, and builds them.
type family struct {
	t       *testing.T
	config  config.Config
	cache   string
	said    string // the last prompt of the first session
	between string // records of the first session before it, behind the shared turn
}

// reply is a reply that both sessions have.
func (f *family) reply(session, parent string) string {
	return fmt.Sprintf(`{"type":"assistant","uuid":"a3-a","parentUuid":"%s","sessionId":"%s","timestamp":"2026-03-02T10:01:40Z","message":{"id":"msg_a3","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"The leaves unfold"}],"usage":{"input_tokens":100,"output_tokens":10}}}`+"\n", parent, session)
}

// turn is a prompt and its reply, with a call.
func (f *family) turn(session, id, parent, minute, prompt string) string {
	line := func(kind, uuid, parent, message string) string {
		origin := ""
		if session == copyID && id[0] == 'a' {
			origin = fmt.Sprintf(`"forkedFrom":{"sessionId":"%s","messageUuid":"%s"},`, originID, uuid)
		}
		if parent != "null" {
			parent = `"` + parent + `"`
		}
		return fmt.Sprintf(`{"type":"%s","uuid":"%s","parentUuid":%s,%s"sessionId":"%s","cwd":"/srv/tea","timestamp":"2026-03-02T10:%s:00Z","message":%s}`+"\n", kind, uuid, parent, origin, session, minute, message)
	}
	return line("user", id+"-u", parent, fmt.Sprintf(`{"role":"user","content":"%s"}`, prompt)) +
		line("assistant", id+"-a", id+"-u", fmt.Sprintf(`{"id":"msg_%s","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"Reply to %s"},{"type":"tool_use","id":"toolu_%s","name":"Bash","input":{"command":"ls %s"}}],"usage":{"input_tokens":100,"output_tokens":10}}`, id, prompt, id, id)) +
		line("user", id+"-r", id+"-a", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%s","content":"listed %s"}]}`, id, id))
}

func (f *family) build() {
	f.t.Helper()
	folder := filepath.Join(f.config.Sources[0], "projects", "-srv-tea")
	shared := func(session string) string { return f.turn(session, "a1", "null", "01", "Brew the sencha gently") }
	put(f.t, filepath.Join(folder, originID+".jsonl"), shared(originID)+f.between+f.turn(originID, "a2", "a1-r", "02", f.said))
	if copied := filepath.Join(folder, copyID+".jsonl"); !exists(copied) { // else it stays as it is
		put(f.t, copied, shared(copyID)+f.turn(copyID, "b2", "a1-r", "12", "Now brew the gyokuro instead"))
	}
	f.run()
}

func (f *family) run() {
	f.t.Helper()
	if _, err := generator.Build(f.t.Context(), generator.Options{Config: f.config, Version: "test", Cache: f.cache}); err != nil {
		f.t.Fatal(err)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (f *family) page(name string) string {
	f.t.Helper()
	data, err := os.ReadFile(filepath.Join(f.config.Destination, "sessions", filepath.FromSlash(name)))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(data)
}

// A session that began as a copy shows what it shares, on pages of its own; it is counted and
// found in the other session only, and both name each other by title.
func TestSharedBeginning(t *testing.T) {
	t.Parallel()
	f := &family{t: t, config: config.Default(), cache: t.TempDir(), said: "And a second infusion"}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	f.build()
	first, shared := f.page(copyID+"/index.html"), f.page(copyID+"/beginning/index.html")
	for _, text := range []string{"Brew the sencha gently", "listed a1", "ls a1"} {
		if !strings.Contains(shared, text) {
			t.Errorf("the beginning lacks %q", text)
		}
	}
	if strings.Contains(shared, "gyokuro instead</p>") || strings.Contains(first, "not in the transcript") {
		t.Error("the session's own part stands in the beginning, or a result lost its call")
	}
	for _, part := range []string{`Begins with 1 prompt shared with Brew the sencha gently`, `href=../` + originID + `/index.html>Brew the sencha gently`, `href=beginning/index.html#m-`} {
		if !strings.Contains(first, part) {
			t.Errorf("the first page lacks %q", part)
		}
	}
	if prompts := regexp.MustCompile(`<dt>prompts?<dd>(\d+)`).FindStringSubmatch(first); prompts == nil || prompts[1] != "1" {
		t.Errorf("the head counts %v prompts, 1 is its own", prompts)
	}
	if origin := f.page(originID + "/index.html"); !strings.Contains(origin, `href=../`+copyID+`/index.html>Now brew the gyokuro instead`) {
		t.Error("the first session does not link to its copy by title")
	}
	if !strings.Contains(first, ">+1 prompt shared</a>") || !strings.Contains(html.UnescapeString(f.page("../index.html")), "+1 prompt shared with Brew the sencha gently") {
		t.Error("the head or the list does not count what is shared beside the session's own prompts")
	}
	f.config.Select.Include = []string{"session:" + copyID}
	f.build()
	if alone := f.page(copyID + "/index.html"); !strings.Contains(alone, "shared with session "+originID[:8]+"<") || !strings.Contains(alone, "not in this archive") {
		t.Error("without the first session, its copy does not name it by the beginning of its id")
	}
	f.config.Select.Include = nil
	f.build()
	if n := strings.Count(f.page("../sessions.json"), `"prompts": 2`) + strings.Count(f.page("../sessions.json"), `"prompts":2`); n != 1 {
		t.Errorf("%d sessions have 2 prompts, want the first alone", n)
	}
}

// What is indexed once is found by the id of each session that has it, and nothing else is.
func TestSharedBeginningIsFoundByEachID(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the filter session: is NOT tested with whole sites")
	}
	f := &family{t: t, config: config.Default(), cache: t.TempDir(), said: "And a second infusion of leaves"}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	f.build()
	want := map[string]int{"Reply session:" + originID: 2, "Reply session:" + copyID: 2, "sencha kind:prompt session:" + copyID[:8]: 1, "infusion kind:prompt session:" + copyID: 0, "gyokuro kind:prompt session:" + originID: 0, "sencha kind:prompt": 1}
	queries := slices.Sorted(maps.Keys(want))
	data, err := json.Marshal(map[string]any{"site": f.config.Destination, "queries": queries})
	if err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(t.TempDir(), "in.json")
	put(t, in, string(data))
	out, err := exec.Command(node, "../search/testdata/query.js", "../../theme/assets/js", in).Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Docs  []int
		Error string
	}
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if n := len(a.Docs); n != want[queries[i]] || a.Error != "" {
			t.Errorf("%q finds %d docs, want %d %s", queries[i], n, want[queries[i]], a.Error)
		}
	}
}

// What is redacted in a shared record is counted once, in the first session.
func TestSharedRedactionsAreCountedOnce(t *testing.T) {
	t.Parallel()
	f := &family{t: t, config: config.Default(), cache: t.TempDir(), said: "And a second infusion"}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	f.config.Redact.Report = filepath.Join(t.TempDir(), "report.json")
	f.between = f.reply(originID, "a1-r")
	name := filepath.Join(f.config.Sources[0], "projects", "-srv-tea", copyID+".jsonl")
	put(t, name, f.turn(copyID, "a1", "null", "01", "Brew the sencha gently")+f.reply(copyID, "a1-r")+f.turn(copyID, "b2", "a3-a", "12", "Pour, says tea-master-7"))
	f.config.Redact.Literals = []string{"listed a1", "tea-master-7"}
	f.build()
	data, err := os.ReadFile(f.config.Redact.Report)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Places []struct{ Session, Anchor string }
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, p := range report.Places {
		if p.Anchor != "" {
			count[p.Session]++
		}
	}
	shared := strings.Count(f.page(copyID+"/beginning/index.html"), "redacted:literal") > 0
	if count[originID] != 1 || count[copyID] == 0 || !shared {
		t.Errorf("places by session: %v, the beginning shows a placeholder: %v", count, shared)
	}
	for _, p := range report.Places {
		if p.Session == copyID && strings.HasPrefix(p.Anchor, "m-a") {
			t.Errorf("the copy counts %s, which the first session has", p.Anchor)
		}
	}
}

// When a session's title changes, its copies name it anew.
func TestFamilyIsBuiltTogether(t *testing.T) {
	t.Parallel()
	f := &family{t: t, config: config.Default(), cache: t.TempDir(), said: "And a second infusion"}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	f.build()
	f.said += `"}}` + "\n" + `{"type":"custom-title","sessionId":"` + originID + `","customTitle":"Tea for two"}` + "\n" + `{"type":"user","uuid":"a9-u","parentUuid":"a1-r","sessionId":"` + originID + `","message":{"role":"user","content":"x`
	f.build()
	if first := f.page(copyID + "/index.html"); !strings.Contains(first, "shared with Tea for two") {
		t.Error("the copy calls the first session by its old title")
	}
	copied := filepath.Join(f.config.Sources[0], "projects", "-srv-tea", copyID+".jsonl")
	data, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Replace(string(data), `"Now brew`, `"- Now brew`, 1)
	put(t, copied, listed+`{"type":"custom-title","sessionId":"`+copyID+`","customTitle":"Tea for two"}`+"\n")
	f.build()
	put(t, filepath.Join(filepath.Dir(copied), "cccc3333-0000-4000-8000-000000000003.jsonl"), f.turn("cccc3333-0000-4000-8000-000000000003", "c1", "null", "05", "Boil the water")+
		`{"type":"continued-in","sessionId":"cccc3333-0000-4000-8000-000000000003","continuedInSessionId":"`+originID+`"}`+"\n")
	f.build()
	if !strings.Contains(f.page(originID+"/index.html"), "Continues <a href=../cccc3333-0000-4000-8000-000000000003/index.html>Boil the water</a>") ||
		!strings.Contains(f.page("cccc3333-0000-4000-8000-000000000003/index.html"), "Continued in <a href=../"+originID+"/index.html>Tea for two</a>") {
		t.Error("a session and the one that it goes on in do not name each other")
	}
	const own = "Tea for two: Now brew the gyokuro instead"
	if !strings.Contains(f.page(copyID+"/index.html"), "<h1>"+own) || !strings.Contains(f.page(originID+"/index.html"), own) {
		t.Error("the copy of a session has its title, and nothing else")
	}
}

// Notes that the client writes anew between the records that it copies stand in the beginning:
// they neither divide its turns nor begin the session's own part.
func TestNotesWrittenAnewWithinBeginning(t *testing.T) {
	t.Parallel()
	f := &family{t: t, config: config.Default(), cache: t.TempDir(), said: "And a second infusion"}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	note := func(session, snippet string) string {
		return fmt.Sprintf(`{"type":"attachment","uuid":"a1-n","parentUuid":"a1-r","sessionId":"%s","timestamp":"2026-03-02T10:01:30Z","attachment":{"type":"edited_text_file","filename":"leaves.md","snippet":"%s"}}`+"\n", session, snippet)
	}
	put(t, filepath.Join(f.config.Sources[0], "projects", "-srv-tea", copyID+".jsonl"), f.turn(copyID, "a1", "null", "01", "Brew the sencha gently")+
		note(copyID, "cut elsewhere")+f.reply(copyID, "a1-n")+f.turn(copyID, "b2", "a3-a", "12", "Now brew the gyokuro instead"))
	f.between = note(originID, "a snippet") + f.reply(originID, "a1-n")
	f.build()
	first, shared := f.page(copyID+"/index.html"), f.page(copyID+"/beginning/index.html")
	if strings.Contains(first, "leaves.md") || !strings.Contains(shared, "leaves.md") {
		t.Error("the note stands where the session goes on")
	}
	if strings.Contains(shared, "Without a prompt") {
		t.Error("the note divides the turn that it is in")
	}
	if !strings.Contains(first, "2 Mar 2026, 10:12") {
		t.Error("the session begins before its own part does")
	}
}

// What stands for a secret in a title changes when an earlier secret goes: the sessions that name
// the title are built again, as its own is.
func TestPlaceholdersInTitlesOfFamilies(t *testing.T) {
	t.Parallel()
	f := &family{t: t, config: config.Default(), cache: t.TempDir()}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	token := func(letter string) string { return "gh" + "p_" + strings.Repeat(letter+"7bQ2", 7) + "x9Kd3Zq1" }
	f.said = `x"}}` + "\n" + `{"type":"custom-title","sessionId":"` + originID + `","customTitle":"Tea with ` + token("a") + `"}` + "\n" + `{"type":"user","uuid":"a9-u","parentUuid":"a1-r","sessionId":"` + originID + `","message":{"role":"user","content":"x`
	const earlierID = "00000000-0000-4000-8000-000000000009"
	earlier := filepath.Join(f.config.Sources[0], "projects", "-srv-tea", earlierID+".jsonl")
	put(t, earlier, f.turn(earlierID, "e1", "null", "00", "Use "+token("b")))
	f.build()
	if page := f.page(copyID + "/index.html"); !strings.Contains(page, "Tea with [redacted:github-token#2]") {
		t.Fatal("the title's token is not the second")
	}
	put(t, earlier, f.turn(earlierID, "e1", "null", "00", "Use nothing"))
	f.run()
	if page := f.page(copyID + "/index.html"); !strings.Contains(page, "Tea with [redacted:github-token#1]") {
		t.Error("the copy names the title with the placeholder that it had before")
	}
}
