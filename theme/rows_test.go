package theme

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"steno/parser"
	"steno/theme/view"
)

// Rows that a script makes from data have the texts of those of the page: what was asked, what came of it, and figures.
func TestRowsOfDataSayTheSame(t *testing.T) {
	t.Parallel()
	sessions := cannedSessions()
	root, err := html.Parse(strings.NewReader(page(t, loaded(t), sessions)))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string // texts of the first cell
	for n := range root.Descendants() {
		if n.DataAtom == atom.Th && slices.Contains(n.Attr, html.Attribute{Key: "class", Val: "what"}) {
			var texts []string
			for d := range n.Descendants() {
				if s := strings.TrimSpace(d.Data); d.Type == html.TextNode && s != "" {
					texts = append(texts, strings.TrimPrefix(s, "· "))
				}
			}
			rows = append(rows, texts)
		}
	}
	if len(rows) == 0 || len(rows) != len(sessions.Sessions) {
		t.Fatalf("the page has %d rows of %d sessions", len(rows), len(sessions.Sessions))
	}
	script, bad := view.RowsScript{WithFacets: true}, 0
	for i, r := range sessions.Sessions {
		data, err := script.Add(r)
		if err != nil {
			t.Fatal(err)
		}
		var row struct {
			T, E string
			R, G []string
		}
		if err := json.Unmarshal(data[bytes.IndexByte(data, '{'):], &row); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, s := range slices.Concat([]string{row.T, row.E}, row.R, row.G) {
			if s != "" {
				want = append(want, strings.TrimPrefix(strings.TrimPrefix(s, "#"), " · "))
			}
		}
		slices.Sort(want)
		slices.Sort(rows[i])
		if !slices.Equal(rows[i], want) {
			t.Errorf("row %d of the page says %q, of the data %q", i, rows[i], want)
		}
		if r.Result.Bad != "" {
			bad++
		}
	}
	if bad == 0 || bad == len(rows) {
		t.Errorf("%d of %d sessions ended badly", bad, len(rows))
	}
}

// TestCalled: lists name a call of a server in words, not by the name that the client gave its tool.
func TestCalled(t *testing.T) {
	t.Parallel()
	look := loaded(t)
	for name, want := range map[string]string{"Bash": "Bash", "mcp__harbour__list_boats": "list boats", "mcp__plugin_pier__pier__lamp__on": "pier lamp on"} {
		if got := look.Called(&parser.ToolCall{Name: name}); got != want {
			t.Errorf("%s is called %q, want %q", name, got, want)
		}
	}
}
