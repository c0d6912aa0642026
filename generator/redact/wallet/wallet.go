// Package wallet finds the words that restore a wallet (BIP 39, Monero): 12 to 25 of them, on one line, on several, or numbered, in
// the languages that have lists of them.
package wallet

import (
	_ "embed" // of the words
	"strings"
	"sync"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
)

const (
	fewest = 12 // words
	most   = 24
)

// Finder looks for the words of wallets in one text.
type Finder struct {
	*find.Text
	end int // of the last ones
}

// Reset begins with another text.
func (f *Finder) Reset(text *find.Text) { *f = Finder{Text: text} }

// Phrase handles the words of a wallet that follow s[:at], which calls them a phrase: Recovery
// phrase:, your seed phrase is.
func Phrase(f *Finder, at int) {
	s := f.S
	for _, word := range [...]string{"\"", "'", " is", " was", ":", "="} {
		if strings.HasPrefix(s[min(at, len(s)):], word) {
			at += len(word)
		}
	}
	at = chars.RunOf(s, at, len(s), " \r\n\t\"'`*>:")
	Named(f, at)
}

// Words are what texts with such words call them, in small letters.
var Words = []string{"recovery words", "seed words", "backup words", "secret words", "mnemonic", "seed phrase", "seed-phrase", "seedphrase",
	"recovery phrase", "secret phrase", "bip39", "bip-39", "12 words", "24 words", "12-word", "24-word", "25 word", "25-word", "wallet", "metamask", "phrase is", "phrase:", "words\":", "monero", "aezeed", "ledger", "trezor", "slip39", "slip-39", "shamir", "recovery key", "seed_words", "seedwords", "seed_phrase", "seed:", "cipher seed", "these words", "following words", "words: [", "words\": [", "words down",
	"words are", "12 palabras", "24 palabras", "estas palabras", "12 mots", "24 mots", "ces mots", "12 parole", "24 parole", "queste parole", "12 palavras", "24 palavras",
	"estas palavras", "12 wörter", "24 wörter", "diesen wörtern", "diese wörter", "12 slov", "12 слов", "24 слов", "new keypair", "phrase:\n",
	"wiederherstellungsphrase", "wiederherstellungswörter", "phrase de récupération", "phrase secrète", "frase semilla", "frase de recuperaci",
	"frase secreta", "frase di recupero", "frase-semente", "助记词", "助記詞", "ニーモニック", "シードフレーズ", "니모닉", "시드", "мнемони", "фраз"}

//go:embed words.txt
var list string

// english has the words that wallets draw from (BIP 39, English).
var english = sync.OnceValue(func() map[string]bool { return chars.Set(strings.Fields(list)...) })

// Near handles such words that begin within some lines behind what calls them so, s[:at]: every one of them is of the list
// that wallets draw from.
func Near(f *Finder, at int) {
	const reach = 400 // bytes
	if at < f.end {
		return
	}
	s := f.S
	from, limit := at, min(len(s), at+reach)
	for at < limit {
		if !chars.IsLetter(s[at]) || at > 0 && chars.IsWord(s[at-1]) {
			at++
			continue
		}
		end, next, n := f.listed(at)
		if n >= fewest && !judge.Prose(strings.FieldsFunc(s[at:end], func(r rune) bool { return r < 'A' || r > 'z' })) {
			f.AddAs(at, end, "secret")
			f.end = end
			return
		}
		at = max(next, at+1)
	}
	f.foreign(from, limit)
}

// Whole handles a text that is nothing but such words, of whatever language.
func Whole(f *Finder) {
	const shortest, longest, steps = 12 * 4, 24*9 + 2, 3
	s := strings.TrimSpace(f.S)
	isWords := func(c byte) bool { return chars.IsLower(c) || chars.IsSpace(c) || c >= 0x80 }
	if len(s) < shortest || len(s) > longest || !chars.All(s, isWords) {
		return
	}
	at := strings.Index(f.S, s)
	end, _, n := f.listed(at)
	if n < fewest || end != at+len(s) {
		var words []string
		end, words = row(f.S, at)
		if n = len(words); end != at+len(s) || n%steps != 0 || n > most || !counts[n] || !drawn(words) || !uncalled(words) {
			return
		}
	}
	f.AddAs(at, end, "secret")
}

// listed returns the end of the words of the list in a row that begin at s[at:], the place to go on at, and how many they are.
// Signs and the numbers of the words may be between them, and line ends if there is one between the first two.
func (f *Finder) listed(at int) (end, next, n int) {
	s := f.S
	limit, lines := min(len(s), at+known.MaxForm), false
	for i := at; i < limit && n < most; {
		if c := s[i]; !chars.IsLetter(c) {
			lines = lines || c == '\n' && n == 1
			if c >= 0x80 || strings.IndexByte("=(){}<>/_", c) >= 0 || c == '\n' && n >= fewest && !lines {
				return end, i, n
			}
			i++
			continue
		}
		next = chars.Run(s, i, limit, chars.IsLetter)
		if !english()[strings.ToLower(s[i:next])] || i > at && chars.IsDigit(s[i-1]) || next < len(s) && chars.IsDigit(s[next]) {
			return end, next, n
		}
		i, end = next, next
		n++
	}
	return end, max(next, end), n
}

// Named takes such words at s[at:].
func Named(f *Finder, at int) {
	s := f.S
	limit := min(len(s), at+known.MaxForm)
	numbered := at < limit && chars.IsDigit(s[at])
	var words []string
	end := at
	for i := at; i < limit; {
		next, ok := betweenSeeds(s, i, limit, numbered)
		if !ok || strings.Count(s[i:next], "\n") > 1 && len(words) >= fewest {
			break
		}
		i = chars.Run(s, next, limit, chars.IsLower)
		if i == next {
			break
		}
		if n := i - next; n < 3 || n > 8 || i < limit && strings.IndexByte(" \r\n\t,|\"'`", s[i]) < 0 {
			if line := chars.LineStart(s, next); line <= end { // a sentence goes on
				return
			}
			break
		}
		words, end = append(words, s[next:i]), i
	}
	if n := len(words); n >= fewest && n <= most && n%3 == 0 && !judge.Prose(words) {
		f.AddAs(at, end, "secret")
	} else if n == 0 && at < len(s) {
		f.foreign(at, at+1)
	}
}

// betweenSeeds passes over blanks, the lines of a table and the number of the next word, which has to be there when
// the words are numbered.
func betweenSeeds(s string, i, limit int, numbered bool) (next int, ok bool) {
	next = chars.RunOf(s, i, limit, " \r\n\t,|")
	if !numbered {
		return next, next < limit
	}
	digits := chars.Run(s, next, limit, chars.IsDigit)
	return chars.RunOf(s, digits, limit, ".): \t|"), digits > next
}
