package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	idA = "aaaaaaaa-0000-4000-8000-000000000001"
	idB = "bbbbbbbb-0000-4000-8000-000000000002"
	idC = "cccccccc-0000-4000-8000-000000000003"
)

// tree is a folder to make: path to content. A path that ends in "/" is a folder.
type tree map[string]string

// write makes the tree in a new folder.
func (files tree) write(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// chat makes the records of a session, a prompt and a reply by turns, each the
// child of the one before; "x1 x2" are their uuids, "x2<w9" gives a parent.
func chat(session, uuids string, extra ...string) string {
	var b strings.Builder
	parent := "null"
	for i, uuid := range strings.Fields(uuids) {
		if u, p, ok := strings.Cut(uuid, "<"); ok {
			uuid, parent = u, `"`+p+`"`
		}
		typ := []string{"user", "assistant"}[i%2]
		fmt.Fprintf(&b, `{"parentUuid":%s,"sessionId":"%s","type":"%s","uuid":"%s","cwd":"/home/dev/app","message":{"content":"text of %s"},"timestamp":"2026-01-02T03:04:%02d.000Z"%s}`+"\n",
			parent, session, typ, uuid, uuid, clock(uuid), strings.Join(extra, ""))
		parent = `"` + uuid + `"`
	}
	return b.String()
}

// clock makes a time of a uuid: "a12" is at 12 seconds.
func clock(uuid string) (seconds int) {
	fmt.Sscanf(strings.TrimLeft(uuid, "abcdefghijklmnopqrstuvwxyz"), "%d", &seconds)
	return seconds
}

// find finds what is below dir and prints it, with paths relative to dir.
func find(t *testing.T, dir string, sources ...string) string {
	t.Helper()
	if len(sources) == 0 {
		sources = []string{"."}
	}
	for i, s := range sources {
		sources[i] = filepath.Join(dir, s)
	}
	a, err := Find(context.Background(), TestFormats, sources)
	must(t, err)
	defer func() { must(t, a.Close()) }()
	checkComplete(t, a)
	return strings.ReplaceAll(outline(a), filepath.ToSlash(dir)+"/", "")
}

// checkComplete checks that each line of a shared file belongs to one session.
func checkComplete(t *testing.T, a *Archive) {
	t.Helper()
	owners := map[string][]string{}
	for _, s := range a.Sessions() {
		for _, f := range s.Main {
			if f.part().Only == nil {
				owners[f.Path] = append(owners[f.Path], "*")
			}
			owners[f.Path] = append(owners[f.Path], f.part().Only...)
		}
	}
	for path, ids := range owners {
		seen := map[string]bool{}
		for _, id := range ids {
			if seen[id] || seen["*"] || id == "*" && len(ids) > 1 {
				t.Errorf("%s: records of %q belong to several sessions", path, id)
			}
			seen[id] = true
		}
		if !seen["*"] && !seen[""] {
			t.Errorf("%s: records without a sessionId belong to no session", path)
		}
	}
}

func compare(t *testing.T, want, have string) {
	t.Helper()
	want = strings.TrimPrefix(strings.ReplaceAll(want, "\t", ""), "\n")
	if d := cmp.Diff(want, have); d != "" {
		t.Error(d)
	}
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	const proj = "projects/-home-dev-app/"
	agent := chat(idA, "b5", `,"isSidechain":true,"agentId":"x"`)
	for _, c := range []struct {
		name    string
		files   tree
		sources []string
		want    string
	}{
		{"a home folder with everything", tree{
			".claude/" + proj + idA + ".jsonl":                                       chat(idA, "a1 a2", `,"slug":"calm-red-fox"`),
			".claude/" + proj + idA + "/subagents/agent-x1.jsonl":                    agent,
			".claude/" + proj + idA + "/subagents/agent-x1.meta.json":                `{}`,
			".claude/" + proj + idA + "/subagents/workflows/run1/agent-w1.jsonl":     agent,
			".claude/" + proj + idA + "/subagents/workflows/run1/agent-w1.meta.json": `{}`,
			".claude/" + proj + idA + "/subagents/workflows/run1/journal.jsonl":      `{"type":"started"}`,
			".claude/" + proj + idA + "/workflows/run1.json":                         `{}`,
			".claude/" + proj + idA + "/workflows/scripts/run1.js":                   `x`,
			".claude/" + proj + idA + "/tool-results/toolu_1.txt":                    `out`,
			".claude/" + proj + idA + "/tool-results/deep/b.bin":                     `out`,
			".claude/" + proj + idA + "/session-memory/summary.md":                   `# memory`,
			".claude/" + proj + "memory/MEMORY.md":                                   `# memory`,
			".claude/" + proj + "sessions-index.json":                                `{"entries":[{"sessionId":"` + idA + `","summary":"From the index"}]}`,
			".claude/plans/calm-red-fox.md":                                          `# plan`,
			".claude/plans/other.md":                                                 `# plan`,
			".claude/history.jsonl":                                                  `{"display":"hi"}`,
			".claude/file-history/" + idA + "/x.jsonl":                               `no`,
			"code/node_modules/p/x.jsonl":                                            `no`,
			"code/.git/x.jsonl":                                                      `no`,
			"code/README.md":                                                         `no`,
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
			  session ` + idA + ` start=2026-01-02T03:04:01 index="From the index"
			    .claude/projects/-home-dev-app/` + idA + `.jsonl
			    agent x1 run="" meta=true .claude/projects/-home-dev-app/` + idA + `/subagents/agent-x1.jsonl
			    agent w1 run="run1" meta=true .claude/projects/-home-dev-app/` + idA + `/subagents/workflows/run1/agent-w1.jsonl
			    result b.bin
			    result toolu_1.txt
			    workflow run1 journal=true summary=true
			    memory
			    plan calm-red-fox.md
			history .claude/history.jsonl
			`},
		{"one project folder", tree{"-home-dev-app/" + idA + ".jsonl": chat(idA, "a1")}, []string{"-home-dev-app"}, `
			project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    -home-dev-app/` + idA + `.jsonl
			`},
		{"one file, with what belongs to it", tree{
			"p/" + idA + ".jsonl":                    chat(idA, "a1"),
			"p/" + idB + ".jsonl":                    chat(idB, "b1"),
			"p/" + idA + "/subagents/agent-x1.jsonl": agent,
			"p/" + idB + "/subagents/agent-y1.jsonl": agent,
			"p/agent-old1.jsonl":                     chat(idA, "a3", `,"isSidechain":true`),
			"p/agent-old2.jsonl":                     chat(idB, "b3", `,"isSidechain":true`),
		}, []string{"p/" + idA + ".jsonl"}, `
			project app-HASH name="app" dir="/home/dev/app" folder="p"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    p/` + idA + `.jsonl
			    agent x1 run="" meta=false p/` + idA + `/subagents/agent-x1.jsonl
			    agent old1 run="" meta=false p/agent-old1.jsonl
			`},
		{"one file, then its folder", tree{
			"p/" + idA + ".jsonl": chat(idA, "a1"),
			"p/" + idB + ".jsonl": chat(idB, "b2"),
			"p/agent-old2.jsonl":  chat(idB, "b3", `,"isSidechain":true`),
		}, []string{"p/" + idA + ".jsonl", "p"}, `
			project app-HASH name="app" dir="/home/dev/app" folder="p"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    p/` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:02
			    p/` + idB + `.jsonl
			    agent old2 run="" meta=false p/agent-old2.jsonl
			`},
		{"the folder of one session", tree{"-home-dev-app/" + idA + "/subagents/agent-x1.jsonl": agent},
			[]string{"-home-dev-app/" + idA}, `
			project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
			  session ` + idA + ` start=2026-01-02T03:04:05
			    agent x1 run="" meta=false -home-dev-app/` + idA + `/subagents/agent-x1.jsonl
			`},
		{"agents without their session", tree{
			"-home-dev-app/agent-old1.jsonl":                     chat(idB, "b1", `,"isSidechain":true`),
			"-home-dev-app/" + idA + "/subagents/agent-x1.jsonl": agent,
			"-home-dev-app/" + idA + "/tool-results/t.txt":       "output",
			"-home-dev-app/agent-empty.jsonl":                    "",
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
			  session ` + idB + ` start=2026-01-02T03:04:01
			    agent old1 run="" meta=false -home-dev-app/agent-old1.jsonl
			  session ` + idA + ` start=2026-01-02T03:04:05
			    agent x1 run="" meta=false -home-dev-app/` + idA + `/subagents/agent-x1.jsonl
			    result t.txt
			`},
		{"names that are not ids", tree{
			"logs/one.jsonl":              chat("s1", "a1"),
			"logs/one/tool-results/t.txt": "is the session's by the file beside it, under the name of the file",
			"logs/agent.jsonl":            chat("s1", "a7", `,"isSidechain":true,"agentId":"q7"`),
			"logs/lonely.jsonl":           chat("s2", "c8", `,"isSidechain":true,"agentId":"q8"`),
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="logs"
			  session s1 start=2026-01-02T03:04:01
			    logs/one.jsonl
			    agent q7 run="" meta=false logs/agent.jsonl
			  session s2 start=2026-01-02T03:04:08
			    logs/lonely.jsonl
			`},
		{"an agent's transcript that is all there is, and its copy", tree{
			"m1/logs/lonely.jsonl": chat("s2", "c8", `,"isSidechain":true,"agentId":"q8"`),
			"m2/logs/lonely.jsonl": chat("s2", "c8", `,"isSidechain":true,"agentId":"q8"`),
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="logs"
			  session s2 start=2026-01-02T03:04:08 snapshots=1
			    m1/logs/lonely.jsonl
			`},
		{"folders of one name, and one folder twice", tree{
			"m1/-home-dev-app/" + idA + ".jsonl": chat(idA, "a1"),
			"m2/-home-dev-app/" + idB + ".jsonl": chat(idB, "b2"),
			"m2/-srv-app/" + idC + ".jsonl":      strings.ReplaceAll(chat(idC, "c3"), "/home/dev", "/srv"),
		}, []string{"m1", "m2"}, `
			project app-HASH name="app" dir="/srv/app" folder="-srv-app"
			  session ` + idC + ` start=2026-01-02T03:04:03
			    m2/-srv-app/` + idC + `.jsonl
			project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    m1/-home-dev-app/` + idA + `.jsonl
			  session ` + idB + ` start=2026-01-02T03:04:02
			    m2/-home-dev-app/` + idB + `.jsonl
			`},
		{"the same source twice", tree{"-p/" + idA + ".jsonl": chat(idA, "a1")}, []string{".", "-p", "-p/" + idA + ".jsonl"}, `
			project app-HASH name="app" dir="/home/dev/app" folder="-p"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    -p/` + idA + `.jsonl
			`},
		{"nothing to read", tree{"-p/": "", "notes.txt": "x"}, nil, `
			warning .:0: no transcripts found here
			warning -p:0: the project folder is empty
			`},
		{"empty and blank files are no news", tree{
			"-p/" + idA + ".jsonl": "", "-p/" + idB + ".jsonl": "\n\x00\x00\n", "-p/" + idC + ".jsonl": chat(idC, "c3"),
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="-p"
			  session ` + idC + ` start=2026-01-02T03:04:03
			    -p/` + idC + `.jsonl
			`},
		{"files of other tools", tree{
			"t/ses_1.jsonl":   `{"type":"user","timestamp":"2026-01-02T03:04:05Z","content":"hi"}` + "\n",
			"t/mcp.jsonl":     `{"debug":"up","sessionId":"` + idA + `","cwd":"/x","timestamp":"2026-01-02T03:04:05Z"}` + "\n",
			"t/hooks.jsonl":   `{"session_id":"x","hook_event_name":"Stop"}` + "\n",
			"t/pretty.jsonl":  "{\n  \"type\": \"user\"\n}\n",
			"t/list.jsonl":    "\n[1,2]\n",
			"t/log.jsonl":     "12:00 started\n",
			"t/journal.jsonl": `{"type":"started"}` + "\n",
			"t/droid.jsonl": `{"type":"system","subtype":"init","session_id":"d","timestamp":"2026-01-02T03:04:05Z"}` + "\n" +
				`{"type":"message","session_id":"d","timestamp":"2026-01-02T03:04:06Z","role":"user","text":"hi"}` + "\n",
			"t/jobs/7c2500ec/timeline.jsonl": `{"at":"2026-01-02T03:04:05Z","state":"blocked","text":"Which one?"}` + "\n",
			"t/qwen.jsonl": `{"type":"system","subtype":"ui_telemetry","uuid":"q1","sessionId":"q","timestamp":"2026-01-02T03:04:05Z"}` + "\n" +
				`{"uuid":"q2","sessionId":"q","timestamp":"2026-01-02T03:04:06Z","message":{"role":"user","parts":[{"text":"hi"}]},"type":"user"}` + "\n",
			"t/" + idB + ".jsonl": chat(idB, "b2"),
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="t"
			  session ` + idB + ` start=2026-01-02T03:04:02
			    t/` + idB + `.jsonl
			project t-HASH name="t" dir="" folder="t"
			  session opencode-ses_1 start=2026-01-02T03:04:05
			    t/ses_1.jsonl
			warning t/droid.jsonl:0: not a transcript that Steno reads, left out: its records are of no known agent
			warning t/hooks.jsonl:0: not a transcript that Steno reads, left out: its records are of no known agent
			warning t/journal.jsonl:0: not a transcript that Steno reads, left out: its records are of no known agent
			warning t/list.jsonl:2: not a transcript that Steno reads, left out: a JSON array, not an object
			warning t/log.jsonl:1: not a transcript that Steno reads, left out: not JSON at byte 3: unexpected ':'
			warning t/mcp.jsonl:0: not a transcript that Steno reads, left out: its records are of no known agent
			warning t/pretty.jsonl:1: not a transcript that Steno reads, left out: the record breaks off
			warning t/qwen.jsonl:0: not a transcript that Steno reads, left out: its records are of no known agent
			`},
		{"a damaged transcript is one all the same", tree{
			"-p/" + idA + ".jsonl": "garbage\n" + chat(idA, "a1") + "{\"type\":",
		}, nil, `
			project app-HASH name="app" dir="/home/dev/app" folder="-p"
			  session ` + idA + ` start=2026-01-02T03:04:01
			    -p/` + idA + `.jsonl
			`},
		{"a session of state records only", tree{
			"-p/" + idA + ".jsonl": `{"type":"file-history-snapshot","messageId":"m","snapshot":{}}` + "\n",
		}, nil, `
			project p-HASH name="-p" dir="" folder="-p"
			  session ` + idA + ` start=0001-01-01T00:00:00
			    -p/` + idA + `.jsonl
			`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := c.files.write(t)
			have := find(t, dir, c.sources...)
			have = strings.ReplaceAll(have, filepath.ToSlash(dir)+":", ".:")
			compare(t, c.want, hashes.ReplaceAllString(have, "$1-HASH "))
		})
	}
}

func TestMissingSource(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "gone")
	_, err := Find(context.Background(), TestFormats, []string{missing})
	var e *Error
	if !errors.As(err, &e) || e.Source != missing || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if want := fmt.Sprintf("source %q does not exist", missing); err == nil || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	file := filepath.Join(tree{"a.txt": "x"}.write(t), "a.txt")
	if _, err := Find(context.Background(), TestFormats, []string{file}); !errors.As(err, &e) || !strings.Contains(err.Error(), "neither a folder") {
		t.Errorf("a text file as a source: %v", err)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	dir := tree{"-p/" + idA + ".jsonl": chat(idA, "a1"), "-p/" + idB + ".jsonl": chat(idB, "b1"), "-q/x.jsonl": ""}.write(t)
	locked := filepath.Join(dir, "-p", idB+".jsonl")
	must(t, os.Chmod(locked, 0))
	must(t, os.Chmod(filepath.Join(dir, "-q"), 0))
	defer os.Chmod(filepath.Join(dir, "-q"), 0o700)
	if f, err := os.Open(locked); err == nil {
		f.Close()
		t.Skip("this user may read everything")
	}
	have := find(t, dir)
	for _, want := range []string{"session " + idA, idB + ".jsonl:0: cannot be read: permission denied", "warning -q:0: cannot be read: permission denied"} {
		if !strings.Contains(have, want) {
			t.Errorf("%q is missing in\n%s", want, have)
		}
	}
}

func TestLinksOut(t *testing.T) {
	t.Parallel()
	outside := tree{idB + ".jsonl": chat(idB, "b1"), "-in/" + idC + ".jsonl": chat(idC, "c1")}.write(t)
	dir := tree{"-p/" + idA + ".jsonl": chat(idA, "a1")}.write(t)
	if os.Symlink(filepath.Join(outside, idB+".jsonl"), filepath.Join(dir, "-p", idB+".jsonl")) != nil {
		t.Skip("no symbolic links here")
	}
	must(t, os.Symlink(filepath.Join(outside, "-in"), filepath.Join(dir, "-in")))
	must(t, os.Symlink(dir, filepath.Join(dir, "-p", "loop")))
	must(t, os.Symlink(outside, filepath.Join(dir, "laptop")))
	must(t, os.Symlink(tree{"a/b.txt": "no transcript\n"}.write(t), filepath.Join(dir, "other")))
	must(t, os.Symlink(filepath.Join(outside, "gone"), filepath.Join(dir, "nowhere")))
	must(t, os.Symlink(filepath.Join(dir, "-p", idA+".jsonl"), filepath.Join(dir, "again.jsonl")))
	have := find(t, dir)
	compare(t, `
		project app-HASH name="app" dir="/home/dev/app" folder="-p"
		  session `+idA+` start=2026-01-02T03:04:01
		    -p/`+idA+`.jsonl
		warning -in:0: symbolic link, not followed; name what it leads to as a source
		warning -p/`+idB+`.jsonl:0: symbolic link, not followed; name what it leads to as a source
		warning laptop:0: symbolic link, not followed; name what it leads to as a source
		`, hashes.ReplaceAllString(have, "$1-HASH "))
	named := find(t, dir, "-in")
	if !strings.Contains(named, "session "+idC) {
		t.Errorf("a link that is named as a source was not followed:\n%s", named)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := tree{"-p/" + idA + ".jsonl": chat(idA, "a1")}.write(t)
	if _, err := Find(ctx, TestFormats, []string{dir}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestFilesOpen(t *testing.T) {
	t.Parallel()
	dir := tree{"-p/" + idA + ".jsonl": chat(idA, "a1")}.write(t)
	a, err := Find(context.Background(), TestFormats, []string{dir})
	must(t, err)
	defer a.Close()
	f := a.Sessions()[0].Main[0]
	r, err := f.Open()
	must(t, err)
	defer r.Close()
	data, err := io.ReadAll(r)
	must(t, err)
	if string(data) != chat(idA, "a1") || f.Size != int64(len(data)) {
		t.Errorf("read %q of a file of %d bytes", data, f.Size)
	}
}
