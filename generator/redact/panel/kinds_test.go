package panel

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed kinds.txt
var kindsTable string

// Form says how a careful person recognises a secret.
type Form string

// The forms of secrets. See kinds.txt.
const (
	Own      Form = "own"
	Named    Form = "named"
	Password Form = "password"
	Phrase   Form = "phrase"
	URL      Form = "url"
	Lines    Form = "lines"
)

// Kind is one kind of secret of one provider.
type Kind struct {
	Group  string
	Name   string
	Form   Form
	Env    string // the environment variable that the provider documents
	Format string // what values are drawn from
	Source string // where the format is published
}

// Kinds returns the table of kinds.txt.
func Kinds() ([]Kind, error) {
	var kinds []Kind
	group := ""
	seen := map[string]bool{}
	for i, line := range strings.Split(kindsTable, "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			group = strings.Trim(line, "[]")
		default:
			f := strings.Fields(line)
			if len(f) != 5 {
				return nil, fmt.Errorf("kinds.txt:%d: %d columns, want 5", i+1, len(f))
			}
			if seen[f[0]] {
				return nil, fmt.Errorf("kinds.txt:%d: %q is there twice", i+1, f[0])
			}
			seen[f[0]] = true
			kinds = append(kinds, Kind{group, f[0], Form(f[1]), f[2], f[3], f[4]})
		}
	}
	return kinds, nil
}

// begins reports whether all secrets of the kind begin with the same 3 characters.
func (k Kind) begins() bool {
	if k.Format[0] == '@' {
		return true
	}
	for i := range 3 {
		if strings.IndexByte(`[(.?*+{|`, k.Format[i]) >= 0 {
			return false
		}
	}
	return true
}
