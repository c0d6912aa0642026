package sitetest

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/tier"
)

// A link to a message works after its session has grown: whatever is appended, the
// anchors that were there are there still, on the same text.
func TestAnchorsSurviveGrowth(t *testing.T) {
	t.Parallel()
	sources := []string{example}
	if _, err := os.Stat(corpus); err == nil {
		sources = append(sources, filepath.Join(corpus, "real_projects"))
	} else {
		t.Log("without the real transcripts, which this machine lacks")
	}
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			t.Parallel()
			names := transcripts(t, source)
			slices.SortFunc(names, func(a, b string) int { return fileSize(t, b) - fileSize(t, a) })
			anchors := 0
			for _, name := range names[:min(len(names), tier.Count(2, 6))] {
				anchors += grow(t, name)
			}
			if anchors < 20 {
				t.Errorf("only %d anchors with a text were compared", anchors)
			}
		})
	}
}

func fileSize(t *testing.T, name string) int {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size())
}

// grow builds a transcript cut at several points, compares each with the next, and
// counts what it compared.
func grow(t *testing.T, name string) int {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	source := filepath.Join(t.TempDir(), filepath.Base(name))
	before, compared := map[string]string{}, 0
	var published map[string]bool // addresses of the site before
	for _, tenths := range []int{1, 3, 5, 8, 10} {
		cut := len(lines) * tenths / 10
		if err := os.WriteFile(source, bytes.Join(lines[:cut], nil), 0o600); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		buildInto(t, dir, source, 1)
		pages := readPages(t, dir)
		after := anchorTexts(pages)
		now := addresses(pages)
		for address := range published {
			if !arrives(t, dir, address, now) {
				t.Errorf("%s: at line %d nothing leads on from %s", filepath.Base(name), cut, address)
			}
		}
		published = now
		for id, head := range before {
			now, ok := after[id]
			if head != "" {
				compared++
			}
			switch {
			case !ok:
				t.Errorf("%s: at line %d #%s is gone; it stood on %.80q", filepath.Base(name), cut, id, head)
			case !strings.HasPrefix(now, head):
				t.Errorf("%s: at line %d #%s moved from %.80q to %.80q", filepath.Base(name), cut, id, head, now)
			}
		}
		before = after
	}
	return compared
}

// addresses are those of all anchors of a site.
func addresses(pages []*page) map[string]bool {
	all := map[string]bool{}
	for _, p := range pages {
		for id := range p.ids {
			if strings.HasPrefix(id, "m-") {
				all[p.name+"#"+id] = true
			}
		}
	}
	return all
}

// arrives reports whether an address that was published leads to its message: it is there still, or
// the session's list of anchors names the page that has it.
func arrives(t *testing.T, dir, address string, now map[string]bool) bool {
	t.Helper()
	if now[address] {
		return true
	}
	page, anchor, _ := strings.Cut(address, "#")
	session := strings.Join(strings.Split(page, "/")[:2], "/")
	data, err := os.ReadFile(filepath.Join(dir, session, "anchors.js"))
	if err != nil {
		return false
	}
	var pages map[string]string
	if err := json.Unmarshal(bytes.TrimSuffix(bytes.TrimPrefix(data, []byte("stenoAnchors(")), []byte(")\n")), &pages); err != nil {
		t.Fatal(err)
	}
	for name, ids := range pages {
		if slices.Contains(strings.Fields(ids), strings.TrimPrefix(anchor, "m-")) && now[session+"/"+name+"#"+anchor] {
			_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(page))) // without it the page for lost readers leads on
			return err == nil || strings.HasPrefix(filepath.Base(page), "page-")
		}
	}
	return false
}

// anchorTexts returns the beginning of the text below each anchor of the session's
// pages. What a growing session changes is left out: results arriving, counts, the
// marks of branches.
func anchorTexts(pages []*page) map[string]string {
	texts := map[string]string{}
	for _, p := range pages {
		for id, n := range p.ids {
			if strings.HasPrefix(id, "m-") {
				texts[id] = said(n)
			}
		}
	}
	return texts
}

// said is what was said at an anchor: a prompt's, a reply's or a call's own words.
func said(n *html.Node) string {
	for d := range n.Descendants() {
		if class := strings.Fields(attr(d, "class")); slices.Contains(class, "prose") || d.Data == "code" && d.Parent.Data == "summary" || isObject(d) {
			s := letters(text(d))
			return s[:min(len(s), 60)]
		}
	}
	return ""
}

// isObject reports whether an element has what a card is about.
func isObject(n *html.Node) bool {
	return n.Data == "span" && (attr(n.Parent, "class") == "card-line" ||
		n.Parent.Data == "summary" && slices.Contains(strings.Fields(attr(n.Parent.Parent, "class")), "card"))
}

// movedArrive: a link to a message that now stands on another page of its session arrives there.
func movedArrive(t *testing.T, tab *tab, m *made) {
	moved := 0
	for _, p := range m.pages {
		first := strings.TrimSuffix(p.name, "page-2.html") + "index.html"
		if path.Base(p.name) != "page-2.html" || !strings.HasPrefix(p.name, "sessions/") || moved == 2 {
			continue
		}
		at := slices.IndexFunc(m.pages, func(p *page) bool { return p.name == first })
		for _, id := range slices.Sorted(maps.Keys(m.pages[at].ids)) {
			if _, both := p.ids[id]; strings.HasPrefix(id, "m-") && !both {
				moved++
				tab.open(t, p.name+"#"+id)
				tab.check(t, "it arrives at "+first, `location.pathname.replace(/\/$/, '/index.html').endsWith('`+first+`') && location.hash === '#`+id+`' && !!document.getElementById('`+id+`')`)
				break
			}
		}
	}
	if moved == 0 {
		t.Error("no session has two pages")
	}
}
