package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Engine is a compiled set of rules. It is immutable, contains no value that it
// found, and may be used by many goroutines at once.
type Engine struct {
	rules    []Rule
	byName   map[string]int
	formats  []format
	runs     []format // without a prefix
	literals *literalSet
	patterns []userPattern
	allow    []Allow
	options  Options
	auto     *automaton
	pool     sync.Pool
	digest   string
}

type userPattern struct {
	re   *regexp.Regexp
	rule int
}

// format is a tokenFormat made ready to match.
type format struct {
	rule     int
	prefixes []string
	body     shape
	before   shape
	check    check
	length   int    // of the shortest body
	exact    bool   // the body has a fixed length: nothing is trimmed off its end
	run      [2]int // how long the run of characters can be that the body begins with
}

// New compiles the rules. Any mistake in the options is an error: a redaction
// that was asked for and cannot be done must stop the build.
func New(o Options) (*Engine, error) {
	e := &Engine{options: o, allow: o.Allow}
	if err := e.addRules(); err != nil {
		return nil, err
	}
	if err := o.validate(e.byName); err != nil {
		return nil, err
	}
	for name, s := range o.Rules {
		if s != Default {
			e.rules[e.byName[name]].Severity = s
		}
	}
	lits, err := e.compile()
	if err != nil {
		return nil, err
	}
	if e.auto, err = newAutomaton(lits); err != nil {
		return nil, err
	}
	if e.literals, err = newLiteralSet(e.userLiterals()); err != nil {
		return nil, err
	}
	e.pool.New = func() any { return new(scanner) }
	e.digest = e.sum()
	return e, nil
}

func (e *Engine) addRules() error {
	e.byName = map[string]int{}
	for _, r := range builtinRules() {
		e.addRule(r)
	}
	for i := range e.options.Patterns {
		p := &e.options.Patterns[i]
		re, err := p.compile()
		if err != nil {
			return err
		}
		r := Rule{Name: p.Name, Severity: p.Severity, Source: "configuration", rank: rankUser}
		if r.Name == "" {
			r.Name = "pattern"
		}
		if r.Severity == Default {
			r.Severity = High
		}
		e.patterns = append(e.patterns, userPattern{re, e.addRule(r)})
	}
	return nil
}

func (e *Engine) addRule(r Rule) int {
	i, ok := e.byName[r.Name]
	if !ok {
		i = len(e.rules)
		e.byName[r.Name] = i
		e.rules = append(e.rules, r)
	}
	return i
}

// compile makes the table ready and returns the literals that trigger it.
func (e *Engine) compile() ([]literal, error) {
	var lits []literal
	for _, t := range tokenFormats() {
		rule := e.byName[t.rule]
		if e.rules[rule].Severity == Off {
			continue
		}
		body, err := parseShape(t.body)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", t.rule, err)
		}
		before, err := parseShape(t.before)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", t.rule, err)
		}
		f := format{rule: rule, prefixes: t.prefixes, body: body, before: before, check: t.check}
		for _, el := range body {
			f.length += max(el.min, len(el.literal))
		}
		if n := len(body); n > 0 {
			f.exact = body[n-1].max > 0
		}
		if len(f.prefixes) == 0 {
			f.run = body.firstRun()
			e.runs = append(e.runs, f)
			continue
		}
		e.formats = append(e.formats, f)
		for _, p := range t.prefixes {
			lits = append(lits, literal{p, trigger{kind: onToken, rule: len(e.formats) - 1}})
		}
	}
	return append(lits, e.fixedLiterals()...), nil
}

// nameTriggers are the pieces of names worth a look; classify decides.
var nameTriggers = []string{"key", "token", "secret", "passw", "passphrase", "passcode", "pass=", "pass\"", "pass:", "pass ", "pwd", "psw", "auth", "cred", "cookie", "session", "bearer", "jwt", "salt", "pepper", "sig", "webhook", "dsn", "sid", "csrf", "xsrf", "kennwort", "senha", "contrase", "wachtwoord", "motdepasse", "mdp", "mnemonic", "license",
	"_pass", "_pw", "_pat", "pat=", "pat\"", "pat:", "pat'", "pat ", "schlüssel", "schluessel", "geheimnis", "zugang", "otp", "encryption", "пароль", "密码", "口令", "パスワード", "비밀번호", "dbpass", "userpass", "seed", "signing", "pin\"", "pin:", "pin=", "pin ", "_pin", "storepass", "keypass", "sshpass", "smtppass", "rootpass", "adminpass", "rootpw", "bindpw", "requirepass", "masterauth", "psk", "pswd", "pw=", "pw:", "pw\""}

func (e *Engine) fixedLiterals() []literal {
	var lits []literal
	add := func(kind triggerKind, texts ...string) {
		for _, t := range texts {
			lits = append(lits, literal{t, trigger{kind: kind}})
		}
	}
	add(onName, nameTriggers...)
	add(onName, slices.Sorted(maps.Keys(providerWords))...)
	add(onJWT, "eyJ")
	add(onURL, "://")
	add(onPiped, "--password-stdin", "sudo -s", "--stdin", "secret set", "secret put", "secret create", "secrets create", "secrets set", "secrets put", "versions add", "env add", "--data-file=-", "with-token", "chpasswd")
	add(onHere, "<<<")
	add(onPrompt, ">>> ", "\n> ", "echo $", "echo \"$", "printenv ", "\nin [", "irb(", "pry(", "$env:", "console.log(", "\n'", "\n\"", "\n=> ", "\nout[")
	add(onSQL, "identified by ", "values (", "values(")
	add(onSetter, setterTriggers...)
	add(onPgpass, ":5432:", ":6432:", ":5433:")
	add(onAnnounced, "proceed to installation:", "master.key", "credentials.key", "initialadminpassword")
	add(onPutty, "private-lines: ")
	add(onWebKey, "\"kty")
	add(onDSN, "@tcp(", "@unix(")
	add(onThin, "oracle:thin:")
	add(onPEM, "-----begin ", "---- begin ")
	add(onPlaceholder, placeholderOpen)
	add(onInvisible, "\x1b", "\u00ad", "\u034f", "\u180e", "\ufeff", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2061", "\u2062", "\u2063", "\u2064")
	add(onEscape, "%2", "%3", "%4", "%5", "%6", "%7", "&#", "&quot;", "&apos;", "&amp;", "&lt;", "&gt;", "&equals;", "&colon;", `\u00`, `\u20`, `\ufeff`, `\x`, `\033[`, `\e[`)
	add(onQuotedPrintable, "=3d")
	add(onScheme, "bearer ", "basic ")
	for i := range commands {
		lits = append(lits, literal{commands[i].word, trigger{kind: onCommand, rule: i}})
	}
	if !e.options.KeepPaths {
		add(onHome, "/home/", "/users/", `\users\`)
		add(onBareHome, "home/", "users/")
		add(onDashedHome, "-home-", "-users-")
		add(onListing, "-rw", "drw", "lrw", "-r-", "dr-")
		add(onRemote, "git@", ".git")
		add(onUserVar, "user=", "logname=", "username=")
		add(onHomeVar, "home=", "userprofile=")
		add(onAgentHome, "/.claude/projects", `\.claude\projects`, "/.claude/plans/", "/.claude/todos/", "/.codex/sessions")
	}
	if e.options.Email {
		add(onAt, "@")
	}
	return lits
}

// userLiterals lists what must never appear, in every form in which it may be written.
func (e *Engine) userLiterals() []literalText {
	var out []literalText
	add := func(value, rule string) {
		for _, form := range writtenForms(value) {
			out = append(out, literalText{form, e.rule(rule)})
		}
	}
	for _, l := range e.options.Literals {
		add(l, "literal")
	}
	for _, f := range e.options.EnvFiles {
		for _, v := range f.Vars {
			if secretEnv(v) {
				add(v.Value, "env-file")
			}
		}
	}
	return out
}

func (e *Engine) rule(name string) int { return e.byName[name] }

// sum returns a hash of the rules and options, so that results of other ones are not used.
func (e *Engine) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n", rulesVersion)
	for _, r := range e.rules {
		fmt.Fprintf(h, "%s %d\n", r.Name, r.Severity)
	}
	e.literals.sum(h)
	for _, p := range e.patterns {
		fmt.Fprintf(h, "%q %d\n", p.re, p.rule)
	}
	fmt.Fprintf(h, "%q %s %v %v %v\n", e.allow, ID(e.options.Key, Hash{}), e.options.KeepPaths, e.options.Email, e.options.IP)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Digest identifies the rules and options: results of engines with the same
// digest agree.
func (e *Engine) Digest() string { return e.digest }

// scan finds what to replace in s. The scanner goes back with release.
func (e *Engine) scan(s, name string, d *dictionary) *scanner {
	sc := e.pool.Get().(*scanner)
	*sc = scanner{e: e, s: s, spans: sc.spans[:0], users: sc.users[:0], homes: sc.homes[:0], stretches: sc.stretches[:0], lineEnds: sc.lineEnds[:0], lanes: sc.lanes, dict: d}
	sc.look(name)
	sc.clean = len(sc.spans)+len(sc.users)+len(sc.homes) == 0 && !sc.asked
	sc.settle()
	sc.dropAllowed()
	return sc
}

// look collects the spans of everything that is found in the scanner's text, which is
// under a name when that is not "".
func (sc *scanner) look(name string) {
	sc.run()
	if name != "" {
		sc.field(name)
	}
	for i := range sc.e.patterns {
		sc.pattern(&sc.e.patterns[i])
	}
	if sc.e.options.IP {
		sc.addresses()
	}
	sc.dict.find(sc)
	sc.longRuns()
	sc.readView(name)
}

func (e *Engine) release(sc *scanner) {
	sc.s, sc.dict = "", nil
	clear(sc.users)
	clear(sc.homes)
	e.pool.Put(sc)
}

// field judges a whole text by the name of the field that contains it.
func (sc *scanner) field(name string) {
	c := context{class: classify(name), quoted: true}
	if c.class == classNone || len(sc.s) > maxValue || signs(name) {
		return
	}
	if endsFold(name, "cookie") {
		sc.cookies(0)
		return
	}
	c.bare = c.class == classWeak && len(name) <= 5
	at := passScheme(sc.s, 0)
	c.header = at > 0
	if len(sc.s)-at >= 4 {
		sc.judge(name, at, len(sc.s), c)
	}
}

func (sc *scanner) pattern(p *userPattern) {
	for _, m := range p.re.FindAllStringSubmatchIndex(sc.s, -1) {
		start, end := m[0], m[1]
		if len(m) > 2 && m[2] >= 0 {
			start, end = m[2], m[3]
		}
		if start < end && !strings.Contains(sc.s[start:end], placeholderOpen) {
			sc.add(start, end, p.rule)
		}
	}
}

// dropAllowed removes the findings that the user has looked at and allowed.
func (sc *scanner) dropAllowed() {
	if len(sc.e.allow) == 0 || len(sc.spans) == 0 {
		return
	}
	sc.spans = slices.DeleteFunc(sc.spans, func(sp span) bool {
		sum := sha256.Sum256([]byte(sp.valueIn(sc.s)))
		digits := hex.EncodeToString(sum[:])
		return sc.e.names(sc.e.allow, sc.e.rules[sp.rule].Name, digits)
	})
}

// prefixAt returns the length of the longest prefix of the format that is
// at s[i:], or 0.
func (f *format) prefixAt(s string, i int) int {
	n := 0
	for _, p := range f.prefixes {
		if len(p) > n && strings.HasPrefix(s[i:], p) {
			n = len(p)
		}
	}
	return n
}

const (
	tellingPrefix = 4 // bytes of a prefix that few words begin with
	scoreToken    = 8 // randomness of what follows a shorter one
	scoreTelling  = 3
	scoreForm     = 20 // of a token without a prefix
)

// accepts reports whether what follows a prefix is a token, and not an example of one.
// A longer prefix leaves less to prove.
func (f *format) accepts(body string, prefix int) bool {
	if regular(body) || placeholder(body) {
		return false
	}
	switch f.check {
	case drawn:
		least := scoreToken
		switch {
		case prefix >= tellingPrefix:
			least = scoreTelling
		case prefix == 0:
			least = scoreForm
		}
		return randomness(body) >= min(least, len(body)/4)
	case cased:
		return hasSome(body, isUpper)
	case mixed:
		return hasDigit(body) && hasSome(body, isLetter) || randomness(body) >= scoreTelling
	}
	return true
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
