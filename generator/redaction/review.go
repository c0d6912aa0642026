package redaction

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"steno/generator/config"
	"steno/generator/redact"
	"steno/parser"
)

// With publish.requireReview a person has looked at every value that a build takes
// out before the build writes anything: a rule that sees too little is found by what it
// sees next to it. `steno check` lists the values, `steno review` goes through them.

// Value is a value that a build removes, as a person reviews it.
type Value struct {
	ID          string       `json:"id,omitzero"` // names it in redact.allow and redact.reviewed; "" without a key
	Rule        string       `json:"rule"`
	Severity    string       `json:"severity"`
	State       redact.State `json:"state"`
	Placeholder string       `json:"placeholder"`
	Places      int          `json:"places"` // how often it was replaced
	Sessions    int          `json:"sessions"`
	Page        string       `json:"page,omitzero"` // of its first place, from the site's root
	File        string       `json:"file,omitzero"` // the transcript that contains it first, as displayed
	Line        int          `json:"line,omitzero"` // 1-based
	Context     string       `json:"context"`       // its line, with what it is in place of the value

	Hash   redact.Hash `json:"-"`
	Secret string      `json:"-"` // the value itself: for the eyes of who reviews, never to be written
}

// At returns the first place of the value in the transcripts, as far as it is known.
func (v Value) At() string {
	if v.Line == 0 {
		return v.File
	}
	return fmt.Sprintf("%s:%d", v.File, v.Line)
}

// ReviewError is returned by a build that waits for a review.
type ReviewError struct {
	Values []Value // that nobody has reviewed
}

// mostListed is how many values an error names.
const mostListed = 20

// Error lists the values, never what they are.
func (e *ReviewError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "publish.requireReview: nobody has reviewed %d of the values that would be redacted:", len(e.Values))
	for i, v := range e.Values {
		if i == mostListed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Values)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s", v.Placeholder)
		if v.ID != "" {
			fmt.Fprintf(&b, ", %s", v.ID)
		}
		if v.File != "" {
			fmt.Fprintf(&b, ", in %q", v.File)
		}
	}
	return b.String()
}

// ReviewHint says what to do about a ReviewError. Flags name the transcripts and the configuration, each after a blank.
func ReviewHint(flags string) string {
	return `run "steno review` + flags + `" where the transcripts are: it shows each value and writes redact.reviewed and redact.allow`
}

// Review fails while there are values that nobody has reviewed. It comes before the destination is
// opened.
func (r *Collected) Review() error {
	if r == nil {
		return errors.New("publish.requireReview: there is nothing to review while redact.enabled is false")
	}
	e := &ReviewError{}
	for _, f := range r.Cleaner.Unreviewed() {
		v := valueOf(f)
		if src := r.first[f.Hash]; src != nil && len(src.Main) > 0 {
			v.File = src.Main[0].Path
		}
		e.Values = append(e.Values, v)
	}
	if len(e.Values) == 0 {
		return nil
	}
	return e
}

func valueOf(f redact.Found) Value {
	return Value{ID: f.ID, Rule: f.Rule, Severity: f.Severity.String(), State: f.State, Placeholder: f.Placeholder, Hash: f.Hash}
}

// WarningsOfLists returns warnings of entries of redact.allow and redact.reviewed that name values
// in a way that others could guess them by, or that cannot be read without the key and could name one of
// the values that were found. Redacted transcripts have none, so that they can be built without the key.
func WarningsOfLists(c config.Redact, r *Collected) (warnings []parser.Warning, err error) {
	key, err := ReviewKey(c)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	if key == nil {
		for _, f := range r.Cleaner.Unreviewed() {
			found[f.Rule], found[""] = true, true // an id may have no rule
		}
	}
	plain, keyed := 0, 0
	for _, a := range slices.Concat(config.Named(c.Allow), config.Named(c.Reviewed)) {
		if a.Keyed() && found[a.Rule] {
			keyed++
		} else if !a.Keyed() {
			plain++
		}
	}
	if plain > 0 {
		warnings = append(warnings,
			parser.Warning{Text: fmt.Sprintf(`redact.allow and redact.reviewed have %d plain SHA-256, from which short values can be guessed; "steno review --migrate" replaces them`,
				plain)})
	}
	if keyed > 0 {
		warnings = append(warnings,
			parser.Warning{Text: fmt.Sprintf("redact.allow and redact.reviewed have %d ids, which are ignored without their key; set %s or copy the file that redact.reviewKey names",
				keyed, ReviewKeyEnv)})
	}
	return warnings, nil
}

// List lists what is redacted, gravest first, with the first place of each.
func (r *Collected) List(report *Report, seen Sightings) []Value {
	places, sessions := map[string]int{}, map[string]map[string]bool{}
	for _, p := range report.Table.Places() {
		places[p.Hash] += p.Count
		if sessions[p.Hash] == nil {
			sessions[p.Hash] = map[string]bool{}
		}
		sessions[p.Hash][p.Session] = true
	}
	found := r.Cleaner.Found()
	slices.SortStableFunc(found, func(x, y redact.Found) int {
		return cmp.Or(cmp.Compare(y.Severity, x.Severity), cmp.Compare(x.Rule, y.Rule))
	})
	list := []Value{}
	for _, f := range found {
		v := valueOf(f)
		hash := f.Hash.String()
		v.Places, v.Sessions = places[hash], len(sessions[hash])
		if s, ok := seen[f.Hash]; ok {
			v.File, v.Line, v.Secret = s.file, s.Line, s.Value
			v.Page = report.link(redact.Place{Session: s.session, Agent: s.Agent, Anchor: s.Anchor})
			if s.Anchor != "" {
				v.Page += "#" + s.Anchor
			}
			v.Context = fmt.Sprintf("%s[%s, %d characters]%s", s.Before, f.Rule, utf8.RuneCountInString(s.Value), s.After)
		}
		list = append(list, v)
	}
	return list
}

// sighting is the first place of a value.
type sighting struct {
	redact.Sighting
	session string
	file    string
}

// Sightings are the first places of values.
type Sightings map[redact.Hash]sighting

// Add takes in the places of a session's values that were not seen before.
func (seen Sightings) Add(session string, paths []string, places []redact.Sighting) {
	for _, p := range places {
		if _, ok := seen[p.Hash]; ok {
			continue
		}
		s := sighting{Sighting: p, session: session}
		if p.File >= 0 && p.File < len(paths) {
			s.file = paths[p.File]
		} else if len(paths) > 0 {
			s.file = paths[0]
		}
		seen[p.Hash] = s
	}
}
