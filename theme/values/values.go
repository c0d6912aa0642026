// Package values shows JSON as what it says: names beside their values, lists, and tables where
// all elements of a list have the same few members. Nested values fold.
//
// Everything that the JSON contains is shown, names included. What is nested too deep, or too
// large to be read as a list, is left to the caller as text.
package values

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
	"steno/theme/markup"
)

const (
	deepest       = 8        // levels of lists and objects that are shown as such
	largest       = 64 << 10 // bytes of JSON that are
	foldAbove     = 400      // bytes from which a nested value folds
	lineAtMost    = 200      // bytes of a text that is in one line
	columnsAtMost = 6        // of a table
	cellAtMost    = 160      // bytes of JSON in a cell of a table
)

// Text writes a text that does not fit in one line. name is that of the member that contains it.
type Text func(w *markup.Writer, name, text string)

// Write shows the value of a member. Texts of more than a line, and JSON that is too large or
// nested too deep, are written by text.
func Write(w *markup.Writer, name string, v jsontext.Value, text Text) {
	(&writer{w, text}).value(name, v, 0)
}

type writer struct {
	w    *markup.Writer
	text Text
}

func (w *writer) value(name string, v jsontext.Value, depth int) {
	switch kind := v.Kind(); {
	case kind == '"':
		w.string(name, raw.String(v), depth)
	case kind != '{' && kind != '[':
		w.w.Element("code", cmp.Or(moment(name, v), strings.TrimSpace(string(v))))
	case depth == deepest || len(v) > largest:
		w.text(w.w, name, pretty(v))
	case kind == '{':
		w.fold(raw.ParseObject(v), v, depth)
	default:
		w.list(name, v, depth)
	}
}

func (w *writer) string(name, s string, depth int) {
	inner := jsontext.Value(strings.TrimSpace(s))
	switch {
	case isNested(inner) && depth < deepest:
		w.value(name, inner, depth+1)
	case strings.TrimSpace(s) == "":
		w.w.Element("span", "empty", markup.Class("muted"))
	case len(s) <= lineAtMost && !strings.Contains(s, "\n"):
		w.w.Open("code")
		w.w.Target(s)
		w.w.Close("code")
	default:
		w.text(w.w, name, s)
	}
}

// fold writes an object, behind a fold when it is nested and long.
func (w *writer) fold(o raw.Object, v jsontext.Value, depth int) {
	folds := depth > 0 && len(v) > foldAbove
	if folds {
		w.w.Open("details", markup.Class("values"))
		w.w.Element("summary", count(len(o), "field"))
	}
	w.object(o, depth)
	if folds {
		w.w.Close("details")
	}
}

func (w *writer) object(o raw.Object, depth int) {
	if len(o) == 0 {
		w.w.Element("span", "empty", markup.Class("muted"))
		return
	}
	var blanks []raw.Member
	for i, m := range o {
		if Blank(m.Value) {
			blanks = append(blanks, m)
			continue
		}
		if len(blanks) == i {
			w.w.Open("dl", markup.Class("params"))
		}
		w.w.Element("dt", short(m.Name))
		w.w.Open("dd")
		w.value(m.Name, m.Value, depth+1)
		w.w.Close("dd")
	}
	if len(blanks) < len(o) {
		w.w.Close("dl")
	}
	Blanks(w.w, blanks)
}

func (w *writer) list(name string, v jsontext.Value, depth int) {
	elements := raw.ParseArray(v)
	if len(elements) == 0 {
		w.w.Element("span", "none", markup.Class("muted"))
		return
	}
	folds := depth > 0 && len(v) > foldAbove
	if folds {
		w.w.Open("details", markup.Class("values"))
		w.w.Element("summary", count(len(elements), "element"))
	}
	switch columns, blanks := columns(elements); {
	case columns != nil:
		w.table(columns, elements, depth)
		Blanks(w.w, blanks)
	case len(elements) > 1 && !slices.ContainsFunc(elements, func(e jsontext.Value) bool { return string(e) != "null" }):
		w.w.Element("span", strconv.Itoa(len(elements))+" × null", markup.Class("muted"))
	default:
		w.w.Open("ul", markup.Class("values"))
		for _, e := range elements {
			w.w.Open("li")
			w.value(name, e, depth+1)
			w.w.Close("li")
		}
		w.w.Close("ul")
	}
	if folds {
		w.w.Close("details")
	}
}

// columns are the names of the members of all elements when a table can show them: several objects
// of few members, all of them short. Otherwise it returns nil. Members that have a value in none of
// them are blanks.
func columns(elements []jsontext.Value) (names []string, blanks []raw.Member) {
	if len(elements) < 2 {
		return nil, nil
	}
	empty := map[string]raw.Member{}
	var order []string
	for _, e := range elements {
		if e.Kind() != '{' {
			return nil, nil
		}
		for _, m := range raw.ParseObject(e) {
			k, known := m.Value, slices.Contains(names, m.Name)
			switch before, was := empty[m.Name]; {
			case known || !Blank(k):
			case !was:
				empty[m.Name], order = m, append(order, m.Name)
			case kindOfBlank(before.Value) != kindOfBlank(k):
				names = append(names, m.Name) // what it is differs
			}
			if len(k) > cellAtMost || len(k) > 0 && (k[0] == '{' || k[0] == '[') && len(k) > 2 {
				return nil, nil
			}
			if !known && !Blank(k) {
				names = append(names, m.Name)
			}
		}
		if len(names) > columnsAtMost {
			return nil, nil
		}
	}
	for _, name := range order {
		if !slices.Contains(names, name) {
			blanks = append(blanks, empty[name])
		}
	}
	return names, blanks
}

func (w *writer) table(names []string, elements []jsontext.Value, depth int) {
	w.w.Open("div", markup.Class("table"), markup.A("tabindex", "0"), markup.A("role", "group"), markup.A("aria-label", "table"))
	w.w.Const("<table><thead><tr>")
	for _, n := range names {
		w.w.Element("th", short(n))
	}
	w.w.Const("</tr></thead><tbody>")
	for _, e := range elements {
		o := raw.ParseObject(e)
		w.w.Const("<tr>")
		for _, n := range names {
			w.w.Const("<td>")
			switch v := o.Raw(n); {
			case v == nil:
			case Blank(v):
				w.w.Element("span", kindOfBlank(v), markup.Class("muted"))
			default:
				w.value(n, v, depth+2)
			}
			w.w.Const("</td>")
		}
		w.w.Const("</tr>")
	}
	w.w.Const("</tbody></table></div>")
}

// isNested reports whether a text is itself a JSON object or array, as some tools return.
func isNested(v jsontext.Value) bool {
	return len(v) > 2 && (v[0] == '{' || v[0] == '[') && v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// pretty is JSON with indentation; what is not valid stays as it is.
func pretty(v jsontext.Value) string {
	c := v.Clone()
	if c.Indent(jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		return string(v)
	}
	return string(c)
}

// Names of members with a time, and of those with a duration, in small units.
var (
	momentNames   = regexp.MustCompile(`[a-z]At$|[a-z]For$|(?i:_at|_for|timestamp|until|time)$`)
	durationNames = regexp.MustCompile(`(?i)(?:time|for)$`)
)

// moment writes a number that is a time of the years 2001 to 2286, in milliseconds or seconds, ""
// for any other.
func moment(name string, v jsontext.Value) string {
	if v.Kind() != '0' || len(v) < 10 || !momentNames.MatchString(name) {
		return ""
	}
	n, err := strconv.ParseInt(string(v), 10, 64)
	switch {
	case err != nil:
		return ""
	case n >= 1e12 && n < 1e13:
		return time.UnixMilli(n).UTC().Format("2006-01-02 15:04:05.999 UTC")
	case n >= 1e9 && n < 1e10 && !durationNames.MatchString(name):
		return time.Unix(n, 0).UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return ""
}

// short makes a name fit for a label.
func short(name string) string {
	const longest = 200
	name = strings.Join(strings.Fields(name), " ")
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
