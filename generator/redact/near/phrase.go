package near

import (
	"slices"
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/judge"
)

// phrases takes passwords of several words in the sentence s[low:high], which names one: those in quotes behind words that lead to
// them, and four groups of four letters drawn by chance. My key has a passphrase, it is "orchid gravel tundra", Google gave me an
// app password, its kqzv wbnx jdrt plmf.
func phrases(t *find.Text, low, high int) {
	s := t.S
	for at := low; at < high; at++ {
		from, end := at+1, 0
		switch s[at] {
		case '"', '`':
			if end = from + max(0, strings.IndexByte(s[from:high], s[at])); !chosenPhrase(s[from:end]) || !ledToPhrase(s[low:at]) {
				at, end = max(at, end), 0
			}
		case ' ':
			end = from + grouped
			if end > len(s) || s[from+4] != ' ' || s[from+9] != ' ' || s[from+14] != ' ' || !judge.AppPassword(s[from:end]) {
				end = 0
			}
		}
		if end > from && ofPassword(s[low:high]) {
			t.AddAs(from, end, judge.Password.Rule())
			at = end
		}
	}
}

// ofPassword reports a sentence that names a password.
func ofPassword(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(passWords, func(word string) bool { return strings.Contains(low, word) }) || strings.Contains(low, "phrase")
}

// grouped is the length of four groups of four letters with blanks between them.
const grouped = 4*4 + 3

// chosenPhrase reports three words or more in small letters, of which none is about values.
func chosenPhrase(v string) bool {
	const fewest, most, longest = 3, 8, 9
	if n := strings.Count(v, " ") + 1; n < fewest || n > most {
		return false
	}
	return !slices.ContainsFunc(strings.Split(v, " "), func(word string) bool {
		return !judge.Chosen(word) || len(word) > longest
	})
}

// ledToPhrase reports words that say what a phrase is, and not what a program says.
func ledToPhrase(before string) bool {
	low := strings.ToLower(before)
	return slices.ContainsFunc(phraseLinks, func(word string) bool { return strings.HasSuffix(low, word) }) &&
		!slices.ContainsFunc(messages, func(word string) bool { return strings.Contains(low, word) })
}

// phraseLinks are right before a phrase, messages in sentences about what programs say, in small letters.
var (
	phraseLinks = []string{" is ", " it's ", " its ", " is: ", " was ", " type ", " lautet ", " ist ", " c'est ", " est ", " es ", " è ", " é ", " to "}
	messages    = []string{"placeholder", "label", "message", "error", "hint", "field", "title", "text", "says", "button", "prompt", "translat"}
)
