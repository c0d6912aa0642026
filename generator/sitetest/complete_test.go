package sitetest

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"steno/tier"
)

func TestExampleIsComplete(t *testing.T) {
	t.Parallel()
	checkComplete(t, example)
}

// TestRealArchivesAreComplete builds the real projects as one archive, and each
// small file and folder beside them as an archive of its own.
func TestRealArchivesAreComplete(t *testing.T) {
	t.Parallel()
	needCorpus(t)
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) != ".jsonl" || e.Name() == "cache" {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			t.Parallel()
			checkComplete(t, filepath.Join(corpus, e.Name()))
		})
	}
}

// TestNewestArchivesAreComplete builds archives of 2026 that hold forks, which share records.
func TestNewestArchivesAreComplete(t *testing.T) {
	t.Parallel()
	for _, source := range []string{corpus + "/../claude-2026/projects", corpus + "/../spotter"} {
		t.Run(filepath.Base(source), func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(source); err != nil {
				t.Skip("no transcripts at ../shared/corpus: the newest archives are NOT held against their pages")
			}
			tier.NeedsLong(t, "reads 36 MB of transcripts")
			problems, all := incomplete(t, source)
			t.Logf("%d of %d items are not found as they were written", len(problems), all)
			// What this test cannot follow: lines that mix links, tags and control characters, which
			// pages draw in another way.
			if len(problems)*1000 > all {
				t.Error(strings.Join(problems, "\n"))
			}
		})
	}
}

// checkComplete builds a source and looks for every item of its transcripts.
func checkComplete(t *testing.T, source string) {
	t.Helper()
	problems, _ := incomplete(t, source)
	for i, p := range problems {
		if i == 20 {
			t.Errorf("%d more", len(problems)-i)
			break
		}
		t.Error(p)
	}
}

// incomplete builds a source and tells which items of its transcripts do not stand on the pages of
// their session, and how many items there are.
func incomplete(t *testing.T, source string) (problems []string, all int) {
	t.Helper()
	sum, dir := builtOf(t, source)
	site := index(t, dir)
	lines := 0
	for _, name := range transcripts(t, source) {
		lines += countLines(t, name)
		for _, it := range items(t, name) {
			all++
			if problem := site.find(it); problem != "" {
				problems = append(problems, fmt.Sprintf("%s:%d: %s %s: %s", it.file, it.line, it.kind, it.uuid, problem))
			}
		}
	}
	if sum.Ledger.Lines != lines {
		t.Errorf("the ledger has %d lines, the files have %d", sum.Ledger.Lines, lines)
	}
	return problems, all
}

// siteIndex finds messages on pages.
type siteIndex struct {
	places map[string][]place // id of an element to where it stands
	has    map[string]bool    // directories of sessions
	files  map[string]string  // session directory to the letters of all its spilled files
}

type place struct {
	page    string
	session string
	letters string // of the element
	whole   string // of the page's main part: several blocks of one record share its anchor
}

func index(t *testing.T, dir string) *siteIndex {
	t.Helper()
	site := &siteIndex{places: map[string][]place{}, has: map[string]bool{}, files: map[string]string{}}
	for _, p := range readPages(t, dir) {
		if !strings.HasPrefix(p.name, "sessions/") || levelPage.MatchString(p.name) {
			continue
		}
		session := strings.Join(strings.Split(p.name, "/")[:2], "/")
		site.has[session] = true
		whole := letters(text(p.ids["main"]))
		for id, n := range p.ids {
			if strings.HasPrefix(id, "m-") {
				site.places[id] = append(site.places[id], place{p.name, session, letters(text(n)), whole})
			}
		}
		if _, ok := site.files[session]; !ok {
			names, _ := filepath.Glob(filepath.Join(dir, session, "files", "*"))
			for _, name := range names {
				if ext := path.Ext(name); ext == ".png" || ext == ".jpg" || ext == ".pdf" {
					continue
				}
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				site.files[session] += letters(string(data)) + " "
			}
		}
	}
	return site
}

// find returns what is wrong with where an item stands, "" when all is well. The
// anchor is some prefix of the uuid, at least eight digits of it.
func (s *siteIndex) find(it item) string {
	problem := "stands on no page"
	for id := "m-" + ascii(it.uuid) + "-2"; len(id) > 2; id = id[:len(id)-1] { // "-2": another record of the same uuid
		for _, p := range s.places[id] {
			if own := "sessions/" + it.home; it.home != "" && p.session != own && s.has[own] {
				continue // a session's own pages hold its whole conversation
			}
			if problem = missing(it, p.letters, s.files[p.session]); problem == "" {
				return s.onePage(id, p)
			}
			if it.shared && missing(it, p.whole, s.files[p.session]) == "" {
				return s.onePage(id, p)
			}
		}
	}
	return problem
}

// onePage reports whether an element stands on further pages of its session.
func (s *siteIndex) onePage(id string, at place) string {
	for _, p := range s.places[id] {
		if p.session == at.session && p.page != at.page {
			return fmt.Sprintf("stands on %s and on %s", at.page, p.page)
		}
	}
	return ""
}

var (
	marker = regexp.MustCompile(`^[\s>]*(?:[-*+]\s|\d+[.)]\s|#+\s)?(?:\[[ xX]\]\s)?`)
	linked = regexp.MustCompile(`\[[^\]]*\]\([^)]*\)`)
	link   = regexp.MustCompile(`\]\([^)]*\)|\[\^|<[^>]*>`)
	number = regexp.MustCompile(`^\s*\d+[→\t]`)                  // of a Read tool's line: drawn by the page, not part of its text
	used   = regexp.MustCompile(`(?s)\n?<usage>.*?</usage>\s*$`) // figures with names and units of their own, see package card
	ansi   = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]|\x1b\\][^\x07]*\x07")
)

// confirmation is what the result of an edit says beside the lines of the file.
var confirmation = regexp.MustCompile(`(?m)^(?:The file [^\n]* has been (?:updated|created|written)(?: successfully)?[^\n]*|File created successfully at[^\n]*|Applied [0-9]+ edits? to [^\n]*|[0-9]+\. Replaced [^\n]*)$`)

// missing returns the first line of an item that the page, and the files beside it,
// do not show. Of results the first and last lines are looked for.
func missing(it item, shown, files string) string {
	if list := stringsIn([]byte(it.text)); list != nil && it.kind == "result" {
		it = item{kind: "json", text: strings.Join(list, "\n")}
	}
	if it.kind == "result" {
		it.text = confirmation.ReplaceAllString(it.text, "") // the card of the edit says so
	}
	if strings.HasPrefix(it.text, "<persisted-output>") {
		return "" // the whole output stands in its place, or a preview and a word about the rest
	}
	if it.kind == "result" {
		it.text = used.ReplaceAllString(it.text, "")
	}
	lines := strings.Split(ansi.ReplaceAllString(it.text, ""), "\n")
	if it.kind == "result" && len(lines) > 6 {
		lines = append(lines[:3:3], lines[len(lines)-3:]...)
	}
	for _, l := range lines {
		if it.kind == "result" && (strings.ContainsRune(l, '\r') || strings.HasPrefix(strings.TrimSpace(l), "<")) {
			continue
		}
		if it.kind == "result" {
			l = number.ReplaceAllString(l, "")
			if _, data, ok := strings.Cut("\n"+l, "\nLinks: "); ok {
				l = data
			}
			if list := stringsIn([]byte(l)); list != nil {
				if problem := missing(item{kind: "json", text: strings.Join(list, "\n")}, shown, files); problem != "" {
					return problem
				}
				continue
			}
		}
		if !shownSomehow(l, shown, files) {
			return fmt.Sprintf("the page lacks %.120q", l)
		}
	}
	return ""
}

// shownSomehow reports whether the page shows a line as it stands, or as Markdown
// does: without list marker, link targets and entities.
func shownSomehow(l, shown, files string) bool {
	bare := marker.ReplaceAllString(l, "")
	escaped, _ := json.Marshal(l) // as it is in a result that is shown as JSON
	for _, form := range []string{
		l, bare, string(escaped), html.UnescapeString(bare), html.UnescapeString(link.ReplaceAllString(bare, "")),
		html.UnescapeString(linked.ReplaceAllStringFunc(bare, shownLink)),
	} {
		if form := letters(form); strings.Contains(shown, form) || strings.Contains(files, form) {
			return true
		}
	}
	return false
}

// shownLink is what a page shows of a Markdown link: its words, and the address where that leads
// nowhere and says something else.
func shownLink(text string) string {
	words, address, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "["), ")"), "](")
	if words == address || strings.HasPrefix(address, "http:") || strings.HasPrefix(address, "https:") || strings.HasPrefix(address, "#") {
		return words
	}
	return words + " " + address
}

// ascii keeps the letters and digits that anchors are made of.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, s)
}

// letters keeps the letters and digits of s, which is what survives markup.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
