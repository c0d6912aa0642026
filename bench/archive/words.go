package archive

import (
	"math/bits"
	"math/rand/v2"
	"strings"
)

// Words are synthetic, and come from four places, as those of real transcripts do: a
// vocabulary that everybody shares, one of the project, words that the session used
// before, and new ones. How often each is drawn from decides how the vocabulary grows.
// In each place the word of rank n is drawn about as often as 1/n.

// Sizes of the vocabularies, as powers of two.
const (
	commonBits  = 13
	projectBits = 12
)

// lexicon is the vocabulary that all projects share. The first words are the shortest.
var lexicon = func() [1 << commonBits]string {
	var words [1 << commonBits]string
	for i := range words {
		n, word := i, ""
		for {
			word += syllables[n%len(syllables)]
			if n = n/len(syllables) - 1; n < 0 {
				break
			}
		}
		words[i] = word
	}
	return words
}()

var syllables = strings.Fields(`ta re mon ki los per in ver sa do chu ble fi gra nor et qui lam pos zen
	ar bel cor den ex for gen hal is jun kel lin mar nel or pra rin sol tur un vel wor yan zor ca de fo gi`)

// words writes words of one session.
type words struct {
	*rand.Rand
	project, session uint64 // seeds
	coined           uint64 // words that only this session has
	kinds            map[string]*mix
	ring             [ringSize]drawn // the last words
	last, from       uint64          // how many there were, and where the phrase is that is repeated
	left             int             // words of that phrase
}

// The words that phrases are repeated from.
const (
	ringBits = 11
	ringSize = 1 << ringBits
)

// mix is [Words] as limits of 16 random bits, one upon the other. Numbers are written by
// grammars, so that the four places share all of it.
type mix struct {
	common, project, repeated uint64
	echo                      uint64 // how often a phrase is repeated
}

// unechoed is what deflate leaves of generated texts in which no phrase is repeated.
const unechoed = 0.57

func newMix(w Words) *mix {
	all := (1 << 16) / (w.Common + w.Project + w.Repeated + w.New)
	return &mix{common: uint64(w.Common * all), project: uint64((w.Common + w.Project) * all),
		repeated: uint64((w.Common + w.Project + w.Repeated) * all),
		echo:     uint64(max(0, unechoed-w.Deflated) / unechoed * (1 << 15))}
}

// rank draws one of 1<<n ranks. All powers of two are as likely, so that rank k comes about
// as often as 1/k.
func rank(random uint64, n int) uint64 {
	return random >> 16 & (1<<(random>>4&0xfff*uint64(n+1)>>12) - 1)
}

// drawn is a word: its number, and whether it is one that everybody shares.
type drawn struct {
	n      uint64
	common bool
}

// draw draws a word. Now and then it begins to repeat some that were drawn before, as phrases
// and lines of code come again: without that texts would compress worse than real ones.
func (w *words) draw(m *mix) drawn {
	random := w.Uint64()
	if w.left > 0 {
		w.left--
		w.from++
	} else if random>>48 < m.echo && w.last >= ringSize {
		w.from, w.left = w.last-2-rank(random, ringBits-1), 3+int(random>>40&15)
	} else {
		w.last++
		w.ring[w.last%ringSize] = w.fresh(m, random)
		return w.ring[w.last%ringSize]
	}
	w.last++
	w.ring[w.last%ringSize] = w.ring[w.from%ringSize]
	return w.ring[w.last%ringSize]
}

// fresh draws a word that repeats nothing.
func (w *words) fresh(m *mix, random uint64) drawn {
	switch at := random & 0xffff; {
	case at < m.common:
		return drawn{rank(random, commonBits), true}
	case at < m.project:
		return drawn{spread(w.project + rank(random, projectBits)), false}
	case at < m.repeated && w.coined > 0:
		return drawn{spread(w.session + w.coined - 1 - min(w.coined-1, rank(random, bits.Len64(w.coined)))), false}
	}
	w.coined++
	return drawn{spread(w.session + w.coined - 1), false}
}

// word appends a word.
func (w *words) word(b []byte, m *mix) []byte {
	if d := w.draw(m); d.common {
		return append(b, lexicon[d.n]...)
	} else {
		return compound(b, d.n)
	}
}

// pair appends two words with a point between. They belong together: what precedes a
// point is seldom followed by many different words.
func (w *words) pair(b []byte, m *mix) []byte {
	d := w.draw(m)
	if d.common {
		b = append(append(b, lexicon[d.n]...), '.')
		return append(b, lexicon[rank(spread(d.n), commonBits)]...)
	}
	b = append(append(b, lexicon[rank(d.n>>7, 10)]...), '.')
	return compound(b, d.n)
}

// compound appends the word that belongs to a number: some are plain, most are names as
// code has them, made from words that everybody shares.
func compound(b []byte, n uint64) []byte {
	first, second := lexicon[rank(n, commonBits)], lexicon[rank(n>>24|n<<40, commonBits)]
	switch n & 7 {
	case 0, 1:
		return append(append(append(b, first...), syllables[n>>40%uint64(len(syllables))]...), syllables[n>>48%uint64(len(syllables))]...)
	case 2, 3:
		return append(append(append(b, second...), '_'), first...)
	case 4, 5:
		b = append(append(b, second...), first[0]-'a'+'A')
		return append(b, first[1:]...)
	case 6:
		b = append(append(b, first[0]-'a'+'A'), first[1:]...)
		b = append(append(b, second[0]-'a'+'A'), second[1:]...)
		return append(b, syllables[n>>56%uint64(len(syllables))]...)
	}
	return hex(b, n, 7)
}

// spread makes a number whose bits all depend on all bits of n (splitmix64).
func spread(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// hex appends some hexadecimal digits of n.
func hex(b []byte, n uint64, digits int) []byte {
	for range digits {
		b = append(b, "0123456789abcdef"[n&15])
		n >>= 4
	}
	return b
}

// uuid returns a random UUID.
func (w *words) uuid() [36]byte {
	var id [36]byte
	b := hex(id[:0], w.Uint64(), 16)
	b = hex(b, w.Uint64(), 16)
	copy(id[24:], b[20:32])
	copy(id[19:23], b[16:20])
	copy(id[14:18], b[12:16])
	copy(id[9:13], b[8:12])
	id[8], id[13], id[18], id[23] = '-', '-', '-', '-'
	id[14] = '4'
	return id
}
