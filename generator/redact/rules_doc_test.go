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

- Tokens of known formats are found anywhere.
- Any other value is judged by the name before it: in assignments, JSON, YAML, XML, headers, cookies, URLs, command lines, SQL.
- Lines with terminal colours, characters without width, percent-encoding, HTML entities, escapes or quoted-printable (text
  with ` + "`=3D`" + `) are read a second time without them, and diffs of words (` + "`--word-diff`" + `) once for each side. Runs of base64 and hexadecimal are decoded, one level deep and up to 64 KB. A run that contains
  a secret is replaced as a whole.
- What tools write before each line of a file, a log or a quotation (its number, the name of a container, a mark) is left out while the
  text is read. Strings of several lines in JSON are read as the texts they are.
- A value that was found once is replaced everywhere on the site.

## Names

The last word of a name decides whether it names a secret: ` + "`token_type`, `passwordLength` and `keyId`" + ` name settings. How random a value must be to be
redacted depends on the kind of its name:

- the name of a password: not at all;
- the name of a secret, a token or an API key: random, or words that say nothing about values;
- a weak name, which may mean anything (` + "`key`, `auth`, `salt`" + `): clearly random. With a word such as ` + "`max`, `public` or `author`" + ` in it, a weak
  name does not count; names of the other two kinds do.

## Values under a telling name

The first rule that matches decides whether the value is kept or redacted. The last column shows a value that the rule does not match.

| rule | the value is | when it is | example | does not match |
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

%d kinds look like other text. They are found only beside a name that identifies them, such as the variable that is
usually set to them.

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

// code writes a text as code in a cell of a table. Long ones are cut.
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
