package selection

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"steno/parser/source"
)

// A pattern that fits nothing may be a slip of the pen, and then what it was to hold back is
// published. So a full id or name is compared with those that are published.

// IsFull reports whether a pattern names one thing: it has no wildcards.
func IsFull(pattern string) bool { return !strings.ContainsAny(pattern, `*?[\`) }

// NearMiss returns what a full pattern that fits nothing may have meant: the id or the name of
// a session's project, or a tag, that differs in two letters at most or in letter case; "" if
// there is none.
func NearMiss(pattern string, s *source.Session, known Known) string {
	kind, rest, ok := strings.Cut(pattern, ":")
	if !ok || !slices.Contains(kinds, kind) {
		kind, rest = "", pattern
	}
	var names []string
	if kind == "tag" {
		names = known.Tags
	}
	if kind == "project" || kind == "" {
		names = append(Names(s, Any), known.Project)
	}
	for _, name := range names {
		if near(rest, name) {
			return name
		}
	}
	if kind == "session" || kind == "" {
		return nearID(rest, s.ID)
	}
	return ""
}

// idLike fits what may be an id, or the beginning of one, among other words.
var idLike = regexp.MustCompile(`[0-9A-Za-z]{4}[0-9A-Za-z_-]*`)

// nearID returns an id, or its beginning, if a word of text may have meant it: alone from four
// letters on, with other words from eight on.
func nearID(text, id string) string {
	for _, word := range append(idLike.FindAllString(text, -1), text) {
		start := id[:min(len(word), len(id))]
		switch {
		case len(word) >= 8 && near(word, id):
			return id
		case len(word) >= 8 && near(word, start):
			return start
		case word == text && len(word) >= 4 && strings.EqualFold(word, start):
			return id
		}
	}
	return ""
}

// near reports whether two words differ in two letters at most, short ones in fewer, or in
// letter case.
func near(a, b string) bool {
	if a == "" || b == "" || max(len(a), len(b)) > 4<<10 {
		return false
	}
	most := min(2, max(len(a), len(b))/2)
	return max(len(a), len(b))-min(len(a), len(b)) <= most && Distance(a, b) <= most
}

// Suggest returns a hint at the name that was probably meant, which is spelled nearly alike: "; did you
// mean ...?". It returns "" when none is.
func Suggest(name string, names []string) string {
	best, limit := "", len(name)/3+2
	for _, n := range names {
		if d := Distance(name, n); d < limit {
			best, limit = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// SuggestOf returns a hint at the name that was probably meant, or at all names there are.
func SuggestOf(name string, names []string) string {
	return cmp.Or(Suggest(name, names), "; there are "+strings.Join(names, ", "))
}

// Distance counts the changes of a single letter between a and b (Levenshtein), letter
// case aside.
func Distance(a, b string) int {
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
