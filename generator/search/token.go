package search

import (
	"unicode/utf8"
)

// The tokenizer. Text is folded, then cut into runs of word characters.
//
//   - A run produces itself in lower case and its camelCase and snake_case parts.
//   - A run of three parts or more also produces its neighbouring parts joined: "client_id" of
//     "VITE_CLIENT_ID". A query for it becomes an AND of them, so that it is found in longer names.
//   - Two runs joined by one of . - / \ also give the pair: "rewind_test.go", and before a dot that of
//     the last part: "test.go". A query for a path or a dotted name becomes an AND of its pairs.
//   - Digits alone are kept from 3 characters on; numbers, hex strings (commits,
//     ids) and random-looking runs are cut to their first 12 characters. Numbers with a sign are kept with
//     it, numbers below 100 with # or %, and times as pairs: "-1", "#17", "85%", "12.30".
//   - Emoji are kept one by one.
//   - Dense scripts give overlapping bigrams, and the last character alone.
//
// There is no stemming and there are no stop words: transcripts are code.
const (
	maxTerm  = 64 // characters; longer runs give only their parts
	headTerm = 12 // characters kept of numbers, hex strings and random-looking runs
	minHex   = 7
	minNoise = 24
	maxPairN = 8 // digits on both sides of a pair of numbers
	maxSmall = 2 // digits of numbers that are kept only with # or %
)

// source says where in a run a term comes from.
type source uint8

const (
	fromRun  source = iota // the run itself, or what is kept of it
	fromPart               // a camelCase or snake_case part
	fromPair               // the run and the one before it
	fromJoin               // two neighbouring parts of a run of more
)

// tokenizer cuts text into terms. It contains buffers only: the zero value is ready,
// one goroutine may use it at a time.
type tokenizer struct {
	emit  func(term []byte, from source, run int)
	words *wordTable // where equal runs are looked up instead of cut; may be nil

	word, pair []byte // lower-cased runs, trimmed
	run        int    // number of the current run
	prev       string // the previous run, trimmed
	prevEnd    int    // where it ended, -1 when it takes no part in pairs
	prevDigits bool
	prevPart   int  // where the last part of prev begins
	afterColon bool // the previous run is the second half of a time
}

// tokens calls emit for each term of text, in reading order. The term is only
// valid during the call.
func (t *tokenizer) tokens(text string) {
	s := fold(text)
	t.run, t.prevEnd = -1, -1
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if asciiClass[c] == separator {
				i++
			} else {
				i = t.wordRun(s, i)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch classOf(r) {
		case separator:
			i += size
		case dense:
			i = t.denseRun(s, i)
		case emoji:
			t.run++
			t.prevEnd = -1
			t.word = append(t.word[:0], s[i:i+size]...)
			t.emit(t.word, fromRun, t.run)
			i += size
		default:
			i = t.wordRun(s, i)
		}
	}
	t.prev = "" // no text is kept
}

// denseRun emits bigrams from s[i:] on and returns where the run ends.
func (t *tokenizer) denseRun(s string, i int) int {
	t.run++
	t.prevEnd = -1
	last := -1
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if classOf(r) != dense {
			break
		}
		if last >= 0 {
			t.word = append(t.word[:0], s[last:i+size]...)
			t.emit(t.word, fromRun, t.run)
		}
		last = i
		i += size
	}
	t.word = append(t.word[:0], s[last:i]...)
	t.emit(t.word, fromRun, t.run)
	return i
}

// wordRun emits the terms of the run at s[start:] and returns where it ends.
func (t *tokenizer) wordRun(s string, start int) int {
	t.run++
	if end := uuidEnd(s, start); end > 0 {
		t.prevEnd = -1
		t.emitLower(s[start : start+8])
		t.emitLower(s[end-headTerm : end])
		return end
	}
	end := start
	for end < len(s) {
		if c := s[end]; c < utf8.RuneSelf {
			if asciiClass[c] == separator {
				break
			}
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if classOf(r) != lower {
			break
		}
		end += size
	}
	w := s[start:end]
	for w != "" && w[0] == '_' {
		w = w[1:]
	}
	for w != "" && w[len(w)-1] == '_' {
		w = w[:len(w)-1]
	}
	if w == "" {
		t.prevEnd = -1
		return end
	}
	c, known := t.words.recall(w)
	if !known {
		c = t.cutRun(w, s[end:])
	}
	if c.number && len(w) <= maxPairN && len(w) == end-start {
		t.emitMarked(s, start, end)
	}
	colon := false
	if c.pairable && t.prevEnd >= 0 && t.prevEnd+1 == start {
		colon = s[t.prevEnd] == ':'
		t.emitPair(s[t.prevEnd], w, c.number)
	}
	t.prevEnd = -1
	if c.pairable {
		t.prev, t.prevEnd, t.prevDigits, t.afterColon, t.prevPart = w, end, c.number, colon, int(c.lastPart)
	}
	return end
}

// cutRun emits the terms of a run. after is the text behind it, which only those of one character depend on.
func (t *tokenizer) cutRun(w, after string) cut {
	shape := shapeOf(w)
	t.word = appendLower(t.word[:0], w)
	c := cut{pairable: t.emitRun(w, shape, after), number: shape.digits == shape.n}
	if c.pairable && shape.parts {
		c.lastPart = int16(lastPart(w))
	}
	t.words.learn(w, c, shape.n == 1)
	return c
}

// emitMarked emits a number with the sign before it, or with what is around a small one: "-1", "#17", "85%".
func (t *tokenizer) emitMarked(s string, start, end int) {
	if start > 0 {
		mark := s[start-1]
		signed := (mark == '-' || mark == '+') && (start == 1 || isGap(s[start-2]))
		if signed || mark == '#' && end-start <= maxSmall {
			t.pair = append(append(t.pair[:0], mark), s[start:end]...)
			t.emit(t.pair, fromRun, t.run)
		}
	}
	if end < len(s) && s[end] == '%' && end-start <= maxSmall {
		t.pair = append(append(t.pair[:0], s[start:end]...), '%')
		t.emit(t.pair, fromRun, t.run)
	}
}

// isGap reports whether a sign behind the character begins a number: not behind what words and
// other signs consist of.
func isGap(c byte) bool {
	return c < utf8.RuneSelf && asciiClass[c] == separator && c != '-' && c != '+' && c != '.'
}

// lastPart is where the last part of a run begins.
func lastPart(w string) int {
	at := 0
	for start := 0; start < len(w); {
		at = start
		for start = partEnd(w, start); start < len(w) && w[start] == '_'; {
			start++
		}
	}
	return at
}

// emitRun emits what the index keeps of a single run and reports whether the run
// may be part of a pair. after is the text behind it.
func (t *tokenizer) emitRun(w string, shape shape, after string) bool {
	switch {
	case shape.digits == shape.n:
		if shape.n >= 3 {
			t.emit(t.word[:min(shape.n, headTerm)], fromRun, t.run)
		}
		return shape.n <= maxPairN
	case shape.hex && shape.n >= minHex && shape.digits >= 2:
		t.emit(t.word[:min(shape.n, headTerm)], fromRun, t.run)
		return false
	case shape.ascii && shape.n >= minNoise && shape.starts*3 > shape.n:
		if shape.n <= maxTerm {
			t.emit(t.word[:headTerm], fromRun, t.run)
		}
		return false
	case shape.n == 1:
		t.emitLanguage(after)
		return true
	case shape.n > maxTerm:
		t.emitParts(w)
		return false
	}
	t.emit(t.word, fromRun, t.run)
	if shape.parts {
		t.emitParts(w)
	}
	return true
}

// emitLanguage keeps the names c++, c# and f#.
func (t *tokenizer) emitLanguage(after string) {
	switch c := t.word[0]; {
	case c == 'c' && len(after) >= 2 && after[:2] == "++":
		t.emit([]byte("c++"), fromRun, t.run)
	case (c == 'c' || c == 'f') && after != "" && after[0] == '#':
		t.emit([]byte{c, '#'}, fromRun, t.run)
	}
}

// emitParts emits the camelCase and snake_case parts of a run, and of more than two the neighbours joined.
func (t *tokenizer) emitParts(w string) {
	before := -1 // where the previous part begins
	for start := 0; start < len(w); {
		end := partEnd(w, start)
		if before >= 0 && end-before < len(w) && utf8.RuneCountInString(w[before:end]) <= maxTerm {
			t.pair = appendLower(t.pair[:0], w[before:end])
			t.emit(t.pair, fromJoin, t.run)
		}
		before = start
		if part := w[start:end]; len(part) < len(w) {
			n, digits := utf8.RuneCountInString(part), countDigits(part)
			if n >= 2 && n <= maxTerm && (digits < n || n >= 3 && n <= headTerm) {
				t.pair = appendLower(t.pair[:0], part)
				t.emit(t.pair, fromPart, t.run)
			}
		}
		for start = end; start < len(w) && w[start] == '_'; {
			start++
		}
	}
}

// emitPair emits the previous run and w, joined.
func (t *tokenizer) emitPair(joint byte, w string, digits bool) {
	switch joint {
	case '.', '-', '/':
	case '\\':
		joint = '/'
	case ':': // a time; no term has a colon
		if !digits || !t.prevDigits || t.afterColon || len(t.prev) > 2 || len(w) != 2 {
			return
		}
		joint = '.'
	default:
		return
	}
	if digits && t.prevDigits && len(t.prev)+len(w) > maxPairN {
		return
	}
	if utf8.RuneCountInString(t.prev)+1+utf8.RuneCountInString(w) > maxTerm {
		return
	}
	t.pair = appendLower(append(appendLower(t.pair[:0], t.prev), joint), w)
	t.emit(t.pair, fromPair, t.run)
	if joint == '.' && t.prevPart > 0 && t.prevPart < len(t.prev) {
		t.emit(t.pair[t.prevPart:], fromJoin, t.run)
	}
}

func (t *tokenizer) emitLower(s string) {
	t.word = appendLower(t.word[:0], s)
	t.emit(t.word, fromRun, t.run)
}

// partEnd finds the end of the part that starts at w[start]: before "_", before a
// capital that follows something else ("get|Name"), and before the last capital
// of several when it starts a word ("HTTP|Server").
func partEnd(w string, start int) int {
	for i := start; i < len(w); i++ {
		switch {
		case w[i] == '_':
			return i
		case i == start || !isUpper(w[i]):
		case !isUpper(w[i-1]):
			return i
		case i+1 < len(w) && isLower(w[i+1]):
			return i
		}
	}
	return len(w)
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// isLower takes letters outside ASCII for lower case; digits are neither.
func isLower(c byte) bool { return c >= 'a' && c <= 'z' || c >= utf8.RuneSelf }

// appendLower lower-cases ASCII; fold has done the rest.
func appendLower(b []byte, s string) []byte {
	b = append(b, s...)
	for i, c := range b[len(b)-len(s):] {
		if isUpper(c) {
			b[len(b)-len(s)+i] = c | 0x20
		}
	}
	return b
}
