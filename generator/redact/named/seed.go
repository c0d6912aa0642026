package named

import (
	_ "embed" // of the words
	"strings"
	"sync"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
)

// The words of a wallet restore it (BIP 39): 12 to 24 of them, on one line, on several, or numbered.

const (
	fewestSeedWords = 12
	mostSeedWords   = 24
)

// Seed handles the words of a wallet that follow s[:at], which calls them a phrase: Recovery
// phrase:, your seed phrase is.
func Seed(f *Finder, at int) {
	s := f.S
	for _, word := range [...]string{"\"", "'", " is", " was", ":", "="} {
		if strings.HasPrefix(s[min(at, len(s)):], word) {
			at += len(word)
		}
	}
	at = chars.RunOf(s, at, len(s), " \r\n\t\"'`*>:")
	f.seedWords(at)
}

// SeedWords are what texts with such words call them, in small letters.
var SeedWords = []string{"recovery words", "seed words", "backup words", "secret words", "mnemonic", "seed phrase", "seed-phrase", "seedphrase",
	"recovery phrase", "secret phrase", "bip39", "bip-39", "12 words", "24 words", "12-word", "24-word", "wallet", "new keypair", "phrase:\n",
	"wiederherstellungsphrase", "wiederherstellungswörter", "phrase de récupération", "phrase secrète", "frase semilla", "frase de recuperaci",
	"frase secreta", "frase di recupero", "frase-semente", "助记词", "助記詞", "ニーモニック", "シードフレーズ", "니모닉", "시드", "мнемони", "фраз"}

//go:embed seedwords.txt
var seedList string

// wallet has the words that wallets draw from (BIP 39, English).
var wallet = sync.OnceValue(func() map[string]bool { return chars.Set(strings.Fields(seedList)...) })

// SeedNear handles such words that begin within some lines behind what calls them so, s[:at]: every one of them is of the list
// that wallets draw from.
func SeedNear(f *Finder, at int) {
	const reach = 400 // bytes
	if at < f.seedEnd {
		return
	}
	s := f.S
	for limit := min(len(s), at+reach); at < limit; {
		if !chars.IsLower(s[at]) || at > 0 && chars.IsWord(s[at-1]) {
			at++
			continue
		}
		end, next, n := f.listed(at)
		if n >= fewestSeedWords && !judge.Prose(strings.FieldsFunc(s[at:end], func(r rune) bool { return r < 'A' || r > 'z' })) {
			f.AddAs(at, end, "secret")
			f.seedEnd = end
			return
		}
		at = max(next, at+1)
	}
}

// Seeds handles a text that is nothing but such words.
func Seeds(f *Finder) {
	const shortest, longest = 12 * 4, 24*9 + 2
	s := strings.TrimSpace(f.S)
	if len(s) < shortest || len(s) > longest || !chars.All(s, func(c byte) bool { return chars.IsLower(c) || chars.IsSpace(c) }) {
		return
	}
	at := strings.Index(f.S, s)
	if end, _, n := f.listed(at); n >= fewestSeedWords && end == at+len(s) {
		f.AddAs(at, end, "secret")
	}
}

// listed returns the end of the words of the list in a row that begin at s[at:], the place to go on at, and how many they are.
// Signs and the numbers of the words may be between them, and line ends if there is one between the first two.
func (f *Finder) listed(at int) (end, next, n int) {
	s := f.S
	limit, lines := min(len(s), at+known.MaxForm), false
	for i := at; i < limit && n < mostSeedWords; {
		if c := s[i]; !chars.IsLetter(c) {
			lines = lines || c == '\n' && n == 1
			if c >= 0x80 || strings.IndexByte("=(){}<>/_", c) >= 0 || c == '\n' && n >= fewestSeedWords && !lines {
				return end, i, n
			}
			i++
			continue
		}
		next = chars.Run(s, i, limit, chars.IsLetter)
		if !wallet()[s[i:next]] || i > at && chars.IsDigit(s[i-1]) || next < len(s) && chars.IsDigit(s[next]) {
			return end, next, n
		}
		i, end = next, next
		n++
	}
	return end, max(next, end), n
}

// seedWords takes such words at s[at:].
func (f *Finder) seedWords(at int) {
	s := f.S
	limit := min(len(s), at+known.MaxForm)
	numbered := at < limit && chars.IsDigit(s[at])
	var words []string
	end := at
	for i := at; i < limit; {
		next, ok := betweenSeeds(s, i, limit, numbered)
		if !ok || strings.Count(s[i:next], "\n") > 1 && len(words) >= fewestSeedWords {
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
	if n := len(words); n >= fewestSeedWords && n <= mostSeedWords && n%3 == 0 && !judge.Prose(words) {
		f.AddAs(at, end, "secret")
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

// passphrase returns where the words end that are a value without quotes at s[at:], end where none are: four to eight words
// in small letters with blanks between them, the rest of the line behind a name that says that it is several words, of which
// none is about values or one that sentences are made of. LUKS passphrase: orchid gravel tundra lantern.
func passphrase(s, name string, at, end int, c *judge.Context) int {
	const fewest = 4
	if c.Class != judge.Password || c.List || !chars.EndsFold(name, "passphrase", "pass_phrase", "pass-phrase") {
		return end
	}
	line := strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r")
	if !phraseOf(line, fewest) {
		return end
	}
	c.Quoted, c.Prose = true, false // as if it was
	return at + len(line)
}

// phraseOf reports such words, of which there are some or more.
func phraseOf(line string, fewest int) bool {
	const most = 8
	words := strings.Split(line, " ")
	if len(words) < fewest || len(words) > most {
		return false
	}
	for _, word := range words {
		if !judge.Chosen(word) {
			return false
		}
	}
	return true
}
