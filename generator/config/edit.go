// The file is edited as text, at the positions that the YAML package reports, so that comments
// and layout stay. What comes out is read again before anybody gets it.

package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// listNames are the lists that are edited, in the order in which they are written.
var listNames = []string{"allow", "reviewed"}

// edit is a change of a text: what to put at an offset, in place of some bytes.
type edit struct {
	at, drop int
	text     string
}

// EditLists returns a configuration file with entries appended to redact.allow and
// redact.reviewed, and entries that replace others. All else stays as it is, comments
// and layout too.
func EditLists(data []byte, add map[string][]string, replace map[string]string) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, syntaxError(data, err)
	}
	t := &listText{data: data, lines: lineStarts(data)}
	var root *yaml.Node
	if len(doc.Content) > 0 {
		root = doc.Content[0]
	}
	redact, group := pair(root, "redact")
	missing := map[string][]string{} // lists that the file does not have
	for _, name := range listNames {
		key, list := pair(group, name)
		if list != nil {
			t.replace(list, replace)
		}
		switch {
		case len(add[name]) == 0:
		case list == nil:
			missing[name] = add[name]
		case list.Kind == yaml.SequenceNode:
			t.extend(list, add[name])
		case list.Kind == yaml.AliasNode:
			return nil, fmt.Errorf("line %d: redact.%s is an alias, which cannot be edited; write the list out", list.Line, name)
		default: // "allow:" without a value
			t.fill(key, list, "["+quoted(add[name])+"]")
		}
	}
	if len(missing) > 0 {
		t.insert(redact, group, missing)
	}
	edited := t.apply()
	if err := sameButLists(data, edited, add, replace); err != nil {
		return nil, err
	}
	return edited, nil
}

// sameButLists fails when an edited file says something else than it should.
func sameButLists(data, edited []byte, add map[string][]string, replace map[string]string) error {
	want, err := Parse("before", data)
	if err != nil {
		return err
	}
	got, err := Parse("after", edited)
	if err != nil {
		return fmt.Errorf("the layout of redact is too unusual to edit it; write the entries by hand: %w", err)
	}
	expect := func(name string, list []string) []string {
		out := []string{}
		for _, entry := range list {
			out = append(out, cmp.Or(replace[entry], entry))
		}
		return append(out, add[name]...)
	}
	want.Places, got.Places = nil, nil
	want.Redact.Allow, want.Redact.Reviewed = expect("allow", want.Redact.Allow), expect("reviewed", want.Redact.Reviewed)
	if !reflect.DeepEqual(want, got) {
		return errors.New("the layout of redact is too unusual to edit it; write the entries by hand")
	}
	return nil
}

// listText is a file of which lists are edited, by the places of their nodes.
type listText struct {
	data  []byte
	lines []int // where each begins
	edits []edit
}

func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, b := range data {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// at returns the offset of a node. The package counts columns in characters.
func (t *listText) at(n *yaml.Node) int {
	from := t.lines[n.Line-1]
	column := 1
	for i := range string(t.data[from:]) {
		if column == n.Column {
			return from + i
		}
		column++
	}
	return len(t.data)
}

// pair returns the node of a key of a mapping and that of its value, nil when it is not there.
func pair(n *yaml.Node, key string) (k, v *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// end returns the offset behind a scalar on one line.
func (t *listText) end(n *yaml.Node) int {
	at := t.at(n)
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return at + len(n.Value) + 2
	}
	return at + len(n.Value)
}

// replace replaces some entries of a list by others.
func (t *listText) replace(list *yaml.Node, by map[string]string) {
	for _, n := range list.Content {
		if text, ok := by[n.Value]; ok {
			t.edits = append(t.edits, edit{t.at(n), t.end(n) - t.at(n), strconv.Quote(text)})
		}
	}
}

// extend appends entries to a list, in its own layout.
func (t *listText) extend(list *yaml.Node, entries []string) {
	flow := list.Style&yaml.FlowStyle != 0
	switch last := len(list.Content) - 1; {
	case last < 0:
		t.edits = append(t.edits, edit{t.at(list) + 1, 0, quoted(entries)})
	case flow:
		t.edits = append(t.edits, edit{t.end(list.Content[last]), 0, ", " + quoted(entries)})
	default:
		end := bytes.IndexByte(t.data[t.end(list.Content[last]):], '\n')
		at := len(t.data)
		if end >= 0 {
			at = t.end(list.Content[last]) + end + 1
		}
		t.edits = append(t.edits, edit{at, 0, t.ending(at) + items(strings.Repeat(" ", list.Column-1), entries)})
	}
}

// fill writes a value behind a key that has none.
func (t *listText) fill(key, value *yaml.Node, text string) {
	if value.Value != "" { // "~" or "null"
		t.edits = append(t.edits, edit{t.at(value), len(value.Value), text})
		return
	}
	behind := t.end(key)
	t.edits = append(t.edits, edit{behind + bytes.IndexByte(t.data[behind:], ':') + 1, 0, " " + text})
}

// insert writes lists into the group redact, which may have to be written, too.
func (t *listText) insert(key, group *yaml.Node, lists map[string][]string) {
	block, flow := "", ""
	indent := "  "
	if group != nil && len(group.Content) > 0 {
		indent = strings.Repeat(" ", group.Content[0].Column-1)
	}
	for _, name := range listNames {
		if entries := lists[name]; len(entries) > 0 {
			block += indent + name + ":\n" + items(indent+"  ", entries)
			flow += name + ": [" + quoted(entries) + "], "
		}
	}
	switch {
	case group == nil:
		t.edits = append(t.edits, edit{len(t.data), 0, t.ending(len(t.data)) + "\nredact:\n" + block})
	case group.Kind != yaml.MappingNode:
		t.fill(key, group, "{"+strings.TrimSuffix(flow, ", ")+"}")
	case group.Style&yaml.FlowStyle == 0:
		t.edits = append(t.edits, edit{t.lines[group.Content[0].Line-1], 0, block})
	case len(group.Content) == 0:
		t.edits = append(t.edits, edit{t.at(group) + 1, 0, strings.TrimSuffix(flow, ", ")})
	default:
		t.edits = append(t.edits, edit{t.at(group) + 1, 0, flow})
	}
}

// ending returns the line end that is missing before an offset.
func (t *listText) ending(at int) string {
	if at == 0 || t.data[at-1] == '\n' {
		return ""
	}
	return "\n"
}

// apply returns the edited text.
func (t *listText) apply() []byte {
	slices.SortStableFunc(t.edits, func(a, b edit) int { return a.at - b.at })
	var out []byte
	at := 0
	for _, e := range t.edits {
		out = append(append(out, t.data[at:e.at]...), e.text...)
		at = e.at + e.drop
	}
	return append(out, t.data[at:]...)
}

func quoted(entries []string) string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = strconv.Quote(e)
	}
	return strings.Join(list, ", ")
}

func items(indent string, entries []string) string {
	text := ""
	for _, e := range entries {
		text += indent + "- " + strconv.Quote(e) + "\n"
	}
	return text
}
