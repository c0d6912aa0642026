// Package token finds values that their own form shows: tokens in the forms that providers
// document, JSON Web Tokens, private keys.
package token

import (
	_ "embed" // of the tables
	"fmt"
	"strings"
	"sync"

	"steno/generator/redact/find"
)

// Row is one documented form of a provider's token: what it begins
// with, what follows, and where that is written down. before, when set, is what
// must be before the prefix and belongs to the token. A form without prefixes is looked
// for where a run of characters of tokens begins.
//
// Lengths are lower bounds where providers say that a token may grow. check
// says how much a match must look drawn by chance: formats whose prefix says
// enough need little, short prefixes need much.
type Row struct {
	Rule     string
	Severity find.Severity
	Prefixes []string
	Body     string
	check    check
	Source   string
	Before   string
}

// Summed reports a form that ends in a checksum, so that one drawn by chance is none.
func (r *Row) Summed() bool { return r.check == summed }

type check uint8

const (
	plausible check = iota // not a made-up example
	drawn                  // and looks random
	mixed                  // and contains letters as well as digits, or looks random
	cased                  // and contains capitals, which the ids of calls that begin alike do not
	summed                 // and ends in the checksum of Base58Check
)

var checkNames = map[string]check{"plausible": plausible, "drawn": drawn, "mixed": mixed, "cased": cased, "summed": summed}

// formsTable contains every token format that can be recognized by its own form, namedTable those
// that cannot: what shows them is the name beside them.
var (
	//go:embed forms.tsv
	formsTable string
	//go:embed named.tsv
	namedTable string
)

// shapeNames are what the tables write for classes that many shapes have.
var shapeNames = strings.NewReplacer("<w>", "[A-Za-z0-9]", "<d>", "[A-Za-z0-9_-]", "<h>", "[0-9a-f]", "<H>",
	"[0-9a-fA-F]", "<b>", "[A-Za-z0-9+/]",
	"<uuid>", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", `\s`, " ")

// Table lists the forms that can be recognized by themselves.
func Table() []Row { return table() }

var table = sync.OnceValue(func() []Row {
	var out []Row
	for _, row := range tableRows(formsTable, 7) {
		severity, err := find.ParseSeverity(row[1])
		checked, ok := checkNames[row[2]]
		if err != nil || !ok {
			panic(fmt.Sprintf("forms.tsv: %q", row))
		}
		f := Row{Rule: row[0], Severity: severity, check: checked, Body: shapeOf(row[4]), Before: shapeOf(row[5]), Source: row[6]}
		if row[3] != "-" {
			for _, p := range strings.Fields(row[3]) {
				f.Prefixes = append(f.Prefixes, shapeNames.Replace(p))
			}
		}
		out = append(out, f)
	}
	return out
})

// NamedRow is a kind of token without its own form.
type NamedRow struct {
	Provider string // the word in names that identifies it
	Variable string
	Body     string
	Source   string
}

// NamedTable lists the kinds of tokens that cannot.
func NamedTable() []NamedRow { return named() }

var named = sync.OnceValue(func() []NamedRow {
	var out []NamedRow
	for _, row := range tableRows(namedTable, 4) {
		out = append(out, NamedRow{row[0], row[1], shapeOf(row[2]), row[3]})
	}
	return out
})

// Documented reports a value of the form that a provider documents for tokens that cannot be
// recognized by themselves. The word is the one in names that identifies the provider.
func Documented(word, v string) bool {
	for _, form := range namedForms()[word] {
		if form.match(v, 0, nil) == len(v) {
			return true
		}
	}
	return false
}

// namedForms are the forms of such tokens, by the word that identifies them.
var namedForms = sync.OnceValue(func() map[string][]shape {
	forms := map[string][]shape{}
	for _, t := range named() {
		forms[t.Provider] = append(forms[t.Provider], mustShape(t.Body))
	}
	return forms
})

func mustShape(text string) shape {
	sh, err := parseShape(text)
	if err != nil {
		panic(err)
	}
	return sh
}

// Providers are words in the names of values that are such tokens.
func Providers() map[string]bool { return providers() }

var providers = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, t := range named() {
		words[t.Provider] = true
	}
	return words
})

func tableRows(table string, columns int) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		if line[0] == '#' {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			panic(fmt.Sprintf("table of tokens: %q has %d columns, want %d", row, len(row), columns))
		}
		out = append(out, row)
	}
	return out
}

func shapeOf(text string) string {
	if text == "-" {
		return ""
	}
	return shapeNames.Replace(text)
}
