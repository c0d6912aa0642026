package pages

import "steno/parser"

// shorten makes name relative to dir when it is below it. Both may be written
// with the slashes of either kind of system.
func shorten(name, dir string) string {
	if rest, ok := parser.Within(dir, name); ok {
		return rest
	}
	return name
}
