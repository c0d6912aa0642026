package redact

import (
	"steno/generator/redact/find"
	"steno/generator/redact/known"
	"steno/generator/redact/token"
)

// Severity ranks findings, so that a policy can name the least one that it
// forbids. The zero value means "as the rule says".
type Severity = find.Severity

// Severities, least first. Off turns a rule off.
const (
	Default = find.Default
	Off     = find.Off
	Low     = find.Low
	Medium  = find.Medium
	High    = find.High
)

// ParseSeverity reads a severity's name: off, low, medium, high or default.
func ParseSeverity(name string) (Severity, error) { return find.ParseSeverity(name) }

// Hash identifies a value: the first 16 bytes of its SHA-256.
type Hash = known.Hash

// Value is something that was found, without the thing itself.
type Value = known.Value

// rulesVersion counts changes of the rules, so that pages built under older
// ones are built again.
const rulesVersion = 71

// Rules lists every built-in rule by name, in the order of the table.
func Rules() []find.Rule {
	rules := []find.Rule{
		{Name: "literal", Severity: High, Source: "a text that `redact.literals` lists", Rank: find.RankUser},
		{Name: "env-file", Severity: High, Source: "a value of a file that `redact.envFiles` lists", Rank: find.RankUser},
	}
	seen := map[string]bool{}
	for _, t := range token.Table() {
		if !seen[t.Rule] {
			seen[t.Rule] = true
			rules = append(rules, find.Rule{Name: t.Rule, Severity: t.Severity, Source: t.Source, Rank: find.RankFormat})
		}
	}
	return append(rules, []find.Rule{
		{Name: "jwt", Severity: High, Source: "a JSON Web Token (RFC 7519)", Rank: find.RankFormat},
		{Name: "url-credentials", Severity: High, Source: "the password in an address (RFC 3986, section 3.2.1)", Rank: find.RankContext},
		{Name: "password", Severity: High, Source: "a value under a password's name, flag or command", Rank: find.RankContext},
		{Name: "secret", Severity: High, Source: "a random value under the name of a secret", Rank: find.RankGuess},
		{Name: "token", Severity: High, Source: "a random value under the name of a token", Rank: find.RankGuess},
		{Name: "api-key", Severity: High, Source: "a random value under the name of a key or of a provider", Rank: find.RankGuess},
		{Name: "credential", Severity: Medium, Source: "a plainly random value under a name that may mean a secret", Rank: find.RankGuess},
		{Name: "home-path", Severity: Low, Source: "a home directory, which becomes `~`", Rank: find.RankPersonal},
		{Name: "user-name", Severity: Low,
			Source: "the name of a home directory where it names an account: in a file listing, the address of a repository, a variable such as `USER`",
			Rank:   find.RankPersonal},
		{Name: "email", Severity: Low, Source: "an e-mail address, where `redact.email` is on (RFC 5322)", Rank: find.RankPersonal},
		{Name: "ip", Severity: Low, Source: "an IP address, where `redact.ip` is on (RFC 791, RFC 4291)", Rank: find.RankPersonal},
	}...)
}
