package query

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	archive "steno/bench/archive"
	"steno/generator/search"
	"steno/parser"
	"steno/tier"
)

// The panel asks the index of real transcripts for what is in them, and compares its answers with a plain search of the
// texts that shares no code with the index. Queries are drawn from the texts, by class. The least share of messages that each
// class finds is the promise of docs/performance.md.

const realTranscripts = "../../../../shared/corpus"

// realSite is the index of real transcripts, and the sessions that it was made of.
var realSite = sync.OnceValues(func() (map[string][]byte, []search.Session) {
	var sessions []search.Session
	for _, name := range []string{"spotter", "claude-2026", "agents"} {
		err := archive.Texts(context.Background(), filepath.Join(realTranscripts, name), func(p *parser.Session, texts []archive.Text) bool {
			s := search.Session{ID: p.ID, URL: "sessions/" + p.ID + "/index.html", Title: p.Title.Text, Start: p.Start, End: p.End}
			if len(p.Dirs) > 0 {
				s.Project = path.Base(p.Dirs[0])
			}
			for _, x := range texts {
				s.Docs = append(s.Docs, search.Doc{Anchor: x.Anchor, Page: "index.html", Kind: x.Kind, Tool: x.Tool, Time: x.Time, Text: x.Text})
			}
			sessions = append(sessions, s)
			return true
		})
		if err != nil {
			panic(err) // for all that ask for it
		}
	}
	slices.SortStableFunc(sessions, func(a, b search.Session) int { return a.Start.Compare(b.Start) })
	site, err := build(context.Background(), search.Options{Scope: search.ScopeEverything}, sessions)
	if err != nil {
		panic(err)
	}
	return site, sessions
})

// realIndex opens the index of real transcripts, or skips the test.
func realIndex(t *testing.T) (*Index, []search.Session) {
	t.Helper()
	if _, err := os.Stat(realTranscripts); err != nil {
		t.Skip("there are no real transcripts beside this checkout: what queries find in them is NOT measured")
	}
	site, sessions := realSite()
	ix, err := openIndex(t.Context(), inMemory(site))
	if err != nil {
		t.Fatal(err)
	}
	return ix, sessions
}

// probe is a query and the expression that a plain search would use.
type probe struct {
	query string
	truth *regexp.Regexp
}

// whole is an expression for a text that no letters or digits continue.
func whole(text string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN_])` + regexp.QuoteMeta(text) + `(?:[^\pL\pN_]|$)`)
}

var (
	hisses  = regexp.MustCompile(`(?:[osxz]|ch|sh)$`)
	oneBeat = regexp.MustCompile(`^(?:[^aeiou]|qu)*[aeiouy][^aeiouwxy]$`)
)

// written are the inflected forms of a word: of "them" neither "themes" nor "theming", which are of "theme".
func written(w string) []string {
	all := []string{w, w + "s"}
	if hisses.MatchString(w) {
		all = append(all, w+"es")
	}
	if !oneBeat.MatchString(w) {
		all = append(all, w+"ed", w+"ing")
	}
	switch {
	case strings.HasSuffix(w, "e"):
		all = append(all, w+"d", w[:len(w)-1]+"ing")
	case strings.HasSuffix(w, "y"):
		all = append(all, w[:len(w)-1]+"ies", w[:len(w)-1]+"ied")
	default:
		end := w[len(w)-1:]
		all = append(all, w+end+"ed", w+end+"ing")
	}
	return all
}

// panel are the classes of queries: what to look for in texts, how to ask for it, and the least share to find.
var panel = []struct {
	name  string
	least float64
	find  *regexp.Regexp
	ask   func(found string) *probe
}{
	{"identifiers", .99, regexp.MustCompile(`\b[a-z]+[A-Z][A-Za-z]{3,30}\b|\b[a-zA-Z]+_[a-zA-Z_]{3,30}\b`), func(s string) *probe { return &probe{s, whole(s)} }},
	{"flags", .99, regexp.MustCompile(`\s--[a-z][a-z-]{2,20}\s`), func(s string) *probe { return &probe{strings.TrimSpace(s), whole(strings.TrimSpace(s))} }},
	{"paths", .99, regexp.MustCompile(`\b[a-z][\w-]+(?:/[\w-]+){1,4}\.[a-z]{2,4}\b`), func(s string) *probe { return &probe{s, whole(s)} }},
	{"signed numbers", .99, regexp.MustCompile(`\s[-+][0-9]{1,4}\s`), func(s string) *probe {
		s = strings.TrimSpace(s)
		return &probe{s, regexp.MustCompile(`(?:^|[\s(,])` + regexp.QuoteMeta(s) + `(?:[\s),]|$)`)}
	}},
	{"numbers with marks", .99, regexp.MustCompile(`\s#[0-9]{1,2}\s|\s[0-9]{1,2}%\s|\s[0-2][0-9]:[0-5][0-9]\s`), func(s string) *probe {
		s = strings.TrimSpace(s)
		return &probe{s, regexp.MustCompile(`(?:^|[\s(])` + regexp.QuoteMeta(s) + `(?:[\s),.]|$)`)}
	}},
	{"emoji", .99, regexp.MustCompile(`[\x{1f300}-\x{1faff}\x{2600}-\x{27bf}]`), func(s string) *probe { return &probe{s, regexp.MustCompile(s)} }},
	{"inflections", .95, regexp.MustCompile(`\b[a-z]{4,10}\b`), func(s string) *probe {
		return &probe{s + " ", regexp.MustCompile(`(?i)(?:^|[^\pL\pN_])(?:` + strings.Join(written(s), "|") + `)(?:[^\pL\pN_]|$)`)}
	}},
	{"parts of names", .95, regexp.MustCompile(`\b[a-zA-Z]+_[a-zA-Z]+_[a-zA-Z_]{2,30}\b|\b[a-z]+[A-Z][a-z]+[A-Z][A-Za-z]{2,30}\b`), func(s string) *probe {
		part := s[strings.Index(s, "_")+1:]
		if !strings.Contains(s, "_") {
			part = s[strings.IndexFunc(s, func(r rune) bool { return r < 'a' }):]
		}
		if len(part) < 4 {
			return nil
		}
		// Not where it begins within a word.
		return &probe{part + " ", regexp.MustCompile(`(?:^|[^A-Za-z0-9]|[a-z]` + regexp.QuoteMeta(part[:1]) + `)?` + regexp.QuoteMeta(part) + `(?:[^A-Za-z0-9_]|$)`)}
	}},
}

// TestPanel measures what queries find in real transcripts.
func TestPanel(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "searches real transcripts for hundreds of queries by plain search")
	ix, sessions := realIndex(t)
	var texts []realText
	total := 0
	for _, s := range sessions {
		for i, d := range s.Docs {
			texts = append(texts, realText{session: s.ID, at: i, text: d.Text, lower: strings.ToLower(d.Text)})
			total += len(d.Text)
		}
	}
	size := 0
	site, _ := realSite()
	for name, data := range site {
		if !strings.HasPrefix(name, "search/f/") {
			size += len(data)
		}
	}
	t.Logf("index without snippets: %.1f%% of the text", 100*float64(size)/float64(total))
	t.Logf("%d messages in %d sessions, %.1f MB of text", len(texts), len(sessions), float64(total)/1e6)
	r, queries := rand.New(rand.NewPCG(47, 47)), panelQueries(t)
	for _, class := range panel {
		var probes []probe
		asked := map[string]bool{}
		drawn := make([][]string, len(texts)) // rare classes draw each text often
		for range 200_000 {
			if len(probes) >= queries {
				break
			}
			n := r.IntN(len(texts))
			if drawn[n] == nil {
				drawn[n] = append([]string{}, class.find.FindAllString(head(texts[n].text, 20_000), -1)...)
			}
			found := drawn[n]
			if len(found) == 0 {
				continue
			}
			if p := class.ask(found[r.IntN(len(found))]); p != nil && !asked[p.query] {
				asked[p.query] = true
				probes = append(probes, *p)
			}
		}
		sum, missed := 0.0, []string{}
		for _, p := range probes {
			recall, example := ix.recall(t, p, texts)
			sum += recall
			if recall < 1 {
				missed = append(missed, fmt.Sprintf("%s %.2f %q", p.query, recall, example))
			}
		}
		share := sum / float64(max(1, len(probes)))
		t.Logf("%-20s %3d queries, %.1f%% found", class.name, len(probes), 100*share)
		t.Logf("   missed: %s", strings.Join(missed[:min(len(missed), 8)], "\n           "))
		if share < class.least {
			t.Errorf("%s: %.3f found, promised %.2f", class.name, share, class.least)
		}
	}
}

// panelQueries is how many queries of each class are asked: STENO_QUERIES, if it is set.
func panelQueries(t *testing.T) int {
	text := os.Getenv("STENO_QUERIES")
	if text == "" {
		return 60
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("STENO_QUERIES: %v", err)
	}
	return n
}

func head(s string, n int) string { return s[:min(len(s), n)] }

// realText is the text of a message.
type realText struct {
	session     string
	at          int // among the messages of the session
	text, lower string
}

// has is where the text has what a plain search looks for, nil for nowhere. Each match has the needle. So only the text
// around needles is looked at: the character before, and the rest of the word.
func (x *realText) has(truth *regexp.Regexp, needle string) []int {
	if len(x.text) != len(x.lower) { // places are not the same
		if !strings.Contains(x.lower, needle) {
			return nil
		}
		return truth.FindStringIndex(x.text)
	}
	for from := 0; ; {
		i := strings.Index(x.lower[from:], needle)
		if i < 0 {
			return nil
		}
		begin, end := from+i, from+i+len(needle)
		from = begin + 1
		for range 2 {
			_, n := utf8.DecodeLastRuneInString(x.text[:begin])
			begin -= n
		}
		for range 6 {
			_, n := utf8.DecodeRuneInString(x.text[end:])
			end += n
		}
		if at := truth.FindStringIndex(x.text[begin:end]); at != nil {
			return []int{begin + at[0], begin + at[1]}
		}
	}
}

// recall is the share of the messages that plain search finds, and an example of what is missed.
func (ix *Index) recall(t *testing.T, p probe, texts []realText) (share float64, example string) {
	t.Helper()
	res, err := ix.run(t.Context(), p.query, 0)
	if err != nil {
		t.Fatal(err)
	}
	type place struct {
		session string
		at      int
	}
	found := map[place]bool{}
	for _, doc := range res.docs {
		s := ix.in.session(doc)
		row, err := ix.in.sessionRow(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		found[place{path.Base(path.Dir(row.url)), doc - ix.in.starts[s] - 1}] = true
	}
	want, got := 0, 0
	needle := strings.ToLower(strings.TrimSpace(p.query))
	if needle[0] >= 'a' {
		needle = needle[:len(needle)-1] // of any form
	}
	for _, x := range texts {
		if at := x.has(p.truth, needle); at != nil {
			want++
			if found[place{x.session, x.at}] {
				got++
			} else if example == "" {
				example = x.text[max(0, at[0]-20):min(len(x.text), at[1]+20)]
			}
		}
	}
	if want == 0 {
		return 1, ""
	}
	return float64(got) / float64(want), example
}
