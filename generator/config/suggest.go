package config

import (
	"fmt"
	"strings"

	"steno/generator/selection"
)

// elsewhere is what it costs a suggestion to be in another group: less likely than a
// slip of the finger or two.
const elsewhere = 2

// suggest is a hint at the name that was probably meant: one spelled nearly alike, or
// a key of the right name in another group. It is "" when nothing comes near.
func suggest(name string, names []string) string {
	group, word := split(name)
	best, limit := "", len(word)/3+2
	for _, n := range names {
		g, w := split(n)
		d := selection.Distance(word, w)
		if g != group {
			d += elsewhere
		}
		if d < limit {
			best, limit = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// split cuts a dotted key into its group and its name there.
func split(key string) (group, word string) {
	i := strings.LastIndexByte(key, '.') + 1
	return key[:i], key[i:]
}
