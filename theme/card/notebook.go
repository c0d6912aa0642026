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
	} else {
		printedCells(c)
	}
}

// printedCells shows the cells of a notebook as the client prints them for the model. The results of
// agents have nothing else.
func printedCells(c *call) {
	if _, _, ok := nextCell(c.text); !ok || !c.ok() {
		return
	}
	n := 0
	for rest := c.text; rest != ""; {
		cell, after, ok := nextCell(rest)
		if !ok {
			c.output("Output", strings.TrimSpace(rest))
			break
		}
		n++
		title := "Cell " + count(n) + " · " + label(cell.id, 40)
		if cell.kind != "" {
			title += " · " + label(cell.kind, 20)
		}
		showCell(c, title, cell.kind, cell.language, cell.source)
		out, more, found := strings.Cut(after, "\n"+openCell)
		c.output("Output", strings.TrimSpace(out))
		if rest = ""; found {
			rest = openCell + more
		}
	}
	c.chip(words.Plural(n, "cell"), "")
	c.acknowledged()
}

const openCell = `<cell id="`

type printedCell struct{ id, kind, language, source string }

// nextCell reads the cell that a text begins with. Its end repeats its id.
func nextCell(text string) (cell printedCell, after string, ok bool) {
	rest, begins := strings.CutPrefix(text, openCell)
	id, rest, named := strings.Cut(rest, `">`)
	source, after, ends := strings.Cut(rest, `</cell id="`+id+`">`)
	if !begins || !named || !ends || strings.Contains(id, "\n") {
		return cell, text, false
	}
	cell.id = id
	cell.kind, source = leading(source, "cell_type")
	cell.language, source = leading(source, "language")
	cell.source = source
	return cell, after, true
}

// leading takes an element from the start of a text.
func leading(text, tag string) (value, rest string) {
	if body, ok := strings.CutPrefix(text, "<"+tag+">"); ok {
		if value, rest, ok := strings.Cut(body, "</"+tag+">"); ok && len(value) < 40 {
			return value, rest
		}
	}
	return "", text
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
	language := c.out.take("language")
	if was := c.out.take("old_source"); was != "" {
		showCell(c, "Old source", kind, language, was)
	}
	showCell(c, title, kind, language, source)
	c.counts(0, 0)
	c.out.skip("new_source", "cell_type", "cell_id", "edit_mode", "notebook_path", "error")
	c.out.skip("original_file", "updated_file") // the whole notebook, twice
}
