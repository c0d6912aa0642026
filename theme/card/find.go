package card

import (
	"strings"

	"steno/theme/words"
)

// grep shows what was searched for, where and how, and what was found.
func grep(c *call) {
	pattern := c.in.take("pattern")
	c.codeRow("find", "Search", pattern)
	showWhere(c, "path", "glob", "include", "type")
	showOptions(c, "-i", "-n", "-A", "-B", "-C", "multiline", "head_limit", "output_mode")
	showFound(c, c.out.take("content"))
	files, n, matches := c.out.int("numFiles"), c.out.int("numLines"), c.out.int("numMatches")
	c.out.skip("mode")
	switch {
	case matches > 0:
		c.chip(words.Plural(matches, "match"), "")
	case n > 0:
		c.chip(words.Plural(n, "line"), "")
	case files > 0:
		c.chip(words.Plural(files, "file"), "")
	case c.ok():
		c.chip(resultCount(c.text), "")
	}
}

// showWhere adds to the row in which files was searched.
func showWhere(c *call, keys ...string) {
	var parts []string
	for _, k := range keys {
		v := c.in.take(k)
		if v == "" {
			continue
		}
		c.show(v)
		if k == "path" || k == "dir_path" {
			v = c.path(v)
		}
		parts = append(parts, v)
	}
	if len(parts) > 0 {
		c.note("in " + strings.Join(parts, " "))
	}
}

// showOptions shows the options of a search that say something, on one line.
func showOptions(c *call, keys ...string) {
	var parts []string
	for _, k := range keys {
		if v := c.in.take(k); v != "" {
			parts = append(parts, k+" "+v)
		}
	}
	c.plain("Options", strings.Join(parts, "  "))
}

// showFound shows the names and lines that a search gave.
func showFound(c *call, content string) {
	names := make([]string, 0, 16)
	for _, v := range c.out.list("filenames") {
		names = append(names, asText(v))
	}
	list := strings.Join(names, "\n")
	switch {
	case !c.ok() && c.view.State != Interrupted: // the text says why nothing was found
	case c.text != "":
		c.output("Found", c.text)
	case content != "":
		c.output("Found", content)
	}
	c.show(list)
	if c.Result == nil || same(content, c.text) || content == "" {
		return
	}
	if !c.includes(content) {
		c.output("Lines", content)
	}
}

// resultCount is the head line of a result that shows its count, else the
// number of its lines.
func resultCount(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case strings.HasPrefix(first, "No "), strings.TrimSpace(text) == "":
		return "nothing found"
	case strings.HasPrefix(first, "Found "):
		return strings.TrimPrefix(first, "Found ")
	}
	return words.Plural(lines(text), "line")
}

// glob shows the files that match a pattern.
func glob(c *call) {
	pattern := c.in.take("pattern")
	c.codeRow("find", "Find files", pattern)
	showWhere(c, "path")
	truncated := c.out.flag("truncated")
	n := c.out.int("numFiles")
	showFound(c, "")
	switch {
	case n > 0 && truncated:
		c.chip("first "+words.Plural(n, "file"), "warn")
	case n > 0:
		c.chip(words.Plural(n, "file"), "")
	case c.ok():
		c.chip(resultCount(c.text), "")
	}
	c.out.skip("durationMs")
}

// list shows a directory.
func list(c *call) {
	dir := c.in.first("path", "directory")
	c.codeRow("folder", "List", c.path(dir))
	var ignored []string
	for _, v := range c.in.list("ignore") {
		ignored = append(ignored, asText(v))
	}
	c.plain("Ignored", strings.Join(ignored, "  "))
	if c.ok() {
		c.output("Entries", c.text)
		c.chip(resultCount(c.text), "")
	}
}

// lookedFor shows what a tool of another agent looked for, or which directory it listed.
func lookedFor(c *call) {
	what := c.in.first("pattern", "query")
	if what != "" {
		places := []string{"glob", "include", "include_pattern"}
		for _, k := range []string{"dir_path", "path"} {
			if dir := c.in.peek(k); dir == "." || dir == c.env.Dir {
				c.in.skip(k)
			} else {
				places = append([]string{k}, places...)
			}
		}
		c.codeRow("find", "Search", what)
		showWhere(c, places...)
	} else if dir := c.in.first("path", "dir_path", "directory"); dir != "" {
		c.codeRow("folder", "List", c.path(dir))
	} else {
		c.codeRow("find", "Search", c.Action.Subject())
	}
	if c.ok() && !isJSON(c.text) { // what a tool found is no prose, whatever it looks like
		c.output("Found", c.text)
	}
}

// lsp shows a question to a language server.
func lsp(c *call) {
	operation := c.in.take("operation")
	c.row("find", "Language server", operation)
	file := c.in.first("filePath", "file_path", "uri")
	at := c.path(file)
	if line := c.in.take("line"); line != "" {
		at += ":" + line
		if column := c.in.first("character", "column"); column != "" {
			at += ":" + column
		}
	}
	c.show(operation)
	if at != "" {
		c.note(at)
	}
	c.out.skip("operation", "filePath")
	if n := c.out.int("resultCount"); n > 0 {
		c.chip(words.Plural(n, "result"), "")
	}
}
