package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"steno/tier"
)

// leaving builds an index that leaves its postings in a file, taking what it can from those
// that an earlier one left, and of its files those that may stay.
func leaving(t *testing.T, o Options, sessions []Session, earlier string, before site) (files site, left string, taken int) {
	t.Helper()
	var mu sync.Mutex
	files = site{}
	o.Keep = func(name string, size int64) bool {
		mu.Lock()
		defer mu.Unlock()
		data, ok := before[name]
		if ok = ok && int64(len(data)) == size; ok {
			files[name] = data
		}
		return ok
	}
	left = filepath.Join(t.TempDir(), "postings")
	f, err := os.Create(left)
	if err != nil {
		t.Fatal(err)
	}
	o.Leave, o.TempDir = f, t.TempDir()
	if o.Earlier == nil {
		o.Earlier = earlierAt(t, earlier)
	}
	parts := adding(t, left, earlier)
	o.Put = parts.put
	b := New(o)
	defer b.Close()
	for _, s := range sessions {
		d := b.Digest(s)
		if o.Earlier.Has(d) {
			d = whole(t, d.Head())
			taken++
		}
		if err := b.Add(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Finish(func(name string, data []byte) error {
		mu.Lock()
		defer mu.Unlock()
		files[name] = bytes.Clone(data)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), parts.file.Close()); err != nil {
		t.Fatal(err)
	}
	return files, left, taken
}

// addedParts is a file to which indexes add parts. Every other time it is a new one.
type addedParts struct {
	file   *os.File
	at     int64
	copies bool
}

func adding(t *testing.T, left, earlier string) *addedParts {
	t.Helper()
	p := &addedParts{copies: earlier == "" || earlier[len(earlier)-len("1/postings")]%2 == 0}
	var err error
	if p.file, err = os.Create(left + ".parts"); err != nil {
		t.Fatal(err)
	}
	if earlier != "" && !p.copies {
		data := read(t, earlier+".parts")
		p.at = int64(len(data))
		if _, err := p.file.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *addedParts) put(was Span, data func() ([]byte, error)) (Span, error) {
	if was.Size > 0 && !p.copies {
		return was, nil
	}
	b, err := data()
	if err != nil {
		return was, err
	}
	s := Span{p.at, int64(len(b)), Sum(b)}
	p.at += s.Size
	_, err = p.file.Write(b)
	return s, err
}

// earlierAt opens what an index left, nil for "".
func earlierAt(t *testing.T, left string) *Earlier {
	t.Helper()
	if left == "" {
		return nil
	}
	e, err := OpenEarlier(left, bytes.NewReader(read(t, left+".parts")))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// leftAt is all that an index left, wherever its parts are.
func leftAt(t *testing.T, left string) string {
	t.Helper()
	e := earlierAt(t, left)
	part := func(at Span) []byte {
		data, err := e.part(at, nil)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	var b strings.Builder
	for i, at := range e.left {
		fmt.Fprintf(&b, "%d %x %x\n", e.bases[i+1], part(at.run), part(at.snippets))
	}
	for _, block := range e.blocks {
		terms := part(block.at)
		block.at = Span{}
		fmt.Fprintf(&b, "%+v %x\n", block, terms)
	}
	fmt.Fprintln(&b, e.files, e.block, len(e.slots), e.snippet, e.short)
	return b.String()
}

// What comes from earlier postings is as what is merged anew, after any change.
func TestEarlierIsTheSame(t *testing.T) {
	t.Parallel()
	r := newRand(21)
	for _, o := range []Options{{Scope: ScopeEverything, Memory: 100_000}, {Scope: ScopeTitles}, {Scope: ScopeEverything, Budget: 600_000}} {
		sessions := archive(9, 80, 60)
		before, left, _ := leaving(t, o, sessions, "", nil)
		for round := range tier.Count(2, 6) {
			n := 0
			for _, s := range sessions { // some go, some grow
				if r.IntN(10) == 0 {
					continue
				}
				if r.IntN(10) == 0 {
					s.Docs = append(s.Docs[:len(s.Docs):len(s.Docs)], Doc{Kind: KindReply, Page: "index.html", Text: fmt.Sprint("round", round, " grew")})
					s.Title += " again"
				}
				sessions[n] = s
				n++
			}
			added := archive(uint64(100+round), 5, 40)
			for i := range added {
				added[i].ID += fmt.Sprint("-", round)
			}
			sessions = append(sessions[:n], added...)
			want, _ := build(t, o, sessions, 2)
			files, now, taken := leaving(t, o, sessions, left, before)
			same(t, fmt.Sprint("round ", round), want, files)
			if taken < n/2 {
				t.Errorf("round %d: only %d of %d sessions were taken from the earlier postings", round, taken, n)
			}
			before, left = files, now
		}
	}
}

// Files that are packed from the same lines as before are not packed again.
func TestPackedFilesAreKept(t *testing.T) {
	t.Parallel()
	o := Options{Scope: ScopeEverything}
	sessions := chronological(archive(11, 60, 40))
	before, left, _ := leaving(t, o, sessions, "", nil)
	for name, data := range before { // bytes that packing does not make
		if strings.HasPrefix(name, "search/t/") {
			before[name] = append(bytes.Clone(data[:len(data)-1]), ' ')
		}
	}
	last := &sessions[len(sessions)-1]
	last.Docs = append(last.Docs[:len(last.Docs):len(last.Docs)], Doc{Kind: KindReply, Page: "index.html", Text: "sunflower"})
	after, _, _ := leaving(t, o, sessions, left, before)
	kept, packed := 0, 0
	for name, data := range after {
		if strings.HasPrefix(name, "search/t/") {
			if bytes.HasSuffix(data, []byte(" ")) {
				kept++
			} else {
				packed++
			}
		}
	}
	if kept < 10 || packed == 0 || packed > 6 {
		t.Errorf("%d files of terms were kept and %d packed again", kept, packed)
	}
}

// Snippets that the budget made shorter are not made shorter again, unless their files are gone.
func TestShortenedAreKept(t *testing.T) {
	t.Parallel()
	sessions := chronological(archive(15, 60, 60))
	_, free := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	o := Options{Scope: ScopeEverything, Budget: free.Bytes - free.Snippets/4 + int64(len(sessions))*perSession}
	before, left, _ := leaving(t, o, sessions, "", nil)
	gone := map[string]bool{}
	for name, data := range before { // bytes that packing does not make
		if strings.HasPrefix(name, "search/f/") {
			before[name] = append(bytes.Clone(data[:len(data)-1]), ' ')
			if len(gone) < 10 {
				gone[name] = true
				delete(before, name)
			}
		}
	}
	last := &sessions[len(sessions)-1]
	last.Docs = append(last.Docs[:len(last.Docs):len(last.Docs)], Doc{Kind: KindReply, Page: "index.html", Text: "sunflower"})
	want, stats := build(t, o, sessions, 2)
	after, now, _ := leaving(t, o, sessions, left, before)
	kept := 0
	for name, data := range after {
		if !strings.HasPrefix(name, "search/f/") {
			continue
		}
		if bytes.HasSuffix(data, []byte(" ")) {
			kept++
		} else if gone[name] && !bytes.Equal(data, want[name]) {
			t.Errorf("%s, which was gone, differs", name)
		}
	}
	if stats.Snippet >= defaultSnippet || kept < 60 {
		t.Errorf("snippets of %d bytes, of which %d files were kept", stats.Snippet, kept)
	}
	_, cold, _ := leaving(t, o, sessions, "", nil)
	if leftAt(t, now) != leftAt(t, cold) {
		t.Error("the postings that are left differ from those of a build without earlier ones")
	}
}

func TestDamagedEarlier(t *testing.T) {
	t.Parallel()
	_, left, _ := leaving(t, Options{Scope: ScopeEverything}, archive(10, 3, 4), "", nil)
	data, err := os.ReadFile(left)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "broken")
	for i := 0; i < len(data); i += 1 + len(data)/200 {
		broken := bytes.Clone(data)
		broken[i] ^= 0x40
		for _, try := range [][]byte{broken, data[:i]} {
			if err := os.WriteFile(name, try, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenEarlier(name, bytes.NewReader(nil)); err == nil {
				t.Errorf("postings of %d bytes, damaged at %d, were accepted", len(try), i)
			}
		}
	}
	b := New(Options{TempDir: t.TempDir()})
	defer b.Close()
	if err := b.Add(context.Background(), b.Digest(Session{ID: "a"}).Head()); err == nil {
		t.Error("a session without postings was taken into an index without earlier ones")
	}
}

// Blocks with long lists are taken as they are, with their files, unless these are gone.
func TestBlocksAreTaken(t *testing.T) {
	t.Parallel()
	r := newRand(22)
	o := Options{Scope: ScopeEverything}
	sessions := chronological(archive(12, 150, 60))
	before, left, _ := leaving(t, o, sessions, "", nil)
	for round := range tier.Count(2, 12) {
		s := &sessions[r.IntN(len(sessions))]
		for range 1 + round%3*4 { // it may need more room
			s.Docs = append(s.Docs[:len(s.Docs):len(s.Docs)], Doc{Kind: KindReply, Page: "index.html", Text: s.Docs[r.IntN(len(s.Docs))].Text + fmt.Sprint(" new", round%2)})
		}
		for name := range before {
			if r.IntN(6) == 0 {
				delete(before, name)
			}
		}
		want, _ := build(t, o, sessions, 2)
		files, now, _ := leaving(t, o, sessions, left, before)
		same(t, fmt.Sprint("round ", round), want, files)
		_, cold, _ := leaving(t, o, sessions, "", nil)
		if leftAt(t, now) != leftAt(t, cold) {
			t.Errorf("round %d: the postings that are left differ from those of a build without earlier ones", round)
		}
		before, left = files, now
	}
}

// A block that did not change ends elsewhere when the first term of the next one goes.
func TestTermsBetweenBlocks(t *testing.T) {
	t.Parallel()
	r := newRand(23)
	o := Options{Scope: ScopeEverything}
	sessions := chronological(archive(14, 100, 40))
	docs := make([]Doc, 150) // one word each, so that no other posting changes
	for i := range docs {
		for docs[i].Text == "" || hashTerm(docs[i].Text)%(smallBlock/256) > 0 { // a block may end before it
			docs[i] = Doc{Kind: KindReply, Page: "index.html", Text: fmt.Sprintf("word%c%d", 'a'+r.IntN(26), r.IntN(10_000))}
		}
	}
	for round := range 2 {
		sessions[len(sessions)-1].Docs = docs
		before, left, _ := leaving(t, o, sessions, "", nil)
		earlier := earlierAt(t, left)
		gone := map[string]bool{}
		for i := round; i < len(earlier.blocks); i += 2 {
			gone[earlier.blocks[i].first] = true
		}
		fewer := slices.Clone(docs)
		for i := range fewer {
			if gone[fewer[i].Text] {
				fewer[i].Text = docs[0].Text
			}
		}
		sessions[len(sessions)-1].Docs = fewer
		files, now, _ := leaving(t, o, sessions, left, before)
		want, cold, _ := leaving(t, o, sessions, "", nil)
		same(t, fmt.Sprint("round ", round), want, files)
		if leftAt(t, now) != leftAt(t, cold) {
			t.Errorf("round %d: the postings that are left differ from those of a build without earlier ones", round)
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// whole is a digest that was written and read.
func whole(t *testing.T, d *Digested) *Digested {
	t.Helper()
	data, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := &Digested{}
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	again.ReadFrom(bytes.NewReader(data), 0)
	return again
}
