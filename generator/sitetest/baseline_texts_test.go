package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// comparable reports whether a file has texts for people or programs. The search index has
// them in another form, under names made from them.
func comparable(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	return top != "search" && top != "assets" && slices.Contains([]string{".html", ".md", ".json", ".xml", ".txt"}, path.Ext(name)) && name != "steno-manifest.json"
}

// anyPage is a page of a thread, anyPart one of a level, in the names of files and in links.
var (
	anyPage = regexp.MustCompile(`\b(?:index|page-[0-9]+)\.html`)
	anyPart = regexp.MustCompile(`\b(prompts|conversation|errors)-[0-9]+\.html`)
)

// anyRecord is a page of records, or a file with one of them.
var anyRecord = regexp.MustCompile(`/(?:records[-0-9]*\.html|files/[^/]*\.json)$`)

// series is the name of the first page of the series that a page is of. Records that were files beside it are
// on the page of records.
func series(name string) string {
	if anyRecord.MatchString(name) {
		return anyRecord.ReplaceAllString(name, "/records.html")
	}
	return anyPart.ReplaceAllString(anyPage.ReplaceAllString(name, "index.html"), "$1.html")
}

// siteTexts returns the texts of all files that are compared, those of a series of pages together.
func siteTexts(t *testing.T, files map[string][]byte) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for name, data := range files {
		if !comparable(name) {
			continue
		}
		first := series(name)
		if all[first] == nil {
			all[first] = map[string]bool{}
		}
		maps.Copy(all[first], textsOf(t, name, data))
	}
	return all
}

// wholes are the texts of long outputs, which pages link to, by the session's folder.
type wholes map[string]string

// wholeTexts returns the long outputs of a site.
func wholeTexts(files map[string][]byte) wholes {
	all := wholes{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if folder, _, beside := strings.Cut(name, "/files/"); beside && path.Ext(name) == ".txt" {
			all[folder] += plainText(string(files[name])) + "\n"
		}
	}
	return all
}

// have reports whether a text of a page, or an address that it links to, is in an output of its session.
func (w wholes) have(name, text string) bool {
	return strings.Contains(w[folderOf(name)], strings.TrimPrefix(text, "link to "))
}

// folderOf is the folder of the session that a page is of.
func folderOf(name string) string {
	return strings.Join(strings.SplitN(name, "/", 3)[:min(2, strings.Count(name, "/"))], "/")
}

// plainText is a text as it is compared, with one space between words and 0 for each number.
func plainText(text string) string {
	return strings.Join(strings.Fields(anyNumber.ReplaceAllString(text, "0")), " ")
}

// textsOf returns the texts and links of a page, the lines of another file, and the paths and
// values of JSON. Numbers are 0: what figures count is not compared.
func textsOf(t *testing.T, name string, data []byte) map[string]bool {
	t.Helper()
	texts := map[string]bool{}
	add := func(text string) {
		if text = plainText(text); text != "" {
			texts[text] = true
		}
	}
	switch path.Ext(name) {
	case ".html":
		for _, end := range []string{"<br>", "<wbr>"} { // a text goes on after a line end, and where a line may end
			data = bytes.ReplaceAll(data, []byte(end), nil)
		}
		root, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			add(aroundLinks(n))
			if n.Type == html.TextNode && n.Parent.Data == "pre" && anyRecord.MatchString(name) {
				eachString(n.Data, add)
			} else if n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" && !withinCode(n) {
				add(n.Data)
			}
			if n.Data == "code" && n.Type == html.ElementNode {
				add(signed(n))
			}
			for _, a := range n.Attr {
				if a.Key == "data-path" {
					add(a.Val) // a list shows a file's name, below its folder
				}
				if n.Data == "a" && a.Key == "href" {
					add("link to " + strings.TrimPrefix(series(a.Val), path.Base(series(name))))
				}
			}
		}
	case ".json":
		if anyRecord.MatchString(name) {
			eachString(string(data), add)
			return texts
		}
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		eachValue("", v, add)
	default:
		for line := range strings.Lines(string(data)) {
			add(line)
		}
	}
	return texts
}

// aroundLinks returns a text of prose or output that begins at a node and goes on in or behind links to messages of the
// session: the words in them are part of it. "" when there is no such link.
func aroundLinks(n *html.Node) string {
	inText := func(n *html.Node) bool { return n != nil && (n.Type == html.TextNode || linksToMessage(n)) }
	if !inText(n) || inText(n.PrevSibling) || !inProse(n) {
		return ""
	}
	var b strings.Builder
	links := 0
	for ; inText(n); n = n.NextSibling {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
			continue
		}
		links++
		b.WriteString(n.FirstChild.Data)
	}
	if links == 0 {
		return ""
	}
	return b.String()
}

// withinCode reports whether a node is in code, whose text is compared as a whole: what
// has one colour in it is not.
func withinCode(n *html.Node) bool {
	for a := range n.Ancestors() {
		if a.Data == "code" {
			return true
		}
	}
	return false
}

// signed is the text of code. The rows of a card's diff begin with their signs, which the baseline has in its pages.
func signed(code *html.Node) string {
	if attr(code.Parent, "class") != "diff" {
		return text(code)
	}
	var b strings.Builder
	for n := range code.Descendants() {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.FirstChild != nil && n.FirstChild.Data == "b":
		case n.Data == "ins":
			b.WriteByte('+')
		case n.Data == "del":
			b.WriteByte('-')
		}
	}
	return b.String()
}

// inProse reports whether a node is in prose or in an output.
func inProse(n *html.Node) bool {
	for a := range n.Ancestors() {
		if a.Data == "pre" || slices.Contains(a.Attr, html.Attribute{Key: "class", Val: "prose"}) {
			return true
		}
	}
	return false
}

// linksToMessage reports whether a node is a link to a message of the session with nothing but text in it.
func linksToMessage(n *html.Node) bool {
	return n.Data == "a" && n.FirstChild != nil && n.FirstChild == n.LastChild && n.FirstChild.Type == html.TextNode &&
		slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "href" && strings.Contains(a.Val, "#m-") })
}

var anyNumber = regexp.MustCompile(`[0-9][0-9.,]*`)

// eachValue visits the values of JSON with the members that lead to them.
func eachValue(at string, v any, visit func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			eachValue(at+"."+name, member, visit)
		}
	case []any:
		for _, element := range v {
			eachValue(at, element, visit)
		}
	default:
		visit(fmt.Sprint(at, " = ", v))
	}
}

var anyString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// eachString visits the names and texts of JSON that may break off.
func eachString(text string, visit func(string)) {
	for _, quoted := range anyString.FindAllString(text, -1) {
		var s string
		if json.Unmarshal([]byte(quoted), &s) == nil {
			visit(s)
		}
	}
}
