package sitetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"

	"steno/generator/twin"
	"steno/parser"
)

// markdownElements are what Markdown makes of formatting; comments bring their own <details>.
var markdownElements = []string{
	"html", "head", "body", "p", "h1", "h2", "h3", "h4", "h5", "h6", "em", "strong", "del", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "br", "a",
	"table", "thead", "tbody", "tr", "th", "td", "input", "details", "summary",
}

// rendered is Markdown as a renderer shows it that lets HTML through.
func rendered(t *testing.T, text []byte) string {
	t.Helper()
	var out strings.Builder
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe())).Convert(text, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// intruders lists what Markdown alone would not have made.
func intruders(t *testing.T, page string) (found []string) {
	t.Helper()
	doc, err := nethtml.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		switch n.Type {
		case nethtml.CommentNode, nethtml.DoctypeNode:
			found = append(found, "a comment")
		case nethtml.ElementNode:
			if !slices.Contains(markdownElements, n.Data) {
				found = append(found, "<"+n.Data+">")
			}
			for _, a := range n.Attr {
				switch a.Key {
				case "class", "align", "style", "title", "start", "checked", "disabled", "type":
				case "href":
					if scheme := schemeOf(a.Val); !slices.Contains([]string{"", "http", "https", "mailto"}, scheme) {
						found = append(found, "a link to "+a.Val)
					}
				default:
					found = append(found, "the attribute "+a.Key)
				}
			}
		}
	}
	return found
}

// schemeOf is the scheme of an address as browsers read it, "" for none.
func schemeOf(address string) string {
	address = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimFunc(address, func(r rune) bool { return r <= ' ' }))
	scheme, _, ok := strings.Cut(address, ":")
	if !ok || strings.ContainsAny(scheme, "/?#%") {
		return ""
	}
	return strings.ToLower(scheme)
}

// hostileSession says each text in every place that a twin has for one.
func hostileSession(texts ...string) *parser.Session {
	s := &parser.Session{Title: parser.Title{Text: "x"}, Main: &parser.Thread{Branches: []*parser.Branch{{ID: "live", Segments: []*parser.Segment{{}}}}}}
	segment := s.Main.Branches[0].Segments[0]
	for _, text := range texts {
		call := &parser.ToolCall{Name: text, Input: fmt.Appendf(nil, `{"command":%q}`, text), Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text}}}}
		segment.Turns = append(segment.Turns, &parser.Turn{
			Prompt: &parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{&parser.Text{Text: text}, &parser.Attachment{Title: text}}},
			Messages: []*parser.Message{
				{Kind: parser.KindReply, Blocks: []parser.Block{call, &parser.Text{Text: text}, call, &parser.Event{Title: text}, &parser.Text{Text: text}}},
			},
		})
		s.ID, s.Title.Text, s.Note, s.Branches, s.Tags = text, text, text, []string{text}, []string{text}
	}
	return s
}

// checkTwin renders what is written of a session.
func checkTwin(t *testing.T, texts ...string) {
	t.Helper()
	s := hostileSession(texts...)
	var failures []twin.Failure
	for _, text := range texts {
		failures = append(failures, twin.Failure{Text: text})
	}
	comment := twin.Comment(s, twin.Figures{Title: texts[0], Failures: failures, Files: []twin.File{{Path: texts[0]}}})
	session, err := twin.Session(s, twin.Options{Project: texts[0], Outputs: 1000})
	if err != nil {
		t.Error(err)
	}
	for name, text := range map[string][]byte{"twin": session, "comment": comment} {
		if found := intruders(t, rendered(t, text)); len(found) > 0 {
			t.Errorf("%.200q: the %s has %s", texts, name, found)
		}
	}
}

// No renderer makes HTML of what a transcript says, nor links that run something.
func TestTwinsAreSafe(t *testing.T) {
	t.Parallel()
	list := append(payloads(), twinPayloads...)
	for _, p := range list {
		checkTwin(t, p)
	}
	checkTwin(t, list...)
	slices.Reverse(list)
	checkTwin(t, list...)
}

// twinPayloads are about what is code to one parser and not to another, and about what follows.
var twinPayloads = []string{
	"```\n<script>pwn()</script>", "~~~~\n<script>pwn()</script>\n~~~", "- ```\n<script>pwn()</script>\n", "1. x\n   ```\n<script>pwn()</script>\n```",
	"<a href=\"`\">`<script>pwn()</script>`", "\\`<script>pwn()</script>`", "`` ` <script>pwn()</script> ``` ``", "`\n\n<script>pwn()</script>`",
	"x\n\n\t<script>pwn()</script>", "\t<script>pwn()</script>\n\tx", "x\n\n    <script>pwn()</script>\n", "> ```\n<script>pwn()</script>",
	"<script>\n```\n</script>\n<img src=x onerror=pwn()>", "<!-- ```\n-->\n<img src=x>\n```", "\\[x](javascript:pwn())", "\\\\[x](javascript:pwn())", "[x\\](javascript:pwn())",
	"[x](java\nscript:pwn())", "[x](\njavascript:pwn())", "[x]:javascript:pwn()\n\n[x]", "[x]:\n  javascript:pwn()\n\n[x][] ![x]", "[x](JaVaScRiPt:pwn())", "[x](data:text/html;base64,AA)",
	"[x](&Tab;javascript:pwn())", "[x](\\javascript:pwn())", "[a[b](https://x.example)](javascript:pwn())", "![x](https://evil.example/x.png)", "!![x](x.png)", "[![x](x.png)](x)", "\\![x](x.png)",
	"```<script>\nx\n```", "``` `x\n<script>pwn()</script>\n```", "| a `|` <script> |\n|---|\n| `<b>` |", "`<b>` <b>\n```\n<b>\n```\n<b>",
	"````\n```\n<b>", "```\n~~~\n<b>", "~~~\n```\n<b>", "<https://evil.example/?a=<script>>", "<x@example.org>", "javascript:pwn() vbscript:x",
}

// What is formatted stays so, and code stays what it is.
func TestTwinsKeepFormatting(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It is *mended*: `Vec<T>`, see [a page](https://example.org/) and [a file](docs/x.md#a).": "It is *mended*: `Vec<T>`, see [a page](https://example.org/) and [a file](docs/x.md#a).",
		"```go\nif a < b {}\n```\n\n- a\n- b":                                                     "```go\nif a < b {}\n```\n\n- a\n- b",
		"- a\n  ```html\n  <b>\n  ```\n- b":                                                       "- a\n  ```html\n  <b>\n  ```\n- b",
		"a < b and <b>":                                                                           "a < b and &lt;b>",
		"```\n<b>":                                                                                "```\n<b>\n```",
		"[x](javascript:pwn()) x[0]: y":                                                           "[x&#93;(javascript:pwn()) x[0]: y",
	} {
		if got := twin.Safe(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func FuzzTwinsAreSafe(f *testing.F) {
	for _, p := range twinPayloads {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, text string) { checkTwin(t, text, "`<b>`\n```\n<b>\n```") })
}
