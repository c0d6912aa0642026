package config

import (
	"fmt"
	"strings"
)

// suggest is a hint at the key that was probably meant: one spelled nearly alike, or
// of the right name in another group. It is "" when nothing comes near.
func suggest(key string, keys []string) string {
	best, least := "", len(key)/3+1
	for _, k := range keys {
		d := min(distance(key, k), distance(last(key), last(k)))
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// last is the name of a key within its group.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// distance counts the single-letter changes between a and b (Levenshtein), letter
// case aside.
func distance(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
