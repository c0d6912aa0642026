package sitetest

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/tier"
)

// baseline is the folder of the commit that sites are compared with, and of the intended changes.
const baseline = "testdata/baseline"

// TestBaseline builds sites and JSON exports with the baseline commit and with this version.
// Every text, link and value of the baseline is in the same file today, after the table of
// changed words was applied, unless the list of what is no longer shown names it. The pages of a thread
// are compared together, as they are cut by sizes. More may be there; figures may be others. With the first baseline,
// messages and links are compared, see keepsMessages.
func TestBaseline(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds two versions of Steno")
	if runtime.GOOS == "windows" {
		t.Skip("the sites are compared on other systems: git may convert line ends here")
	}
	changes := readChanges(t)
	dir := t.TempDir()
	src := filepath.Join(dir, "src")
	before, first := programOf(t, baseline, src), programOf(t, firstBaseline, filepath.Join(dir, "first"))
	after := buildProgram(t, "../..", filepath.Join(dir, "after"))
	for _, source := range []string{
		filepath.Join(src, "testdata/example"), filepath.Join(src, "testdata/damaged"),
		corpus, filepath.Join(corpus, "../spotter"), filepath.Join(corpus, "../claude-2026/projects"),
	} {
		t.Run(filepath.Base(filepath.Dir(source))+"-"+filepath.Base(source), func(t *testing.T) {
			if _, err := os.Stat(source); err != nil {
				t.Skip("no real transcripts on this machine: ", err)
			}
			source, err := filepath.Abs(source)
			if err != nil {
				t.Fatal(err)
			}
			files := siteOf(t, after, source)
			was, is, beside := siteTexts(t, siteOf(t, before, source)), siteTexts(t, files), wholeTexts(files)
			for _, name := range slices.Sorted(maps.Keys(was)) {
				now := is[name]
				for text := range was[name] {
					if expected := changes.apply(text); !now[expected] && !beside.have(name, expected) && !changes.gone(name+": "+expected) {
						t.Errorf("%s does not have %q any more", name, expected)
					}
				}
			}
			keepsMessages(t, first, after, source, files)
		})
	}
}

// programOf builds the program of a baseline, and leaves its source in a folder. It skips the test where git does not
// have the commit: in an unpacked release, or a shallow clone.
func programOf(t *testing.T, of, src string) string {
	t.Helper()
	data, err := os.ReadFile(of + "/commit")
	if err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(data))
	if err := exec.Command("git", "cat-file", "-e", commit+"^{commit}").Run(); err != nil {
		t.Skipf("no git history with the baseline commit %s: %v", commit, err)
	}
	checkOut(t, commit, src)
	return buildProgram(t, src, filepath.Join(t.TempDir(), "steno"))
}

// checkOut writes the files of a commit to dir.
func checkOut(t *testing.T, commit, dir string) {
	t.Helper()
	cmd := exec.Command("git", "archive", "--format=tar", commit)
	cmd.Dir = "../.."
	packed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o700)
		case tar.TypeReg:
			var data []byte
			if data, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(name, data, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// buildProgram builds the Steno of a work tree, without a version.
func buildProgram(t *testing.T, tree, out string) string {
	t.Helper()
	tier.NeedsLong(t, "builds a program")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", out, ".")
	cmd.Dir = tree
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", tree, err, text)
	}
	return out
}

// siteOf returns the files of a site and of a JSON export that a program makes of a source,
// and what it prints.
func siteOf(t *testing.T, program, source string) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) []byte {
		cmd := exec.CommandContext(context.Background(), program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir)
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
		return text
	}
	printed := run("build", "-q", "-s", source, "-d", "site")
	files := readFiles(t, filepath.Join(dir, "site"))
	files["printed"] = bytes.ReplaceAll(printed, []byte(dir), nil)
	run("export", "-q", "-s", source, "--since", "2000-01-01", "--format", "json", "-o", "export.json")
	data, err := os.ReadFile(filepath.Join(dir, "export.json"))
	if err != nil {
		t.Fatal(err)
	}
	files["export.json"] = data
	return files
}

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
	folder := strings.Join(strings.SplitN(name, "/", 3)[:min(2, strings.Count(name, "/"))], "/")
	return strings.Contains(w[folder], strings.TrimPrefix(text, "link to "))
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
		root, err := html.Parse(bytes.NewReader(bytes.ReplaceAll(data, []byte("<br>"), nil))) // a text goes on after a line end
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
				add(text(n))
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

// changes are the intended differences from the baseline.
type changes struct {
	words *strings.Replacer // texts of the baseline, by those of today
	lost  []*regexp.Regexp
}

// readChanges reads the table of changed words, and the list of what is no longer shown.
func readChanges(t *testing.T) (c changes) {
	t.Helper()
	var words []string
	for _, line := range linesOf(t, baseline+"/words.txt") {
		old, now, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%q is not of the form: old => now", line)
		}
		words = append(words, old, now)
	}
	c.words = strings.NewReplacer(words...)
	c.readGone(t, baseline)
	return c
}

// readGone reads the list of what a baseline has and this version does not.
func (c *changes) readGone(t *testing.T, of string) {
	t.Helper()
	for _, line := range linesOf(t, of+"/gone.txt") {
		c.lost = append(c.lost, regexp.MustCompile("^(?:"+line+")$"))
	}
}

func linesOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// apply returns what a text of the baseline is today.
func (c changes) apply(text string) string { return c.words.Replace(text) }

// gone reports whether a text of a file is meant to be gone.
func (c changes) gone(text string) bool {
	return slices.ContainsFunc(c.lost, func(r *regexp.Regexp) bool { return r.MatchString(text) })
}
