package sessionjson

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
	"steno/tier"
)

// equal compares sessions. What JSON cannot tell apart is equal: no list and an empty one, raw
// JSON with other white space; and a ledger's own notes are not published.
var equal = cmp.Options{
	cmp.FilterPath(func(p cmp.Path) bool { return !isRaw(p) }, cmpopts.EquateEmpty()),
	cmp.FilterPath(isRaw, cmp.Comparer(func(x, y jsontext.Value) bool { return bytes.Equal(compact(x), compact(y)) })),
	cmpopts.IgnoreUnexported(parser.FileLedger{}), cmpopts.IgnoreFields(parser.Action{}, "Change"), cmpopts.IgnoreFields(parser.Edited{}, "Change"), // which documents do not have
	cmp.FilterPath(pointsElsewhere, cmp.Options{
		cmp.Transformer("agent", func(a *parser.Agent) string { return orNew(a).ID }),
		cmp.Transformer("branch", func(b *parser.Branch) string { return orNew(b).ID }),
		cmp.Transformer("call", func(c *parser.ToolCall) string { return orNew(c).Anchor + orNew(c).ID }),
	}),
}

// pointers are the fields that point at what stands elsewhere. TestPointers looks at where
// they lead.
var pointers = []string{"Agent.Parent", "Agent.Call", "Agent.Children", "ToolCall.Agent", "Branch.Parent", "Turn.Versions", "WorkflowRun.Call", "WorkflowRun.Agents", "WorkflowPhase.Agents"}

// pointsElsewhere reports whether a path ends in one of the pointers, or in an element of one.
func pointsElsewhere(p cmp.Path) bool {
	switch p.Last().Type() {
	case reflect.TypeFor[*parser.Agent](), reflect.TypeFor[*parser.Branch](), reflect.TypeFor[*parser.ToolCall]():
	default:
		return false
	}
	i := len(p) - 1
	if _, ok := p.Index(i).(cmp.SliceIndex); ok {
		i--
	}
	field, ok := p.Index(i).(cmp.StructField)
	return ok && slices.Contains(pointers, p.Index(i-1).Type().Name()+"."+field.Name())
}

func isRaw(p cmp.Path) bool { return p.Last().Type() == reflect.TypeFor[jsontext.Value]() }

// compact is raw JSON in the words of an encoder.
func compact(raw jsontext.Value) []byte {
	if raw == nil {
		return nil
	}
	var buf bytes.Buffer
	enc := jsontext.NewEncoder(&buf, syntax)
	if err := writeRaw(enc, raw); err != nil {
		return []byte(err.Error())
	}
	return bytes.TrimSpace(buf.Bytes())
}

// marshal writes a document of one session.
func marshal(t *testing.T, s *parser.Session) []byte {
	t.Helper()
	data, err := marshalled(&Document{Steno: "test", Sessions: []Session{{"engine", "works", FactsOf(s), s}}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// roundTrip writes and reads a session, and wants the same session and the same bytes again.
func roundTrip(t *testing.T, s *parser.Session) []byte {
	t.Helper()
	first := marshal(t, s)
	d, err := unmarshal(first)
	if err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
	if d.Steno != "test" || d.Schema != Schema || d.Sessions[0].Project != "engine" || d.Sessions[0].Group != "works" {
		t.Errorf("%s: the document's own members are %d, %q, %q, %q", s.ID, d.Schema, d.Steno, d.Sessions[0].Project, d.Sessions[0].Group)
	}
	s.Texts = parser.Texts{} // functions, which no document has
	if read := d.Sessions[0].Session; !alike(reflect.ValueOf(s), reflect.ValueOf(read), "") {
		diff := cmp.Diff(s, read, equal)
		t.Errorf("%s: what was read is another session (-written +read):\n%.3000s", s.ID, diff)
	}
	second, err := marshalled(d)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Errorf("%s: written again, the bytes are others", s.ID)
	}
	return first
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	size := 0
	n := each(t, func(s *parser.Session) { size += len(roundTrip(t, s)) })
	t.Logf("%d sessions make %d bytes", n, size)
}

// sources are transcripts: the example's, those of the tests, and, where they are, real ones.
var sources = []string{"../../testdata/example", "../../testdata/damaged", "../../parser/claude/testdata", "../../../shared/corpus"}

// each calls f with every session of sources, in the plain tier with one in four.
func each(t *testing.T, f func(*parser.Session)) (n int) {
	t.Helper()
	for _, dir := range sources {
		if _, err := os.Stat(dir); err != nil {
			t.Logf("NOT tested: there are no transcripts at %s", dir)
			continue
		}
		a, err := source.Find(t.Context(), formats.All(), []string{dir})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		for i, src := range a.Sessions() {
			if !tier.OneIn(8, i) {
				continue
			}
			s, err := src.Format.Parse(t.Context(), src, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f(s)
			n++
		}
	}
	if n < tier.Count(5, 30) {
		t.Errorf("only %d sessions were found", n)
	}
	return n
}
