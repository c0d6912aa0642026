package main_test

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// formatFolders are where a format may be known beside its reader: what all readers share, and what writes or
// measures transcripts of it.
var formatFolders = []string{"parser/rebuild/", "parser/formats/", "bench/", "generator/redact/panel/"}

// namesOfFormats are the files that name what one format has, each with the reason.
var namesOfFormats = map[string]string{
	"generator/agenttrace/":             "names of models begin with the name of who provides them",
	"generator/cli/":                    "help and messages tell where Claude Code keeps transcripts",
	"generator/config/config.go":        "the default of the option sources, as config.example.yaml shows it",
	"generator/redact/scan/triggers.go": "folders of agents below a home: they say nothing of a project",
	"generator/redact/personal/home.go": "claude is a user of containers; agents write the path of a home into the names of folders",
	"generator/redact/record.go":        "members of JSON that hold ids in records of agents, wherever the records are found",
	"generator/search/excerpt.go":       "tools whose results are prose, and the tag around errors, which result texts keep as recorded",
	"parser/jsonl/line.go":              "a record inside a damaged line is known by its members",
	"parser/title/title.go":             "people greet agents by their names, and the words that open the prompt of a plan",
	"parser/session.go":                 "names of values in JSON documents, which do not change",
	"theme/calls.go":                    "tools of MCP servers are shown without the server",
	"theme/card/":                       "a card shows what one tool was given, member by member; table.go alone chooses cards by the names of tools",
	"theme/highlight/languages.go":      "Bash is a language",
	"theme/canned":                      "made-up sessions for the preview of themes",
	"theme/words/words.go":              "what an agent was asked is its task, whatever the tool is called",
	"theme/view/cost.go":                "names of models are shown without what all of them share",
}

// wordsOfFormats match what only a format's reader should know.
var wordsOfFormats = regexp.MustCompile(`(?i:claude)|tool_?use|isSidechain|parentUuid|sessionId\b|agent-\*|subagents|mcp__|ai-title|notebook_path|file_path|old_string|session_meta|response_item|event_msg|apply_patch|exec_command|environment_context|rollout-`)

// TestLayersKeepFormatsInTheirFolders holds the names of a format's records, tools and folders in
// its reader: an agent's format is added, changed or taken away in one folder.
func TestLayersKeepFormatsInTheirFolders(t *testing.T) {
	t.Parallel()
	all := sources(t)
	tools := toolNames(t, all)
	needed := map[string]bool{}
	folders := slices.Clone(formatFolders)
	for _, reader := range readers(t) {
		folders = append(folders, strings.TrimPrefix(reader, "steno/")+"/")
	}
	for _, f := range all {
		if slices.ContainsFunc(folders, func(dir string) bool { return strings.HasPrefix(f.name, dir) }) {
			continue
		}
		allowed := ""
		for name := range namesOfFormats {
			if strings.HasPrefix(f.name, name) {
				allowed = name
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			word := ""
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				if n.Tag != nil && wordsOfFormats.MatchString(n.Tag.Value) {
					word = n.Tag.Value
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && (slices.Contains(tools, text) || wordsOfFormats.MatchString(text)) {
					word = text
				}
			case *ast.Ident:
				if wordsOfFormats.MatchString(n.Name) {
					word = n.Name
				}
			}
			switch {
			case word == "":
			case allowed != "":
				needed[allowed] = true
			default:
				t.Errorf("%s: %q belongs to a format; it is for parser/<agent> to know", f.at(n), word)
			}
			return true
		})
	}
	for name := range namesOfFormats {
		if !needed[name] {
			t.Errorf("%s names nothing of a format any more; take it out of the list", name)
		}
	}
}

// toolNames returns the names of tools in the table of the reader of Claude Code.
func toolNames(t *testing.T, all []source) (names []string) {
	t.Helper()
	for _, f := range all {
		if path.Join("parser/claude", path.Base(f.name)) != f.name {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || spec.Names[0].Name != "kinds" || len(spec.Values) != 1 {
				return true
			}
			table, ok := spec.Values[0].(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, e := range table.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					names = append(names, text(kv.Key))
				}
			}
			return true
		})
	}
	if len(names) < 20 {
		t.Fatalf("only %d tools were found in the table of parser/claude/action.go", len(names))
	}
	return names
}
