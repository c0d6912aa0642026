package generator

import (
	"path"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/theme"
)

// change is what one tool call did to one file.
type change struct {
	path           string // as the tool was given it
	added, removed int    // lines
}

// patched is the part of a toolUseResult that tells what was changed (format
// notes, section 10: structuredPatch has the true lines).
type patched struct {
	Type    string `json:"type"`
	Content string `json:"content"`
	Patch   []struct {
		Lines []string `json:"lines"`
	} `json:"structuredPatch"`
}

// edited is the part of a tool's input that tells what was to be changed; it is
// used where the result has no structuredPatch.
type edited struct {
	Path     string `json:"file_path"`
	Notebook string `json:"notebook_path"`
	Content  string `json:"content"`
	Source   string `json:"new_source"`
	edit
	Edits []edit `json:"edits"`
}

type edit struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
}

// changeOf tells which file a call changed. Calls that failed, were rejected or
// have no result changed nothing.
func changeOf(c *parser.ToolCall) (change, bool) {
	switch c.Name {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
	default:
		return change{}, false
	}
	if c.Result == nil || c.Result.IsError || c.Result.Rejected {
		return change{}, false
	}
	var in edited
	decode(c.Input, &in)
	name := in.Path
	if name == "" {
		name = in.Notebook
	}
	if name == "" {
		return change{}, false
	}
	ch := change{path: name}
	var out patched
	if len(c.Result.Structured) > 0 {
		decode(c.Result.Structured, &out)
	}
	switch {
	case len(out.Patch) > 0:
		for _, hunk := range out.Patch {
			ch.count(hunk.Lines)
		}
	case in.Content != "" || in.Source != "":
		ch.added = lines(in.Content) + lines(in.Source)
	default:
		for _, e := range append(in.Edits, in.edit) {
			ch.added += lines(e.New)
			ch.removed += lines(e.Old)
		}
	}
	return ch, true
}

func (c *change) count(hunk []string) {
	for _, l := range hunk {
		switch {
		case strings.HasPrefix(l, "+"):
			c.added++
		case strings.HasPrefix(l, "-"):
			c.removed++
		}
	}
}

// decode reads raw into v up to the first value of another type than expected.
func decode(raw jsontext.Value, v any) {
	_ = json.Unmarshal(raw, v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// lines counts the lines of s; an unterminated last one counts.
func lines(s string) int {
	if s == "" {
		return 0
	}
	n := strings.Count(s, "\n")
	if !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// fileRows adds up the changes of a session by file, in order of first change.
type fileRows struct {
	dir  string // the session's directory, which paths are shown relative to
	rows []theme.FileRow
	at   map[string]int
}

func (f *fileRows) add(c change, href string) {
	name := shorten(c.path, f.dir)
	i, ok := f.at[name]
	if !ok {
		if f.at == nil {
			f.at = map[string]int{}
		}
		i = len(f.rows)
		f.at[name] = i
		f.rows = append(f.rows, theme.FileRow{Path: name, Href: href})
	}
	f.rows[i].Added += c.added
	f.rows[i].Removed += c.removed
	f.rows[i].Edits++
}

// shorten makes name relative to dir when it lies below it. Both may be written
// with the slashes of either kind of system.
func shorten(name, dir string) string {
	slashed := strings.ReplaceAll(name, `\`, "/")
	dir = path.Clean(strings.ReplaceAll(dir, `\`, "/"))
	if rest, ok := strings.CutPrefix(slashed, dir+"/"); ok && rest != "" && dir != "." {
		return rest
	}
	return name
}
