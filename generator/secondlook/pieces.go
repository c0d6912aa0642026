package secondlook

import (
	"bytes"
	"iter"
	"path"
	"strings"
)

// The lists of all sessions are as large as an archive has sessions, the Markdown of a session as
// large as it is, and to look at a text takes several times its memory. So they are looked at in
// pieces. These end where one session ends, or one text of it: no value goes on behind that. In
// Markdown of a session they end before the row of a call: of a value of several lines each is
// looked for, or it is shorter than two lines with such a row between them.

// pieceBytes is about how large a piece is.
const pieceBytes = 1 << 20

// boundary returns what is between two texts of a file, nil if it is to be looked at as a whole. In
// a string of JSON, a quote has a backslash before it, and the lists in Markdown have a line for
// each session.
func boundary(name string) []byte {
	switch base := path.Base(name); {
	case name == "sessions.json", name == "llms.txt", name == "index.md":
		return []byte("\n")
	case strings.HasPrefix(base, "sessions.") && strings.HasSuffix(base, ".js"):
		return []byte(`},{"`)
	case base == "index.md":
		return []byte("\n- **")
	}
	return nil
}

// pieces yields the pieces of a file with their offsets.
func pieces(name string, data []byte) iter.Seq2[int, []byte] {
	between := boundary(name)
	return func(yield func(int, []byte) bool) {
		for at := 0; ; {
			end := len(data)
			if between != nil && len(data)-at > pieceBytes {
				if i := bytes.Index(data[at+pieceBytes:], between); i >= 0 {
					end = at + pieceBytes + i + 1
				}
			}
			if !yield(at, data[at:end]) || end == len(data) {
				return
			}
			at = end
		}
	}
}
