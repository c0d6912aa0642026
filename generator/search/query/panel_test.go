package query

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	archive "steno/bench/archive"
	"steno/generator/search"
	"steno/parser"
	"steno/tier"
)

// The panel asks the index of real transcripts for what is in them, and compares its answers with a plain search of the
// texts that shares no code with the index. Queries are drawn from the texts, by class. The least share of messages that each
// class finds is the promise of docs/performance.md.

const realTranscripts = "../../../../shared/corpus"

// realSessions are the sessions of real transcripts.
func realSessions(t *testing.T) []search.Session {
	t.Helper()
	var sessions []search.Session
	for _, name := range []string{"spotter", "claude-2026", "agents"} {
		dir := filepath.Join(realTranscripts, name)
		if _, err := os.Stat(dir); err != nil {
			t.Skip("there are no real transcripts beside this checkout: what queries find in them is NOT measured")
		}
		err := archive.Texts(t.Context(), dir, func(p *parser.Session, texts []archive.Text) bool {
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
			t.Fatal(err)
		}
	}
	return sessions
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

// written are the inflected forms of a word.
func written(w string) []string {
	all := []string{w, w + "s", w + "es", w + "ed", w + "ing"}
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
	sessions := realSessions(t)
	slices.SortStableFunc(sessions, func(a, b search.Session) int { return a.Start.Compare(b.Start) })
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, sessions)
	ix := open(t, dir)
	texts, lower := map[string]string{}, map[string]string{} // by session and place
	var keys []string
	total := 0
	for _, s := range sessions {
		for i, d := range s.Docs {
			key := fmt.Sprint(s.ID, " ", i)
			texts[key], lower[key] = d.Text, strings.ToLower(d.Text)
			keys = append(keys, key)
			total += len(d.Text)
		}
	}
	size := int64(0)
	for name, data := range filesBelow(t, dir) {
		if !strings.HasPrefix(name, "search/f/") {
			size += int64(len(data))
		}
	}
	t.Logf("index without snippets: %.1f%% of the text", 100*float64(size)/float64(total))
	t.Logf("%d messages in %d sessions, %.1f MB of text", len(keys), len(sessions), float64(total)/1e6)
	r := rand.New(rand.NewPCG(47, 47))
	for _, class := range panel {
		var probes []probe
		asked := map[string]bool{}
		for range 200_000 {
			if len(probes) >= panelQueries {
				break
			}
			found := class.find.FindAllString(head(texts[keys[r.IntN(len(keys))]], 20_000), -1)
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
			recall, example := ix.recall(t, p, keys, texts, lower)
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

const panelQueries = 60 // of each class

func head(s string, n int) string { return s[:min(len(s), n)] }

// recall is the share of the messages that plain search finds, and an example of what is missed.
func (ix *Index) recall(t *testing.T, p probe, keys []string, texts, lower map[string]string) (share float64, example string) {
	t.Helper()
	res, err := ix.run(t.Context(), p.query, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, doc := range res.docs {
		s := ix.in.session(doc)
		row, err := ix.in.sessionRow(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		found[fmt.Sprint(path.Base(path.Dir(row.url)), " ", doc-ix.in.starts[s]-1)] = true
	}
	want, got := 0, 0
	needle := strings.ToLower(strings.TrimSpace(p.query))
	if needle[0] >= 'a' {
		needle = needle[:len(needle)-1] // of any form
	}
	for _, key := range keys {
		if !strings.Contains(lower[key], needle) {
			continue
		}
		if at := p.truth.FindStringIndex(texts[key]); at != nil {
			want++
			if found[key] {
				got++
			} else if example == "" {
				example = texts[key][max(0, at[0]-20):min(len(texts[key]), at[1]+20)]
			}
		}
	}
	if want == 0 {
		return 1, ""
	}
	return float64(got) / float64(want), example
}
