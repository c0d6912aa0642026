package search

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"steno/tier"
)

// corpus reads real transcripts, one session a file, in the crudest way: every
// text and every string below a tool's input and result is a doc. The plain tier reads one
// file in eight.
func corpus(tb testing.TB) []Session {
	tb.Helper()
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(root); err != nil {
		tb.Skip("no corpus of real transcripts beside the project")
	}
	var sessions []Session
	n := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		if n++; !tier.OneIn(16, n) {
			return nil
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		s := Session{ID: name, URL: "sessions/x/index.html", Title: filepath.Base(name)}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var record struct {
				Message struct {
					Role    string
					Content json.RawMessage
				}
			}
			if json.Unmarshal(lines.Bytes(), &record) == nil {
				s.Docs = append(s.Docs, crudeDocs(record.Message.Role, record.Message.Content)...)
			}
		}
		if len(s.Docs) > 0 {
			sessions = append(sessions, s)
		}
		return lines.Err()
	})
	if err != nil {
		tb.Fatal(err)
	}
	return sessions
}

// corpusBuilt is the index of the real transcripts, which several tests ask.
var corpusBuilt struct {
	sync.Once
	sessions []Session
	files    site
}

func corpusIndex(t *testing.T) ([]Session, site) {
	t.Helper()
	c := &corpusBuilt
	c.Do(func() {
		c.sessions = corpus(t)
		var stats Stats
		c.files, stats = build(t, Options{Scope: ScopeEverything}, c.sessions, 2)
		t.Logf("%+v", stats)
	})
	if c.files == nil {
		t.Skip("there is no index of real transcripts: the test that asked first says why")
	}
	return c.sessions, c.files
}

func crudeDocs(role string, content json.RawMessage) []Doc {
	kind := KindPrompt
	if role == "assistant" {
		kind = KindReply
	}
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []Doc{{Kind: kind, Page: "index.html", Anchor: "m", Text: text}}
	}
	var blocks []map[string]any
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	var docs []Doc
	for _, b := range blocks {
		is, _ := b["type"].(string)
		switch is {
		case "image":
			continue
		case "tool_use":
			docs = append(docs, Doc{Kind: KindCall, Page: "index.html", Anchor: "m", Text: strings.Join(stringsIn(b["input"]), "\n")})
		case "tool_result":
			docs = append(docs, Doc{Kind: KindResult, Page: "index.html", Anchor: "m", Text: strings.Join(stringsIn(b["content"]), "\n")})
		default:
			docs = append(docs, Doc{Kind: kind, Page: "index.html", Anchor: "m", Text: strings.Join(stringsIn(b), "\n")})
		}
	}
	return docs
}

func stringsIn(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			out = append(out, stringsIn(x)...)
		}
	case map[string]any:
		names := []string{}
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			out = append(out, stringsIn(v[name])...)
		}
	}
	return out
}

func TestCorpusHitsEqualScan(t *testing.T) {
	t.Parallel()
	sessions, files := corpusIndex(t)
	checkHits(t, files, scanned(sessions, ScopeEverything), sampleQueries(sessions, ScopeEverything, tier.Count(100, 500)))
}

// code matches identifiers, paths and dotted names that people look for.
var code = regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]{3,30}(?:[./-][A-Za-z0-9_]{2,30}){0,3}\b`)

// TestCorpusFindsWhatGrepFinds compares with a case-insensitive search for the
// name where it stands as a whole.
func TestCorpusFindsWhatGrepFinds(t *testing.T) {
	t.Parallel()
	sessions, files := corpusIndex(t)
	var texts []string
	for _, s := range chronological(sessions) {
		texts = append(texts, s.Title)
		for _, d := range s.Docs {
			texts = append(texts, strings.ToLower(clean(d.Text)))
		}
	}
	r := newRand(5)
	var queries []string
	for len(queries) < tier.Count(100, 500) {
		s := sessions[r.IntN(len(sessions))]
		d := clean(s.Docs[r.IntN(len(s.Docs))].Text)
		if all := code.FindAllString(d, -1); len(all) > 0 {
			if q := all[r.IntN(len(all))] + " "; strings.ContainsAny(q, "_./-") {
				queries = append(queries, q)
			}
		}
	}
	missed, total := 0, 0
	for i, a := range ask(t, files, queries, false) {
		found := map[int]bool{}
		for _, d := range a.Docs {
			found[d] = true
		}
		name := strings.ToLower(strings.TrimSpace(queries[i]))
		for doc, text := range texts {
			if standsIn(text, name) {
				total++
				if !found[doc] {
					missed++
					t.Logf("query %q misses a doc", name)
				}
			}
		}
	}
	if missed*100 > total {
		t.Errorf("%d of %d docs with the name are not found", missed, total)
	}
}

func chronological(sessions []Session) []Session {
	sessions = slices.Clone(sessions)
	slices.SortFunc(sessions, func(a, b Session) int {
		if c := a.Start.Compare(b.Start); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return sessions
}

// standsIn reports whether name stands in text with no letter or digit around it.
func standsIn(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(name)
		if !wordAt(text, start-1) && !wordAt(text, end) {
			return true
		}
		from = start + 1
	}
}

func wordAt(text string, i int) bool {
	return i >= 0 && i < len(text) && (text[i] >= 0x80 || asciiClass[text[i]] != separator)
}

func BenchmarkCorpus(b *testing.B) {
	sessions := corpus(b)
	text := 0
	for _, s := range sessions {
		for _, d := range s.Docs {
			text += len(d.Text)
		}
	}
	b.SetBytes(int64(text))
	for b.Loop() {
		build(b, Options{Scope: ScopeEverything}, sessions, 2)
	}
}
