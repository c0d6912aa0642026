package search

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	generated "steno/bench/archive"
	"steno/parser"
)

// realistic generates an archive that is like real ones and returns so many of its texts as
// docs, session by session.
func realistic(tb testing.TB, docs int) []Session {
	tb.Helper()
	dir := tb.TempDir()
	if _, err := generated.Write(tb.Context(), dir, generated.Options{Seed: 21, Bytes: 1e6 + int64(docs)*5500}); err != nil {
		tb.Fatal(err)
	}
	var sessions []Session
	left := docs
	err := generated.Texts(tb.Context(), dir, func(p *parser.Session, texts []generated.Text) bool {
		s := Session{ID: p.ID, URL: "sessions/" + p.ID + "/index.html", Title: p.Title.Text, Start: p.Start, End: p.End}
		if len(p.Dirs) > 0 {
			s.Project = path.Base(p.Dirs[0])
		}
		for _, t := range texts[:min(left, len(texts))] {
			s.Docs = append(s.Docs, Doc{Anchor: t.Anchor, Page: "index.html", Kind: t.Kind, Tool: t.Tool, Time: t.Time, Text: t.Text})
		}
		if len(s.Docs) > 0 {
			sessions = append(sessions, s)
		}
		left -= len(s.Docs)
		return left > 0
	})
	os.RemoveAll(dir) // it would take much of the memory where that holds temporary files
	if err != nil || left > 0 {
		tb.Fatalf("%d of %d docs are missing: %v", left, docs, err)
	}
	return sessions
}

// scales are the numbers of messages to measure: those that STENO_SCALE names, with commas
// between, else 10,000 and 100,000.
func scales(b *testing.B) []int {
	b.Helper()
	list := []int{10_000, 100_000}
	if text := os.Getenv("STENO_SCALE"); text != "" {
		list = nil
		for word := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(word)
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, n)
		}
	}
	return list
}

// BenchmarkScale builds archives of so many messages. Beside the time
// of the build it reports what a reader downloads, gzipped, for ten results with
// snippets of a query, nothing cached, and the index's share of the text.
func BenchmarkScale(b *testing.B) {
	for _, docs := range scales(b) {
		b.Run(fmt.Sprint(docs), func(b *testing.B) {
			sessions := realistic(b, docs)
			var files site
			var stats Stats
			for b.Loop() {
				files, stats = build(b, Options{Scope: ScopeEverything}, sessions, 2)
			}
			b.SetBytes(stats.Text)
			dir, queries := folderOf(b, files), sampleQueries(sessions, ScopeEverything, 100)
			sessions = nil // a million messages take a gigabyte
			page, box := downloads(b, dir, queries, "detail"), downloads(b, dir, queries, "typed")
			b.ReportMetric(box.share(50)/1000, "kB-box-p50")
			b.ReportMetric(box.share(95)/1000, "kB-box-p95")
			words := 0
			for name, data := range files {
				if strings.Contains(name, "/v/") {
					words += zipped(data)
				}
			}
			b.ReportMetric(float64(words)/1000, "kB-words") // what a query for parts of words reads first
			b.ReportMetric(page.share(50)/1000, "kB-p50")
			b.ReportMetric(page.share(95)/1000, "kB-p95")
			b.ReportMetric(float64(page.requests[50]), "requests-p50")
			b.ReportMetric(float64(page.waves[50]), "waves-p50")
			b.ReportMetric(float64(page.waves[95]), "waves-p95")
			b.ReportMetric(100*float64(stats.Bytes-stats.Snippets)/float64(stats.Text), "%index")
			b.ReportMetric(100*float64(stats.Bytes)/float64(stats.Text), "%all")
			b.ReportMetric(float64(stats.Files), "files")
			b.ReportMetric(float64(zipped(files["search/m.js"]))/1000, "kB-manifest")
		})
	}
}

// traffic is what a client downloads for some queries.
type traffic struct {
	bytes, requests, waves []int // of each query, bytes gzipped, ascending
}

// share returns how many bytes so many of 100 queries need at most.
func (t traffic) share(of int) float64 { return float64(t.bytes[len(t.bytes)*of/100]) }

// downloads asks each query with an empty cache, as mode says: "detail" for the search page, "typed" for the box when every word is
// followed by a rest. It logs what kinds of files are read.
func downloads(tb testing.TB, dir string, queries []string, mode string) (t traffic) {
	tb.Helper()
	var answers []answerJS
	runNode(tb, "query.js", map[string]any{"site": dir, "queries": queries, mode: true, "brief": true, "waves": mode == "detail"}, &answers)
	kinds, most := map[string]int{}, map[string]int{}
	type query struct {
		size  int
		kinds map[string]int
	}
	var all []query
	for i, a := range answers {
		if a.Error != "" {
			tb.Errorf("query %q: %s", queries[i], a.Error)
		}
		names, size, of := slices.Compact(slices.Sorted(slices.Values(a.Read))), 0, map[string]int{}
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				tb.Fatal(err)
			}
			n := zipped(data)
			size += n
			of[strings.Split(strings.TrimPrefix(name, "search/"), "/")[0]] += n
		}
		all = append(all, query{size, of})
		t.bytes, t.requests, t.waves = append(t.bytes, size), append(t.requests, len(names)), append(t.waves, a.Waves)
	}
	slices.Sort(t.bytes)
	slices.Sort(t.requests)
	slices.Sort(t.waves)
	slices.SortFunc(all, func(a, b query) int { return b.size - a.size })
	tenth := (len(all) + 9) / 10
	for i, q := range all {
		for kind, n := range q.kinds {
			kinds[kind] += n / len(all)
			if i < tenth {
				most[kind] += n / tenth
			}
		}
	}
	tb.Logf("%s: mean bytes by kind of file: %v; of the tenth that reads most: %v", mode, kinds, most)
	return t
}
