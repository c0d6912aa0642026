package card

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/lazy"
)

// The to-do tool that came after TodoWrite, one call for each change.

var taskNumber = lazy.MustCompile(`#(\d+)`)

func taskCreate(c *call) {
	subject := c.in.take("subject")
	c.row("list-check", "Add task", subject)
	task := c.out.object("task")
	id := task.take("id")
	if m := taskNumber.FindStringSubmatch(c.text); id == "" && m != nil {
		id = m[1]
	}
	task.skip("subject")
	if id != "" {
		c.chip("#"+id, "")
	}
	c.show(id)
	c.prose("Description", c.in.take("description"))
	c.plain("While it runs", c.in.take("activeForm"))
	c.details(task.rest())
	c.acknowledged()
}

func taskUpdate(c *call) {
	id := c.in.first("taskId", "task_id", "id")
	c.row("list-check", "Update task", cmp.Or(c.Action.About, "#"+id))
	c.show(id)
	if c.Action.About != "" {
		c.chip("#"+id, "")
		c.show(c.Action.About)
	}
	switch s := c.in.peek("status"); s {
	case "completed":
		c.view.Verb = "Complete task"
	case "in_progress":
		c.view.Verb = "Start task"
	case "deleted":
		c.view.Verb = "Delete task"
	}
	change := c.out.object("statusChange")
	if from, to := change.take("from"), change.take("to"); to != "" {
		c.note(from + " → " + to)
	} else if s := c.in.peek("status"); s != "" {
		c.note(s)
	}
	if c.in.has("status") {
		c.show(c.in.take("status"))
	}
	if owner := c.in.take("owner"); owner != "" {
		c.show(owner)
		c.chip("for "+owner, "")
	}
	c.plain("Subject", c.in.take("subject"))
	c.prose("Description", c.in.take("description"))
	c.out.skip("success", "taskId", "updatedFields", "verificationNudgeNeeded")
	c.acknowledged()
}

func taskList(c *call) {
	showTasks(c, "List tasks", c.out.list("tasks"))
}

func taskGet(c *call) {
	id := c.in.first("taskId", "task_id", "id")
	c.show(id)
	task := c.out.object("task")
	c.row("list-check", "Look up task", cmp.Or(c.Action.About, "#"+id))
	if subject := task.take("subject"); subject != "" {
		c.note(subject)
	}
	c.chip(task.take("status"), "")
	c.details(task.rest())
}

func showTasks(c *call, verb string, list []jsontext.Value) {
	entries := todos(list)
	if len(entries) == 0 {
		entries = parseTasks(c.text)
	}
	c.row("list-check", verb, "")
	if len(entries) == 0 {
		return
	}
	c.view.Object = label(progressOf(entries), 160)
	showChecklist(c, "", entries, entries)
	if len(parseTasks(c.text)) > 0 {
		c.acknowledged()
	}
}

var taskLine = lazy.MustCompile(`^#(\S+) \[(\w+)\] (.*)$`)

// parseTasks reads the lines "#1 [completed] Subject (owner)".
func parseTasks(text string) []todo {
	var out []todo
	for line := range strings.Lines(text) {
		m := taskLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			return nil
		}
		out = append(out, todo{id: m[1], status: m[2], text: m[3]})
	}
	return out
}
