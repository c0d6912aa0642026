package card

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"golang.org/x/net/html"

	"steno/parser"
	"steno/theme/markup"
)

func payloads() []string {
	return []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'><svg/onload=alert(1)>`, `</pre></div></details><script>1</script>`,
		`[x](javascript:alert(1))`, `![x](data:text/html,<script>1</script>)`, `<a href="javascript:alert(1)">x</a>`, `javascript:alert(1)`,
		"```html\n<script>alert(1)</script>\n```", "```\"><script>alert(1)</script>\nx\n```", `<!-- --><iframe src=//evil.example>`, `&lt;script&gt;`,
		"| a |\n|---|\n| <script>x</script> |", "\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07", "\x1b]1337;File=name=x;inline=1:PHN2Zz4=\x07",
		"https://user:pass@evil.example/", "<https://user:pass@evil.example/>", "data:text/html;base64,PHNjcmlwdD4=", "a\u202eb\u2066c\u200bd",
		"{\"a\": \"<script>alert(1)</script>\"}", "# <script>x</script>\n\n- **<img src=x>**", "     1→<script>alert(1)</script>",
	}
}

// TestHostile puts payloads into every string of every call of the test table,
// and finds neither elements nor attributes on the card that Steno does not write.
func TestHostile(t *testing.T) {
	t.Parallel()
	tpl := testTemplate(t)
	for _, payload := range payloads() {
		t.Run(payload, func(t *testing.T) {
			t.Parallel()
			r, _ := testRenderer(t)
			for _, tc := range testCalls() {
				call := tc.call()
				poison(call, payload)
				checkSafe(t, render(t, tpl, r.Call(call)))
				call.Name += payload
				checkSafe(t, render(t, tpl, r.Call(call)))
			}
		})
	}
}

// poison replaces the strings of a call.
func poison(c *parser.ToolCall, payload string) {
	c.Input = poisoned(c.Input, payload)
	if c.Result == nil {
		return
	}
	c.Result.Structured = poisoned(c.Result.Structured, payload)
	c.Result.Content = []parser.Block{
		&parser.Text{Text: payload}, &parser.Image{MediaType: payload, Data: payload, Ref: payload},
		&parser.Document{Title: payload, Data: payload}, &parser.Unknown{Type: payload, Raw: c.Input},
	}
}

func poisoned(v []byte, payload string) []byte {
	var any any
	if json.Unmarshal(v, &any, lenient()) != nil {
		return v
	}
	out, err := json.Marshal(walk(any, payload), lenient(), json.Deterministic(true))
	if err != nil {
		return v
	}
	return out
}

func walk(v any, payload string) any {
	switch v := v.(type) {
	case string:
		return payload
	case []any:
		for i := range v {
			v[i] = walk(v[i], payload)
		}
	case map[string]any:
		for k := range v {
			v[k] = walk(v[k], payload)
		}
		v[payload] = payload
	}
	return v
}

func checkSafe(t *testing.T, page string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	tags := strings.Fields("html head body details summary div span p a code pre b i u em small strong del ins mark ul ol li dl dt dd h3 h4 h5 h6 blockquote hr br table thead tbody tr th td figure figcaption img audio")
	attrs := strings.Fields("class id title data-tool data-status data-n href src alt width height loading decoding rel role aria-label aria-hidden tabindex start download colspan controls preload")
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(tags, n.Data) {
			t.Fatalf("element <%s> in %.900s", n.Data, page)
		}
		for _, a := range n.Attr {
			if !slices.Contains(attrs, a.Key) {
				t.Fatalf("attribute %s=%q of <%s> in %.900s", a.Key, a.Val, n.Data, page)
			}
			own := strings.HasPrefix(a.Val, "files/")
			if a.Key == "href" && !own && !markup.Outside(a.Val) || a.Key == "src" && !own {
				t.Fatalf("address %q in %.900s", a.Val, page)
			}
		}
	}
	if strings.ContainsAny(page, "\x1b\u202e\u2066\u200b\x00") {
		t.Fatalf("raw control character in %.900q", page)
	}
}
