package view

import (
	"strings"

	"steno/theme/words"
)

// Failures are the errors of a session or an agent in reading order: calls that failed, were
// rejected by the user, denied by a rule or cancelled, and errors of the API, which count as
// failed.
type Failures struct {
	Rows                                []FailureRow // the first ones; those of one kind are one row
	Groups                              int          // how many rows there are in all
	Total                               int          // of all four kinds
	Failed, Rejected, Denied, Cancelled int
	InAgents                            int // of Failed, those on the pages of agents
}

// Others names the kinds besides failed: "2 rejected, 1 denied", "" for none.
func (f Failures) Others() string { return kinds(0, f.Rejected, f.Denied, f.Cancelled) }

// Words names all kinds: "3 errors, 2 rejected".
func (f Failures) Words() string { return kinds(f.Failed, f.Rejected, f.Denied, f.Cancelled) }

// First is the address of the first error that failed, otherwise of the first of any kind.
func (f Failures) First() string {
	for _, r := range f.Rows {
		if r.Kind == "failed" {
			return r.Href
		}
	}
	if len(f.Rows) > 0 {
		return f.Rows[0].Href
	}
	return ""
}

func kinds(failed, rejected, denied, cancelled int) string {
	var parts []string
	if failed > 0 {
		parts = append(parts, words.Plural(failed, "error"))
	}
	for _, k := range []struct {
		n    int
		word string
	}{{rejected, "rejected"}, {denied, "denied"}, {cancelled, "cancelled"}} {
		if k.n > 0 {
			parts = append(parts, words.Number(k.n)+" "+k.word)
		}
	}
	return strings.Join(parts, ", ")
}

// FailureRow is one of them.
type FailureRow struct {
	Kind   string // "failed", "rejected", "denied" or "cancelled"
	Tool   string // the tool, or what it does where that is another client's; "API" for errors of the API
	Object string // what the call was about: a command, a path; may be empty
	Text   string // start of the message
	Href   string
	Agent  string // of which agent, "" on the thread whose head it is

	Count    int   // how many like it there are; 0 or 1 when it is alone
	Resolved *Link // the next success of the same kind of call on the same subject, nil when there was none
}
