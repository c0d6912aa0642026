package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// zstdSized compresses as those do who know the size beforehand, such as zstd for a file.
func zstdSized(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(nil)
	must(t, err)
	w.ResetContentSize(&b, int64(len(data)))
	_, err = w.Write(data)
	must(t, err)
	must(t, w.Close())
	return b.Bytes()
}

// ways are those in which transcripts come compressed.
var ways = []struct {
	name, ending string
	pack         func(*testing.T, []byte) []byte
	sized        bool // it can be told how long the file is
}{
	{"zstd", ".zst", zstdSized, true},
	{"zstd from a pipe", ".zst", zstded, true},
	{"gzip", ".gz", gzipped, true},
	{"zstd in two pieces", ".zst", func(t *testing.T, data []byte) []byte {
		return append(zstdSized(t, data[:len(data)/2]), zstdSized(t, data[len(data)/2:])...)
	}, false},
	{"gzip in two pieces", ".gz", func(t *testing.T, data []byte) []byte {
		return append(gzipped(t, data[:len(data)/2]), gzipped(t, data[len(data)/2:])...)
	}, false},
}

// compressedTree is an archive of which every transcript is compressed.
func compressedTree(t *testing.T, ending string, pack func(*testing.T, []byte) []byte) (plain, packed tree) {
	plain = tree{
		"m/projects/-home-dev-app/" + idA + ".jsonl":                       chat(idA, "a1 a2 a3"),
		"m/projects/-home-dev-app/" + idA + "/subagents/agent-x.jsonl":     chat(idA, "b1"),
		"m/projects/-home-dev-app/" + idA + "/subagents/agent-x.meta.json": "{}",
		"m/projects/-home-dev-app/" + idA + "/tool-results/t.txt":          "output",
		"m/projects/-home-dev-app/agent-old.jsonl":                         chat(idA, "c1"),
		"m/history.jsonl": "{}\n",
		"m/projects/-home-dev-app/" + idB + ".jsonl":                        chat(idB, "d1 d2"),
		"m/projects/-home-dev-app/" + idB + "/workflows/wf_1.json":          "{}",
		"m/projects/-home-dev-app/" + idB + "/subagents/x/y/agent-lo.jsonl": chat(idB, "e1"),
	}
	packed = tree{}
	for name, text := range plain {
		if strings.HasSuffix(name, ".jsonl") {
			name, text = name+ending, string(pack(t, []byte(text)))
		}
		packed[name] = text
	}
	return plain, packed
}

// Compressed transcripts are found, and read, as if they were not.
func TestCompressedTranscripts(t *testing.T) {
	t.Parallel()
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			plain, packed := compressedTree(t, w.ending, w.pack)
			dir := packed.write(t)
			have := strings.ReplaceAll(find(t, dir), ".jsonl"+w.ending, ".jsonl")
			compare(t, find(t, plain.write(t)), have)
			var items []item
			for name, text := range packed {
				items = append(items, item{name: name, content: text})
			}
			for form, pack := range forms {
				must(t, os.WriteFile(filepath.Join(dir, form), pack(t, items), 0o644))
				readAlike(t, filepath.Join(dir, form), plain, w.sized && form != "a.zip")
				must(t, os.Remove(filepath.Join(dir, form)))
			}
			readAlike(t, dir, plain, w.sized)
			alone := filepath.Join(dir, "m", "projects", "-home-dev-app", idA+".jsonl"+w.ending)
			a, err := Find(context.Background(), TestFormats, []string{alone})
			must(t, err)
			defer a.Close()
			if s := a.Sessions(); len(s) != 1 || len(s[0].Agents) != 2 || len(s[0].Results) != 1 {
				t.Errorf("named by itself: %d sessions, first %+v", len(s), s[0])
			}
		})
	}
}

// readAlike holds what a source gives to read against the plain files.
func readAlike(t *testing.T, source string, plain tree, sized bool) {
	t.Helper()
	a, err := Find(context.Background(), TestFormats, []string{source})
	must(t, err)
	defer a.Close()
	n := 0
	for _, s := range a.Sessions() {
		files := s.Main
		for _, agent := range s.Agents {
			files = append(files, agent.File)
		}
		for _, h := range a.History {
			files = append(files, h.File)
		}
		for _, f := range files {
			n++
			r, err := f.Open()
			must(t, err)
			data, err := io.ReadAll(r)
			must(t, err)
			must(t, r.Close())
			i := strings.LastIndex(filepath.ToSlash(f.Path), "/m/")
			want := plain[Plain(filepath.ToSlash(f.Path)[i+1:])]
			if string(data) != want || want == "" {
				t.Errorf("%s: read %q, want %q", f.Path, data, want)
			}
			if sized && f.Size != int64(len(want)) {
				t.Errorf("%s: %d bytes, want %d", f.Path, f.Size, len(want))
			}
		}
	}
	if n != 7 {
		t.Errorf("%s: %d files", source, n)
	}
}

// A plain and a compressed copy of one file count once.
func TestPlainAndCompressed(t *testing.T) {
	t.Parallel()
	for _, w := range ways {
		long := chat(idA, "a1 a2 a3 a4")
		a, err := Find(context.Background(), TestFormats, []string{tree{
			"-home-dev-app/" + idA + ".jsonl":            chat(idA, "a1 a2"),
			"-home-dev-app/" + idA + ".jsonl" + w.ending: string(w.pack(t, []byte(long))),
		}.write(t)})
		must(t, err)
		if s := a.Sessions(); w.sized && (len(s) != 1 || len(s[0].Main) != 1 || len(s[0].Snapshots) != 1) {
			t.Errorf("%s: %s", w.name, outline(a))
		}
		must(t, a.Close())
	}
}

// What is known of compressed transcripts is remembered like that of others, until
// they change.
func TestCompressedScans(t *testing.T) {
	t.Parallel()
	dir := tree{"-home-dev-app/" + idA + ".jsonl.zst": string(zstdSized(t, []byte(chat(idA, "a1 a2"))))}.write(t)
	scans := NewScans()
	for range 2 {
		a, err := FindWith(context.Background(), TestFormats, []string{dir}, Request{Scans: scans})
		must(t, err)
		must(t, a.Close())
		if len(scans.seen) != 1 {
			t.Errorf("%d scans are remembered", len(scans.seen))
		}
	}
	before := stampsOf(t, dir)
	must(t, os.WriteFile(filepath.Join(dir, "-home-dev-app", idA+".jsonl.zst"), zstdSized(t, []byte(chat(idA, "a1 a3"))), 0o644))
	after := stampsOf(t, dir)
	if before[0] == after[0] {
		t.Error("a changed file has the same stamp")
	}
}

func TestDamagedCompressed(t *testing.T) {
	t.Parallel()
	long := []byte(strings.Repeat(chat(idA, "a1 a2"), 3000))
	for _, w := range ways {
		packed := w.pack(t, long)
		for what, data := range map[string][]byte{
			"cut":   packed[:len(packed)-9],
			"other": []byte("this is not compressed at all"),
			"empty": {},
		} {
			dir := tree{"-home-dev-app/" + idA + ".jsonl" + w.ending: string(data), "-home-dev-app/" + idB + ".jsonl": chat(idB, "b1")}.write(t)
			a, err := Find(context.Background(), TestFormats, []string{dir})
			must(t, err)
			said := fmt.Sprint(a.Warnings)
			if what != "empty" && !strings.Contains(said, "the compressed file is damaged") {
				t.Errorf("%s, %s: warnings %v", w.name, what, said)
			}
			if want := map[string]int{"cut": 2, "other": 1, "empty": 1}[what]; len(a.Sessions()) != want && w.name != "zstd" {
				t.Errorf("%s, %s: %d sessions, want %d", w.name, what, len(a.Sessions()), want)
			}
			must(t, a.Close())
		}
	}
}

// A small file that unpacks to far more than transcripts do is not read to its end.
func TestCompressedBomb(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("unpacks a gigabyte")
	}
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	must(t, err)
	_, err = io.CopyN(z, zeros{}, freeUnpacked+1<<20)
	must(t, err)
	must(t, z.Close())
	_, f := Unpacked("x.jsonl.zst", &File{Size: int64(b.Len()), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(b.Bytes())), nil
	}})
	r, err := f.Open()
	must(t, err)
	defer r.Close()
	if n, err := io.Copy(io.Discard, r); !errors.Is(err, errBomb) || n > freeUnpacked+1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
}
