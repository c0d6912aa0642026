package card

import (
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"steno/theme/markup"
	"steno/theme/words"
)

// reportFindings shows the result of a review: a table with a row for each finding, and the
// scenario of each below its summary.
func reportFindings(c *call) {
	list := c.in.list("findings")
	if len(list) == 0 {
		list = c.out.list("findings")
	}
	c.out.skip("findings", "count", "level")
	c.row("find", "Report findings", words.Plural(len(list), "finding"))
	if level := c.in.take("level"); level != "" {
		c.show(level)
		c.note(level + " effort")
	}
	tally := map[string]int{}
	var w markup.Writer
	for _, v := range list {
		showFinding(c, &w, v, tally)
	}
	if len(list) == 0 {
		c.view.Object = "no findings"
		c.acknowledged()
		return
	}
	for _, word := range []string{"important", "fixed", "skipped"} {
		if n := tally[word]; n > 0 {
			c.chip(count(n)+" "+word, map[string]string{"important": "warn", "fixed": "add"}[word])
		}
	}
	var table markup.Writer
	table.Open("div", markup.Class("table findings"), markup.A("tabindex", "0"), markup.A("role", "group"),
		markup.A("aria-label", "findings"))
	table.Const("<table><thead><tr><th>File</th><th>Finding</th><th>Kind</th><th>Outcome</th></tr></thead><tbody>")
	table.HTML(w.Result())
	table.Const("</tbody></table></div>")
	c.add("", table.Result())
	c.acknowledged()
}

// showFinding writes one row.
func showFinding(c *call, w *markup.Writer, v jsontext.Value, tally map[string]int) {
	f := asObject(v)
	if len(f.members) == 0 { // no finding, whatever it is
		w.Const(`<tr><td colspan="4">`)
		w.Text(asText(v))
		w.Const("</td></tr>")
		c.show(asText(v))
		return
	}
	file, line := f.first("file", "path"), f.take("line")
	place := file
	if line != "" {
		place += ":" + line
	}
	w.Const("<tr><td>")
	c.env.place(w, file, place)
	w.Const("</td><td>")
	if title := f.take("short_summary"); title != "" {
		w.Element("b", title)
		w.Const("<br>")
		c.show(title)
	}
	summary, scenario := f.take("summary"), f.take("failure_scenario")
	w.Text(summary)
	if scenario != "" {
		w.Element("div", scenario, markup.Class("muted"))
	}
	c.show(place, file, summary, scenario)
	severity, outcome := f.take("severity"), f.take("outcome")
	tally[severity]++
	tally[outcome]++
	w.Const("</td><td>")
	wordLines(w, severity, f.take("category"), f.take("verdict"))
	w.Const("</td><td>")
	wordLines(w, outcome)
	for _, p := range f.rest() {
		if !p.empty() {
			wordLines(w, p.name+" "+asText(p.value))
		}
	}
	w.Const("</td></tr>")
}

// wordLines writes values of one word each, one below the other: "pre_existing", "no_change_needed".
func wordLines(w *markup.Writer, values ...string) {
	for _, v := range values {
		if v != "" {
			w.Element("div", spaced(v))
		}
	}
}

// place writes where in a file something is, as a link to what the session did with the file
// showWhere that is known.
func (e *Env) place(w *markup.Writer, file, place string) {
	href := ""
	if e.Link != nil {
		href = e.Link(file)
	}
	if href == "" {
		w.Element("code", cmp.Or(place, "–"))
		return
	}
	w.Open("a", markup.Href(href))
	w.Element("code", place)
	w.Close("a")
}
