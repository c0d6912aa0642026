package collect

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"time"

	"steno/parser/source"
)

// This file decides how one file is handled.

// relation compares a copy with the text that is to be in the archive.
type relation uint8

const (
	apart    relation = iota // neither begins the other
	shorter                  // the text begins with it and goes on
	reworded                 // the text says the same, but for what was removed
	same
	longer // it begins with the text and goes on
)

// manner is how copies are compared and kept: as they are, or redacted.
type manner interface {
	relate(h *held, now text) (relation, error)
	keep(h *held, name string) error
}

// text is what is to be in the archive of a file.
type text struct {
	io.ReaderAt
	size    int64
	changed time.Time // of the source; zero when something of it is still to come
}

func (t text) reader() io.Reader { return io.NewSectionReader(t, 0, t.size) }

// isTranscript reports the files that only grow. What becomes another is kept.
func isTranscript(name string) bool { return path.Ext(source.Plain(name)) == ".jsonl" }

// take copies one file if the archive does not have it.
func (r *run) take(name string) error {
	info, err := r.from.files[name].stat()
	if err != nil {
		return err
	}
	plain := source.Plain(name)
	if err := r.claim(plain, name); err != nil {
		return err
	}
	had, err := r.to.held(plain)
	if err != nil {
		return err
	}
	if len(had) == 1 && had[0].file.ModTime.Equal(info.ModTime()) && had[0].file.Size == r.from.unpacked(name, info).Size {
		r.sum.Unchanged++
		return nil
	}
	src, err := r.from.open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	now := src.text
	if isTranscript(name) {
		if now.size, err = settled(src, time.Now()); err != nil {
			return err
		}
		if now.size < src.size {
			now.changed = time.Time{}
		}
		if now.size == 0 && len(had) == 0 {
			return nil // nothing but a first line that is not whole yet
		}
	}
	return r.enter(plain, now, had, r.to)
}

// claim settles whose copy a name in the archive is, for one run. Two files of one name are a plain and
// a compressed one, or such as had other names before they were redacted.
func (r *run) claim(name, whose string) error {
	if other, ok := r.claims[name]; ok && other != whose {
		return fmt.Errorf("%q has the same name in the archive, and was taken", other)
	}
	r.claims[name] = whose
	return nil
}

// enter puts a text into the archive, unless what is there begins with it. What is there and
// neither begins it nor begins with it is kept.
func (r *run) enter(name string, now text, had []*held, as manner) (err error) {
	taken := Taken{Name: r.to.nameFor(name), What: New, Size: now.size, More: now.size}
	var best *held // what the source begins with, or what begins with that
	for _, h := range had {
		if h.is, err = as.relate(h, now); err != nil {
			return err
		}
		if h.is != apart && best == nil {
			best = h
		}
	}
	switch {
	case best != nil && best.is >= same:
		r.sum.Unchanged++
		if r.DryRun {
			return nil
		}
		return r.clear(name, best.name, had, as)
	case best != nil && best.is == reworded:
		taken.What, taken.More = Changed, 0
	case best != nil:
		taken.What, taken.More = Grown, max(0, now.size-best.file.Size)
	case len(had) > 0 && (isTranscript(name) || r.lessOf(name, now, had)):
		taken.What = Diverged
	case len(had) > 0:
		taken.What = Changed
	}
	if !r.DryRun {
		if err := r.replace(name, taken.Name, now, had, as); err != nil {
			return err
		}
	}
	r.sum.Taken = append(r.sum.Taken, taken)
	r.sum.Bytes += taken.More
	return nil
}

// lessOf reports whether what the archive has is kept: a document of another agent, which is a whole
// session, became shorter, or a session was run again and printed no more than what came then.
func (r *run) lessOf(name string, now text, had []*held) bool {
	if isRun(name) {
		return true
	}
	return r.from.formatOf(name) != r.from.first() && len(had) > 0 && now.size < had[0].file.Size
}

// replace writes a text and clears away what it replaces, after it was kept if it must be.
func (r *run) replace(name, target string, now text, had []*held, as manner) error {
	for _, h := range had {
		if h.name == target && h.is == apart && (isTranscript(name) || r.lessOf(name, now, had)) {
			if err := as.keep(h, name); err != nil {
				return err
			}
		}
	}
	if err := r.to.write(target, now); err != nil {
		return err
	}
	return r.clear(name, target, had, as)
}

// clear removes the copies of a file in another form than the one that stays.
func (r *run) clear(name, stays string, had []*held, as manner) error {
	for _, h := range had {
		if h.name == stays {
			continue
		}
		if h.is == apart {
			if err := as.keep(h, name); err != nil {
				return err
			}
		}
		if err := r.to.sync(); err != nil {
			return err
		}
		if err := r.to.root.Remove(h.name); err != nil {
			return err
		}
	}
	return nil
}

// relate compares a copy with a text. A copy that is damaged is apart from everything.
func (a *archive) relate(h *held, now text) (relation, error) {
	old, err := h.file.Open()
	if err != nil {
		return apart, unlessDamaged(err)
	}
	defer old.Close()
	src := now.reader()
	x, y := make([]byte, 256<<10), make([]byte, 256<<10)
	for {
		i, errNew := io.ReadFull(src, x)
		j, errOld := io.ReadFull(old, y)
		switch n := min(i, j); {
		case errNew != nil && !ended(errNew):
			return apart, errNew
		case errOld != nil && !ended(errOld):
			return apart, unlessDamaged(errOld)
		case !bytes.Equal(x[:n], y[:n]):
			return apart, nil
		case j < i:
			return shorter, nil
		case i < j:
			return longer, nil
		case errNew != nil:
			return same, nil
		}
	}
}

func ended(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

// unlessDamaged is err if it is the disk's; what else may go wrong is in the file.
func unlessDamaged(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return err
	}
	return nil
}
