package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// realistic generates about docs docs whose words are as frequent as those of
// transcripts: a few everywhere, most of 60,000 hardly ever, a third of them
// identifiers and paths.
func realistic(docs int) []Session {
	r := newRand(21)
	syllables := strings.Fields("ta re mon ki los per in ver sa do chu ble fi gra nor et qui lam pos zen")
	words := make([]string, 60_000)
	for i := range words {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteString(syllables[r.IntN(len(syllables))])
		}
		switch i % 6 {
		case 0:
			b.WriteString("_" + syllables[r.IntN(len(syllables))] + ".go")
		case 1:
			b.WriteString(strings.ToUpper(syllables[0][:1]) + syllables[r.IntN(len(syllables))] + "Name")
		}
		words[i] = b.String()
	}
	zipf := rand.NewZipf(r, 1.1, 8, uint64(len(words)-1))
	kinds := []string{KindPrompt, KindReply, KindReply, KindCall, KindCall, KindResult, KindResult, KindThinking}
	var sessions []Session
	for n := 0; n < docs; {
		id := fmt.Sprintf("%08x-%06d", r.Uint32(), len(sessions))
		start := newDay(2024, 1, 1).Add(time.Duration(n) * time.Minute)
		s := Session{ID: id, URL: "sessions/" + id + "/index.html", Title: words[r.IntN(500)] + " " + words[r.IntN(5000)], Project: fmt.Sprint("p", r.IntN(12)), Start: start}
		for range 50 + r.IntN(300) {
			kind := kinds[r.IntN(len(kinds))]
			length := 20 + r.IntN(60)
			if kind == KindResult {
				length = 20 + r.IntN(400)
			}
			text := make([]string, length)
			for i := range text {
				text[i] = words[zipf.Uint64()]
			}
			s.Docs = append(s.Docs, Doc{Anchor: fmt.Sprintf("m-%08x", r.Uint32()), Page: "index.html", Kind: kind,
				Time: start.Add(time.Duration(len(s.Docs)) * time.Minute), Text: strings.Join(text, " ")})
			n++
		}
		sessions = append(sessions, s)
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
			sessions := realistic(docs)
			var files site
			var stats Stats
			for b.Loop() {
				files, stats = build(b, Options{Scope: ScopeEverything}, sessions, 2)
			}
			b.SetBytes(stats.Text)
			var sizes, requests []int
			for _, a := range ask(b, files, sampleQueries(sessions, ScopeEverything, 100), true) {
				n := 0
				for _, name := range a.Read {
					n += zipped(files[name])
				}
				sizes, requests = append(sizes, n), append(requests, len(a.Read))
			}
			words := 0
			for name, data := range files {
				if strings.Contains(name, "/v/") {
					words += zipped(data)
				}
			}
			b.ReportMetric(float64(words)/1000, "kB-words") // what a query for parts of words reads first
			slices.Sort(sizes)
			slices.Sort(requests)
			b.ReportMetric(float64(sizes[50])/1000, "kB-p50")
			b.ReportMetric(float64(sizes[95])/1000, "kB-p95")
			b.ReportMetric(float64(requests[50]), "requests-p50")
			b.ReportMetric(100*float64(stats.Bytes-stats.Snippets)/float64(stats.Text), "%index")
			b.ReportMetric(100*float64(stats.Bytes)/float64(stats.Text), "%all")
			b.ReportMetric(float64(stats.Files), "files")
			b.ReportMetric(float64(zipped(files["search/m.js"]))/1000, "kB-manifest")
		})
	}
}
