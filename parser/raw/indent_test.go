package raw_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"steno/parser/raw"
)

func FuzzIndent(f *testing.F) {
	for _, value := range []string{
		`{}`, `[]`, `{"a":[],"b":{},"c":[1,{"d":"x\"y\\"},null,true,-1.5e3]}`, `[ 1 , [ ] , { } ]`, `"\\"`, `"\"`, `1`, "", `[`, `]`, `[}`, `{"a":"{[,:]}"}`, "[1,\n\t2]", `"\\\""`,
	} {
		f.Add([]byte(value))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		got, ok := raw.Indent(nil, value)
		var want bytes.Buffer
		if json.Indent(&want, bytes.TrimRight(value, " \t\r\n"), "", "  ") != nil {
			return
		}
		if !ok || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%q: %q %v, want %q", value, got, ok, want.Bytes())
		}
	})
}
