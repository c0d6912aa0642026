package sitetest

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// killedEnv makes the test binary a build: it holds its configuration as JSON.
const killedEnv = "STENO_TEST_BUILD"

// TestBuildToBeKilled is no test: it is the build that TestKilledBuilds kills.
func TestBuildToBeKilled(t *testing.T) {
	text := os.Getenv(killedEnv)
	if text == "" {
		t.Skip("only run by TestKilledBuilds")
	}
	var b struct {
		Config config.Config
		Cache  string
	}
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	if _, err := generator.Build(context.Background(), generator.Options{Config: b.Config, Version: "test", Cache: b.Cache}); err != nil {
		t.Fatal(err)
	}
}

// A build that is killed, at whatever moment, leaves nothing that the next one does not
// put right.
func TestKilledBuilds(t *testing.T) {
	t.Parallel()
	kills := tier.Count(8, 100)
	self, err := os.Executable()
	if err != nil {
		t.Skip("this test needs to run itself: ", err)
	}
	e := newEditor(t)
	dest, cache, temp := t.TempDir(), t.TempDir(), t.TempDir() // what is killed leaves temporary files
	e.build(dest, cache)
	killed := 0
	span := 400 * time.Millisecond // about what a build takes, learned on the way
	for n := range kills {
		what := e.edit()
		c := e.config
		c.Destination = dest
		state, err := json.Marshal(map[string]any{"Config": c, "Cache": cache})
		e.must(err)
		child := exec.Command(self, "-test.run=^TestBuildToBeKilled$")
		child.Env = append(os.Environ(), killedEnv+"="+string(state), "TMPDIR="+temp)
		begun := time.Now()
		e.must(child.Start())
		wait := time.Duration(e.r.Int64N(int64(span)))
		if n%2 == 0 {
			wait /= 2 // early, so that some are killed however the machine hurries
		}
		alarm := time.AfterFunc(wait, func() { child.Process.Kill() })
		err = child.Wait()
		alarm.Stop()
		switch code := child.ProcessState.ExitCode(); {
		case err == nil:
			span = (span + time.Since(begun)) / 2
		case code == -1 || runtime.GOOS == "windows":
			killed++
		default:
			t.Fatalf("the build to be killed failed by itself, after %s", what)
		}
		if n%4 == 0 {
			continue // the next build is killed too
		}
		e.build(dest, cache)
		fresh := t.TempDir()
		e.build(fresh, "")
		sameFiles(t, readFiles(t, fresh), readFiles(t, dest))
		if t.Failed() {
			t.Fatalf("after kill %d, %s", n, what)
		}
		e.must(os.RemoveAll(fresh))
	}
	if killed < kills/4 {
		t.Errorf("only %d of %d builds were killed", killed, kills)
	}
	t.Logf("%d of %d builds were killed", killed, kills)
}

// A build that was killed when it had done everything but give the site free leaves its lock.
// The next one takes it away, though nothing else is to be done.
func TestKilledAtTheEnd(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	dest, cache := t.TempDir(), t.TempDir()
	e.build(dest, cache)
	want := readFiles(t, dest)
	e.must(os.WriteFile(filepath.Join(dest, ".steno-lock"), []byte("process 1 on elsewhere\n+ gone.html\n"), 0o644))
	e.build(dest, cache)
	sameFiles(t, want, readFiles(t, dest))
	if sum := e.build(dest, cache); !sum.Unchanged {
		t.Error("the build after that was not the last one's again")
	}
}
