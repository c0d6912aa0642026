package secondlook

import (
	"bytes"
	"strings"
	"testing"
)

// Pieces are all of a file, end where a text ends, and are not much larger than they should be.
func TestPieces(t *testing.T) {
	t.Parallel()
	row := `{"title":"a \"},{\" in a title","cells":[{"text":"b"},{"text":"c"}]}`
	for name, file := range map[string]string{
		"sessions.json": "[\n" + strings.Repeat(row+",\n", 60_000) + row + "\n]\n", "sessions/sessions.0123.js": "stenoRows([" + strings.Repeat(row+",", 60_000) + row + "])",
		"llms.txt": strings.Repeat("- [a](b)\n", 400_000), "index.md": "short", "other.json": strings.Repeat(row+",\n", 60_000), "sessions.js": "",
		"sessions/a/index.md": strings.Repeat("## Prompt 1\n\nfix it\n\n- **Bash** `ls`\n- **Read** `a`\n", 40_000),
	} {
		var all []byte
		count := 0
		for at, piece := range pieces(name, []byte(file)) {
			if at != len(all) {
				t.Fatalf("%s: a piece begins at %d, want %d", name, at, len(all))
			}
			all = append(all, piece...)
			count++
			if boundary(name) != nil && len(piece) > pieceBytes+1000 {
				t.Errorf("%s: a piece has %d bytes", name, len(piece))
			}
			if rest := file[len(all):]; rest != "" && !bytes.HasSuffix(piece, []byte("\n")) && !(bytes.HasSuffix(piece, []byte("}")) && strings.HasPrefix(rest, `,{"`)) {
				t.Errorf("%s: a piece ends before %.20q", name, rest)
			}
		}
		if string(all) != file {
			t.Errorf("%s: the pieces are not the file", name)
		}
		if want := 1 + len(file)/(pieceBytes+1000); boundary(name) != nil && count < want || boundary(name) == nil && count != 1 {
			t.Errorf("%s: %d pieces", name, count)
		}
	}
}
