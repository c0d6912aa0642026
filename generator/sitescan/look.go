package sitescan

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// Look looks for values by their fingerprints. It is immutable, and for any number of goroutines.
type Look struct {
	key        Key
	mixer      mixer
	names      []string // of rules
	list       []fingerprint
	filter     []uint64 // one bit for each that the start of a window's hash may be
	shift      uint
	groups     []uint32 // where in the list windows with the same first bits begin: some eight
	groupShift uint
	wide       bool // some window has bytes outside of ASCII
	spaced     bool // some value has a space
	counts     Counts
	finders    chan *finder // that have nothing to do; a sync.Pool would let go of their buffers
}

// Counts says how many values a look covers. A value is counted once, whatever its rules.
type Counts struct {
	Covered int `json:"covered"`
	Short   int `json:"short"`  // of fewer than MinLength characters
	Common  int `json:"common"` // removed only in their context, as words used as passwords are
	Public  int `json:"public"` // in texts of the configuration or the theme, which are public by themselves
}

// Look returns a look for all values that were taken in. Values in the public texts are left out:
// they are on the pages by intention, as the title of the site is.
func (t *Taken) Look(public ...string) *Look {
	t.mu.Lock()
	list := slices.Clone(t.list)
	t.mu.Unlock()
	l := newLook(t.key, t.names, list)
	if len(public) == 0 {
		return l
	}
	known := map[ID]bool{}
	f := l.finder()
	for _, text := range public {
		f.start()
		f.shown([]byte(text))
		for _, h := range f.hits {
			known[h.id] = true
		}
	}
	l.release(f)
	if len(known) == 0 {
		return l
	}
	for i := range list {
		if known[list[i].id] {
			list[i].size |= flagPublic
		}
	}
	return newLook(t.key, t.names, list)
}

// newLook prepares a list in which the pieces of a value follow each other.
func newLook(key Key, names []string, list []fingerprint) *Look {
	l := &Look{key: key, mixer: newMixer(key), names: names, list: list}
	for i := range list {
		if i == 0 || list[i].id != list[i-1].id {
			l.counts.add(&list[i])
		}
	}
	slices.SortFunc(list, func(a, b fingerprint) int {
		return cmp.Or(cmp.Compare(a.window, b.window), cmp.Compare(a.length(), b.length()), bytes.Compare(a.id[:], b.id[:]))
	})
	const perValue = 64 // bits of the filter, at least: so rarely does a window pass without a reason
	size := max(18, bits.Len(uint(len(list)*perValue)))
	l.filter, l.shift = make([]uint64, 1<<size/64), uint(64-size)
	for i := range list {
		if f := &list[i]; f.size&uncovered == 0 {
			at := uint64(f.window) << 32 >> l.shift
			l.filter[at/64] |= 1 << (at % 64)
			l.wide = l.wide || f.size&flagWide != 0
			l.spaced = l.spaced || f.size&flagSpaced != 0
		}
	}
	l.group()
	l.finders = make(chan *finder, mostFinders)
	return l
}

// group divides the sorted list, so that few steps lead to a window.
func (l *Look) group() {
	n := max(0, bits.Len(uint(len(l.list)))-3)
	l.groups, l.groupShift = make([]uint32, 1<<n+1), uint(32-n)
	at := 0
	for i := range l.groups {
		for at < len(l.list) && uint64(l.list[at].window)>>l.groupShift < uint64(i) {
			at++
		}
		l.groups[i] = uint32(at)
	}
}

func (c *Counts) add(f *fingerprint) {
	switch {
	case f.size&flagShort != 0:
		c.Short++
	case f.size&flagCommon != 0:
		c.Common++
	case f.size&flagPublic != 0:
		c.Public++
	default:
		c.Covered++
	}
}

// Counts says how many values the look covers.
func (l *Look) Counts() Counts { return l.counts }

// mostFinders is how many finders are kept. More files than that at once are rare.
const mostFinders = 8

func (l *Look) finder() *finder {
	select {
	case f := <-l.finders:
		return f
	default:
		return &finder{look: l, hasher: newHasher(l.key)}
	}
}

func (l *Look) release(f *finder) {
	select {
	case l.finders <- f:
	default:
	}
}

// File looks at a file that is to be published, its name included. It returns one leak for each
// value that it contains, by offset.
func (l *Look) File(name string, data []byte) []Leak {
	if l == nil || l.counts.Covered == 0 {
		return nil
	}
	f := l.finder()
	defer l.release(f)
	return f.leaks(name, data)
}

// leaks looks at a file. The name of a file is not part of a leak when it contains a value itself.
func (f *finder) leaks(name string, data []byte) []Leak {
	f.start()
	f.shown([]byte(name))
	named := len(f.hits) > 0
	f.room, f.unopened = mostInside, false
	f.file(name, data)
	if len(f.hits) == 0 {
		return nil
	}
	leaks := make([]Leak, len(f.hits))
	for i, h := range f.hits {
		leaks[i] = Leak{File: name, Rule: h.rule, Offset: h.offset, Word: h.word}
	}
	if named {
		clean := f.cleanName(name)
		for i := range leaks {
			leaks[i].File = clean
		}
	}
	slices.SortStableFunc(leaks, func(a, b Leak) int { return cmp.Compare(a.Offset, b.Offset) })
	return leaks
}

// cleanName is a file's name without the elements that contain a value.
func (f *finder) cleanName(name string) string {
	elements := strings.Split(name, "/")
	for i, e := range elements {
		if f.start(); e != "" {
			f.shown([]byte(e))
		}
		if len(f.hits) > 0 {
			elements[i] = "[redacted]"
		}
	}
	clean := strings.Join(elements, "/")
	if f.start(); clean != "" {
		f.shown([]byte(clean))
	}
	if len(f.hits) > 0 {
		return "[redacted]"
	}
	return clean
}

// hit is a value that was found, and where in the file about.
type hit struct {
	id     ID
	rule   string
	offset int
	word   bool
}

// finder looks at one file at a time. Its buffers are used again.
type finder struct {
	look   *Look
	hasher *hasher
	hits   []hit
	known  Known // may be nil

	room     int64 // bytes that may yet be unpacked of the file
	unopened bool  // something in it could not be

	text, tags buffer         // of a page
	unescaped  [levels]buffer // of one text, level by level
	whole      [2]buffer      // of one place, level by level, in turn
	behind     [2]buffer
	run        []byte // a piece of base64, decoded
	inflater   inflater
	deflated   []extent // what the last text held
}

func (f *finder) start() { f.hits = f.hits[:0] }

// search compares every window of eight bytes with the filter. The text has so many levels of
// escapes taken off, with plus signs as they are or as spaces.
func (f *finder) search(b *buffer, level int, plus byte) {
	for i := f.look.next(b.text, 0); i >= 0; i = f.look.next(b.text, i+1) {
		x := f.look.mixer.mix(binary.LittleEndian.Uint64(b.text[i:]))
		if list := f.candidates(x); len(list) > 0 {
			f.compare(list, b, i+window, level, plus)
		}
	}
}

// next returns the first place from i on whose eight bytes pass the filter, -1 for none. It calls
// nothing, as every byte of a site goes through its loop: so the loop needs registers only.
func (l *Look) next(text []byte, i int) int {
	flip, odd, shift, filter := l.mixer.flip, l.mixer.odd, l.shift, l.filter
	for ; i+window <= len(text); i++ {
		x := (binary.LittleEndian.Uint64(text[i:i+window:i+window]) ^ flip) * odd
		if at := x >> (shift & 63); filter[at/64]>>(at%64)&1 != 0 {
			return i
		}
	}
	return -1
}

// candidates returns the fingerprints whose windows have this hash.
func (f *finder) candidates(x uint64) []fingerprint {
	w := uint32(x >> 32)
	group := w >> f.look.groupShift
	l := f.look.list[f.look.groups[group]:f.look.groups[group+1]]
	at := sort.Search(len(l), func(i int) bool { return l[i].window >= w })
	end := at
	for end < len(l) && l[end].window == w {
		end++
	}
	return l[at:end]
}

// compare looks whether one of the values ends at end. What comes before the last bytes of a value
// may have more levels of escapes.
func (f *finder) compare(list []fingerprint, b *buffer, end, level int, plus byte) {
	root, at := b.root(end)
	size := -1
	for n := level; n <= levels; n++ {
		text, to := f.wholeValue(root, at, n, plus)
		if to == size { // there are no more
			break
		}
		f.test(list, text, to, root, at)
		size = to
	}
	if level == 0 && f.look.spaced {
		text, to := f.wholeValue(root, at, 1, ' ')
		f.test(list, text, to, root, at)
	}
}

// test compares values with what ends at text[end], which comes from an offset of the root.
func (f *finder) test(list []fingerprint, text []byte, end int, root *buffer, at int) {
	length := 0
	var sum [16]byte
	for i := range list {
		p := &list[i]
		start := end - p.length()
		if p.size&uncovered != 0 || start < 0 || !p.fits(text, start, end) {
			continue
		}
		if p.length() != length { // they are sorted by length
			length, sum = p.length(), f.hasher.of(text[start:end])
		}
		if sum == p.mac && !f.has(p.id) {
			f.hits = append(f.hits, hit{p.id, f.look.names[p.rule], root.origin(max(0, at-p.length())), p.size&flagWord != 0})
		}
	}
}

// fits reports whether the neighbours let the value be one: redaction leaves short ones within
// longer words alone, as those are other words.
func (f *fingerprint) fits(text []byte, start, end int) bool {
	return f.length() >= minInside || f.size&flagNamed != 0 ||
		(start == 0 || !isWord(text[start-1])) && (end == len(text) || !isWord(text[end]))
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// has reports whether the value was found in the file before.
func (f *finder) has(id ID) bool {
	return slices.ContainsFunc(f.hits, func(h hit) bool { return h.id == id })
}
