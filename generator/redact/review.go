package redact

import "slices"

// Found is a value that a build takes out, as a person reviews it.
type Found struct {
	Rule        string
	Severity    Severity
	Placeholder string // what stands in its place
	Hash        Hash   // names it in Options.Allow and Options.Reviewed
}

// Unreviewed lists the values that nobody has looked at, in the order of their
// placeholders' numbers: they are in neither Options.Reviewed nor Options.Allow, and
// not what the user named in the configuration.
func (r *Redactor) Unreviewed() []Found {
	var list []Found
	for i := range r.entries {
		en := &r.entries[i]
		rule := &r.e.rules[en.rule]
		if rule.rank == rankUser || rule.Severity == Off || r.e.reviewed(rule.Name, en.hash.String()) {
			continue
		}
		list = append(list, Found{rule.Name, rule.Severity, en.placeholder, en.hash})
	}
	return list
}

// Forbidden returns the places whose rule is at least as grave as least, those of
// values that were reviewed left out. Off and Default forbid nothing.
func (r *Redactor) Forbidden(report *Report, least Severity) []CountedPlace {
	if least <= Off {
		return nil
	}
	return slices.DeleteFunc(report.Places(), func(p CountedPlace) bool {
		return report.levels[p.Rule] < least || p.Hash != "" && r.e.reviewed(p.Rule, p.Hash)
	})
}

func (e *Engine) reviewed(rule, hash string) bool {
	return slices.ContainsFunc(e.options.Reviewed, func(a Allow) bool { return a.names(rule, hash) })
}
