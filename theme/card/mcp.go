package card

import (
	"strings"

	"steno/theme/words"
)

// mcp shows a call of a server of the Model Context Protocol, whose tools are
// named mcp__server__tool.
func mcp(c *call) {
	server, tool, ok := strings.Cut(strings.TrimPrefix(c.Name, "mcp__"), "__")
	if !ok {
		server, tool = "", server
	}
	c.row("plug", label(spaced(tool), 60), telling(c.in))
	c.view.Tool = c.view.Verb
	if server != "" {
		c.note(spaced(strings.TrimPrefix(server, "claude_ai_")))
	}
	showContent(c)
}

// spaced reads a name: create_issue, "create issue".
func spaced(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' }), " ")
}

// showContent shows the kinds of content that only the structured result contains:
// resources and links to them.
func showContent(c *call) {
	if c.Result == nil || c.Result.Structured.Kind() != '[' {
		return
	}
	for _, v := range asList(c.Result.Structured) {
		o := asObject(v)
		switch o.peek("type") {
		case "resource_link":
			linkAddress(c, o.take("uri"))
			c.plain("Resource", strings.TrimSpace(o.take("name")+"\n"+o.take("description")))
		case "resource":
			r := o.object("resource")
			linkAddress(c, r.take("uri"))
			recognised(c, "Resource", r.take("text"))
		}
	}
}

func listResources(c *call) {
	c.row("plug", "List resources", c.in.peek("server"))
}

func readResource(c *call) { resourceAt(c, "Read resource") }

func resourceAt(c *call, title string) {
	c.row("plug", title, c.in.take("uri"))
	linkAddress(c, c.view.Object)
	if s := c.in.take("server"); s != "" {
		c.show(s)
		c.note(s)
	}
}

// readResourceDir lists what a directory of a server contains.
func readResourceDir(c *call) {
	resourceAt(c, "List resources")
	if e := c.out.take("error"); e != "" {
		c.plain("Error", e)
	}
	if list := c.out.value("resources"); list.Kind() == '[' {
		c.data("Resources", list)
		c.out.skip("resources")
		c.chip(words.Plural(len(asList(list)), "resource"), "")
		onlyCopy(c, true)
	}
}

// refreshTools shows what came and went when tools of servers were asked for again.
func refreshTools(c *call) {
	c.row("plug", "Refresh tools", c.in.take("server"))
	if c.Result != nil && c.Result.Structured.Kind() == '[' {
		for _, v := range asList(c.Result.Structured) {
			s := asObject(v)
			name, status := s.take("server"), s.take("status")
			kind := ""
			if status == "error" {
				kind = "error"
			}
			c.chip(strings.TrimSpace(name+" "+spaced(status)), kind)
			c.show(name, status)
		}
		c.data("Servers", c.Result.Structured)
		c.show(asText(c.Result.Structured))
		onlyCopy(c, true)
	}
}
