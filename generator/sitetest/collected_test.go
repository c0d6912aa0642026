package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/collect"
	"steno/generator/redact"
)

// collectedID is the session that becomes another while it is collected.
const collectedID = "33333333-0000-4000-8000-000000000001"

// turn is a record: who says what after which other record ("" for the first).
func turn(id, after, who, text string, more ...string) string {
	parent := "null"
	if after != "" {
		parent = fmt.Sprintf("%q", uuidOf(after))
	}
	content := fmt.Sprintf("%q", text)
	if who == "assistant" {
		content = fmt.Sprintf(`[{"type":"text","text":%q}]`, text)
	}
	return fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":%q,"cwd":"/home/ada/engine","timestamp":"2025-03-02T09:%s:00Z",`+
		`"message":{"role":%q,"content":%s}%s}`+"\n", who, uuidOf(id), parent, collectedID, id, who, content, strings.Join(more, ""))
}

func uuidOf(id string) string { return "dddddddd-0000-4000-8000-0000000000" + id }

// collectInto writes a source as it is now and collects it.
func collectInto(t *testing.T, o collect.Options, files map[string]string) *collect.Summary {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(o.Sources[0], filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sum, err := collect.Run(t.Context(), o)
	if err != nil || len(sum.Problems) > 0 {
		t.Fatal(err, sum)
	}
	return sum
}

const collectedProject = "projects/-home-ada-engine/"

// diverging is a source at two times, between which everything became something else
// after it had begun the same.
func diverging() (before, after map[string]string) {
	const side = `,"isSidechain":true,"agentId":"a1"`
	call := fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,"sessionId":%q,"timestamp":"2025-03-02T09:02:00Z","message":{"id":"msg_1","role":"assistant",`+
		`"content":[{"type":"tool_use","id":"toolu_1","name":"Task","input":{"description":"Errand","prompt":"errand common"}}]}}`+"\n", uuidOf("02"), uuidOf("01"), collectedID)
	typed := func(text string, at int) string {
		return fmt.Sprintf(`{"display":%q,"pastedContents":{},"timestamp":%d,"project":"/home/ada/engine"}`+"\n", text, 1740906000000+at)
	}
	main, agent := collectedProject+collectedID+".jsonl", collectedProject+collectedID+"/subagents/agent-a1.jsonl"
	before = map[string]string{
		main:            turn("01", "", "user", "main common") + call + turn("03", "02", "user", "main before") + turn("04", "03", "assistant", "left reply"),
		agent:           turn("11", "", "user", "errand common", side) + turn("12", "11", "assistant", "agent before", side),
		"history.jsonl": typed("typed before", 1) + typed("typed common", 2),
		collectedProject + collectedID + "/subagents/agent-a1.meta.json": `{"agentType":"general-purpose"}`,
	}
	after = map[string]string{
		main:            turn("01", "", "user", "main common") + call + turn("05", "02", "user", "main after") + turn("06", "05", "assistant", "main reply"),
		agent:           turn("11", "", "user", "errand common", side) + turn("13", "11", "assistant", "agent after", side),
		"history.jsonl": typed("typed common", 2) + typed("typed after", 3),
	}
	return before, after
}

// A session, an agent and a history that became others while they were collected: both
// versions are shown, what they have in common once.
func TestCollectedVersions(t *testing.T) {
	t.Parallel()
	engine, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, zstd := range []bool{false, true} {
		for _, rules := range []*redact.Engine{nil, engine} {
			t.Run(fmt.Sprintf("zstd=%v,redacted=%v", zstd, rules != nil), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				collectedVersions(t, dir, collect.Options{
					Sources: []string{filepath.Join(dir, "claude")}, Archive: filepath.Join(dir, "archive"), Machine: "m", Zstd: zstd, Redact: rules,
				})
			})
		}
	}
}

func collectedVersions(t *testing.T, dir string, o collect.Options) {
	before, after := diverging()
	collectInto(t, o, before)
	if sum := collectInto(t, o, after); len(sum.Taken) != 3 || sum.Taken[0].What != collect.Diverged {
		t.Fatalf("taken: %+v", sum.Taken)
	}
	site := filepath.Join(dir, "site")
	sum, warnings, err := build(site, o.Archive, 1)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Sessions != 1 || len(warnings) > 0 {
		t.Errorf("%d sessions, warnings %v", sum.Sessions, warnings)
	}
	pages := readPages(t, site)
	session := "sessions/" + collectedID
	for _, want := range []struct {
		pages string
		texts []string
	}{
		{session + "/index.html", []string{"main common", "main after", "main reply"}},
		{session + "/branches/", []string{"main before"}},
		{session + "/agents/", []string{"errand common", "agent before", "agent after"}},
		{"history/", []string{"typed before", "typed common", "typed after"}},
	} {
		for _, words := range want.texts {
			if n := shownTimes(pages, want.pages, words); n != 1 {
				t.Errorf("%s: %q is shown %d times", want.pages, words, n)
			}
		}
	}
	for _, p := range pages {
		if strings.HasPrefix(p.name, session+"/agents/") && p.name != session+"/agents/a1/index.html" {
			t.Errorf("%s is a page of its own", p.name)
		}
	}
}

// shownTimes counts the messages and typed prompts that hold the words, on pages below a prefix.
func shownTimes(pages []*page, prefix, words string) (n int) {
	for _, p := range pages {
		if !strings.HasPrefix(p.name, prefix) {
			continue
		}
		for d := range p.root.Descendants() {
			message := strings.HasPrefix(attr(d, "id"), "m-")
			if (message || attr(d, "class") == "typed-text") && strings.Contains(text(d), words) {
				n++
			}
		}
	}
	return n
}

// An archive makes the site that its source makes, whether or not it is compressed, byte for byte.
func TestCollectedSame(t *testing.T) {
	t.Parallel()
	from := t.TempDir()
	copyTree(t, example, filepath.Join(from, "projects"))
	site := t.TempDir()
	buildInto(t, site, filepath.Join(from, "projects"), 2)
	want := readFiles(t, site)
	for _, zstd := range []bool{false, true} {
		o := collect.Options{Sources: []string{from}, Archive: t.TempDir(), Machine: "m", Zstd: zstd}
		if sum := collectInto(t, o, nil); len(sum.Taken) == 0 {
			t.Fatal("nothing was taken")
		}
		site := t.TempDir()
		buildInto(t, site, o.Archive, 2)
		sameFiles(t, want, readFiles(t, site))
	}
}
