package search

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExcerpt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, kind, text, want string
	}{
		{"prompt in JSON", KindPrompt, `[{"reader": "neighbour", "severity": 3}]`, "reader: neighbour, severity: 3"},
		{"emphasis", KindReply, "**One change:** add *this* line, `**not**` that", "One change: add this line, **not** that"},
		{"names stay", KindReply, "call __init__ or snake_case_name, 2 * 3 * 4 and a*b*c", "call __init__ or snake_case_name, 2 * 3 * 4 and a*b*c"},
		{"code inside strong", KindReply, "**Run `go test` now**", "Run go test now"},
		{"headings", KindReply, "## Summary\nIt works.\n# Why?\nBecause.", "Summary: It works. Why? Because."},
		{"lists", KindPrompt, "- one\n- [x] two\n1. three", "• one • two 1. three"},
		{"table", KindReply, "| from | use |\n|:--|--:|\n| petals | `#f4be28` |", "from · use; petals · #f4be28;"},
		{"quotes", KindReply, "> > said\n> again", "said again"},
		{"fences", KindThinking, "see\n```go\nfunc **x** {\n```\ndone", "see func **x** { done"},
		{"fence left open", KindReply, "~~~\n# x", "# x"},
		{"links", KindSummary, "[docs](https://e.org \"t\") and ![pic](a.png), [a](a)", "docs (https://e.org) and pic (a.png), a"},
		{"escapes", KindReply, `a \* b \_ c`, "a * b _ c"},
		{"rules", KindReply, "a\n-----\nb ═════ c", "a b c"},
		{"json", KindResult, `{"reader": "neighbour", "n": [1,2], "q": "two\nlines \"x\""}`, `reader: neighbour, n: 1, 2, q: two lines "x"`},
		{"json cut off", KindResult, `[{"a":"b`, "a: b"},
		{"no json", KindResult, `[ok] "quoted" {x}`, `[ok] "quoted" {x}`},
		{"terminal", KindResult, "\x1b[31mred\x1b[0m ──┼── x", "red x"},
		{"bars", KindEvent, "⛁ ⛁ ⛁ ⛶ ⛶ 33 %, ▇▇▇▁▁ x ● y", "33 %, x ● y"},
		{"lines of tools stay", KindResult, "\n  func a() {\r\n\n\t\tb(  1 )\x1b[0m\x1d \n}\n", "func a() {\x1d\t\tb( 1 )\x1d}"},
		{"line numbers of tools go", KindResult, "  1→if x {\n 12→\ty", "if x {\x1d\ty"},
		{"an indentation has an end", KindResult, "a\n" + strings.Repeat(" ", 40) + "b", "a\x1d" + strings.Repeat(" ", 16) + "b"},
		{"markdown of tools stays", KindResult, "# **bold**", "# **bold**"},
		{"hostile", KindReply, "</script><b>__proto__</b> **\x00x**", "</script><b>__proto__</b> x"},
	} {
		tool := ""
		if c.kind == KindResult {
			tool = "Bash"
		}
		if got, cut := excerpt(Doc{Kind: c.kind, Tool: tool, Text: c.text}, 500); got != c.want || cut {
			t.Errorf("%s: excerpt of %q is %q (cut %v), want %q", c.name, c.text, got, cut, c.want)
		}
	}
	if got, _ := excerpt(Doc{Kind: KindCall, File: "/a/b.go", Text: "/a/b.go\nold\nnew"}, 500); got != "old new" {
		t.Errorf("the file is said twice: %q", got)
	}
	read := Doc{Kind: KindResult, Tool: "Read", File: "/a/b.go", Text: "  9\tfunc a() {\n 10\t\tb()\n 11\t}"}
	if got, _ := excerpt(read, 500); got != "func a() {\x1d\tb()\x1d}" || OneLine(got) != "func a() { b() }" {
		t.Errorf("a file that was read: %q, in one line %q", got, OneLine(got))
	}
	if got, cut := excerpt(Doc{Kind: KindResult, Tool: "Bash", Text: strings.Repeat("word\n  ", 1000)}, 100); len(got) > 100 || !cut {
		t.Errorf("a text of many lines gives %d bytes, cut %v", len(got), cut)
	}
	if got, _ := excerpt(Doc{Kind: KindResult, Tool: "Task", Text: "<tool_use_error>**no**</tool_use_error>"}, 500); got != "no" {
		t.Errorf("what an agent wrote is not read as Markdown: %q", got)
	}
	if got, cut := excerpt(Doc{Kind: KindReply, Text: strings.Repeat("word ", 1000)}, 100); len(got) > 100 || !cut {
		t.Errorf("a long text gives %d bytes, cut %v", len(got), cut)
	}
}

// The start of a cleaned text is the same whether or not the rest is cleaned.
func TestCleanStart(t *testing.T) {
	t.Parallel()
	text := "  12→one\x1b[31m two\n\t3→ é漢字 " + strings.Repeat("aB3", 60) + " end  \n"
	for n := range len(text) {
		for limit := range len(text) + 2 {
			want, cut := head(clean(text[:n]), limit)
			if got, short := head(cleanStart(text[:n], limit), limit); got != want || short != cut {
				t.Fatalf("the first %d of %q: %q %v, want %q %v", limit, text[:n], got, short, want, cut)
			}
		}
	}
	if n := len(cleanStart(strings.Repeat("word ", 1000), 100)); n > len("word ")+100 {
		t.Errorf("%d bytes were cleaned for 100", n)
	}
}

// Whatever the text, an excerpt is valid, within its limit, and has no separators of records.
func FuzzExcerpt(f *testing.F) {
	f.Add(KindReply, "**a** `b` [c](d) | e |\n|--|\n```")
	f.Add(KindResult, `{"a": "\u0000\`)
	f.Fuzz(func(t *testing.T, kind, text string) {
		got, _ := excerpt(Doc{Kind: kind, Text: text}, 80)
		if !utf8.ValidString(got) || len(got) > 80*talkShare || strings.ContainsAny(got, "\x1e\x1f\x00\n") {
			t.Errorf("excerpt of %q: %q", text, got)
		}
	})
}

func TestCodeLen(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile("^(?:``(.+?)``|`([^`]+)`)")
	for _, line := range []string{"`", "``", "```", "````", "`````", "``````", "`a`", "`a", "``a``", "``a`b``c``", "``a`", "```a``", "```a```", "``\xff``", "``é``b", "`é` `x`", "`` ` ``", "`a``b`", "``a"} {
		if got, want := codeLen(line), len(code.FindString(line)); got != want {
			t.Errorf("%q begins with %d bytes of code, want %d", line, got, want)
		}
	}
}

// What Read puts before lines goes, and nothing that looks like it elsewhere.
func TestWithoutNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                              "",
		"     1\tpackage x\n    22\t\n": "package x\n\n",
		"3\t4\ta":                       "4\ta",
		"\t5\ta\n6 a\n7\n\n8":           "\t5\ta\n6 a\n7\n\n8",
		"a\r9\tb\n 10\tc":               "a\r9\tb\nc",
		"\ta\n":                         "\ta\n",
	} {
		if got := withoutNumbers(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
