package redact

import (
	"strings"
	"testing"
)

// TestPrefixedLines writes a text as tools show it, with something before each of its lines: what
// is found in it is what is found in the text alone, and what is before the lines stays.
func TestPrefixedLines(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		"user      password\n--------  --------\nclerk     Timber.shadow6989\n",
		"Password:\nk8Zq2xW7t5Yw1PmB\n",
		"\"Smtp\": {\n    \"Password\": \"Salmon-saddle8802\"\n}\n",
		"API_KEY = (\n    \"AHye4U1KdazCv1lgF5eg\"\n    \"HLbQWgLkEyWcBmWHBZs4\"\n)\n",
		"nothing\nto see\n",
	} {
		want, _ := e.Text(text)
		for _, prefix := range []string{"    17→", "    17\t", "web-1  | ", "> ", "│ ", "2025-02-17T15:22:53.1234567Z "} {
			show := func(text string) string {
				var b strings.Builder
				for line := range strings.Lines(text) {
					b.WriteString(prefix + line)
				}
				return b.String()
			}
			got, _ := e.Text(show(text))
			if plain := strings.ReplaceAll(got, prefix, ""); plain != want {
				t.Errorf("with %q before each line:\n%s\nwant\n%s", prefix, got, want)
			}
		}
	}
}
