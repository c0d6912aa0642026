package card

import (
	"regexp"
	"strings"

	"steno/theme/highlight"
)

// agent shows the task given to a subagent and its answer. The link to the
// agent's own page is the page's to add.
func agent(c *call) {
	c.row("agent", "Agent", c.in.first("description", "name", "subagent_type"))
	kind := c.in.take("subagent_type")
	if kind != "" && kind != c.view.Object {
		c.note(kind)
	}
	if c.in.flag("run_in_background") || c.out.flag("isAsync") {
		c.chip("background", "")
	}
	if model := c.in.take("model"); model != "" {
		c.show(model)
		c.chip(model, "")
	}
	if n := c.out.int("totalToolUseCount"); n > 0 {
		c.chip(plural(n, "call"), "")
	}
	if n := c.out.int("totalTokens"); n > 0 {
		c.chip(short(n)+" tokens", "")
	}
	c.prose("Task", c.in.take("prompt"))
	c.out.skip("prompt", "description", "status", "totalDurationMs", "usage", "agentId", "agentType", "toolStats", "isAsync")
	if c.ok() {
		c.answer()
	}
	if c.repeats(c.out.value("content")) {
		c.out.skip("content")
	}
}

var agentTail = regexp.MustCompile(`(?s)\n?(agentId: [0-9A-Za-z_-]+ .*)$`)

// answer shows an agent's answer, with the client's notes behind it set apart.
func (c *call) answer() {
	if c.out.peek("isAsync") == "true" {
		c.output("Result", c.text)
		return
	}
	text, tail := c.text, ""
	if i := agentTail.FindStringSubmatchIndex(text); i != nil {
		text, tail = text[:i[2]], text[i[2]:]
	}
	c.prose("Answer", strings.TrimRight(text, "\n"))
	c.plain("Note to the model", tail)
	if tail != "" {
		c.fold()
	}
	c.show(c.text)
}

// short writes a large number briefly: 12.3k, 1.2M.
func short(n int) string {
	switch {
	case n < 1000:
		return count(n)
	case n < 100_000:
		return trimZero(float64(n)/1e3) + "k"
	case n < 1_000_000:
		return count(n/1000) + "k"
	}
	return trimZero(float64(n)/1e6) + "M"
}

// agentOutput shows how far a background agent or command has come.
func agentOutput(c *call) {
	id := c.in.first("task_id", "agentId", "agent_id")
	c.codeRow("agent", "Check on", id)
	if c.in.flag("block") {
		c.note("waiting for it")
	}
	if ms := c.in.int("timeout"); ms > 0 {
		c.chip("timeout "+milliseconds(ms), "")
	}
	if ms := c.in.int("wait_up_to"); ms > 0 {
		c.chip("up to "+count(ms)+" s", "")
	}
	c.in.skip("block")
	task := c.out.object("task")
	status := task.take("status")
	if status == "" {
		status = tag(c.text, "status")
	}
	c.chip(status, "")
	task.skip("task_id", "task_type")
	if d := task.take("description"); d != "" {
		c.plain("Description", d)
	}
	c.prose("Task", task.take("prompt"))
	output := task.first("result", "output")
	if output != "" {
		c.recognised("Output", output)
		c.acknowledged()
	}
	c.details(task.rest())
	c.out.skip("retrieval_status")
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
	c.tidyMessage()
}

// tidyMessage shows the message of a result that is JSON with a message in it,
// instead of the JSON.
func (c *call) tidyMessage() {
	if !c.ok() || !isJSON(c.text) {
		return
	}
	o := asObject([]byte(strings.TrimSpace(c.text)))
	m := o.take("message")
	if m == "" {
		return
	}
	c.plain("Result", m)
	o.skip("success")
	c.details(o.rest())
	c.show(c.text)
	c.out.skip("message", "success")
}

// sendMessage shows a message from one agent to another.
func sendMessage(c *call) {
	to := c.in.first("to", "recipient", "target_agent_id")
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
	if isJSON(message) {
		c.code("Message", highlight.Code{Text: pretty([]byte(message)), Lang: "json"})
		c.show(message)
	} else {
		c.prose("Message", message)
	}
	if content := c.in.take("content"); content != message {
		c.prose("Content", content)
	}
	c.out.skip("routing")
	c.tidyMessage()
}

func teamCreate(c *call) {
	c.row("agent", "Create team", c.in.first("team_name", "name"))
	if d := c.in.take("description"); d != "" {
		c.note(d)
	}
}

func teamDelete(c *call) {
	c.row("agent", "Delete team", c.in.first("team_name", "name"))
	c.tidyMessage()
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
	if c.out.flag("isAsync") {
		c.chip("background", "")
	}
	c.code("Script", highlight.Code{Text: script, Lang: "javascript"})
	c.out.skip("status")
}

var workflowName = regexp.MustCompile(`name:\s*['"]([^'"\n]{1,80})['"]`)
