package query

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/generator/search"
)

// parsed is a query: words and phrases that messages have, those that they do not have, and filters.
type parsed struct {
	words, not []word
	filters    []filter
}

// word is a word, or several that joints or quotes hold together.
type word struct {
	text   string
	phrase bool
	wide   bool // asks for parts of words
	open   bool // is being typed, so that it is the start of a word
	terms  []string
}

type filter struct {
	text       string // as it was typed
	key, value string
	not        bool
}

var filterKeys = []string{"session", "project", "branch", "model", "agent", "kind", "tool", "tag", "file", "before", "after", "is", "has"}

// Filters returns the beginnings of all filters: "project:", "kind:" and so on.
func Filters() (all []string) {
	for _, key := range filterKeys {
		all = append(all, key+":")
	}
	return all
}

// parse splits a query. A minus excludes before a letter or a quote only, so that flags (--force) and negative
// numbers are words.
func parse(text string) parsed {
	var q parsed
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, isSpace)
		if rest == "" {
			return q
		}
		rest = q.next(rest)
	}
}

// next takes one item from the text, and returns what follows it.
func (q *parsed) next(text string) string {
	item := text
	not := excludes(text)
	if not {
		item = text[1:]
	}
	key, value := keyOf(item)
	isFilter := slices.Contains(filterKeys, key)
	if !isFilter && key != "" && !strings.HasPrefix(value, `"`) {
		value = item
	}
	quoted := strings.HasPrefix(value, `"`)
	inner, rest := "", ""
	if quoted {
		inner, rest, _ = strings.Cut(value[1:], `"`)
	} else {
		end := strings.IndexFunc(value, isSpace)
		if end < 0 {
			end = len(value)
		}
		inner, rest = value[:end], value[end:]
	}
	if isFilter {
		if value := strings.TrimFunc(inner, isSpace); value != "" {
			q.filters = append(q.filters, filter{text[:len(text)-len(rest)], key, value, not})
		}
		return rest
	}
	if quoted && key != "" { // no filter: the words as they were typed
		inner = item[:len(item)-len(rest)]
	}
	w := word{text: strings.TrimFunc(inner, isSpace), phrase: quoted, wide: !quoted && isWide(inner)}
	if !w.wide {
		w.terms = search.QueryTerms(inner)
	}
	if len(w.terms) == 0 && !w.wide {
		return rest
	}
	w.open = !quoted && !w.wide && rest == "" && !strings.HasSuffix(inner, `"`)
	if not {
		q.not = append(q.not, w)
	} else {
		q.words = append(q.words, w)
	}
	return rest
}

// excludes reports whether a text begins with a minus that leaves out what follows.
func excludes(text string) bool {
	after, minus := strings.CutPrefix(text, "-")
	r, _ := utf8.DecodeRuneInString(after)
	return minus && (r == '"' || unicode.IsLetter(r))
}

// keyOf splits "project:value"; without a key, or a value, all is the value.
func keyOf(item string) (key, value string) {
	n := 0
	for n < len(item) && (item[n]|0x20 >= 'a' && item[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 || n >= len(item) || item[n] != ':' {
		return "", item
	}
	if r, size := utf8.DecodeRuneInString(item[n+1:]); size == 0 || isSpace(r) {
		return "", item
	}
	return strings.ToLower(item[:n]), item[n+1:]
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

var (
	expression = regexp.MustCompile(`^/.*[\\[(|*+?^$].*/i?$`)
	starred    = regexp.MustCompile(`^[\w./*\x{80}-\x{10ffff}-]+$`)
	starredBy  = regexp.MustCompile(`[^*/]{2}`)
)

// mostWide is the length from which nothing asks for parts of words.
const mostWide = 200

// isWide reports a word that asks for parts of words: "*part*", "get*Name", or "/re(wind|do)/". A path between
// slashes is no expression.
func isWide(w string) bool {
	return len(w) < mostWide && (expression.MatchString(w) ||
		strings.Contains(w, "*") && starred.MatchString(w) && starredBy.MatchString(w))
}
