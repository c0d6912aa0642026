package files

import (
	"bytes"
	"path"
	"strings"
)

// works is what Steno reads in place of what it does not.
const works = "Steno reads transcripts (.jsonl), the output of claude -p --output-format stream-json and execution files of claude-code-action"

// databases are the endings of files in which other clients, such as Cursor, keep chats.
var databases = map[string]bool{".db": true, ".sqlite": true, ".sqlite3": true, ".vscdb": true}

// Unread says what a file is that Steno does not read, and what would work.
func Unread(name string, head func() []byte) string {
	begin, ext := head(), strings.ToLower(path.Ext(name))
	switch {
	case databases[ext] || bytes.HasPrefix(begin, []byte("SQLite format 3")):
		return "a database, as Cursor and others keep chats in, cannot be read; " + works
	case bytes.Contains(begin, []byte(`"chat_messages"`)):
		return "an export of claude.ai cannot be read; " + works
	case ext == ".json":
		return "JSON that is neither the output of a run nor an execution file; " + works
	}
	return ""
}
