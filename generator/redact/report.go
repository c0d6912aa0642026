package redact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/parser"
)

// Report sums up the findings of a build. It never contains a value.
type Report struct {
	places   map[Place]int // nil when the table is all that is wanted
	levels   map[string]Severity
	rules    map[string]*RuleCount
	values   map[[2]string]bool // rule and hash
	sessions map[string]string  // of each rule, the last session: there may be very many
}

// Place is where a value was found.
type Place struct {
	Rule        string
	Placeholder string
	Hash        string // for an Allow; "" for home directories and user names
	Session     string
	Agent       string // "" in the main thread
	Anchor      string // "" for home directories and user names, which are only counted
}

// NewReport returns an empty report. Without places it contains the table alone, in little memory.
func NewReport(places bool) *Report {
	r := &Report{levels: map[string]Severity{}, rules: map[string]*RuleCount{}, values: map[[2]string]bool{}, sessions: map[string]string{}}
	if places {
		r.places = map[Place]int{}
	}
	return r
}

// Add counts the findings of one session, all of them at once. It is for one goroutine at a time.
func (r *Report) Add(session string, findings []Finding) {
	for i := range findings {
		f := &findings[i]
		p := Place{Rule: f.Rule, Placeholder: f.Placeholder, Session: session}
		if f.Hash != (Hash{}) {
			p.Hash, p.Agent, p.Anchor = f.Hash.String(), f.Agent, f.Anchor
		}
		r.count(&p, 1+f.More)
		r.level(f.Rule, f.Severity)
	}
}

// count counts a place. The table keeps no text that is a part of a summary, as that would keep all
// of it in memory.
func (r *Report) count(p *Place, n int) {
	if r.places != nil {
		r.places[*p] += n
	}
	c := r.rules[p.Rule]
	if c == nil {
		c = &RuleCount{Rule: strings.Clone(p.Rule)}
		r.rules[c.Rule] = c
	}
	c.Places += n
	if p.Hash != "" && !r.values[[2]string{c.Rule, p.Hash}] {
		r.values[[2]string{c.Rule, strings.Clone(p.Hash)}] = true
		c.Values++
	}
	if last, any := r.sessions[c.Rule]; !any || last != p.Session {
		r.sessions[c.Rule] = strings.Clone(p.Session)
		c.Sessions++
	}
}

// level notes the severity of a rule that was counted.
func (r *Report) level(rule string, level Severity) {
	if was, known := r.levels[rule]; !known || was != level {
		r.levels[strings.Clone(rule)] = level
	}
}

// Counted is what one session adds to a report, much shorter than its findings.
type Counted struct {
	Places []CountedPlace
	Levels map[string]Severity // of the rules
}

// Count sums up the findings of one session.
func Count(session string, findings []Finding) Counted {
	if len(findings) == 0 {
		return Counted{}
	}
	r := NewReport(true)
	r.Add(session, findings)
	return Counted{r.Places(), r.levels}
}

// Values lists the values that were found.
func (c Counted) Values() []Hash {
	seen := map[string]bool{"": true}
	var list []Hash
	for _, p := range c.Places {
		var h Hash
		if !seen[p.Hash] && h.UnmarshalText([]byte(p.Hash)) == nil {
			seen[p.Hash] = true
			list = append(list, h)
		}
	}
	return list
}

// Own returns the findings of a session without those in its beginning, which the session that it
// began as a copy of has as well.
func Own(s *parser.Session, all []Finding) []Finding {
	if s.Main.Beginning == nil {
		return all
	}
	shared := map[string]bool{}
	for m := range s.Main.Beginning.Messages() {
		shared[m.Anchor] = true
	}
	var own []Finding
	for _, f := range all {
		if f.Agent != "" || f.Anchor == "" || !shared[f.Anchor] {
			own = append(own, f)
		}
	}
	return own
}

// AddCounted adds what Count summed up of one session. It is for one goroutine at a time.
func (r *Report) AddCounted(c Counted) {
	for i := range c.Places {
		r.count(&c.Places[i].Place, c.Places[i].Count)
	}
	for rule, level := range c.Levels {
		r.level(rule, level)
	}
}

// RuleCount is one line of the table.
type RuleCount struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Values   int    `json:"values"` // distinct ones; 0 where values are only counted
	Places   int    `json:"places"` // replacements
	Sessions int    `json:"sessions"`
}

// Rules returns the table: gravest first, then by number of places.
func (r *Report) Rules() []RuleCount {
	var out []RuleCount
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		c := *r.rules[name]
		c.Severity = r.levels[name].String()
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b RuleCount) int {
		return cmp.Or(cmp.Compare(r.levels[b.Rule], r.levels[a.Rule]), cmp.Compare(b.Places, a.Places))
	})
	return out
}

// Places returns every place with its number of replacements, gravest rule
// first, then by session, anchor and placeholder.
func (r *Report) Places() []CountedPlace {
	out := make([]CountedPlace, 0, len(r.places))
	for p, n := range r.places {
		out = append(out, CountedPlace{p, n})
	}
	slices.SortFunc(out, func(a, b CountedPlace) int {
		return cmp.Or(cmp.Compare(r.levels[b.Rule], r.levels[a.Rule]), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Session, b.Session), strings.Compare(a.Agent, b.Agent),
			strings.Compare(a.Anchor, b.Anchor), strings.Compare(a.Placeholder, b.Placeholder), strings.Compare(a.Hash, b.Hash))
	})
	return out
}

// CountedPlace is a place and how often the value was replaced there.
type CountedPlace struct {
	Place
	Count int
}

// jsonPlace is a place as redactions.json has it.
type jsonPlace struct {
	Rule        string `json:"rule"`
	Severity    string `json:"severity"`
	Placeholder string `json:"placeholder"`
	ID          string `json:"id,omitempty"` // as in redact.allow and redact.reviewed; "" without a key
	Session     string `json:"session"`
	Agent       string `json:"agent,omitempty"`
	Anchor      string `json:"anchor,omitempty"`
	Link        string `json:"link,omitempty"`
	Count       int    `json:"count"`
}

// JSON returns the content of redactions.json: the table and every place. link makes the
// address of a place, id what names its value.
func (r *Report) JSON(link func(Place) string, id func(Hash) string) ([]byte, error) {
	doc := struct {
		Version int         `json:"version"`
		Review  string      `json:"review"` // what goes through the values
		Rules   []RuleCount `json:"rules"`
		Places  []jsonPlace `json:"places"`
	}{2, "steno review", r.Rules(), []jsonPlace{}}
	for _, p := range r.Places() {
		name := ""
		if h := (Hash{}); p.Hash != "" && h.UnmarshalText([]byte(p.Hash)) == nil {
			name = id(h)
		}
		doc.Places = append(doc.Places, jsonPlace{p.Rule, r.levels[p.Rule].String(), p.Placeholder, name,
			p.Session, p.Agent, p.Anchor, link(p.Place), p.Count})
	}
	out, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write redaction report: %w", err)
	}
	return append(out, '\n'), nil
}
