package output

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/google/go-cmp/cmp"
)

// open opens dir and closes it when the test ends.
func open(t *testing.T, dir string, o Options) *Site {
	t.Helper()
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// build writes files, name to content, as one finished build.
func build(t *testing.T, dir string, files map[string]string) Stats {
	t.Helper()
	s := open(t, dir, Options{Version: "test"})
	write(t, s, files)
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s.Stats()
}

func write(t *testing.T, s *Site, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := s.Write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
}

// tree reads all files below dir except the manifest; folders end in a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir || d.Name() == ManifestName {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			files[name+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(p)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("destination (-want +got):\n%s", diff)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestBuildsFollowEachOther(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "public")
	got := build(t, dir, map[string]string{"index.html": "1", "a/b/c.html": "22", "a/d.html": "333"})
	if want := (Stats{Files: 3, Pages: 3, Written: 3, Bytes: 6, Largest: 3}); got != want {
		t.Errorf("first build: %+v, want %+v", got, want)
	}
	put(t, dir, "CNAME", "mine")
	put(t, dir, "a/mine.txt", "mine")
	got = build(t, dir, map[string]string{"index.html": "1", "a/d.html": "new", "e.html": ""})
	if want := (Stats{Files: 3, Pages: 3, Written: 2, Unchanged: 1, Removed: 1, Bytes: 4, Largest: 3}); got != want {
		t.Errorf("second build: %+v, want %+v", got, want)
	}
	same(t, dir, map[string]string{
		"index.html": "1", "a/": "", "a/d.html": "new", "a/mine.txt": "mine", "e.html": "", "CNAME": "mine",
	})
	build(t, dir, nil)
	same(t, dir, map[string]string{"a/": "", "a/mine.txt": "mine", "CNAME": "mine"})
}

func TestUnchangedFilesAreNotTouched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{"index.html": "1", "a/b.html": "2"}
	build(t, dir, files)
	before := map[string]fs.FileInfo{}
	for _, name := range []string{"index.html", "a/b.html", ManifestName} {
		before[name], _ = os.Stat(filepath.Join(dir, name))
	}
	build(t, dir, files)
	for name, info := range before {
		now, err := os.Stat(filepath.Join(dir, name))
		if err != nil || !os.SameFile(info, now) || !info.ModTime().Equal(now.ModTime()) {
			t.Errorf("%s was written again", name)
		}
	}
}

func TestDamagedFilesAreRepaired(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{"index.html": "good", "a.html": "good"}
	build(t, dir, files)
	put(t, dir, "index.html", "evil")
	os.Remove(filepath.Join(dir, "a.html"))
	if got := build(t, dir, files); got.Written != 2 {
		t.Errorf("%+v, want two files written", got)
	}
	same(t, dir, files)
}

func TestManifestIsDeterministic(t *testing.T) {
	t.Parallel()
	var first string
	for i := range 3 {
		dir := t.TempDir()
		build(t, dir, map[string]string{"z.html": "z", "a/b.html": "b", "a.html": "a"})
		data, err := os.ReadFile(filepath.Join(dir, ManifestName))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = string(data)
			want := []string{`["a.html",`, `["a/b.html",`, `["z.html",`}
			at := -1
			for _, w := range want {
				next := strings.Index(first, w)
				if next <= at {
					t.Errorf("%s is missing or out of order in\n%s", w, first)
				}
				at = next
			}
		} else if string(data) != first {
			t.Errorf("another manifest for the same files:\n%s", data)
		}
	}
}

func TestForeignFoldersAreRefused(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(dir string){
		"files of somebody":     func(dir string) { put(t, dir, "thesis.txt", "years of work") },
		"an empty folder in it": func(dir string) { os.Mkdir(filepath.Join(dir, "a"), 0o777) },
		"not a manifest":        func(dir string) { put(t, dir, ManifestName, "hello") },
		"a name that is none":   func(dir string) { put(t, dir, ManifestName, `{"version": 2, "files": [[7]]}`) },
		"a name to be removed": func(dir string) {
			put(t, dir, ManifestName, `{"version": 2, "files": [["../../etc/passwd",1,""]]}`)
		},
		"a manifest to come": func(dir string) { put(t, dir, ManifestName, `{"version": 99, "files": []}`) },
		"a manifest that lists others' files": func(dir string) {
			put(t, dir, ManifestName, `{"version": 1, "files": [{"name":"../../etc/passwd"}]}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			prepare(dir)
			before := tree(t, dir)
			_, err := Open(dir, Options{})
			if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "--force") {
				t.Errorf("got %v, want a refusal that tells of --force", err)
			}
			same(t, dir, before)
			s, err := Open(dir, Options{Force: true})
			if err != nil {
				t.Fatalf("with force: %v", err)
			}
			defer s.Close()
			if err := errors.Join(s.Write("index.html", []byte("x")), s.Finish(), s.Close()); err != nil {
				t.Fatal(err)
			}
			before["index.html"] = "x"
			same(t, dir, before)
		})
	}
}

func TestDestinationThatIsAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "public", "text")
	if _, err := Open(filepath.Join(dir, "public"), Options{Force: true}); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestWriteTwice(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), Options{})
	write(t, s, map[string]string{"a/b.html": "x"})
	if err := s.Write("a/b.html", []byte("x")); err != nil {
		t.Errorf("the same bytes again: %v", err)
	}
	if err := s.Write("a/b.html", []byte("y")); err == nil {
		t.Error("other bytes under the same name: no error")
	}
	if err := s.Write("A/b.html", []byte("x")); err == nil {
		t.Error("a name that differs in letter case alone: no error")
	}
	if got, want := s.Stats(), (Stats{Files: 1, Pages: 1, Written: 1, Bytes: 1, Largest: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestWriteFromManyGoroutines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir, Options{})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 50 {
				name := fmt.Sprintf("d%d/own%d.html", i%5, g*100+i)
				if err := s.Write(name, []byte(name)); err != nil {
					t.Error(err)
				}
				shared := fmt.Sprintf("shared/%d.txt", i)
				if err := s.Write(shared, []byte(shared)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	if got := s.Stats(); got.Files != 450 || got.Written != 450 {
		t.Errorf("%+v, want 450 files written", got)
	}
	for name, text := range tree(t, dir) {
		if !strings.HasSuffix(name, "/") && name != lockName && text != name {
			t.Errorf("%s holds %q", name, text)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 256)
	for _, name := range []string{
		"", ".", "..", "../x", "a/../../x", "a/../b", "/etc/passwd", "a//b", "a/", "./a", `a\b`, `..\x`, "C:/x", "c:x",
		"a\x00b", "a\nb", "a\x7fb", "\xff\xfe", "a?b", "a*b", `a"b`, "a<b", "a|b", "a:b",
		"con", "CON.html", "a/nul", "aux .txt", "com1", "LPT9.html", "com¹", "conin$", "dot.", "space ", "a./b",
		long, "a/" + long, ManifestName, lockName, tempPrefix + "1",
	} {
		if err := checkName(name); err == nil {
			t.Errorf("checkName(%q): no error", name)
		}
	}
	for _, name := range []string{
		"index.html", ".nojekyll", "sessions/3f2a/agents/a-1/page-2.html", "files/a b (1).txt", "ünï/日本.txt",
		"console.html", "com10", "com", "com0x", "a/" + ManifestName, "..a", "a..b", strings.Repeat("x", 255),
	} {
		if err := checkName(name); err != nil {
			t.Errorf("checkName(%q): %v", name, err)
		}
	}
}

func TestManifestsOfBothVersionsAreRead(t *testing.T) {
	t.Parallel()
	want := entry{Name: "a/b.html", Size: 7, SHA256: sha256.Sum256([]byte("b"))}
	for _, text := range []string{
		fmt.Sprintf(`{"name":"a/b.html","size":7,"sha256":"%x"}`, want.SHA256),
		fmt.Sprintf(`["a/b.html",7,"%s"]`, base64.RawStdEncoding.EncodeToString(want.SHA256[:])),
	} {
		var got entry
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %v (%v)", text, got, err)
		}
	}
}
