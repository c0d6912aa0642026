package query

import (
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/generator/search"
	"steno/tier"
)

// corpus is the archive of real transcripts with its index, and the words of each text as plain search sees them.
type corpus struct {
	ix       *Index
	sessions []search.Session
	words    [][]map[string]bool // of each session and text
	in       map[string]int      // of each word, the sessions that have it
}

var lowerWord = regexp.MustCompile(`[\pL\pN_]+`)

func realCorpus(t *testing.T) *corpus {
	t.Helper()
	c := &corpus{in: map[string]int{}}
	c.ix, c.sessions = realIndex(t)
	for _, s := range c.sessions {
		seen := map[string]bool{}
		var texts []map[string]bool
		for _, d := range s.Docs {
			words := map[string]bool{}
			for _, w := range lowerWord.FindAllString(strings.ToLower(d.Text), -1) {
				words[w], seen[w] = true, true
			}
			texts = append(texts, words)
		}
		for w := range seen {
			c.in[w]++
		}
		c.words = append(c.words, texts)
	}
	return c
}

// apartCases are pairs of words of one session that none of its messages has both of. The words are such as a reader
// remembers: of talk, and in few sessions.
func (c *corpus) apartCases(r *rand.Rand, n, most int) (cases [][2]string, of []int) {
	plain := regexp.MustCompile(`^[a-z]{4,16}$`)
	pick := func(s int) (string, bool) {
		d := r.IntN(len(c.words[s]))
		if k := c.sessions[s].Docs[d].Kind; k != "prompt" && k != "reply" {
			return "", false
		}
		var all []string
		for w := range c.words[s][d] {
			if plain.MatchString(w) && c.in[w] <= most {
				all = append(all, w)
			}
		}
		if len(all) == 0 {
			return "", false
		}
		slices.Sort(all)
		return all[r.IntN(len(all))], true
	}
	for tries := 0; len(cases) < n && tries < 100_000; tries++ {
		s := r.IntN(len(c.sessions))
		if len(c.words[s]) < 10 {
			continue
		}
		a, okA := pick(s)
		b, okB := pick(s)
		if !okA || !okB || a == b || slices.ContainsFunc(c.words[s], func(w map[string]bool) bool { return w[a] && w[b] }) {
			continue
		}
		cases, of = append(cases, [2]string{a, b}), append(of, s)
	}
	return cases, of
}

// TestWordsApart asks for two words that are in different messages of one session, which should be among the first three
// results.
func TestWordsApart(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "searches real transcripts for words that are in different messages")
	c := realCorpus(t)
	for _, most := range []int{len(c.sessions) / 20, len(c.sessions) / 4, len(c.sessions)} {
		cases, of := c.apartCases(rand.New(rand.NewPCG(47, 48)), 200, most)
		top, missed := 0, []string{}
		for i, words := range cases {
			query := words[0] + " " + words[1] + " "
			if at := c.place(t, query, of[i]); at >= 0 && at < 3 {
				top++
			} else {
				missed = append(missed, fmt.Sprintf("%s (%d)", query, at))
			}
		}
		t.Logf("words in at most %d of %d sessions: %d of %d in the top three; not: %s", most, len(c.sessions), top, len(cases), strings.Join(missed[:min(12, len(missed))], ", "))
		if top*4 < len(cases)*3 || len(cases) < 200 {
			t.Errorf("words in at most %d sessions: only %d of %d sessions are in the top three", most, top, len(cases))
		}
	}
}

// TestWordsTogether asks for words of one message of a session, which should be among the first three results although
// others have all of them somewhere.
func TestWordsTogether(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "searches real transcripts for words of one message")
	c := realCorpus(t)
	for n, least := range map[int]int{3: 81, 4: 93, 5: 92} {
		cases, of := c.togetherCases(rand.New(rand.NewPCG(7, uint64(n))), 150, n)
		top := 0
		for i, query := range cases {
			if at := c.place(t, query, of[i]); at >= 0 && at < 3 {
				top++
			}
		}
		t.Logf("%d words: %d of %d in the top three", n, top, len(cases))
		if top*100 < len(cases)*least || len(cases) < 150 {
			t.Errorf("%d words: only %d of %d sessions are in the top three", n, top, len(cases))
		}
	}
}

// togetherCases are words of one message, most of them of what tools printed.
func (c *corpus) togetherCases(r *rand.Rand, n, words int) (cases []string, of []int) {
	plain := regexp.MustCompile(`^[a-z]{4,16}$`)
	for tries := 0; len(cases) < n && tries < 100_000; tries++ {
		s := r.IntN(len(c.sessions))
		d := r.IntN(max(1, len(c.words[s])))
		if len(c.words[s]) < 10 {
			continue
		}
		var all []string
		for w := range c.words[s][d] {
			if plain.MatchString(w) && !isSmall(w) && c.in[w] <= len(c.sessions)/3 {
				all = append(all, w)
			}
		}
		if len(all) < words {
			continue
		}
		slices.Sort(all)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		cases, of = append(cases, strings.Join(all[:words], " ")+" "), append(of, s)
	}
	return cases, of
}

// place is the place of a session in the answer to a query, -1 for none.
func (c *corpus) place(t *testing.T, query string, session int) int {
	t.Helper()
	r, err := c.ix.run(t.Context(), query, 0)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := c.ix.grouped(r.hits, false)
	if err != nil {
		t.Fatal(err)
	}
	for n, g := range groups {
		row, err := c.ix.in.sessionRow(t.Context(), g.session)
		if err != nil {
			t.Fatal(err)
		}
		if path.Base(path.Dir(row.url)) == c.sessions[session].ID {
			return n
		}
	}
	return -1
}

// TestPhrases asks for words as they follow each other in talk: what is shown of talk has them so, and nothing is missed.
func TestPhrases(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "searches real transcripts for phrases")
	c := realCorpus(t)
	texts := map[string]string{} // of talk, as plain search compares phrases
	var keys []string
	for _, s := range c.sessions {
		for _, d := range s.Docs {
			if d.Kind == "prompt" || d.Kind == "reply" {
				key := s.ID + "#" + d.Anchor
				if texts[key] == "" {
					keys = append(keys, key)
				}
				texts[key] += " | " + strings.Join(lowerWord.FindAllString(strings.ToLower(d.Text), -1), " ") + " "
			}
		}
	}
	r := rand.New(rand.NewPCG(47, 49))
	shown, right, there, found, asked := 0, 0, 0, 0, 0
	for asked < 100 {
		words := strings.Fields(strings.ReplaceAll(texts[keys[r.IntN(len(keys))]], "|", ""))
		n := 2 + r.IntN(2)
		if len(words) < n+1 {
			continue
		}
		at := r.IntN(len(words) - n)
		phrase := strings.Join(words[at:at+n], " ")
		if !regexp.MustCompile(`^[a-z]{2,}( [a-z]{2,})+$`).MatchString(phrase) {
			continue
		}
		asked++
		a, err := c.ix.Search(t.Context(), `"`+phrase+`"`, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, h := range a.Hits {
			if h.Kind == "prompt" || h.Kind == "reply" {
				shown++
				key := h.Session + "#" + h.Anchor
				if strings.Contains(texts[key], " "+phrase+" ") {
					right++
					got[key] = true
				}
			}
		}
		for _, key := range keys {
			if strings.Contains(texts[key], " "+phrase+" ") {
				there++
				if got[key] {
					found++
				}
			}
		}
	}
	t.Logf("%d phrases: %d of %d rows of talk have them (%.3f), %d of %d messages are shown (%.3f)", asked, right, shown, float64(right)/float64(shown), found, there, float64(found)/float64(there))
	if right*100 < shown*95 || found*100 < there*99 {
		t.Error("promised are .95 of the rows and .99 of the messages")
	}
}
