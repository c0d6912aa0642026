package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"unicode"

	"steno/parser/lazy"
	"steno/parser/source"
)

// A chat does not record the working directory, but a hash of it. A file beside the chats of a project names it. Where that
// is missing, it is found among the paths that the chat names, and the folders above them.

// rootName is the file in the folder of a project that names its directory, which the client writes beside the chats
// (packages/core/src/config/projectRegistry.ts of Gemini CLI, August 2026).
const rootName = ".project_root"

// absolute matches the beginning of an absolute path, of Windows, too.
var absolute = lazy.MustCompile(`^(?:[A-Za-z]:[/\\]|/|\\\\)`)

// root reads that file.
func root(r io.Reader) []source.Indexed {
	text, err := io.ReadAll(io.LimitReader(r, longest+1))
	dir := strings.TrimSpace(string(text))
	if err != nil || len(text) > longest || strings.ContainsFunc(dir, unicode.IsControl) || !absolute.MatchString(dir) {
		return nil
	}
	return []source.Indexed{{Dir: dir}}
}

// maxPaths is how many paths of a chat are tried.
const maxPaths = 5000

// longest is how long paths may be, as systems have it: of longer ones the folders above them are tried.
const longest = 4096

// directory searches the working directory of one chat.
type directory struct {
	hash  string
	tried map[string]bool
}

// paths matches absolute paths in JSON, of Windows, too.
var paths = lazy.MustCompile(`(?:[A-Za-z]:\\\\|/)[^\s"'` + "`" + `<>|*?:,;(){}\[\]]+`)

// find returns the directory if a record names it, "" otherwise or when it was found before.
func (d *directory) find(record []byte) string {
	if !hash.MatchString(d.hash) || len(d.tried) >= maxPaths {
		return ""
	}
	if d.tried == nil {
		d.tried = map[string]bool{}
	}
	for _, m := range paths.FindAll(record, -1) {
		name := strings.ReplaceAll(string(m[:min(len(m), 2*longest)]), `\\`, `\`)
		if len(name) > longest {
			name = name[:strings.LastIndexAny(name[:longest], `/\`)]
		}
		for name != "" && !d.tried[name] && len(d.tried) < maxPaths {
			d.tried[name] = true
			if hashOf(name) == d.hash {
				d.hash = ""
				return name
			}
			name = name[:max(strings.LastIndexAny(name, `/\`), 0)]
		}
	}
	return ""
}

func hashOf(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}

// folderOf returns what the folder of a project is called here, which the client names after the hash.
func folderOf(dir string) string { return prefix + hashOf(dir)[:8] }
