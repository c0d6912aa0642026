package files

import (
	"bytes"
	"regexp"

	"steno/parser/source"
)

// What git prints when it pushes, fetches and lists remotes says which repository a directory is a
// clone of. Such outputs are short: only those are searched, so that scanning takes no longer.

// shortOutput is how long a message with a result may be to be searched.
const shortOutput = 4 << 10

var (
	// transfer is the first line of what git prints about a push or a fetch, in a JSON string.
	transfer = regexp.MustCompile(`(?:"|\\n)(?:To|From) ([^\s"\\]+)\\n`)
	// listed is a line of git remote -v.
	listed = regexp.MustCompile(`\\t([^\s"\\]+) \((?:fetch|push)\)`)
)

// remotes notes the repositories that git named in a message.
func (s *scanner) remotes(message []byte) {
	if len(message) > shortOutput {
		return
	}
	lines := listed
	if bytes.Contains(message, []byte("->")) || bytes.Contains(message, []byte(`-\u003e`)) {
		lines = transfer
	} else if !bytes.Contains(message, []byte("(push)")) {
		return
	}
	for _, m := range lines.FindAllSubmatch(message, maxDistinct) {
		s.Remotes = source.AddRepository(s.Remotes, source.RepositoryAt(string(m[1])))
	}
}
