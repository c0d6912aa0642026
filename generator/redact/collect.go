package redact

import (
	"slices"
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/known"
	"steno/generator/redact/scan"
	"steno/generator/redact/walk"
	"steno/parser"
)

// Collector gathers the values of one session: the first phase. It is for one
// goroutine; an Engine makes any number.
type Collector struct {
	e      *Engine
	seen   map[string]bool // rule and hash
	values []Value
	marks  *Marks // of the session that was visited last
	ids    []string
	across walk.Across // of records

	onValue func(v Value, text string, everywhere bool) // see OnValue; may be nil
}

// Collect begins the first phase for one session.
func (e *Engine) Collect() *Collector { return &Collector{e: e, seen: map[string]bool{}} }

// Addresses lists what the pages of sessions are addressed by. Such an id, and its beginning, is
// removed where a rule finds it, and not everywhere: somebody wrote it under the name of a key.
func (c *Collector) Addresses(ids []string) { c.ids = ids }

// shortestID is the least of the beginning of an id that counts as it.
const shortestID = 12

func (c *Collector) address(v string) bool {
	return len(v) >= shortestID && slices.ContainsFunc(c.ids, func(id string) bool { return strings.HasPrefix(id, v) })
}

// Text looks for values in one decoded string.
func (c *Collector) Text(s string) { c.field("", s) }

// Session looks for values in everything that a session contains, documents in base64 included.
func (c *Collector) Session(s *parser.Session) {
	c.marks = &Marks{}
	var last recent[glance]
	w := walk.Walker{
		Text: func(name, text string, at walk.Place) string {
			seen := last.of(name, text, c.read)
			if !at.Shifts {
				c.marks.add(len(text), seen)
			}
			return text
		},
		Data: func(data string, _ walk.Place) string {
			if text, ok := hidden.File(data); ok {
				c.field("", text)
			}
			hidden.Packed(data, func(text string) { c.read("", text) })
			return data
		},
	}
	w.Session(s, false)
}

// Values returns what was found, in order of finding. It is a copy.
func (c *Collector) Values() []Value { return slices.Clone(c.values) }

// Len returns the number of values that were found so far.
func (c *Collector) Len() int { return len(c.values) }

// field looks at a text that has a name ("" when under none).
func (c *Collector) field(name, s string) string {
	c.read(name, s)
	return s
}

// glance is what was learned of a text: whether no rule finds anything in it, and the names that
// rules would replace if they were those of users.
type glance struct {
	clean bool
	asked []string
}

// read looks at a text. It reads the text as often as Redactor.Text will: what a replacement
// uncovers is a value too.
func (c *Collector) read(name, text string) (seen glance) {
	if holdsLines(text) { // files and outputs are in it, whose lines a look at the whole does not see
		walk.JSON([]byte(text), c.field)
	}
	for pass := range maxPasses {
		sc := c.e.scan(text, name, nil)
		if seen.clean = pass == 0 && sc.Clean; seen.clean {
			for _, u := range sc.Asked() {
				seen.asked = append(seen.asked, strings.Clone(u))
			}
		}
		for _, u := range sc.Users() {
			c.addUser(u)
		}
		for _, dir := range sc.Homes() {
			c.addHome(dir)
		}
		again := false
		for i := range sc.Spans {
			sp := &sc.Spans[i]
			if sp.Text == "" {
				again = true
				sp.Text = scan.Placeholder + c.e.rules.Rules[sp.Rule].Name + "]"
				c.add(c.e.rules.Rules[sp.Rule], sp.In(text))
			}
		}
		if again {
			text = splice(text, sc.Spans)
		}
		c.e.scanner.Release(sc)
		if !again {
			break
		}
	}
	return seen
}

func (c *Collector) add(r find.Rule, v string) {
	if c.first(r.Name, known.HashOf(v)) {
		value := known.NewValue(r, v)
		if r.Rank > find.RankFormat && c.address(v) {
			value.Forms = nil
		}
		c.values = append(c.values, value)
		if c.onValue != nil {
			c.onValue(value, v, len(value.Forms) > 0)
		}
	}
}

func (c *Collector) addUser(name string) {
	if h := known.HashOf(known.Folder(name)); c.first("user-name", h) {
		c.values = append(c.values, Value{Rule: "user-name", Hash: h})
	}
}

func (c *Collector) addHome(dir string) {
	if c.first("home-path", known.HashOf(dir)) {
		home := known.NewValue(*c.e.rules.Named("home-path"), dir)
		dashed := known.Folder(dir) // as Claude Code names folders
		home.Forms = append(home.Forms, known.FormOf(dashed))
		c.values = append(c.values, home)
	}
}

func (c *Collector) first(rule string, h Hash) bool {
	key := rule + string(h[:])
	first := !c.seen[key]
	c.seen[key] = true
	return first
}
