package wallet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
)

// There are lists of words in nine languages besides English, of Monero's words, and of others. What they have in
// common is their shape: words of few letters, as many as the standard says, with one blank between any two, and nothing that is
// between the words of sentences.

const (
	mostForeign  = 44 // of Cryptomator
	longestOther = 12 // letters of one of those
)

// alphabet is one that words are written in.
type alphabet struct {
	is             func(r rune) bool
	shortest, most int // letters of a word
}

var alphabets = [...]alphabet{
	{func(r rune) bool { return unicode.In(r, unicode.Latin) && unicode.IsLower(r) }, 3, 8},
	{func(r rune) bool { return unicode.In(r, unicode.Hiragana) }, 2, 9},
	{func(r rune) bool { return unicode.In(r, unicode.Hangul) }, 1, 15},
	{func(r rune) bool { return unicode.In(r, unicode.Han) }, 1, 1},
	{func(r rune) bool { return unicode.In(r, unicode.Cyrillic) && unicode.IsLower(r) }, 3, 8},
}

// foreign takes such words that begin in s[at:limit] at the beginning of a line or behind a sign.
func (f *Finder) foreign(at, limit int) bool {
	s := f.S
	for at < limit {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsLower(r) && r < firstUncased {
			at += size
			continue
		}
		if word := chars.Run(s, at, limit, chars.IsLetter); leading[s[at:word]] {
			at = word
			continue
		}
		end, words := row(s, at)
		if len(words) > 0 && counts[len(words)] && begins(s, at) && ends(s, end) && drawn(words) {
			f.AddAs(at, end, "secret")
			f.end = end
			return true
		}
		at = max(end, at+size)
	}
	return false
}

const firstUncased = 0x3040 // Hiragana, and then Hangul and Han

// leading are words between what calls the others so and them.
var leading = chars.Set("seed", "phrase", "word", "words", "is", "are", "mnemonic")

// counts are how many words there may be: of BIP 39, of Monero, of SLIP 39 (20, 33), of Cryptomator.
var counts = map[int]bool{12: true, 13: true, 15: true, 18: true, 21: true, 20: true, 24: true, 25: true, 33: true, 44: true}

// row returns where the words in a row end that begin at s[at:], and them, when all are of one alphabet and of few letters.
func row(s string, at int) (end int, words []string) {
	limit := min(len(s), at+known.MaxForm)
	var of *alphabet
	for end = at; end < limit; {
		from, letters := end, 0
		for end < limit {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			if of == nil {
				of = alphabetOf(r)
			}
			if unicode.IsLetter(r) {
				letters++
				if of == nil || !of.is(r) {
					return end + size, nil
				}
			}
			end += size
		}
		if of == nil || letters < of.shortest || letters > max(of.most, longestIn(len(words))) || len(words) == mostForeign {
			return max(end, from+1), nil
		}
		words = append(words, s[from:end])
		next := end
		if strings.HasPrefix(s[end:], "\u3000") {
			next += len("\u3000")
		} else if end < limit && s[end] == ' ' {
			next++
		}
		if r, _ := utf8.DecodeRuneInString(s[next:]); next == end || !of.is(r) {
			return end, words
		}
		end = next
	}
	return end, nil
}

// longestIn returns how long a word may be when there are so many before it: some lists have longer ones.
func longestIn(before int) int {
	if before < mostForeign {
		return longestOther
	}
	return 0
}

// alphabetOf returns the alphabet of a letter, nil for none.
func alphabetOf(r rune) *alphabet {
	for i := range alphabets {
		if alphabets[i].is(r) {
			return &alphabets[i]
		}
	}
	return nil
}

// begins reports a place where a list of words may begin: behind a sign, or at the beginning of a line.
func begins(s string, at int) bool {
	before := strings.TrimRight(s[max(0, at-8):at], " `*>")
	return before == "" || strings.IndexByte("\n\r:=\"'-(\t", before[len(before)-1]) >= 0 ||
		strings.HasSuffix(before, "：") || strings.HasSuffix(before, "=") || strings.HasSuffix(before, "seed") || strings.HasSuffix(before, "→") ||
		strings.HasSuffix(before, "“") || strings.HasSuffix(before, "「")
}

// ends reports a place where the words end: at the end of a line, or before a sign that no word of a sentence follows.
func ends(s string, end int) bool {
	rest := strings.TrimLeft(s[end:min(len(s), end+8)], " `*")
	return rest == "" || strings.IndexByte("\n\r\"'\\)(-,.", rest[0]) >= 0 || strings.HasPrefix(rest, "」") || strings.HasPrefix(rest, "”")
}

// drawn reports words of which none is there often, and that no sentence has.
func drawn(words []string) bool {
	letters, joins, long := 0, 0, 0
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		letters += n
		if joining[word] {
			joins++
		}
		if n > alphabets[0].most {
			long++
		}
	}
	if others := len(words)%3 != 0 || len(words) == 33; long > 0 && !others {
		return false
	}
	latin := chars.IsLetter(words[0][0]) || words[0][0] < 0xd0
	return joins < 2 && (!latin || letters*2 >= len(words)*9) && !judge.Prose(words)
}

// uncalled reports words that can be those of a wallet where nothing calls them so: of Latin letters, none of which
// joins those of a sentence, and one at most is of programs.
func uncalled(words []string) bool {
	ofPrograms := 0
	for _, word := range words {
		if chars.All(word, chars.IsLower) && !judge.Chosen(word) {
			ofPrograms++
		}
		if r, _ := utf8.DecodeRuneInString(word); joining[word] || !unicode.In(r, unicode.Latin) {
			return false
		}
	}
	return ofPrograms < 2 && !judge.Sentence(words)
}

// joining are words of three letters or more that hold sentences together.
var joining = chars.Set("que", "los", "las", "una", "uno", "por", "con", "del", "para", "como", "más", "pero", "este", "esta", "les", "des", "une", "est",
	"pas", "pour", "dans", "qui", "sur", "avec", "vous", "nous", "mais", "sont", "être", "uma", "não", "com", "dos", "das", "mais", "são", "che", "per",
	"non", "sono", "della", "dei", "nel", "alla", "der", "die", "das", "und", "ist", "mit", "für", "den", "von", "auf", "nicht", "ein", "eine", "het",
	"een", "van", "niet", "jest", "nie", "się", "että", "och", "att", "det", "som", "это", "что", "как", "для", "или", "если", "все")
