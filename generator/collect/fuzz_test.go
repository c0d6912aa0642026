package collect

import (
	"bytes"
	"strings"
	"testing"

	"steno/parser/formats"
	"steno/parser/source"
)

// Whatever a transcript holds, its lines stay lines and its JSON stays JSON when it is redacted.
func FuzzRedactedLines(f *testing.F) {
	f.Add([]byte(says("DB_PASSWORD=" + password)))
	f.Add([]byte("-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n{\"a\":1}\n"))
	f.Add([]byte("password=\"" + password + "\n{\"a\":1}{\"token\":\"" + token + "\"}\r\n\x00\x00"))
	f.Add([]byte(`{"token":"\ud800` + token + `","` + token + `":1}`))
	e := engine(f)
	withhold := formats.All()[0].Withhold(source.Options{})
	f.Fuzz(func(t *testing.T, data []byte) {
		c := e.Collect()
		c.Text(string(data))
		redactor := e.Freeze(c.Values())
		for _, line := range bytes.SplitAfter(data, []byte("\n")) {
			was := isJSON(line)
			got := cleanPart("x.jsonl", bytes.Clone(line), withhold, redactor)
			if bytes.Count(got, []byte("\n")) != bytes.Count(line, []byte("\n")) || bytes.HasSuffix(got, []byte("\n")) != bytes.HasSuffix(line, []byte("\n")) {
				t.Errorf("%q became %q", line, got)
			}
			if was && !isJSON(got) {
				t.Errorf("%q is no longer JSON: %q", line, got)
			}
			if strings.Contains(string(got), "Wallflower") {
				t.Errorf("%q is left in %q", line, got)
			}
		}
	})
}
