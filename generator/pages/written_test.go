package pages

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/theme/view"
)

// TestRecordsAreWhole makes each record again of what a page of records says.
func TestRecordsAreWhole(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("what a skill is for\n", 400)
	list := strings.Split(strings.TrimSpace(text), "\n")
	for name, c := range map[string]struct {
		records []any
		shown   string
		repeats string // what is to be said once
	}{
		"members that all have": {records: []any{
			map[string]any{"type": "mode", "mode": "plan", "sessionId": "11111111-0000"}, map[string]any{"type": "mode", "mode": "edit", "sessionId": "11111111-0000"},
		}, repeats: "11111111-0000"},
		"equal records": {records: []any{
			map[string]any{"type": "mode", "mode": "plan"}, map[string]any{"type": "mode", "mode": "edit", "x": []int{}}, map[string]any{"type": "mode", "mode": "plan"}, map[string]any{"type": "mode", "mode": "plan"},
		}, repeats: `"plan"`},
		"records that are all equal": {records: []any{map[string]any{"type": "m0de"}, map[string]any{"type": "m0de"}}, repeats: "m0de"},
		"one that has nothing else":  {records: []any{map[string]any{"type": "m0de", "x": 1}, map[string]any{"type": "m0de"}}, repeats: "m0de"},
		"a long member again": {records: []any{
			map[string]any{"lastPrompt": strings.Repeat("lamp ", 20), "leaf": 1}, map[string]any{"lastPrompt": strings.Repeat("lamp ", 20), "leaf": 2}, map[string]any{"lastPrompt": "short", "leaf": 3},
		}, repeats: strings.Repeat("lamp ", 20)},
		"a text that its row shows":  {records: []any{map[string]any{"content": text, "n": map[string]any{"a": []any{1, nil, "x"}}}}, shown: text},
		"lines that its row shows":   {records: []any{map[string]any{"addedLines": list, "n": 1.5}}, shown: strings.Join(list, "\n")},
		"a long member, and no text": {records: []any{map[string]any{"data": map[string]any{"a": strings.Repeat("long ", 2_000)}, "n": 1}}},
		"other than objects":         {records: []any{"a", []any{1}, 3, nil}},
		"one that has too much":      {records: []any{map[string]any{"a": "x"}, map[string]any{"a": strings.Repeat("long", 40_000)}}},
		"none, and an empty object":  {records: []any{map[string]any{}, map[string]any{"a": 1}}},
		"names and values in quotes": {records: []any{map[string]any{`a"b\`: "c\n\"d\u2028", "<b>": "&"}, map[string]any{`a"b\`: "c\n\"d\u2028", "<b>": "e"}}, repeats: `c\n\"d`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &rawGroup{}
			for i, r := range c.records {
				value, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				g.values = append(g.values, value)
				g.blocks = append(g.blocks, &parser.Event{Text: c.shown})
				g.Records = append(g.Records, view.RawRecord{Where: fmt.Sprint("line ", i)})
			}
			files := map[string]string{}
			w := writerOf(g, nil, func(ext string, data []byte) string {
				name := fmt.Sprintf("files/%d.%s", len(data), ext)
				files[name] = string(data)
				return name
			})
			page := readerOf(t, g.Shared, files)
			all := g.Shared
			for i := range g.Records {
				rec := &g.Records[i]
				w.write(rec, g.values[i], g.shown(i))
				all += rec.JSON
				if diff := cmp.Diff(page.value(string(g.values[i])), page.record(rec)); diff != "" {
					t.Errorf("record %d became %q and %q:\n%s", i, g.Shared, rec.JSON, diff)
				}
			}
			if n := strings.Count(all, c.repeats); c.repeats != "" && n != 1 {
				t.Errorf("%q is there %d times:\n%s", c.repeats, n, all)
			}
			if c.shown != "" && strings.Contains(all, "what a skill is for") {
				t.Errorf("what the row shows is repeated:\n%s", all)
			}
		})
	}
}

// pageReader is what a reader of a page of records knows.
type pageReader struct {
	t      *testing.T
	shared string
	files  map[string]string
	full   map[string]any // by place
	last   string
}

func readerOf(t *testing.T, shared string, files map[string]string) *pageReader {
	return &pageReader{t: t, shared: shared, files: files, full: map[string]any{}}
}

func (p *pageReader) value(text string) (v any) {
	p.t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		p.t.Fatalf("%q: %v", text, err)
	}
	return v
}

// record is a record as its writer had it.
func (p *pageReader) record(rec *view.RawRecord) any {
	p.t.Helper()
	if rec.Same != "" {
		p.full[rec.Where], p.last = p.full[rec.Same], rec.Where
		return p.full[rec.Same]
	}
	text := rec.JSON
	if rec.Whole != "" {
		text = p.files[rec.Whole]
	}
	for _, link := range rec.Texts {
		member := `"` + link.Text + `": ` + link.Href
		value, _ := json.Marshal(p.files[link.Href])
		if strings.HasSuffix(link.Text, "Lines") {
			value, _ = json.Marshal(strings.Split(p.files[link.Href], "\n"))
		}
		text = strings.Replace(text, member, `"`+link.Text+`": `+string(value), 1)
	}
	if p.last != "" {
		text = strings.ReplaceAll(text, ": as in "+p.last, `: "as in"`)
	}
	v := p.value(text)
	if members, ok := v.(map[string]any); ok {
		for name, value := range members {
			if value == "as in" {
				members[name] = p.full[p.last].(map[string]any)[name]
			}
		}
		if p.shared != "" {
			for name, value := range p.value(p.shared).(map[string]any) {
				members[name] = value
			}
		}
	}
	p.full[rec.Where], p.last = v, rec.Where
	return v
}

// TestNeighboursThatRepeat: records in a row that repeat one are one line, each with its address.
func TestNeighboursThatRepeat(t *testing.T) {
	t.Parallel()
	r := &recordsSite{types: []view.RecordType{{Name: "mode"}}}
	for _, rec := range []view.RawRecord{
		{Where: "a.jsonl:1", JSON: "{}"}, {Where: "a.jsonl:2", Same: "a.jsonl:1", ID: "r-2"}, {Where: "a.jsonl:7", Same: "a.jsonl:1", ID: "r-7"},
		{Where: "b.jsonl:1", Same: "a.jsonl:1"}, {Where: "b.jsonl:2", JSON: "{}"}, {Where: "b.jsonl:3", Same: "b.jsonl:2"}, {Where: "b.jsonl:4", Same: "a.jsonl:1"}, {Where: "b.jsonl:5"},
		{Where: "line 8", Same: "line 1"}, {Where: "line 9", Same: "line 1"}, {Where: "line 10", Same: "line 1"},
	} {
		r.add(rec)
	}
	var got []string
	for _, rec := range r.last().Records {
		line := rec.Where + rec.ID
		for _, more := range rec.More {
			line += " " + more.Where + more.ID
		}
		got = append(got, line)
	}
	want := []string{"a.jsonl:1", "a.jsonl:2r-2 7r-7 b.jsonl:1", "b.jsonl:2", "b.jsonl:3", "b.jsonl:4", "b.jsonl:5", "lines 8 9 10"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
