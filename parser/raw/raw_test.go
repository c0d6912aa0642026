package raw

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

var lenient = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

func TestMembers(t *testing.T) {
	t.Parallel()
	var got []string
	for name, v := range Members([]byte(` { "a" : [ {"x":"}"} , 1 ] ,"b\"":"c\"}", "c":null , "d":-1e3,"":{"\\":"\\"}}`)) {
		got = append(got, string(name)+" "+string(v))
	}
	want := []string{`a [ {"x":"}"} , 1 ]`, `b\" "c\"}"`, "c null", "d -1e3", ` {"\\":"\\"}`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, none := range []string{"", "{}", "[1]", `"a"`, "null", "{ }"} {
		for name := range Members([]byte(none)) {
			t.Errorf("%s has a member %s", none, name)
		}
	}
}

func TestElements(t *testing.T) {
	t.Parallel()
	var got []string
	for v := range Elements([]byte(` [1, "a]" ,[[],{}],true]`)) {
		got = append(got, string(v))
	}
	if d := cmp.Diff([]string{"1", `"a]"`, "[[],{}]", "true"}, got); d != "" {
		t.Error(d)
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]string{
		`"a"`: "a", `""`: "", `5`: "", `"a\n\"b\"\t\\\/\b\f\r"`: "a\n\"b\"\t\\/\b\f\r",
		`"\u00e9\ud83d\ude00\uD83D"`: "é😀\uFFFD", `"\ud83d\u0041\udE00"`: "\uFFFDA\uFFFD",
		"\"\xff\xfea\"": "\uFFFD\uFFFDa", "\"\xe2\x82\\n\"": "\uFFFD\uFFFD\n",
	} {
		if got := String([]byte(v)); got != want {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
	}
}

// FuzzScanner: what is valid reads as a decoder reads it; what is not harms nobody.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,{"b":"\u00e9\ud83d\ude00\\\"","b":null}],"":-1.5e+3}`, `"\ud800x\udc00"`, "\"\xff\\n\xe2\x82\"", `[[],{},""]`,
		`{`, `{"a`, `{"a":`, `["\`, `"\u12`, `{"a" "b" ,,: "c"]`, `]]`, "{:\"a\\", `5`, ` true `,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got := strings.Join(tokens(in, 0), "\n")
		if !jsontext.Value(in).IsValid(lenient...) || bytes.Count(in, []byte("["))+bytes.Count(in, []byte("{")) > 100 {
			return
		}
		var want []string
		for d := jsontext.NewDecoder(bytes.NewReader(in), lenient...); ; {
			token, err := d.ReadToken()
			if err != nil {
				break
			}
			want = append(want, token.String())
		}
		if d := cmp.Diff(strings.Join(want, "\n"), got); d != "" {
			t.Error(d)
		}
	})
}

// tokens are those of a value, as a decoder gives them.
func tokens(v []byte, depth int) (found []string) {
	s := Scan(v)
	switch s.Kind() {
	case '{':
		found = append(found, "{")
		for name, value := range Members(v) {
			if found = append(found, Unescape(name)); depth < 100 {
				found = append(found, tokens(value, depth+1)...)
			}
		}
		return append(found, "}")
	case '[':
		found = append(found, "[")
		for value := range Elements(v) {
			if depth < 100 {
				found = append(found, tokens(value, depth+1)...)
			}
		}
		return append(found, "]")
	case '"':
		return append(found, String(s.Value()))
	}
	return append(found, string(s.Value()))
}

// BenchmarkScanner reads the text out of an ordinary message.
func BenchmarkScanner(b *testing.B) {
	in := []byte(`{"model":"claude","id":"msg_01","type":"message","role":"assistant","content":[{"type":"text","text":"` +
		strings.Repeat(`Let me look at the \"config\" package first.\n`, 40) + `"}],"stop_reason":null,"usage":{"input_tokens":4}}`)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		for name, value := range Members(in) {
			if string(name) != "content" {
				continue
			}
			for block := range Elements(value) {
				for name, text := range Members(block) {
					if string(name) == "text" {
						String(text)
					}
				}
			}
		}
	}
}
