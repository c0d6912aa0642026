package search

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Ranking. A posting carries an impact of 1 to 4: the share of the message in the
// BM25 weight, times a boost for its kind, on a square-root scale. The average
// length is fixed, so that a session's postings depend on that session alone.
const (
	saturation = 1.2   // BM25's k1
	lengthNorm = 0.75  // BM25's b
	avgLength  = 150.0 // terms per message
	minLength  = 20    // shorter messages count as this long, or calls that name a file would come before all talk of it
	maxImpact  = 4
	impactBits = 2 // which contain impact-1
	impactMask = 1<<impactBits - 1
	restBits   = 3 // of an impact from 1 on, or 0 for none
)

// boosts weigh kinds: tool output is most of the text and little of the talk, and
// would drown it.
var boosts = map[string]float64{
	KindTitle: 1.8, KindPrompt: 1.6, KindSummary: 1.6, KindReply: 1.3, KindCall: 1.0, KindThinking: 0.9, KindResult: 0.7, KindEvent: 0.7,
}

const maxBoost = 1.8

// edges are the shares from which a posting has an impact of 2, 3 and 4: a word that
// appears once in a message of average length has 1 in a result, 2 in a reply or a call, and
// 3 in a prompt or a title.
var edges = [maxImpact - 1]float64{0.21, 0.37, 0.62}

// Pseudo-terms describe what a message is, not what it says. No term of a text
// contains a colon.
const (
	termKind   = ":kind/"
	termTool   = ":tool/"
	termTag    = ":tag/"     // of the session, on all its docs
	termID     = ":session/" // on the title of the session, for all its docs, and on docs that other sessions have too
	termFile   = ":file/"    // and a term of the path
	termFailed = ":failed"
	termHasFil = ":file"
)

// digester turns one session after the other into a run and packed snippets.
type digester struct {
	packer
	tokenizer
	terms    textTable[struct{}]
	count    []uint32 // of each term, in the current doc
	touched  []uint32 // terms of the current doc
	length   int      // of the current doc, in terms
	tags     []string // pseudo-terms of the session
	postings []uint64 // term<<32 | doc<<impactBits | impact
	coded    [][]byte // of each term, earlier postings, see code
	last     []uint64 // of each term, the last doc in coded
	kinds    map[string]int
	tools    map[string]int
	sorter   termSorter
	written  []byte // the last run
}

func newDigester() *digester {
	d := &digester{packer: newPacker(), terms: newTextTable[struct{}](), kinds: map[string]int{}, tools: map[string]int{}}
	d.words = newWordTable(d.addKnown)
	d.emit = func(term []byte, _ source, _ int) {
		id := d.add(term)
		d.words.hear(id)
		d.length++
	}
	return d
}

// reset makes d ready for another session. It is false when d has grown so much that it
// is better forgotten.
func (d *digester) reset() bool {
	if len(d.terms.known) > 1<<15 || cap(d.postings) > 1<<18 {
		return false
	}
	d.terms.reset()
	d.words.reset()
	clear(d.kinds)
	clear(d.tools)
	d.count, d.tags, d.postings, d.coded, d.last = d.count[:0], d.tags[:0], d.postings[:0], nil, nil
	return true
}

// digest makes the session's record, its run and its snippets.
func (d *digester) digest(s Session, o Options) *Digested {
	rec := &record{Session: s}
	rec.Docs, rec.More = nil, nil
	for _, tag := range s.Tags {
		d.tags = append(d.tags, termTag+slug(clean(tag)))
	}
	title := Doc{Page: pageOf(s.URL), Kind: KindTitle, Time: s.Start, Text: s.Title}
	d.doc(rec, title, o.Snippet)
	for doc := range s.all() {
		if inScope(o.Scope, doc.Kind) {
			d.doc(rec, doc, o.Snippet)
		}
	}
	var data []byte
	rec.packed, data = d.end()
	rec.kinds, rec.tools = byName(d.kinds), byName(d.tools)
	r := d.run()
	rec.hash = hashOf(rec, r)
	return &Digested{rec: rec, run: r, snippets: data}
}

// all yields the docs.
func (s *Session) all() iter.Seq[Doc] {
	return func(yield func(Doc) bool) {
		for _, doc := range s.Docs {
			if !yield(doc) {
				return
			}
		}
		if s.More != nil {
			s.More(yield)
		}
	}
}

// doc indexes one doc and packs its snippet record.
func (d *digester) doc(rec *record, doc Doc, snippet int) {
	text := doc.Text
	if !sameTerms(text) {
		text = clean(text)
	}
	doc.File, doc.Tool = clean(doc.File), clean(doc.Tool)
	n := rec.docs
	rec.docs++
	rec.text += int64(len(doc.Text))
	d.kinds[doc.Kind]++
	rec.noteDay(n, doc.Time)

	d.length = 0
	d.tokens(text)
	if doc.File != "" {
		d.file(doc.File, strings.Contains(text, doc.File) || strings.Contains(doc.File, " ") && strings.Contains(clean(doc.Text), doc.File))
	}
	d.add([]byte(termKind + doc.Kind))
	if doc.Tool != "" {
		if d.tools[doc.Tool] == 0 {
			doc.Tool = strings.Clone(doc.Tool) // no text of the session is kept
		}
		d.tools[doc.Tool]++
		d.add([]byte(termTool + slug(doc.Tool)))
	}
	if doc.Failed {
		d.add([]byte(termFailed))
	}
	for _, tag := range d.tags {
		d.add([]byte(tag))
	}
	for _, id := range doc.Also {
		d.add([]byte(termID + slug(clean(id))))
	}
	if doc.Kind == KindTitle {
		d.add([]byte(termID + slug(clean(rec.ID))))
		for _, tag := range rec.Tags {
			d.tokens(clean(tag))
		}
	}
	d.endDoc(n, boosts[doc.Kind])
	d.packer.add(snippetOf(doc, snippet))
}

// file indexes the path a call is about, for the file: operator, and as text if it is not named in the
// call's own.
func (d *digester) file(name string, named bool) {
	if !named {
		d.tokens(name)
	}
	emit, words := d.emit, d.words
	d.words = nil
	var pseudo []byte
	d.emit = func(term []byte, _ source, _ int) {
		pseudo = append(append(pseudo[:0], termFile...), term...)
		d.add(pseudo)
	}
	d.tokens(path.Clean(strings.ReplaceAll(name, `\`, "/")))
	d.emit, d.words = emit, words
	d.add([]byte(termHasFil))
}

// add counts a term of the current doc, and returns its id.
func (d *digester) add(term []byte) uint32 {
	hash := d.terms.hash(term)
	id := *d.terms.find(term, hash)
	if id == 0 {
		d.terms.add(term, hash, struct{}{})
		d.count = append(d.count, 0)
		id = uint32(len(d.count))
	}
	d.addID(id - 1)
	return id - 1
}

func (d *digester) addID(id uint32) {
	if d.count[id] == 0 {
		d.touched = append(d.touched, id)
	}
	d.count[id]++
}

// addKnown counts terms of the current doc's text by their ids.
func (d *digester) addKnown(ids []uint32) {
	for _, id := range ids {
		d.addID(id)
	}
	d.length += len(ids)
}

// endDoc turns the counts into postings.
func (d *digester) endDoc(doc int, boost float64) {
	norm := saturation * (1 - lengthNorm + float64(lengthNorm*float64(max(d.length, minLength)))/avgLength)
	for _, id := range d.touched {
		d.postings = append(d.postings, uint64(id)<<32|uint64(doc)<<impactBits|uint64(impact(float64(d.count[id]), norm, boost)-1))
		d.count[id] = 0
	}
	d.touched = d.touched[:0]
	if len(d.postings) > mostPostings {
		d.code()
	}
}

// mostPostings are collected before they are coded, which takes a fifth of the room and, for
// the few of a small session, more time.
const mostPostings = 1 << 20

// code codes the postings so far.
func (d *digester) code() {
	d.coded = append(d.coded, make([][]byte, len(d.count)-len(d.coded))...)
	d.last = append(d.last, make([]uint64, len(d.count)-len(d.last))...)
	lists := d.sorter.byTerm(d.postings, len(d.count))
	for id := range d.coded {
		d.coded[id], d.last[id] = appendDocs(d.coded[id], d.last[id], lists(uint32(id)))
	}
	d.postings = d.postings[:0]
}

// appendDocs codes postings of one term behind those that end with doc last.
func appendDocs(list []byte, last uint64, postings []uint64) ([]byte, uint64) {
	for _, p := range postings {
		doc := p & (1<<32 - 1) >> impactBits
		list = binary.AppendUvarint(list, (doc-last)<<impactBits|p&impactMask)
		last = doc
	}
	return list, last
}

// impact quantises a weight. The conversions keep the compiler from fusing
// operations, which would give other bits on other processors.
func impact(count, norm, boost float64) int {
	weight := float64(float64(count*(saturation+1))/float64(count+norm)) * boost
	share := float64(weight / float64((saturation+1)*maxBoost))
	for q := maxImpact; q > 1; q-- {
		if share >= edges[q-2] {
			return q
		}
	}
	return 1
}

// run encodes what was collected, terms sorted.
func (d *digester) run() run {
	terms := make([]string, len(d.count))
	for id := range d.terms.known {
		terms[id] = d.terms.known[id].text
	}
	order := sortedTerms(terms)
	lists := d.sorter.byTerm(d.postings, len(terms))
	w := runWriter{data: d.written[:0]}
	if coded := 0; len(d.coded) > 0 { // to grow step by step would take twice the room
		for _, list := range d.coded {
			coded += len(list)
		}
		w.data = make([]byte, 0, coded+2*len(d.postings)+16*len(terms))
	}
	var list []byte
	for _, id := range order {
		list = list[:0]
		last := uint64(0)
		if int(id) < len(d.coded) {
			list, last = append(list, d.coded[id]...), d.last[id]
			d.coded[id] = nil // the whole run takes as much
		}
		list, _ = appendDocs(list, last, lists(id))
		w.section(terms[id], list)
	}
	if len(d.coded) > 0 {
		return run{data: w.data}
	}
	d.written = w.data
	return run{data: bytes.Clone(w.data)} // of its own size, as many are kept until they are merged
}

// sortedTerms returns the ids of terms, terms sorted. Most pairs are compared by their first eight bytes.
func sortedTerms(terms []string) []uint32 {
	type start struct {
		bytes uint64
		id    uint32
	}
	starts := make([]start, len(terms))
	for id, term := range terms {
		starts[id] = start{startBytes(term), uint32(id)}
	}
	slices.SortFunc(starts, func(a, b start) int {
		if a.bytes != b.bytes {
			return cmp.Compare(a.bytes, b.bytes)
		}
		return cmp.Compare(terms[a.id], terms[b.id])
	})
	ids := make([]uint32, len(terms))
	for i, s := range starts {
		ids[i] = s.id
	}
	return ids
}

// termSorter sorts postings by term. It keeps its memory for the next session.
type termSorter struct {
	sorted []uint64
	starts []int // of each term, in sorted
	next   []int
}

// byTerm sorts postings by term, keeping the order of docs, and returns a function that returns
// those of a term.
func (t *termSorter) byTerm(postings []uint64, terms int) func(id uint32) []uint64 {
	t.starts = slices.Grow(t.starts[:0], terms+1)[:terms+1]
	clear(t.starts)
	for _, p := range postings {
		t.starts[p>>32+1]++
	}
	for i := range terms {
		t.starts[i+1] += t.starts[i]
	}
	t.sorted = slices.Grow(t.sorted[:0], len(postings))[:len(postings)]
	t.next = append(t.next[:0], t.starts...)
	for _, p := range postings {
		t.sorted[t.next[p>>32]] = p
		t.next[p>>32]++
	}
	return func(id uint32) []uint64 { return t.sorted[t.starts[id]:t.starts[id+1]] }
}

// slug makes the pseudo-term of a tool's name or of a tag. The client does the same.
func slug(name string) string {
	b := make([]byte, 0, len(name))
	for _, r := range strings.ToLower(fold(name)) {
		switch {
		case r >= utf8.RuneSelf:
			b = strconv.AppendInt(append(b, 'u'), int64(r), 16)
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.':
			b = append(b, byte(r))
		default:
			b = append(b, '-')
		}
	}
	return string(b[:min(len(b), maxTerm)])
}
