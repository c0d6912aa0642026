package cache

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// grownDigests writes parts, and opens them to be written on.
func grownDigests(t *testing.T, dir string, texts ...string) (*digests, []Span) {
	t.Helper()
	d := openDigests(dir, digestNames{})
	var spans []Span
	used := int64(0)
	for _, text := range texts {
		spans = append(spans, d.put([]byte(text)))
		used += int64(len(text))
	}
	names, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	d.close()
	d = openDigests(dir, names)
	d.grow(used)
	if !d.grows {
		t.Fatal("the file does not grow")
	}
	return d, spans
}

// What is new is written behind what is there, which stays; what nobody needs any more is gone.
func TestDigestsGrow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, spans := grownDigests(t, dir, "a session", "a secret", "a summary")
	added := d.put([]byte("a session that grew"))
	names, err := d.save()
	if err != nil || names.Sessions != filepath.Base(d.old.Name()) {
		t.Fatalf("saved as %q (%v)", names.Sessions, err)
	}
	if err := d.forget(names); err != nil {
		t.Fatal(err)
	}
	if err := d.erase(spans[1:2]); err != nil {
		t.Fatal(err)
	}
	d.close()
	d = openDigests(dir, names)
	defer d.close()
	for at, want := range map[Span]string{spans[0]: "a session", spans[2]: "a summary", added: "a session that grew"} {
		if got, err := d.get(at); err != nil || string(got) != want {
			t.Errorf("read %q (%v), want %q", got, err, want)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(dir, names.Sessions)); bytes.Contains(data, []byte("secret")) {
		t.Errorf("the file still has what was erased: %q", data)
	}
}

// A build that ends early leaves the file as it was.
func TestDigestsOfABuildThatFailed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d, _ := grownDigests(t, dir, "a session")
	name := d.old.Name()
	d.put(bytes.Repeat([]byte("much"), 1<<18))
	d.close()
	if data, err := os.ReadFile(name); err != nil || string(data) != "a session" {
		t.Errorf("the file has %d bytes (%v), want those of before", len(data), err)
	}
}

// Two builds do not write into one file, and none into one that has been replaced.
func TestDigestsThatAnotherBuildWrote(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(name string) error{
		"longer": func(name string) error { return os.WriteFile(name, []byte("a session and another"), 0o600) },
		"gone":   os.Remove,
		"replaced": func(name string) error {
			other := name + ".new"
			return errors.Join(os.WriteFile(other, []byte("a session"), 0o600), os.Rename(other, name))
		},
	} {
		d, _ := grownDigests(t, t.TempDir(), "a session")
		if err := change(d.old.Name()); err != nil {
			t.Fatal(err)
		}
		is, _ := os.ReadFile(d.old.Name())
		d.put(make([]byte, 1<<20)) // more than is written at once
		if now, _ := os.ReadFile(d.old.Name()); !bytes.Equal(now, is) {
			t.Errorf("%s: the other file has %d bytes, not %d", what, len(now), len(is))
		}
		if names, err := d.save(); err == nil {
			t.Errorf("%s: saved as %q", what, names.Sessions)
		}
		d.close()
	}
}

// A file of which much is not needed any more is not written on.
func TestDigestsAreWrittenAgain(t *testing.T) {
	t.Parallel()
	d := &digests{old: os.Stdin, oldSize: 10 << 20}
	for used, want := range map[int64]bool{10 << 20: true, 8 << 20: true, 7 << 20: false, 11 << 20: false} {
		if d.grow(used); d.grows != want {
			t.Errorf("%d of %d bytes are in use: it grows: %v", used, d.oldSize, d.grows)
		}
	}
}
