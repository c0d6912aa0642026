package query

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/generator/search"
	"steno/tier"
)

// clientAnswer is what the client in the browser says of a query: see ../testdata/query.js.
type clientAnswer struct {
	Docs                        []int
	Scores                      []float64
	Ranked                      [][]int
	Absent, Dropped, Loose, Bad []string
	Instead, Offers             []string
	Marks                       []string
	Spread                      bool
	Beside                      int // sessions
	Partial                     bool
	Total                       int
	Error                       string
}

// askClient asks the client's code, in node.
func askClient(t *testing.T, dir string, queries []string) []clientAnswer {
	t.Helper()
	return askFor(t, dir, queries, 0)
}

// askFor asks for results of which so many sessions are enough, 0 for all.
func askFor(t *testing.T, dir string, queries []string, sessions int) []clientAnswer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the command is NOT compared with the client")
	}
	data, err := json.Marshal(map[string]any{"site": dir, "queries": queries, "offers": true, "sessions": sessions})
	if err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(in, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"../testdata", "../../../theme/assets/js"} { // go test repeats an earlier result unless a file that it saw opened has changed
		if _, err := os.ReadDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, "../testdata/query.js", "../../../theme/assets/js", in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running node: %v\n%s", err, &stderr)
	}
	var answers []clientAnswer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// build makes the files of an index.
func build(ctx context.Context, o search.Options, sessions []search.Session) (map[string][]byte, error) {
	site := map[string][]byte{}
	b := search.New(o)
	defer b.Close()
	for _, s := range sessions {
		if err := b.Add(ctx, b.Digest(s)); err != nil {
			return nil, err
		}
	}
	_, err := b.Finish(func(name string, data []byte) error {
		site[name] = bytes.Clone(data)
		return nil
	})
	return site, err
}

// writeIndex writes the index of sessions below a folder.
func writeIndex(t testing.TB, o search.Options, sessions []search.Session) string {
	t.Helper()
	dir := t.TempDir()
	site, err := build(t.Context(), o, sessions)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range site {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t testing.TB, place string) *Index {
	t.Helper()
	ix, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

var vocabulary = strings.Fields(`the a fix add test tests testing tested build error errors file files function getUserName get_user_name
VITE_WEB3AUTH_CLIENT_ID client_id hookRegistry hook_registry.go strategy/rewind_test.go src/main.go --no-verify -n --force git commit
commits ENT-207 fmt.Errorf café Straße 数据库 计算属性 リアクティブ 🎉 ✅ -1 +42 #17 85% 12:30 deadbeef01 7d793037-a076-4d8a-9b2c-0123456789ab
question questions decide decided decision run running runs panic panics 2025 404 30 c++ node.js a.b.c localhost:8080 https://example.com/path __proto__
constructor hasOwnProperty queries query parser parse parsed policy policies entry entries them theme themes themed theming not note
notes noted noting plan plane plans planning stat stats state states stating bases buses base`)

// mixed makes sessions of the words, rare and frequent ones.
func mixed(seed uint64, sessions, docs int) []search.Session {
	r := rand.New(rand.NewPCG(seed, 1))
	kinds := []string{"prompt", "reply", "thinking", "call", "result", "summary", "event"}
	text := func(n int) string {
		var words []string
		for range n {
			words = append(words, vocabulary[min(r.IntN(len(vocabulary)), r.IntN(len(vocabulary)))])
		}
		return strings.Join(words, " ")
	}
	day := time.Date(2025, 3, 1, 10, 0, 0, 0, time.UTC)
	var all []search.Session
	for i := range sessions {
		id := fmt.Sprintf("%08x-0000-4000-8000-000000000000", r.Uint32())
		s := search.Session{ID: id, URL: "sessions/" + id + "/index.html", Title: text(1 + r.IntN(6)), Project: fmt.Sprint("-p-", i%4),
			ProjectName: fmt.Sprint("project ", i%4), Branch: []string{"main", "feature/x"}[i%2], Model: "opus", Tags: []string{"tag " + fmt.Sprint(i%3)}, Start: day.AddDate(0, 0, i)}
		for n := range 1 + r.IntN(docs) {
			d := search.Doc{Anchor: fmt.Sprint("m-", n), Page: "index.html", Kind: kinds[r.IntN(len(kinds))], Time: s.Start, Text: text(1 + r.IntN(60))}
			if d.Kind == "call" || d.Kind == "result" {
				d.Tool, d.Failed, d.File = []string{"Bash", "Read"}[n%2], n%3 == 0, []string{"", "src/main_test.go"}[n%2]
			}
			s.Docs = append(s.Docs, d)
		}
		all = append(all, s)
	}
	return all
}

// sampled makes queries of the words: plain, cut, with slips, quoted, left out, filtered.
func sampled(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 2))
	word := func() string { return vocabulary[r.IntN(len(vocabulary))] }
	forms := []func() string{
		word, word, word,
		func() string { w := []rune(word()); return string(w[:1+r.IntN(len(w))]) },
		func() string { w := []rune(word()); i := r.IntN(len(w)); return string(slices.Delete(w, i, i+1)) },
		func() string { return `"` + word() + " " + word() + `"` },
		func() string { return "-" + word() },
		func() string {
			return []string{"kind:prompt", "kind:reply,result", "tool:bash", "project:1", "branch:main", "after:2025-03-09", "before:2025-03-20", "is:failed", "has:file", "file:main_test.go", "tag:tag-1", "-tool:read", "author:me", "kind:user", "session:0", "project:none", "before:then"}[r.IntN(17)]
		},
		func() string {
			return []string{"*user*", "get*name", "/re(wind|gis)/", "*est", "hook*", "/[a-/", "*数据*"}[r.IntN(7)]
		},
		func() string { return strings.ToUpper(word()) },
		func() string { return "why does the " + word() },
		func() string { return word() + fmt.Sprintf(":%d", 100+r.IntN(400)) },
		func() string { return word() + "." + word() },
		func() string {
			return []string{"-", "--", `"`, ":", "*", "??", "project:", `x:"a b"`, "-\"the a\"", "/usr/bin/", "frobnicate", "zzzz"}[r.IntN(12)]
		},
	}
	var queries []string
	for range n {
		var words []string
		for range 1 + r.IntN(3+r.IntN(4)) {
			words = append(words, forms[r.IntN(len(forms))]())
		}
		queries = append(queries, strings.Join(words, " ")+[]string{"", " "}[r.IntN(2)])
	}
	return queries
}

// place turns the number of a doc into its place among all docs.
func (ix *Index) place(doc int) int {
	n := 0
	for s := range ix.in.session(doc) {
		n += ix.in.docs[s]
	}
	return n + doc - ix.in.starts[ix.in.session(doc)]
}

func (ix *Index) places(docs []int) []int {
	out := []int{}
	for _, doc := range docs {
		out = append(out, ix.place(doc))
	}
	return out
}

// TestAgrees compares hits, scores, order, marks and remarks with the client's.
func TestAgrees(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, mixed(1, 40, 60))
	checkAgreement(t, dir, sampled(7, tier.Count(200, 3000)))
}

// TestAgreesOnLongLists has so many docs that lists are in chunks.
func TestAgreesOnLongLists(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, mixed(2, tier.Count(100, 400), 200))
	checkAgreement(t, dir, sampled(8, tier.Count(40, 500)))
}

func checkAgreement(t *testing.T, dir string, queries []string) {
	t.Helper()
	ix := open(t, dir)
	found := 0
	for i, want := range askClient(t, dir, queries) {
		r, err := ix.run(t.Context(), queries[i], 0)
		if err != nil || want.Error != "" {
			t.Errorf("query %q: %v, client %s", queries[i], err, want.Error)
			continue
		}
		groups, err := ix.grouped(r.hits, false)
		if err == nil && len(r.phrases) > 0 {
			groups, err = confirmed(t.Context(), ix.in, groups, r.marker())
		}
		if err != nil {
			t.Fatal(err)
		}
		got := clientAnswer{Docs: ix.places(r.docs), Scores: r.scores, Ranked: [][]int{}, Absent: r.absent, Dropped: r.dropped, Loose: r.loose, Bad: r.bad, Marks: unique(r.marks), Spread: r.spread, Beside: len(r.beside)}
		for _, i := range r.instead {
			got.Instead = append(got.Instead, i[0])
		}
		if r.phrases != nil {
			for _, p := range r.phrases {
				got.Marks = append(got.Marks, `"`+p+`"`)
			}
			got.Marks = unique(got.Marks)
		}
		for _, g := range groups {
			var docs []int
			for _, h := range g.hits {
				docs = append(docs, h.doc)
			}
			got.Ranked = append(got.Ranked, ix.places(docs))
		}
		if got.Offers, err = ix.offers(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		found += min(1, len(r.docs))
		if want, got := tidy(want), tidy(got); !reflect.DeepEqual(want, got) { // which takes a hundredth of the time of the next line
			t.Errorf("query %q (-client +command):\n%s", queries[i], cmp.Diff(want, got))
		}
	}
	if found < len(queries)/3 {
		t.Errorf("only %d of %d queries find something", found, len(queries))
	}
}

func unique(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		was := seen[s]
		seen[s] = true
		return was
	})
}

// tidy makes lists without members equal.
func tidy(a clientAnswer) clientAnswer {
	for _, list := range []*[]string{&a.Absent, &a.Dropped, &a.Loose, &a.Bad, &a.Instead, &a.Offers, &a.Marks} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if len(a.Scores) == 0 {
		a.Scores = nil
	}
	a.Total = 0
	return a
}

// TestSlips finds words with a slip behind the second letter, in whichever block they are.
func TestSlips(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	s := search.Session{ID: "a", URL: "sessions/a/index.html"}
	var words, queries []string
	for range 300 {
		var text []string
		for range 50 {
			word := []byte([]string{"ve", "co", "re", "su"}[r.IntN(4)])
			for range 6 {
				word = append(word, "aeioulmnrst"[r.IntN(11)])
			}
			text = append(text, string(word))
		}
		words = append(words, text[0])
		s.Docs = append(s.Docs, search.Doc{Kind: "reply", Page: "index.html", Text: strings.Join(text, " ")})
	}
	for i, w := range words[:40] {
		at := 2 + i%6
		queries = append(queries, w[:at]+"x"+w[at+i/6%2:]+" ")
	}
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{s})
	checkAgreement(t, dir, queries)
	ix := open(t, dir)
	for i, q := range queries {
		if found, err := ix.Search(t.Context(), q, Options{Limit: 10}); err != nil || !strings.Contains(strings.Join(found.Remarks, " "), words[i]) {
			t.Errorf("%q does not find %s: %v %v", q, words[i], found.Remarks, err)
		}
	}
}
