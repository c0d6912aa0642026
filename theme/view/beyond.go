package view

import (
	"regexp"
	"strings"
)

// Beyond is what an excerpt says more than the title above it, "" for nothing. Titles are often the
// start of the same prompt, after the address that it begins with or after the title of another
// session: then it is the rest.
func Beyond(excerpt, title string) string {
	start, cut := strings.CutSuffix(title, "…")
	start = strings.TrimRight(dated.ReplaceAllString(start, ""), ". ")
	said := behindLead(address.ReplaceAllString(excerpt, ""), start)
	if SameWords(excerpt, title) {
		return ""
	}
	for end := start; end != "" && (end == start || len(end) >= enoughWords); {
		if SameWords(said, end) || startsWith(end, strings.TrimSuffix(said, "…")) && len(said) >= enoughWords {
			return ""
		}
		if startsWith(said, end) && (cut || len(end) >= enoughWords && strings.HasPrefix(said[len(end):], ". ")) {
			return after(said[len(end):])
		}
		_, end, _ = strings.Cut(end, " ")
	}
	return excerpt
}

// behindLead leaves out a few words before the start of a title: "OK, ", a mark of the client.
func behindLead(said, start string) string {
	for i := 1; i <= min(len(said), enoughWords) && len(start) >= enoughWords; i++ {
		if startsWith(said[i:], start) {
			return said[i:]
		}
	}
	return said
}

// after is the rest of a text from its next sentence, "" for a few words.
func after(rest string) string {
	begins := sentence.FindStringIndex(rest)
	enough := enoughWords
	if strings.HasSuffix(rest, "…") {
		enough *= 2 // of a sentence that is cut, few words say nothing
	}
	if begins == nil || len(rest)-begins[1] < enough {
		return ""
	}
	return "…\u00a0" + rest[begins[1]:]
}

// sentence is what is before one.
var sentence = regexp.MustCompile(`[.!?。！？]["')\]]*\s+|[。！？]|\n\s*`)

// address is one at the start of a text.
var address = regexp.MustCompile(`^https?://\S+\s+`)

// dated is what sessions of one title end in.
var dated = regexp.MustCompile(` \([0-9]{1,2} [A-Z][a-z]+ [0-9]{4}, [0-9:]{5}[^()]*\)$`)

// enoughWords is how many bytes are worth a line, and hardly by chance the same in two texts.
const enoughWords = 24

// startsWith reports whether s starts with start, whatever the case of its letters.
func startsWith(s, start string) bool {
	return len(s) >= len(start) && strings.EqualFold(s[:len(start)], start)
}

// SameWords reports whether two texts differ at most in capital letters and in the stop at their
// end: titles begin with a capital and end without a stop.
func SameWords(a, b string) bool {
	const stops = ".:;,!? "
	return strings.EqualFold(strings.TrimRight(a, stops), strings.TrimRight(b, stops))
}
