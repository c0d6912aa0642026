package secondlook

import (
	"bytes"
	"iter"
	"path"
	"strings"
)

// The lists of all sessions are as large as an archive has sessions, and to look at a text takes several times its memory. So they are
// looked at in pieces. These end where one session ends, or one text of it: no value goes on behind that.

// pieceBytes is about how large a piece is.
const pieceBytes = 1 << 20

// boundary returns what is between two texts of a file, nil if it is to be looked at as a whole. In a string of JSON, a quote has a
// backslash before it, and the lists in Markdown have a line for each session.
func boundary(name string) []byte {
	switch base := path.Base(name); {
	case name == "sessions.json", name == "llms.txt", name == "index.md":
		return []byte("\n")
	case strings.HasPrefix(base, "sessions.") && strings.HasSuffix(base, ".js"):
		return []byte(`},{"`)
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
