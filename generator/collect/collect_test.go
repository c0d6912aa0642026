package collect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"github.com/klauspost/compress/zstd"

	"steno/generator/redact"
	"steno/parser/formats"
	"steno/tier"
)

const chat = "projects/-srv-app-x/11111111-0000-4000-8000-000000000001.jsonl"

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

// stored reads a file of an archive, which must be there in one form only.
func stored(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := readStored(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func readStored(dir, name string) ([]byte, error) {
	name = filepath.Join(dir, filepath.FromSlash(name))
	packed, err := os.ReadFile(name + packedExt)
	if errors.Is(err, fs.ErrNotExist) {
		return os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(name); err == nil {
		return nil, fmt.Errorf("%s is there twice", name)
	}
	z, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return io.ReadAll(z)
}

// kept lists the texts of the earlier versions of the chat.
func kept(t *testing.T, o Options) (texts []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(o.Archive, o.Machine, "earlier", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range found {
		texts = append(texts, stored(t, dir, chat))
	}
	return texts
}

// eachForm runs a test for each form in which transcripts are stored.
func eachForm(t *testing.T, test func(*testing.T, Options)) {
	t.Parallel()
	for _, form := range []struct {
		name         string
		zstd, redact bool
	}{{"plain", false, false}, {"zstd", true, false}, {"redacted", false, true}, {"redacted zstd", true, true}} {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m", Zstd: form.zstd}
			if form.redact {
				o.Redact, o.State = engine(t), filepath.Join(t.TempDir(), "state.json")
			}
			test(t, o)
		})
	}
}

// engine makes the built-in rules, and one literal.
func engine(t testing.TB) *redact.Engine {
	t.Helper()
	e, err := redact.New(redact.Options{Literals: []string{"Wallflower"}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func collect(t *testing.T, o Options) *Summary {
	t.Helper()
	sum, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(sum.Problems) > 0 {
		t.Fatal(sum.Problems)
	}
	return sum
}

func TestWhatBecomesOfFiles(t *testing.T) { eachForm(t, whatBecomesOfFiles) }

func whatBecomesOfFiles(t *testing.T, o Options) {
	from, to := o.Sources[0], o.Archive
	put(t, from, chat, "{1}\n{2}\n{3")
	put(t, from, "projects/-srv-app-x/memory/notes.md", "old")
	put(t, from, "history.jsonl", "{h}\n")
	put(t, from, "plans/calm-tide.md", "plan")
	put(t, from, "settings.json", "private")
	put(t, from, "todos/a.json", "private")
	if sum := collect(t, o); len(sum.Taken) != 4 {
		t.Errorf("taken: %v", sum.Taken)
	}
	if got := stored(t, to, "m/"+chat); got != "{1}\n{2}\n" {
		t.Errorf("a line that is not whole was taken: %q", got)
	}
	if sum := collect(t, o); len(sum.Taken) != 0 || sum.Unchanged != 4 {
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
		{"projects/-srv-app-x/memory/notes.md", "new", Changed, "new"},
	} {
		put(t, from, step.name, step.text)
		sum := collect(t, o)
		if step.what == "" && len(sum.Taken) != 0 || step.what != "" && (len(sum.Taken) != 1 || sum.Taken[0].What != step.what) {
			t.Errorf("%q: %+v, want %q", step.text, sum.Taken, step.what)
		}
		if got := stored(t, to, "m/"+step.name); got != step.want {
			t.Errorf("%q: the archive has %q, want %q", step.text, got, step.want)
		}
	}
	if got := kept(t, o); len(got) != 1 || got[0] != "{1}\n{2}\n{3}\n" {
		t.Errorf("what was kept is %q", got)
	}
	if err := os.RemoveAll(filepath.Join(from, "projects")); err != nil {
		t.Fatal(err)
	}
	collect(t, o)
	if got := stored(t, to, "m/"+chat); got != "{other}\n" {
		t.Errorf("what is gone from the source is gone from the archive")
	}
}

// What was not to be published of a project must not be so by way of the archive.
func TestIgnoredStaysIgnored(t *testing.T) { eachForm(t, ignoredStaysIgnored) }

func ignoredStaysIgnored(t *testing.T, o Options) {
	from, to := o.Sources[0], o.Archive
	put(t, from, "projects/-srv-app-x/.stenoignore", "*\n")
	put(t, from, "projects/-srv-app-x/.DS_Store", "litter")
	if sum := collect(t, o); len(sum.Taken) != 1 {
		t.Errorf("taken: %+v", sum.Taken)
	}
	if got := stored(t, to, "m/projects/-srv-app-x/.stenoignore"); got != "*\n" {
		t.Errorf("taken: %q", got)
	}
}

// The last record of a session that broke off is not lost for want of a newline.
func TestLastLineWithoutEnd(t *testing.T) { eachForm(t, lastLineWithoutEnd) }

func lastLineWithoutEnd(t *testing.T, o Options) {
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
		o.Sources, o.Archive = []string{from}, to
		put(t, from, chat, c.text)
		then := time.Now().Add(-c.age)
		if err := os.Chtimes(filepath.Join(from, filepath.FromSlash(chat)), then, then); err != nil {
			t.Fatal(err)
		}
		collect(t, o)
		if o.Redact != nil && c.want == "{}\n{\"a\":" {
			c.want = "{}\n" // half a line may hold half a secret
		}
		if got := stored(t, to, "m/"+chat); got != c.want {
			t.Errorf("%q, %v old: taken %q, want %q", c.text, c.age, got, c.want)
		}
		put(t, from, chat, c.text+"2}\n")
		if sum := collect(t, o); len(sum.Taken) != 1 || sum.Taken[0].What != Grown {
			t.Errorf("%q: when it grew: %+v", c.text, sum.Taken)
		}
		if got := stored(t, to, "m/"+chat); got != c.text+"2}\n" {
			t.Errorf("%q: when it grew: %q", c.text, got)
		}
	}
}

func TestDryRunTakesNothing(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "none")
	put(t, from, chat, "{1}\n")
	sum, err := Run(t.Context(), Options{Sources: []string{from}, Archive: to, Machine: "m", DryRun: true})
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
	o := Options{Sources: []string{from}, Archive: to, Machine: "m"}
	put(t, other, "secret.jsonl", "{s}\n")
	put(t, from, chat, "{1}\n")
	if err := os.Symlink(filepath.Join(other, "secret.jsonl"), filepath.Join(from, "projects", "-srv-app-x", "link.jsonl")); err != nil {
		t.Skip("links are NOT tested, as none can be made here: ", err)
	}
	if sum := collect(t, o); len(sum.Taken) != 1 {
		t.Errorf("taken: %v", sum.Taken)
	}
}

// collectEnv makes the test binary a collector.
const collectEnv = "STENO_TEST_COLLECT"

func TestCollectorToBeKilled(t *testing.T) {
	said := os.Getenv(collectEnv)
	if said == "" {
		t.Skip("only run by TestKilledCollectors")
	}
	var o Options
	if err := json.Unmarshal([]byte(said), &o); err != nil {
		t.Fatal(err)
	}
	if o.State != "" {
		o.Redact = engine(t)
	}
	if _, err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
}

// However often collectors are killed, and whatever is written meanwhile, each file of the
// archive begins the source's at all times, and in the end is the same.
func TestKilledCollectors(t *testing.T) { eachForm(t, killedCollectors) }

func killedCollectors(t *testing.T, o Options) {
	if testing.Short() {
		t.Skip("killed collectors are NOT tested: this test runs itself many times, and takes seconds")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, to, temp := o.Sources[0], o.Archive, t.TempDir() // what is killed leaves temporary files
	child := o
	child.Redact = nil // it makes its own
	said, err := json.Marshal(child)
	if err != nil {
		t.Fatal(err)
	}
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
	killed, rounds, span := 0, tier.Count(10, 60), 60*time.Millisecond
	if o.Redact != nil {
		rounds, span = tier.Count(3, 15), 240*time.Millisecond // each of them makes the rules
	}
	for range rounds {
		grow()
		child := exec.Command(self, "-test.run=^TestCollectorToBeKilled$")
		child.Env = append(os.Environ(), collectEnv+"="+string(said), "TMPDIR="+temp)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		alarm := time.AfterFunc(time.Duration(r.Int64N(int64(span))), func() { child.Process.Kill() })
		if child.Wait() != nil {
			killed++
		}
		alarm.Stop()
		for name, b := range whole {
			data, err := readStored(to, "m/"+name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) || !bytes.HasPrefix(b.Bytes(), data) {
				t.Fatalf("%s is half written, or another", name)
			}
		}
	}
	collect(t, o)
	for name, b := range whole {
		if stored(t, to, "m/"+name) != b.String() {
			t.Errorf("%s is not what the source has", name)
		}
	}
	err = filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".steno") && d.Name() != markName {
			t.Errorf("%s is left over", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d collectors were killed", killed, rounds)
}

// Collectors at the same time, and a file that grows under their hands.
func TestCollectorsAtOnce(t *testing.T) { eachForm(t, collectorsAtOnce) }

func collectorsAtOnce(t *testing.T, o Options) {
	from, to := o.Sources[0], o.Archive
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
				if i%20 == 0 || i > 2_000 {
					time.Sleep(time.Millisecond) // collectors must see halves, and be able to keep up
				}
				fmt.Fprintf(f, ",\"m\":1}\n")
			}
		}
	}()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			longest := 0
			for range 10 {
				if _, err := Run(t.Context(), o); err != nil && !errors.Is(err, ErrBusy) { // a slow machine
					t.Error(err)
				}
				data, err := readStored(to, "m/"+chat)
				if err == nil && len(data) > 0 && !bytes.HasSuffix(data, []byte("}\n")) {
					t.Errorf("the copy ends with %q", data[max(0, len(data)-20):])
				}
				if err != nil && longest > 0 || len(data) < longest {
					t.Errorf("the copy had %d bytes, and now %d (%v)", longest, len(data), err)
				}
				longest = max(longest, len(data))
			}
		})
	}
	wg.Wait()
	close(stop)
	<-done
	collect(t, o)
	if stored(t, to, "m/"+chat) != stored(t, from, chat) {
		t.Error("the copy is not what the source has")
	}
}

// A full disk leaves what was there, and nothing half.
func TestFullDisk(t *testing.T) { eachForm(t, fullDisk) }

func fullDisk(t *testing.T, o Options) {
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("a full disk is NOT tested: a small one can only be made by root on Linux")
	}
	from, to := o.Sources[0], o.Archive
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", to).CombinedOutput(); err != nil {
		t.Skipf("a full disk is NOT tested: no small one can be made: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", to).Run() })
	put(t, from, chat, strings.Repeat("{1}\n", 100))
	collect(t, o)
	r, large := rand.New(rand.NewPCG(5, 2)), strings.Repeat("{1}\n", 100)
	for len(large) < 3<<20 {
		line := make([]byte, 64<<10)
		for i := range line {
			line[i] = byte('a' + r.IntN(26))
		}
		large += fmt.Sprintf("{%q:1}\n", line)
	}
	put(t, from, chat, large)
	put(t, from, "projects/-srv-app-x/small.jsonl", "{2}\n")
	sum, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(sum.Problems) != 1 || !strings.Contains(sum.Problems[0], "no space left") {
		t.Errorf("problems: %v", sum.Problems)
	}
	if got := stored(t, to, "m/"+chat); got != strings.Repeat("{1}\n", 100) {
		t.Errorf("the copy has now %d bytes", len(got))
	}
	if got := stored(t, to, "m/projects/-srv-app-x/small.jsonl"); got != "{2}\n" {
		t.Errorf("the small file is %q", got)
	}
}

// What is replaced is kept on file systems that know no links, too.
func TestNoLinks(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	o := Options{Sources: []string{from}, Archive: to, Machine: "m"}
	put(t, from, chat, "{1}\n")
	collect(t, o)
	put(t, from, chat, "{2}\n")
	o.Formats = formats.All()[:1]
	sources, err := find(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer sources.close()
	archive, err := openArchive(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.close()
	archive.link = func(string, string) error { return errors.ErrUnsupported }
	r := newRun(o, sources, archive)
	if err := r.takeAll(t.Context()); err != nil || len(r.sum.Problems) > 0 {
		t.Fatal(err, r.sum.Problems)
	}
	if got := kept(t, o); len(got) != 1 || got[0] != "{1}\n" || stored(t, to, "m/"+chat) != "{2}\n" {
		t.Errorf("kept %q beside %q", got, stored(t, to, "m/"+chat))
	}
}
