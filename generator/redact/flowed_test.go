package redact

import (
	"strings"
	"testing"
)

// TestLiteralsOverLines has names that lines, blanks and marks divide, and that a page shows as one. They get the placeholder of the name.
func TestLiteralsOverLines(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{Literals: []string{"Acme Corporation", "Zephyrine", "a*b cd"}}).Freeze()
	for text, want := range map[string]string{
		"for Acme\nCorporation now":               "for # now",
		"for Acme \r\n\tCorporation now":          "for # now",
		"for Acme  Corporation, Acme Corporation": "for #, #",
		"for Acme\u00a0Corporation":               "for #",
		"for Acme&nbsp;Corporation":               "for #",
		"for **Acme** Corporation":                "for **#",
		"_Acme_ Corporation":                      "_#",
		"for Acme `Corporation`":                  "for #`",
		"> for Acme\n> Corporation":               "> for #",
		"// for Acme\n// Corporation":             "// for #",
		" * for Acme\n * Corporation":             " * for #",
		"+# for Acme\n+# Corporation":             "+# for #",
		"12\tfor Acme\n13\tCorporation":           "12\tfor #",
		"**Zephy**rine":                           "**#",
		"Acme, Corporation":                       "Acme, Corporation",
		"Acme_Corporation":                        "Acme_Corporation",
		"if a*b cd {\n\treturn *x\n}\n":           "if # {\n\treturn *x\n}\n",
	} {
		got, _ := r.Text(text)
		got = strings.NewReplacer("[redacted:literal#1]", "#", "[redacted:literal]", "#").Replace(got)
		if got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
}
