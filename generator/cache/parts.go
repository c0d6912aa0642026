package cache

import (
	"sync"
	"time"
	"unsafe"

	"steno/generator/flat"
	"steno/generator/output"
	"steno/generator/summary"
)

// summaries are how the summaries of a build are read.
type summaries struct {
	shape flat.Shape
	store func() *summary.Store // an empty one, which takes longer to make than a summary to read
}

func summariesOf(shape flat.Shape) summaries {
	return summaries{shape, sync.OnceValue(func() *summary.Store { return summary.NewStore(shape, 0) })}
}

// Summaries returns a store for the summaries of a build, which can take over those that
// [Cache.Summary] returns.
func (c *Cache) Summaries() *summary.Store {
	if c == nil {
		return summary.NewStore(nil, 0)
	}
	store := summary.NewStore(c.earlier.shape, c.sessions.count())
	c.digests.grows = c.digests.grows && c.earlier.shape.Equal(store.Shape())
	return store
}

// Summary returns the summary of a session of the last build, for a store that [Cache.Summaries]
// returned. It may be read until [Cache.Save].
func (c *Cache) Summary(m *Session, store *summary.Store) (of *summary.Stored, err error) {
	err = c.digests.with(m.Parts.Summary, func(data []byte) (err error) {
		of, err = store.KeepAt(c.digests.old, m.Parts.Summary.At, data)
		return err
	})
	return of, err
}

// SummaryWas returns the summary of a session of the last build.
func (c *Cache) SummaryWas(m *Session) (*summary.Session, error) {
	data, err := c.digests.get(m.Parts.Summary)
	if err != nil {
		return nil, err
	}
	return c.earlier.store().Read(data)
}

// Files returns all that the last build wrote for a session.
func (c *Cache) Files(m *Session) (files output.Files, err error) { return filesAt(c, m.Parts.Rest) }

func filesAt(c *Cache, rest Span) (files output.Files, err error) {
	err = c.digests.with(rest, func(data []byte) error {
		r, err := readRest(c.rest, data)
		if err != nil {
			return err
		}
		return files.UnmarshalBinary(unsafe.Slice(unsafe.StringData(r.Files), len(r.Files))) // it keeps copies
	})
	return files, err
}

// Removed returns what is kept of a session for the time when its files are no more; it is empty if
// that cannot be read.
func (c *Cache) Removed(m *Session) Removed {
	r, _ := restOf(c, m)
	return r.Removed
}

func restOf(c *Cache, m *Session) (r rest, err error) {
	data, err := c.digests.get(m.Parts.Rest)
	if err != nil {
		return r, err
	}
	return readRest(c.rest, data)
}

// readRest reads a rest. Its texts are parts of data, which must not change while they are needed.
func readRest(codec *flat.Codec[rest], data []byte) (r rest, err error) {
	err = codec.Read(unsafe.String(unsafe.SliceData(data), len(data)), &r)
	return r, err
}

// removedKey condenses what is kept of a session for the time when its files are no more.
func removedKey(r *Removed) string {
	k := make(keying, 0, 1<<8)
	k.add(r.Format, r.Project.Slug, r.Project.Name, r.Project.Folder, r.Project.Dir, r.Folder.Name, r.Folder.Dir)
	k.add(r.Start.UTC().Format(time.RFC3339Nano), r.End.UTC().Format(time.RFC3339Nano))
	k.number(r.Size)
	return k.key()
}

func putRest(c *Cache, codec *flat.Codec[rest], files output.Files, removed Removed) (at Span, err error) {
	data, err := files.MarshalBinary()
	if err != nil {
		return at, err
	}
	return c.digests.put(codec.Append(nil, &rest{string(data), removed})), nil
}
