package copilot

import (
	"strings"

	"steno/parser"
	"steno/parser/raw"
)

// repeats reports whether what a result says in detail is in the call already, which is nil where it is not known, or in
// the text of the result: the client shows people a file that was read as a diff without changes, and writes
// what was asked for above what came of it, behind words such as "SQL: ".
func repeats(c *parser.ToolCall, text, detailed string) bool {
	if _, hunk, found := strings.Cut(detailed, "\n@@ "); found && strings.HasPrefix(strings.TrimSpace(detailed), "diff --git ") {
		return unchanged(hunk)
	}
	asked := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(detailed), strings.TrimSpace(text)))
	if asked == "" {
		return true
	}
	if c == nil {
		return false
	}
	behind := asked
	if label, rest, found := strings.Cut(asked, ":"); found && len(label) < longestLabel && !strings.Contains(label, "\n") {
		behind = strings.TrimSpace(rest)
	}
	for _, m := range raw.ParseObject(c.Input) {
		if said := strings.TrimSpace(raw.String(m.Value)); said != "" && (said == asked || said == behind) {
			return true
		}
	}
	return false
}

// longestLabel is how long the words before what was asked for may be.
const longestLabel = 100

// unchanged reports whether the hunks of a diff, from within the head of the first one on, have no lines that were added or removed.
func unchanged(hunks string) bool {
	_, lines, _ := strings.Cut(hunks, "\n")
	for line := range strings.Lines(lines) {
		if line[0] == '+' || line[0] == '-' {
			return false
		}
	}
	return true
}
