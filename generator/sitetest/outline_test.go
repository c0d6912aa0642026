package sitetest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/parser/formats"
	"steno/parser/modeltest"
	"steno/parser/source"
)

var update = flag.Bool("update", false, "write the golden outlines of testdata/golden")

// TestOutlines holds the sessions of the example and of the damaged archive, as
// text, against testdata/golden: a change of the parser shows there as a change of
// what the pages tell. Read the difference before taking it over with -update.
func TestOutlines(t *testing.T) {
	t.Parallel()
	for _, archive := range []string{"example", "damaged"} {
		t.Run(archive, func(t *testing.T) {
			t.Parallel()
			got := outlines(t, filepath.Join("../../testdata", archive))
			dir := filepath.Join("../../testdata/golden", archive)
			if *update {
				writeOutlines(t, dir, got)
				return
			}
			want := readOutlines(t, dir)
			if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
				t.Errorf("other sessions (-want +got):\n%s", diff)
			}
			for name, text := range want {
				if diff := cmp.Diff(strings.Split(text, "\n"), strings.Split(got[name], "\n")); diff != "" && got[name] != "" {
					t.Errorf("%s differs (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

// outlines parses all sessions of an archive; the outlines stand under the name
// of their file.
func outlines(t *testing.T, dir string) map[string]string {
	t.Helper()
	archive, err := source.Find(context.Background(), formats.All(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	short := func(text string) string {
		return strings.ReplaceAll(filepath.ToSlash(text), filepath.ToSlash(dir), filepath.Base(dir))
	}
	all := map[string]string{}
	for _, w := range archive.Warnings {
		all["warnings.txt"] += fmt.Sprintf("%s:%d: %s\n", short(w.Path), w.Line, w.Text)
	}
	for _, p := range archive.Projects {
		for _, src := range p.Sessions {
			s, err := src.Format.Parse(context.Background(), src, source.Options{})
			if err != nil {
				t.Fatalf("session %s: %v", src.ID, err)
			}
			var b bytes.Buffer
			if err := modeltest.Outline(&b, s); err != nil {
				t.Fatal(err)
			}
			all[outlineName(p, s)] = short(b.String())
		}
	}
	return all
}

// outlineName is made of the project, the session and, where it tells more, the
// first file that the session was read from.
func outlineName(p *source.Project, s *parser.Session) string {
	name := p.Slug + "." + s.ID[:min(8, len(s.ID))]
	if len(s.Files) > 0 {
		if file := strings.TrimSuffix(path.Base(filepath.ToSlash(s.Files[0].Path)), ".jsonl"); file != s.ID {
			name += "." + file
		}
	}
	return name + ".txt"
}

func writeOutlines(t *testing.T, dir string, all map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func readOutlines(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = string(data)
	}
	return all
}
