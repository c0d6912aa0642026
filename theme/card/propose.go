package card

import "strings"

// What agents propose to the user: goals, skills, feedback, and things to set up.

func proposeGoal(c *call) {
	condition := c.in.take("condition")
	c.row("plan", "Propose goal", title(condition))
	c.prose("Goal", condition)
	if c.in.peek("ask_user") == "false" {
		c.chip("set without asking", "")
	}
	c.in.skip("ask_user")
	c.out.skip("condition", "askUser")
	c.acknowledged()
}

// proposeSkills shows each proposed skill with its instructions.
func proposeSkills(c *call) {
	list := c.in.list("proposals")
	var names []string
	for _, v := range list {
		p := asObject(v)
		name := p.take("name")
		names = append(names, name)
		head := name
		if kind := p.take("kind"); kind != "" {
			head += " (" + kind + ")"
		}
		c.show(name)
		c.prose(head, p.take("description"))
		for _, key := range []string{"rationale", "reason", "evidence"} {
			c.prose(head+": "+key, p.take(key))
		}
		if body := p.first("content", "instructions", "body", "skill_md"); body != "" {
			c.prose(head+": instructions", body)
			c.fold()
		}
		c.params(head+": more", p.rest())
	}
	c.row("plan", "Propose skills", strings.Join(names, ", "))
	c.out.skip("proposalCount")
	c.acknowledged()
}

func sendFeedback(c *call) {
	c.row("agent", "Send feedback", c.in.take("title"))
	kind := c.in.take("type")
	c.show(kind)
	c.chip(spaced(kind), "")
	c.prose("Details", c.in.take("details"))
	tidyMessage(c)
	c.acknowledged()
}

func offerChrome(c *call) {
	c.row("web", "Offer to set up Chrome", c.in.take("reason"))
	outcomeChip(c, "outcome")
}

func rolePicker(c *call) {
	c.row("ask", "Ask for the user's role", "")
	outcomeChip(c, "role")
	if c.out.flag("dismissed") {
		c.chip("dismissed", "")
	}
}

// outcomeChip puts a word of the result on the row.
func outcomeChip(c *call, key string) {
	if word := c.out.take(key); word != "" {
		c.show(word)
		c.chip(spaced(word), "")
	}
	onlyCopy(c, true)
}

// design shows an operation of Claude Design, whose arguments are the server's affair.
func design(c *call) {
	c.row("tool", "Claude Design", spaced(c.in.take("operation")))
	c.out.skip("operation")
	if c.out.flag("isError") {
		c.chip("failed", "error")
	}
}

// projects shows what was read from or written to a project on claude.ai.
func projects(c *call) {
	c.row("read", "Claude project", c.in.first("path", "query", "local_path"))
	c.note(spaced(c.in.take("method")))
	c.out.skip("method", "path")
	if content := c.in.take("content"); content != "" {
		recognised(c, "Content", content)
	}
	if content := c.out.take("content"); content != "" {
		recognised(c, "Content", content)
	}
	for _, v := range c.out.list("hits") {
		hit := asObject(v)
		c.prose(hit.take("name"), hit.take("text"))
		hit.skip("doc_uuid")
		c.details(hit.rest())
	}
	onlyCopy(c, true)
}

// remoteTrigger shows work with triggers that start sessions elsewhere.
func remoteTrigger(c *call) {
	c.row("event", "Remote trigger: "+spaced(c.in.take("action")), c.in.first("trigger_id", "session_id"))
	if code := c.out.int("status"); code > 0 {
		kind := ""
		if code >= 400 {
			kind = "error"
		}
		c.chip(count(code), kind)
		c.show(count(code))
	}
	c.plain("Summary", c.out.take("summary"))
	if body := c.out.take("json"); body != "" {
		recognised(c, "Answer", body)
		onlyCopy(c, true)
	}
}
