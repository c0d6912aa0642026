package facts

import (
	"slices"

	"steno/parser"
	"steno/parser/linediff"
)

// The net change of a file is that of the session's own edits, laid over each other: what is recorded of
// each says which lines it put and which it took, and the lines that are new less those that are gone
// are the sum of these. What others do to the file between two edits (the user, a formatter, another
// session) is in none of them and is no change of the session: lines that a later patch shows where others
// had been are learned, in their place, and lines that it shows behind the end were there before. Only
// where an edit overwrites the whole file without a patch does what others did become part of it. It is a
// bound where a file was overwritten or deleted of which no call showed the whole: see File.AtLeast.

// Lines is what is known of a file: its lines when the session first changed it, and now.
// Both point at the same line where it is the same one, so that lines which were not read
// compare as equal.
type Lines struct {
	base, now []*line
	known     bool  // base is the whole file
	touched   place // of the last command of the session that changed it in ways that are not recorded
	atLeast   bool  // what was overwritten is not known
	unplaced  bool  // where in the file a change was is not known
	loose     bool  // places are not known by number: a patch named a line beyond all bounds
	*bounds
}

// bounds limit the room and the work that the files of one session take, as line numbers and
// patches may be anything.
type bounds struct {
	lines, steps int
	places       []origin
}

func newBounds() *bounds {
	return &bounds{lines: 2_000_000, steps: 200_000_000, places: make([]origin, 1)}
}

// line is a line of a file.
type line struct {
	hash uint64
	text place  // whose text has the line; 0 when the line is unknown
	at   uint32 // of the text's lines
	made place  // what made it, 0 when it was there before
	gone place  // what removed it
}

func (l *line) seen() bool { return l.text != 0 }

// place is the number of an origin.
type place uint32

// origin is a part of a call that shows lines of a file, or changes them.
type origin struct {
	call   *Call
	change *parser.Change // nil when it changes the file in ways that are not recorded, or reads it
	edit   int            // number of the change among those of the call
	hunk   int            // of the change; wholeRead for the text that the call read, noText for none
}

const (
	wholeRead = -1
	noText    = -2
)

// place numbers an origin.
func (b *bounds) place(o origin) place {
	b.places = append(b.places, o)
	return place(len(b.places) - 1)
}

// change applies a change, the call's edit of that number.
func (f *Lines) change(call *Call, edit int, c *parser.Change) {
	if c.Whole {
		f.whole(c, f.place(origin{call, c, edit, 0}))
		return
	}
	shift := 0
	for i, h := range c.Hunks {
		at := -1
		if h.Old > 0 && f.fit(h.Old-1+shift+old(h.Lines)) {
			at = f.numbered(h.Old-1+shift, h.Lines)
		} else {
			at = f.anywhere(h.Lines)
		}
		shift += f.apply(at, h.Lines, f.place(origin{call, c, edit, i}))
	}
}

// read takes the lines of the whole file as a call showed them before the first change.
func (f *Lines) read(texts []string, by place) {
	if !f.fit(len(texts)) {
		return
	}
	f.known = true
	f.grow(len(texts))
	for i, text := range texts {
		l := f.now[i]
		l.hash, l.text, l.at = linediff.HashOf(text), by, uint32(i)
	}
}

// whole replaces all lines.
func (f *Lines) whole(c *parser.Change, by place) {
	f.atLeast = f.atLeast || !c.Created && !f.known && len(f.base) == 0 && len(f.now) == 0
	was := f.now
	now := make([]*line, 0, len(c.Hunks[0].Lines))
	for i, l := range c.Hunks[0].Lines {
		now = append(now, &line{hash: l.Hash, text: by, at: uint32(i), made: by})
	}
	ids, from, to := map[*line]uint64{}, 0, 0
	keep := func(n int) {
		for ; n > 0; n, from, to = n-1, from+1, to+1 {
			now[to] = was[from]
		}
	}
	for _, e := range linediff.Diff(hashes(was, ids), hashes(now, ids)) {
		keep(e.From - from)
		for ; from < e.To; from++ {
			was[from].gone = by
		}
		to = e.NewTo
	}
	keep(len(was) - from)
	f.now = now
}

// fit reports whether there is room for so many lines.
func (f *Lines) fit(n int) bool {
	if more := n - len(f.now); more > f.bounds.lines {
		f.loose = true
	} else if more > 0 {
		f.bounds.lines -= more
	}
	return !f.loose
}

// numbered returns where a hunk with a line number applies: at that line, or at the nearest
// place where the lines that are known fit.
func (f *Lines) numbered(at int, hunk []parser.Line) int {
	f.grow(at + old(hunk))
	const reach = 400
	for d := range reach {
		for _, candidate := range []int{at - d, at + d} {
			if misses, hits := f.fits(candidate, hunk); misses == 0 && (d == 0 || hits > old(hunk)/2) {
				return candidate
			}
		}
	}
	return at
}

// old is how many lines a hunk has before the change.
func old(hunk []parser.Line) int {
	n := 0
	for _, l := range hunk {
		if l.Op != parser.LineAdded {
			n++
		}
	}
	return n
}

// grow adds unknown lines to the end.
func (f *Lines) grow(n int) {
	for len(f.now) < n {
		l := new(line)
		f.base, f.now = append(f.base, l), append(f.now, l)
	}
}

// fits counts the known lines that are equal to those of a hunk, up to the first one that differs.
func (f *Lines) fits(at int, hunk []parser.Line) (misses, hits int) {
	if at < 0 || at+old(hunk) > len(f.now) {
		return 1, 0
	}
	for _, l := range hunk {
		if l.Op == parser.LineAdded {
			continue
		}
		switch have := f.now[at]; {
		case !have.seen():
		case have.hash == l.Hash:
			hits++
		default:
			return 1, hits
		}
		at++
	}
	return misses, hits
}

// anywhere returns where a hunk without a line number applies: where all its lines are, or
// behind the end, as an island of which no more is known.
func (f *Lines) anywhere(hunk []parser.Line) int {
	n := old(hunk)
	f.steps -= len(f.now)
	for at := 0; f.steps > 0 && n > 0 && at+n <= len(f.now); at++ {
		misses, hits := f.fits(at, hunk)
		if misses == 0 && hits == n {
			return at
		}
		f.steps -= hits
	}
	f.unplaced = true
	f.grow(len(f.now) + 1) // keeps islands apart
	at := len(f.now)
	f.grow(at + n)
	return at
}

// apply changes the lines at a place and returns by how many the file grew.
func (f *Lines) apply(at int, hunk []parser.Line, by place) int {
	made := make([]*line, 0, len(hunk))
	end := at
	for i, l := range hunk {
		if l.Op == parser.LineAdded {
			made = append(made, &line{hash: l.Hash, text: by, at: uint32(i), made: by})
			continue
		}
		have := f.now[end]
		if have.seen() && have.hash != l.Hash && f.touched != 0 {
			have.gone = f.touched
			have = &line{made: f.touched} // the session's own command changed it
		}
		if !have.seen() || have.hash != l.Hash { // learned, or changed by others since
			have.hash, have.text, have.at = l.Hash, by, uint32(i)
		}
		if l.Op == parser.LineRemoved {
			have.gone = by
		} else {
			made = append(made, have)
		}
		end++
	}
	grown := len(made) - (end - at)
	f.now = slices.Replace(f.now, at, end, made...)
	return grown
}

// net returns how many lines the file has more and fewer than at first.
func (f *Lines) net() (added, removed int) {
	ids := map[*line]uint64{}
	return linediff.Count(linediff.Diff(hashes(f.base, ids), hashes(f.now, ids)))
}

// hashes returns the hashes of lines; an unknown line equals only itself.
func hashes(all []*line, ids map[*line]uint64) []uint64 {
	out := make([]uint64, len(all))
	for i, l := range all {
		out[i] = l.hash
		if !l.seen() {
			if ids[l] == 0 {
				ids[l] = uint64(len(ids)+1) * 0x9e3779b97f4a7c15
			}
			out[i] = ids[l]
		}
	}
	return out
}
