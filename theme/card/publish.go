package card

import (
	"strings"

	"steno/theme/highlight"
	"steno/theme/markup"
	"steno/theme/media"
	"steno/theme/words"
)

// What agents publish for people, and what they send them.

// artifact shows a page that the agent published, read or watches.
func artifact(c *call) {
	action := c.in.take("action")
	if action != "" && action != "publish" {
		c.row("web", "Artifact: "+spaced(action), c.in.first("title", "url", "file_path", "asset_id"))
		linkAddress(c, c.in.first("url"))
		showArtifact(c)
		return
	}
	file := c.in.first("file_path", "path")
	name := c.in.first("title", "name", "id")
	if name == "" {
		name = c.out.take("title")
	}
	if name == "" {
		name = base(file)
	}
	c.row("web", "Publish", name)
	linkAddress(c, c.out.take("url"))
	if v := c.out.take("version"); v != "" {
		c.show(v)
		c.chip("version "+v, "")
	}
	c.plain("Description", c.in.take("description"))
	if file != "" {
		c.pathLine(file)
	}
	content := c.in.take("content")
	if isMarkdown(content) {
		c.prose("", content)
	} else {
		c.code("", highlight.Code{Text: content, File: file, Lang: c.in.peek("language")})
	}
	c.out.skip("path", "title", "artifact_id")
	c.acknowledged()
}

// showArtifact shows the result of an action other than publishing.
func showArtifact(c *call) {
	if !c.ok() {
		return
	}
	if read := c.out.object("read"); len(read.members) > 0 {
		showFetched(c, read)
		c.prose("Answer", read.take("result"))
		c.details(read.rest())
	}
	if list := c.out.list("artifacts"); len(list) > 0 {
		var w markup.Writer
		for _, v := range list {
			showHit(&w, asObject(v))
		}
		showLinks(c, "Artifacts", &w, len(list), "artifact")
	}
}

// showFetched puts the status of an HTTP response on the row.
func showFetched(c *call, o *object) {
	if code := o.int("code"); code > 0 {
		words := o.take("codeText")
		kind := ""
		if code >= 400 {
			kind = "error"
		}
		c.chip(strings.TrimSpace(count(code)+" "+words), kind)
		c.show(count(code), words)
	}
	if n := o.int("bytes"); n > 0 {
		c.chip(media.Size(n), "")
	}
	o.skip("durationMs")
}

// showLinks adds a list of links, and their number on the row.
func showLinks(c *call, title string, w *markup.Writer, n int, noun string) {
	var list markup.Writer
	list.Open("ul", markup.Class("card-links"))
	list.HTML(w.Result())
	list.Close("ul")
	c.add(title, list.Result())
	c.chip(words.Plural(n, noun), "")
}

// sendUserFile shows files that were handed to the user.
func sendUserFile(c *call) {
	files := c.in.list("files")
	for _, key := range []string{"file_paths", "paths"} {
		files = append(files, c.in.list(key)...)
	}
	var names []string
	for _, v := range files {
		if o := asObject(v); len(o.members) > 0 {
			names = append(names, o.first("path", "file_path", "name"))
		} else {
			names = append(names, asText(v))
		}
	}
	if one := c.in.first("file_path", "path"); one != "" {
		names = append(names, one)
	}
	object := ""
	if len(names) > 0 {
		object = base(names[0])
	}
	c.row("write", "Send file", object)
	if len(names) > 1 {
		c.note("and " + words.Plural(len(names)-1, "more file"))
	}
	for _, n := range names {
		c.pathLine(n)
	}
	c.prose("Message", c.in.first("message", "caption", "description"))
	c.acknowledged()
}

// sendUserMessage shows words for the user, who may be elsewhere.
func sendUserMessage(c *call) {
	text := c.in.first("message", "content", "text")
	c.row("agent", "Message to the user", title(text))
	c.prose("Message", text)
	if status := c.in.take("status"); status != "" {
		c.show(status)
		c.chip(status, "")
	}
	c.acknowledged()
}

// pushNotification shows a note to the user's devices, and whether it was sent.
func pushNotification(c *call) {
	text := c.in.take("message")
	c.row("event", "Notify the user", text)
	c.in.skip("status")
	c.out.skip("message")
	switch {
	case c.out.flag("pushSent"):
		c.chip("sent", "")
	case c.out.has("disabledReason"):
		reason := c.out.take("disabledReason")
		c.show(reason)
		c.chip("not sent: "+spaced(reason), "")
	}
	c.out.skip("pushSent", "localSent")
	tidyMessage(c)
	c.acknowledged()
}

// handback shows what a subagent hands back to the agent that started it.
func handback(c *call) {
	text := c.in.first("result", "message", "summary", "content")
	c.row("agent", "Hand back", title(text))
	c.prose("Report", text)
	tidyMessage(c)
	c.acknowledged()
}

// readNotifications shows what was waiting for the session.
func readNotifications(c *call) {
	number := ""
	known := c.out.has("notifications")
	list := c.out.list("notifications")
	if known {
		number = words.Plural(len(list), "notification")
	}
	c.row("event", "Read notifications", number)
	for _, v := range list {
		n := asObject(v)
		origin := spaced(n.take("origin"))
		recognised(c, strings.TrimSpace(origin+" "+n.take("queued_at")), n.take("content"))
		c.details(n.rest())
	}
	if left := c.out.int("remaining"); left > 0 {
		c.chip(count(left)+" more", "")
	}
	c.out.skip("read_at")
	onlyCopy(c, len(list) > 0)
}

// onlyCopy leaves out a result's text that is the JSON of what the card shows.
func onlyCopy(c *call, shown bool) {
	if shown && isJSON(c.text) {
		c.show(c.text)
	}
	c.acknowledged()
}
