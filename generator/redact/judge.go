package redact

import "strings"

// What is under a telling name is a secret, or a word, a reference, an identifier. A
// list of rules decides, in order: the first that fits has the last word. Each rule has an
// example, which it decides, and a counter-example that looks alike, which it does not; they
// are its tests, and docs/redaction-rules.md is made of them.

// context is what is known about a value besides its name.
type context struct {
	class   class
	quoted  bool
	field   bool // the name is quoted too, as in JSON
	env     bool // SCREAMING_NAME=value: nothing but a value can follow
	prose   bool // "the key is ...", a table cell, a name and a space: only plainly random values count
	bare    bool // the name is one weak word
	stated  bool // of prose: "is" is between name and value
	cut     bool // the text ends in it, or dots say that more followed
	session bool // the name is that of a session
	list    bool // name and value are in a list, as arguments do; or the value is the next name
	header  bool // the value follows a scheme, as in Authorization: Bearer x
	pairs   bool // an ampersand and a name end the value, as in the query of a URL
	name    string
}

// candidate is a value that may be a secret.
type candidate struct {
	context
	text  string
	score int // randomness
}

// literalPlace reports places where no code can be: a value in quotes or in an
// environment file.
func (c *candidate) literalPlace() bool { return c.env || c.quoted || c.field }

func (c *candidate) password() bool { return c.class == classPassword && !c.prose }

// valueRule is one rule of the judging.
type valueRule struct {
	name    string
	secret  bool // what the rule decides
	why     string
	fits    func(c *candidate) bool
	example string
	counter string
}

// secretValue judges whether v, in a place for a value of that class, is a secret.
func secretValue(v string, c context) bool {
	r := decide(v, c)
	return r != nil && r.secret
}

// decide returns the rule that decides about a value.
func decide(v string, c context) *valueRule {
	if len(v) < 4 || c.class == classNone {
		return nil
	}
	cand := candidate{context: c, text: v, score: randomness(v)}
	for i := range valueRules {
		if valueRules[i].fits(&cand) {
			return &valueRules[i]
		}
	}
	return nil
}

// Limits of the rules. Scores are those of randomness: about the bits that speak for chance.
const (
	scoreWord     = 3   // below, a value is made of words
	scoreShort    = 6   // of a secret with less than shortSecret characters
	scoreRandom   = 7   // of a longer one
	scoreProse    = 10  // where the name is in a sentence
	scoreWeak     = 12  // where the name may mean anything
	scoreLetters  = 14  // of letters alone where code may be
	scoreApp      = -2  // of sixteen small letters under a password's name
	scoreName     = -14 // below, letters and digits are a name in a program
	shortSecret   = 12
	weakSecret    = 16
	longValue     = 128
	scoreLong     = 20 // of a value longer than longValue
	shortestKey   = 8  // of a generated secret
	shortestPlain = 6  // of a password of letters, or of digits where code may be
)

var valueRules = []valueRule{
	{"mask", false, "asterisks, dots or x in place of characters", func(c *candidate) bool {
		return masked(c.text) || c.cut && len(c.text) < shortSecret && strings.ContainsAny(c.text[len(c.text)-1:], "-_")
	},
		`password: "ab****yz"`, `password: "ab*yz-81k"`},
	{"provider's form", true, "the form that the provider in the name documents, unless it is made of words", func(c *candidate) bool {
		return c.class >= classKey && !c.prose && c.score >= 0 && documented(c.name, c.text) && !placeholder(c.text)
	}, `finnhub_api_key: 26kudindcz2utsenozht`, `finnhub_api_key: configurationfactory`},
	{"words", false, "words in a row, where a random value should be", func(c *candidate) bool {
		return c.score < scoreWord && c.class != classPassword && !strongMix(c.text) && !phrase(c)
	}, `apiKey: "primary-secondary"`, `apiKey: "p7x2kq9vw4"`},
	{"stand-in", false, "a word that people write where a secret goes, alone or with what is not random", func(c *candidate) bool { return placeholder(c.text) },
		`PASSWORD=insert-your-key-here`, `API_KEY=k8fakeZq2Xw7Rt5Yw1PmBd3`},
	{"reference", false, "a variable, a template, a call, the address of a secret", func(c *candidate) bool { return reference(c.text) },
		`password = "${DB_PASSWORD}"`, `password = "Kd(9)x-mm2"`},
	{"identifier", false, "the id of a message, a call or a commit, a checksum, a public key, a date, a version", func(c *candidate) bool { return structural(c.text) },
		`api_key: "resp_0a1b2c3d4e5f6a7b8c9d"`, `password: "run_with_9_wolves"`},
	{"constant", false, "a hexadecimal number of up to eight digits, as programs write them", func(c *candidate) bool { return hexNumber(c.text) },
		`PTP_PIN_GETFUNC = 0xc0603d06`, `ETH_KEY=0x9f1c0a7d4be23358c6d1`},
	{"setting", false, "a name and its setting", func(c *candidate) bool { return setting(c.text) },
		`PASSWORD: enable=true`, `PASSWORD: k9Zx=w7Rt2q`},
	{"phrase", true, "12 to 24 words under the name of a seed, groups of four letters or some words in quotes under the name of a password", phrase,
		`"app_password": "kqzv wbnx jdrt plmf"`, `"password": "must be at least 12 characters"`},
	{"app password", true, "four groups of four small letters, as Apple's, under the name of a password or a key", func(c *candidate) bool {
		return c.class >= classKey && appPassword(c.text)
	}, "my app password is kqzv-wbnx-jdrt-plmf now", `password: "blue-moon-fish-cake"`},
	{"long text", false, "a long value that is not random", func(c *candidate) bool { return len(c.text) > longValue && c.score < scoreLong },
		`password: "` + strings.Repeat("walking-the-dogs-", 9) + `"`, `token: "` + strings.Repeat("k8Zq2Xw7Rt5Yw1Pm", 9) + `"`},

	{"sentence", false, "text with spaces", func(c *candidate) bool { return strings.ContainsAny(c.text, " \t\n") },
		`"password": "wrong, try again"`, `"password": "wrong-7-try"`},
	{"argument", false, "an argument or a list's next entry, unless it is random", func(c *candidate) bool {
		return c.password() && c.list && (identifierLike(c.text) || !strongMix(c.text)) && c.score < scoreProse && !randomLetters(c)
	}, `["password", "email2", "name"]`, `["password", "T7kq-Zx92!w"]`},
	{"label", false, "a label that ends in a colon, or text in letters beyond Latin ones", func(c *candidate) bool {
		return c.password() && (c.quoted && c.text[len(c.text)-1] == ':' && all(c.text[:len(c.text)-1], isLetter) || foreign(c.text))
	}, `"password": "パスワードを入力してください"`, `"password": "geheim:7"`},
	{"own name", false, "a field of the same name", func(c *candidate) bool {
		return c.password() && len(c.text) > len(c.name) && endsFold(c.text, c.name) && strings.IndexByte("._", c.text[len(c.text)-len(c.name)-1]) >= 0
	}, `FILTER_PASS = C.FILTER_PASS`, `FILTER_PASS = C9-FILTER-9`},
	{"about passwords", false, "a value that names passwords, fields or logins", func(c *candidate) bool {
		return c.password() && namesSecret(c.text) && (all(c.text, isLetter) || identifierLike(c.text) || c.score < 0 && !(c.literalPlace() && strongMix(c.text)))
	}, `password: "password_field2"`, `password: "N0-login/4you!"`},
	{"number", true, "digits under a password's name, from four on where no code can stand", func(c *candidate) bool {
		return c.password() && all(c.text, isDigit) && (c.literalPlace() || len(c.text) >= shortestPlain && !c.list)
	}, `"pin": 482105`, `password_length: 4096`},
	{"digits", false, "other digits", func(c *candidate) bool { return c.password() && all(c.text, isDigit) },
		`password: 4096`, `password: "40961"`},
	{"random letters", true, "letters under a password's name that are no word", func(c *candidate) bool {
		return c.password() && randomLetters(c)
	}, `password=xkqzvwbnxjdrt`, `password=example`},
	{"word in an environment", true, "a word under a password's name in an environment file", func(c *candidate) bool {
		return c.password() && all(c.text, isLetter) && c.env && len(c.text) >= shortestPlain && !camel(c.text)
	}, `DB_PASSWORD=Sommerzeit`, `db_password=Sommerzeit`},
	{"word in quotes", true, "a word under a password's name, in quotes and not a label", func(c *candidate) bool {
		return c.password() && all(c.text, isLetter) && c.literalPlace() && len(c.text) >= shortestPlain && !capitalised(c.text) && !camel(c.text)
	}, `password: "sommerzeit"`, `password: "Sommerzeit"`},
	{"word", false, "any other word", func(c *candidate) bool { return c.password() && all(c.text, isLetter) },
		`password: Sommerzeit`, `password: Sommer-2019`},
	{"name in a program", false, "letters and digits that may be a name in a program, where code may stand", func(c *candidate) bool {
		return c.password() && identifierLike(c.text) && !c.env && (!hasDigit(c.text) || !c.quoted && (len(c.text) < shortestPlain || c.score < scoreName && !numbered(c.text)))
	}, `password: form.controls.again`, `password: "tiger2024"`},
	{"path", false, "the path of a file", func(c *candidate) bool { return rootedPath(c.text) },
		`password: /srv/app/db7`, `password: /Kq9+Zx8w`},
	{"password", true, "anything else under a password's name", func(c *candidate) bool { return c.password() && hasSome(c.text, isWord) },
		`password: Tr0ub4dor&3`, `password: !!!!`},

	{"short hash", false, "7 to 12 hexadecimal digits where code may stand: a commit", func(c *candidate) bool {
		return !c.literalPlace() && !c.cut && len(c.text) >= 7 && len(c.text) <= 12 && all(c.text, isHex)
	}, `WIP on api-key: 26f8ed17 Use the cache`, `api-key: 26f8edq7w4`},
	{"cut off", true, "letters and digits under the name of a key, a token or a secret, of which dots or the end of the text took the rest", func(c *candidate) bool {
		return c.cut && c.class >= classKey && (len(c.text) >= shortestPlain && hasDigit(c.text) && hasSome(c.text, isLetter) && c.score >= scoreWord || cutUUID(c.text))
	}, `api_key: "k8Zq2x...`, `api_key: "k8Zq2x"`},
	{"too short", false, "less than 8 characters, where nobody chose them", func(c *candidate) bool { return len(c.text) < shortestKey },
		`api_key: k8Zq2x`, `api_key: k8Zq2xW7t`},
	{"markup", false, "quotes, braces or angle brackets in it", func(c *candidate) bool {
		return strings.ContainsAny(c.text, "\"'`<>{}") && (c.score < scoreLong || !c.quoted)
	},
		"token: `a9{b8}c7d6e5`", `token: a9-b8c7d6e5k4`},
	{"regular", false, "the same characters over and over, or in the order of the alphabet", func(c *candidate) bool { return regular(c.text) },
		`SECRET=a1b1a1b1a1b1a1b1a1b1`, `SECRET=k8Zq2xW7t5Yw`},
	{"uuid", true, "a UUID under the name of a key, a token or a secret", func(c *candidate) bool {
		return c.class >= classKey && endsInUUID(c.text)
	}, `API_KEY=0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`, `key: 0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`},
	{"hexadecimal", true, "16 hexadecimal digits or more under the name of a key, a token or a secret, where no code can stand", func(c *candidate) bool {
		hex := c.text[strings.LastIndexAny(c.text, "_-.")+1:]
		return c.class >= classKey && c.literalPlace() && len(hex) >= weakSecret && all(hex, isHex) && hasDigit(hex) && hasSome(hex, isLetter)
	}, `apiSecret: "aed0dde582dff095"`, `apiSecret: "aed0dde5"`},
	{"other uuid", false, "a UUID under another name, with a date or a number in front or without", func(c *candidate) bool { return numberedUUID(c.text) },
		`session: 2026-01-22-0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`, `auth: k8Zq2xW7t5Yw1PmBd3Vn`},
	{"checksum", false, "a checksum under a name that may mean anything", func(c *candidate) bool {
		return c.class == classWeak && (all(c.text, isHex) && (c.bare || len(c.text) == 40) || holdsSum(c.text))
	}, `key: 4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e`, `auth_key: 4f1c9a0e7b1e4a539f6b0c5a2c9e1d11`},
	{"session id", false, "less than 40 characters under the name of a session", func(c *candidate) bool {
		return c.class == classWeak && c.session && len(c.text) < 40
	}, `session: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, `session_key: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`},
	{"weak name", true, "a plainly random value under a name that may mean anything", func(c *candidate) bool {
		return c.class == classWeak && len(c.text) >= weakSecret && c.score >= scoreWeak
	}, `signing: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, `signing: "k8Zq2xW7"`},
	{"other weak name", false, "any other value under such a name", func(c *candidate) bool { return c.class == classWeak },
		`salt: k8Zq2xW7`, `token: k8Zq2xW7t`},
	{"passphrase in prose", true, "four words or more with dashes between them, after the word password and \"is\" or a bracket", func(c *candidate) bool {
		return c.prose && c.stated && c.class == classPassword && dashedWords(c.text)
	}, "the password is Pillow-thunder-orchid-guitar now", "the password is must-not-be-empty now"},
	{"password in prose", true, "letters, digits and signs after the word password in a sentence", func(c *candidate) bool {
		return c.prose && c.class == classPassword && hasDigit(c.text) && (strongMix(c.text) && !identifierLike(c.text) || c.stated && hasSome(c.text, isLetter) && !strings.Contains(c.text, "_")) && !strings.ContainsAny(c.text, "/:,()")
	}, `the password is Tr0ub4dor&3 now`, `the password is troubadour now`},
	{"prose", true, "a random value after a name in a sentence", func(c *candidate) bool {
		return c.prose && len(c.text) >= shortSecret && (c.score >= scoreProse || c.stated && c.class >= classKey && len(c.text) >= shortSecret && (c.score >= scoreRandom || len(c.text) >= weakSecret && all(c.text, isHex) && hasDigit(c.text)))
	}, `the api key is k8Zq2xW7t5Yw1PmBd3Vn today`, `the api key is loaded-from-file7 today`},
	{"other prose", false, "any other value there", func(c *candidate) bool { return c.prose },
		`the token is expired-2x today`, `token: expired-2xK9q`},
	{"letters in code", false, "letters alone where code may stand, unless they are plainly random", func(c *candidate) bool {
		return !c.env && !c.quoted && all(c.text, isLetter) && c.score < scoreLetters
	}, `token: zxqFetchKvTwp`, `token: "xkqzvwbnxjdrt"`},
	{"password in a header", true, "letters of both cases, digits or signs after Bearer or its like", func(c *candidate) bool {
		return c.header && c.class == classToken && hasDigit(c.text) && strongMix(c.text) && !namesSecret(c.text)
	}, `Authorization: Bearer Autumn2025@1`, `Authorization: Bearer Token2025@1`},
	{"secret in an environment", true, "a value under a secret's name in an environment file", func(c *candidate) bool {
		return c.class == classSecret && c.env && (c.score >= scoreWord || len(c.text) >= 10 && strongMix(c.text))
	}, `APP_SECRET=b9heron4kx`, `appSecret: blue-heron`},
	{"mixed secret", true, "16 characters or more of both cases and digits, which are no words, where no code can stand", func(c *candidate) bool {
		return c.literalPlace() && len(c.text) >= weakSecret && c.class >= classKey && all(c.text, isBase64) && hasDigit(c.text) && hasSome(c.text, isLower) && hasSome(c.text, isUpper) && c.score >= 0
	}, `apiKey: "FODbDAhSav7cFCKEVVamEM"`, `apiKey: "Project2Name3Configuration"`},
	{"short secret", true, "8 to 11 characters that look random", func(c *candidate) bool { return len(c.text) < shortSecret && c.score >= scoreShort },
		`token: k8Zq2xW7t5`, `token: item-2024`},
	{"secret", true, "12 characters or more that look random", func(c *candidate) bool {
		return len(c.text) >= shortSecret && c.score >= scoreRandom
	}, `token: k8Zq2xW7t5Yw1PmBd3`, `token: item-2024-summary`},
}

// phrase reports secrets with spaces.
func phrase(c *candidate) bool {
	if strings.IndexByte(c.text, ' ') < 0 || !c.literalPlace() || c.list || c.prose {
		return false
	}
	words := strings.Fields(c.text)
	lower, short, four := true, true, true
	for _, w := range words {
		lower = lower && all(w, func(b byte) bool { return isLower(b) || isDigit(b) || b == '-' })
		short = short && len(w) <= 8 && all(w, isLower)
		four = four && len(w) == 4 && all(w, isWord)
	}
	n := len(words)
	if short && n >= 12 && n <= 24 && n%3 == 0 && c.class == classWeak {
		return true
	}
	if c.class != classPassword || strings.EqualFold(c.name, "pass") { // which means that something passed, too
		return false
	}
	if four && n >= 3 {
		return randomness(strings.Join(words, "")) >= scoreShort
	}
	if c.env && c.quoted && len(c.text) >= shortSecret && isWord(c.text[0]) && isWord(c.text[len(c.text)-1]) {
		return !sentence(words)
	}
	return n >= 3 && n <= 8 && (lower || hasDigit(c.text)) && !sentence(words) && !strings.ContainsAny(c.text, ".,:;?()[]<>%")
}

// appPassword reports the form of Apple's passwords for single programs.
func appPassword(v string) bool {
	groups := strings.Split(v, "-")
	for _, g := range groups {
		if len(g) != 4 || !all(g, isLower) {
			return false
		}
	}
	return len(groups) == 4 && randomness(strings.Join(groups, "")) >= scoreShort
}

// dashedWords reports a passphrase that a manager of passwords made.
func dashedWords(v string) bool {
	words := strings.Split(strings.TrimRight(v, "-0123456789"), "-")
	for _, w := range words {
		if len(w) < 3 || !all(w, isLetter) {
			return false
		}
	}
	return len(words) >= 4 && !sentence(words) && !namesSecret(v)
}

// googleLetters is the length of Google's passwords for single programs: small letters alone.
const googleLetters = 16

// randomLetters reports letters that are no word.
func randomLetters(c *candidate) bool {
	return all(c.text, isLetter) && (c.score >= scoreProse || c.score >= scoreApp && len(c.text) == googleLetters && all(c.text, isLower))
}

// sentence reports the words that hold sentences together.
func sentence(words []string) bool {
	for _, w := range words {
		if sentenceWords[strings.ToLower(w)] || strings.HasPrefix(strings.ToLower(w), "passw") {
			return true
		}
	}
	return false
}

var sentenceWords = set("a", "an", "the", "is", "are", "was", "be", "been", "must", "not", "no", "of", "to", "in", "on", "at", "for", "from", "with", "and", "or", "your", "you", "my", "our", "their", "this", "that", "it", "if", "when", "by", "as", "has", "have", "should", "can", "cannot", "will",
	"please", "enter", "least", "characters", "chars", "required", "optional", "invalid", "wrong", "new", "old", "user", "login", "field", "again", "reset", "forgot", "change", "token", "secret", "key", "value", "string")
