package archive

import (
	"slices"
	"strconv"
	"strings"
)

// Files of a project are generated line by line from a number, so that all sessions of the
// project see the same ones and none need be stored. What a session changes it remembers.

// file is one file as a session sees it.
type file struct {
	path, ext string
	lines     [][]byte // as far as they were needed
	seed      uint64
	depth     int
	own       *session // writes its lines
}

// files are those that a session knows.
type files struct {
	s     *session
	known []*file
	bytes int // of all lines
}

// keepBytes bounds the files that a session remembers.
const keepBytes = 4 << 20

// statement is a line of code and how much deeper it leads.
type statement struct {
	line []hole
	step int
}

func statements(lines ...string) []statement {
	all := make([]statement, len(lines))
	for i, line := range lines {
		step := 0
		if text, ok := strings.CutSuffix(line, "»"); ok {
			line, step = text, 1
		} else if text, ok := strings.CutSuffix(line, "«"); ok {
			line, step = text, -1
		}
		all[i] = statement{template(line), step}
	}
	return all
}

// grammars are lines of code by family of languages. » goes one deeper, « comes back.
var grammars = map[string][]statement{
	"go": statements("func (~ *~) ~(~ ~, ~ []~) (~, error) {»", "if err != nil {»", "if ~ := •(~); ~ != nil {»",
		"return •(~, ~)", "}«", "}«", "}«", "~ := •(~, \\\"~ ~\\\")",
		"• = ~", "// ~ ~ ~ ~ ~ ~ ~ ~ ~.", "// ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~", "// ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~",
		"for _, ~ := range ~ {»", "~ ~ `json:\\\"~\\\"`", "case ~:",
		"t.Errorf(\\\"~ ~ = %q, want %q\\\", ~, ~)", "", "return fmt.Errorf(\\\"~ ~: %w\\\", err)",
		"type ~ struct {»"),
	"js": statements("const ~ = await •(~, { ~: ~ });", "export function ~(~: ~, ~: string): ~ {»",
		"if (~ === '~' && • > №) {»", "return ~.map((~) => •);", "}«", "});«", "}«",
		"import { ~, ~ } from '•';",
		"// ~ ~ ~ ~ ~ ~ ~ ~ ~ ~", " * ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~", "<div className=\\\"~ ~ ~\\\">»", "</div>«",
		"~: ~,", "expect(•).toBe('~');", "", "let ~ = ~ ?? [];"),
	"py": statements("def ~(self, ~: str, ~: int = №) -> ~:»", "\\\"\\\"\\\"~ ~ ~ ~ ~ ~ ~.\\\"\\\"\\\"",
		"if ~ is not None and ~ in ~:»", "return •(~)«", "self.~ = ~[\\\"~\\\"]", "for ~, ~ in ~.items():»",
		"~ = ~(~, ~=~)", "# ~ ~ ~ ~ ~ ~ ~ ~", "\\\"\\\"\\\"~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~.\\\"\\\"\\\"",
		"# ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~", "assert ~ == \\\"~\\\"«", "", "from • import ~, ~",
		"raise ValueError(f\\\"~ ~ {~}\\\")«"),
	"ex": statements("def ~(%{~: ~, ~: ~} = ~, ~) do»", "~", "|> •(~, :~)", "end«", "end«", "case •(~) do»",
		"{:ok, ~} -> •(~)", "{:error, ~} -> {:error, ~}", "@doc \\\"~ ~ ~ ~ ~ ~\\\"", "alias •",
		"assert ~ == %{~: \\\"~\\\"}", "", "# ~ ~ ~ ~ ~ ~ ~ ~ ~", "# ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~"),
	"markup": statements("<div class=\\\"~ ~ ~-№\\\">»", "</div>«", "<span>~ ~ ~</span>",
		"<a href=\\\"/•\\\">~ ~</a>", "{% if • %}", "{{ • }}", "<p>~ ~ ~ ~ ~ ~ ~ ~ ~</p>"),
	"css":  statements(".• {»", "•: №px;", "}«", "color: var(--~);", "~: № №px ~;", "/* ~ ~ ~ */", ""),
	"data": statements("\\\"~\\\": \\\"~ ~\\\",", "\\\"~\\\": {»", "},«", "\\\"~\\\": №,", "~: ~", "- ~: \\\"~ ~ ~\\\"", "# ~ ~ ~ ~"),
	"md": statements("## ~ ~ ~", "", "", "- **~** ~ ~ ~ ~ ~ ~ ~ `~`",
		"~ ~ ~ ~ ~ ~ ~ ~ ~, ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~.", "~ ~ ~ ~ ~ ~ `•` ~ ~ ~ ~ ~ ~ ~ ~ ~ ~.", "1. ~ ~ ~ ~ ~",
		"| ~ | ~ ~ ~ | ~ |"),
	"sh": statements("~ --~ ~ | ~ -~", "if [ -n \\\"$~\\\" ]; then»", "fi«", "echo \\\"~ ~: $~\\\"",
		"# ~ ~ ~ ~ ~ ~", "~=$(~ ~ ~)", "set -euo pipefail", ""),
}

// family is the grammar of a kind of files, those of Go when there is none.
func family(ext string) []statement {
	name := map[string]string{"ts": "js", "tsx": "js", "jsx": "js", "mjs": "js", "js": "js", "rs": "js",
		"java": "js", "cs": "js", "swift": "js", "py": "py", "ex": "ex", "exs": "ex",
		"html": "markup", "heex": "markup", "xml": "markup", "svg": "markup", "css": "css", "json": "data",
		"yaml": "data", "yml": "data", "toml": "data", "jsonl": "data",
		"md": "md", "mdx": "md", "txt": "md", "sh": "sh", "zsh": "sh", "ps1": "sh", "omp": "data"}[ext]
	if name == "" {
		name = "go"
	}
	return grammars[name]
}

// any returns one of the known files, or a new one when there is none.
func (f *files) any() *file {
	if len(f.known) == 0 {
		return f.fresh()
	}
	return f.known[len(f.known)-1-int(rank(f.s.Uint64(), 5))%len(f.known)]
}

// touch returns the file that a tool reads or changes: a known one as often as the model
// has it.
func (f *files) touch() *file {
	if f.s.Float64() < f.s.era.Again {
		return f.any()
	}
	return f.fresh()
}

// fresh returns one of the project's files.
func (f *files) fresh() *file {
	seed := spread(f.s.project ^ rank(f.s.Uint64(), 12))
	for _, known := range f.known {
		if known.seed == seed {
			return known
		}
	}
	own := &session{words: words{Rand: newRand(seed), project: f.s.project, session: seed, kinds: f.s.kinds}, era: f.s.era}
	own.files.s = own
	n := &file{seed: seed, ext: f.s.era.extensions.draw(own.Rand), own: own}
	path := append([]byte(nil), []string{"src/", "lib/", "internal/", "", "test/"}[seed%5]...)
	for range seed >> 8 & 1 {
		path = append(compound(path, spread(own.project+own.Uint64()&31)&^7), '/')
	}
	path = append(compound(path, spread(own.project+own.Uint64()&1023)&^7), '.')
	n.path = string(append(path, n.ext...))
	f.known = append(f.known, n)
	for f.bytes > keepBytes && len(f.known) > 1 {
		for _, line := range f.known[0].lines {
			f.bytes -= len(line)
		}
		f.known = slices.Delete(f.known, 0, 1)
	}
	return n
}

// at returns a file's lines from one on until they contain n bytes.
func (f *files) at(file *file, from, n int) [][]byte {
	i := from
	for ; i == from || n > 0; i++ {
		for i >= len(file.lines) {
			line := file.own.line(nil, file, 0)
			file.lines = append(file.lines, line)
			f.bytes += len(line)
		}
		n -= len(file.lines[i]) + len(newline)
	}
	return file.lines[from:i]
}

// line appends a line of code as the file has them, at its depth or at one that is given.
func (s *session) line(b []byte, f *file, depth int) []byte {
	code := family(f.ext)
	l := code[s.IntN(len(code))]
	if depth > 0 {
		return s.fill(indent(b, f, depth), l.line, s.kinds["code"])
	}
	if l.step < 0 && f.depth == 0 { // nothing to come back from
		l = code[0]
	}
	f.depth += min(l.step, 0)
	b = s.fill(indent(b, f, f.depth), l.line, s.kinds["code"])
	f.depth = min(f.depth+max(l.step, 0), 5)
	return b
}

func indent(b []byte, f *file, depth int) []byte {
	for range depth {
		if f.ext == "go" {
			b = append(b, `\t`...)
		} else {
			b = append(b, "  "...)
		}
	}
	return b
}

// join appends lines with line ends between.
func join(b []byte, lines [][]byte) []byte {
	for i, line := range lines {
		if i > 0 {
			b = append(b, newline...)
		}
		b = append(b, line...)
	}
	return b
}

// numbered appends lines as Read shows them.
func numbered(b []byte, lines [][]byte, from int) []byte {
	for i, line := range lines {
		n := strconv.Itoa(from + i)
		b = append(b, "      "[min(6, len(n)):]...)
		b = append(append(append(b, n...), "→"...), line...)
		b = append(b, newline...)
	}
	return b
}
