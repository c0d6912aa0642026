package output

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Files come back as they were kept, and damage is found or read as other files.
func TestFilesAreKept(t *testing.T) {
	t.Parallel()
	files := Files{}
	for i := range 300 {
		name := fmt.Sprintf("sessions/%d/index.html", i*i)
		files = append(files, File{name, int64(i) << 20, sha256.Sum256([]byte(name)), int64(i)<<50 - 1})
	}
	for _, want := range []Files{files, files[:1], {{}}, {}} {
		data, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got Files
		if err := got.UnmarshalBinary(data); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d files came back as %d: %v", len(want), len(got), err)
		}
		for i := range data {
			if err := new(Files).UnmarshalBinary(data[:i]); err == nil {
				t.Errorf("%d of %d bytes were taken for a list", i, len(data))
			}
		}
	}
}

func FuzzFiles(f *testing.F) {
	data, err := Files{{"a/b", 1, sha256.Sum256(nil), 2}, {"a/c", 3, sha256.Sum256(nil), 4}}.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var list, again Files
		if list.UnmarshalBinary(data) != nil {
			return
		}
		data, err := list.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalBinary(data); err != nil || !slices.Equal(list, again) {
			t.Errorf("%v became %v: %v", list, again, err)
		}
	})
}

// A file that was replaced is another one, with the same bytes, too.
func TestSameFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "m")
	look := func() os.FileInfo {
		info, _ := os.Lstat(name)
		return info
	}
	none := look()
	if !sameFile(none, look()) {
		t.Error("no file is another than no file")
	}
	if err := WriteFile(name, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	was := look()
	if sameFile(none, was) || sameFile(was, none) || !sameFile(was, look()) {
		t.Error("a file is taken for none, or for another than itself")
	}
	if err := WriteFile(name, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if sameFile(was, look()) {
		t.Error("what replaced a file is taken for it")
	}
}
