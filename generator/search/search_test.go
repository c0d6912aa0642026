package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"steno/tier"
)

// site is a written index, by file name.
type site map[string][]byte

// build adds the sessions from several goroutines and finishes the index.
func build(t testing.TB, o Options, sessions []Session, goroutines int) (site, Stats) {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	b := New(o)
	defer b.Close()
	work := make(chan Session)
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for s := range work {
				if err := b.Add(context.Background(), b.Digest(s)); err != nil {
					t.Errorf("adding session %s: %v", s.ID, err)
				}
			}
		})
	}
	for _, s := range sessions {
		work <- s
	}
	close(work)
	wg.Wait()
	files := site{}
	stats, err := b.Finish(func(name string, data []byte) error {
		if _, ok := files[name]; ok {
			return fmt.Errorf("%s is written twice", name)
		}
		files[name] = bytes.Clone(data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, stats
}

// vocabulary of the generated archives: words, identifiers, paths, other scripts.
var vocabulary = strings.Fields(`the a fix add test build error file function session checkpoint manifest index search tokenizer parser
	HTTPServer getUserName hook_registry.go strategy/rewind_test.go fmt.Errorf --no-verify ENT-207 1a2b3c4d5e6f 20230405 v1.26.3 C++ C#
	naïve Größe Ångström 数据库 计算属性 リアクティブ 데이터베이스 使用React开发 ภาษาไทย 𠮷野家 한국어 __init__.py __proto__ constructor hasOwnProperty </script>
	<img/onerror=alert(1)> src/main/java/com/example/Service.java C:\Users\me\file.txt 7d793037-a076-4d8a-9b2c-0123456789ab emoji🎉party parse2JSON x y`)

// archive generates sessions whose word frequencies fall off as in real text.
func archive(seed uint64, sessions, docs int) []Session {
	r := rand.New(rand.NewPCG(seed, 1))
	word := func() string {
		if r.IntN(4) == 0 {
			return fmt.Sprintf("word%c%d", 'a'+r.IntN(26), r.IntN(300))
		}
		return vocabulary[min(r.IntN(len(vocabulary)), r.IntN(len(vocabulary)))]
	}
	kinds := []string{KindPrompt, KindReply, KindThinking, KindCall, KindResult, KindSummary, KindEvent}
	all := make([]Session, sessions)
	for i := range all {
		start := time.Date(2025, 1, 1+r.IntN(60), r.IntN(24), r.IntN(60), 0, 0, time.UTC)
		id := fmt.Sprintf("%08x-0000-4000-8000-%012x", r.Uint32(), i)
		s := Session{
			ID: id, URL: "sessions/" + id + "/index.html", Title: "Session about " + word() + " and " + word(),
			Project: fmt.Sprintf("-home-p%d", i%3), ProjectName: fmt.Sprintf("p%d", i%3), Branch: "main", Model: "claude", Start: start,
		}
		if i%4 == 0 {
			s.Branch = "feature/" + word()
		}
		for j := range r.IntN(docs*2) + 1 {
			d := Doc{
				Anchor: fmt.Sprintf("m-%08x", r.Uint32()), Page: "index.html", Kind: kinds[r.IntN(len(kinds))],
				Time: start.Add(time.Duration(j) * 3 * time.Minute),
			}
			if d.Kind == KindCall || d.Kind == KindResult {
				d.Tool = []string{"Bash", "Read", "mcp__x__y z"}[r.IntN(3)]
				d.Failed = r.IntN(5) == 0
				if d.Tool == "Read" {
					d.File = "/home/me/p/" + word()
				}
			}
			words := make([]string, 1+r.IntN(60))
			for k := range words {
				words[k] = word()
			}
			d.Text = strings.Join(words, " ")
			s.Docs = append(s.Docs, d)
			s.End = d.Time
		}
		all[i] = s
	}
	return all
}

func same(t *testing.T, what string, a, b site) {
	t.Helper()
	if len(a) != len(b) {
		t.Errorf("%s: %d files, then %d", what, len(a), len(b))
	}
	for name, data := range a {
		if !bytes.Equal(data, b[name]) {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

func TestSameBytes(t *testing.T) {
	t.Parallel()
	sessions := archive(1, 40, 20)
	o := Options{Scope: ScopeEverything}
	want, stats := build(t, o, sessions, 1)
	if stats.Sessions != 40 || stats.Docs < 400 || stats.Files != len(want) {
		t.Errorf("implausible %+v", stats)
	}
	for _, goroutines := range []int{1, 2, 8} {
		rand.New(rand.NewPCG(uint64(goroutines), 2)).Shuffle(len(sessions), func(i, j int) {
			sessions[i], sessions[j] = sessions[j], sessions[i]
		})
		got, _ := build(t, o, sessions, goroutines)
		same(t, fmt.Sprint(goroutines, " goroutines"), want, got)
	}
	o.Memory = 20_000
	got, _ := build(t, o, sessions, 3)
	same(t, "with spilled runs", want, got)
}

func TestEmptyArchive(t *testing.T) {
	t.Parallel()
	files, stats := build(t, Options{}, nil, 1)
	for _, name := range []string{"search/m.js", "search/index.json", "search/sessions.json"} {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if stats.Docs != 0 {
		t.Errorf("%d docs in an empty archive", stats.Docs)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

func newDay(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 12, 0, 0, 0, time.UTC)
}

// A disk that is full ends the index with an error, wherever it is, and does not hang.
func TestWriteFails(t *testing.T) {
	t.Parallel()
	sessions := archive(12, tier.Count(40, 120), 90)
	files, _ := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	full := errors.New("no space left")
	var digests [][]byte
	one := New(Options{Scope: ScopeEverything, TempDir: t.TempDir()})
	defer one.Close()
	for _, s := range sessions {
		data, err := one.Digest(s).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, data)
	}
	for at := 0; at < len(files); at += 1 + len(files)/tier.Count(5, 25) {
		b := New(Options{Scope: ScopeEverything, TempDir: t.TempDir(), Leave: io.Discard,
			Put: func(Span, func() ([]byte, error)) (Span, error) { return Span{}, nil }})
		for _, data := range digests {
			var d Digested
			if err := errors.Join(d.UnmarshalBinary(data), b.Add(context.Background(), &d)); err != nil {
				t.Fatal(err)
			}
		}
		var n atomic.Int64
		_, err := b.Finish(func(string, []byte) error {
			if n.Add(1) > int64(at) {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) {
			t.Errorf("when only %d of %d files can be written: %v", at, len(files), err)
		}
		b.Close()
	}
}

// TestNumbers: an index has no more messages than postings have numbers for.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for docs, ok := range map[int]bool{mostNumbers / 2: true, mostNumbers + 1: false} {
		w := &writer{sessions: []*session{{docs: docs}}}
		if err := w.number(); (err == nil) != ok {
			t.Errorf("with %d messages: %v", docs, err)
		}
	}
	none := mostNumbers // no constant, which may be too large for an int
	if _, err := decodeList(nil, appendCode(nil, none<<impactBits)); err == nil {
		t.Error("a list with a number that no message has was read")
	}
}
