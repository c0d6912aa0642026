package redact

import (
	"crypto/sha256"
	"encoding/hex"
)

// OnValue makes the collector hand each value to f when it is found first, before the value is
// forgotten. everywhere says that a [Redactor] removes it wherever it occurs. Names of users are
// no values.
func (c *Collector) OnValue(f func(v Value, text string, everywhere bool)) { c.onValue = f }

// RuleNames lists the names of all rules, those of the user's patterns too.
func (e *Engine) RuleNames() []string {
	names := make([]string, len(e.rules.Rules))
	for i := range e.rules.Rules {
		names[i] = e.rules.Rules[i].Name
	}
	return names
}

// Named calls f with each text that the options name and that must not appear anywhere: literals
// and the values of .env files, without those that are allowed.
func (e *Engine) Named(f func(rule string, h Hash, text string)) {
	named := func(rule, text string) {
		r := e.rules.Named(rule)
		sum := sha256.Sum256([]byte(text))
		digits := hex.EncodeToString(sum[:])
		if r.Severity != Off && !e.names(e.options.Allow, rule, digits) {
			f(rule, Hash(sum[:16]), text)
		}
	}
	for _, l := range e.options.Literals {
		named("literal", l)
	}
	for _, v := range e.options.EnvVars {
		if secretEnv(v) {
			named("env-file", v.Value)
		}
	}
}
