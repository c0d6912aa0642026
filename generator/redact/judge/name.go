// Package judge decides whether a value is a secret: by its name, by what is around it, and by its looks.
package judge

import (
	"strings"
	"sync"

	"steno/generator/redact/chars"
	"steno/generator/redact/token"
)

// Class is what the name before a value says about it.
type Class uint8

// The classes, from what says nothing to what is a secret whatever it looks like.
const (
	None      Class = iota
	Weak            // key, auth, session ...: a secret only if the value is plainly random
	Key             // api_key, DATADOG_...: a random value is a secret
	Token           // token, bearer, jwt
	Secretive       // secret, credential, private key
	Password        // chosen by people: need not be random
)

// Rule returns the name of the rule of values whose names are of the class.
func (c Class) Rule() string {
	switch c {
	case Password:
		return "password"
	case Secretive:
		return "secret"
	case Token:
		return "token"
	case Key:
		return "api-key"
	}
	return "credential"
}

// Classify reads a name such as apiKey, DB_PASSWORD, x-auth-token or
// user.passwd. The last word decides: token_type and passwordLength are settings,
// whatever precedes it. Other words that make a name harmless do so for names that
// may mean anything, and never for a password, a secret, a token or an API key.
func Classify(name string) Class {
	var w nameWords
	w.split(name)
	if w.n == 0 {
		return None
	}
	last := w.at(w.n - 1)
	if w.n > 1 && chars.All(last, chars.IsDigit) {
		w.n--
		last = w.at(w.n - 1)
	}
	vocabulary := vocabulary()
	lastIs := vocabulary[last]
	if chars.IsDigit(last[len(last)-1]) && !lastIs.has(anyWord) { // password1, of two
		if word := strings.TrimRight(last, "0123456789"); len(last)-len(word) <= 2 && countable[word] {
			last, lastIs = word, vocabulary[word]
		}
	}
	if w.n > 1 && pairs[last].first[w.at(w.n-2)] {
		return pairs[last].class
	}
	if lastIs.has(settingWord | harmlessWord) {
		return None
	}
	best, provider, harmless, wireless := None, false, false, false
	for i := range w.n {
		word, is := last, lastIs
		if i < w.n-1 {
			word = w.at(i)
			is = vocabulary[word]
		}
		c := is.class
		if !is.has(secretWord) {
			c = compoundClass(word)
		}
		switch {
		case word == "key" || word == "keys":
			c = w.keyClass(i)
		case (word == "pass" || word == "psk" || word == "pin") && i < w.n-1 && !codeWords[w.at(i+1)],
			word == "auth" && i < w.n-1 && w.n > 2:
			c = Weak
		case is.has(harmlessWord):
			harmless = true
		}
		provider = provider || is.has(providerWord)
		wireless = wireless || is.has(networkWord) || word == "fi" && i > 0 && w.at(i-1) == "wi" || word == "shared" && i > 0 && w.at(i-1) == "pre"
		best = max(best, c)
	}
	if harmless && best <= Weak || last == "token" && w.n > 1 &&
		(w.n > 2 && w.at(w.n-2) == "key" && w.at(w.n-3) == "public" || placeWords[w.at(w.n-2)]) {
		return None
	}
	if wireless && best > None && best < Password && keys[last] {
		return Password // people choose it
	}
	plain := best == None && last == "key" && w.n > 1 && vocabulary[w.at(w.n-2)].has(plainKey) // FIGMA_FILE_KEY is in addresses
	if provider && best < Key && !lastIs.has(identifierWord) && !plain {
		best = Key
	}
	return best
}

// placeWords are before a token that says where a list goes on.
var placeWords = chars.Set("page", "pagination", "continuation")

// networks are words that make a key one of a wireless network.
var (
	networks = chars.Set("wifi", "wlan", "wpa", "wpa2", "wep", "wireless", "preshared")
	keys     = chars.Set("key", "schlüssel", "schluessel", "secret")
)

// keyClass distinguishes api_key from primary_key and key.
func (w *nameWords) keyClass(i int) Class {
	if i == 0 {
		return Weak
	}
	switch before := vocabulary()[w.at(i-1)]; {
	case before.has(plainKey):
		return None
	case before.has(secretKey | providerWord):
		return Key
	}
	return Weak
}

// compoundClass knows the compounds that are written without a separator: dbpassword,
// accesstoken, myapikey.
func compoundClass(word string) Class {
	for _, end := range compoundsOf[word[len(word)-1]] {
		if n := len(word) - len(end.suffix); n > 0 && n <= 24 && word[n:] == end.suffix && !falseCompounds[word] {
			return end.class
		}
	}
	return None
}

// wordKind is a set of the lists of names.go that contain a word.
type wordKind uint8

const (
	secretWord wordKind = 1 << iota
	settingWord
	harmlessWord
	identifierWord
	plainKey
	secretKey
	providerWord
	networkWord
	anyWord wordKind = 255
)

// countable are words of names that may have a number behind them. (A pin with a number is one of a board, a pass with a
// number one of a program over its input.)
var countable = chars.Set("password", "passwd", "passwort", "passphrase", "pwd", "secret", "token", "apikey")

// wordInfo is what is known about a word of a name.
type wordInfo struct {
	class Class // of a secretWord
	kinds wordKind
}

func (w wordInfo) has(kinds wordKind) bool { return w.kinds&kinds != 0 }

// vocabulary is all lists in one table, as names are read often.
var vocabulary = sync.OnceValue(func() map[string]wordInfo {
	words := map[string]wordInfo{}
	for word, c := range secretWords {
		words[word] = wordInfo{c, secretWord}
	}
	for _, list := range []struct {
		words map[string]bool
		kind  wordKind
	}{
		{settingWords, settingWord}, {notSecretWords, harmlessWord}, {identifierWords, identifierWord},
		{plainKeys, plainKey}, {secretKeys, secretKey}, {providerWords, providerWord},
		{token.Providers(), providerWord}, {networks, networkWord},
	} {
		for word := range list.words {
			w := words[word]
			w.kinds |= list.kind
			words[word] = w
		}
	}
	return words
})

// nameWords are the lower-case words of a name, cut at separators and humps,
// without allocating.
type nameWords struct {
	buf  [96]byte
	ends [24]uint8
	n    int
}

func (w *nameWords) split(name string) {
	pos := 0
	cut := func() {
		if w.n < len(w.ends) && (w.n == 0 && pos > 0 || w.n > 0 && pos > int(w.ends[w.n-1])) {
			w.ends[w.n] = uint8(pos)
			w.n++
		}
	}
	for i := 0; i < len(name) && pos < len(w.buf); i++ {
		c := name[i]
		if !chars.IsWord(c) && c < 0x80 {
			cut()
			continue
		}
		if chars.IsUpper(c) && i > 0 && (chars.IsLower(name[i-1]) || chars.IsDigit(name[i-1]) ||
			i+1 < len(name) && chars.IsLower(name[i+1]) && chars.IsUpper(name[i-1])) {
			cut()
		}
		w.buf[pos] = chars.Fold(c)
		pos++
	}
	cut()
}

func (w *nameWords) at(i int) string {
	start := 0
	if i > 0 {
		start = int(w.ends[i-1])
	}
	return string(w.buf[start:w.ends[i]])
}
