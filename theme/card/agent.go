package card

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/theme/highlight"
	"steno/theme/markup"
	"steno/theme/words"
)

// agent shows the task given to a subagent and its answer. The link to the
// agent's own page is the page's to add.
func agent(c *call) {
	c.row("agent", "Agent", c.in.first("description", "name", "subagent_type"))
	kind := c.in.take("subagent_type")
	if kind != "" && kind != c.view.Object {
		c.note(kind)
	}
	if name := c.in.take("name"); name != "" && name != c.view.Object && name != kind {
		c.show(name)
		c.chip(name, "")
	}
	if c.in.flag("run_in_background") || c.out.flag("isAsync") {
		c.chip("background", "")
	}
	if model := c.in.take("model"); model != "" {
		c.show(model)
		c.chip(model, "")
	}
	if n := c.out.int("totalToolUseCount"); n > 0 {
		c.chip(words.Plural(n, "call"), "")
	}
	if n := c.out.int("totalTokens"); n > 0 {
		c.chip(contextOf(n), "")
	}
	c.prose("Task", c.in.take("prompt"))
	c.view.Launched = c.out.peek("isAsync") == "true" || c.out.peek("status") == "teammate_spawned"
	if c.ok() && !c.view.Launched && c.text != "" {
		c.fold() // the answer is what readers look for
	}
	c.out.skip("prompt", "description", "status", "totalDurationMs", "usage", "agentId", "agentType", "toolStats", "isAsync",
		"harnessNoteCount", "harnessTailCount", "harnessSectionHash")
	if c.ok() {
		showReport(c)
		showAnswer(c)
	}
	if isRepeat(c, c.out.value("content")) {
		c.out.skip("content")
	}
}

// showReport shows what an agent handed back with a call before it ended. The text of the result says only that.
func showReport(c *call) {
	if c.out.peek("handback") == "send" {
		c.out.skip("handback")
	}
	if text := c.out.object("handbackReport").take("text"); text != "" {
		c.prose("Report", text)
		c.show(text)
	}
}

// contextOf names the figure that clients call the tokens of an agent: it is the size of its last request,
// not the sum of all.
func contextOf(tokens int) string { return "context " + words.Short(tokens) }

var agentTail = lazy.MustCompile(`(?s)\n?(agentId: [0-9A-Za-z_-]+ .*)$`)

// showAnswer shows an agent's answer, with the client's notes behind it set apart.
func showAnswer(c *call) {
	if c.view.Launched {
		c.output("Result", c.text)
		return
	}
	text, figures := cutUsage(c.text)
	if p := c.Result.Persisted; p != nil && p.Found { // of which the text is a preview
		text = p.Text
	}
	tail := ""
	if at := strings.Index(text, "agentId: "); at >= 0 {
		if i := agentTail.FindStringSubmatchIndex(text[at:]); i != nil {
			text, tail = text[:at+i[2]], text[at+i[2]:]
		}
	}
	c.prose("Answer", strings.TrimRight(text, "\n"))
	showFigures(c, figures)
	c.plain("Note to the model", tail)
	if tail != "" {
		c.fold()
	}
	c.show(c.text)
}

var usageLine = lazy.MustCompile(`(?:^|\n)\s*([a-z_]+): ([^\n]+)|<([a-z_]+)>([^<]*)</[a-z_]+>`)

// cutUsage takes what an agent used off the end of its answer, and reads it: lines of names and
// values, or an element for each.
func cutUsage(text string) (rest string, figures []param) {
	inner, closed := strings.CutSuffix(strings.TrimSpace(text), "</usage>")
	at := strings.LastIndex(inner, "<usage>")
	if !closed || at < 0 {
		return text, nil
	}
	for _, f := range usageLine.FindAllStringSubmatch(inner[at+len("<usage>"):], 20) {
		name, value := f[1]+f[3], strings.TrimSpace(f[2]+f[4])
		figures = append(figures, param{name, jsontext.Value(value)})
	}
	if figures == nil {
		return text, nil
	}
	return strings.TrimRight(inner[:at], "\n"), figures
}

// showFigures shows what an agent used: on the row where the row does not say it yet, and in full
// below.
func showFigures(c *call, list []param) {
	if len(list) == 0 {
		return
	}
	told := len(c.view.Chips) > 0
	var w markup.Writer
	w.Open("dl", markup.Class("params"))
	for _, f := range list {
		n, err := strconv.Atoi(string(f.value))
		value := string(f.value)
		name, isTime := strings.CutSuffix(f.name, "_ms")
		switch {
		case err != nil:
		case isTime:
			value = milliseconds(n)
		default:
			value = words.Number(n)
		}
		if !told && err == nil {
			switch f.name {
			case "tool_uses":
				c.chip(words.Plural(n, "call"), "")
			case "total_tokens", "subagent_tokens":
				c.chip(contextOf(n), "")
			}
		}
		w.Element("dt", spaced(name))
		w.Element("dd", value)
	}
	w.Close("dl")
	c.add("Used", w.Result())
}

// agentOutput shows how far a background agent or command has come.
func agentOutput(c *call) {
	id := c.in.first("task_id", "agentId", "agent_id")
	c.codeRow("agent", "Check on", id)
	if c.in.flag("block") {
		c.note("waiting for it")
	}
	if ms := c.in.int("timeout"); ms > 0 {
		c.chip("limit "+milliseconds(ms), "")
	}
	if ms := c.in.int("wait_up_to"); ms > 0 {
		c.chip("up to "+count(ms)+" s", "")
	}
	c.in.skip("block")
	task := c.out.object("task")
	status := task.take("status")
	head, printed := report(c.text)
	if status == "" {
		status = tag(head, "status")
	}
	c.chip(status, "")
	if code := cmp.Or(task.take("exitCode"), tag(head, "exit_code")); code != "" && code != "0" {
		c.chip("exit "+code, "error")
	}
	task.skip("task_id", "task_type")
	if d := task.take("description"); d != "" {
		c.plain("Description", d)
	}
	c.prose("Task", task.take("prompt"))
	output := task.first("result", "output")
	switch {
	case head == "":
	case output == "":
		reported(c, head)
		output = printed
	case strings.Contains(output, strings.TrimSpace(printed)):
		c.show(c.text)
	}
	if output != "" {
		recognised(c, "Output", output)
		c.acknowledged()
	}
	c.details(task.rest())
	c.out.skip("retrieval_status")
}

// report divides the text that the client writes of a task: elements, and the last, the output. head is "" for
// any other text.
func report(text string) (head, output string) {
	if !strings.HasPrefix(text, "<retrieval_status>") {
		return "", ""
	}
	head, rest, _ := strings.Cut(text, "<output>")
	if end := strings.LastIndex(rest, "</output>"); end >= 0 {
		output = strings.Trim(rest[:end], "\n")
	}
	return head, output
}

// reported shows the elements of a report before the output, of which nothing but its text is recorded.
func reported(c *call, head string) {
	var fields []param
	for _, m := range usageLine.FindAllStringSubmatch(head, 20) {
		if name, value := m[3], strings.TrimSpace(m[4]); name != "" && name != "status" && name != "task_id" && value != "success" {
			quoted, _ := jsontext.AppendQuote(nil, value)
			fields = append(fields, param{spaced(name), quoted})
		}
	}
	c.params("Task", fields)
	c.show(c.text)
}

// tag is the text between a pair of tags, "" for none.
func tag(s, name string) string {
	_, rest, ok := strings.Cut(s, "<"+name+">")
	if !ok {
		return ""
	}
	inner, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return ""
	}
	return strings.TrimSpace(inner)
}

func taskStop(c *call) {
	c.codeRow("agent", "Stop task", c.in.first("task_id", "shell_id"))
	tidyMessage(c)
}

// tidyMessage shows the message of a result that is JSON with a message in it,
// instead of the JSON.
func tidyMessage(c *call) {
	if !c.ok() && c.view.State != Failed || !isJSON(c.text) {
		return
	}
	o := asObject([]byte(strings.TrimSpace(c.text)))
	m := o.take("message")
	if m == "" {
		return
	}
	title := "Result"
	if !c.ok() {
		title, c.view.Why = "Error", prose.Excerpt(prose.Start(m, 4*complaintBytes), complaintBytes)
	}
	c.plain(title, m)
	o.skip("success")
	c.details(o.rest())
	c.show(c.text)
	c.out.skip("message", "success")
}

// sendMessage shows a message from one agent to another.
func sendMessage(c *call) {
	to := c.in.first("to", "recipient", "target_agent_id")
	if to == "*" {
		to = "all teammates"
	}
	c.row("agent", "Message to", to)
	c.in.skip("recipient")
	if kind := c.in.take("type"); kind != "" && kind != "message" {
		c.show(kind)
		c.chip(kind, "")
	}
	if s := c.in.take("summary"); s != "" {
		c.note(s)
	}
	message := c.in.take("message")
	if kind := asObject([]byte(message)).peek("type"); kind != "" {
		c.note(spaced(kind)) // by which agents coordinate
	}
	if isJSON(message) {
		c.data("Message", jsontext.Value(strings.TrimSpace(message)))
		c.show(message)
	} else {
		c.prose("Message", message)
	}
	if start, ok := strings.CutSuffix(c.in.peek("content"), "…"); ok && strings.HasPrefix(message, start) {
		c.in.skip("content") // the client adds the start of the message
	} else if content := c.in.take("content"); content != message {
		c.prose("Content", content)
	}
	c.out.skip("routing")
	tidyMessage(c)
}

func teamCreate(c *call) {
	c.row("agent", "Create team", c.in.first("team_name", "name"))
	if d := c.in.take("description"); d != "" {
		c.note(d)
	}
}

func teamDelete(c *call) {
	c.row("agent", "Delete team", c.in.first("team_name", "name"))
	tidyMessage(c)
}

// workflow shows the script that runs a number of agents.
func workflow(c *call) {
	script := c.in.take("script")
	name := c.in.first("name", "workflow")
	if name == "" {
		if m := workflowName.FindStringSubmatch(script); m != nil {
			name = m[1]
		}
	}
	c.row("agent", "Workflow", name)
	c.show(name)
	if c.out.flag("isAsync") || c.out.peek("status") == "async_launched" {
		c.chip("background", "")
		c.view.Launched = true
	}
	c.code("Script", highlight.Code{Text: script, Lang: "javascript"})
	c.out.skip("status")
}

var workflowName = lazy.MustCompile(`name:\s*['"]([^'"\n]{1,80})['"]`)
