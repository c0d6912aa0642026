package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters are what decomposition leaves alone but readers type differently.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'þ': "th", 'ħ': "h", 'ŧ': "t", 'ı': "i", 'ς': "σ",
}

// fold makes spellings equal that a reader takes for the same: compatibility
// forms, diacritics and, outside ASCII, case. ASCII keeps its case, because the
// tokenizer splits camelCase at it.
func fold(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for done := 0; done < len(s); {
		b.WriteString(s[done:i])
		end := i
		for end < len(s) && s[end] >= utf8.RuneSelf {
			end++
		}
		foldSpan(&b, s[i:end])
		for done, i = end, end; i < len(s) && s[i] < utf8.RuneSelf; {
			i++
		}
	}
	return b.String()
}

// foldSpan folds text without ASCII in it.
func foldSpan(b *strings.Builder, s string) {
	if plain(s) {
		b.WriteString(s)
		return
	}
	apart := strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
	for _, r := range norm.NFC.String(apart) {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
			continue
		}
		low := unicode.ToLower(r)
		switch to, ok := letters[low]; {
		case !ok:
			b.WriteRune(low)
		case low != r:
			b.WriteString(strings.ToUpper(to)) // camelCase sees it
		default:
			b.WriteString(to)
		}
	}
}

// plain reports whether folding changes nothing: most text outside ASCII in
// transcripts is punctuation, box drawing and ideographs.
func plain(s string) bool {
	for _, r := range s {
		switch {
		case r >= 0x2500 && r <= 0x27bf, r >= 0x4e00 && r <= 0x9fff, r == '→', r == '—', r == '–', r == '’', r == '“', r == '”', r == '•':
		default:
			return false
		}
	}
	return true
}
