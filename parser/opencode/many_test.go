package opencode

import (
	"strconv"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/raw"
)

// Replies of very many changes, and changes of very many lines, take no time that grows faster than they do.
func TestManyElements(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var blocks []parser.Block
	var text, diff, files strings.Builder
	diff.WriteString("@@ -1 +1 @@\n")
	for i := range n {
		name := strconv.Itoa(i)
		blocks = append(blocks, &parser.ToolCall{Action: parser.Action{Kind: parser.ActionEdit, File: "/a/" + name}})
		files.WriteString(`,{"type":"patch","files":["/A/` + name + `"]}`)
		text.WriteString("\ta" + name + "\n")
		diff.WriteString("-b" + name + "\n")
	}
	spelled(blocks, raw.ParseArray([]byte("[{}"+files.String()+"]")))
	if c := blocks[n-1].(*parser.ToolCall); c.Action.File != "/A/"+strconv.Itoa(n-1) {
		t.Errorf("the last file is %s", c.Action.File)
	}
	lines := given{}
	for line := range strings.Lines(text.String()) {
		lines.add(strings.TrimRight(line, "\n"))
	}
	if got := indented(diff.String(), lines); got != diff.String() {
		t.Error("lines of another text were indented")
	}
	if got := indented("@@ -1 +1 @@\n-a7\n+b\n", lines); got != "@@ -1 +1 @@\n-\ta7\n+\tb\n" {
		t.Errorf("indented: %q", got)
	}
}

// TestUnread: the error about the client's database says how to get sessions out of it.
func TestUnread(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"opencode.db": true, "opencode-dev.db": true, "other.db": false} {
		if said := unread(name, func() []byte { return []byte(database + "\x10") }); strings.Contains(said, "opencode export") != want {
			t.Errorf("%s: %q", name, said)
		}
	}
	if said := unread("opencode.db", func() []byte { return []byte("{}") }); said != "" {
		t.Errorf("a file that is no database: %q", said)
	}
	unread("holiday.jpg", func() []byte { t.Error("a file that is not OpenCode's was read"); return nil })
}
