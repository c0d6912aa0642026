package judge

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
	"steno/generator/redact/token"
)

// What is under a telling name is a secret, or a word, a reference, an identifier. A
// list of rules decides, in order: the first that fits has the last word. Each rule has an
// example, which it decides, and a counter-example that looks alike, which it does not; they
// are its tests, and docs/redaction-rules.md is made of them.

// Context is what is known about a value besides its name.
type Context struct {
	Class  Class
	Quoted bool
	Field  bool // the name is quoted too, as in JSON
	Env    bool // SCREAMING_NAME=value: nothing but a value can follow
	Prose  bool // "the key is ...", a table cell, a name and a space: only plainly random values count
	Bare   bool // the name is one weak word
	// of prose: "is" is between name and value, or they are in a column with nothing else in it; of
	// a list: a function sets the value of the name
	Stated  bool
	Cut     bool // the text ends in it, or dots say that more followed
	Session bool // the name is that of a session
	List    bool // name and value are in a list, as arguments do; or the value is the next name
	Header  bool // the value follows a scheme, as in Authorization: Bearer x
	Marked  bool // an exclamation or question mark follows, which may be part of the value
	Plain   bool // nothing but a value can follow: a line of a configuration file, an element, a flag
	Pairs   bool // an ampersand and a name end the value, as in the query of a URL
	Name    string
}

// candidate is a value that may be a secret.
type candidate struct {
	Context
	text  string
	score int // randomness
}

// literalPlace reports places where no code can be: a value in quotes or in an
// environment file.
func (c *candidate) literalPlace() bool { return c.Env || c.Quoted || c.Field }

func (c *candidate) password() bool { return c.Class == Password && !c.Prose }

// Rule is one rule of the judging.
type Rule struct {
	Name    string
	Secret  bool // what the rule decides
	Why     string
	fits    func(c *candidate) bool
	Example string // what it decides
	Counter string // what looks alike, and it does not
}

// Secret judges whether v, in a place for a value of that class, is a secret.
func Secret(v string, c Context) bool {
	r := Decide(v, c)
	return r != nil && r.Secret
}

// Decide returns the rule that decides about a value.
func Decide(v string, c Context) *Rule {
	if len(v) < 4 || c.Class == None {
		return nil
	}
	cand := candidate{Context: c, text: v, score: chars.Randomness(v)}
	for i := range rules {
		if rules[i].fits(&cand) {
			return &rules[i]
		}
	}
	return nil
}

// Limits of the rules. Scores are those of randomness: about the bits that speak for chance.
const (
	scoreWord     = 3   // below, a value is made of words
	scoreShort    = 6   // of a secret with less than shortSecret characters
	ScoreRandom   = 7   // of a longer one
	scoreWeak     = 12  // where the name may mean anything
	scoreLetters  = 14  // of letters alone where code may be
	scoreApp      = -2  // of sixteen small letters under a password's name
	scoreName     = -14 // below, letters and digits are a name in a program
	shortSecret   = 12
	shortMixed    = 10 // letters whose case changes by chance
	WeakSecret    = 16
	longValue     = 128
	scoreLong     = 20 // of a value longer than longValue
	shortestKey   = 8  // of a generated secret
	shortestPlain = 6  // of a password of letters, or of digits where code may be
)

// Rules lists the rules in order.
func Rules() []Rule { return rules }

var rules = []Rule{
	{"all characters", true,
		"20 characters or more of all kinds, four kinds of signs among them, few of them twice, where no code can stand; 40 under a name that may mean anything",
		func(c *candidate) bool {
			return c.literalPlace() && !c.Prose && (c.Class >= Key || len(c.text) >= 2*shortSecret+WeakSecret) && kind.AllCharacters(c.text)
		}, `define('AUTH_KEY', 'x7<Qm>{2K|z:}Rv[9&,Lw(4;T~pE')`, `password: "^(?=.*[A-Z])(?=.*[0-9])[A-Za-z]{8,}$"`},
	{"mask", false, "asterisks, dots or x in place of characters", func(c *candidate) bool {
		return kind.Masked(c.text) || c.Cut && len(c.text) < shortSecret && strings.ContainsAny(c.text[len(c.text)-1:], "-_")
	},
		`password: "ab****yz"`, `password: "ab*yz-81k"`},
	{"escaped text", false, "letters beyond Latin ones, written as escapes of JSON",
		func(c *candidate) bool { return kind.EscapedText(c.text) },
		`the JWT \uc0ac\ub05d\uc790\ub294\ud1a0 here`, `token: k8Zq\u00e92xW7t5Yw1PmBd3`},
	{"provider's form", true, "the form that the provider in the name documents, unless it is made of words", func(c *candidate) bool {
		return c.Class >= Key && !c.Prose && c.score >= 0 && documented(c.Name, c.text) && !kind.StandIn(c.text)
	}, `finnhub_api_key: 26kudindcz2utsenozht`, `finnhub_api_key: configurationfactory`},
	{"words", false, "words in a row, where a random value should be", func(c *candidate) bool {
		return c.score < scoreWord && c.Class != Password && !kind.StrongMix(c.text) && !phrase(c) &&
			!numberedSecret(c) && !wordsOfSecret(c)
	}, `apiKey: "primary-secondary"`, `apiKey: "p7x2kq9vw4"`},
	{"stand-in", false, "a word that people write where a secret goes, alone or with what is not random",
		func(c *candidate) bool { return kind.StandIn(c.text) },
		`PASSWORD=insert-your-key-here`, `API_KEY=k8fakeZq2Xw7Rt5Yw1PmBd3`},
	{"many signs", true,
		"24 characters or more with letters, digits and four kinds of signs, where no code can stand",
		func(c *candidate) bool {
			return c.literalPlace() && c.Class >= Key && kind.ManySigns(c.text)
		}, `SECRET_KEY = 'z0dv)3b@3*buiclazv-8!jm94(gl1m-s448xpk'`, `SECRET_KEY = 'z0dv-3b_3.buiclazv-8-jm94-gl1m-s448xpk'`},
	{"reference", false, "a variable, a template, a call, the address of a secret",
		func(c *candidate) bool { return kind.Reference(c.text) },
		`password = "${DB_PASSWORD}"`, `password = "Kd(9)x-mm2"`},
	{"birthday", true, "a day, a month and a year under the name of a password, as people choose them", func(c *candidate) bool {
		return c.Class == Password && (c.Stated || !c.Prose && !c.List) && kind.Birthday(c.text)
	}, `password: "23.09.1994"`, `password: "2.19.1994"`},
	{"identifier", false,
		"the id of a message, a call or a commit, a checksum, a public key, a date, a version",
		func(c *candidate) bool { return kind.Structural(c.text) },
		`api_key: "resp_0a1b2c3d4e5f6a7b8c9d"`, `password: "run_with_9_wolves"`},
	{"constant", false, "a hexadecimal number of up to eight digits, as programs write them",
		func(c *candidate) bool { return kind.HexNumber(c.text) },
		`PTP_PIN_GETFUNC = 0xc0603d06`, `ETH_KEY=0x9f1c0a7d4be23358c6d1`},
	{"decimal", false, "a number with a point", func(c *candidate) bool { return kind.Decimal(c.text) },
		`RenderPass: 0.125`, `password: 23.09.1994`},
	{"next pattern", false, "what begins with a bar: the next of several patterns", func(c *candidate) bool { return c.text[0] == '|' },
		`PASS=|FAIL9=`, `PASS=k|9Tw2Zq`},
	{"setting", false, "a name and its setting", func(c *candidate) bool {
		return kind.Setting(c.text) || c.List && !c.Quoted && kind.Keyword(c.text)
	},
		`PASSWORD: enable=true`, `PASSWORD: k9Zx=w7Rt2q`},
	{"checks", false, "what a form checks, with bars between", func(c *candidate) bool { return kind.Checks(c.text) },
		`'password' => 'required|min:9'`, `'password' => 'kq|zv:9|wbnx'`},
	{"phrase", true, "12 to 24 words under the name of a seed, groups of four letters or some words in quotes under the name of a password",
		phrase,
		`"app_password": "kqzv wbnx jdrt plmf"`, `"password": "must be at least 12 characters"`},
	{"app password", true, "four groups of four small letters, as Apple's, under the name of a password or a key", func(c *candidate) bool {
		return c.Class >= Key && appPassword(c.text)
	}, "my app password is kqzv-wbnx-jdrt-plmf now", `password: "blue-moon-fish-cake"`},
	{"long text", false, "a long value that is not random",
		func(c *candidate) bool { return len(c.text) > longValue && c.score < scoreLong },
		`password: "` + strings.Repeat("walking-the-dogs-", 9) + `"`, `token: "` + strings.Repeat("k8Zq2Xw7Rt5Yw1Pm", 9) + `"`},

	{"member", false, "a function or a field of something in a program, in a sentence", func(c *candidate) bool { return c.Prose && kind.Member(c.text) },
		`the password check is TipsTool.ShowTips_01 now`, `the password is Tips.8show!Kx now`},
	{"digits in prose", true, "six digits or more after the word password and \"is\"", func(c *candidate) bool {
		return c.Prose && c.Stated && c.Class == Password && chars.All(c.text, chars.IsDigit) && (len(c.text) >= shortestPlain || isPIN(c))
	}, `the password is 541237 now`, `the password is 4096 characters`},
	{"sentence", false, "text with spaces", func(c *candidate) bool { return strings.ContainsAny(c.text, " \t\n") },
		`"password": "wrong, try again"`, `"password": "wrong-7-try"`},
	{"argument", false, "an argument or a list's next entry, unless it is random", func(c *candidate) bool {
		return c.password() && c.List && (kind.IdentifierLike(c.text) || !kind.StrongMix(c.text)) &&
			c.score < chars.SurelyRandom && !randomLetters(c) &&
			!(c.Stated && (chars.HasDigit(c.text) && chosen(c.text) || SeveralWords(c.text)))
	}, `["password", "email2", "name"]`, `["password", "T7kq-Zx92!w"]`},
	{"label", false, "a label that ends in a colon, a word with a capital and letters that are not ASCII, or text in letters beyond Latin ones without a number behind it",
		func(c *candidate) bool {
			return c.password() && (c.Quoted && c.text[len(c.text)-1] == ':' &&
				chars.All(c.text[:len(c.text)-1], chars.IsLetter) || kind.Foreign(c.text) ||
				!c.Env && kind.Label(c.text))
		}, `"password": "パスワードを入力してください"`, `"password": "geheim:7"`},
	{"words of a secret", true,
		"words of which none is about values, under the name of a secret, a token or a key: in an environment, behind a flag, or in quotes or a configuration file where two words of the name say it",
		wordsOfSecret,
		`AUTH_SECRET=falcon-dolphin`, `AUTH_SECRET=session-secret`},
	{"own name", false, "a field of the same name", func(c *candidate) bool {
		return c.password() && c.Name != "" && len(c.text) > len(c.Name) && chars.EndsFold(c.text, c.Name) &&
			strings.IndexByte("._", c.text[len(c.text)-len(c.Name)-1]) >= 0
	}, `FILTER_PASS = C.FILTER_PASS`, `FILTER_PASS = C9-FILTER-9`},
	{"words about values", false, "three words or more of small letters with signs between them, most of which say how a value is", func(c *candidate) bool {
		return c.password() && wordsAbout(c.text)
	}, `password=optional-if-sso-enabled`, `password=harbour-if-plan-enabled`},
	{"about passwords", false, "a value that names passwords, fields or logins", func(c *candidate) bool {
		return c.password() && kind.NamesSecret(c.text) && c.score < ScoreRandom && !foreignNumbered(c) &&
			(chars.All(c.text, isLetters) || kind.IdentifierLike(c.text) ||
				c.score < 0 && !(c.literalPlace() && kind.StrongMix(c.text)))
	}, `password: "password_field2"`, `password: "N0-login/4you!"`},
	{"pin of a board", false,
		"what is not mostly digits, under the name pin: the contact of a chip, the branch that a build takes",
		func(c *candidate) bool {
			return c.password() && chars.EndsFold(c.Name, "pin") && 2*digits(c.text) < len(c.text)
		}, `pin: harbour-plan-E2`, `pin: 73 04 11`},
	{"number", true, "digits under a password's name, from four on where no code can stand", func(c *candidate) bool {
		return c.password() && chars.All(c.text, chars.IsDigit) && (c.literalPlace() || len(c.text) >= shortestPlain && !c.List || isPIN(c))
	}, `"pin": 482105`, `password_length: 4096`},
	{"digits", false, "other digits", func(c *candidate) bool { return c.password() && chars.All(c.text, chars.IsDigit) },
		`password: 4096`, `password: "40961"`},
	{"random letters", true, "letters under a password's name that are no word", func(c *candidate) bool {
		return c.password() && randomLetters(c)
	}, `password=xkqzvwbnxjdrt`, `password=example`},
	{"word in an environment", true, "a word under a password's name in an environment file", func(c *candidate) bool {
		return c.password() && chars.All(c.text, chars.IsLetter) && c.Env && len(c.text) >= shortestPlain && !kind.Camel(c.text)
	}, `DB_PASSWORD=Sommerzeit`, `db_password=Sommerzeit`},
	{"word in quotes", true, "a word under a password's name, in quotes and not a label", func(c *candidate) bool {
		return c.password() && chars.All(c.text, chars.IsLetter) && c.literalPlace() &&
			len(c.text) >= shortestPlain && !kind.Capitalised(c.text) && !kind.Camel(c.text)
	}, `password: "sommerzeit"`, `password: "Sommerzeit"`},
	{"words of a password", true,
		"words of which none is about values, under a password's name, in quotes or where nothing else can stand; capitals may part them",
		wordsOfPassword,
		`password: "winter_hammer"`, `password: "new_password"`},
	{"word", false, "any other word", func(c *candidate) bool { return c.password() && chars.All(c.text, chars.IsLetter) },
		`password: Sommerzeit`, `password: Sommer-2019`},
	{"name in a program", false, "letters and digits that may be a name in a program, where code may stand", func(c *candidate) bool {
		return c.password() && kind.IdentifierLike(c.text) && !c.Env &&
			(!chars.HasDigit(c.text) || !c.Quoted &&
				(len(c.text) < shortestPlain || c.score < scoreName && !kind.Numbered(c.text)))
	}, `password: form.controls.again`, `password: "tiger2024"`},
	{"path", false, "the path of a file", func(c *candidate) bool { return kind.RootedPath(c.text) || kind.FolderPath(c.text) },
		`password: /srv/app/db7`, `password: /Kq9+Zx8w`},
	{"password", true, "anything else under a password's name",
		func(c *candidate) bool { return c.password() && chars.Some(c.text, chars.IsWord) },
		`password: Tr0ub4dor&3`, `password: !!!!`},

	{"short hash", false, "7 to 12 hexadecimal digits where code may stand: a commit", func(c *candidate) bool {
		return !c.literalPlace() && !c.Cut && len(c.text) >= 7 && len(c.text) <= 12 && chars.All(c.text, chars.IsHex)
	}, `WIP on api-key: 26f8ed17 Use the cache`, `api-key: 26f8edq7w4`},
	{"cut off", true, "letters and digits under the name of a key, a token or a secret, of which dots or the end of the text took the rest",
		func(c *candidate) bool {
			return c.Cut && c.Class >= Key && (len(c.text) >= shortestPlain && chars.HasDigit(c.text) &&
				chars.Some(c.text, chars.IsLetter) && c.score >= scoreWord || token.CutUUID(c.text))
		}, `api_key: "k8Zq2x...`, `api_key: "k8Zq2x"`},
	{"too short", false, "less than 8 characters, where nobody chose them", func(c *candidate) bool {
		return len(c.text) < shortestKey && !(c.Prose && c.Stated && !c.List && c.Class == Password &&
			len(c.text) >= shortestPlain && chars.HasDigit(c.text) && chars.All(c.text, chars.IsWord))
	},
		`api_key: k8Zq2x`, `api_key: k8Zq2xW7t`},
	{"markup", false, "quotes, braces or angle brackets in it", func(c *candidate) bool {
		return strings.ContainsAny(apostrophe(c), "\"'`<>{}") && (c.score < scoreLong || !c.Quoted)
	},
		"token: `a9{b8}c7d6e5`", `token: a9-b8c7d6e5k4`},
	{"regular", false, "the same characters over and over, or in the order of the alphabet",
		func(c *candidate) bool { return chars.Regular(c.text) },
		`SECRET=a1b1a1b1a1b1a1b1a1b1`, `SECRET=k8Zq2xW7t5Yw`},
	{"uuid", true, "a UUID under the name of a key, a token or a secret", func(c *candidate) bool {
		return c.Class >= Key && kind.EndsInUUID(c.text)
	}, `API_KEY=0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`, `key: 0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`},
	{"hexadecimal", true,
		"16 hexadecimal digits or more under the name of a key, a token or a secret, where no code can stand",
		func(c *candidate) bool {
			hex := c.text[strings.LastIndexAny(c.text, "_-.")+1:]
			return c.Class >= Key && c.literalPlace() && len(hex) >= WeakSecret && chars.All(hex, chars.IsHex) &&
				chars.HasDigit(hex) && chars.Some(hex, chars.IsLetter)
		}, `apiSecret: "aed0dde582dff095"`, `apiSecret: "aed0dde5"`},
	{"other uuid", false, "a UUID under another name, with a date or a number in front or without",
		func(c *candidate) bool { return kind.NumberedUUID(c.text) },
		`session: 2026-01-22-0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d`, `auth: k8Zq2xW7t5Yw1PmBd3Vn`},
	{"checksum", false, "a checksum under a name that may mean anything, or that is one of a library", func(c *candidate) bool {
		commit := len(c.text) == 40 && chars.All(c.text, chars.IsHex)
		return commit && strings.HasSuffix(c.Name, "Auth") ||
			c.Class == Weak && (commit || c.Bare && chars.All(c.text, chars.IsHex) || kind.HoldsSum(c.text))
	}, `key: 4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e`, `auth_key: 4f1c9a0e7b1e4a539f6b0c5a2c9e1d11`},
	{"session id", false, "less than 40 characters under the name of a session", func(c *candidate) bool {
		return c.Class == Weak && c.Session && len(c.text) < 40
	}, `session: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, `session_key: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`},
	{"weak name", true, "a plainly random value under a name that may mean anything", func(c *candidate) bool {
		return c.Class == Weak && len(c.text) >= WeakSecret && c.score >= scoreWeak
	}, `signing: "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, `signing: "k8Zq2xW7"`},
	{"other weak name", false, "any other value under such a name", func(c *candidate) bool { return c.Class == Weak },
		`salt: k8Zq2xW7`, `token: k8Zq2xW7t`},
	{"numbered token", true,
		"10 characters or more that end in two digits, with capitals and small letters, under the name of a key, a token or a secret, as people choose passwords; behind a sign up to three letters may follow; or with small letters and dashes, in an environment or of words of which none is about values",
		func(c *candidate) bool {
			return c.Class >= Key && (!c.Prose || c.Stated) && numberedToken(c)
		}, `api_key: "HammerMagnet91"`, `api_key: "Curve25519"`},
	{"groups", true, "12 characters or more in groups with dashes between them, of which two change between capitals, small letters and digits as by chance, under the name of a key, a token or a secret",
		func(c *candidate) bool {
			return c.Class >= Key && (!c.Prose || c.Stated) && !c.List && mixedGroups(c.text)
		}, `token: Kq4z-WbNx-7jdRt`, `token: Item-Name-2024`},
	{"passphrase in prose", true,
		"four words or more with dashes between them, after the word password and \"is\" or a bracket",
		func(c *candidate) bool {
			return c.Prose && c.Stated && c.Class == Password && dashedWords(c.text)
		}, "the password is Pillow-thunder-orchid-guitar now", "the password is must-not-be-empty now"},
	{"words in prose", true,
		"words of which none is about values, after the word password and \"is\" or its like: with a dash or an underscore between them, or in quotes",
		wordsInProse,
		"the password is winter_hammer now", "the password is case-sensitive now"},
	{"password in prose", true, "letters, digits and signs after the word password in a sentence, or letters whose case changes as by chance", func(c *candidate) bool {
		return c.Prose && c.Class == Password && (c.Stated && len(c.text) >= shortSecret && chars.All(c.text, chars.IsLetter) &&
			mixedCase(c.text) && chars.RandomCase(c.text) >= scoreLetters || chars.HasDigit(c.text) &&
			(kind.StrongMix(c.text) && !kind.IdentifierLike(c.text) || c.Stated && chosen(c.text)) ||
			c.Stated && len(c.text) >= shortestKey && (kind.SomeSigns(c.text) && kind.StrongMix(c.text) || numberedLetters(c.text))) &&
			!strings.ContainsAny(c.text, "/:,()") && !strings.Contains(c.text, `\u00`)
	}, `the password is Tr0ub4dor&3 now`, `the password is troubadour now`},
	{"prose", true, "a random value after a name in a sentence", func(c *candidate) bool {
		return c.Prose && len(c.text) >= shortSecret &&
			(c.score >= chars.SurelyRandom || c.Stated && c.Class >= Key && len(c.text) >= shortSecret &&
				(c.score >= ScoreRandom || len(c.text) >= WeakSecret && chars.All(c.text, chars.IsHex) &&
					chars.HasDigit(c.text)))
	}, `the api key is k8Zq2xW7t5Yw1PmBd3Vn today`, `the api key is loaded-from-file7 today`},
	{"other prose", false, "any other value there", func(c *candidate) bool { return c.Prose },
		`the token is expired-2x today`, `token: expired-2xK9q`},
	{"letters in code", false, "letters alone where code may stand, unless they are plainly random", func(c *candidate) bool {
		return !c.Env && !c.Quoted && chars.All(c.text, chars.IsLetter) && c.score < scoreLetters
	}, `token: zxqFetchKvTwp`, `token: "xkqzvwbnxjdrt"`},
	{"password in a header", true, "letters of both cases, digits or signs after Bearer or its like", func(c *candidate) bool {
		return c.Header && c.Class == Token && chars.HasDigit(c.text) && kind.StrongMix(c.text) && !kind.NamesSecret(c.text)
	}, `Authorization: Bearer Autumn2025@1`, `Authorization: Bearer Token2025@1`},
	{"secret in an environment", true, "a value under a secret's name in an environment file", func(c *candidate) bool {
		return c.Class == Secretive && c.Env && (c.score >= scoreWord || len(c.text) >= 10 && kind.StrongMix(c.text) || numberedSecret(c))
	}, `APP_SECRET=b9heron4kx`, `appSecret: blue-heron`},
	{"chosen token", true,
		"8 characters or more with small letters, capitals, digits and a sign under the name of a key or a token, where no code can stand, as people choose passwords; two signs that no name in a program has, under a secret's name",
		func(c *candidate) bool {
			return c.Class >= Key && !c.Prose && (c.literalPlace() || c.Header || strings.HasPrefix(c.Name, "-")) &&
				(!c.List || c.Stated) && len(c.text) >= shortestKey && chosenToken(c) ||
				c.Class == Secretive && !c.Prose && len(c.text) >= shortSecret && chars.HasDigit(c.text) &&
					kind.StrongMix(c.text) && kind.SomeSigns(c.text)
		}, `API_TOKEN=H@ron1992`, `API_TOKEN=Heron-1992`},
	{"chosen secret", true,
		"letters, digits and signs under a secret's name, in quotes, as people choose passwords",
		func(c *candidate) bool {
			return c.Class == Secretive && (c.Quoted || c.Field) && !c.List && len(c.text) >= shortestKey &&
				chars.HasDigit(c.text) && kind.StrongMix(c.text) && !kind.NamesSecret(c.text) &&
				!strings.ContainsAny(c.text, "/:,()") &&
				(kind.Numbered(c.text) || chars.Some(c.text, func(b byte) bool { return b < 0x80 && !chars.IsLabel(b) })) ||
				numberedSecret(c)
		}, `client_secret: "autumn-4971!"`, `client_secret: "autumn-secret-4"`},
	{"mixed secret", true,
		"16 characters or more of both cases and digits, which are no words, or 12 whose case changes by chance, where no code can stand",
		func(c *candidate) bool {
			return c.literalPlace() && len(c.text) >= WeakSecret && c.Class >= Key &&
				chars.All(c.text, chars.IsBase64) && chars.HasDigit(c.text) && chars.Some(c.text, chars.IsLower) &&
				chars.Some(c.text, chars.IsUpper) && c.score >= 0 ||
				c.literalPlace() && len(c.text) >= shortSecret && c.Class >= Key &&
					chars.All(c.text, chars.IsBase64) && chars.HasDigit(c.text) && mixedCase(c.text)
		}, `apiKey: "FODbDAhSav7cFCKEVVamEM"`, `apiKey: "Project2Name3Configuration"`},
	{"short secret", true, "8 to 11 characters that look random",
		func(c *candidate) bool { return len(c.text) < shortSecret && c.score >= scoreShort },
		`token: k8Zq2xW7t5`, `token: item-2024`},
	{"secret", true, "12 characters or more that look random", func(c *candidate) bool {
		return len(c.text) >= shortSecret && c.score >= ScoreRandom
	}, `token: k8Zq2xW7t5Yw1PmBd3`, `token: item-2024-summary`},
}
