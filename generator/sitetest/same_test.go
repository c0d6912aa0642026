package sitetest

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"steno/tier"
)

// Any number of workers, and any number of builds, give the same bytes.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) {
		want := readFiles(t, m.dir)
		for i, jobs := range []int{8, 1} {
			if !tier.OneIn(2, i) {
				continue
			}
			dir := t.TempDir()
			buildInto(t, dir, m.source, jobs)
			sameFiles(t, want, readFiles(t, dir))
			if jobs == 1 {
				continue
			}
			again := buildInto(t, dir, m.source, jobs)
			sameFiles(t, want, readFiles(t, dir))
			if again.Written != 0 || again.Removed != 0 {
				t.Errorf("a second build wrote %d and removed %d files", again.Written, again.Removed)
			}
		}
	})
}

// What a site was before leaves no trace in what it becomes.
func TestRebuildEqualsFreshBuild(t *testing.T) {
	t.Parallel()
	source, dest := t.TempDir(), t.TempDir()
	copyTree(t, example, source)
	buildInto(t, dest, source, 2)
	session := largest(t, source)
	body, err := os.ReadFile(session)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(body, []byte("\n"))
	added := filepath.Join(source, "-home-mira-code-new", "00000000-0000-4000-8000-000000000001.jsonl")
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"a session removed", func() error { return os.RemoveAll(session) }},
		{"a session added, in half", func() error { return os.WriteFile(session, bytes.Join(lines[:len(lines)/2], nil), 0o600) }},
		{"a session grown", func() error { return os.WriteFile(session, body, 0o600) }},
		{"a session cut", func() error { return os.WriteFile(session, bytes.Join(lines[:len(lines)/3], nil), 0o600) }},
		{"a project added", func() error {
			if err := os.Mkdir(filepath.Dir(added), 0o700); err != nil {
				return err
			}
			return os.WriteFile(added, []byte(plainSession("00000000-0000-4000-8000-000000000001", "/home/mira/code/new")), 0o600)
		}},
		{"a project removed", func() error { return os.RemoveAll(filepath.Dir(added)) }},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dest, "stray.txt"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		fresh := t.TempDir()
		buildInto(t, fresh, source, 2)
		buildInto(t, dest, source, 2)
		got := readFiles(t, dest)
		if _, ok := got["stray.txt"]; !ok {
			t.Errorf("%s: a file that the site never had was removed", step.name)
		}
		delete(got, "stray.txt")
		t.Run(step.name, func(t *testing.T) { sameFiles(t, readFiles(t, fresh), got) })
	}
}

// plainSession is a small well-formed transcript.
func plainSession(id, cwd string) string {
	const head = `"sessionId":"ID","cwd":"CWD","version":"2.0.0","timestamp":"2025-05-06T07:08:09.000Z"`
	lines := `{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-000000000001","parentUuid":null,` + head + `,"message":{"role":"user","content":"Count the leaves"}}
{"type":"assistant","uuid":"bbbbbbbb-0000-4000-8000-000000000002","parentUuid":"aaaaaaaa-0000-4000-8000-000000000001",` + head + `,"message":{"id":"msg_1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"There are seventeen."}],"usage":{"input_tokens":3,"output_tokens":4}}}
`
	return string(bytes.ReplaceAll(bytes.ReplaceAll([]byte(lines), []byte("CWD"), []byte(cwd)), []byte("ID"), []byte(id)))
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// largest is the largest transcript below a folder.
func largest(t *testing.T, source string) string {
	t.Helper()
	best, size := "", int64(-1)
	for _, name := range transcripts(t, source) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > size {
			best, size = name, info.Size()
		}
	}
	return best
}

// readFiles reads all files of a site.
func readFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	fsys := os.DirFS(dir)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(fsys, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		data, ok := got[name]
		switch {
		case !ok:
			t.Errorf("%s is missing", name)
		case !bytes.Equal(data, want[name]):
			t.Errorf("%s differs: %s", name, firstDifference(want[name], data))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

// firstDifference shows where two files part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(s []byte) string { return string(s[max(0, i-40):min(len(s), i+40)]) }
	return around(a) + " ≠ " + around(b)
}
