package card

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/prose"
	"steno/theme/markup"
	"steno/theme/words"
)

// ask shows questions put to the user, what could be answered and what was.
func ask(c *call) {
	questions := c.in.list("questions")
	if len(questions) == 0 && c.in.has("question") {
		c.row("ask", "Ask", c.in.peek("question"))
		c.prose("Question", c.in.take("question"))
		return
	}
	askRow(c, questions)
	answers := c.out.object("answers")
	if len(answers.members) == 0 {
		answers = c.in.object("answers")
	}
	c.in.skip("answers")
	notes := c.out.object("annotations")
	for _, v := range questions {
		q := asObject(v)
		text := q.peek("question")
		showQuestion(c, q, answers.take(text), asObject(notes.value(text)))
	}
	if n := len(answers.members); n == 1 && len(questions) == 1 {
		if given := answers.peek(answers.members[0].name); given != notesOnly {
			c.chip(given, "")
		}
	} else if n > 0 {
		c.chip(words.Plural(n, "answer"), "")
	}
	c.out.skip("questions", "annotations")
	if len(answers.members) > 0 {
		c.acknowledged()
	}
}

// askedAll shows the questions of other agents, whose results give the answers by the ids of
// questions or in their order.
func askedAll(c *call) {
	questions := c.in.list("questions")
	askRow(c, questions)
	answers := c.out.value("answers")
	if answers.Kind() == 0 {
		if answers = asObject(jsontext.Value(c.text)).value("answers"); answers.Kind() != 0 {
			c.show(c.text)
		}
	}
	if asObject(jsontext.Value(c.text)).flag("accepted") { // the answer comes later, as a prompt
		c.show(c.text)
		c.chip("not waited for", "")
	}
	given := 0
	for i, v := range questions {
		q := asObject(v)
		answer := answerOf(answers, q.take("id"), i)
		if answer != "" {
			given++
		}
		showQuestion(c, q, answer, &object{})
		if len(questions) == 1 && answer != "" {
			c.chip(answer, "")
		}
	}
	if given > 0 {
		c.acknowledged()
	}
}

// askRow shows the first question on the row, and keeps all of them for what the user answers.
func askRow(c *call, questions []jsontext.Value) {
	first := ""
	for i, v := range questions {
		text := questionOf(asObject(v))
		if i == 0 {
			first = text
		}
		if len(questions) > 1 {
			c.view.Asked = append(c.view.Asked, label(text, 120))
		}
	}
	c.row("ask", "Ask", first)
	if n := len(questions) - 1; n > 0 {
		c.note("and " + words.Plural(n, "more question"))
	}
}

// questionOf returns what a question asks. One that is not waited for has a title.
func questionOf(q *object) string { return cmp.Or(q.peek("question"), q.peek("title")) }

// answerOf returns the answer to a question: a text or a list of texts, also as a member "answers".
func answerOf(answers jsontext.Value, id string, i int) string {
	of := asObject(answers).value(id)
	if answers.Kind() == '[' {
		if list := asList(answers); i < len(list) {
			of = list[i]
		}
	}
	if inner := asObject(of).value("answers"); inner.Kind() != 0 {
		of = inner
	}
	if of.Kind() != '[' {
		return asText(of)
	}
	var chosen []string
	for _, v := range asList(of) {
		chosen = append(chosen, asText(v))
	}
	return strings.Join(chosen, ", ")
}

// notesOnly is the answer that Claude Code records where the user wrote a note and chose nothing.
const notesOnly = "(notes only)"

// showQuestion shows one question. A chosen option is marked by word and sign.
func showQuestion(c *call, q *object, answer string, note *object) {
	text := questionOf(q)
	q.skip("question", "title")
	c.show(text, answer)
	said := note.first("notes", "note", "text")
	if answer == notesOnly && said != "" {
		answer, said = said, ""
	}
	chosen := strings.Split(answer, ", ")
	var w markup.Writer
	w.Element("p", text, markup.Class("question"))
	w.Open("ul", markup.Class("options"))
	known := false
	for _, v := range q.list("options") {
		known = showOption(c, &w, v, answer, chosen) || known
	}
	if answer != "" && !known {
		w.Open("li", markup.Class("chosen"))
		w.Const(`<span class="check check-done" role="img" aria-label="answered">●</span> `)
		w.Element("span", answer, markup.Class("option"))
		w.Close("li")
	}
	w.Close("ul")
	if said != "" {
		w.Element("p", said, markup.Class("muted"))
	}
	c.add(q.take("header"), w.Result())
	several := q.flag("multiSelect")
	if q.flag("multiple") || several {
		c.remark("Several answers were possible.")
	}
	c.params("More", q.rest())
}

// showOption shows one option and reports whether it was chosen.
func showOption(c *call, w *markup.Writer, v jsontext.Value, answer string, chosen []string) bool {
	o := asObject(v)
	name := o.take("label")
	if v.Kind() == '"' {
		name = asText(v)
	}
	picked := name != "" && (name == answer || slices.Contains(chosen, name))
	if picked {
		w.Open("li", markup.Class("chosen"))
		w.Const(`<span class="check check-done" role="img" aria-label="chosen">●</span> `)
	} else {
		w.Open("li")
		w.Const(`<span class="check" role="img" aria-label="not chosen">○</span> `)
	}
	w.Element("span", name, markup.Class("option"))
	if d := o.take("description"); d != "" {
		w.Element("span", " "+d, markup.Class("muted"))
	}
	if p := o.take("preview"); p != "" {
		w.HTML(c.env.output(p))
	}
	w.Close("li")
	c.show(name)
	return picked
}

// exitPlan shows a plan and whether the user approved it. Where the user edited it before that, the plan that was approved is
// in the result.
func exitPlan(c *call) {
	proposed := c.in.take("plan")
	plan := cmp.Or(proposed, c.out.peek("plan"))
	edited := c.out.flag("planWasEdited") && c.ok()
	if edited {
		plan = cmp.Or(c.out.peek("plan"), plan)
	}
	c.row("plan", "Plan", title(plan))
	c.prose("", plan)
	if edited && proposed != "" && strings.TrimSpace(proposed) != strings.TrimSpace(plan) {
		c.prose("As proposed", proposed)
		c.fold()
	}
	var prompts []string
	for _, v := range c.in.list("allowedPrompts") {
		o := asObject(v)
		prompts = append(prompts, strings.TrimSpace(o.take("tool")+" "+o.take("prompt")))
	}
	c.plain("Allowed with the plan", strings.Join(prompts, "\n"))
	c.out.skip("plan", "isAgent")
	if c.ok() && strings.HasPrefix(c.text, "User has approved your plan") {
		c.chip("approved", "add")
	}
	if edited {
		c.chip("edited by the user", "warn")
	}
	showApproval(c, plan)
}

// showApproval shows what came back for a plan, without the plan in it again.
func showApproval(c *call, plan string) {
	if !c.ok() || plan == "" {
		return
	}
	before, after, found := strings.Cut(c.text, strings.TrimSpace(plan))
	if !found {
		return
	}
	c.plain("Answer", strings.TrimSpace(strings.TrimSpace(before)+"\n"+strings.TrimSpace(after)))
	c.show(c.text)
}

// title is the first line of a plan that has words, without Markdown's signs.
func title(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.Trim(line, "#*_ \t\r\n"); line != "" {
			return prose.Unmarked(line)
		}
	}
	return ""
}

// enterPlan has what the client writes for the model about the mode, which is nothing for a reader.
func enterPlan(c *call) {
	c.row("plan", "Enter plan mode", "")
	c.view.Folded = c.ok()
}
