package kind

import (
	"strings"
)

// Outputs are cut to a length: of a token or a value only the beginning is left.

// ShortestCut is the least that is left of the body of a token that was cut off.
const ShortestCut = 8

// CutMark reports whether a text is empty or begins with what programs write where they cut one: "...", "[truncated".
func CutMark(s string) bool {
	s = strings.TrimLeft(s, " \n\"'")
	for _, mark := range [...]string{"...", "…", "[trunc", "[...", "[…", "(trunc", "<trunc", "... [", "[cut", "[output", "<elided", "[+"} {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return s == ""
}

// CutFollows reports a mark behind a value that has no closing quote.
func CutFollows(s string, end int) bool {
	rest := s[end:min(len(s), end+40)]
	return rest != "" && strings.IndexByte("\"'`", rest[0]) < 0 && strings.TrimSpace(rest) != "" && CutMark(rest)
}

// BeforeCut returns what is before the dots with which a cut value ends.
func BeforeCut(v string) string {
	for _, dots := range [...]string{"...", "…"} {
		if kept, rest, ok := strings.Cut(v, dots); ok && len(kept) >= 4 &&
			(strings.Trim(rest, ".…") == "" || strings.IndexByte(" \n[(", rest[0]) >= 0) {
			return kept
		}
	}
	if kept := strings.TrimRight(v, ".…"); len(kept) >= 4 {
		return kept
	}
	return v
}
