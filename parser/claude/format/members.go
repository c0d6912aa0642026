package format

import (
	"slices"
	"strings"

	"steno/parser/raw"
)

// members are the declared members of an object. A member that leads to nil may contain
// anything; the member "*" represents any.
type members map[string]members

// parseMembers reads the notation of Row.Fields: "a b{c d}".
func parseMembers(text string) members {
	m, _ := readMembers(text)
	return m
}

func readMembers(text string) (m members, rest string) {
	m = make(members)
	for text = strings.TrimLeft(text, " "); text != ""; text = strings.TrimLeft(text, " ") {
		end := strings.IndexAny(text, " {}")
		if end < 0 {
			end = len(text)
		}
		name := text[:end]
		text = text[end:]
		if name != "" {
			m[name] = nil
		}
		switch {
		case strings.HasPrefix(text, "{"):
			m[name], text = readMembers(text[1:])
		case strings.HasPrefix(text, "}"):
			return m, text[1:]
		}
	}
	return m, ""
}

// undeclared adds the members of a JSON value that m does not declare, as paths below
// path. Lists count as what they contain.
func (m members) undeclared(path string, v []byte, found []string) []string {
	if m == nil {
		return found
	}
	if len(v) > 0 && v[0] == '[' {
		for _, element := range raw.ParseArray(v) {
			found = m.undeclared(path, element, found)
		}
		return found
	}
	_, any := m["*"]
	for _, member := range raw.ParseObject(v) {
		below, declared := m[member.Name]
		at := path + "." + member.Name
		switch {
		case declared:
			found = below.undeclared(at, member.Value, found)
		case !any && !slices.Contains(found, at):
			found = append(found, at)
		}
	}
	return found
}
