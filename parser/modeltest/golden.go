package modeltest

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"steno/parser"
	"steno/parser/source"
)

// Found writes files of the given names and texts into a folder and returns the sessions that a
// format finds there.
func Found(t testing.TB, f *source.Format, files map[string]string) []*source.Session {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return FoundIn(t, f, dir)
}

// FoundIn returns the sessions that a format finds in a folder.
func FoundIn(t testing.TB, f *source.Format, dir string) []*source.Session {
	t.Helper()
	a, err := source.Find(t.Context(), source.Formats{f}, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a.Sessions()
}

// Parsed parses a session and checks what must hold for each.
func Parsed(t testing.TB, src *source.Session) *parser.Session {
	t.Helper()
	s, err := src.Format.Parse(t.Context(), src, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	Check(t, s)
	return s
}

// Fuzzed parses bytes as the only file of a session, which has a name of the format.
func Fuzzed(t testing.TB, f *source.Format, name string, data []byte) {
	t.Helper()
	file := &source.File{Path: name, Size: int64(len(data)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
	Parsed(t, &source.Session{ID: "x", Format: f, Main: []*source.File{file}})
}

// Seed adds all files of the samples to a fuzz target.
func Seed(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data)
		}
	}
}

// Golden parses the sessions of each sample in testdata, whose files are those of a folder, and
// compares their outlines, how they ended and what they changed with the file "want".
func Golden(t *testing.T, f *source.Format, update bool) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, f, name, update)
		})
	}
}

func golden(t *testing.T, f *source.Format, name string, update bool) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	want := slices.IndexFunc(archive.Files, func(file txtar.File) bool { return file.Name == "want" })
	if want < 0 { // a new sample
		want = len(archive.Files)
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
	}
	for i, file := range archive.Files {
		if i != want {
			files[file.Name] = string(file.Data)
		}
	}
	var got bytes.Buffer
	for _, src := range Found(t, f, files) {
		s := Parsed(t, src)
		for i := range s.Files {
			s.Files[i].Path = filepath.Base(s.Files[i].Path)
		}
		for i := range s.Warnings {
			s.Warnings[i].File = filepath.Base(s.Warnings[i].File)
		}
		if err := Outline(&got, s); err != nil {
			t.Fatal(err)
		}
		Facts(&got, s)
	}
	if update {
		archive.Files[want].Data = got.Bytes()
		if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
