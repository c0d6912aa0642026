package redact

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/redact/judge"
	"steno/generator/redact/token"
)

var update = flag.Bool("update", false, "write docs/redaction-rules.md")

// TestRulesDoc keeps docs/redaction-rules.md as the rules are.
func TestRulesDoc(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "docs", "redaction-rules.md")
	want := rulesDoc()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("docs/redaction-rules.md is not as the rules are: go test ./generator/redact -run RulesDoc -update (%v)", err)
	}
}

func rulesDoc() string {
	var b strings.Builder
	b.WriteString(`# Redaction rules

What Steno replaces, and why. This page is made from the rules' tables by ` + "`go test ./generator/redact -run RulesDoc -update`" + `;
the examples are the rules' tests. See [Publishing safely](publishing-safely.md) for how to use them.

## How a text is read

- Tokens of known forms are found anywhere.
- Any other value is judged by the name before it: in assignments, JSON, YAML, XML, headers, cookies, URLs, command lines, SQL.
- Lines with terminal colours, characters without width, percent-encoding, HTML entities, escapes or quoted-printable (text
  with ` + "`=3D`" + `) are read a second time without them. Runs of base64 and hexadecimal are decoded, one level deep and up to 64 KB, and replaced
  as a whole when they hold a secret.
- A value that was found once is replaced everywhere in the build.

## Names

The last word of a name decides: ` + "`token_type`, `passwordLength` and `keyId`" + ` are settings. Words such as ` + "`max`, `public`, `author`" + ` clear
a name that may mean anything, and never a password, a secret, a token or an API key. A value beside a password's name need not be random;
beside a secret's, a token's or a key's it must be; beside a weak name (` + "`key`, `auth`, `salt`" + `) plainly so.

## Values under a telling name

The first rule that fits decides whether the value is kept or redacted; the last column has a value that the rule does not fit.

| rule | the value is | where it is | example | no example |
|---|---|---|---|---|
`)
	for _, r := range judge.Rules() {
		decides := "kept"
		if r.Secret {
			decides = "redacted"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Name, decides, r.Why, code(r.Example), code(r.Counter))
	}
	forms, named := token.Table(), token.NamedTable()
	fmt.Fprintf(&b, `
## Tokens with a form of their own

%d forms. In the patterns a dot is a dot, and `+"`{20,}`"+` is 20 characters or more: lengths are lower bounds where providers say that a token may
grow. Made-up tokens such as `+"`sk_live_xxxxxxxxxxxxxxxx`"+` are kept, and so is what looks like words where a form is random.

| rule | severity | begins with | goes on with | source |
|---|---|---|---|---|
`, len(forms))
	for _, f := range forms {
		var prefixes []string
		for _, p := range f.Prefixes {
			prefixes = append(prefixes, code(f.Before+p))
		}
		if len(prefixes) == 0 && f.Before != "" {
			prefixes = []string{code(f.Before)}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.Rule, f.Severity, strings.Join(prefixes, " "), code(f.Body), f.Source)
	}
	fmt.Fprintf(&b, `
## Tokens found beside a name

%d kinds have no form that tells them from other text. They are found under a telling name, such as the variable that
usually holds them.

| provider | usual variable | form | source |
|---|---|---|---|
`, len(named))
	for _, n := range named {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", n.Provider, code(n.Variable), code(n.Body), n.Source)
	}
	b.WriteString("\n## Other rules\n\n| rule | severity | what it finds |\n|---|---|---|\n")
	seen := map[string]bool{}
	for _, f := range forms {
		seen[f.Rule] = true
	}
	for _, r := range Rules() {
		if !seen[r.Name] {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.Name, r.Severity, r.Source)
		}
	}
	return b.String()
}

// code writes a text as code in a cell of a table. Long ones are shortened: what their
// end is like, their beginning shows.
func code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.NewReplacer("\n", "⏎", "|", "\\|").Replace(s)
	if r := []rune(s); len(r) > 90 {
		s = string(r[:80]) + "…"
	}
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}
