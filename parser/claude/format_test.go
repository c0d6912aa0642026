package claude

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/modeltest"
	"steno/parser/source"
)

// outlineOf parses the lines of one file and gives the outline from the first
// turn to the ledger, anchors left out.
func outlineOf(t *testing.T, lines ...string) (*parser.Session, string) {
	t.Helper()
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", strings.Join(lines, "\n"))}}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Check(t, s)
	var b bytes.Buffer
	if err := modeltest.Outline(&b, s); err != nil {
		t.Fatal(err)
	}
	return s, anchorText.ReplaceAllString(b.String(), "")
}

var anchorText = regexp.MustCompile(` m-[0-9a-z-]+`)

// around puts records between a prompt and another.
func around(records ...string) []string {
	return slices.Concat(
		[]string{`{"type":"user","uuid":"11111111","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"before"}}`},
		records,
		[]string{`{"type":"user","uuid":"99999999","parentUuid":"11111111","sessionId":"s","message":{"role":"user","content":"after"}}`},
	)
}

// rowTest is a record, or several, and what the outline must say of it. Its name is
// that of a row of the format table, followed by ", " and more where a row has several;
// a name that begins with "odd: " is of none. A want that begins with "!" must not be in
// the outline.
type rowTest struct {
	name, record string
	class        string // of the ledger; one for each record
	want         []string
}

// runRows runs the tests of all rows of a kind, and fails for a row without one.
func runRows(t *testing.T, kind format.Kind, tests []rowTest) {
	t.Helper()
	tested := make(map[*format.Row]bool)
	for _, test := range tests {
		row := test.row(kind)
		if row == nil && !strings.HasPrefix(test.name, "odd: ") {
			t.Errorf("the format table declares no %s %q", kind, test.name)
			continue
		}
		tested[row] = true
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, row)
		})
	}
	for _, r := range format.Rows() {
		if r.Kind == kind && !tested[format.Lookup(kind, r.Name)] {
			t.Errorf("no test has a record of %s %q", kind, r.Name)
		}
	}
}

func (r rowTest) row(kind format.Kind) *format.Row {
	name, _, _ := strings.Cut(r.name, ", ")
	if name == "none" {
		name = ""
	}
	return format.Lookup(kind, name)
}

func (r rowTest) run(t *testing.T, row *format.Row) {
	records := strings.Split(r.record, "\n")
	s, got := outlineOf(t, around(records...)...)
	for _, w := range r.want {
		if bad, not := strings.CutPrefix(w, "!"); not && strings.Contains(got, bad) {
			t.Errorf("outline holds %q:\n%s", bad, got)
		} else if !not && !strings.Contains(got, w) {
			t.Errorf("outline does not hold %q:\n%s", w, got)
		}
	}
	base := parser.Ledger{Lines: 2 + len(records), Shown: 2}
	classes := map[string]*int{"shown": &base.Shown, "merged": &base.Merged, "structural": &base.Structural,
		"metadata": &base.Metadata, "withheld": &base.Withheld, "duplicate": &base.Duplicate, "unknown": &base.Unknown}
	for _, class := range strings.Fields(r.class) {
		*classes[class]++
	}
	if got, want := modeltest.Account(&s.Ledger), modeltest.Account(&base); got != want {
		t.Errorf("ledger: %s, want %s", got, want)
	}
	if row != nil {
		r.compare(t, row, records, got)
	}
}

// compare holds what the table says of a row against what became of its record.
func (r rowTest) compare(t *testing.T, row *format.Row, records []string, outline string) {
	var survey format.Survey
	for _, line := range records {
		for _, member := range survey.Undeclared([]byte(line)) {
			t.Errorf("the format table does not declare %s", member)
		}
	}
	allowed := map[format.Treatment]string{
		format.Shown: "shown merged", format.Folded: "shown merged", format.Merged: "shown merged structural",
		format.Metadata: "metadata withheld", format.Withheld: "withheld", format.Structural: "structural shown",
	}[row.Treatment]
	classes := strings.Fields(r.class)
	variant := strings.Contains(r.name, ", ")
	if last := classes[len(classes)-1]; !variant && !strings.Contains(allowed, last) {
		t.Errorf("the format table calls it %s, the ledger %s", row.Treatment, last)
	}
	if row.Kind != format.System && row.Kind != format.Attachment || variant {
		return
	}
	if quiet := strings.Contains(outline, " quiet "); quiet != (row.Treatment == format.Folded) {
		t.Errorf("the format table calls it %s; folded: %v", row.Treatment, quiet)
	}
}
