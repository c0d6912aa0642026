package search

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
)

// Versions of the index. Either changes when a file written by an older Steno
// would be misread, or would answer other queries.
const (
	SchemaVersion    = 9
	tokenizerVersion = 2
)

// Sizes of shards, in bytes before compression. Small blocks cost a query less,
// large ones make fewer files. cut.go says where blocks and chunks end.
const (
	smallBlock  = 5 << 10
	mediumBlock = 8 << 10
	largeBlock  = 16 << 10
	mediumSince = 200_000 // docs, from which blocks are of that size: the manifest names all blocks
	largeSince  = 600_000
	inlineList  = 1 << 10 // longer lists of postings have files: who looks for another word of a block need not read them
	chunkSize   = 8 << 10
	headSize    = 8 << 10 // lists longer than this also have a head, which is about as long at most
	sessionsPer = 8       // session records in one file
)

// ManifestName is the file that the client reads first. It is written last.
const ManifestName = "search/m.js"

// Finish writes the index through write, all names below "search/"; write may keep data. It
// may be called once. An index without sessions works too.
func (b *Builder) Finish(write func(name string, data []byte) error) (Stats, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return Stats{}, errClosed
	}
	b.closed = true
	if b.err != nil {
		return Stats{}, b.err
	}
	if b.o.Budget > 0 { // snippets may be shortened
		if err := b.openTemp(); err != nil {
			return Stats{}, err
		}
	}
	sessions, err := b.inOrder()
	if err != nil {
		return Stats{}, err
	}
	w := &writer{write: write, sessions: sessions, block: smallBlock, short: shorter{dir: b.dir}, o: b.o,
		packer: newPacker(), facetSums: b.facets}
	defer w.close()
	if err := w.number(); err != nil {
		return Stats{}, err
	}
	w.marks = marksOf(w.sessions)
	if err := w.terms(b.runs, b.sessions); err != nil {
		return Stats{}, fmt.Errorf("writing search terms: %w", err)
	}
	if err := w.fit(); err != nil {
		return Stats{}, fmt.Errorf("fitting search snippets into the budget: %w", err)
	}
	if err := w.left.end(b.o.Leave, w.appendShortened(nil)); err != nil {
		return Stats{}, err
	}
	w.left = nil // it is large
	if err := w.records(); err != nil {
		return Stats{}, fmt.Errorf("writing search sessions: %w", err)
	}
	return w.stats, nil
}

// writer writes the files of one index.
type writer struct {
	o        Options
	write    func(name string, data []byte) error
	sessions []*session // in order
	marks    []uint32   // of the numbering up to each session, see cut.go
	docs     int
	block    int
	hash     string // of everything that goes into the index
	stats    Stats
	mu       sync.Mutex // of stats, and one file is written at a time

	firstTerms []byte // of the blocks, front-coded
	wordFiles  int

	facetSums facetSums
	packer    packer
	short     shorter
	left      *leaver // nil for none, and behind the terms
}

// number assigns each session its docs' numbers, and the index its hash.
func (w *writer) number() error {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %s %d %d\n", SchemaVersion, tokenizerVersion, w.o.Scope, w.o.Snippet, w.o.Budget)
	base := 0
	for _, s := range w.sessions {
		s.base = base
		base += room(s.docs)
		w.docs += s.docs
		h.Write(s.hash[:])
	}
	w.stats.Text = w.facetSums.text
	w.hash = hex.EncodeToString(h.Sum(nil)[:4])
	w.stats.Sessions, w.stats.Docs = len(w.sessions), w.docs
	if w.docs > largeSince {
		w.block = largeBlock
	} else if w.docs > mediumSince {
		w.block = mediumBlock
	}
	if base > mostNumbers {
		return fmt.Errorf("the search index would have %d messages, more than it has numbers for; search.scope makes it smaller", w.docs)
	}
	return nil
}

func (w *writer) close() {
	for _, f := range w.short.files {
		f.Close()
	}
}

// file writes a file below search/.
func (w *writer) file(name string, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stats.Files++
	w.stats.Bytes += int64(len(data))
	return w.write("search/"+name, data)
}

// shard writes JSON in the wrapper that both ways of loading understand:
// cs("t12",...). kind is one letter.
func (w *writer) shard(kind, name string, json []byte) error {
	return w.file(kind+"/"+name+".js", wrap(kind+name, json))
}

// IsVocabulary reports whether all text in a file of the index is words. They are in lower case.
// The manifest has the first words of the files of terms.
func IsVocabulary(name string) bool {
	return strings.HasPrefix(name, "search/v/") || strings.HasPrefix(name, "search/t/") || name == "search/m.js"
}

func wrap(key string, json []byte) []byte {
	return fmt.Appendf(nil, "cs(%q,%s)\n", key, json)
}
