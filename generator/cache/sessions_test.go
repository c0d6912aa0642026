package cache

import (
	"encoding/binary"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator/redact"
)

// listed are sessions as a build lists them.
func listed() []*Session {
	return []*Session{
		{ID: "b", Source: "what it was made from", Values: []redact.Value{{Rule: "aws", Hash: redact.Hash{1, 255}}}, Found: []redact.Hash{{2}},
			Asked: map[string]string{"a": "sessions/a"}, Parts: Parts{Digest: Span{At: 1, Size: 2, Sum: 3}, Rest: Span{At: 4, Size: 5, Sum: 6}}, Left: leftOf{7, "stamp", "removed"}},
		{ID: "a", Title: "Steep the tea"},
		{ID: ""},
	}
}

func yields(sessions []*Session) iter.Seq2[*Session, error] {
	return func(yield func(*Session, error) bool) {
		for _, m := range sessions {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// What a build lists of each session, the next one reads, and nothing of sessions that are not listed.
func TestSessionsAreListed(t *testing.T) {
	t.Parallel()
	dir, closed := t.TempDir(), false
	want := listed()
	if err := writeRecords(dir, cacheHead{Version: version, Base: "base"}, yields(want), func() { closed = true }); err != nil || !closed {
		t.Fatal(err, closed)
	}
	r, head, err := openRecords(filepath.Join(dir, sessionsName))
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if head.Base != "base" || head.Used != 2+5 || head.Count != len(want) {
		t.Errorf("the head is %+v", head)
	}
	if ids := r.ids(); !slices.Equal(ids, []string{"", "a", "b"}) {
		t.Errorf("the sessions %q are listed", ids)
	}
	for _, m := range want {
		if diff := cmp.Diff(m, r.read(m.ID)); diff != "" {
			t.Errorf("session %q: %s", m.ID, diff)
		}
	}
	if m := r.read("c"); m != nil {
		t.Errorf("a session that is not listed is read: %+v", m)
	}
	if spans := slices.Collect(r.spans()); len(spans) != 9 || spans[0] != want[0].Parts.Digest || spans[2] != want[0].Parts.Rest {
		t.Errorf("their parts are %v", spans)
	}
}

// A list that another program wrote, or that is not complete though its sum is right, is not read.
func TestOtherLists(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, sessionsName)
	if err := writeRecords(dir, cacheHead{Version: version - 1}, yields(listed()), func() {}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openRecords(name); err == nil {
		t.Error("the list of another version is read")
	}
	if err := writeRecords(dir, cacheHead{Version: version}, yields(listed()), func() {}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	whole = whole[:len(whole)-4] // without the sum
	length, lengthSize := binary.Uvarint(whole)
	for what, text := range map[string][]byte{
		"its first session": whole[lengthSize+int(length):], "the length of the head": whole[:len(whole)-headLength], "everything": nil,
	} {
		if err := writeSummed(name, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			t.Fatal(err)
		}
		if _, _, err := openRecords(name); err == nil {
			t.Errorf("the list is read without %s", what)
		}
	}
}

// Two sessions of one id, as of two copies of a file, do not make a list useless: one of them is found.
func TestSessionsOfOneID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := writeRecords(dir, cacheHead{Version: version}, yields([]*Session{{ID: "a"}, {ID: "b"}, {ID: "a"}}), func() {}); err != nil {
		t.Fatal(err)
	}
	r, _, err := openRecords(filepath.Join(dir, sessionsName))
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if r.read("a") == nil || r.read("b") == nil {
		t.Error("a session is not found")
	}
}

// What a build keeps of a session is read as it was then, whatever became of the session in memory.
func TestKeeps(t *testing.T) {
	t.Parallel()
	c := newCache(t.TempDir(), "")
	defer c.Close()
	var refs []Ref
	for _, m := range listed() {
		refs = append(refs, c.Keep(m))
		m.Title = "another"
	}
	for i, want := range listed() {
		got, err := keptIn(c, refs[i])
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("session %q: %v %s", want.ID, err, diff)
		}
	}
	if _, err := keptIn(c, (*Cache)(nil).Keep(&Session{})); err == nil {
		t.Error("without a cache, something is kept")
	}
}
