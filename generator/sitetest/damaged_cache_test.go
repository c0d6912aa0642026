package sitetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"steno/generator"
	"steno/generator/output"
	"steno/tier"
)

// A cache or a manifest that was damaged, by whatever, costs time and nothing else: the next build
// makes the site that one without a cache makes, and writes nothing outside of the destination.
func TestDamagedCaches(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	top := t.TempDir()
	dest, cache := filepath.Join(top, "site"), filepath.Join(top, "cache")
	e.build(dest, cache)
	fresh := t.TempDir()
	e.build(fresh, "")
	want := readFiles(t, fresh)
	damages := []struct {
		name string
		do   func(data []byte) []byte
	}{
		{"cut", func(data []byte) []byte { return data[:e.r.IntN(len(data)+1)] }},
		{"a bit", func(data []byte) []byte {
			if len(data) > 0 {
				data[e.r.IntN(len(data))] ^= 1 << e.r.IntN(8)
			}
			return data
		}},
		{"a part twice", func(data []byte) []byte { return append(data, data[e.r.IntN(len(data)+1):]...) }},
		{"zeros", func(data []byte) []byte { return make([]byte, len(data)) }},
		{"noise", func(data []byte) []byte {
			for i := range data {
				data[i] = byte(e.r.Uint32())
			}
			return data
		}},
		{"other names", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("index.html"), []byte("../../x.html")) }},
	}
	for n := range tier.Count(4, 120) {
		var names []string
		err := filepath.WalkDir(cache, func(name string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				names = append(names, name)
			}
			return err
		})
		e.must(err)
		name, damage := names[e.r.IntN(len(names))], damages[n%len(damages)]
		data, err := os.ReadFile(name)
		e.must(err)
		e.must(os.WriteFile(name, damage.do(data), 0o600))
		for _, name := range names { // else what is damaged may not be read
			if filepath.Ext(name) == ".json" {
				e.must(os.Remove(name))
			}
		}
		e.build(dest, cache)
		got := readFiles(t, dest)
		sameFiles(t, want, got)
		if entries, err := os.ReadDir(top); err != nil || len(entries) != 2 {
			t.Errorf("beside site and cache are %v (%v)", entries, err)
		}
		if t.Failed() {
			t.Fatalf("after %s in %s", damage.name, filepath.Base(name))
		}
	}
}

// A manifest that names files elsewhere, by whatever means, has no power over them.
func TestHostileManifests(t *testing.T) {
	t.Parallel()
	e := newEditor(t)
	for i, name := range []string{"../kept.txt", `..\kept.txt`, "/etc/hostname", "a/../../kept.txt", "site/../../kept.txt", "./../kept.txt", "%2e%2e/kept.txt", "\u0000", "", ".", "con", "kept.txt/.."} {
		if !tier.OneIn(6, i) {
			continue
		}
		top := t.TempDir()
		dest, kept := filepath.Join(top, "site"), filepath.Join(top, "kept.txt")
		e.build(dest, "")
		manifest := filepath.Join(dest, output.ManifestName)
		e.must(os.WriteFile(kept, []byte("mine"), 0o600))
		data, err := os.ReadFile(manifest)
		e.must(err)
		quoted, err := json.Marshal(name)
		e.must(err)
		hostile := bytes.Replace(data, []byte(`"index.html"`), quoted, 1)
		e.must(os.WriteFile(manifest, hostile, 0o600))
		c := e.config
		c.Destination = dest
		_, _ = generator.Build(t.Context(), generator.Options{Config: c, Version: "test", Force: true}) // it may be refused
		if got, err := os.ReadFile(kept); err != nil || string(got) != "mine" {
			t.Errorf("%q: the file beside the site is %q (%v)", name, got, err)
		}
	}
}
