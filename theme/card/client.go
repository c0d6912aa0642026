package card

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/theme/highlight"
	"steno/theme/words"
)

// skill shows which skill was loaded; its text is among the call's extras.
func skill(c *call) {
	c.row("tool", "Skill", c.in.first("skill", "command", "name"))
	if args := c.in.take("args"); args != "" {
		c.note(args)
	}
	c.out.skip("success", "commandName")
	c.acknowledged()
}

func slashCommand(c *call) {
	command := c.in.take("command")
	c.codeRow("terminal", "Command", command)
	c.out.skip("success", "commandName")
}

// toolSearch shows which tools were looked for and found.
func toolSearch(c *call) {
	query := c.in.take("query")
	c.codeRow("find", "Look for tools", query)
	c.in.skip("max_results")
	var names []string
	for _, v := range c.out.list("matches") {
		names = append(names, asText(v))
	}
	if c.Result != nil {
		names = append(names, referencesOf(c)...)
	}
	names = unique(names)
	if len(names) > 0 {
		c.chip(words.Plural(len(names), "tool"), "")
		c.plain("Found", strings.Join(names, "\n"))
	} else if c.ok() {
		c.chip("nothing found", "")
	}
	c.out.skip("query", "total_deferred_tools")
}

// referencesOf are the tools that a result's blocks name. The blocks are removed
// of what is left to show.
func referencesOf(c *call) []string {
	var names []string
	takeBlocks(c, func(b parser.Block) bool {
		u, ok := b.(*parser.Unknown)
		if !ok || u.Type != "tool_reference" {
			return false
		}
		names = append(names, asObject(u.Raw).take("tool_name"))
		return true
	})
	return names
}

// takeBlocks takes the blocks for which take returns true out of what is left to show.
func takeBlocks(c *call, take func(parser.Block) bool) {
	var rest []parser.Block
	for _, b := range c.Result.Content {
		if !take(b) {
			rest = append(rest, b)
		}
	}
	result := *c.Result
	result.Content = rest
	call := *c.ToolCall
	call.Result = &result
	c.ToolCall = &call
}

func unique(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// cronCreate shows a prompt that will be sent again and again.
func cronCreate(c *call) {
	when := c.in.first("cron", "schedule")
	c.codeRow("event", "Schedule", when)
	if c.in.flag("recurring") {
		c.chip("recurring", "")
	}
	c.prose("Prompt", c.in.take("prompt"))
}

func cronDelete(c *call) {
	c.codeRow("event", "Cancel schedule", c.in.take("id"))
}

func cronList(c *call) { c.row("event", "List schedules", "") }

// wakeup shows when the agent wants to be woken, and why.
func wakeup(c *call) {
	reason := c.in.take("reason")
	if c.in.flag("stop") {
		c.row("event", "Cancel wake-up", reason)
		return
	}
	c.row("event", "Wake up in "+milliseconds(1000*c.in.int("delaySeconds")), reason)
	c.prose("Prompt", c.in.take("prompt"))
}

func enterWorktree(c *call) {
	c.codeRow("fork", "Enter worktree", c.in.first("name", "path"))
}

func exitWorktree(c *call) {
	c.codeRow("fork", "Leave worktree", c.in.first("action", "name"))
}

// structuredOutput shows the object that an agent was asked to answer with.
func structuredOutput(c *call) {
	c.row("plan", "Answer", "")
	var names []string
	for _, p := range c.in.rest() {
		names = append(names, p.name)
	}
	c.view.Object = label(strings.Join(names, ", "), 160)
}

// generic shows a call of a tool without a special card: its first short
// parameter is in the row, and everything in the body.
func generic(c *call) {
	c.row("tool", label(c.Name, 60), cmp.Or(telling(c.in), c.Action.About))
}

// telling finds the parameter that shows best what a call is about.
func telling(in *object) string {
	for _, k := range []string{"description", "title", "name", "query", "path", "file_path", "url", "command", "prompt", "id"} {
		if v := in.value(k); v.Kind() == '"' && asText(v) != "" {
			return asText(v)
		}
	}
	for _, m := range in.members {
		if v := m.value; v.Kind() == '"' || v.Kind() == '0' {
			return asText(v)
		}
	}
	return ""
}

// repl shows code that the agent ran in its own interpreter.
func repl(c *call) {
	text := c.in.first("code", "script", "command", "input")
	c.row("terminal", "Run code", title(text))
	c.code("Code", highlight.Code{Text: text, Lang: "javascript"})
	if d := c.in.take("description"); d != "" {
		c.note(d)
	}
}

// pause shows how long the agent waits.
func pause(c *call) {
	wait := 0
	for _, unit := range []struct {
		name string
		ms   int
	}{{"duration_ms", 1}, {"ms", 1}, {"duration", 1000}, {"seconds", 1000}, {"duration_seconds", 1000}} {
		if n := c.in.int(unit.name); n > 0 {
			wait = n * unit.ms
		}
	}
	c.row("event", "Sleep", milliseconds(wait))
	if reason := c.in.take("reason"); reason != "" {
		c.note(reason)
	}
	c.acknowledged()
}
