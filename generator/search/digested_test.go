package search

import (
	"bytes"
	"context"
	"testing"
)

// A session that was digested, written, read and added is as one that was added.
func TestDigestedIsTheSame(t *testing.T) {
	t.Parallel()
	sessions := archive(7, 40, 60)
	for _, o := range []Options{{}, {Scope: ScopeEverything, Snippet: -1}, {Scope: ScopeTitles, Snippet: 20}} {
		want, _ := build(t, o, sessions, 2)
		b := New(o)
		defer b.Close()
		for _, s := range sessions {
			data, err := b.Digest(s).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var d Digested
			if err := d.UnmarshalBinary(data); err != nil {
				t.Fatal(err)
			}
			if err := b.Add(context.Background(), &d); err != nil {
				t.Fatal(err)
			}
		}
		got := site{}
		if _, err := b.Finish(func(name string, data []byte) error { got[name] = bytes.Clone(data); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Errorf("%d files, want %d", len(got), len(want))
		}
		for name, data := range want {
			if !bytes.Equal(got[name], data) {
				t.Errorf("%s differs", name)
			}
		}
	}
}

func TestDamagedDigest(t *testing.T) {
	t.Parallel()
	data, err := New(Options{}).Digest(Session{ID: "a", Title: "Leaves"}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		var d Digested
		broken := bytes.Clone(data)
		broken[i] ^= 0x40
		if d.UnmarshalBinary(broken) == nil {
			t.Errorf("a digest with another byte %d was accepted", i)
		}
		if d.UnmarshalBinary(data[:i]) == nil {
			t.Errorf("%d of %d bytes were accepted", i, len(data))
		}
	}
}

func FuzzDigested(f *testing.F) {
	data, err := New(Options{}).Digest(Session{ID: "a", Title: "Leaves"}).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(_ *testing.T, data []byte) {
		var d Digested
		_ = d.UnmarshalBinary(data)
	})
}

// A session of very many words is coded in between; nothing else than memory depends on when.
func TestCodedInBetween(t *testing.T) {
	t.Parallel()
	d, all := newDigester(), newDigester()
	r := newRand(3)
	for doc := range 400 {
		for range r.IntN(30) {
			term := []byte{'a' + byte(r.IntN(26)), 'a' + byte(r.IntN(26))}
			for range 1 + r.IntN(3) {
				d.add(term)
				all.add(term)
			}
		}
		d.endDoc(doc, 1)
		all.endDoc(doc, 1)
		if doc%70 == 0 {
			d.code()
		}
	}
	if got, want := d.run(), all.run(); !bytes.Equal(got.data, want.data) {
		t.Errorf("%d bytes, want %d others", len(got.data), len(want.data))
	}
}
