package card

import (
	"path"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/theme/markup"
)

// call is a card in the making. What its methods write any card may have; what only cards of some tools have is
// written by functions beside those tools.
type call struct {
	*parser.ToolCall
	env  *Env
	view View

	in  *object // the input
	out *object // the structured result; empty when there is none or it is no object

	text   string   // the result's text, "" when there is none
	showed []string // texts that are on the card, to find out what is missing

	object, small string // the row's object and note, uncut

	elsewhere bool // the result is shown on another page
}

func newCall(env *Env, tc *parser.ToolCall) *call {
	if env.Brief != nil && env.Brief() && brief(tc) {
		short := *env
		short.brief = true
		env = &short
	}
	c := &call{ToolCall: tc, env: env, in: asObject(tc.Input), out: asObject(nil)}
	c.view = View{Tool: label(tc.Name, 60), Icon: "tool", Verb: label(tc.Name, 40), State: stateOf(tc)}
	if tc.Result != nil {
		c.text = tc.Result.Text()
		if tc.Result.Structured.Kind() == '{' {
			c.out = asObject(tc.Result.Structured)
		}
		c.view.Duration = took(tc, env.Asks == nil || env.Asks())
	}
	return c
}

// row sets the row's icon, verb and object. An object too long for a row is
// in the body in full.
func (c *call) row(icon, verb, object string) {
	c.view.Icon, c.view.Verb, c.view.Object = icon, label(verb, 60), label(object, 160)
	c.object = object
}

// codeRow is row for an object that is code.
func (c *call) codeRow(icon, verb, object string) {
	c.row(icon, verb, object)
	c.view.Code = true
}

// chip adds an outcome.
func (c *call) chip(text, kind string) {
	if text != "" {
		c.view.Chips = append(c.view.Chips, Chip{label(text, 40), kind})
	}
}

// note sets the small print, under the rule of row.
func (c *call) note(s string) {
	c.view.Note = label(s, 120)
	c.small = s
}

// unabridged shows what the row had to cut.
func (c *call) unabridged() {
	for _, s := range []string{c.object, c.small} {
		if label(s, len(s)) == c.view.Object || label(s, len(s)) == c.view.Note {
			c.show(s)
		} else if !c.includes(s) {
			c.plain("In full", s)
		}
	}
}

// show notes that a text is in the body.
func (c *call) show(texts ...string) { c.showed = append(c.showed, texts...) }

// includes reports whether a text is in the body already.
func (c *call) includes(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" {
		return true
	}
	for _, t := range c.showed {
		if strings.Contains(t, s) {
			return true
		}
	}
	return false
}

// ok reports whether the call ended as it should.
func (c *call) ok() bool { return c.view.State == Done }

// path shortens a path for the row and puts the whole one into the body.
func (c *call) path(p string) string {
	if p == "" {
		return ""
	}
	if memoryFile.MatchString(p) {
		c.chip("memory", "")
	}
	short := c.env.short(p)
	if label(short, 160) != p {
		c.pathLine(p)
	}
	c.show(p)
	return short
}

// memoryFile is a file in which agents keep what they remember: of a project, or as an agent of
// a certain type.
var memoryFile = lazy.MustCompile(`[/\\]\.claude[/\\](?:(?:projects[/\\][^/\\]+[/\\])?memory|agent-memory(?:-local)?)[/\\]`)

// short is a path relative to the session's directory, where it is below it.
func (e *Env) short(p string) string {
	clean := strings.ReplaceAll(p, `\`, "/")
	dir := strings.TrimSuffix(strings.ReplaceAll(e.Dir, `\`, "/"), "/")
	if dir == "" {
		return p
	}
	if clean == dir {
		return "."
	}
	if rest, ok := parser.Within(dir, clean); ok {
		return rest
	}
	return p
}

// base is the last element of a path of any system.
func base(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }

// count writes a number.
func count(n int) string { return strconv.Itoa(n) }

// trimZero writes a number with one decimal, or none.
func trimZero(f float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
}

// lines counts the lines of a text.
func lines(s string) int {
	s = strings.TrimRight(s, "\n")
	if s == "" {
		return 0
	}
	return strings.Count(s, "\n") + 1
}

// label makes a recorded name fit for a row: one line, not endless.
func label(s string, limit int) string {
	s = strings.Join(strings.Fields(markup.Clean(s)), " ")
	runes := 0
	for i := range s {
		if runes == limit {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}
