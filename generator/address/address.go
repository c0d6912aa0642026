package address

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"steno/generator/output"
	"steno/parser"
)

// Element returns an id as one element of a path and of a URL, valid on every system. Every
// path that is made from an id or a name consists of elements. Ids of the usual kinds stay as
// they are; anything else (an id is only text from a file) keeps its plain characters and
// gets a hash, so that two ids never meet.
func Element(id string) string {
	var b strings.Builder
	plain := id != "" && len(id) <= 80 && id[0] != '.' && id[0] != '_' && id[0] != '-' && !strings.HasSuffix(id, ".")
	for _, r := range id {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r == '-', r == '_', r == '.':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			// Two ids may differ in case alone, which some file systems do not distinguish.
			plain = false
			b.WriteRune(r + 'a' - 'A')
		default:
			plain = false
		}
	}
	if plain && !reserved(id) {
		return id
	}
	name := strings.Trim(b.String(), "-_.")
	if len(name) > 40 {
		name = name[:40]
	}
	if output.Device(name) { // "aux.x-1234" is one, "aux-x-1234" is not
		name = strings.Replace(name, ".", "-", 1)
	}
	sum := sha256.Sum256([]byte(id))
	return strings.TrimLeft(name+"-"+hex.EncodeToString(sum[:4]), "-")
}

// reserved reports whether a name means something else where it would be written: page
// files, their twins and scripts, and the device names of Windows.
func reserved(name string) bool {
	if ext := path.Ext(name); ext == ".html" || ext == ".md" || ext == ".js" {
		return true
	}
	base, _, _ := strings.Cut(name, ".")
	switch base {
	case "con", "prn", "aux", "nul", "index", "agents", "branches", "files":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt"))
}

// Session returns the directory of a session's pages, from the site's root.
func Session(id string) string { return "sessions/" + Element(id) }

// Agent returns the directory of an agent's pages, from the session's directory.
func Agent(a *parser.Agent) string { return "agents/" + Element(a.ID) }

// Branch returns the directory of a rewound branch's pages, from its thread's directory.
func Branch(b *parser.Branch) string { return "branches/" + Element(b.ID) }

// Root returns the path from a page to the site's root: "", "../", "../../".
func Root(page string) string {
	return strings.Repeat("../", strings.Count(page, "/"))
}

// Relative returns the path from the directory dir to target, both from the site's
// root; target may carry a fragment.
func Relative(dir, target string) string {
	up := 0
	if dir != "" {
		up = strings.Count(dir, "/") + 1
	}
	for up > 0 { // folders that both are in
		name, rest, _ := strings.Cut(dir, "/")
		below, ok := strings.CutPrefix(target, name)
		if !ok || below == "" || below[0] != '/' {
			break
		}
		dir, target = rest, below[1:]
		up--
	}
	if strings.Contains("/"+target+"/", "//") || target != "" && target[0] == '.' || strings.Contains(target, "/.") {
		target = path.Join(strings.Split(target, "/")...)
	}
	return strings.Repeat("../", up) + target
}

// ProjectPage returns the path of a project's first page.
func ProjectPage(slug string) string { return Project(slug) + "/index.html" }

// Project returns the directory of a project's pages, from the site's root.
func Project(slug string) string { return "projects/" + Element(slug) }

// ContentName returns a file name derived from content.
func ContentName(data []byte) string {
	return SumName(sha256.Sum256(data))
}

// SumName is [ContentName] for content with a SHA-256.
func SumName(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:8]) }

// ProjectFiles returns the path of the first page of a project's changed files.
func ProjectFiles(slug string) string { return "files/" + Element(slug) + "/index.html" }

// FileMark returns the anchor of a changed file on the pages of its project's files. Its path is
// relative to the repository.
func FileMark(path string) string { return "f-" + ContentName([]byte(path))[:10] }

// HistoryPage is the first page of the history.
const HistoryPage = "history/index.html"

// NotesFile is the page of a session's or a project's notes, in its directory.
const NotesFile = "notes.html"
