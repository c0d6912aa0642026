package redact

// class is what the name before a value says about it.
type class uint8

const (
	classNone     class = iota
	classWeak           // key, auth, session ...: a secret only if the value is plainly random
	classKey            // api_key, DATADOG_...: a random value is a secret
	classToken          // token, bearer, jwt
	classSecret         // secret, credential, private key
	classPassword       // chosen by people: need not be random
)

// classify reads a name such as apiKey, DB_PASSWORD, x-auth-token or
// user.passwd. The last word decides: token_type and passwordLength are settings,
// whatever stands before. Other words that make a name harmless do so for names that
// may mean anything, and never for a password, a secret, a token or an API key.
func classify(name string) class {
	var w nameWords
	w.split(name)
	if w.n == 0 {
		return classNone
	}
	last := w.at(w.n - 1)
	if w.n > 1 && all(last, isDigit) {
		w.n--
		last = w.at(w.n - 1)
	}
	if settingWords[last] || notSecretWords[last] {
		return classNone
	}
	best, provider, harmless := classNone, false, false
	for i := range w.n {
		word := w.at(i)
		c := wordClass(word)
		switch {
		case word == "key" || word == "keys":
			c = w.keyClass(i)
		case word == "pass" && i > 0 && i < w.n-1, word == "auth" && i < w.n-1 && w.n > 2:
			c = classWeak
		case notSecretWords[word]:
			harmless = true
		}
		provider = provider || isProvider(word)
		best = max(best, c)
	}
	if harmless && best <= classWeak || last == "token" && w.n > 2 && w.at(w.n-2) == "key" && w.at(w.n-3) == "public" {
		return classNone
	}
	if provider && best < classKey && !identifierWords[last] {
		best = classKey
	}
	return best
}

// keyClass tells api_key from primary_key and key.
func (w *nameWords) keyClass(i int) class {
	if i == 0 {
		return classWeak
	}
	before := w.at(i - 1)
	switch {
	case plainKeys[before]:
		return classNone
	case secretKeys[before] || isProvider(before):
		return classKey
	}
	return classWeak
}

// wordClass knows whole words and the compounds that are written without a
// separator: dbpassword, accesstoken, myapikey.
func wordClass(word string) class {
	if c, ok := secretWords[word]; ok {
		return c
	}
	for _, end := range compoundEnds {
		if n := len(word) - len(end.suffix); n > 0 && n <= 24 && word[n:] == end.suffix && !falseCompounds[word] {
			return end.class
		}
	}
	return classNone
}

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
		if !isWord(c) && c < 0x80 {
			cut()
			continue
		}
		if isUpper(c) && i > 0 && (isLower(name[i-1]) || isDigit(name[i-1]) || i+1 < len(name) && isLower(name[i+1]) && isUpper(name[i-1])) {
			cut()
		}
		w.buf[pos] = fold(c)
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
