package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"steno/generator/search"
	"steno/tier"
)

// poisons are texts that do harm wherever they are taken for more than text.
var poisons = []struct{ name, text string }{
	{"script", `<script>alert(1)</script>`},
	{"closing", `</script></style></textarea></title></pre></details></main></body><script>alert(1)</script><!--`},
	{"attribute", `"><img src=x onerror=alert(1)><a href='javascript:alert(1)' onclick="alert(1)" x='`},
	{"quotes", `' onmouseover='alert(1)' x=" onfocus=alert(1) autofocus ` + "`"},
	{"address", `javascript:alert(1)//http://a.example/`},
	{"markdown", "[a](javascript:alert(1)) ![b](data:text/html,<script>alert(1)</script>) <javascript:alert(1)> [c](JaVa\tScript:alert(1)) [d](vbscript:x) [e]: javascript:alert(1)\n\n[e] <img src=x onerror=alert(1)> [f](https://a.example/\"onclick=alert(1))"},
	{"html", "<svg onload=alert(1)><style>*{display:none}</style><iframe src=javascript:alert(1)></iframe><base href=//a.example><form action=//a.example><math>\n\n<details open ontoggle=alert(1)>"},
	{"data", `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`},
	{"terminal", "\x1b[31mred\x1b[0m\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07\x1b]0;title\x07\x1b[2J\x9b31m\b\b\r<b>"},
	{"control", "a\x00b\x01c\x7f\u0085\u200b\u202edesrever\u2028\u2029\ufeff\ufffe"},
	{"surrogate", "lone \ud7ff" + surrogate + " and " + surrogate + "<script>"},
	{"path", `../../../../tmp/steno-escaped/..\..\C:\con/./..`},
	{"prototype", `__proto__`},
	{"constructor", `constructor`},
	{"template", `{{.Site}}{{template "top" .}}{{define "x"}}%s%!d(MISSING)${alert(1)}`},
	{"empty", ``},
	{"long", strings.Repeat("Ω<b>&", 30)},
}

// surrogate stands for half of a surrogate pair, which Go strings cannot hold.
const surrogate = "@@half@@"

// TestHostileText builds, for each poison, an archive that holds it in every
// place where a transcript has text.
func TestHostileText(t *testing.T) {
	t.Parallel()
	for i, p := range poisons {
		if !tier.OneIn(2, i) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			source, dir := t.TempDir(), t.TempDir()
			poisonTree(t, source, p.text, tier.OneIn(12, i))
			if _, _, err := build(dir, source, 1); err != nil {
				t.Fatal(err)
			}
			pages := readPages(t, dir)
			if len(pages) < 10 {
				t.Errorf("only %d pages", len(pages))
			}
			for _, page := range pages {
				for _, problem := range slices.Concat(frame(page), dangers(page), structure(page)) {
					t.Errorf("%s: %.300s", page.name, problem)
				}
			}
			for name, data := range readFiles(t, dir) {
				if problem := unsound(name, data); problem != "" {
					t.Errorf("%s: %s", name, problem)
				}
			}
			if _, err := os.Stat("/tmp/steno-escaped"); err == nil {
				t.Error("something was written outside the destination")
			}
		})
	}
}

// poisonTree writes a session of every kind of record, and, where all is asked for, a copy of
// the example archive with all of its texts replaced.
func poisonTree(t *testing.T, source, poison string, all bool) {
	t.Helper()
	write := func(name string, records []map[string]any) {
		name = filepath.Join(source, "projects", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, encode(t, records), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("-home-mira-bad/bad.jsonl", hostileRecords(poison, "bad"))
	write("-home-mira-bad/"+fileName(poison)+".jsonl", hostileRecords(poison, poison))
	write("-"+fileName(poison)+"/plain.jsonl", hostileRecords(poison, "plain")[:24])
	write("-home-mira-bad/bad/subagents/agent-"+fileName(poison)+".jsonl", hostileAgent(poison, "bad"))
	write("-home-mira-bad/bad/subagents/agent-"+fileName(poison)+".meta.json", []map[string]any{
		{"agentType": poison, "description": poison, "name": poison, "toolUseId": poison, poison: poison},
	})
	odd := hostileRecords(poison, "odd")[:60]
	for i, r := range odd {
		r["uuid"] = fmt.Sprint(poison, i) // an id is only a text
	}
	write("-home-mira-bad/odd.jsonl", odd)
	if !all {
		return
	}
	for _, name := range transcripts(t, example) {
		var records []map[string]any
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var r map[string]any
			if json.Unmarshal(line, &r) == nil {
				records = append(records, replaced(r, "", poison).(map[string]any))
			}
		}
		rel, err := filepath.Rel(example, name)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.ToSlash(rel), records)
	}
}

// structural are the keys whose values hold a transcript together: with these
// replaced there would be no page to look at.
var structural = regexp.MustCompile(`^(type|subtype|uuid|parentUuid|logicalParentUuid|sessionId|timestamp|role|id|tool_use_id|agentId|parentToolUseID|toolUseID|sourceToolAssistantUUID|isSidechain)$`)

// replaced puts poison in the place of every text below v.
func replaced(v any, key, poison string) any {
	switch v := v.(type) {
	case string:
		if structural.MatchString(key) {
			return v
		}
		return poison
	case []any:
		for i := range v {
			v[i] = replaced(v[i], key, poison)
		}
	case map[string]any:
		for k := range v {
			if k == "name" && v["type"] == "tool_use" {
				continue // each tool's own card is to see it
			}
			v[k] = replaced(v[k], k, poison)
		}
	}
	return v
}

// encode writes records as lines, halves of surrogate pairs as JSON can.
func encode(t *testing.T, records []map[string]any) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.ReplaceAll(b.Bytes(), []byte(surrogate), []byte(`\ud83d`))
}

// fileName is the part of a poison that a file name can hold on every system.
func fileName(poison string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' && r < 0xa0 || strings.ContainsRune(`/\:*?|`, r) {
			return '-'
		}
		return r
	}, poison)
	if os.PathSeparator == '\\' {
		name = strings.NewReplacer("<", "-", ">", "-", `"`, "-").Replace(name)
	}
	return "x" + name[:min(len(name), 60)]
}

// structure returns what of a page's own structure was disturbed.
func structure(p *page) []string {
	var problems []string
	foot := 0
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		class := strings.Fields(attr(n, "class"))
		switch {
		case slices.Contains(class, "site-foot"):
			if foot++; n.Parent.Data != "body" {
				problems = append(problems, "the footer stands in "+n.Parent.Data)
			}
		case slices.Contains(class, "msg"):
			if n.Parent.Data != "main" && !slices.Contains(strings.Fields(attr(n.Parent, "class")), "thread") {
				problems = append(problems, fmt.Sprintf("a message stands in <%s class=%q>", n.Parent.Data, attr(n.Parent, "class")))
			}
		case n.Data == "form" && attr(n, "role") != "search" && attr(n, "method") != "dialog",
			n.Data == "textarea", n.Data == "noscript" && p.name != "search/index.html":
			problems = append(problems, "a <"+n.Data+"> that is not the page's own")
		}
	}
	if foot != 1 {
		problems = append(problems, fmt.Sprintf("%d footers", foot))
	}
	return problems
}

// plainPath is what names of files may look like: plain letters, and no part
// that leads elsewhere.
var plainPath = regexp.MustCompile(`^(\.?[a-z0-9][a-z0-9._-]*/)*\.?[a-z0-9][a-z0-9._-]*$`)

// packedFile are the files of the search index whose strings are bytes.
var packedFile = regexp.MustCompile(`^search/[fptv]/`)

// unsound returns why a file could not be served as what its name says.
func unsound(name string, data []byte) string {
	if !plainPath.MatchString(name) {
		return "has no plain name"
	}
	switch ext := filepath.Ext(name); {
	case strings.HasPrefix(name, "assets/"):
		return ""
	case packedFile.MatchString(name):
		key, _, ok := search.Packed(data)
		lines, err := search.Unpack(key, data)
		if !ok || err != nil {
			return "is no packed file of the search index"
		}
		return unsound("packed.txt.js", []byte(strings.NewReplacer("\x1d", "", "\x1e", "", "\x1f", "").Replace(strings.Join(lines, "\n"))))
	case ext == ".html" || ext == ".js" || ext == ".json":
		if !utf8.Valid(data) {
			return "is no UTF-8"
		}
		if i := bytes.IndexFunc(data, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }); i >= 0 {
			return fmt.Sprintf("holds the control character %q: %.80q", data[i], data[max(0, i-40):])
		}
		if ext == ".json" && !json.Valid(data) {
			return "is no JSON"
		}
		if ext == ".js" && strings.HasPrefix(name, "search/") {
			return notData(data)
		}
	case strings.HasSuffix(name, ".svg"), ext == ".htm", ext == ".xhtml", ext == ".xml":
		return "is a kind of file that could run scripts"
	}
	return ""
}

// wrapped is a script that hands data over and does nothing else: one call with
// constants, or one assignment.
var wrapped = regexp.MustCompile(`(?s)^[\w.$]+\((.*)\);?\s*$`)

// notData returns why a script of the search index is more than a call with data.
func notData(script []byte) string {
	m := wrapped.FindSubmatch(script)
	if m == nil {
		return fmt.Sprintf("is no call: %.80q", script)
	}
	if !json.Valid(slices.Concat([]byte("["), m[1], []byte("]"))) {
		return fmt.Sprintf("is called with more than JSON: %.80q", m[1])
	}
	return ""
}
