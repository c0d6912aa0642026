package opencode

import (
	"bytes"
	"strings"
)

// database begins a file of SQLite, see "Database Header" in its documentation.
const database = "SQLite format 3"

// unread says why the database is not read in which newer clients keep sessions, "" for another file.
func unread(name string, head func() []byte) string {
	if !strings.HasPrefix(name, "opencode") || !bytes.HasPrefix(head(), []byte(database)) {
		return ""
	}
	return `a database of OpenCode's, which is not read; "opencode export ID" writes a session of it into a file that is, ` +
		`and "opencode session list" lists the IDs`
}
