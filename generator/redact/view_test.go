package redact

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
)

// TestHiddenInText has names and values that codes, characters without width and encodings
// hide from a plain look.
func TestHiddenInText(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	tok, password := anyToken(2), "Tr0ub4dor-x9"
	for _, c := range []struct{ name, text, want string }{
		{"colour in the name", "DB_\x1b[31mPASSWORD\x1b[0m=" + password + "\n", "DB_\x1b[31mPASSWORD\x1b[0m=[redacted:password#1]\n"},
		{"colour in the value", "password: Tr0ub\x1b[1mad\x1b[0mor-x9", "password: [redacted:password#1]"},
		{"grep", "\x1b[35mx.env\x1b[m\x1b[36m:\x1b[m\x1b[01;31m\x1b[KAPI\x1b[m\x1b[K_KEY=" + tok[4:], "\x1b[35mx.env\x1b[m\x1b[36m:\x1b[m\x1b[01;31m\x1b[KAPI\x1b[m\x1b[K_KEY=[redacted:api-key#1]"},
		{"jq", "\x1b[34;1m\"password\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;32m\"" + password + "\"\x1b[0m", "\x1b[34;1m\"password\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;32m\"[redacted:password#1]\"\x1b[0m"},
		{"colour in a token", tok[:9] + "\x1b[7m" + tok[9:], "[redacted:github-token#1]"},
		{"link", "\x1b]8;;https://x.dev\x07" + tok[:7] + "\x1b]8;;\x07" + tok[7:], "\x1b]8;;https://x.dev\x07[redacted:github-token#1]"},
		{"zero width", "pass\u200bword=Tr0ub\u200d4dor-x9", "pass\u200bword=[redacted:password#1]"},
		{"soft hyphen", tok[:12] + "\u00ad" + tok[12:], "[redacted:github-token#1]"},
		{"written colour", `{"out":"DB_\u001b[31mPASSWORD\u001b[0m=` + password + `\n"}`, `{"out":"DB_\u001b[31mPASSWORD\u001b[0m=[redacted:password#1]\n"}`},
		{"html", "<i>password=&quot;" + password + "&quot;</i>", "<i>password=&quot;[redacted:password#1]&quot;</i>"},
		{"broken token", "a line before\n" + tok[:25] + "\n  " + tok[25:] + "\nafter", "a line before\n[redacted:github-token#1]\nafter"},
	} {
		if got, _ := e.Text(c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	colours := "\x1b[32mok\x1b[0m tests passed in \x1b[1m12 ms\x1b[0m\u200b, 40%25 &lt;done&gt; \\u2192"
	if got, _ := e.Text(colours); got != colours {
		t.Errorf("harmless codes: %q became %q", colours, got)
	}
}

// TestEncoded has a file with a password in every encoding.
func TestEncoded(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	secret := "Tr0ub4dor-x9k"
	file := "# settings\nDB_HOST=db.internal\nDB_PASSWORD=" + secret + "\nPORT=5432\n"
	encodings := map[string]func(string) string{
		"base64":           func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"url-safe base64":  func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte("\u00ff\u00fe?>" + s)) },
		"wrapped base64":   func(s string) string { return wrap(base64.StdEncoding.EncodeToString([]byte(s+s)), 76) },
		"hex":              func(s string) string { return hex.EncodeToString([]byte(s)) },
		"percent":          url.QueryEscape,
		"all percent":      func(s string) string { return each(s, "%%%02X") },
		"html":             html.EscapeString,
		"html numbers":     func(s string) string { return each(s, "&#%d;") },
		"escapes":          func(s string) string { return each(s, `\u%04x`) },
		"byte escapes":     func(s string) string { return each(s, `\x%02x`) },
		"quoted-printable": func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "=", "=3D"), "b4do", "b4=\ndo") },
	}
	for name, encode := range encodings {
		fn := encode
		if name == "base64" {
			fn = func(s string) string { return encode(s) }
		}
		text := "it said " + fn(file) + " and no more"
		got, _ := e.Text(text)
		if strings.Contains(got, fn(secret)) || strings.Contains(got, fn(file)[20:]) || !strings.Contains(got, "[redacted:password") {
			t.Errorf("%s: %q stays", name, got)
		}
		if harmless := fn("the settings are in a file that nobody reads, port 5432\n"); true {
			if got, _ := e.Text(harmless); got != harmless {
				t.Errorf("%s: harmless text became %q", name, got)
			}
		}
	}
}

func wrap(s string, width int) string {
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width] + "\n")
		s = s[width:]
	}
	return b.String() + s
}

func each(s, format string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, format, s[i])
	}
	return b.String()
}
