package raw

import (
	"strings"
	"testing"
)

// TestText bounds what is read of nested arrays.
func TestText(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`null`: "", `"a"`: "a", `["a",{"type":"text","text":"b"},null]`: "a\nb", `{"a":1}`: `{"a":1}`, `5`: "5",
		strings.Repeat("[", 9) + strings.Repeat("]", 9): "[[[[[[]]]]]]",
	}
	for in, want := range tests {
		if got := Text([]byte(in)); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

func TestParseText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{` {"a":"b"} `: "b", `{"a":"b"`: "", `{"a":"b"} c`: "", `["a","b"]`: "", "a": "", "": ""} {
		if got := ParseText(text).String("a"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
