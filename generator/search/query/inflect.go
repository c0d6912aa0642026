package query

import (
	"regexp"
	"slices"
	"strings"
)

var (
	plainWord = regexp.MustCompile(`^[a-z]{3,}$`)
	vowel     = regexp.MustCompile(`[aeiouy]`)
	endings   = []string{"ing", "ed", "es", "s", "e"}
)

// stemOf cuts off what inflection adds to an English word: "decid" of decides, decided and
// deciding, "polici" of policy and policies.
func stemOf(w string) string {
	if len(w) >= 6 && (strings.HasSuffix(w, "ies") || strings.HasSuffix(w, "ied")) {
		return w[:len(w)-2]
	}
	stem := w
	for _, end := range endings {
		cut, found := strings.CutSuffix(w, end)
		if !found || len(cut) < 3 {
			continue
		}
		if strings.HasSuffix(w, "ss") || !vowel.MatchString(cut) {
			break
		}
		if stem = cut; (end == "ing" || end == "ed") && doubled(cut) {
			stem = cut[:len(cut)-1]
		}
		break
	}
	if strings.HasSuffix(stem, "y") {
		stem = stem[:len(stem)-1] + "i"
	}
	return stem
}

// doubled reports whether a word ends in a consonant that inflection doubled, as in "runn".
func doubled(w string) bool {
	n := len(w)
	return n > 3 && w[n-1] == w[n-2] && doubles(w[:n-1])
}

// doubles reports whether inflection may double the last consonant of a word.
func doubles(w string) bool {
	n := len(w)
	return n > 1 && strings.IndexByte("bdgmnprt", w[n-1]) >= 0 && strings.IndexByte("aeiou", w[n-2]) >= 0
}

// forms returns the other words that have the stem of a word.
func forms(w string) []string {
	if !plainWord.MatchString(w) {
		return nil
	}
	stem := stemOf(w)
	roots := []string{stem}
	if root, found := strings.CutSuffix(stem, "i"); found { // of policy and of taxi
		roots = []string{root + "y", stem}
	}
	var all []string
	for _, root := range roots {
		for _, end := range []string{"", "s", "es", "e", "ed", "ing"} {
			all = append(all, root+end)
		}
	}
	if doubles(stem) {
		last := stem[len(stem)-1:]
		all = append(all, stem+last+"ed", stem+last+"ing")
	}
	return slices.DeleteFunc(all, func(f string) bool { return f == w || stemOf(f) != stem })
}
