package sitetest

import (
	"bytes"
	"os"
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
	for _, tenths := range []int{1, 3, 5, 8, 10} {
		cut := len(lines) * tenths / 10
		if err := os.WriteFile(source, bytes.Join(lines[:cut], nil), 0o600); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		buildInto(t, dir, source, 1)
		after := anchorTexts(readPages(t, dir))
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

// anchorTexts gives the beginning of the text below each anchor of the session's
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
		if class := strings.Fields(attr(d, "class")); slices.Contains(class, "prose") || slices.Contains(class, "card-object") || d.Data == "code" && d.Parent.Data == "summary" {
			s := letters(text(d))
			return s[:min(len(s), 60)]
		}
	}
	return ""
}
