package about

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []Entry
		problems   []string // each a part of "line: text", in order
	}{
		{"nothing", "", nil, nil},
		{"comments", "# later\n", nil, nil},
		{"all", "1be0:\n  title: |\n    Two\n    lines\n  tags: [a, 'b  c', A, 2]\n  note: |\n    *Look*\n\n    here\n  hide: yes\n", []Entry{
			{ID: "1be0", Line: 1, Title: "Two lines", Tags: []string{"a", "b c", "2"}, Note: "*Look*\n\nhere", Hide: true}}, nil},
		{"ids like numbers", "0123:\n  title: a\n1e10: {title: b}\n", []Entry{{ID: "0123", Line: 1, Title: "a"}, {ID: "1e10", Line: 3, Title: "b"}}, nil},
		{"nulls", "a:\nb:\n  title:\n  tags: ~\n", []Entry{{ID: "b", Line: 2}}, nil},
		{"a list", "- a\n- b\n", nil, []string{"1: must be ids of sessions"}},
		{"a word", "word", nil, []string{`1: must be ids of sessions, each with its annotations (got "word")`}},
		{"an entry that is a word", "a: b\n", nil, []string{`1: "a": must be a group of keys such as title and tags (got "b")`}},
		{"unknown key", "a:\n  titel: x\n  title: y\n", []Entry{{ID: "a", Line: 1, Title: "y"}}, []string{`2: "a": unknown key "titel"; there are title`}},
		{"title of the wrong kind", "a:\n  title: [x]\n", []Entry{{ID: "a", Line: 1}}, []string{`2: "a": title: must be one text`}},
		{"tags of the wrong kind", "a:\n  tags: x\n", []Entry{{ID: "a", Line: 1}}, []string{`2: "a": tags: must be a list of words such as [release, audio] (got "x")`}},
		{"tags with a list", "a:\n  tags: [x, [y]]\n", []Entry{{ID: "a", Line: 1, Tags: []string{"x"}}}, []string{`2: "a": tags: must be a list`}},
		{"hide of the wrong kind", "a:\n  hide: ture\n", []Entry{{ID: "a", Line: 1, Hide: true}}, []string{`2: "a": hide: must be true or false (got "ture")`}},
		{"hide as a list", "a:\n  hide: [true]\n", []Entry{{ID: "a", Line: 1, Hide: true}}, []string{`2: "a": hide: must be true or false`}},
		{"twice", "a: {title: x}\na: {title: y}\n", []Entry{{ID: "a", Line: 1, Title: "x"}, {ID: "a", Line: 2, Title: "y"}}, []string{`2: "a" is also on line 1`}},
		{"turns", "a:\n  turns:\n    m-12345678: {mark: 'start  here', note: ' *Look* '}\n    https://example.org/sessions/a/index.html#m-abc.2: {note: b}\n    12345678:\n      mark: c\n    m-1: {}\n    m-2:\n", []Entry{
			{ID: "a", Line: 1, Turns: []Turn{{Anchor: "m-12345678", Line: 3, Mark: "start here", Note: "*Look*"}, {Anchor: "m-abc", Line: 4, Note: "b"}, {Anchor: "m-12345678", Line: 5, Mark: "c"}}}}, nil},
		{"turns of the wrong kind", "a:\n  turns: [m-1]\nb:\n  turns: {m-1: x, m-2: {color: red}, m-3: {note: [x]}}\nc:\n  turns:\n", []Entry{{ID: "a", Line: 1}, {ID: "b", Line: 3}, {ID: "c", Line: 5}}, []string{
			`2: "a": turns: must be links to turns such as m-1a2b3c4d`, `4: "b": turns: "m-1": must be a group of note and mark, such as {note: Look here} (got "x")`,
			`4: "b": turns: "m-2": unknown key "color"; there are note, mark`, `4: "b": turns: "m-3": note: must be one text`}},
		{"an alias", "a: &x {title: t}\nb: *x\n", []Entry{{ID: "a", Line: 1, Title: "t"}, {ID: "b", Line: 2, Title: "t"}}, nil},
		{"a key that is a list", "[a]: {title: t}\n", nil, []string{"1: expected a session id"}},
		{"one broken entry", "a:\n  title: x\nb:\n  title: \"y\nc:\n  title: z\n", []Entry{{ID: "a", Line: 1, Title: "x"}, {ID: "c", Line: 5, Title: "z"}}, []string{`"b" cannot be read: `}},
		{"a broken entry that hides", "# first\n'b':\n  hide: true\n  title: [\nc:\n  title: z\n", []Entry{{ID: "b", Line: 2, Hide: true}, {ID: "c", Line: 5, Title: "z"}}, []string{`, and as it speaks of hiding, the session is left out`}},
		{"an entry that is not indented alike", "a:\n  title: x\nb:\n  hide: true\n\n title: y\n  note: z\n", []Entry{{ID: "a", Line: 1, Title: "x"}, {ID: "b", Line: 3, Hide: true}}, []string{`6: "b" cannot be read: did not find expected key`}},
		{"two documents", "a: {title: x}\n---\nb: {hide: true}\n", []Entry{{ID: "a", Line: 1, Title: "x"}, {ID: "b", Line: 3, Hide: true}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, problems := Parse([]byte(c.text))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if len(problems) != len(c.problems) {
				t.Fatalf("problems: %v", problems)
			}
			for i, p := range problems {
				if text := lineText(p); !strings.Contains(text, c.problems[i]) {
					t.Errorf("%q lacks %q", text, c.problems[i])
				}
			}
		})
	}
}

func lineText(p Problem) string { return string(rune('0'+p.Line)) + ": " + p.Text }

func TestWith(t *testing.T) {
	t.Parallel()
	first := Entry{Title: "a", Note: "n", Tags: []string{"x"}, Hide: true, Turns: []Turn{{Anchor: "m-1"}}}
	got := first.With(Entry{ID: "i", Title: "b", Tags: []string{"X", "y"}, Turns: []Turn{{Anchor: "m-2"}}})
	if diff := cmp.Diff(Entry{ID: "i", Title: "b", Note: "n", Tags: []string{"x", "y"}, Hide: true, Turns: []Turn{{Anchor: "m-1"}, {Anchor: "m-2"}}}, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever stands in the file, reading it ends, and what it says is fit for a page's head.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"a:\n  title: x\n  tags: [a, b]\n", "a: &x\n  b: *x\n", "? [a]\n: b\n", "a: !!binary x\n", "<<: *a\n", "a:\n  hide: true\n b: [", "\x00", "---\n---\n", "a: {note: \"\\ud800\"}", "a: {turns: {m-1: {mark: x}, '#': {note: y}}}"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, problems := Parse(data)
		for _, e := range entries {
			if e.ID == "" || e.Line < 1 || strings.ContainsAny(e.Title, "\n\r\t") || slices.Contains(e.Tags, "") {
				t.Errorf("%+v", e)
			}
		}
		for _, p := range problems {
			if p.Text == "" || len(p.Text) > 1000 || strings.Contains(p.Text, "\n") {
				t.Errorf("%+v", p)
			}
		}
	})
}
