package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// modes are the two ways to watch; the third falls from one into the other.
var modes = map[string]Options{
	"system":  {},
	"looking": {Poll: true, Interval: 10 * time.Millisecond},
	"limit":   {Limit: 2, Interval: 10 * time.Millisecond},
}

// place makes a folder with a source, a theme and a configuration in it.
func place(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"src/p/a.jsonl", "src/p/a/subagents/x.jsonl", "src/q/b.jsonl", "src/out/index.html", "theme/extra.html", "steno.yaml", "other.txt"} {
		write(t, filepath.Join(dir, name), "one\n")
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o777))
	must(t, os.WriteFile(name, []byte(text), 0o666))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start watches a place as a server does: source, theme, configuration, and a theme
// that is not there yet; the site is ignored.
func start(t *testing.T, dir string, o Options) *Watcher {
	t.Helper()
	w := New(o)
	t.Cleanup(w.Close)
	in := func(name string) string { return filepath.Join(dir, name) }
	w.Set([]string{in("src"), in("theme"), in("steno.yaml"), in("later/deep/env"), in("src/out/named.yaml")}, []string{in("src/out")})
	return w
}

// settle waits until nothing is reported for a while.
func settle(w *Watcher) {
	for {
		select {
		case <-w.Changed():
		case <-time.After(2 * quiet):
			return
		}
	}
}

// soon is how long a report is waited for that comes within a second where the machine does nothing else.
const soon = time.Minute

func reported(w *Watcher, patience time.Duration) bool {
	select {
	case <-w.Changed():
		return true
	case <-time.After(patience):
		return false
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do   func(t *testing.T, in func(string) string)
		seen bool
	}{
		"appended": {func(t *testing.T, in func(string) string) {
			f, err := os.OpenFile(in("src/p/a.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			must(t, err)
			_, err = f.WriteString("two\n")
			must(t, err)
			must(t, f.Close())
		}, true},
		"created":            {func(t *testing.T, in func(string) string) { write(t, in("src/p/new.jsonl"), "x") }, true},
		"created deep":       {func(t *testing.T, in func(string) string) { write(t, in("src/r/s/t/new.jsonl"), "x") }, true},
		"removed":            {func(t *testing.T, in func(string) string) { must(t, os.Remove(in("src/q/b.jsonl"))) }, true},
		"removed with all":   {func(t *testing.T, in func(string) string) { must(t, os.RemoveAll(in("src"))) }, true},
		"renamed":            {func(t *testing.T, in func(string) string) { must(t, os.Rename(in("src/q"), in("src/z"))) }, true},
		"moved away":         {func(t *testing.T, in func(string) string) { must(t, os.Rename(in("src"), in("elsewhere"))) }, true},
		"theme":              {func(t *testing.T, in func(string) string) { write(t, in("theme/css/tokens.css"), "x") }, true},
		"configuration":      {func(t *testing.T, in func(string) string) { write(t, in("steno.yaml"), "title: x") }, true},
		"replaced":           {func(t *testing.T, in func(string) string) { replace(t, in("steno.yaml")) }, true},
		"appeared":           {func(t *testing.T, in func(string) string) { write(t, in("later/deep/env"), "A=b") }, true},
		"ignored":            {func(t *testing.T, in func(string) string) { write(t, in("src/out/more/index.html"), "x") }, false},
		"named":              {func(t *testing.T, in func(string) string) { write(t, in("src/out/named.yaml"), "x") }, true},
		"beside":             {func(t *testing.T, in func(string) string) { write(t, in("other.txt"), "x") }, false},
		"folder beside":      {func(t *testing.T, in func(string) string) { write(t, in("another/src/x"), "x") }, false},
		"only read":          {func(t *testing.T, in func(string) string) { _, err := os.ReadFile(in("src/p/a.jsonl")); must(t, err) }, false},
		"only other rights":  {func(t *testing.T, in func(string) string) { must(t, os.Chmod(in("src/p/a.jsonl"), 0o600)) }, false},
		"nothing whatsoever": {func(*testing.T, func(string) string) {}, false},
	} {
		for mode, o := range modes {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				dir := place(t)
				w := start(t, dir, o)
				c.do(t, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
				if c.seen && !reported(w, soon) {
					t.Error("not reported")
				} else if !c.seen && reported(w, 5*quiet) {
					t.Error("reported")
				}
			})
		}
	}
}

// replace writes a file as careful editors do: a new one takes the name of the old.
func replace(t *testing.T, name string) {
	t.Helper()
	write(t, name+"~", "title: y")
	must(t, os.Rename(name+"~", name))
}

// What comes after a change that moved the watches is seen as well.
func TestAfterwards(t *testing.T) {
	t.Parallel()
	for name, upheaval := range map[string]func(t *testing.T, dir string){
		"replaced":    func(t *testing.T, dir string) { replace(t, filepath.Join(dir, "steno.yaml")) },
		"new folders": func(t *testing.T, dir string) { write(t, filepath.Join(dir, "src/n/a/b/c.jsonl"), "x") },
		"renamed": func(t *testing.T, dir string) {
			must(t, os.Rename(filepath.Join(dir, "src/q"), filepath.Join(dir, "src/n")))
		},
		"taken away and put back": func(t *testing.T, dir string) {
			must(t, os.Rename(filepath.Join(dir, "src"), filepath.Join(dir, "gone")))
			time.Sleep(2 * quiet)
			must(t, os.Rename(filepath.Join(dir, "gone"), filepath.Join(dir, "src")))
		},
		"later": func(t *testing.T, dir string) { write(t, filepath.Join(dir, "later/deep/env"), "A=b") },
	} {
		for mode, o := range modes {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				dir := place(t)
				w := start(t, dir, o)
				upheaval(t, dir)
				settle(w)
				for _, file := range []string{"src/p/a/subagents/x.jsonl", "src/n/new.jsonl", "steno.yaml", "later/deep/env", "theme/extra.html"} {
					write(t, filepath.Join(dir, file), name+" and "+file)
					if !reported(w, soon) {
						t.Errorf("a change of %s is not reported", file)
					}
					settle(w)
				}
			})
		}
	}
}

// However quickly folders appear, the last of them is watched.
func TestFoldersInAHurry(t *testing.T) {
	t.Parallel()
	dir := place(t)
	w := start(t, dir, Options{})
	for i := range 40 {
		write(t, filepath.Join(dir, "src", fmt.Sprintf("n%d/a/b/c.jsonl", i)), "x")
	}
	settle(w)
	for i := range 40 {
		write(t, filepath.Join(dir, "src", fmt.Sprintf("n%d/a/b/c.jsonl", i)), "more than before")
		if !reported(w, soon) {
			t.Fatalf("folder %d is not watched", i)
		}
	}
}

// A file that is written to without a pause is reported nevertheless, and the last
// change always comes before the last report.
func TestWithoutAPause(t *testing.T) {
	t.Parallel()
	dir := place(t)
	w := start(t, dir, Options{})
	last := time.Now()
	stop := last.Add(3 * patience)
	reports, pauses := 0, 0 // on a machine that does much else, there are some
	for n := 0; time.Now().Before(stop); n++ {
		write(t, filepath.Join(dir, "src/p/a.jsonl"), strings.Repeat("x", n))
		if time.Since(last) > quiet/2 {
			pauses++
		}
		last = time.Now()
		time.Sleep(quiet / 8)
		select {
		case <-w.Changed():
			reports++
		default:
		}
	}
	if reports == 0 || reports > 8+pauses {
		t.Errorf("%d reports within %v, and %d pauses", reports, 3*patience, pauses)
	}
	settle(w)
	write(t, filepath.Join(dir, "src/p/a.jsonl"), "the last")
	if !reported(w, soon) {
		t.Error("the last change is not reported")
	}
}

func TestTellsWhyItLooks(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{"system": "", "looking": "asked for", "limit": "2 are as many as it may"} {
		w := start(t, place(t), modes[mode])
		if why := w.Looking(); !strings.Contains(why, want) || (why == "") != (want == "") {
			t.Errorf("%s: %q, want %q", mode, why, want)
		}
	}
}

func TestSetTellsWhatIsNew(t *testing.T) {
	t.Parallel()
	dir := place(t)
	w := New(Options{})
	defer w.Close()
	for i, c := range []struct {
		paths, ignored []string
		want           bool
	}{
		{nil, nil, true}, {nil, nil, false}, {[]string{dir}, nil, true}, {[]string{dir, dir + "/."}, nil, false},
		{[]string{dir}, []string{dir + "/x"}, true},
	} {
		if got := w.Set(c.paths, c.ignored); got != c.want {
			t.Errorf("call %d: %v", i, got)
		}
	}
}

func TestLinksAreFollowedToThePath(t *testing.T) {
	t.Parallel()
	for mode, o := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			dir := place(t)
			link := filepath.Join(dir, "link")
			if err := os.Symlink(filepath.Join(dir, "src"), link); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			must(t, os.Symlink(dir, filepath.Join(dir, "src/loop")))
			w := New(o)
			defer w.Close()
			w.Set([]string{link}, nil)
			settle(w)
			write(t, filepath.Join(dir, "src/p/a.jsonl"), "through the folder itself")
			if !reported(w, soon) {
				t.Error("what the link leads to is not watched")
			}
		})
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	dir := place(t)
	for mode, o := range modes {
		w := New(o)
		w.Set([]string{filepath.Join(dir, "src")}, nil)
		w.Close()
		w.Set(nil, nil) // does not wait for ever
		for range 100 {
			if !strings.Contains(stacks(), "fsnotify") && !strings.Contains(stacks(), "(*Watcher).run") {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if s := stacks(); strings.Contains(s, "fsnotify") || strings.Contains(s, "(*Watcher).run") {
			t.Errorf("%s: something still runs:\n%s", mode, s)
		}
	}
}

func stacks() string {
	text := make([]byte, 1<<20)
	return string(text[:runtime.Stack(text, true)])
}

// TestHeard reports each change at once, and says of each whether the file was only written to.
func TestHeard(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(file, []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	type heard struct {
		name    string
		written bool
	}
	all := make(chan heard, 100)
	w := New(Options{Heard: func(name string, written bool) { all <- heard{name, written} }})
	defer w.Close()
	w.Set([]string{dir}, nil)
	if w.Looking() != "" {
		t.Skip("the system does not watch here: the order of changes is NOT tested")
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("2\n"); err != nil {
		t.Fatal(err)
	}
	if got := <-all; got != (heard{file, true}) {
		t.Errorf("after writing: %v", got)
	}
	if err := os.Rename(file, file+"x"); err != nil {
		t.Fatal(err)
	}
	for got := range all {
		if !got.written {
			break
		}
	}
}

// TestHeardWhileLooking reports that something changed, without its name.
func TestHeardWhileLooking(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	all := make(chan string, 100)
	w := New(Options{Poll: true, Interval: time.Millisecond, Heard: func(name string, written bool) { all <- fmt.Sprint(name, written) }})
	defer w.Close()
	w.Set([]string{dir}, nil)
	if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := <-all; got != "false" {
		t.Errorf("after writing: %q", got)
	}
}
