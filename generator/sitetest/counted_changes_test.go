package sitetest

import (
	"encoding/json"
	"slices"
	"strings"
)

// filesChanged counts the files that differ between the first state that the session saw and the last that
// it left. A result records the text before an edit, and what the edit put in its place; of a file that was
// read as a whole, a command that deletes it changes the text too. Files outside of the session's directories
// do not count, nor do calls that failed.
func (s *counted) filesChanged() int {
	n := 0
	files, dirs := s.fileStates()
	for path, file := range files {
		if insideOf(path, dirs) && file.changed() {
			n++
		}
	}
	return n
}

// fileStates are the states of the files that a session read or changed, and its directories.
func (s *counted) fileStates() (files map[string]*fileStates, dirs map[string]bool) {
	files, dirs = map[string]*fileStates{}, map[string]bool{}
	var done []*countedCall
	for _, records := range s.threads() {
		for _, r := range records {
			if r.Cwd != "" {
				dirs[slashes(r.Cwd)] = true
			}
		}
		for _, c := range countedCalls(records) {
			if c.done && c.kind == "" {
				done = append(done, c)
			}
		}
	}
	slices.SortFunc(done, func(a, b *countedCall) int { return a.asked.Compare(b.asked) })
	for _, c := range done {
		if shellTool[c.name] {
			remove(files, c.command, slashes(c.cwd))
			continue
		}
		if c.path == "" {
			continue
		}
		file := files[slashes(c.path)]
		if file == nil {
			file = new(fileStates)
			files[slashes(c.path)] = file
		}
		switch c.name {
		case "Read":
			file.read(c)
		case "Edit", "MultiEdit", "Write", "NotebookEdit":
			file.edit(c)
		}
	}
	return files, dirs
}

// remove applies what a command line deletes or moves away. Where it goes to another directory first, the end of a path says
// which file it means.
func remove(files map[string]*fileStates, line, cwd string) {
	elsewhere := cwd == ""
	for _, words := range simpleCommands(line) {
		name, args := words[0], words[1:]
		elsewhere = elsewhere || name == "cd" || name == "pushd"
		if name == "git" {
			name, args = gitVerb(words)
		}
		args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") || strings.HasPrefix(a, ">") })
		if name == "mv" && len(args) > 1 {
			to := args[len(args)-1]
			if args = args[:len(args)-1]; len(args) == 1 && move(files, slashes(args[0]), slashes(to)) {
				continue
			}
		} else if name != "rm" {
			continue
		}
		for _, arg := range args {
			for path, file := range files {
				full := slashes(strings.TrimSuffix(arg, "/"))
				if !strings.HasPrefix(full, "/") && !strings.Contains(full, ":/") && !elsewhere {
					full = cwd + "/" + full
				}
				end := "/" + strings.Trim(full, "/")
				if path == full || strings.HasPrefix(path, full+"/") || elsewhere && (strings.HasSuffix(path, end) || strings.Contains(path, end+"/")) {
					file.own.remove()
					file.after, file.gone = "", true
				}
			}
		}
	}
}

// count counts the lines that a call added and removed.
func (f *fileStates) count(c *countedCall, created bool, patch []countedHunk) {
	var in struct {
		Content, Source *string
		Old             string `json:"old_string"`
		New             string `json:"new_string"`
		Edits           []struct {
			Old string `json:"old_string"`
			New string `json:"new_string"`
		}
	}
	_ = json.Unmarshal(c.input, &in)
	var out struct{ StructuredPatch json.RawMessage }
	_ = json.Unmarshal(c.structured, &out)
	switch {
	case !created && f.own.patched(patch), in.Content != nil && !created && out.StructuredPatch != nil:
	case in.Content != nil:
		f.own.write(*in.Content, created)
	case len(in.Edits) > 0:
		for _, e := range in.Edits {
			f.own.replace(lineCount(e.Old), lineCount(e.New))
		}
	default:
		f.own.replace(lineCount(in.Old), lineCount(in.New))
	}
}

// unstructured reads what a call asked for.
func (c *countedCall) unstructured(content, from, to *string) {
	var in struct {
		Content string
		Old     string `json:"old_string"`
		New     string `json:"new_string"`
	}
	_ = json.Unmarshal(c.input, &in)
	*content, *from, *to = in.Content, in.Old, in.New
}

// move gives a file another path. It reports whether there is such a file.
func move(files map[string]*fileStates, from, to string) bool {
	for path, file := range files {
		if folder, ok := strings.CutSuffix(path, from); ok && (folder == "" || strings.HasSuffix(folder, "/")) {
			delete(files, path)
			files[folder+to] = file
			return true
		}
	}
	return false
}

// slashes returns a path with one form for all systems: on macOS /tmp is a link to /private/tmp.
func slashes(path string) string {
	path = strings.ToLower(strings.ReplaceAll(path, `\`, "/"))
	if strings.HasPrefix(path, "/private/tmp/") {
		path = strings.TrimPrefix(path, "/private")
	}
	return path
}

func insideOf(path string, dirs map[string]bool) bool {
	for dir := range dirs {
		if strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") {
			return true
		}
	}
	return !strings.HasPrefix(path, "/") && !strings.Contains(path, ":/")
}

// fileStates are the first and the last known text of a file.
type fileStates struct {
	before, after string
	seen, unknown bool
	written       bool // by an edit
	gone          bool // a command deleted it
	own           ownLines
}

func (f *fileStates) changed() bool {
	return f.unknown && !f.gone || f.before != f.after
}

// read keeps the text of a file that is read as a whole for the first time.
func (f *fileStates) read(c *countedCall) {
	var r struct {
		File struct {
			Content              string
			NumLines, TotalLines int
		}
	}
	_ = json.Unmarshal(c.structured, &r)
	f.own.read(r.File.Content, r.File.NumLines > 0 && r.File.NumLines == r.File.TotalLines)
	if !f.seen && !f.unknown && r.File.NumLines > 0 && r.File.NumLines == r.File.TotalLines {
		f.seen, f.before, f.after = true, r.File.Content, r.File.Content
	}
}

func (f *fileStates) edit(c *countedCall) {
	var e struct {
		Type, Content, OldString, NewString string
		OriginalFile                        *string
		ReplaceAll                          bool
		StructuredPatch                     []countedHunk
		Edits                               []struct {
			Old string `json:"old_string"`
			New string `json:"new_string"`
			All bool   `json:"replace_all"`
		}
	}
	_ = json.Unmarshal(c.structured, &e)
	if len(c.structured) == 0 { // results of agents may be texts alone
		c.unstructured(&e.Content, &e.OldString, &e.NewString)
		if strings.HasPrefix(c.printed, "File created") {
			e.Type = "create"
		} else if f.written {
			e.OriginalFile = &f.after
		}
	}
	f.count(c, e.Type == "create", e.StructuredPatch)
	if e.OriginalFile == nil && e.Type != "create" {
		f.unknown = true // what was there is not recorded
		return
	}
	text := ""
	if e.OriginalFile != nil {
		text = *e.OriginalFile
	}
	if f.gone = false; !f.seen || !f.written {
		f.seen, f.written, f.before, f.unknown = true, true, text, false // as it was before the first edit
	}
	replace := func(from, to string, all bool) {
		n := 1
		if all {
			n = -1
		}
		text = strings.Replace(text, from, to, n)
	}
	switch c.name {
	case "Write":
		text = e.Content
	case "Edit":
		replace(e.OldString, e.NewString, e.ReplaceAll)
	case "MultiEdit":
		for _, one := range e.Edits {
			replace(one.Old, one.New, one.All)
		}
	default:
		f.unknown = true
	}
	f.after = text
}
