package main_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write testdata/texts.txt")

// catalogue is the file with all texts that people and agents read, on pages and on the command line.
const catalogue = "testdata/texts.txt"

// TestTexts keeps the catalogue current. It is for reading all texts in one place; they are changed where they are used.
func TestTexts(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("All texts of Steno by file: templates, scripts, the command line, the packages below it. … is what the program adds.\n" +
		"Change a text in its file, then run \"go test . -run TestTexts -update\".\n")
	add := func(name string, texts []string) {
		texts = slices.DeleteFunc(texts, func(s string) bool { return !letters.MatchString(s) })
		for i, s := range texts {
			if i == 0 {
				fmt.Fprintf(&b, "\n== %s\n", name)
			}
			if !slices.Contains(texts[:i], s) {
				b.WriteString(strings.ReplaceAll(s, "\n", "\n    ") + "\n")
			}
		}
	}
	for _, pattern := range []string{"theme/templates/*.html", "theme/assets/js/*.js"} {
		names, err := fs.Glob(root, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(root, name)
			if err != nil {
				t.Fatal(err)
			}
			if path.Ext(name) == ".js" {
				add(name, textsOfScript(string(text)))
			} else {
				add(name, textsOfTemplate(t, name, string(text)))
			}
		}
	}
	for _, s := range speaking(t) {
		add(s.name, textsOfGo(s.ast))
	}
	if *update {
		if err := os.WriteFile(catalogue, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old, err := os.ReadFile(catalogue); err != nil || string(old) != b.String() {
		t.Errorf("%s is out of date: run \"go test . -run TestTexts -update\" and commit it (%v)", catalogue, err)
	}
}

var letters = regexp.MustCompile(`\pL{2}`)

// silent are packages whose texts nobody reads on a page or a terminal: tests, tools of the repository, tables of
// patterns, and what others wrote.
var silent = regexp.MustCompile(`^(bench|tier|docs|parser/modeltest|parser/claude/format|generator/jsonschema|` +
	`generator/redact/(panel|judge|kind|placed|named|near|wallet|token|personal|scan))/|^theme/(canned|preview|highlight/lang|markdown/b)|` +
	`^parser/(patch/|active|claude/(outcome|said|aside)|facts/(effects|flagged|groups|pulls|test))`)

// speaking returns the files whose texts people read, the command line first.
func speaking(t *testing.T) []source {
	all := slices.DeleteFunc(slices.Clone(sources(t)), func(s source) bool { return silent.MatchString(s.name) })
	slices.SortStableFunc(all, func(a, b source) int { return layer(path.Dir("steno/"+a.name)) - layer(path.Dir("steno/"+b.name)) })
	return all
}

// textsOfTemplate returns the texts of a template: runs of text, and attributes that people read or hear. … is what an
// action writes.
func textsOfTemplate(t *testing.T, name, text string) (texts []string) {
	p := parse.New(name)
	p.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	if _, err := p.Parse(text, "", "", trees); err != nil {
		t.Fatal(err)
	}
	order := make([]*parse.Tree, 0, len(trees))
	for _, tree := range trees {
		order = append(order, tree)
	}
	slices.SortFunc(order, func(a, b *parse.Tree) int { return int(a.Root.Pos - b.Root.Pos) })
	for _, tree := range order {
		w := written{}
		w.node(tree.Root)
		texts = append(texts, textsOfHTML(w.String())...)
	}
	return texts
}

// written is a template as HTML with … for its actions. Each branch of a condition is there, apart from the others.
type written struct{ strings.Builder }

const apart = "\x01"

func (w *written) node(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, n := range n.Nodes {
				w.node(n)
			}
		}
	case *parse.TextNode:
		w.Write(n.Text)
	case *parse.ActionNode:
		w.action(n.Pipe)
	case *parse.TemplateNode:
		w.WriteString("…")
	case *parse.IfNode:
		w.branches(n.BranchNode)
	case *parse.WithNode:
		w.branches(n.BranchNode)
	case *parse.RangeNode:
		w.branches(n.BranchNode)
	}
}

// branches writes both branches; inside a tag they are attributes, which need no more than a space.
func (w *written) branches(n parse.BranchNode) {
	between := apart
	if s := w.String(); strings.LastIndexByte(s, '<') > strings.LastIndexByte(s, '>') {
		between = " "
	}
	for _, list := range []*parse.ListNode{n.List, n.ElseList} {
		w.WriteString(between)
		w.node(list)
	}
	w.WriteString(between)
}

// action writes … for what an action computes, and the texts that it adds, such as the noun of a number.
func (w *written) action(pipe *parse.PipeNode) {
	if len(pipe.Decl) > 0 {
		return
	}
	w.WriteString("…")
	for _, c := range pipe.Cmds {
		for _, arg := range c.Args {
			if s, ok := arg.(*parse.StringNode); ok {
				w.WriteString(" " + s.Text)
			}
		}
	}
}

// inline are elements within a sentence.
var inline = []string{"a", "b", "code", "em", "kbd", "small", "strong", "time"}

// read are attributes that people read or hear.
var read = []string{"title", "aria-label", "placeholder", "alt", "data-label", "data-name", "data-what"}

func textsOfHTML(text string) (texts []string) {
	run := ""
	end := func() {
		for s := range strings.SplitSeq(run, apart) {
			texts = append(texts, strings.Join(strings.Fields(s), " "))
		}
		run = ""
	}
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			end()
			return texts
		case html.TextToken:
			run += string(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			if !slices.Contains(inline, tag.Data) {
				end()
			}
			for _, a := range tag.Attr {
				if slices.Contains(read, a.Key) {
					for s := range strings.SplitSeq(a.Val, apart) {
						if letters.MatchString(s) {
							texts = append(texts, "["+a.Key+"] "+strings.Join(strings.Fields(s), " "))
						}
					}
				}
			}
		}
	}
}

// scriptToken matches what may contain quotes in a script: comments, strings, regular expressions.
var scriptToken = regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|'(?:[^'\\\\\n]|\\\\.)*'|\"(?:[^\"\\\\\n]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`|[(,=:]\\s*/(?:[^/\\\\\n]|\\\\.)+/")

// textsOfScript returns the strings of a script that read like words of a sentence, or like a label.
func textsOfScript(text string) (texts []string) {
	for _, s := range scriptToken.FindAllString(text, -1) {
		if !strings.ContainsAny(s[:1], "'\"`") {
			continue
		}
		s = strings.NewReplacer(`\'`, `'`, `\n`, "\n").Replace(s[1 : len(s)-1])
		if s != "use strict" && (sentence.MatchString(s) || label.MatchString(s)) && !code.MatchString(s) {
			texts = append(texts, strings.TrimSpace(s))
		}
	}
	return texts
}

var (
	sentence = regexp.MustCompile(`\pL[\pL’']*[,.:;)”"]? [“"(]?(\pL{2}|a |…)|… \pL{3}|\pL{3}:? …`)
	label    = regexp.MustCompile(`^[A-Z][a-z]{2,}$`)
	code     = regexp.MustCompile(`</?[a-z]|\(\?|\\[bdsw]|\[\^|^[.#:&]|[=~]\{|\[data-|:not\(|-src '|charset=`)
)

// textsOfGo returns the strings of a file that read like words of a sentence, and single words where people read them.
func textsOfGo(file *ast.File) (texts []string) {
	var visit func(n ast.Node, said bool)
	visit = func(n ast.Node, said bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.ImportSpec, *ast.Field:
				return false
			case *ast.CallExpr:
				if called(m.Fun) == "Fields" { // words of a table
					return false
				}
				visit(m.Fun, false)
				from, said := says[called(m.Fun)]
				for i, arg := range m.Args {
					visit(arg, said && i >= from)
				}
				return false
			case *ast.KeyValueExpr:
				key, isField := m.Key.(*ast.Ident)
				if isField && key.Name == "Members" { // of a record, in the table of a format
					return false
				}
				visit(m.Key, false)
				visit(m.Value, isField && shows.MatchString(key.Name))
				return false
			case *ast.AssignStmt:
				for i, x := range m.Rhs {
					visit(x, i < len(m.Lhs) && shows.MatchString(called(m.Lhs[i])))
				}
				return false
			case *ast.BinaryExpr, *ast.BasicLit:
				s, ok := stringOf(m.(ast.Expr))
				if !ok {
					return true
				}
				if (sentence.MatchString(s) || said && letters.MatchString(s)) && !code.MatchString(s) {
					texts = append(texts, strings.TrimSpace(s))
				}
				return false
			}
			return true
		})
	}
	for _, d := range file.Decls {
		visit(d, false)
	}
	return texts
}

// says are functions whose arguments people read even if they are single words, from the argument of that number on.
var says = map[string]int{"Noun": 0, "Plural": 0, "chip": 0, "code": 0, "codeRow": 1, "count": 0, "data": 0, "hunks": 0,
	"link": 0, "note": 0, "number": 0, "output": 0, "outcomeChip": 0, "params": 0, "plain": 0, "plural": 0, "prose": 0,
	"recognised": 0, "row": 1, "runFigures": 0, "showChecklist": 0, "showLinks": 0, "tokens": 0, "usd": 0}

// shows are fields that people read, whatever their words.
var shows = regexp.MustCompile(`^(Heading|Label|Names|Short|Text|Title|Topic|Use|Verb|Word|Words)$`)

func called(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// stringOf returns a string of Go, and one that is put together, with … for what is computed.
func stringOf(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		if x.Op != token.ADD {
			return "", false
		}
		left, isText := stringOf(x.X)
		right, isTextToo := stringOf(x.Y)
		if !isText && !isTextToo {
			return "", false
		}
		if !isText {
			left = "…"
		}
		if !isTextToo {
			right = "…"
		}
		return left + right, true
	}
	return "", false
}
