package wrapper

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPieces(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []Piece
	}{
		{"words", "fix it", []Piece{{"", "fix it"}}},
		{"blank", " \n", nil},
		{"a reminder behind", "fix it\n<system-reminder>\nr\n</system-reminder>", []Piece{{"", "fix it\n"}, {"system-reminder", "r"}}},
		{"a reminder between words", "fix <system-reminder>r</system-reminder>it", []Piece{{"", "fix "}, {"system-reminder", "r"}, {"", "it"}}},
		{"a reminder in code", "why `<system-reminder>r</system-reminder>`?", []Piece{{"", "why `<system-reminder>r</system-reminder>`?"}}},
		{"a reminder in a fence", "```\n<system-reminder>r</system-reminder>\n```", []Piece{{"", "```\n<system-reminder>r</system-reminder>\n```"}}},
		{"a reminder behind code", "see `x`\n<system-reminder>r</system-reminder>", []Piece{{"", "see `x`\n"}, {"system-reminder", "r"}}},
		{"a reminder that is not closed", "fix <system-reminder>r", []Piece{{"", "fix <system-reminder>r"}}},
		{"a reminder whose end is cut", "fix <system-reminder>r</system-reminder", []Piece{{"", "fix <system-reminder>r</system-reminder"}}},
		{"a longer name", "fix <system-reminders>r</system-reminders>", []Piece{{"", "fix <system-reminders>r</system-reminders>"}}},
		{"a paste", `read <pasted_content id="22d3">a log</pasted_content id="22d3"> please`, []Piece{{"", "read "}, {"pasted_content", "a log"}, {"", " please"}}},
		{"a paste with a plain end", "<pasted_content>a log</pasted_content>\nwhy?", []Piece{{"pasted_content", "a log"}, {"", "why?"}}},
		{"a paste that holds the end of another", `<pasted_content id="1">a</pasted_content id="2">b</pasted_content id="1">`, []Piece{{"pasted_content", `a</pasted_content id="2">b`}}},
		{"a paste that holds a reminder", `<pasted_content id="1"><system-reminder>r</system-reminder></pasted_content id="1">`, []Piece{{"pasted_content", "<system-reminder>r</system-reminder>"}}},
	} {
		if diff := cmp.Diff(test.want, Pieces(test.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Texts made to be slow are read in proportion to their length.
func TestPiecesTime(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"<system-reminder>", "<system-reminder>r</system-reminder>", `<pasted_content id="1">`, "`<system-reminder>r</system-reminder>", "<"} {
		begin := time.Now()
		Pieces(strings.Repeat(piece, 1<<20/len(piece)))
		if d := time.Since(begin); d > 2*time.Second {
			t.Errorf("a megabyte of %q takes %v", piece, d)
		}
	}
}

// Pasted texts whose end tags do not repeat their attributes, very many of them, are looked at once.
func TestManyPastedTexts(t *testing.T) {
	t.Parallel()
	const n = 100_000
	if all := Pieces(strings.Repeat(`<pasted_content id="1">a</pasted_content>`, n)); len(all) != n || all[n-1].Text != "a" {
		t.Errorf("%d pieces, want %d", len(all), n)
	}
	all := Pieces(`<pasted_content id="1">a</pasted_content>b</pasted_content id="1">c`)
	if len(all) != 2 || all[0].Text != "a</pasted_content>b" || all[1].Text != "c" {
		t.Errorf("pieces: %q", all)
	}
}
