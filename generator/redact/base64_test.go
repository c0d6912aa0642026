package redact

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

func TestBase64(t *testing.T) {
	t.Parallel()
	secret := anyToken(0)
	text := "key: " + secret + "\n"
	const pngHead = "\x89PNG\r\n\x1a\n"
	pixels := "\x00\x00\x01\x00IDAT" + strings.Repeat("\xaa", 260)
	says := "\x00\x00\x00\x28tEXt" + secret + "1234"
	binary := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x00\xff\x80", 400)))
	clean := "key: [redacted:github-token]\n"
	std := base64.StdEncoding
	for _, c := range []struct{ name, data, want string }{
		{"text", std.EncodeToString([]byte(text)), std.EncodeToString([]byte(clean))},
		{"no padding", base64.RawStdEncoding.EncodeToString([]byte(text)), std.EncodeToString([]byte(clean))},
		{"address", "data:text/plain;base64," + std.EncodeToString([]byte(text)), "data:text/plain;base64," + std.EncodeToString([]byte(clean))},
		{"address with words", "data:text/plain; charset=utf-8;base64," + std.EncodeToString([]byte(text)), "data:text/plain; charset=utf-8;base64," + std.EncodeToString([]byte(clean))},
		{"lines", std.EncodeToString([]byte(text))[:20] + "\r\n" + std.EncodeToString([]byte(text))[20:], std.EncodeToString([]byte(clean))},
		{"other alphabet", base64.URLEncoding.EncodeToString([]byte("???>>>" + text)), std.EncodeToString([]byte("???>>>" + clean))},
		{"harmless text", std.EncodeToString([]byte("nothing of note")), std.EncodeToString([]byte("nothing of note"))},
		{"not base64", text, clean},
		{"the secret itself", secret, "[redacted:github-token]"},
		{"picture", std.EncodeToString([]byte(pngHead + pixels)), std.EncodeToString([]byte(pngHead + pixels))},
		{"picture that says something", std.EncodeToString([]byte(pngHead + says + pixels)), std.EncodeToString([]byte(pngHead + pixels))},
		{"binary", binary, binary},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc, img := &parser.Document{Data: c.data}, &parser.Image{Data: c.data}
			quoted, _ := jsontext.AppendQuote(nil, c.data)
			result := &parser.ToolResult{Content: []parser.Block{img}, Structured: jsontext.Value(`{"file":{"base64":` + string(quoted) + `}}`)}
			m := &parser.Message{Origin: parser.Origin{Anchor: "m-1"}, Blocks: []parser.Block{doc, &parser.ToolCall{Result: result}}}
			s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}}
			r := mustNew(t, Options{}).Freeze()
			found := append(r.Session(s, nil, nil), r.Base64(s)...)
			if doc.Data != c.want || img.Data != c.want {
				t.Errorf("got %q and %q, want %q", doc.Data, img.Data, c.want)
			}
			if inner := strings.Trim(c.data[:min(len(c.data), 44)], "="); strings.HasSuffix(c.name, "something") && strings.Contains(string(result.Structured), inner) {
				t.Errorf("raw JSON still says it: %s", result.Structured)
			}
			if strings.Contains(string(result.Structured), secret) || strings.Contains(string(result.Structured), std.EncodeToString([]byte(text))[:30]) {
				t.Errorf("raw JSON still has it: %s", result.Structured)
			}
			if changed := c.want != c.data && c.name != "lines" && !strings.HasPrefix(c.name, "picture"); changed && (len(found) == 0 || found[0].Anchor != "m-1") {
				t.Errorf("findings: %v", found)
			}
		})
	}
}
