package card

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/theme/highlight"
	"steno/theme/words"
)

// notebookRead shows the cells of a Jupyter notebook.
func notebookRead(c *call) {
	c.codeRow("read", "Read", c.path(c.in.first("notebook_path", "file_path")))
	if id := c.in.take("cell_id"); id != "" {
		c.show(id)
		c.note("cell " + id)
	}
	cells := c.out.list("cells")
	if len(cells) == 0 {
		file := c.out.object("file")
		cells = file.list("cells")
		file.skip("filePath")
		c.details(file.rest())
	}
	c.out.skip("type", "filePath")
	showCells(c, cells)
	if len(cells) > 0 {
		c.acknowledged()
	}
}

// showCells shows notebook cells with their outputs.
func showCells(c *call, list []jsontext.Value) {
	if len(list) > 0 {
		c.chip(words.Plural(len(list), "cell"), "")
	}
	for i, v := range list {
		o := asObject(v)
		kind := o.first("cellType", "cell_type")
		title := "Cell " + count(i+1)
		if id := o.first("cell_id", "id"); id != "" {
			title += " · " + label(id, 40)
		}
		if kind != "" {
			title += " · " + label(kind, 20)
		}
		if n := o.first("execution_count", "executionCount"); n != "" {
			title += " · run " + label(n, 10)
		}
		showCell(c, title, kind, o.take("language"), joined(o.list("source")))
		for _, out := range o.list("outputs") {
			showCellOutput(c, asObject(out))
		}
		o.skip("metadata")
		c.details(o.rest())
	}
}

func showCell(c *call, title, kind, language, source string) {
	if kind == "markdown" {
		c.document(title, source)
		return
	}
	if language == "" {
		language = "python"
	}
	c.code(title, highlight.Code{Text: source, Lang: language})
}

// showCellOutput shows one output of a cell: text, an error's traceback, an image.
func showCellOutput(c *call, o *object) {
	text := joined(o.list("text"))
	if trace := joined(o.list("traceback")); trace != "" {
		text = trace
		o.skip("ename", "evalue")
	}
	c.output("Output", text)
	image := o.object("image")
	if data := image.take("image_data"); data != "" {
		c.add("", c.env.block(&parser.Image{Data: data}))
	}
	data := o.object("data")
	for _, kind := range []string{"image/png", "image/jpeg", "image/gif", "image/webp"} {
		if encoded := joined(data.list(kind)); encoded != "" {
			c.add("", c.env.block(&parser.Image{Data: encoded}))
		}
	}
	for _, p := range data.rest() {
		c.output(p.name, joined(asList(p.value)))
	}
	o.skip("output_type", "metadata", "name")
	c.details(o.rest())
}

// joined joins the strings of a list, which notebooks use for long texts.
func joined(list []jsontext.Value) string {
	var b strings.Builder
	for _, v := range list {
		b.WriteString(asText(v))
	}
	return b.String()
}

// notebookEdit shows the new source of one cell.
func notebookEdit(c *call) {
	file := c.in.first("notebook_path", "file_path")
	mode := c.in.take("edit_mode")
	verb := "Edit cell"
	switch mode {
	case "insert":
		verb = "Insert cell"
	case "delete":
		verb = "Delete cell"
	}
	c.codeRow("edit", verb, c.path(file))
	if id := c.in.first("cell_id", "cell_number"); id != "" {
		c.show(id)
		c.note("cell " + id)
	}
	kind := c.in.take("cell_type")
	source := c.in.take("new_source")
	title := "New source"
	for _, word := range []string{kind, mode} {
		if word != "" {
			title += " · " + label(word, 20)
		}
	}
	showCell(c, title, kind, c.out.take("language"), source)
	if mode == "insert" {
		c.counts(lines(source), 0)
	}
	c.out.skip("new_source", "cell_type", "cell_id", "edit_mode", "notebook_path", "error")
	c.out.skip("original_file", "updated_file") // the whole notebook, twice
}
