package sitetest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/collect"
	"steno/generator/config"
	"steno/generator/redaction"
	"steno/parser"
	"steno/parser/source"
)

// besideSession is a session of a source that has everything that Claude Code keeps around transcripts.
const besideSession = "5ea50000-0000-4000-8000-00000000000b"

// secretBeside is in each of its texts.
const secretBeside = "quokka-8842-zephyr"

// writeBeside writes a folder as Claude Code keeps its own.
func writeBeside(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	record := func(rest string) string {
		return `{"sessionId":"` + besideSession + `","cwd":"/srv/tide","version":"2.1.330","timestamp":"2026-10-01T08:00:00.000Z",` + rest + "}\n"
	}
	session := "projects/-srv-tide/" + besideSession
	for name, text := range map[string]string{
		session + ".jsonl": record(`"type":"user","uuid":"aa000001-0000-4000-8000-000000000001","parentUuid":null,"slug":"calm-tide","message":{"role":"user","content":"Chart the tides."}`) +
			record(`"type":"assistant","uuid":"aa000002-0000-4000-8000-000000000002","parentUuid":"aa000001-0000-4000-8000-000000000001","message":{"id":"m1","role":"assistant","model":"claude-opus-5","content":[{"type":"tool_use","id":"t1","name":"Workflow","input":{"name":"survey"}}]}`) +
			record(`"type":"user","uuid":"aa000003-0000-4000-8000-000000000003","parentUuid":"aa000002-0000-4000-8000-000000000002","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"started"}]},"toolUseResult":{"status":"async_launched","runId":"wf_tide","scriptPath":"/home/x/workflows/scripts/survey.js"}`) +
			`{"type":"file-history-snapshot","messageId":"aa000001","snapshot":{"messageId":"aa000001","trackedFileBackups":{"tide.go":{"backupFileName":"c0ffee@v1","version":1,"backupTime":"2026-10-01T08:00:01.000Z"},"new.go":{"backupFileName":null,"version":1,"backupTime":"2026-10-01T08:00:01.000Z"}},"timestamp":"2026-10-01T08:00:01.000Z"},"isSnapshotUpdate":false}` + "\n" +
			`{"type":"file-history-delta","messageId":"aa000001","trackingPath":"tide.go","backup":{"backupFileName":"c0ffee@v2","version":2,"backupTime":"2026-10-01T08:00:05.000Z"}}` + "\n",
		session + "/custom-title.json":                         `{"customTitle":"Tide charts ` + secretBeside + `"}`,
		session + "/workflows/scripts/survey.js":               "await agent('Look at the gauge " + secretBeside + "')\n",
		session + "/workflows/scripts/stray.js":                "log('nobody ran this " + secretBeside + "')\n",
		session + "/workflows/wf_tide.json":                    `{"runId":"wf_tide","workflowName":"survey","status":"failed","error":{"message":"the gauge is dry ` + secretBeside + `"},"logs":["looked at the pier",{"message":"no water ` + secretBeside + `"}],"result":{"gauges":2,"note":"` + secretBeside + `"}}`,
		session + "/subagents/workflows/wf_tide/journal.jsonl": `{"type":"failed","key":"k","agentId":"w7","error":{"message":"fog over the bay ` + secretBeside + `"}}` + "\n",
		"file-history/" + besideSession + "/c0ffee@v1":         "package tide\n\nconst gauge = 1 // " + secretBeside + "\n",
		"file-history/" + besideSession + "/c0ffee@v2":         "package tide\n\nconst gauge = 2 // " + secretBeside + "\n",
		"history.jsonl":           `{"display":"chart it [Pasted text #1 +2 lines]","timestamp":1790841600000,"project":"/srv/tide","pastedContents":{"1":{"id":1,"type":"text","contentHash":"d15ea5e"}}}` + "\n",
		"paste-cache/d15ea5e.txt": "high at noon " + secretBeside,
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, text)
	}
	return dir
}

// TestBeside: what Claude Code keeps around transcripts is shown, copies of whole files if asked for,
// without a value that is redacted. It is the same when it was collected before.
func TestBeside(t *testing.T) {
	t.Parallel()
	own := writeBeside(t)
	archive := t.TempDir()
	if _, err := collect.Run(context.Background(), collect.Options{Sources: []string{own}, Archive: archive, Machine: "quay"}); err != nil {
		t.Fatal(err)
	}
	always := []string{"Tide charts", "Look at the gauge", "nobody ran this", "the gauge is dry", "looked at the pier", "no water", "fog over the bay", "high at noon", "gauges2"}
	copies := []string{"const gauge = 1", "const gauge = 2", "There was no such file."}
	for name, c := range map[string]struct {
		source string
		copies bool
	}{"own": {own, true}, "collected": {archive, true}, "without copies": {own, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := config.Default()
			conf.Sources, conf.Destination, conf.Jobs = []string{c.source}, filepath.Join(t.TempDir(), "site"), 2
			conf.Redact.Literals, conf.Content.FileHistory = []string{secretBeside}, c.copies
			warn := func(w parser.Warning) { t.Errorf("%s: %s", w.File, w.Text) }
			if _, err := generator.Build(context.Background(), generator.Options{Config: conf, Version: "test", Warn: warn}); err != nil {
				t.Fatal(err)
			}
			pages, err := parsePages(conf.Destination)
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, p := range pages {
				all.WriteString(squeezed(text(p.root)))
			}
			for _, want := range always {
				if !strings.Contains(all.String(), squeezed(want)) {
					t.Errorf("no page shows %q", want)
				}
			}
			for _, want := range copies {
				if strings.Contains(all.String(), squeezed(want)) != c.copies {
					t.Errorf("%q: shown %t, want %t", want, !c.copies, c.copies)
				}
			}
			checkAbsent(t, conf.Destination, secretBeside)
		})
	}
}

// TestBesideIsCollectedClean: a redacted archive has what is around transcripts without its secrets, and
// copies of whole files only if they are published.
func TestBesideIsCollectedClean(t *testing.T) {
	t.Parallel()
	own := writeBeside(t)
	rules := config.Default().Redact
	rules.Literals = []string{secretBeside}
	for _, copies := range []bool{false, true} {
		engine, err := redaction.NewEngine(rules)
		if err != nil {
			t.Fatal(err)
		}
		o := collect.Options{Sources: []string{own}, Archive: t.TempDir(), Machine: "quay", Redact: engine, Keep: source.Options{FileHistory: copies}}
		sum, err := collect.Run(context.Background(), o)
		if err != nil || len(sum.Problems) > 0 {
			t.Fatal(err, sum.Problems)
		}
		found := 0
		for _, name := range []string{"file-history/" + besideSession + "/c0ffee@v1", "paste-cache/d15ea5e.txt",
			"projects/-srv-tide/" + besideSession + "/custom-title.json", "projects/-srv-tide/" + besideSession + "/workflows/scripts/survey.js"} {
			if _, err := os.Stat(filepath.Join(o.Archive, "quay", filepath.FromSlash(name))); err == nil {
				found++
			}
		}
		if want := map[bool]int{false: 3, true: 4}[copies]; found != want {
			t.Errorf("%d files were collected, not %d", found, want)
		}
		checkAbsent(t, o.Archive, secretBeside)
	}
}

// checkAbsent fails for each file below a folder that contains a value.
func checkAbsent(t *testing.T, dir, value string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if bytes.Contains(data, []byte(value)) {
			t.Errorf("%s contains the planted value", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
