package card

import (
	"github.com/go-json-experiment/json/jsontext"

	"steno/theme/markup"
	"steno/theme/words"
)

// todo is one entry of a list of things to do.
type todo struct {
	text, active, status, owner, id string
	more                            []param // what else was recorded: a priority
}

// todoWrite shows the list as it follows the call, with what changed.
func todoWrite(c *call) {
	now := todos(append(c.in.list("todos"), c.in.list("plan")...))
	before := todos(c.out.list("oldTodos"))
	c.out.skip("newTodos")
	c.row("list-check", "To-do list", progressOf(now))
	changes := 0
	for _, t := range now {
		if changeOf(t, before) != "" {
			changes++
		}
	}
	if len(before) > 0 && changes > 0 {
		c.chip(words.Plural(changes, "change"), "")
	}
	showChecklist(c, "", now, before)
	gone := removed(now, before)
	showChecklist(c, "Removed", gone, gone)
	c.acknowledged()
}

// todoRead shows the list that was asked for.
func todoRead(c *call) {
	list := todos(c.out.list("todos"))
	if len(list) == 0 && isJSON(c.text) {
		list = todos(asList([]byte(c.text)))
		if len(list) > 0 {
			c.show(c.text)
		}
	}
	c.row("list-check", "Read to-do list", progressOf(list))
	showChecklist(c, "", list, list)
}

func todos(list []jsontext.Value) []todo {
	var out []todo
	for _, v := range list {
		if v.Kind() == '"' {
			out = append(out, todo{text: asText(v), status: "pending"})
			continue
		}
		o := asObject(v)
		t := todo{
			text: o.first("content", "subject", "description", "step"), active: o.take("activeForm"),
			status: o.take("status"), owner: o.take("owner"), id: o.take("id"),
		}
		t.more = o.rest()
		out = append(out, t)
	}
	return out
}

// progressOf reports how far a list has come: what is being done, else how much is.
func progressOf(list []todo) string {
	done, active := 0, ""
	for _, t := range list {
		switch t.status {
		case "completed":
			done++
		case "in_progress":
			if active == "" {
				active = t.text
			}
		}
	}
	progress := count(done) + " of " + count(len(list)) + " done"
	if active != "" {
		return progress + " · now: " + active
	}
	return progress
}

func find(list []todo, t todo) (todo, bool) {
	for _, other := range list {
		if other.text == t.text || t.id != "" && other.id == t.id {
			return other, true
		}
	}
	return todo{}, false
}

// changeOf reports what happened to an entry: "new", "started", "done", or the
// change of its status in words; "" for nothing.
func changeOf(t todo, before []todo) string {
	old, ok := find(before, t)
	switch {
	case !ok:
		return "new"
	case old.status == t.status:
		return ""
	case t.status == "completed":
		return "done now"
	case t.status == "in_progress":
		return "started"
	}
	return "now " + t.status
}

func removed(now, before []todo) []todo {
	var out []todo
	for _, t := range before {
		if _, ok := find(now, t); !ok {
			out = append(out, t)
		}
	}
	return out
}

// showChecklist shows entries with their state and what changed since before.
func showChecklist(c *call, title string, list, before []todo) {
	if len(list) == 0 {
		return
	}
	var w markup.Writer
	w.Open("ul", markup.Class("checklist"))
	for _, t := range list {
		w.Open("li", markup.A("data-status", status(t.status)))
		statusWord(&w, t.status)
		w.Text(" ")
		if t.id != "" {
			w.Element("span", "#"+t.id+" ", markup.Class("muted"))
		}
		w.Element("b", t.text)
		todoNotes(&w, t)
		if change := changeOf(t, before); change != "" && len(before) > 0 {
			w.Text(" ")
			w.Element("span", change, markup.Class("chip"))
		}
		w.Close("li")
		c.show(t.text, t.active, t.owner)
	}
	w.Close("ul")
	c.add(title, w.Result())
}

// todoNotes writes what else is known of an entry.
func todoNotes(w *markup.Writer, t todo) {
	if t.active != "" && t.active != t.text {
		class := markup.Class("hide") // worth seeing for what is being done only
		if t.status == "in_progress" {
			class = markup.Class("todo-active")
		}
		w.Element("span", " "+t.active, class)
	}
	if t.owner != "" {
		w.Element("span", " "+t.owner, markup.Class("muted"))
	}
	for _, p := range t.more {
		if !p.empty() {
			w.Element("span", " "+p.name+" "+asText(p.value), markup.Class("muted"))
		}
	}
}

// status is a recorded status, if it is one that the styles know.
func status(s string) string {
	switch s {
	case "pending", "in_progress", "completed", "deleted":
		return s
	}
	return "other"
}

// statusWord writes a status for those who do not see its sign, which is in the style
// sheet, and for all when it has no sign.
func statusWord(w *markup.Writer, s string) {
	class := markup.Class("hide")
	if status(s) == "other" {
		class = markup.Class("muted")
	}
	w.Element("span", s, class)
}
