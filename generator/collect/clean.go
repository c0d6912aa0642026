package collect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact"
	"steno/parser/source"
)

// piece is one file that is redacted.
type piece struct {
	name   string
	as     string // in the archive
	info   fs.FileInfo
	size   int64 // up to which it is taken
	values []redact.Value

	todo     bool // it is not in the archive as it is now
	excluded bool // its values are collected, and nothing else
}

// takeClean takes files, redacted. First all values are collected, as any of them may stand
// in any file, and a home directory in the name of any.
func (r *run) takeClean(ctx context.Context) error {
	var changed, unchanged []*piece
	for _, name := range r.from.names {
		p := &piece{name: name}
		var err error
		if p.info, err = r.from.files[name].stat(); err != nil {
			r.problem(name, err)
		} else if r.knows(p) {
			unchanged = append(unchanged, p)
		} else {
			changed = append(changed, p)
		}
	}
	todo, fresh := r.learn(ctx, changed)
	again, _ := r.learn(ctx, r.touched(ctx, unchanged, append(fresh, r.redaction.fresh...)))
	for _, p := range append(todo, again...) {
		p.todo = true
	}
	r.redaction.second.settle(r.Redact, r.redaction.state.Known)
	r.redaction.settleNames(r.from.projects())
	for _, p := range r.place(append(unchanged, todo...)) {
		if ctx.Err() != nil {
			break
		}
		if p.excluded || !p.todo {
			continue
		}
		redactor := r.Redact.FreezeBeside(r.redaction.state.Known, p.values)
		if err := r.reviewed(redactor); err != nil {
			r.problem(p.name, err)
		} else if err := r.takePiece(p, redactor); err != nil {
			r.problem(p.name, err)
		}
	}
	return ctx.Err()
}

// place settles what files are called in the archive, and returns those that have a place there, in order.
func (r *run) place(pieces []*piece) (placed []*piece) {
	slices.SortFunc(pieces, func(x, y *piece) int { return strings.Compare(x.name, y.name) })
	for _, p := range pieces {
		p.as = r.redaction.nameOf(p.name)
		err := r.claim(p.as, p.name)
		if err == nil && r.Excluded[r.from.files[p.name].path] {
			err = r.exclude(p)
		}
		if err != nil {
			r.problem(p.name, err)
			continue
		}
		placed = append(placed, p)
	}
	return placed
}

// exclude leaves a file out. What the archive has of it stays as it is: only its owner can remove it.
func (r *run) exclude(p *piece) error {
	p.excluded = true
	had, err := r.to.held(p.as)
	if err != nil {
		return err
	}
	if len(had) == 0 {
		r.sum.Excluded++
	}
	for _, h := range had {
		r.sum.Held = append(r.sum.Held, h.name)
	}
	return nil
}

// errUnreviewed is the problem of files that contain values that nobody has reviewed.
var errUnreviewed = errors.New("nobody has reviewed")

// reviewed fails for a file that is not to be taken before somebody has reviewed what would
// be removed from it: only here the values can be looked at.
func (r *run) reviewed(redactor *redact.Redactor) error {
	if !r.RequireReview {
		return nil
	}
	found := redactor.Unreviewed()
	if len(found) == 0 {
		return nil
	}
	r.sum.Unreviewed += len(found)
	return fmt.Errorf("%w %d of the values that would be redacted, such as %s", errUnreviewed, len(found), found[0].Placeholder)
}

// knows reports whether the archive has what there is of a file.
func (r *run) knows(p *piece) bool {
	if !r.redaction.state.knows(p.name, p.info) {
		return false
	}
	had, err := r.to.held(r.redaction.state.Names[p.name])
	return err == nil && (len(had) == 1 || p.info.Size() == 0)
}

// learn collects the values of files, and returns the files that could be read and the
// values that were not known before.
func (r *run) learn(ctx context.Context, pieces []*piece) (readable []*piece, fresh []redact.Value) {
	for _, p := range pieces {
		if ctx.Err() != nil {
			return nil, nil
		}
		delete(r.redaction.state.Files, p.name) // until it is redacted: the next run already knows these values
		if err := r.collectValues(p); err != nil {
			r.problem(p.name, err)
			continue
		}
		readable = append(readable, p)
		fresh = append(fresh, r.redaction.state.learn(p.values)...)
	}
	return readable, fresh
}

// touched returns the files that are to be redacted again because values became known. The
// others are unchanged.
func (r *run) touched(ctx context.Context, pieces []*piece, fresh []redact.Value) (again []*piece) {
	for _, p := range pieces {
		if ctx.Err() == nil && len(fresh) > 0 && r.touches(p, fresh) {
			again = append(again, p)
		} else if p.info.Size() > 0 {
			r.sum.Unchanged++
		}
	}
	return again
}

// touches reports whether one of the values may be in a file. A file that cannot be read
// says so when it is to be redacted.
func (r *run) touches(p *piece, fresh []redact.Value) bool {
	if len(usersOf(fresh)) > 0 {
		return true // they cannot be looked for
	}
	f, err := r.from.open(p.name)
	if err != nil {
		return true
	}
	defer f.Close()
	var some strings.Builder
	found := false
	err = eachPart(p.name, f.reader(), func(part []byte) error {
		replaceEmbedded(part, reading(func(text []byte) { some.Write(text) }))
		if some.Write(part); some.Len() > 4<<20 {
			found = found || r.Redact.Touches(some.String(), fresh)
			some.Reset()
		}
		return nil
	})
	return found || err != nil || r.Redact.Touches(some.String(), fresh)
}

// collectValues settles how much of a file is taken and finds the values in it.
func (r *run) collectValues(p *piece) error {
	src, err := r.from.open(p.name)
	if err != nil {
		return err
	}
	defer src.Close()
	p.size = src.size
	if isTranscript(p.name) {
		// Half a line may contain half a secret: it is not taken, however old it is.
		if p.size, err = settled(src, src.info.ModTime()); err != nil {
			return err
		}
	}
	c := r.Redact.Collect()
	r.redaction.second.collect(c)
	err = eachPart(p.name, io.NewSectionReader(src, 0, p.size), func(part []byte) error {
		collectPart(c, p.name, part)
		return nil
	})
	p.values = c.Values()
	return err
}

// collectPart finds the values in a part of a file.
func collectPart(c *redact.Collector, name string, part []byte) {
	part = replaceEmbedded(part, taking(func(text []byte) {
		if isJSON(text) {
			c.Record(text)
		} else {
			c.Text(string(text))
		}
	}))
	if whole := isJSON(part); whole || isRecords(name) {
		c.Record(part)
		if whole {
			return
		}
	}
	c.Text(string(part))
}

// isRecords reports the files that contain JSON.
func isRecords(name string) bool {
	ext := path.Ext(source.Plain(name))
	return ext == ".jsonl" || ext == ".json"
}

// takePiece takes one file.
func (r *run) takePiece(p *piece, redactor *redact.Redactor) error {
	src, err := r.from.open(p.name)
	if err != nil {
		return err
	}
	defer src.Close()
	now, err := r.redaction.fill(&r.redaction.now, p.name, io.NewSectionReader(src, 0, p.size), redactor)
	if err != nil {
		return err
	}
	if p.size == src.size {
		now.changed = p.info.ModTime()
	}
	had, err := r.to.held(p.as)
	if err != nil {
		return err
	}
	if now.size == 0 && len(had) == 0 && isTranscript(p.as) {
		r.redaction.state.note(p)
		return nil // nothing but a first line that is not whole yet
	}
	as := &cleaned{r.redaction, r.to, redactor}
	if now, err = as.longest(now, had); err != nil {
		return err
	}
	if err := r.enter(p.as, now, had, as); err != nil {
		return err
	}
	r.redaction.state.note(p)
	return nil
}

// cleaned is the manner of files that are redacted.
type cleaned struct {
	*redaction
	to       *archive
	redactor *redact.Redactor // of the file
}

// longest is the text that is to be in the archive: of a transcript that became shorter, the
// copy, without what is known by now to be removed.
func (c *cleaned) longest(now text, had []*held) (text, error) {
	for _, h := range had {
		is, err := c.relate(h, now)
		if err != nil {
			return text{}, err
		}
		if is == longer {
			return c.again(h, &c.now)
		}
	}
	return now, nil
}

// again redacts a copy again.
func (c *cleaned) again(h *held, into *spool) (text, error) {
	f, err := h.file.Open()
	if err != nil {
		return text{}, err
	}
	defer f.Close()
	return c.fill(into, h.of, f, c.redactor)
}

// relate compares a copy with a redacted text. The copy may have been made before all
// of the values were known, and by other numbers: it is redacted again, and all that is
// for a value counts as the same.
func (c *cleaned) relate(h *held, now text) (relation, error) {
	is, err := c.to.relate(h, now)
	if is != apart || err != nil || !isTranscript(h.name) {
		return is, err
	}
	old, err := c.again(h, &c.old)
	if err != nil {
		return apart, unlessDamaged(err)
	}
	a, b := newLines(old.reader()), newLines(now.reader())
	for {
		x, errX := a.next()
		y, errY := b.next()
		switch {
		case errX != nil && errX != io.EOF || errY != nil && errY != io.EOF:
			return apart, errors.Join(errX, errY)
		case errX == io.EOF && errY == io.EOF:
			return reworded, nil
		case errX == io.EOF:
			return shorter, nil
		case errY == io.EOF:
			return longer, nil
		}
		if x, y = anonymous(x), anonymous(y); !bytes.Equal(x, y) && !(bytes.HasPrefix(y, x) && !bytes.HasSuffix(x, []byte("\n"))) {
			return apart, nil
		}
	}
}

// anonymous is a line in which all that was removed looks alike.
func anonymous(line []byte) []byte { return placeholder.ReplaceAll(line, []byte("[redacted]")) }

// keep keeps a copy as it is when it is redacted again.
func (c *cleaned) keep(h *held, name string) error {
	old, err := c.again(h, &c.old)
	if err != nil && unlessDamaged(err) == nil {
		return c.to.keep(h, name) // it was redacted when it was made
	}
	if err != nil {
		return err
	}
	old.changed = h.file.ModTime
	target, err := c.to.earlierName(old.reader(), name, path.Base(h.name))
	if err != nil {
		return err
	}
	return c.to.write(target, old)
}

// textOf is a text that is in memory.
func textOf(data []byte) text { return text{bytes.NewReader(data), int64(len(data)), time.Time{}} }

// isJSON reports whether a line contains JSON and nothing else. Several values on a line do as well.
func isJSON(line []byte) bool {
	twice, damaged := jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)
	if jsontext.Value(line).IsValid(twice, damaged) {
		return true
	}
	for d := jsontext.NewDecoder(bytes.NewReader(line), twice, damaged); ; {
		if err := d.SkipValue(); err != nil {
			return err == io.EOF
		}
	}
}
