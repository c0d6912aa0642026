package query

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"steno/generator/search"
)

// Index is the search index of a finished site. It may be used by several goroutines.
type Index struct{ in *reader }

// reader reads the files of an index.
type reader struct {
	files *files
	m     manifest
	first []string // first term of each block

	starts []int // first doc of each session
	docs   []int // of each session, their number
	marks  map[uint32]bool

	read atomic.Int64 // bytes
	mu   sync.Mutex
	kept map[string]any // what was read, by key
}

// manifest is the first file of an index: see docs/search-format.md.
type manifest struct {
	Schema     int    `json:"v"`
	Hash       string `json:"hash"`
	Scope      string `json:"scope"`
	Docs       int    `json:"docs"`
	PerRecord  int    `json:"r"`
	Terms      string `json:"t"`
	PerSession string `json:"s"`
	Words      int    `json:"w"`
}

// Open opens the search index of a site: the folder that it was written to, or the http or https address
// that it is published at. The caller closes it.
func Open(ctx context.Context, site string) (*Index, error) {
	f, err := openFiles(site)
	if err != nil {
		return nil, fmt.Errorf("opening the search index: %w", err)
	}
	ix, err := openIndex(ctx, f)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%q: %w", site, ErrNoIndex)
	}
	if err != nil {
		f.close()
		return nil, fmt.Errorf("opening the search index: %w", err)
	}
	return ix, nil
}

func openIndex(ctx context.Context, f *files) (*Index, error) {
	ix := &Index{&reader{files: f, kept: map[string]any{}}}
	return ix, ix.in.load(ctx)
}

// Close releases what the index has open.
func (ix *Index) Close() error { return ix.in.files.close() }

var (
	hashForm = regexp.MustCompile(`^[0-9a-f]{1,16}$`)
	nameForm = regexp.MustCompile(`^[0-9a-z]*$`)
)

// mostLists is more files of the list of all words than any archive has.
const mostLists = 1 << 16

// load reads the manifest.
func (ix *reader) load(ctx context.Context) error {
	if err := ix.parse(ctx, "m.js", "m", &ix.m); err != nil {
		return err
	}
	m := &ix.m
	if m.Schema != search.SchemaVersion {
		return fmt.Errorf("the index has version %d of the format, this program reads %d; build the site again",
			m.Schema, search.SchemaVersion)
	}
	var err, err2, err3 error
	ix.first, err = search.Terms(m.Terms)
	ix.docs, err2 = search.Numbers(m.PerSession)
	ix.starts, ix.marks, err3 = search.Numbering(ix.docs)
	if err := errors.Join(err, err2, err3); err != nil {
		return search.ErrDamaged
	}
	sound := m.PerRecord > 0 && m.Words >= 0 && m.Words <= mostLists && hashForm.MatchString(m.Hash) &&
		m.Docs >= 0 && slices.IsSorted(ix.first)
	if !sound {
		return search.ErrDamaged
	}
	return nil
}

// bytes reads a file below search/.
func (ix *reader) bytes(ctx context.Context, name string) ([]byte, error) {
	data, err := ix.files.read(ctx, "search/"+name)
	if err == nil && ix.read.Add(int64(len(data))) > mostRead {
		err = errors.New("the search index is too large to be read")
	}
	return data, err
}

// parse reads a file below search/ and the JSON in its wrapper.
func (ix *reader) parse(ctx context.Context, name, key string, v any) error {
	data, err := ix.bytes(ctx, name)
	if err != nil {
		return err
	}
	inner, ok := bytes.CutPrefix(data, fmt.Appendf(nil, "cs(%q,", key))
	end := bytes.LastIndexByte(inner, ')')
	if !ok || end < 0 {
		return fmt.Errorf("search/%s: %w", name, search.ErrDamaged)
	}
	if err := json.Unmarshal(inner[:end], v); err != nil {
		return fmt.Errorf("search/%s: %w", name, search.ErrDamaged)
	}
	return nil
}

// unpack reads a packed file, which has so many lines. The last of several is its mark.
func (ix *reader) unpack(ctx context.Context, kind, name string, lines int) ([]string, error) {
	file := kind + "/" + name + ".js"
	data, err := ix.bytes(ctx, file)
	if err != nil {
		return nil, err
	}
	got, err := search.Unpack(kind+name, data)
	if err != nil || len(got) != lines {
		return nil, fmt.Errorf("search/%s: %w", file, search.ErrDamaged)
	}
	if lines > 1 {
		mark, err := strconv.ParseUint(got[lines-1], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("search/%s: %w", file, search.ErrDamaged)
		}
		return got[:lines-1], ix.known(uint32(mark))
	}
	return got, nil
}

// once reads a file, or returns what was read of it before.
func once[T any](ix *reader, key string, read func() (T, error)) (T, error) {
	ix.mu.Lock()
	kept, ok := ix.kept[key].(T)
	ix.mu.Unlock()
	if ok {
		return kept, nil
	}
	v, err := read()
	if err != nil {
		return v, err
	}
	ix.mu.Lock()
	ix.kept[key] = v
	ix.mu.Unlock()
	return v, nil
}

// errChanged is returned when files of two builds meet.
var errChanged = errors.New("the site was built again while it was searched; search again")

func (ix *reader) known(mark uint32) error {
	if !ix.marks[mark] {
		return errChanged
	}
	return nil
}

// atOnce is how many files are read at the same time.
const atOnce = 8

// each calls do for 0 to n-1, several at a time.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := 0; i < n && ctx.Err() == nil; i++ {
		group.Go(func() error { return do(ctx, i) })
	}
	return group.Wait()
}

// last is the place of the last of n items that is not after what is looked for, -1 for none.
func last(n int, after func(i int) bool) int { return sort.Search(n, after) - 1 }

// session is the number of the session that a doc belongs to, -1 for none.
func (ix *reader) session(doc int) int {
	return last(len(ix.starts), func(i int) bool { return ix.starts[i] > doc })
}

func (ix *reader) blockOf(term string) int {
	return last(len(ix.first), func(i int) bool { return ix.first[i] > term })
}

// block is a block of terms with their lists.
type block struct{ terms, lists []string }

func (ix *reader) block(ctx context.Context, n int) (*block, error) {
	name := search.TermName(ix.first[n])
	return once(ix, "t"+name, func() (*block, error) {
		lines, err := ix.unpack(ctx, "t", name, 3)
		if err != nil {
			return nil, err
		}
		terms, err := search.Terms(lines[0])
		b := &block{terms, strings.Split(lines[1], " ")}
		if err != nil || len(b.terms) == 0 || len(b.terms) != len(b.lists) || !slices.IsSorted(b.terms) {
			return nil, fmt.Errorf("search/t/%s.js: %w", name, search.ErrDamaged)
		}
		return b, nil
	})
}

// list is a term's list of postings. That of a long one is in chunks, and of a very long one the
// postings with the highest impacts are also in its head.
type list struct {
	term    string
	df      int
	docs    []int
	impacts []byte
	chunks  []chunk
	head    string
	rest    int // the highest impact that the head does not have all postings of, 0 without a head
}

type chunk struct {
	name  string
	first int
}

// long reports whether the list is in several chunks, of which a query reads those that it needs.
func (l *list) long() bool { return len(l.chunks) > 1 }

func listOf(term, s string) (*list, error) {
	coded, long := strings.CutPrefix(s, "~")
	if !long {
		docs, impacts, err := search.Postings(s, 0)
		return &list{term: term, df: len(docs), docs: docs, impacts: impacts}, err
	}
	codes, err := search.Numbers(coded)
	if err != nil || len(codes) < 3 {
		return nil, search.ErrDamaged
	}
	l, first := &list{term: term, df: codes[0] >> 3, rest: codes[0] & 7}, 0
	l.head = search.TermName(term) + "-h" + strconv.Itoa(codes[1])
	for i, step := range codes[2:] {
		first += step
		l.chunks = append(l.chunks, chunk{search.TermName(term) + "-" + strconv.Itoa(codes[1]+i), first})
	}
	return l, nil
}

// find returns the list of a term, nil when no message has it.
func (ix *reader) find(ctx context.Context, term string) (*list, error) {
	n := ix.blockOf(term)
	if n < 0 {
		return nil, nil
	}
	b, err := ix.block(ctx, n)
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearch(b.terms, term)
	if !found {
		return nil, nil
	}
	return listOf(term, b.lists[i])
}

// findAll returns the lists of those terms that there are.
func (ix *reader) findAll(ctx context.Context, terms []string) ([]*list, error) {
	all := make([]*list, len(terms))
	err := each(ctx, len(terms), func(ctx context.Context, i int) (err error) {
		all[i], err = ix.find(ctx, terms[i])
		return err
	})
	return slices.DeleteFunc(all, func(l *list) bool { return l == nil }), err
}

// nearBlocks is how many blocks are read for the terms that begin alike.
const nearBlocks = 3

// near returns the lists of the terms that begin with a term.
func (ix *reader) near(ctx context.Context, term string) (found []*list, err error) {
	from := max(0, ix.blockOf(term))
	for n := from; n < from+nearBlocks && n < len(ix.first); n++ {
		b, err := ix.block(ctx, n)
		if err != nil {
			return nil, err
		}
		for i, t := range b.terms {
			if strings.HasPrefix(t, term) {
				l, err := listOf(t, b.lists[i])
				if err != nil {
					return nil, err
				}
				found = append(found, l)
			}
		}
		if n+1 >= len(ix.first) || !strings.HasPrefix(ix.first[n+1], term) {
			break
		}
	}
	return found, nil
}

// fewCandidates is how many docs may choose the chunks to read.
const fewCandidates = 2000

// postings returns the docs of a list and their impacts: all of them, or at least those around the candidates.
func (ix *reader) postings(ctx context.Context, l *list, candidates []int) (docs []int, impacts []byte, err error) {
	if l.chunks == nil {
		return l.docs, l.impacts, nil
	}
	chunks := l.chunks
	if candidates != nil && len(candidates) <= fewCandidates {
		wanted := make([]bool, len(chunks))
		for _, doc := range candidates {
			if i := last(len(chunks), func(i int) bool { return chunks[i].first > doc }); i >= 0 {
				wanted[i] = true
			}
		}
		chunks = nil
		for i, c := range l.chunks {
			if wanted[i] {
				chunks = append(chunks, c)
			}
		}
	}
	read := make([]*list, len(chunks))
	err = each(ctx, len(chunks), func(ctx context.Context, i int) (err error) {
		read[i], err = ix.chunk(ctx, chunks[i])
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, c := range read {
		if len(docs) > 0 && len(c.docs) > 0 && c.docs[0] <= docs[len(docs)-1] {
			return nil, nil, search.ErrDamaged
		}
		docs, impacts = append(docs, c.docs...), append(impacts, c.impacts...)
	}
	return docs, impacts, nil
}

// best reads the postings of a list with the highest impacts: all of a list without a head.
func (ix *reader) best(ctx context.Context, l *list) ([]int, []byte, error) {
	if l.rest == 0 {
		return ix.postings(ctx, l, nil)
	}
	head, err := ix.chunk(ctx, chunk{l.head, 0})
	if err != nil {
		return nil, nil, err
	}
	return head.docs, head.impacts, nil
}

func (ix *reader) chunk(ctx context.Context, c chunk) (*list, error) {
	return once(ix, "p"+c.name, func() (*list, error) {
		lines, err := ix.unpack(ctx, "p", c.name, 2)
		if err != nil {
			return nil, err
		}
		docs, impacts, err := search.Postings(lines[0], c.first)
		if err != nil {
			return nil, fmt.Errorf("search/p/%s.js: %w", c.name, err)
		}
		return &list{docs: docs, impacts: impacts}, nil
	})
}

// words reads a file of the list of all words.
func (ix *reader) words(ctx context.Context, n int) ([]string, error) {
	name := strconv.Itoa(n)
	return once(ix, "v"+name, func() ([]string, error) {
		lines, err := ix.unpack(ctx, "v", name, 1)
		if err != nil {
			return nil, err
		}
		return search.Terms(lines[0])
	})
}
