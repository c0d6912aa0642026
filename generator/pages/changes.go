package pages

import (
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/theme"
)

// change is what one tool call did to one file.
type change struct {
	path           string // as the tool was given it
	added, removed int    // lines
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
	in := raw.ParseObject(c.Input)
	ch := change{path: fileOf(c)}
	if ch.path == "" {
		return change{}, false
	}
	hunks := raw.ParseObject(c.Result.Structured).Array("structuredPatch")
	switch content, source := in.String("content"), in.String("new_source"); {
	case len(hunks) > 0: // format notes, section 10: it has the true lines
		for _, hunk := range hunks {
			ch.count(raw.ParseObject(hunk).Array("lines"))
		}
	case content != "" || source != "":
		ch.added = lines(content) + lines(source)
	default:
		ch.edit(in)
		for _, e := range in.Array("edits") {
			ch.edit(raw.ParseObject(e))
		}
	}
	return ch, true
}

// edit counts what an edit was to change.
func (c *change) edit(e raw.Object) {
	c.added += lines(e.String("new_string"))
	c.removed += lines(e.String("old_string"))
}

func (c *change) count(hunk []jsontext.Value) {
	for _, l := range hunk {
		switch text := raw.String(l); {
		case strings.HasPrefix(text, "+"):
			c.added++
		case strings.HasPrefix(text, "-"):
			c.removed++
		}
	}
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
