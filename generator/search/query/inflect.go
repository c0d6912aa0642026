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
	with := baseOf(w, stem)
	return slices.DeleteFunc(all, func(f string) bool { return f == w || stemOf(f) != stem || baseOf(f, stem)&with == 0 })
}

// What a form says of the word that it is a form of.
const (
	bare    = 1            // it is the stem: "plan" of plans and planning
	withE   = 2            // it ends in e behind the stem: "plane" of planes and planing
	anyBase = bare | withE // it may be either: "cach" and "cache" of caching
)

var (
	hissed = regexp.MustCompile(`([osxz]|[cs]h)$`)
	// Inflection doubles the last consonant of such a word, so without a double it has lost an e.
	short = regexp.MustCompile(`^([^aeiou]|qu)*[aeiouy][^aeiouwxy]$`)
)

// baseOf returns what a form says of its word, so that "theme" is no form of "them".
func baseOf(w, stem string) int {
	if strings.HasSuffix(stem, "i") {
		return anyBase
	}
	switch end := w[len(stem):]; end {
	case "", "s":
		return bare
	case "e":
		return withE
	case "es":
		if !hissed.MatchString(stem) {
			return withE
		}
	case "ed", "ing":
		if short.MatchString(stem) {
			return withE
		}
	default:
		return bare // doubled
	}
	return anyBase
}
