package search

import (
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The ranking as docs/search-format.md describes it, computed from plain words by code that
// shares none with the index: texts here are lower-case words, so that cutting them needs no
// tokenizer.

// weighedDoc is a doc with its words counted.
type weighedDoc struct {
	session int
	kind    string
	counts  map[string]int
	words   int
}

// kindWeights are the boosts of docs/search-format.md.
var kindWeights = map[string]float64{"title": 1.8, "prompt": 1.6, "summary": 1.6, "reply": 1.3, "call": 1, "thinking": 0.9, "result": 0.7, "event": 0.7}

// impactOf is how much a word tells of a doc, 1 to 4, 0 where it does not stand.
func (d weighedDoc) impactOf(word string) int {
	n := float64(d.counts[word])
	if n == 0 {
		return 0
	}
	const k1, b = 1.2, 0.75
	length := math.Max(float64(d.words), 20)
	bm25 := n * (k1 + 1) / (n + k1*(1-b+b*length/150))
	share := bm25 / (k1 + 1) * kindWeights[d.kind] / 1.8
	switch {
	case share >= 0.62:
		return 4
	case share >= 0.37:
		return 3
	case share >= 0.21:
		return 2
	}
	return 1
}

// rankedArchive makes sessions of plain words, and the docs that the index is to see in them.
func rankedArchive(seed uint64) ([]Session, []weighedDoc) {
	r := newRand(seed)
	var words []string
	for range 70 {
		w := make([]byte, 4+r.IntN(5))
		for i := range w {
			w[i] = "bcdfghklmnprstaeiou"[r.IntN(19)]
		}
		words = append(words, string(w))
		if r.IntN(3) == 0 {
			words = append(words, string(w)+"es", string(w)+"lines") // which the word begins
		}
	}
	text := func(n int) string {
		var list []string
		for range n {
			list = append(list, words[min(r.IntN(len(words)), r.IntN(len(words)), r.IntN(len(words)))])
		}
		return strings.Join(list, " ")
	}
	kinds := []string{"prompt", "summary", "reply", "call", "thinking", "result", "event"}
	sizes := []int{1, 5, 19, 20, 21, 60, 150, 400}
	var sessions []Session
	var docs []weighedDoc
	see := func(session int, kind, text string) {
		d := weighedDoc{session: session, kind: kind, counts: map[string]int{}}
		for w := range strings.FieldsSeq(text) {
			d.counts[w]++
			d.words++
		}
		docs = append(docs, d)
	}
	for i := range 14 {
		id := fmt.Sprintf("%08x-0000-4000-8000-000000000000", i)
		s := Session{ID: id, URL: "sessions/" + id + "/index.html", Title: text(3), Project: "p", Start: newDay(2025, 1, 1).Add(time.Duration(i) * time.Hour)}
		see(i, "title", s.Title)
		for n := range 5 + r.IntN(30) {
			d := Doc{Anchor: fmt.Sprint("m-", n), Page: "index.html", Kind: kinds[r.IntN(len(kinds))], Time: s.Start, Text: text(sizes[r.IntN(len(sizes))])}
			see(i, d.Kind, d.Text)
			s.Docs = append(s.Docs, d)
		}
		sessions = append(sessions, s)
	}
	return sessions, docs
}

// TestImpacts reads the index as docs/search-format.md describes it and compares every posting.
func TestImpacts(t *testing.T) {
	t.Parallel()
	sessions, docs := rankedArchive(31)
	files, _ := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	got := postingsOf(t, files)
	want := map[string][]int{}
	seen := [5]int{}
	for _, d := range docs {
		for w := range d.counts {
			want[w] = nil
		}
	}
	for w := range want {
		for _, d := range docs {
			n := d.impactOf(w)
			want[w] = append(want[w], n)
			seen[n]++
		}
	}
	for term := range got {
		if strings.HasPrefix(term, ":") {
			delete(got, term)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("impacts by word and doc (-computed +index):\n%s", diff)
	}
	if slices.Min(seen[1:]) < 20 {
		t.Errorf("so many postings have each impact: %v, which proves little", seen[1:])
	}
}

// postingsOf returns the impact of each term of a small index in each doc, 0 where it does not
// stand.
func postingsOf(t *testing.T, files site) map[string][]int {
	t.Helper()
	var m struct{ S string }
	unwrap(t, files["search/m.js"], &m)
	var at []int // numbers of docs, which have gaps
	room := 0
	for _, n := range codes(m.S) {
		for i := range n {
			at = append(at, room+i)
		}
		step := 8
		for n >= 8*step {
			step *= 2
		}
		room += (n + step - 1) / step * step
	}
	postings := map[string][]int{}
	for name, data := range files {
		if path.Dir(name) != "search/t" {
			continue
		}
		_, escaped, _ := strings.Cut(strings.TrimSuffix(string(data), "\")\n"), `","`)
		packed := strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\r`, "\r").Replace(escaped)
		text, err := io.ReadAll(flate.NewReader(strings.NewReader(packed)))
		if err != nil {
			t.Fatal(err)
		}
		block := strings.Split(string(text), "\n")
		term := ""
		lists := strings.Split(block[1], " ")
		for i, k := range strings.Split(block[0], " ") {
			term = term[:codes(k[:1])[0]] + k[1:]
			doc, impacts := 0, make([]int, len(at))
			for _, p := range codes(lists[i]) {
				doc += p >> 2
				n, found := slices.BinarySearch(at, doc)
				if !found {
					t.Fatalf("%s: no doc has the number %d", term, doc)
				}
				impacts[n] = p&3 + 1
			}
			postings[term] = impacts
		}
	}
	return postings
}

// unwrap reads the JSON of a file.
func unwrap(t *testing.T, data []byte, v any) {
	t.Helper()
	text := string(data)
	if err := json.Unmarshal([]byte(text[strings.Index(text, ",")+1:strings.LastIndex(text, ")")]), v); err != nil {
		t.Fatal(err)
	}
}

// codes reads numbers.
func codes(s string) []int {
	const characters = "!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|"
	var numbers []int
	for i := 0; i < len(s); i++ {
		v, begun := 0, false
		for ; strings.IndexByte(characters, s[i]) >= 64; i++ {
			x := strings.IndexByte(characters, s[i]) - 64
			if begun {
				v *= 26
			}
			v, begun = v+x+1, true
		}
		numbers = append(numbers, v*64+strings.IndexByte(characters, s[i]))
	}
	return numbers
}

// TestRanking compares what the client answers, and in which order, with the scores that
// docs/search-format.md describes.
func TestRanking(t *testing.T) {
	t.Parallel()
	sessions, docs := rankedArchive(32)
	files, _ := build(t, Options{Scope: ScopeEverything}, sessions, 1)
	r := newRand(5)
	var queries []string
	for len(queries) < 120 {
		var words []string
		for w := range docs[r.IntN(len(docs))].counts { // of one doc, in any order
			words = append(words, w)
		}
		slices.Sort(words)
		query := words[r.IntN(len(words))]
		for range r.IntN(3) {
			query += " " + words[r.IntN(len(words))]
		}
		switch r.IntN(3) {
		case 0:
			query = query[:len(query)-1] // the word is being typed
		default:
			query += " "
		}
		queries = append(queries, query)
	}
	ranked := 0
	for i, a := range ask(t, files, queries, false) {
		if len(a.Absent)+len(a.Dropped)+len(a.Instead) > 0 {
			continue // another query was answered
		}
		want, worth := expected(docs, queries[i])
		if len(a.Docs) != len(want) || len(a.Scores) != len(want) {
			t.Errorf("query %q: %d docs with %d scores, computed %d", queries[i], len(a.Docs), len(a.Scores), len(want))
			continue
		}
		for n, doc := range a.Docs {
			if math.Abs(a.Scores[n]-want[doc]) > 1e-9 {
				t.Errorf("query %q: doc %d has the score %v, computed %v", queries[i], doc, a.Scores[n], want[doc])
			}
		}
		if got, want := fmt.Sprint(a.Ranked), fmt.Sprint(ranking(docs, want, worth)); got != want {
			t.Errorf("query %q: shown %s, computed %s", queries[i], got, want)
		}
		ranked++
	}
	if ranked < 80 {
		t.Errorf("only %d queries could be compared", ranked)
	}
}

// doublings is how often one must be doubled to have more docs than the session.
func doublings(docs []weighedDoc, session int) (n float64) {
	left := 0
	for _, d := range docs {
		if d.session == session {
			left++
		}
	}
	for ; left > 0; left /= 2 {
		n++
	}
	return n
}

// expected are the scores of the docs that answer a query, and what sessions are worth, nil for their best doc: those
// without a doc that has all words count with the best doc for each word.
func expected(docs []weighedDoc, query string) (found, worth map[int]float64) {
	found = scores(docs, query)
	words := strings.Fields(query)
	if len(found) == 0 || len(words) == 1 {
		return found, nil
	}
	whole := map[int]float64{}
	for n, score := range found {
		whole[docs[n].session] = math.Max(whole[docs[n].session], score)
	}
	some, have := map[int]float64{}, map[int]int{}
	worth = map[int]float64{}
	for i, w := range words {
		if i < len(words)-1 || strings.HasSuffix(query, " ") {
			w += " "
		}
		best := map[int]float64{}
		for n, score := range scores(docs, w) {
			some[n] = math.Max(some[n], score)
			best[docs[n].session] = math.Max(best[docs[n].session], score)
		}
		for s, score := range best {
			worth[s] += score * (50 - doublings(docs, s)) / 50
			have[s]++
		}
	}
	more := false
	for n, score := range some {
		s := docs[n].session
		if _, all := whole[s]; !all && have[s] == len(words) && docs[n].kind != "title" {
			found[n], more = score, true
		}
	}
	if !more {
		return found, nil
	}
	pairs := len(words) * (len(words) - 1) / 2
	for s, score := range whole {
		worth[s] += score / 8 * float64(pairs)
	}
	return found, worth
}

// scores are those of the docs that hold all words of a query, of the last one also longer
// words that it begins, which weigh less, unless a blank ends it.
func scores(docs []weighedDoc, query string) map[int]float64 {
	open := !strings.HasSuffix(query, " ")
	words := strings.Fields(query)
	found := map[int]float64{}
	for n := range docs {
		found[n] = 0
	}
	all := map[string]bool{}
	for _, d := range docs {
		for word := range d.counts {
			all[word] = true
		}
	}
	for i, w := range words {
		weights := map[string]float64{} // of the words that it finds
		for other := range all {
			switch {
			case other == w:
				weights[other] = 1
			case sameWord(w, other):
				weights[other] = 0.7
			case open && i == len(words)-1 && strings.HasPrefix(other, w):
				weights[other] = 0.6
			}
		}
		least := math.Inf(1) // of the most frequent
		for word := range weights {
			least = math.Min(least, idf(docs, word))
		}
		for word := range weights {
			weights[word] *= least
			if len(words) == 1 && word != w && all[w] {
				weights[word] /= 16
			}
		}
		for n, d := range docs {
			best := 0.0
			for word, weight := range weights {
				impact := float64(d.impactOf(word)) / 4
				best = math.Max(best, weight*impact*impact)
			}
			if score, ok := found[n]; ok && best > 0 {
				found[n] = score + best
			} else {
				delete(found, n)
			}
		}
	}
	return found
}

// Inflection as docs/search-format.md describes it.
var (
	inflects = regexp.MustCompile(`^[a-z]{3,}$`)
	iesOrIed = regexp.MustCompile(`^(...+i)e[sd]$`)
	ingOrEd  = regexp.MustCompile(`^(...+?)(?:ing|ed)$`)
	endsInS  = regexp.MustCompile(`^(...+?)(?:es|s|e)$`)
	twice    = regexp.MustCompile(`^(.+[aeiou])(?:bb|dd|gg|mm|nn|pp|rr|tt)$`)
)

// base is what all inflected forms of a word have.
func base(w string) string {
	if m := iesOrIed.FindStringSubmatch(w); m != nil {
		return m[1]
	}
	if m := ingOrEd.FindStringSubmatch(w); m != nil && strings.ContainsAny(m[1], "aeiouy") {
		if w = m[1]; twice.MatchString(w) {
			w = w[:len(w)-1]
		}
	} else if m := endsInS.FindStringSubmatch(w); m != nil && strings.ContainsAny(m[1], "aeiouy") && !strings.HasSuffix(w, "ss") {
		w = m[1]
	}
	if strings.HasSuffix(w, "y") {
		w = w[:len(w)-1] + "i"
	}
	return w
}

var (
	hisses    = regexp.MustCompile(`(?:[osxz]|ch|sh)$`)
	wouldGrow = regexp.MustCompile(`^(?:qu|[^aeiou])*[aeiouy][^aeiouwxy]$`)
)

// stemsOf returns the words that a word may be a form of: ":plan", ":plane" or both.
func stemsOf(w string) []string {
	if !inflects.MatchString(w) {
		return nil
	}
	stem := base(w)
	itself, withE := ":"+stem, ":"+stem+"e"
	switch {
	case strings.HasSuffix(stem, "i"), w == stem+"es" && hisses.MatchString(stem), (w == stem+"ed" || w == stem+"ing") && !wouldGrow.MatchString(stem):
		return []string{itself, withE}
	case w == stem+"e", w == stem+"es", w == stem+"ed", w == stem+"ing":
		return []string{withE}
	}
	return []string{itself}
}

func sameWord(a, b string) bool {
	of := stemsOf(b)
	return a == b || base(a) == base(b) && slices.ContainsFunc(stemsOf(a), func(s string) bool { return slices.Contains(of, s) })
}

func idf(docs []weighedDoc, word string) float64 {
	all, with := float64(len(docs)), 0.0
	for _, d := range docs {
		if d.counts[word] > 0 {
			with++
		}
	}
	return math.Log(1 + (all-with+0.5)/(with+0.5))
}

// ranking is the order of results: sessions by their best doc, or what they are worth, newest first among equals, and
// in each the docs likewise, without its title.
func ranking(docs []weighedDoc, scores, worth map[int]float64) [][]int {
	best := map[int]float64{}
	in := map[int][]int{}
	for n, score := range scores {
		s := docs[n].session
		if best[s] = math.Max(best[s], score); worth != nil {
			best[s] = worth[s]
		}
		in[s] = append(in[s], n)
	}
	later := func(x, y int, of func(int) float64) bool {
		if math.Abs(of(x)-of(y)) > 1e-9 {
			return of(x) > of(y)
		}
		return x > y
	}
	order := make([]int, 0, len(best))
	for s := range best {
		order = append(order, s)
	}
	slices.SortFunc(order, func(x, y int) int {
		if later(x, y, func(s int) float64 { return best[s] }) {
			return -1
		}
		return 1
	})
	ranked := [][]int{}
	for _, s := range order {
		list := slices.DeleteFunc(in[s], func(n int) bool { return docs[n].kind == "title" })
		slices.SortFunc(list, func(x, y int) int {
			if later(x, y, func(n int) float64 { return scores[n] }) {
				return -1
			}
			return 1
		})
		ranked = append(ranked, list)
	}
	return ranked
}
