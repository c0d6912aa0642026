package theme

import (
	"bytes"
	"compress/gzip"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jba/templatecheck"
	"golang.org/x/net/html"

	"steno/theme/view"
)

func loaded(t *testing.T) *Theme {
	t.Helper()
	th, err := Load(nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestTemplatesFitTheirViews(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	for name, data := range roots() {
		// Through the parse trees: html/template rewrites its own when it first executes.
		if err := templatecheck.CheckHTML(th.templates.Lookup(name), data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPages checks what must hold of every page. With STENO_GALLERY set to a
// directory the pages are left there to be looked at.
func TestPages(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	gallery := os.Getenv("STENO_GALLERY")
	for name, data := range cannedPages(th) {
		page, err := th.Render(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkPage(t, name, page)
		if gallery != "" {
			page = regexp.MustCompile(`((?:href|src|action)="?)(?:(?:\.\./)+|/a/)`).ReplaceAll(page, []byte("$1"))
			if err := os.WriteFile(gallery+"/"+name, page, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	if gallery == "" {
		return
	}
	for _, a := range th.Assets() {
		os.MkdirAll(gallery+"/"+path.Dir(a.Name), 0o755)
		if err := os.WriteFile(gallery+"/"+a.Name, a.Data, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestAgentsThatMayHaveWaited: the list of agents marks a time that may hold waits.
func TestAgentsThatMayHaveWaited(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	page, err := th.Render(cannedThreadPage(th, cannedThread().Live()))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{">≤ 3 min<", ">1 min 35 s<"} {
		if !bytes.Contains(page, []byte(words)) {
			t.Errorf("the page does not say %q", words)
		}
	}
}

// checkPage parses a page and looks for what no page may have or lack.
func checkPage(t *testing.T, name string, page []byte) {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	count, ids := map[string]int{}, map[string]bool{}
	var hashes, labels []string
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data != "title" || n.Parent.Data == "head" {
			count[n.Data]++
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style":
				t.Errorf("%s: <%s> has an inline %s", name, n.Data, a.Key)
			case a.Key == "id" && (ids[a.Val] || a.Val == ""):
				t.Errorf("%s: the id %q stands twice or is empty", name, a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				hashes = append(hashes, a.Val[1:])
			case a.Key == "for", a.Key == "aria-labelledby":
				labels = append(labels, a.Val)
			case a.Val == "#ZgotmplZ":
				t.Errorf("%s: <%s %s> was refused by html/template", name, n.Data, a.Key)
			}
		}
		checkElement(t, name, n)
	}
	if count["h1"] != 1 || count["main"] != 1 || count["title"] != 1 {
		t.Errorf("%s: %d h1, %d main, %d title; want one each", name, count["h1"], count["main"], count["title"])
	}
	for _, id := range append(hashes, labels...) {
		if !ids[id] {
			t.Errorf("%s: nothing has the id %q that a link or label names", name, id)
		}
	}
}

func checkElement(t *testing.T, name string, n *html.Node) {
	t.Helper()
	attr := func(key string) string {
		for _, a := range n.Attr {
			if a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	switch n.Data {
	case "html":
		if attr("lang") == "" {
			t.Errorf("%s: no language", name)
		}
	case "script":
		if attr("src") == "" || n.FirstChild != nil {
			t.Errorf("%s: an inline script", name)
		}
	case "style", "iframe", "object", "embed", "base":
		if n.Data != "style" || name != "404.html" || n.Parent.Data != "head" {
			t.Errorf("%s: a <%s>", name, n.Data)
		}
	case "img":
		if attr("alt") == "" {
			t.Errorf("%s: an image without words", name)
		}
	case "a":
		if attr("href") == "" {
			t.Errorf("%s: a link that leads nowhere: %s", name, nodeText(n))
		}
		if nodeText(n) == "" && attr("aria-label") == "" {
			t.Errorf("%s: a link without words to %s", name, attr("href"))
		}
	case "button":
		if nodeText(n) == "" && attr("aria-label") == "" {
			t.Errorf("%s: a button without words", name)
		}
	case "summary":
		if n.Parent.Data != "details" || n.Parent.FirstChild != n {
			t.Errorf("%s: a summary that is not the first child of its details", name)
		}
	}
}

func nodeText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// The page of a wrong address loads no style sheet, so the icons that it shows are drawn by its own.
func TestIconsOf404(t *testing.T) {
	t.Parallel()
	page, err := loaded(t).Render(&view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/")})
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`<i class="?(i-\w+)`).FindAllStringSubmatch(string(page), -1)
	if len(shown) == 0 {
		t.Errorf("the page has %d icons", len(shown))
	}
	for _, icon := range shown {
		if !strings.Contains(string(page), "."+icon[1]+"{--icon:") {
			t.Errorf("%s is not drawn", icon[1])
		}
	}
}

func TestOverlayWinsFileByFile(t *testing.T) {
	t.Parallel()
	overlay := fstest.MapFS{
		"templates/404.html":    {Data: []byte(`{{template "top" .}}<main id="main"><h1>Gone {{.Site.Title}}</h1></main>{{template "bottom" .}}`)},
		"assets/css/tokens.css": {Data: []byte(`:root { --accent: rebeccapurple }`)},
		"assets/css/own.css":    {Data: []byte(`.own { color: red }`)},
		"assets/logo.svg":       {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},
	}
	th, err := Load(overlay, Options{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := th.Render(&view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/")})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "<h1>Gone Harbour works</h1>") {
		t.Errorf("the project's 404.html was not used:\n%s", page)
	}
	var sheet, logo string
	for _, a := range th.Assets() {
		if strings.HasPrefix(a.Name, "assets/steno.") && strings.HasSuffix(a.Name, ".css") {
			sheet = string(a.Data)
		}
		if strings.HasPrefix(a.Name, "assets/logo.") {
			logo = a.Name
		}
	}
	if !strings.Contains(sheet, "rebeccapurple") && !strings.Contains(sheet, "#639") {
		t.Error("the project's tokens.css is not in the style sheet")
	}
	if strings.Contains(sheet, "#fbfaf7, #1a1917") {
		t.Error("the built-in tokens.css is still in the style sheet")
	}
	if !strings.HasSuffix(strings.TrimSpace(sheet), ".own{color:red}") {
		t.Error("a style sheet of the project's own does not come last")
	}
	if logo == "" {
		t.Error("an image of the project is not published")
	}
}

func TestAssetsAreNamedByContentAndSmall(t *testing.T) {
	t.Parallel()
	one, two := loaded(t), loaded(t)
	var all, conversation []byte
	for i, a := range one.Assets() {
		if !regexp.MustCompile(`^assets/[a-z-]+\.[0-9a-f]{8}\.(css|js|svg)$`).MatchString(a.Name) {
			t.Errorf("asset %q", a.Name)
		}
		if b := two.Assets()[i]; b.Name != a.Name || !bytes.Equal(a.Data, b.Data) {
			t.Errorf("asset %q differs from one load to the next", a.Name)
		}
		if strings.HasSuffix(a.Name, ".js") {
			all = append(all, a.Data...)
		}
		if strings.HasPrefix(a.Name, "assets/first.") || strings.HasPrefix(a.Name, "assets/thread.") {
			conversation = append(conversation, a.Data...)
		}
	}
	if n := compressed(t, all); n > 31_100 {
		t.Errorf("the scripts have %d bytes when compressed, want at most 31,100", n)
	}
	if n := compressed(t, conversation); n > 7_000 {
		t.Errorf("the scripts that a page of a conversation loads as it opens have %d bytes when compressed, want at most 7,000", n)
	}
}

// compressed returns the length of data when gzip compressed it.
func compressed(t *testing.T, data []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
