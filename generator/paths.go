package generator

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"steno/generator/output"
	"steno/parser"
)

// element makes an id fit to be one element of a path and of a URL, on every system. Every
// path that is made of an id or a name is made of elements. Ids of the usual kinds stay as
// they are; anything else (an id is only text from a file) keeps its plain characters and
// gets a hash, so that two ids never meet.
func element(id string) string {
	var b strings.Builder
	plain := id != "" && len(id) <= 80 && id[0] != '.' && id[0] != '_' && id[0] != '-' && !strings.HasSuffix(id, ".")
	for _, r := range id {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r == '-', r == '_', r == '.':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			// Two ids may differ in case alone, which some disks do not tell apart.
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
// files, and the device names of Windows.
func reserved(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	switch base {
	case "con", "prn", "aux", "nul", "index", "agents", "branches", "files":
		return true
	}
	return len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt"))
}

// sessionDir is where the pages of a session stand, from the site's root.
func sessionDir(id string) string { return "sessions/" + element(id) }

// agentDir is where the pages of an agent stand, from the session's directory.
func agentDir(a *parser.Agent) string { return "agents/" + element(a.ID) }

// branchDir is where the pages of a rewound branch stand, from its thread's directory.
func branchDir(b *parser.Branch) string { return "branches/" + element(b.ID) }

// rootFrom is the way from a page to the site's root: "", "../", "../../".
func rootFrom(page string) string {
	return strings.Repeat("../", strings.Count(page, "/"))
}

// relative is the way from the directory dir to target, both from the site's
// root; target may carry a fragment.
func relative(dir, target string) string {
	from := strings.Split(dir, "/")
	if dir == "" {
		from = nil
	}
	to := strings.Split(target, "/")
	n := 0
	for n < len(from) && n < len(to)-1 && from[n] == to[n] {
		n++
	}
	return strings.Repeat("../", len(from)-n) + path.Join(to[n:]...)
}
