package claude

import (
	"slices"
	"strings"

	"steno/parser"
)

// asks reports whether a slash command is a request: it has arguments and is not one that
// works on the client.
func asks(c *parser.Command) bool {
	return strings.TrimSpace(c.Args) != "" && !slices.Contains(settings, strings.TrimPrefix(c.Name, "/"))
}

// settings are commands that work on the client, "!" on its shell: their arguments ask
// for no work.
var settings = strings.Fields(`! add-dir agents allowed-tools btw bug clear color compact config context cost effort exit export
	fast feedback help hooks ide keybindings login logout mcp memory model mode output-style permissions plugin plugins
	privacy-settings quit release-notes rename resume rewind sandbox status statusline tag terminal-setup theme upgrade usage vim`)

// said opens a turn with what the user typed with the result of a call.
func (a *assembler) said(e *entry, c *parser.ToolCall) {
	text, sender := c.Said()
	if text == "" {
		return
	}
	a.turn = nil
	a.open()
	a.turn.Prompt = &parser.Message{
		Origin: e.at, Kind: parser.KindPrompt, Sender: sender, End: e.at.Time,
		Blocks: []parser.Block{&parser.Text{Origin: e.at, Text: text}},
	}
	a.printed = nil
}
