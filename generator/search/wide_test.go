package search

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The list of words holds every term of the archive's texts once, in order, and no
// pseudo-term.
func TestWordList(t *testing.T) {
	t.Parallel()
	sessions := archive(7, 40, 60)
	for i := range 6000 {
		sessions[i%40].Docs[0].Text += fmt.Sprintf(" uniqueIdentifierNumber%05d.suffix%05d", i, i)
	}
	files, stats := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	n := 0
	for name := range files {
		if strings.Contains(name, "/v/") {
			n++
		}
	}
	if n < 2 {
		t.Fatalf("%d files of words, of %d terms", n, stats.Terms)
	}
	if !strings.Contains(string(files["search/m.js"]), fmt.Sprintf(`"w":%d`, n)) {
		t.Errorf("the manifest does not name %d files: %s", n, files["search/m.js"])
	}
	checkWide(t, files, sessions)
}

// checkWide compares what parts of words find with a scan of each doc's terms.
func checkWide(t *testing.T, files site, sessions []Session) {
	t.Helper()
	docs := scanned(sessions, ScopeEverything)
	queries := map[string]string{
		"*okeniz*": "okeniz", "hook*istry": "^hook.*istry$", "*rrorf": "rrorf$", "/^(get|has)[a-z]+$/": "^(get|has)[a-z]+$",
		`/hook_\w+\.go/`: `hook_\w+\.go`, "*egy/rewind*": "", "*roto*": "roto", "*数据*": "数据", "*structor -*okenizer* ": "",
	}
	var asked []string
	for q := range queries {
		asked = append(asked, q)
	}
	slices.Sort(asked)
	for i, a := range ask(t, files, asked, false) {
		if len(a.Docs) == 0 {
			t.Errorf("query %q finds nothing: %v %v", asked[i], a.Wide, a.Absent)
		}
		pattern := queries[asked[i]]
		if pattern == "" {
			continue
		}
		re, want := regexp.MustCompile(pattern), []int{}
		for term, have := range docs {
			if re.MatchString(term) && !strings.Contains(term, ":") {
				want = append(want, have...)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		if diff := cmp.Diff(want, a.Docs); diff != "" {
			t.Errorf("query %q (-scan +client):\n%s", asked[i], diff)
		}
	}
}

// What cannot be searched is said, and takes no time.
func TestWideBounds(t *testing.T) {
	t.Parallel()
	s := Session{ID: "a", URL: "sessions/a/index.html", Docs: []Doc{{Kind: KindReply, Text: strings.Repeat("a", 60) + " constructor __proto__"}}}
	for i := range 200 {
		s.Docs[0].Text += fmt.Sprintf(" item%03d", i)
	}
	files, _ := build(t, Options{}, []Session{s}, 1)
	cases := []struct{ query, want string }{
		{"/(a+)+$/", "/(a+)+$/ cannot be searched: it repeats what repeats or has choices"},
		{"/(a|a)*b/", "/(a|a)*b/ cannot be searched: it repeats what repeats or has choices"},
		{"/((a|b)c)+/", "/((a|b)c)+/ cannot be searched: it repeats what repeats or has choices"},
		{"/a*a*a*a*a*a*b/", "/a*a*a*a*a*a*b/ cannot be searched: it repeats too often"},
		{`/(a)\1+/`, `/(a)\1+/ cannot be searched: it looks back or ahead`},
		{"/(?=a)b/", "/(?=a)b/ cannot be searched: it looks back or ahead"},
		{"/[a-/", "/[a-/ cannot be searched: it is not a regular expression"},
		{"/(item)+0?/", "/(item)+0?/ fits 200 words; the 60 shortest are searched"},
		{"*item*", "*item* fits 200 words; the 60 shortest are searched"},
		{"/a*a*a*a*b/", "/a*a*a*a*b/"},
		{"*nstructo*", "*nstructo* fits constructor"},
		{"/^__proto__?$/", "/^__proto__?$/"},
		{"*rot*", "*rot* fits proto"},
		{"**/.constr*", "constr* fits constructor"},
		{"/usr/bin/", ""},
		{"* ** a*b", ""},
	}
	var queries []string
	for _, c := range cases {
		queries = append(queries, c.query)
	}
	for i, a := range ask(t, files, queries, false) {
		c := cases[i]
		if got := strings.Join(a.Wide, "; "); got != c.want {
			t.Errorf("query %q: %q, want %q", c.query, got, c.want)
		}
	}
}
