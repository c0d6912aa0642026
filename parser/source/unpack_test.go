package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// item is one entry of an archive.
type item struct {
	name, content string
	link          string // where a symbolic link leads; "" for a file
}

func zipped(t *testing.T, items []item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, it := range items {
		h := &zip.FileHeader{Name: it.name, Method: zip.Deflate, Modified: time.Unix(1e9, 0)}
		if it.link != "" {
			h.SetMode(os.ModeSymlink | 0o777)
			it.content = it.link
		}
		f, err := w.CreateHeader(h)
		must(t, err)
		_, err = io.WriteString(f, it.content)
		must(t, err)
	}
	must(t, w.Close())
	return b.Bytes()
}

func tarred(t *testing.T, items []item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, it := range items {
		h := &tar.Header{Name: it.name, Typeflag: tar.TypeReg, Size: int64(len(it.content)), Mode: 0o644, ModTime: time.Unix(1e9, 0)}
		switch {
		case it.link != "":
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, it.link, 0
		case strings.HasSuffix(it.name, "/"):
			h.Typeflag = tar.TypeDir
		}
		must(t, w.WriteHeader(h))
		_, err := io.WriteString(w, it.content)
		must(t, err)
	}
	must(t, w.Close())
	return b.Bytes()
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	must(t, err)
	must(t, w.Close())
	return b.Bytes()
}

func zstded(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b)
	must(t, err)
	_, err = w.Write(data)
	must(t, err)
	must(t, w.Close())
	return b.Bytes()
}

// forms makes an archive of each form.
var forms = map[string]func(*testing.T, []item) []byte{
	"a.zip":     zipped,
	"a.tar":     tarred,
	"a.tar.gz":  func(t *testing.T, items []item) []byte { return gzipped(t, tarred(t, items)) },
	"a.tgz":     func(t *testing.T, items []item) []byte { return gzipped(t, tarred(t, items)) },
	"a.tar.zst": func(t *testing.T, items []item) []byte { return zstded(t, tarred(t, items)) },
}

func TestArchives(t *testing.T) {
	t.Parallel()
	items := []item{
		{name: "./projects/"},
		{name: "./projects/-home-dev-app/" + idA + ".jsonl", content: chat(idA, "a1 a2 a3")},
		{name: "./projects/-home-dev-app/" + idA + "/subagents/agent-x.jsonl", content: chat(idA, "b1")},
		{name: "./projects/-home-dev-app/" + idA + "/subagents/agent-x.meta.json", content: "{}"},
		{name: "./projects/-home-dev-app/" + idA + "/tool-results/t.txt", content: "output"},
		{name: "./__MACOSX/projects/-home-dev-app/._" + idA + ".jsonl", content: "\x00\x05"},
		{name: "./debug/latest", link: "x.txt"},
		{name: "./notes.bin", content: "\x00\x01"},
	}
	for form, pack := range forms {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, form), pack(t, items), 0o644))
			have := strings.ReplaceAll(find(t, dir, form), form, "FILE")
			compare(t, `
				project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
				  session `+idA+` start=2026-01-02T03:04:01
				    FILE/projects/-home-dev-app/`+idA+`.jsonl
				    agent x run="" meta=true FILE/projects/-home-dev-app/`+idA+`/subagents/agent-x.jsonl
				    result t.txt
				`, hashes.ReplaceAllString(have, "$1-HASH "))
			a, err := Find(context.Background(), TestFormats, []string{filepath.Join(dir, form)})
			must(t, err)
			f := a.Sessions()[0].Main[0]
			for range 2 { // a file can be read more than once
				r, err := f.Open()
				must(t, err)
				data, err := io.ReadAll(r)
				must(t, err)
				must(t, r.Close())
				if string(data) != chat(idA, "a1 a2 a3") || f.Size != int64(len(data)) || f.ModTime.Unix() != 1e9 {
					t.Errorf("read %q of %+v", data, f)
				}
			}
			must(t, a.Close())
			if _, err := f.Open(); err == nil && strings.HasSuffix(form, "zip") {
				t.Error("a file of a closed archive was opened")
			}
		})
	}
}

func TestArchiveAndFolderTogether(t *testing.T) {
	t.Parallel()
	dir := tree{"-home-dev-app/" + idA + ".jsonl": chat(idA, "a1 a2 a3 a4")}.write(t)
	old := zipped(t, []item{
		{name: "-home-dev-app/" + idA + ".jsonl", content: chat(idA, "a1 a2")},
		{name: `-home-dev-app\` + idB + ".jsonl", content: chat(idB, "b5")},
	})
	must(t, os.WriteFile(filepath.Join(dir, "old.zip"), old, 0o644))
	have := find(t, dir, "-home-dev-app", "old.zip")
	compare(t, `
		project app-HASH name="app" dir="/home/dev/app" folder="-home-dev-app"
		  session `+idA+` start=2026-01-02T03:04:01 snapshots=1
		    -home-dev-app/`+idA+`.jsonl
		  session `+idB+` start=2026-01-02T03:04:05
		    old.zip/-home-dev-app/`+idB+`.jsonl
		`, hashes.ReplaceAllString(have, "$1-HASH "))
}

func TestHostileArchives(t *testing.T) {
	t.Parallel()
	good := item{name: "-p/" + idA + ".jsonl", content: chat(idA, "a1")}
	for _, c := range []struct {
		name  string
		items []item
		want  string
	}{
		{"leading out", []item{good, {name: "-p/../../x.jsonl"}}, "leads out of the archive"},
		{"leading out with backslashes", []item{good, {name: `-p\..\..\x.jsonl`}}, "leads out of the archive"},
		{"absolute", []item{good, {name: "/etc/x.jsonl"}}, "has an absolute name"},
		{"absolute on a drive", []item{good, {name: `C:\x.jsonl`}}, "has an absolute name"},
		{"link for a transcript", []item{good, {name: "-p/x.jsonl", link: "/etc/passwd"}}, "is a link or a device"},
		{"file behind a link", []item{{name: "-p", link: "/etc"}, good}, "is behind a link"},
		{"link over a folder", []item{good, {name: "-p", link: "/etc"}}, `are behind the link "-p"`},
		{"one name twice", []item{good, good}, "is there twice"},
		{"one name twice, written differently", []item{good, {name: "./" + good.name}}, "is there twice"},
	} {
		for form, pack := range forms {
			t.Run(c.name+" "+form, func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), form)
				must(t, os.WriteFile(path, pack(t, c.items), 0o644))
				_, err := Find(context.Background(), TestFormats, []string{path})
				var e *Error
				if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), strconv.Quote(path)) {
					t.Errorf("error is %v, want %q", err, c.want)
				}
			})
		}
	}
}

func TestBombs(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("unpacks a gigabyte")
	}
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	must(t, err)
	w := tar.NewWriter(z)
	must(t, w.WriteHeader(&tar.Header{Name: "big.bin", Typeflag: tar.TypeReg, Size: freeUnpacked + 1<<20, Mode: 0o644}))
	_, err = io.CopyN(w, zeros{}, freeUnpacked+1<<20)
	must(t, err)
	must(t, w.Close())
	must(t, z.Close())
	path := filepath.Join(t.TempDir(), "bomb.tar.zst")
	must(t, os.WriteFile(path, b.Bytes(), 0o644))
	if _, err := Find(context.Background(), TestFormats, []string{path}); !errors.Is(err, errBomb) {
		t.Errorf("error is %v", err)
	}
}

// TestZipBomb is about a zip whose entries say that they unpack to too much.
func TestZipBomb(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"a.bin", "b.bin"} {
		f, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, UncompressedSize64: freeUnpacked/2 + 1, CompressedSize64: 2})
		must(t, err)
		_, err = f.Write([]byte{3, 0})
		must(t, err)
	}
	must(t, w.Close())
	path := filepath.Join(t.TempDir(), "bomb.zip")
	must(t, os.WriteFile(path, b.Bytes(), 0o644))
	if _, err := Find(context.Background(), TestFormats, []string{path}); !errors.Is(err, errBomb) {
		t.Errorf("error is %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestLyingSize is about a zip entry that says it is small and is not.
func TestLyingSize(t *testing.T) {
	t.Parallel()
	data := zipped(t, []item{{name: "-p/" + idA + ".jsonl", content: strings.Repeat(chat(idA, "a1"), 100)}})
	size := uint32(100 * len(chat(idA, "a1")))
	bytesOf := func(n uint32) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)} }
	if n := bytes.Count(data, bytesOf(size)); n == 0 {
		t.Fatal("no size found to change")
	}
	path := filepath.Join(t.TempDir(), "a.zip")
	must(t, os.WriteFile(path, bytes.ReplaceAll(data, bytesOf(size), bytesOf(300)), 0o644))
	a, err := Find(context.Background(), TestFormats, []string{path})
	if err != nil {
		return // refused as a whole, which is as well
	}
	defer a.Close()
	if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0].Text, "cannot be read") {
		t.Errorf("warnings are %v", a.Warnings)
	}
}

func TestDamagedArchives(t *testing.T) {
	t.Parallel()
	items := []item{
		{name: "-p/" + idA + ".jsonl", content: chat(idA, "a1 a2")},
		{name: "-p/" + idB + ".jsonl", content: strings.Repeat(chat(idB, "b1 b2"), 50)},
	}
	for form, pack := range forms {
		if form == "a.zip" { // its directory stands at the end: nothing can be found
			continue
		}
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			data := pack(t, items)
			if form == "a.tar" {
				data = data[:len(data)/2]
			} else {
				data = data[:len(data)-12]
			}
			path := filepath.Join(t.TempDir(), form)
			must(t, os.WriteFile(path, data, 0o644))
			a, err := Find(context.Background(), TestFormats, []string{path})
			if form == "a.tar.zst" && err != nil && strings.Contains(err.Error(), "damaged") {
				return // all of it stands in the one block that is broken
			}
			must(t, err)
			defer a.Close()
			if len(a.Sessions()) == 0 || !slices.ContainsFunc(a.Warnings, func(w Warning) bool { return strings.Contains(w.Text, "damaged") }) {
				t.Errorf("got %d sessions, warnings %v", len(a.Sessions()), a.Warnings)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "a.tar.gz")
	must(t, os.WriteFile(path, []byte("not gzip"), 0o644))
	var e *Error
	if _, err := Find(context.Background(), TestFormats, []string{path}); !errors.As(err, &e) {
		t.Errorf("error is %v", err)
	}
}

// TestSpoolIsRemoved does not run in parallel: it looks at the folder that all
// tests unpack to.
func TestSpoolIsRemoved(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	for name, items := range map[string][]item{
		"good.tar": {{name: "-p/" + idA + ".jsonl", content: chat(idA, "a1")}},
		"evil.tar": {{name: "-p/" + idA + ".jsonl", content: chat(idA, "a1")}, {name: "../x.jsonl"}},
	} {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, tarred(t, items), 0o644))
		if a, err := Find(context.Background(), TestFormats, []string{path}); err == nil {
			must(t, a.Close())
			must(t, a.Close())
		}
	}
	left, err := filepath.Glob(filepath.Join(temp, "steno-*"))
	must(t, err)
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
