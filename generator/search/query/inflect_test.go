package query

import (
	"slices"
	"strings"
	"testing"

	"steno/generator/search"
)

// TestForms: words of one group are forms of each other, words of different groups are not.
func TestForms(t *testing.T) {
	t.Parallel()
	groups := []string{
		"run runs running", "file files filed filing", "question questions", "policy policies", "police policed", "process processes processed processing",
		"pass passes passed passing", "decide decides decided deciding", "commit commits committed committing", "add adds added adding", "class classes",
		"cache caches cached caching", "fix fixes fixed fixing", "query queries queried querying", "apply applies applied applying", "apple", "string strings", "str",
		"user users", "use", "call calls called calling", "continue continues continued continuing", "status", "red", "need needs needed", "server servers", "try tries tried trying", "id", "ids",
		"them", "theme themes themed theming", "not", "note notes noted noting", "stat stats", "state states stated stating", "her hers", "here",
		"don", "done", "quit quits quitting", "quite", "pip pips pipped", "pipe pipes piped piping", "plan plans planned planning", "plane planes",
		"strip strips stripped", "stripe stripes striped", "local locals", "locale locales", "human humans", "humane", "mod mods", "mode modes",
		"box boxes boxed boxing", "show shows showed showing", "type types typed typing", "refer refers referred", "edit edits edited editing",
	}
	for i, group := range groups {
		for w := range strings.FieldsSeq(group) {
			for k, other := range groups {
				for o := range strings.FieldsSeq(other) {
					if want := i == k && o != w; slices.Contains(forms(w), o) != want {
						t.Errorf("%s is a form of %s: %v, want %v", o, w, !want, want)
					}
				}
			}
		}
	}
}

// TestExactFirst: a message with the word itself comes before those with forms of it, and with words that it begins.
func TestExactFirst(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("something else that nobody asks for and that is long ", 60)
	s := search.Session{ID: "a", URL: "sessions/a/index.html", Title: "untitled", Docs: []search.Doc{
		{Anchor: "forms", Page: "index.html", Kind: "prompt", Text: "themes themes, themes; themed themes themes"},
		{Anchor: "begins", Page: "index.html", Kind: "prompt", Text: "themeable themeable themeable"},
		{Anchor: "exact", Page: "index.html", Kind: "result", Text: filler + "theme " + filler},
		{Anchor: "other", Page: "index.html", Kind: "prompt", Text: "them them them, tackle them"},
	}}
	ix := open(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{s}))
	for query, want := range map[string]string{"theme ": "exact forms", "theme": "exact forms begins", "them ": "other", "theming ": "forms exact"} {
		a, err := ix.Search(t.Context(), query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range a.Hits {
			got = append(got, h.Anchor)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %v, want %s", query, got, want)
		}
	}
}
