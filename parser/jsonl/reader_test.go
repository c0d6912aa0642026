package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"steno/parser/raw"
)

// got is a Line with its bytes copied.
type got struct {
	Number  int
	Kind    Kind
	Objects []string
	Reason  string
	Lost    int
}

func read(t testing.TB, src io.Reader) ([]got, error) {
	t.Helper()
	var lines []got
	r := NewReader(src)
	for r.Next() {
		l := r.Line()
		g := got{Number: l.Number, Kind: l.Kind, Reason: l.Reason, Lost: l.Lost}
		for _, o := range l.Objects {
			g.Objects = append(g.Objects, string(o))
		}
		lines = append(lines, g)
	}
	return lines, r.Err()
}

func TestLines(t *testing.T) {
	t.Parallel()
	const rec = `{"type":"user","sessionId":"s","n":1}`
	for _, c := range []struct {
		name, in string
		want     []got
	}{
		{"empty", "", nil},
		{"no final newline", "{}\n" + rec, []got{{1, Records, []string{"{}"}, "", 0}, {2, Records, []string{rec}, "", 0}}},
		{"final newline", rec + "\n", []got{{1, Records, []string{rec}, "", 0}}},
		{"blank lines", "\n \t\r\n\x00\x00\n", []got{{1, Blank, nil, "", 0}, {2, Blank, nil, "", 0}, {3, Blank, nil, "", 0}}},
		{"crlf", "{}\r\n{}\r\n", []got{{1, Records, []string{"{}"}, "", 0}, {2, Records, []string{"{}"}, "", 0}}},
		{"byte order mark", "\ufeff{}\n", []got{{1, Records, []string{"{}"}, "", 0}}},
		{"glued", `{"a":"}{"}{"b":2}`, []got{{1, Records, []string{`{"a":"}{"}`, `{"b":2}`}, "", 0}}},
		{"three, spaced", ` {"a":1} {} {"b":[{}]} `, []got{{1, Records, []string{`{"a":1}`, `{}`, `{"b":[{}]}`}, "", 0}}},
		{"NUL before and after", "\x00\x00{}\x00\x00", []got{{1, Records, []string{"{}"}, "", 0}}},
		{"NUL between", "{}\x00\x00{}", []got{{1, Records, []string{"{}", "{}"}, "", 0}}},
		{"a lone backslash in a string", `{"a":"x\***@y \ud8 \u12","b":"\\"}`, []got{{1, Records, []string{`{"a":"x\\***@y \\ud8 \\u12","b":"\\"}`}, "", 0}}},
		{"raw controls in a string", "{\"a\":\"x\x00\x1b\t\\\"y\",\t\"b\":1}", []got{{1, Records, []string{"{\"a\":\"x\\u0000\\u001b\\u0009\\\"y\",\t\"b\":1}"}, "", 0}}},
		{"invalid UTF-8 and lone surrogate stay", "{\"a\":\"\xff\\udcb2\"}", []got{{1, Records, []string{"{\"a\":\"\xff\\udcb2\"}"}, "", 0}}},
		{"truncated", `{"a":"b`, []got{{1, Truncated, nil, "the file ends inside a record", 7}}},
		{"truncated in an escape", `{"a":"\u00`, []got{{1, Truncated, nil, "the file ends inside a record", 10}}},
		{"truncated in a literal", `{"a":tr`, []got{{1, Truncated, nil, "the file ends inside a record", 7}}},
		{"truncated after a whole one", `{}{"a":`, []got{{1, Truncated, []string{"{}"}, "the file ends inside a record", 5}}},
		{"cut, not the last line", "{\"a\":1\n{}\n", []got{{1, Malformed, nil, "the record breaks off", 6}, {2, Records, []string{"{}"}, "", 0}}},
		{"array", "[1,2]\n{}", []got{{1, NotObject, nil, "a JSON array, not an object", 5}, {2, Records, []string{"{}"}, "", 0}}},
		{"string", `"x"`, []got{{1, NotObject, nil, "a JSON string, not an object", 3}}},
		{"number", `-1.5e+3`, []got{{1, NotObject, nil, "a JSON number, not an object", 7}}},
		{"boolean", `true`, []got{{1, NotObject, nil, "a JSON boolean, not an object", 4}}},
		{"null", `null`, []got{{1, NotObject, nil, "a JSON null, not an object", 4}}},
		{"log line", "2026-01-01 12:00 started", []got{{1, Malformed, nil, "not JSON at byte 5: unexpected '-'", 24}}},
		{"garbage tail", `{"a":1} and more`, []got{{1, Malformed, []string{`{"a":1}`}, "not JSON at byte 9: unexpected 'a'", 8}}},
		{"object, then array", `{} [1]`, []got{{1, Malformed, []string{`{}`}, "a JSON array, not an object", 3}}},
		{"two writers: the second record is whole", `{"type":"user","message":{"content":"hel` + rec, []got{{1, Malformed, []string{rec}, "not JSON at byte 43: unexpected 't'", 40}}},
		{"garbage between records", rec + "xx" + rec, []got{{1, Malformed, []string{rec, rec}, "not JSON at byte 38: unexpected 'x'", 2}}},
		{"a nested object of a broken record is no record", `{"type":"user","forkedFrom":{"sessionId":"s"}`, []got{{1, Truncated, nil, "the file ends inside a record", 45}}},
		{"utf-16", "\xff\xfe{\x00}\x00", []got{{1, Malformed, nil, "UTF-16 text, only UTF-8 can be read", 5}}},
		{"unquoted name", `{a:1}`, []got{{1, Malformed, nil, "not JSON at byte 2: unexpected 'a'", 5}}},
		{"trailing comma", `{"a":1,}`, []got{{1, Malformed, nil, "not JSON at byte 8: unexpected '}'", 8}}},
		{"wrong bracket", `{"a":[1}`, []got{{1, Malformed, nil, "not JSON at byte 8: unexpected '}'", 8}}},
		{"bad escape", `{"a":"\x"}`, []got{{1, Records, []string{`{"a":"\\x"}`}, "", 0}}},
		{"leading zero", `{"a":01}`, []got{{1, Malformed, nil, "not JSON at byte 7: unexpected '1'", 8}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			lines, err := read(t, strings.NewReader(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, lines); d != "" {
				t.Error(d)
			}
			slow, _ := read(t, iotest.OneByteReader(strings.NewReader(c.in)))
			if d := cmp.Diff(lines, slow); d != "" {
				t.Errorf("read byte by byte: %s", d)
			}
		})
	}
}

func TestNestingBomb(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}" }
	cut := `{"a":` + strings.Repeat("[", maxDepth-1) + "null" + strings.Repeat("]", maxDepth-1) + "}"
	inner := cut[1 : len(cut)-1]
	const reason, bomb = "nested deeper than 1000 levels", 1 << 20
	for _, c := range []struct {
		name, in string
		want     got
	}{
		{"as deep as allowed", deep(maxDepth), got{1, Records, []string{deep(maxDepth)}, "", 0}},
		{"too deep", deep(maxDepth + 1), got{1, Malformed, []string{cut}, reason, 2}},
		{"far too deep", deep(bomb), got{1, Malformed, []string{cut}, reason, 2 * (bomb - maxDepth)}},
		{"objects, not closed", strings.Repeat(`{"a":`, bomb), got{1, Malformed, nil, reason, 5 * bomb}},
		{"closed wrongly", strings.Repeat(`{"a":[`, bomb/2) + strings.Repeat("}]", bomb/2), got{1, Malformed, nil, reason, 4 * bomb}},
		{"members before and behind", `{"x":"a\"[",` + deep(bomb)[1:2*bomb+3] + `,"y":[2,{}]}`,
			got{1, Malformed, []string{`{"x":"a\"[",` + inner + `,"y":[2,{}]}`}, reason, 2 * (bomb - maxDepth)}},
		{"strings and controls inside", "{\"x\":\"\x01\"," + strings.Repeat(`"a":{`, maxDepth+1) + `"s":"}\"\\"` + strings.Repeat("}", maxDepth+2),
			got{1, Malformed, []string{`{"x":"\u0001",` + strings.Repeat(`"a":{`, maxDepth-1) + `"a":null` + strings.Repeat("}", maxDepth)}, reason, 19}},
		{"two, and one behind", deep(maxDepth+1) + deep(maxDepth+2) + "{}", got{1, Malformed, []string{cut, cut, "{}"}, reason, 6}},
	} {
		lines, err := read(t, strings.NewReader(c.in))
		if d := cmp.Diff([]got{c.want}, lines); d != "" || err != nil {
			t.Errorf("%s: %.2000s, %v", c.name, d, err)
		}
	}
}

// TestDamageIsBounded: where broken records stand between whole ones, and each of
// them goes on to the end of the line, the search is given up after a few passes.
func TestDamageIsBounded(t *testing.T) {
	t.Parallel()
	unit := strings.Repeat(`{"a":[`, 600) + `{"type":"user","sessionId":"s"},`
	lines, _ := read(t, strings.NewReader(strings.Repeat(unit, 2_000)+"\n{}\n"))
	if len(lines) != 2 || lines[1].Kind != Records {
		t.Fatalf("%d lines", len(lines))
	}
	if n := len(lines[0].Objects); n == 0 || n > 100 {
		t.Errorf("%d records were recovered", n)
	}
}

func TestLongLine(t *testing.T) {
	t.Parallel()
	long := `{"a":"` + strings.Repeat("x", 5*firstBuffer) + `"}`
	lines, err := read(t, strings.NewReader("{}\n"+long+"\n{}\n"))
	if err != nil || len(lines) != 3 || len(lines[1].Objects) != 1 || lines[1].Objects[0] != long {
		t.Errorf("a line of %d bytes was not read whole (%v)", len(long), err)
	}
}

// A line that is too long is passed over, wherever it stands and however it is read, and the
// buffer does not follow it.
func TestTooLongLine(t *testing.T) {
	t.Parallel()
	if most := NewReader(nil).maxLine; most != 256_000_000 && most != 256<<20 {
		t.Errorf("a line may have %d bytes, the documentation says 256 MB", most)
	}
	const limit = 2 << 20
	long := strings.Repeat("a", limit+1)
	fits := `{"a":"` + strings.Repeat("a", limit-8) + `"}`
	for _, c := range []struct{ name, text, want string }{
		{"between others", "{}\n" + long + "\n{}\n", "1 0+1 2 2097153-0 3 0+1"},
		{"at the end", "{}\n" + long + "\n", "1 0+1 2 2097153-0"},
		{"unended", "{}\n" + long, "1 0+1 2 2097153-0"},
		{"two of them", long + "\n" + long + "\n{}", "1 2097153-0 2 2097153-0 3 0+1"},
		{"much longer", long + long + long + "\n{}\n", "1 6291459-0 2 0+1"},
		{"as long as may be", fits + "\n{}\n", "1 0+1 2 0+1"},
		{"of NUL bytes", strings.ReplaceAll(long, "a", "\x00") + "\n{}\n", "1 2097153-0 2 0+1"},
	} {
		for how, src := range map[string]io.Reader{"at once": strings.NewReader(c.text), "halves": iotest.HalfReader(strings.NewReader(c.text))} {
			var got []string
			r := NewReader(src)
			r.maxLine = limit
			for r.Next() {
				l := r.Line()
				sign := "+"
				if l.Kind == Malformed && l.Reason == "longer than 2 MB" && l.Size == l.Lost {
					sign = "-"
				}
				got = append(got, fmt.Sprintf("%d %d%s%d", l.Number, l.Lost, sign, len(l.Objects)))
			}
			if got := strings.Join(got, " "); got != c.want || r.Err() != nil || cap(r.buf) > limit+firstBuffer {
				t.Errorf("%s, %s: %s with a buffer of %d and %v, want %s", c.name, how, got, cap(r.buf), r.Err(), c.want)
			}
		}
	}
}

func TestReadErrorKeepsWhatWasRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	lines, err := read(t, io.MultiReader(strings.NewReader("{}\n{\"a\""), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || len(lines) != 2 || lines[0].Kind != Records || lines[1].Kind != Truncated {
		t.Errorf("got %v, %v", lines, err)
	}
}

func TestReset(t *testing.T) {
	t.Parallel()
	r := NewReader(iotest.ErrReader(errors.New("broken")))
	for r.Next() {
	}
	r.Reset(strings.NewReader("{}\n[]"))
	var kinds []Kind
	for r.Next() {
		if r.Line().Number != len(kinds)+1 {
			t.Errorf("line %d after %d lines", r.Line().Number, len(kinds))
		}
		kinds = append(kinds, r.Line().Kind)
	}
	if d := cmp.Diff([]Kind{Records, NotObject}, kinds); d != "" || r.Err() != nil {
		t.Errorf("%s %v", d, r.Err())
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"", "{}\n{}", "\ufeff{}\r\n", `{"a":1}{"b":[true,false,null,-0.5e-7]}`, "{\"a\":\"\x00\xff\\ud800\"}\x00",
		`{"a":"b`, "[1]\n\"x\"\n1\n", `{"m":"hel{"type":"user","sessionId":"s"}tail`, strings.Repeat(`{"a":[`, 600),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := NewReader(bytes.NewReader(in))
		size, lines := 0, 0
		for r.Next() {
			l := r.Line()
			lines++
			size += l.Size
			if l.Number != lines {
				t.Fatalf("line %d has number %d", lines, l.Number)
			}
			if (l.Kind == Blank || l.Kind == Records) != (l.Reason == "") || l.Kind == Records && len(l.Objects) == 0 {
				t.Fatalf("line %d: %+v", lines, l)
			}
			for _, o := range l.Objects {
				v := jsontext.Value(o)
				if !v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) || v.Kind() != '{' {
					t.Fatalf("not a valid object: %q", o)
				}
				for name, val := range raw.Members(o) {
					if !jsontext.Value(val).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
						t.Fatalf("member %q of %q is %q", name, o, val)
					}
				}
			}
		}
		if newlines := bytes.Count(in, []byte("\n")); size+newlines != len(in) || lines < newlines {
			t.Fatalf("%d bytes and %d newlines read of %d bytes", size, newlines, len(in))
		}
		for raw := range bytes.Lines(in) {
			checkAccepted(t, bytes.TrimSpace(raw))
		}
	})
}

// checkAccepted holds the reader against a decoder: an object that the decoder
// takes must be read.
func checkAccepted(t *testing.T, raw []byte) {
	v := jsontext.Value(raw)
	if len(raw) == 0 || !v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) || v.Kind() != '{' {
		return
	}
	if bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) > maxDepth {
		return
	}
	r := NewReader(bytes.NewReader(raw))
	if !r.Next() || r.Line().Kind != Records || !bytes.Equal(r.Line().Objects[0], raw) {
		t.Fatalf("valid object read as %+v: %q", r.Line(), raw)
	}
}

func BenchmarkReader(b *testing.B) {
	ordinary := `{"parentUuid":"0a1b2c3d-0000-4000-8000-000000000001","isSidechain":false,"userType":"external","cwd":"/home/dev/app","sessionId":"0a1b2c3d-0000-4000-8000-000000000002","version":"2.1.50","gitBranch":"main","type":"assistant","message":{"model":"claude","id":"msg_01","type":"message","role":"assistant","content":[{"type":"text","text":"` +
		strings.Repeat(`Let me look at the \"config\" package first.\n`, 20) + `"}],"stop_reason":null,"usage":{"input_tokens":4,"cache_creation_input_tokens":1234,"output_tokens":12}},"uuid":"0a1b2c3d-0000-4000-8000-000000000003","timestamp":"2026-01-02T03:04:05.678Z"}` + "\n"
	in := []byte(strings.Repeat(ordinary, 5000))
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		r := NewReader(bytes.NewReader(in))
		for r.Next() {
		}
	}
}
