package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/testscript"

	"steno/tier"
)

// bundled replaces the sessions of steno demo and the pages of steno help.
var bundled = fstest.MapFS{
	"docs/configuration.md": {Data: []byte("# Configuration\n\nSee [export](export.md) and [the example](../config.example.yaml).\n")},
	"docs/export.md":        {Data: []byte("# Export\n\nOne file, see [configuration.md](configuration.md#keys).\n")},
	"docs/github/README.md": {Data: []byte("# GitHub\n\nTwo workflows, see [configuration](../configuration.md).\n")},
	"docs/schemas/a.json":   {Data: []byte("{}\n")},
	"config.example.yaml":   {Data: []byte("title: Mine\n")},
	"testdata/example/-srv-kiln/0a94c3d7-12ef-4a65-b8d0-3e5f7c1b2505.jsonl": {Data: []byte(
		`{"type":"user","uuid":"1","sessionId":"0a94c3d7-12ef-4a65-b8d0-3e5f7c1b2505","cwd":"/srv/kiln","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"Heat the kiln"}}` + "\n")},
}

// processes run the commands of scripts.
var processes runners

// closing is the run of all tests, after which the browser is closed.
type closing struct{ *testing.M }

func (c closing) Run() int {
	tier.MostlyWaiting(2)
	tier.ManyFiles()
	defer chrome.Close()
	defer whole.Close()
	code := c.M.Run()
	if err := processes.close(); err != nil {
		fmt.Fprintln(os.Stderr, "ending the processes of scripts:", err)
		code = 1
	}
	return code
}

// TestMain lets scripts run this binary as steno.
func TestMain(m *testing.M) {
	testscript.Main(closing{m}, map[string]func(){
		"steno": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, bundled)) },
		"steno-runner": func() {
			if err := runCommands(os.Stdin, os.Stdout); err != nil {
				panic(err)
			}
		},
	})
}

// TestScript runs the scripts of testdata/script, each in a folder of its own that is
// also the home directory.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("USERPROFILE", e.WorkDir)
			e.Setenv("LocalAppData", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("TERM", "dumb")
			e.Setenv("GOGC", os.Getenv("GOGC")) // see tier.ManyFiles
			e.Values[scriptStart{}] = e.Vars
			return nil
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":      runCommand,
			"exitcode": exitCode,
			"waitfor":  waitFor,
			"locked":   locked,
		},
	})
}
