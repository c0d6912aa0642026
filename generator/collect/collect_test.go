package collect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

const chat = "projects/-home-ada-x/11111111-0000-4000-8000-000000000001.jsonl"

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func collect(t *testing.T, from, to string) *Summary {
	t.Helper()
	sum, err := Run(t.Context(), Options{Source: from, Archive: to, Machine: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if len(sum.Problems) > 0 {
		t.Fatal(sum.Problems)
	}
	return sum
}

func TestWhatBecomesOfFiles(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	put(t, from, chat, "{1}\n{2}\n{3")
	put(t, from, "projects/-home-ada-x/memory/notes.md", "old")
	put(t, from, "history.jsonl", "{h}\n")
	put(t, from, "plans/calm-tide.md", "plan")
	put(t, from, "settings.json", "private")
	put(t, from, "todos/a.json", "private")
	if sum := collect(t, from, to); len(sum.Taken) != 4 {
		t.Errorf("taken: %v", sum.Taken)
	}
	if got := text(t, to, "m/"+chat); got != "{1}\n{2}\n" {
		t.Errorf("a line that is not whole was taken: %q", got)
	}
	if sum := collect(t, from, to); len(sum.Taken) != 0 || sum.Unchanged != 4 {
		t.Errorf("taken again: %+v", sum)
	}
	for _, step := range []struct {
		name, text string
		what       What
		want       string
	}{
		{chat, "{1}\n{2}\n{3}\n", Grown, "{1}\n{2}\n{3}\n"},
		{chat, "{1}\n", "", "{1}\n{2}\n{3}\n"},
		{chat, "{other}\n", Diverged, "{other}\n"},
		{"projects/-home-ada-x/memory/notes.md", "new", Changed, "new"},
	} {
		put(t, from, step.name, step.text)
		sum := collect(t, from, to)
		if step.what == "" && len(sum.Taken) != 0 || step.what != "" && (len(sum.Taken) != 1 || sum.Taken[0].What != step.what) {
			t.Errorf("%q: %+v, want %q", step.text, sum.Taken, step.what)
		}
		if got := text(t, to, "m/"+step.name); got != step.want {
			t.Errorf("%q: the archive has %q, want %q", step.text, got, step.want)
		}
	}
	kept, err := filepath.Glob(filepath.Join(to, "m", "earlier", "*", filepath.FromSlash(chat)))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	if data, _ := os.ReadFile(kept[0]); string(data) != "{1}\n{2}\n{3}\n" {
		t.Errorf("what was kept is %q", data)
	}
	if err := os.RemoveAll(filepath.Join(from, "projects")); err != nil {
		t.Fatal(err)
	}
	collect(t, from, to)
	if got := text(t, to, "m/"+chat); got != "{other}\n" {
		t.Errorf("what is gone from the source is gone from the archive")
	}
}

// What was not to be published of a project must not be so by way of the archive.
func TestIgnoredStaysIgnored(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	put(t, from, "projects/-home-ada-x/.stenoignore", "*\n")
	put(t, from, "projects/-home-ada-x/.DS_Store", "litter")
	if sum := collect(t, from, to); len(sum.Taken) != 1 {
		t.Errorf("taken: %+v", sum.Taken)
	}
	if got := text(t, to, "m/projects/-home-ada-x/.stenoignore"); got != "*\n" {
		t.Errorf("taken: %q", got)
	}
}

// The last record of a session that broke off is not lost for want of a newline.
func TestLastLineWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		age  time.Duration
		want string
	}{
		{"{}\n{\"a\":1}", 0, "{}\n{\"a\":1}"},
		{"{\"a\":1}", 0, "{\"a\":1}"},
		{"{}\n{\"a\":", 0, "{}\n"},
		{"{}\n12", 0, "{}\n"}, // the start of 123, for all one knows
		{"{}\n{\"a\":", 2 * time.Hour, "{}\n{\"a\":"},
	} {
		from, to := t.TempDir(), t.TempDir()
		put(t, from, chat, c.text)
		then := time.Now().Add(-c.age)
		if err := os.Chtimes(filepath.Join(from, filepath.FromSlash(chat)), then, then); err != nil {
			t.Fatal(err)
		}
		collect(t, from, to)
		if got := text(t, to, "m/"+chat); got != c.want {
			t.Errorf("%q, %v old: taken %q, want %q", c.text, c.age, got, c.want)
		}
		put(t, from, chat, c.text+"2}\n")
		if sum := collect(t, from, to); len(sum.Taken) != 1 || sum.Taken[0].What != Grown {
			t.Errorf("%q: when it grew: %+v", c.text, sum.Taken)
		}
		if got := text(t, to, "m/"+chat); got != c.text+"2}\n" {
			t.Errorf("%q: when it grew: %q", c.text, got)
		}
	}
}

func TestDryRunTakesNothing(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "none")
	put(t, from, chat, "{1}\n")
	sum, err := Run(t.Context(), Options{Source: from, Archive: to, Machine: "m", DryRun: true})
	if err != nil || len(sum.Taken) != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("the archive was made")
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	t.Parallel()
	from, to, other := t.TempDir(), t.TempDir(), t.TempDir()
	put(t, other, "secret.jsonl", "{s}\n")
	put(t, from, chat, "{1}\n")
	if err := os.Symlink(filepath.Join(other, "secret.jsonl"), filepath.Join(from, "projects", "-home-ada-x", "link.jsonl")); err != nil {
		t.Skip(err)
	}
	if sum := collect(t, from, to); len(sum.Taken) != 1 {
		t.Errorf("taken: %v", sum.Taken)
	}
}

// collectEnv makes the test binary a collector.
const collectEnv = "STENO_TEST_COLLECT"

func TestCollectorToBeKilled(t *testing.T) {
	from, to, ok := strings.Cut(os.Getenv(collectEnv), "\n")
	if !ok {
		t.Skip("only run by TestKilledCollectors")
	}
	if _, err := Run(context.Background(), Options{Source: from, Archive: to, Machine: "m"}); err != nil {
		t.Fatal(err)
	}
}

// However often collectors are killed, and whatever is written meanwhile, each file of the
// archive begins the source's at all times, and in the end is the same.
func TestKilledCollectors(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil || testing.Short() {
		t.Skip("this test runs itself many times")
	}
	from, to := t.TempDir(), t.TempDir()
	r := rand.New(rand.NewPCG(3, 9))
	whole := map[string]*bytes.Buffer{}
	for i := range 12 {
		whole[fmt.Sprintf("projects/-p%d/s%d.jsonl", i%3, i)] = &bytes.Buffer{}
	}
	grow := func() {
		for name, b := range whole {
			for range r.IntN(400) {
				fmt.Fprintf(b, `{"n":%d,"text":"%s"}`+"\n", r.IntN(1000), strings.Repeat("x", r.IntN(300)))
			}
			put(t, from, name, b.String())
		}
	}
	killed := 0
	for range 60 {
		grow()
		child := exec.Command(self, "-test.run=^TestCollectorToBeKilled$")
		child.Env = append(os.Environ(), collectEnv+"="+from+"\n"+to)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		alarm := time.AfterFunc(time.Duration(r.IntN(60))*time.Millisecond, func() { child.Process.Kill() })
		if child.Wait() != nil {
			killed++
		}
		alarm.Stop()
		for name, b := range whole {
			data, err := os.ReadFile(filepath.Join(to, "m", filepath.FromSlash(name)))
			if err == nil && !bytes.HasPrefix(b.Bytes(), data) {
				t.Fatalf("%s is half written, or another", name)
			}
		}
	}
	collect(t, from, to)
	for name, b := range whole {
		if text(t, to, "m/"+name) != b.String() {
			t.Errorf("%s is not what the source has", name)
		}
	}
	err = filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".steno") {
			t.Errorf("%s is left over", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of 60 collectors were killed", killed)
}

// Collectors at the same time, and a file that grows under their hands.
func TestCollectorsAtOnce(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	name := filepath.Join(from, filepath.FromSlash(chat))
	put(t, from, chat, "")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for i := 0; ; i++ {
			select {
			case <-stop:
				fmt.Fprintln(f)
				return
			default:
				fmt.Fprintf(f, `{"n":%d`, i) // a line in two pieces
				fmt.Fprintf(f, ",\"m\":1}\n")
			}
		}
	}()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				if _, err := Run(t.Context(), Options{Source: from, Archive: to, Machine: "m"}); err != nil {
					t.Error(err)
				}
				if data, err := os.ReadFile(filepath.Join(to, "m", filepath.FromSlash(chat))); err == nil && len(data) > 0 && !bytes.HasSuffix(data, []byte("}\n")) {
					t.Errorf("the copy ends with %q", data[max(0, len(data)-20):])
				}
			}
		})
	}
	wg.Wait()
	close(stop)
	<-done
	collect(t, from, to)
	if text(t, to, "m/"+chat) != text(t, from, chat) {
		t.Error("the copy is not what the source has")
	}
}

// A full disk leaves what was there, and nothing half.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("a small disk can only be made by root on Linux")
	}
	from, to := t.TempDir(), t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", to).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", to).Run() })
	put(t, from, chat, strings.Repeat("{1}\n", 100))
	collect(t, from, to)
	put(t, from, chat, strings.Repeat("{1}\n", 3_000_000))
	put(t, from, "projects/-home-ada-x/small.jsonl", "{2}\n")
	sum, err := Run(t.Context(), Options{Source: from, Archive: to, Machine: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if len(sum.Problems) != 1 || !strings.Contains(sum.Problems[0], "no space left") {
		t.Errorf("problems: %v", sum.Problems)
	}
	if got := text(t, to, "m/"+chat); got != strings.Repeat("{1}\n", 100) {
		t.Errorf("the copy has now %d bytes", len(got))
	}
	if got := text(t, to, "m/projects/-home-ada-x/small.jsonl"); got != "{2}\n" {
		t.Errorf("the small file is %q", got)
	}
}

// What is replaced is kept on file systems that know no links, too.
func TestNoLinks(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	put(t, from, chat, "{1}\n")
	collect(t, from, to)
	put(t, from, chat, "{2}\n")
	r := &run{Options: Options{Source: from, Archive: to, Machine: "m"}, sum: &Summary{}}
	var err error
	if r.from, err = os.OpenRoot(from); err != nil {
		t.Fatal(err)
	}
	defer r.from.Close()
	if r.to, err = os.OpenRoot(to); err != nil {
		t.Fatal(err)
	}
	defer r.to.Close()
	r.link = func(string, string) error { return errors.ErrUnsupported }
	if err := r.walk(t.Context()); err != nil || len(r.sum.Problems) > 0 {
		t.Fatal(err, r.sum.Problems)
	}
	kept, err := filepath.Glob(filepath.Join(to, "m", "earlier", "*", filepath.FromSlash(chat)))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	if data, _ := os.ReadFile(kept[0]); string(data) != "{1}\n" || text(t, to, "m/"+chat) != "{2}\n" {
		t.Errorf("kept %q beside %q", data, text(t, to, "m/"+chat))
	}
}
