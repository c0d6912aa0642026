package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"gopkg.in/yaml.v3"

	"steno/generator"
	"steno/generator/config"
)

// The facts panel: small transcripts, and beside each what a careful reader of its records
// would say. What is given there is compared with the pages and with the JSON export.

const factsDir = "../../testdata/facts"

// factsCase is a case of the panel. Facts that are not given are not compared.
type factsCase struct {
	Name    string
	Tale    string // of one session
	Archive string // of several, see TestArchiveFacts
	Facts   map[string]any
	file    string
	id      string
}

func readFactsCases(t *testing.T, dir string) []*factsCase {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no cases: ", err)
	}
	var all []*factsCase
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var some []*factsCase
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(&some); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range some {
			c.file = strings.TrimSuffix(filepath.Base(name), ".yaml")
		}
		all = append(all, some...)
	}
	return all
}

func TestFacts(t *testing.T) {
	t.Parallel()
	cases := readFactsCases(t, factsDir)
	source, dir := t.TempDir(), t.TempDir()
	for i, c := range cases {
		id, files := tell(t, i+1, c.Tale)
		c.id = id
		for name, text := range files {
			name = id + "/" + name
			if strings.HasSuffix(name, "/main") {
				name = id + ".jsonl"
			}
			put(t, filepath.Join(source, "-srv-x", name), text.String())
		}
	}
	buildInto(t, dir, source, 2)
	pages := map[string]*page{}
	for _, p := range readPages(t, dir) {
		pages[p.name] = p
	}
	listed, exported := rawList(t, dir), exportedFacts(t, source, cases)
	for _, c := range cases {
		t.Run(c.file+"/"+c.Name, func(t *testing.T) {
			t.Parallel()
			p := pages["sessions/"+c.id+"/index.html"]
			if p == nil || exported[c.id] == nil || listed[c.id] == nil {
				t.Fatal("the session is not on the site, or not in the export")
			}
			compareFacts(t, "the page", c.Facts, factsOfPage(p, listed[c.id]))
			compareFacts(t, "the export", c.Facts, factsOfExport(exported[c.id]))
		})
	}
}

// compareFacts compares the facts that are given.
func compareFacts(t *testing.T, where string, want, got map[string]any) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		have, known := got[name]
		if !known {
			if _, elsewhere := map[string]bool{"segments": true, "replies": true, "active": true, "titleSource": true, "compactions": true}[name]; !elsewhere {
				t.Errorf("%s tells nothing of %q", where, name)
			}
			continue
		}
		if w, g := fmt.Sprint(want[name]), fmt.Sprint(have); w != g {
			t.Errorf("%s: %s is\n\t%s, want\n\t%s", where, name, g, w)
		}
	}
}

// rawList reads sessions.json.
func rawList(t *testing.T, dir string) map[string]map[string]any {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sessions.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for _, s := range list {
		all[s["id"].(string)] = s
	}
	return all
}

func exportedFacts(t *testing.T, source string, cases []*factsCase) map[string]map[string]any {
	t.Helper()
	c := configOf(source)
	var ids []string
	for _, k := range cases {
		ids = append(ids, k.id)
	}
	var out bytes.Buffer
	if _, err := generator.ExportJSON(t.Context(), generator.Options{Config: c, Version: "test"}, ids, &out); err != nil {
		t.Fatal(err)
	}
	var doc struct{ Sessions []map[string]any }
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for _, s := range doc.Sessions {
		all[s["id"].(string)] = s
	}
	return all
}

// member walks into objects by names.
func member(v any, names ...string) any {
	for _, n := range names {
		o, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = o[n]
	}
	return v
}

func intOf(v any) int {
	f, _ := v.(float64)
	return int(f)
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// factsOfExport reads the facts of a session out of the JSON export.
func factsOfExport(s map[string]any) map[string]any {
	f := s["facts"]
	branches := list(member(s, "main", "branches"))
	facts := map[string]any{
		"title": member(s, "title", "text"), "titleSource": member(s, "title", "source"), "branches": len(branches) - 1,
		"segments": len(list(member(branches[0], "segments"))), "active": intOf(member(s, "main", "activeSeconds")),
		"tokensLow": member(f, "tokensLow") == true, "atMost": member(s, "main", "activeAtMost") == true,
	}
	for _, name := range []string{"prompts", "replies", "calls", "agents", "compactions"} {
		facts[name] = intOf(member(f, name))
	}
	facts["unrecorded"] = intOf(member(f, "agentsWithoutTranscript"))
	for _, name := range []string{"failed", "rejected", "denied", "cancelled"} {
		facts[name] = intOf(member(f, "errors", name))
	}
	facts["reported"] = ""
	if r := member(s, "reported"); r != nil {
		facts["reported"] = fmt.Sprintf("$%.2f", float64(intOf(member(r, "microsUSD")))/1e6)
	}
	facts["changed"] = fmt.Sprintf("+%d -%d in %d", intOf(member(f, "changes", "added")), intOf(member(f, "changes", "removed")), intOf(member(f, "changes", "files")))
	facts["churn"] = fmt.Sprintf("+%d -%d", intOf(member(f, "changes", "churnAdded")), intOf(member(f, "changes", "churnRemoved")))
	var commits, files, tests, said []string
	for _, c := range list(s["commits"]) {
		commits = append(commits, commitFact(str(member(c, "sha")), str(member(c, "subject")), member(c, "amended") == true, member(c, "dropped") == true, member(c, "background") == true, member(c, "noVerify") == true))
	}
	on, outside := []string{}, []string{}
	for _, c := range list(s["commits"]) {
		on = append(on, str(member(c, "branch")))
	}
	for _, file := range list(member(f, "files")) {
		if member(file, "outside") == true {
			outside = append(outside, fileOfExport(file))
			continue
		}
		files = append(files, fileOfExport(file))
	}
	for _, r := range list(member(f, "tests")) {
		tests = append(tests, testOfExport(r))
	}
	for _, seg := range list(member(branches[0], "segments")) {
		for _, turn := range list(member(seg, "turns")) {
			if p := member(turn, "prompt"); p != nil {
				said = append(said, saidIn(p))
			}
		}
	}
	facts["commits"], facts["files"], facts["tests"], facts["said"], facts["on"], facts["outside"] = commits, files, tests, said, on, outside
	return facts
}

func saidIn(prompt any) string {
	var words []string
	for _, b := range list(member(prompt, "blocks")) {
		if str(member(b, "kind")) == "event" {
			continue // stands in the prompt, but nobody said it
		}
		for _, name := range []string{"text", "name", "args"} {
			if text := str(member(b, name)); text != "" {
				words = append(words, text)
			}
		}
	}
	return squeeze(strings.ReplaceAll(strings.Join(words, " "), "`", "")) // pages show code without its marks
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

// commitFact is "abc1234 subject, amended"; "-" stands for a hash that was not printed.
func commitFact(sha, subject string, amended, dropped, background, noVerify bool) string {
	text := sha
	if sha == "" {
		text = "-"
	}
	text += " " + subject
	for _, m := range []struct {
		set  bool
		text string
	}{{amended, "amended"}, {dropped, "removed by git reset"}, {background, "in the background"}, {noVerify, "--no-verify"}} {
		if m.set {
			text += ", " + m.text
		}
	}
	return strings.TrimSpace(text)
}

// fileOfExport is "a.go +1 -2 created".
func fileOfExport(f any) string {
	text := strings.TrimPrefix(str(member(f, "path")), "/srv/x/")
	added, removed := intOf(member(f, "added")), intOf(member(f, "removed"))
	if added+removed > 0 {
		text += fmt.Sprintf(" +%d -%d", added, removed)
	}
	created, deleted, from := member(f, "created") == true, member(f, "deleted") == true, strings.TrimPrefix(str(member(f, "from")), "/srv/x/")
	mark := ""
	switch {
	case created && deleted:
		mark = " created and deleted"
	case created:
		mark = " created"
	case deleted:
		mark = " deleted"
	}
	if from != "" {
		if mark != "" {
			mark += ","
		}
		mark += " moved from " + from
	}
	switch {
	case mark != "":
	case intOf(member(f, "commands")) > 0:
		mark = " changed by a command"
	case added+removed == 0:
		mark = " no net change"
	}
	if member(f, "atLeast") == true {
		if mark != "" {
			mark += ","
		}
		mark += " at least"
	}
	return text + mark
}

// testOfExport is "go test passed: 3 passed, 1 skipped" with the names of failed tests behind.
func testOfExport(r any) string {
	text := str(member(r, "tool"))
	switch {
	case member(r, "ok") == true:
		text += " passed"
	case intOf(member(r, "failed")) == 0 && intOf(member(r, "passed")) > 0 && len(list(member(r, "failures"))) == 0:
		text += " ended with an error"
	default:
		text += " failed"
	}
	var parts []string
	for _, name := range []string{"passed", "failed", "skipped"} {
		if n := intOf(member(r, name)); n > 0 {
			if member(r, "packages") == true && len(parts) == 0 {
				name = map[bool]string{true: "package ", false: "packages "}[n == 1] + name
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	for _, name := range list(member(r, "failures")) {
		text += " " + str(name)
	}
	return text
}

// factsOfPage reads the facts of a session off its page and its line of sessions.json.
func factsOfPage(p *page, line map[string]any) map[string]any {
	figures, _ := figuresOf(p)
	facts := map[string]any{
		"title": line["title"], "prompts": figures["prompts"] + figures["prompt"], "agents": figures["agents"] + figures["agent"], "failed": figures["errors"] + figures["error"],
		"unrecorded": intOf(line["agentsWithoutTranscript"]), "rejected": intOf(line["rejected"]), "denied": intOf(line["denied"]), "cancelled": intOf(line["cancelled"]), "calls": intOf(line["toolCalls"]),
		"changed": fmt.Sprintf("+%d -%d in %d", intOf(line["linesAdded"]), intOf(line["linesRemoved"]), intOf(line["filesChanged"])),
		"churn":   fmt.Sprintf("+%d -%d", intOf(line["churnAdded"]), intOf(line["churnRemoved"])), "active": intOf(line["activeSeconds"]), "atMost": line["activeAtMost"] == true,
	}
	var commits, files, tests []string
	facts["reported"] = ""
	branches, low := 0, false
	said, on, outside := []string{}, []string{}, []string{}
	for n := range p.root.Descendants() {
		class := attr(n, "class")
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "dt" && text(n) == "cost reported by Claude Code":
			facts["reported"] = strings.TrimSpace(strings.TrimPrefix(squeeze(text(n.Parent)), "cost reported by Claude Code"))
		case n.Data == "article" && strings.HasPrefix(class, "msg prompt"):
			said = append(said, saidOnPage(n))
		case n.Data == "li" && hasIcon(n, "i-commit"):
			commits = append(commits, commitOnPage(squeeze(text(n))))
			on = append(on, branchOnPage(n))
		case n.Data == "table" && strings.Contains(class, "files") && strings.Contains(attr(n.Parent, "class"), "outside"):
			outside = filesOnPage(n)
		case n.Data == "table" && strings.Contains(class, "files"):
			files = append(files, filesOnPage(n)...) // those that no figure counts are in a second one
		case n.Data == "summary" && strings.HasSuffix(squeeze(text(n)), "test run") || n.Data == "summary" && strings.HasSuffix(squeeze(text(n)), "test runs"):
			tests = testsOnPage(n.Parent)
		case n.Data == "ul" && strings.Contains(class, "branches"):
			for li := range n.ChildNodes() {
				if li.Data == "li" {
					branches++
				}
			}
		case n.Data == "p" && class == "note" && strings.Contains(text(n), "recorded output tokens are too few"):
			low = true
		}
	}
	facts["commits"], facts["files"], facts["tests"], facts["branches"], facts["tokensLow"], facts["said"], facts["on"], facts["outside"] = commits, files, tests, branches, low, said, on, outside
	return facts
}

// saidOnPage is what a prompt says on a page, without what is folded into it.
func saidOnPage(prompt *html.Node) string {
	var words []string
	for n := range prompt.Descendants() {
		switch class := attr(n, "class"); {
		case n.Data == "details" && strings.HasPrefix(class, "row"):
		case class == "prose" && !strings.HasPrefix(attr(n.Parent.Parent, "class"), "row"), class == "command-line":
			words = append(words, text(n))
		}
	}
	return squeeze(strings.Join(words, " "))
}

func hasIcon(n *html.Node, icon string) bool {
	first := n.FirstChild
	return first != nil && first.Data == "i" && attr(first, "class") == icon
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// branchOnPage is the branch that a page says of a commit.
func branchOnPage(li *html.Node) string {
	for n := range li.Descendants() {
		if on, ok := strings.CutPrefix(squeeze(text(n)), "on "); ok && n.Data == "span" {
			return on
		}
	}
	return ""
}

// commitSize is what git counted of a commit.
var commitSize = regexp.MustCompile(` · [\d,]+ files?(?: \+[\d,]+)?(?: −[\d,]+)?$`)

// commitOnPage writes a commit of a page as commitFact does.
func commitOnPage(text string) string {
	amended, dropped, background, noVerify := false, false, false, false
	for cut := true; cut; {
		cut = false
		for _, m := range []struct {
			set  *bool
			text string
		}{{&noVerify, " · --no-verify"}, {&background, " · in the background"}, {&dropped, " · removed by git reset"}, {&amended, " · amended"}} {
			if rest, ok := strings.CutSuffix(text, m.text); ok {
				text, *m.set, cut = rest, true, true
			}
		}
	}
	text = commitSize.ReplaceAllString(text, "")
	if at := strings.LastIndex(text, " on "); at > 0 && (!strings.Contains(text[at+4:], " ") || strings.HasSuffix(text, " HEAD")) {
		text = text[:at]
	}
	sha, subject, _ := strings.Cut(text, " ")
	if rest, ok := strings.CutPrefix(text, "hash not printed:"); ok {
		sha, subject = "", strings.TrimSpace(rest)
	}
	return commitFact(sha, subject, amended, dropped, background, noVerify)
}

// filesOnPage writes the rows of changed files as fileOfExport does.
func filesOnPage(table *html.Node) []string {
	var rows []string
	for tr := range table.Descendants() {
		if tr.Data != "tr" || tr.Parent.Data == "thead" {
			continue
		}
		var cells []string
		for c := range tr.ChildNodes() {
			if c.Data == "th" || c.Data == "td" {
				cells = append(cells, squeeze(text(c)))
			}
		}
		name, mark, _ := strings.Cut(cells[0], " ")
		added, removed := count(cells[1]), count(cells[2])
		if added+removed > 0 {
			name += fmt.Sprintf(" +%d -%d", added, removed)
		}
		if mark != "" {
			name += " " + strings.Replace(mark, "at least: what was there before is not recorded", "at least", 1)
		}
		rows = append(rows, name)
	}
	return rows
}

// testsOnPage writes the list of test runs as testOfExport does.
func testsOnPage(details *html.Node) []string {
	var rows []string
	for li := range details.Descendants() {
		if li.Data == "li" {
			rows = append(rows, squeeze(text(li)))
		}
	}
	return rows
}

func configOf(source string) config.Config {
	c := config.Default()
	c.Sources, c.Redact.Enabled = []string{source}, false
	return c
}
