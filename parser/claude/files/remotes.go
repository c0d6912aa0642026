package files

import (
	"bytes"
	"strings"

	"steno/parser/lazy"
	"steno/parser/source"
)

// What git prints when it pushes, fetches and lists remotes says which repository a directory is a
// clone of. Such outputs are short: only those are searched, so that scanning takes no longer.

// shortOutput is how long a message with a result may be to be searched.
const shortOutput = 4 << 10

var (
	// transfer is the first line of what git prints about a push or a fetch, in a JSON string.
	transfer = lazy.MustCompile(`(?:"|\\n)(?:To|From) ([^\s"\\]+)\\n`)
	// listed is a line of git remote -v.
	listed = lazy.MustCompile(`\\t([^\s"\\]+) \((?:fetch|push)\)`)
	// address and named are the repository in what the client says of the work tree, by its address and by
	// its name alone.
	address = lazy.MustCompile(`"(?:repository|repo|remote|remote_?[uU]rl|origin)"\s*:\s*"([^"\\]{3,200})"`)
	named   = lazy.MustCompile(`"(?:repository|repo)"\s*:\s*"(\w[\w.-]*/[\w./-]+)"`)
)

// remotes notes the repositories that git named in a message.
func (s *scanner) remotes(message []byte) {
	if len(message) > shortOutput {
		return
	}
	lines := listed
	if bytes.Contains(message, []byte("->")) || bytes.Contains(message, []byte(`-\u003e`)) {
		if !bytes.Contains(message, []byte("To ")) && !bytes.Contains(message, []byte("From ")) {
			return // an arrow of something else; the expression is slow
		}
		lines = transfer
	} else if !bytes.Contains(message, []byte("(push)")) {
		return
	}
	for _, m := range lines.FindAllSubmatch(message, maxDistinct) {
		s.Remotes = source.AddRepository(s.Remotes, source.RepositoryAt(string(m[1])))
	}
}

// gitState notes the repository that the client says it works in.
func (s *scanner) gitState(context []byte) {
	at := bytes.Index(context, []byte(`"git_state"`))
	if at < 0 || len(context) > shortOutput {
		return
	}
	state := context[at:]
	if m := address.FindSubmatch(state); m != nil {
		s.Remotes = source.AddRepository(s.Remotes, source.RepositoryAt(string(m[1])))
	}
	if m := named.FindSubmatch(state); m != nil {
		s.Remotes = source.AddRepository(s.Remotes, strings.ToLower(string(m[1])))
	}
}
