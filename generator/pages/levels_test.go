package pages

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steno/generator/address"
	"steno/theme"
	"steno/theme/view"
)

// part is a fragment of a kind, of so many bytes.
func part(kind theme.FragmentKind, name string, size int) theme.Fragment {
	return theme.Fragment{Kind: kind, HTML: []byte(name + strings.Repeat(".", max(size-len(name), 0))), Anchors: []string{"m-" + name}}
}

// named returns the names of the fragments on each page.
func named(p *packer) string {
	var pages []string
	for _, page := range p.pages {
		var names []string
		for _, html := range page.body {
			names = append(names, strings.TrimRight(string(html), "."))
		}
		pages = append(pages, strings.Join(names, " "))
	}
	return strings.Join(pages, " | ")
}

// TestPackerMovesLinks: fragments of a turn that moves to another page link to each other there.
func TestPackerMovesLinks(t *testing.T) {
	t.Parallel()
	links := func(name string, to ...string) theme.Fragment {
		f := part("run", name, 100_000)
		for _, anchor := range to {
			f.HTML = append(f.HTML, `<a href="index.html#m-`+anchor+`">`...)
		}
		return f
	}
	p := newPacker(&spool{}, address.Page)
	if err := p.pack(slices.Values([]theme.Fragment{part("prompt", "a", 10), part("prompt", "b", 10), links("c", "a", "b"), links("d", "c", "a")})); err != nil {
		t.Fatal(err)
	}
	if got := named(p); !strings.HasPrefix(got, "a | b c") || p.anchors.Of("m-c") != 2 {
		t.Fatalf("pages are %q", got)
	}
	for i, want := range []string{`<a href="index.html#m-a"><a href="page-2.html#m-b">`, `<a href="page-2.html#m-c"><a href="index.html#m-a">`} {
		if html := string(p.pages[1].body[1+i]); !strings.HasSuffix(html, want) {
			t.Errorf("links are %q, want %q", html[100_000:], want)
		}
	}
}

// TestPackerBreaksAtTurns: a turn that does not fit begins another page, and a sentence that leads
// up to a call stays with it.
func TestPackerBreaksAtTurns(t *testing.T) {
	t.Parallel()
	glued := func(f theme.Fragment) theme.Fragment {
		f.Glued = true
		return f
	}
	for _, test := range []struct {
		name string
		list []theme.Fragment
		want string
	}{
		{"a turn that fits", []theme.Fragment{part("prompt", "a", 90_000), part("prompt", "b", 1000), part("reply", "c", 79_000)}, "a b c"},
		{"a turn that does not fit", []theme.Fragment{part("prompt", "a", 90_000), part("prompt", "b", 1000), part("reply", "c", 149_000)}, "a | b c"},
		{"a page that is nearly empty", []theme.Fragment{part("prompt", "a", 20_000), part("prompt", "b", 1000), part("reply", "c", 149_000)}, "a b c"},
		{"a sentence and its call", []theme.Fragment{part("reply", "a", 150_000), glued(part("reply", "b", 1000)), part("run", "c", 60_000)}, "a | b c"},
		{"two sentences", []theme.Fragment{part("reply", "a", 150_000), glued(part("reply", "b", 1000)), glued(part("reply", "c", 1000)), part("run", "d", 60_000)}, "a | b c d"},
		{"a sentence alone", []theme.Fragment{glued(part("reply", "a", 150_000)), part("run", "b", 60_000)}, "a | b"},
		{"a sentence that ends otherwise", []theme.Fragment{part("reply", "a", 150_000), part("reply", "b", 1000), part("run", "c", 60_000)}, "a | b c"},
		{"a turn that fits a page, though not the rest of one", []theme.Fragment{part("prompt", "a", 20_000), part("reply", "b", 1000), part("prompt", "c", 1000), part("run", "d", 100_000), part("run", "e", 100_000), part("turn-end", "f", 100), part("prompt", "g", 10)}, "a b | c d e f g"},
		{"a turn that fits no page", []theme.Fragment{part("prompt", "a", 20_000), part("prompt", "b", 1000), part("run", "c", 150_000), part("run", "d", 140_000), part("reply", "e", 1000), part("run", "f", 100_000)}, "a | b c d | e f"},
		{"the first turn of a page", []theme.Fragment{part("lead-in", "a", 10), part("run", "b", 20_000), part("prompt", "c", 10), part("reply", "d", 100_000), part("run", "e", 100_000)}, "a b c d | e"},
		{"a line below a turn", []theme.Fragment{part("prompt", "a", 179_990), part("turn-end", "b", 100), part("prompt", "c", 10)}, "a b | c"},
		{"a compaction and its turn", []theme.Fragment{part("prompt", "a", 100_000), part("compaction", "b", 1000), part("lead-in", "c", 10), part("run", "d", 100_000)}, "a | b c d"},
		{"a prompt alone", []theme.Fragment{part("prompt", "a", 178_000), part("turn-end", "e", 10), part("former", "b", 10), part("prompt", "c", 10), part("reply", "d", 2000)}, "a e | b c d"},
	} {
		p := newPacker(&spool{}, address.Page)
		if err := p.pack(slices.Values(test.list)); err != nil {
			t.Fatal(err)
		}
		if got := named(p); got != test.want {
			t.Errorf("%s: pages are %q, want %q", test.name, got, test.want)
		}
		for i, page := range p.pages {
			size := 0
			for _, html := range page.body {
				size += len(html)
				if name := "m-" + string(html[:1]); p.anchors.Of(name) != i+1 {
					t.Errorf("%s: %s is said to be on page %d, not %d", test.name, name, p.anchors.Of(name), i+1)
				}
			}
			if size != page.size {
				t.Errorf("%s: page %d is said to have %d bytes, not %d", test.name, i+1, page.size, size)
			}
		}
	}
}

func TestLevels(t *testing.T) {
	t.Parallel()
	run := func(name, aside, failed string, errors int) theme.Fragment {
		f := part("run", name, 0)
		f.Aside, f.Failed, f.Errors = []byte(aside), []byte(failed), errors
		return f
	}
	api := part("reply", "limit", 0)
	api.Errors, api.Failed = 1, api.HTML
	said := part("lead-in", "remarked", 0)
	said.Said = true
	list := []theme.Fragment{
		part("lead-in", "before", 0), run("notes", "", "", 0), part("turn-end", "noted", 0), part("prompt", "first", 0), part("reply", "words", 0), run("calm", "", "", 0), part("turn-end", "end", 0),
		part("former", "anchors", 0), part("prompt", "second", 0), run("bad", "names", "failed", 2), run("plan", "plan", "", 0), part("compaction", "summary", 0),
		part("lead-in", "on", 0), api, part("prompt", "third", 0), said, run("end", "", "", 0),
	}
	levels := newLevels(&spool{})
	bs := &branchSite{packer: newPacker(&spool{}, address.Page), levels: levels}
	if err := bs.pack(through(levels, slices.Values(list))); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"first second summary third remarked", "first words end second names plan summary on limit third remarked", "second failed on limit",
	} {
		if got := named(levels[i].packer); got != want {
			t.Errorf("%s shows %q, want %q", levels[i].name, got, want)
		}
	}
	if links := levelLinks(bs, ""); links != nil {
		t.Errorf("a session of one page has its own levels: %v", links)
	}
	bs.pages = append(bs.pages, &threadPage{})
	var got []string
	for _, l := range levelLinks(bs, "errors") {
		got = append(got, fmt.Sprintf("%s %d %s", l.Words, l.Count, l.Href))
	}
	if want := "Prompts 3 prompts.html, Conversation 0 conversation.html, Everything 0 index.html, Errors 3 "; strings.Join(got, ", ") != want {
		t.Errorf("the levels are %q, want %q", got, want)
	}
}

// TestElsewhere: a link to a message that came to be on another page leads to that page.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	bs := &branchSite{packer: newPacker(&spool{}, address.Page)}
	bs.anchors.Set("m-a", 1)
	bs.anchors.Set("m-b", 2)
	const kept = `<a href="agents/a/index.html#m-a">#m-a</a> href="#m-" "#m-a"<a href="#m-a`
	page := [][]byte{[]byte(`<a href="#m-a">a</a><a href="#m-b">b</a>`), []byte(`<a class="at" href="page-7.html#m-b">#</a><a href="#m-c">c</a>` + kept)}
	for here, want := range map[int]string{
		0: `<a href="index.html#m-a">a</a><a href="page-2.html#m-b">b</a><a class="at" href="page-2.html#m-b">#</a><a href="#m-c">c</a>` + kept,
		1: `<a href="#m-a">a</a><a href="page-2.html#m-b">b</a><a class="at" href="page-2.html#m-b">#</a><a href="#m-c">c</a>` + kept,
	} {
		if got := string(bytes.Join(bs.elsewhere(page, here), nil)); got != want {
			t.Errorf("on page %d: %s, want %s", here, got, want)
		}
	}
}

// TestErrorsOfAgents: the level of errors leads to the agents that had some.
func TestErrorsOfAgents(t *testing.T) {
	t.Parallel()
	rows := failing([]view.AgentRow{{Href: "a"}, {Href: "b", Errors: 2, Depth: 3}, {Errors: 1}})
	if len(rows) != 1 || rows[0].Href != "b" || rows[0].Depth != 0 {
		t.Errorf("%+v", rows)
	}
}
