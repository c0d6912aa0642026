package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/output"
	"steno/generator/scaffold"
	"steno/parser"
)

// capture is a ui whose output can be read.
func capture() (u *ui, out, err *bytes.Buffer) {
	out, err = new(bytes.Buffer), new(bytes.Buffer)
	u = newUI(strings.NewReader(""), out, err)
	u.bundled = bundled
	return u, out, err
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
		code int
		text string
	}{
		{"fine", nil, 0, ""},
		{"failed", errors.New("reading: disk on fire"), 1, "error: reading: disk on fire\n"},
		{"several", errors.Join(errors.New("a"), errors.New("b")), 1, "error: a\nerror: b\n"},
		{"strict", generator.ErrStrict, 1, "error: " + generator.ErrStrict.Error() + "\n"},
		{"usage", &usageError{errors.New("no such source"), "name one"}, 2, "error: no such source\nhint: name one\n"},
		{"refused", fmt.Errorf("opening: %w: not ours", output.ErrRefused), 2, "error: opening: refused: not ours\n"},
		{"read-only", &fs.PathError{Op: "open", Path: "a", Err: syscall.EROFS}, 2,
			"error: open a: " + syscall.EROFS.Error() + "\nhint: nothing can be written to this disk: name another path\n"},
		{"interrupted", fmt.Errorf("session: %w", context.Canceled), 130, ""},
		{"hostile", errors.New("name \x1b]0;x\a\u202e"), 1, "error: name \ufffd]0;x\ufffd\ufffd\n"},
	} {
		u, out, stderr := capture()
		if got := u.end(c.err); got != c.code {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.code)
		}
		if c.code != exitInterrupted && stderr.String() != c.text || out.Len() > 0 {
			t.Errorf("%s: standard error is %q, want %q; standard output is %q", c.name, stderr, c.text, out)
		}
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	u, out, stderr := capture()
	code := run(ctx, []string{"build", "-s", dir, "-d", filepath.Join(t.TempDir(), "public")}, u)
	if code != exitInterrupted || out.Len() > 0 || !strings.HasPrefix(stderr.String(), "error: interrupted") {
		t.Errorf("exit code %d, want %d; standard error is %q, standard output %q", code, exitInterrupted, stderr, out)
	}
}

// A question that nobody answers ends with an interrupt: nothing ends the read itself.
func TestInterruptedQuestion(t *testing.T) {
	t.Parallel()
	in, keyboard := io.Pipe()
	defer keyboard.Close()
	u := newUI(in, io.Discard, io.Discard)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := askOptions(ctx, u, &scaffold.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the questions of init end with %v", err)
	}
	if _, err := pick(ctx, u, []choose.Choice{{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("the choice of a session ends with %v", err)
	}
}

// fullDisk takes no bytes.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC}
}

// What cannot be printed fails, and leads to what helps.
func TestFullDisk(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for _, args := range [][]string{{"help"}, {"version"}, {"search", "-s", "../../testdata/example", "garden"}, {"list", "-s", "../../testdata/example"}} {
		u, _, stderr := capture()
		u.out = fullDisk{}
		if code := run(t.Context(), args, u); code != exitFailed || !strings.Contains(stderr.String(), "\nhint: free some space") && !strings.HasPrefix(stderr.String(), "hint: free some space") {
			t.Errorf("steno %v: exit code %d: %s", args, code, stderr)
		}
	}
	u, _, stderr := capture()
	if code := u.end(&usageError{fullDiskError(), ""}); code != exitFailed || !strings.Contains(stderr.String(), "hint: free some space") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func fullDiskError() error {
	_, err := fullDisk{}.Write(nil)
	return err
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w    generator.Warning
		want string
	}{
		{generator.Warning{File: "a/b.jsonl", Line: 3, Text: "not JSON; left out"}, "warning: a/b.jsonl:3: not JSON; left out\n"},
		{generator.Warning{File: "a/b.jsonl", Text: "empty"}, "warning: a/b.jsonl: empty\n"},
		{generator.Warning{Text: "no sessions"}, "warning: no sessions\n"},
		{generator.Warning{File: "a\nb\x1b[2J", Text: "x\r\ty"}, "warning: a\ufffdb\ufffd[2J: x\ufffd\ufffdy\n"},
	} {
		u, _, stderr := capture()
		u.warn(c.w)
		if got := stderr.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A project can be named by a path, however the shell completed it.
func TestProjectPath(t *testing.T) {
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"engine": "engine", "a/b": "a/b", "": "", ".": here, "..": filepath.Dir(here), "./testdata/": filepath.Join(here, "testdata"),
		"../cli": here, here: here, here + string(filepath.Separator): here,
	} {
		if got, err := projectPath(path); err != nil || got != want {
			t.Errorf("projectPath(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(here, link); err != nil {
		t.Skipf("a linked folder is NOT tested: %v", err)
	}
	t.Chdir(link)
	if got, err := projectPath("."); err != nil || got != here {
		t.Errorf("below a link . is %q, %v, want %q", got, err, here)
	}
}

// A path of Windows that a message quotes can be pasted.
func TestPathsOfWindows(t *testing.T) {
	for text, want := range map[string]string{
		fmt.Sprintf("%q is a folder", `C:\work\new`):         `"C:\work\new" is a folder`,
		fmt.Sprintf("%q and %q", `\\host\share`, `a b\c`):    `"\\host\share" and "a b\c"`,
		`run "steno list -s a\projects"; see "C:\new\table"`: `run "steno list -s a\projects"; see "C:\new\table"`,
		fmt.Sprintf("%q", "a\\b\tc"):                         `"a\\b\tc"`, // a tab, which a terminal must not get
		`"a" \\host "b"`:                                     `"a" \\host "b"`,
	} {
		if got := singleBackslashes(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestManyWarnings(t *testing.T) {
	t.Parallel()
	for _, verbose := range []bool{false, true} {
		u, _, stderr := capture()
		u.verbose, u.quiet = verbose, true
		for range maxWarnings + 7 {
			u.warn(generator.Warning{Text: "x"})
		}
		u.warningsLeftOut()
		want := strings.Repeat("warning: x\n", maxWarnings) + "warning: 7 more; --verbose prints all\n"
		if verbose {
			want = strings.Repeat("warning: x\n", maxWarnings+7)
		}
		if diff := cmp.Diff(want, stderr.String()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestColour(t *testing.T) {
	t.Parallel()
	u, _, stderr := capture()
	u.colour = true
	u.warn(generator.Warning{Text: "x"})
	if want := "\x1b[33;1mwarning:\x1b[0m x\n"; stderr.String() != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}

func TestSummaryLine(t *testing.T) {
	t.Parallel()
	sum := &generator.Summary{Sessions: 1, Pages: 12, Bytes: 1_234_567, Warnings: 2, Seconds: 0.84}
	u, _, stderr := capture()
	reportSummary(u, sum, "public")
	if want := "public: 1 session, 12 pages, 1.23 MB, 2 warnings, 0.8 s\n"; stderr.String() != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
	u, _, stderr = capture()
	u.quiet = true
	reportSummary(u, sum, "public")
	if stderr.Len() > 0 {
		t.Errorf("quiet, but printed %q", stderr)
	}
}

func TestBytesText(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.00 kB", 9994: "9.99 kB", 9995: "10.0 kB", 99_949: "99.9 kB", 99_950: "100 kB",
		999_499: "999 kB", 999_500: "1.00 MB", 12_345_678: "12.3 MB", 5e9: "5.00 GB", 7e12: "7 TB",
	} {
		if got := bytesText(n); got != want {
			t.Errorf("bytesText(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPicture(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		done, total int
		what        string
		width       int
		want        string
	}{
		{0, 4, "", 80, "[>                             ] 0/4 "},
		{2, 4, "half", 80, "[===============>              ] 2/4 half"},
		{4, 4, "done", 80, "[==============================] 4/4 done"},
		{5, 4, "", 80, "[==============================] 5/4 "},
		{1, 2, "a long title that does not fit", 30, "[===========>           ] 1/2"},
		{1, 2, "evil\x1b[2J\n", 80, "[===============>              ] 1/2 evil\ufffd[2J\ufffd"},
		{1, 2, "日本語のタイトル", 45, "[===============>              ] 1/2 日本語"},
		{10, 20, "narrow", 10, "10/20"},
		{10, 20, "very narrow", 3, "10"},
		{0, 0, "", 80, "0/0"},
	} {
		got := picture(c.done, c.total, c.what, c.width)
		if got != c.want {
			t.Errorf("picture(%d, %d, %q, %d) = %q, want %q", c.done, c.total, c.what, c.width, got, c.want)
		}
	}
	for width := range 200 {
		if got := picture(123, 4567, strings.Repeat("x", 300), width); len(got) >= max(width, 1) {
			t.Errorf("%d columns on a terminal of %d: %q", len(got), width, got)
		}
	}
}

func TestBarIsShownOnTerminalsOnly(t *testing.T) {
	t.Parallel()
	u, _, stderr := capture()
	b := u.newBar()
	b.show(1, 2, "x")
	b.clear()
	if stderr.Len() > 0 {
		t.Errorf("not a terminal, but drawn: %q", stderr)
	}
	u.terminal, u.columns = true, func() int { return 80 }
	b = u.newBar()
	b.show(1, 3, "first")
	b.show(2, 3, "just after, left out")
	b.drawn = b.drawn.Add(-time.Second)
	b.show(2, 3, "second")
	b.show(3, 3, "last, always")
	b.clear()
	got := stderr.String()
	if strings.Count(got, "\r") != 4 || strings.Contains(got, "left out") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("drawn: %q", got)
	}
	u.quiet = true
	if u.newBar().ui != nil {
		t.Error("quiet, but a bar")
	}
}

// The sessions to choose from have one line each, however narrow the terminal is.
func TestPickFitsTheTerminal(t *testing.T) {
	t.Parallel()
	all := []choose.Choice{{ID: "a", Project: strings.Repeat("p", 30), Title: strings.Repeat("title ", 30)}}
	for width, want := range map[int]int{200: 23 + 16 + 2 + 70, 80: 80, 60: 60} {
		stderr := new(bytes.Buffer)
		u := newUI(strings.NewReader("1\n"), io.Discard, stderr)
		u.columns = func() int { return width }
		if _, err := pick(t.Context(), u, all); err != nil {
			t.Fatal(err)
		}
		if line, _, _ := strings.Cut(stderr.String(), "\n"); len(strings.TrimRight(line, " ")) > want || len(line) < want-1 {
			t.Errorf("%d columns on a terminal of %d: %q", len(line), width, line)
		}
	}
}

func TestBasePath(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"": "/", "https://example.org": "/", "https://example.org/": "/", "https://example.org/a/b/": "/a/b/",
	} {
		if got := basePath(url); got != want {
			t.Errorf("basePath(%q) = %q, want %q", url, got, want)
		}
	}
}

// Of many files a check lists those that have something to look at, and counts the others.
func TestCheckTablesAreShort(t *testing.T) {
	t.Parallel()
	c := &generator.Checked{}
	for i := range 30 {
		f := parser.FileLedger{Path: fmt.Sprintf("%d.jsonl", i), Ledger: parser.Ledger{Lines: 2, Shown: 2}}
		if i == 7 {
			f.Ledger.Malformed = 1
		}
		c.Files = append(c.Files, f)
	}
	for verbose, lines := range map[bool]int{false: 3, true: 32} {
		var b strings.Builder
		checkTables(&b, c, verbose)
		if got := strings.Count(b.String(), "\n"); got != lines || !strings.Contains(b.String(), "7.jsonl") || verbose == strings.Contains(b.String(), "29 files") {
			t.Errorf("verbose %v: %d lines:\n%s", verbose, got, &b)
		}
	}
}
