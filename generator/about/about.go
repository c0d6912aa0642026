// Package about reads what people say about sessions: a file steno-sessions.yaml, which
// adds titles, tags and notes to sessions and their turns, moves them into other projects or hides
// them. It knows the file; its caller knows which sessions there are.
//
//	1be00aae:
//	  title: The kettle learns to whistle
//	  tags: [release, audio]
//	  note: Start at the *third* prompt.
//	  project: kettle
//	  turns:
//	    m-1a2b3c4d: {mark: Start here, note: The *cause* is found here.}
//	10cc8523-0000-4000-8000-000000000001:
//	  hide: true
//
// Each mistake is reported with its line: the caller must not publish anything before it is
// corrected. An entry that may have been meant to hide a session hides it.
package about

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"

	"gopkg.in/yaml.v3"
)

// Entry is what is said about one session.
type Entry struct {
	ID      string // its id or the beginning of it, as written
	Line    int    // 1-based
	Title   string // on one line; "" for none
	Tags    []string
	Note    string // Markdown
	Hide    bool   // it is not to be published
	Project string // the project it belongs to instead of its own; "" for its own
	Turns   []Turn // what is said about its turns
}

// Turn is what is said about one turn of a session.
type Turn struct {
	Anchor string // of any message or step of the turn: "m-1a2b3c4d"
	File   string // where it is said; "" until the caller of Parse adds it
	Line   int    // 1-based
	Mark   string // on one line; "" for none
	Note   string // Markdown; "" for none
}

// Problem is something in the file that a person should know of.
type Problem struct {
	Line     int // 1-based, 0 when it concerns the whole file
	Text     string
	Harmless bool // all of it was understood
}

// fields lists what can be said about a session.
func fields() []string { return []string{"title", "tags", "note", "hide", "project", "turns"} }

// Parse reads a file. Entries come in its order.
func Parse(data []byte) ([]Entry, []Problem) {
	r := reader{}
	if node, err := load(data); err == nil {
		r.entries(node, 0)
	} else {
		r.salvage(data)
	}
	return r.list, r.problems
}

// reader gathers what a file says.
type reader struct {
	list     []Entry
	problems []Problem
}

func (r *reader) fail(line int, format string, args ...any) {
	r.problems = append(r.problems, Problem{Line: line, Text: fmt.Sprintf(format, args...)})
}

// load reads one document, nil when there is nothing in it.
func load(data []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := dec.Decode(&next); err == nil {
		return nil, fmt.Errorf(`yaml: line %d: a second document begins here`, next.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return doc.Content[0], nil
}

// salvage reads a file that is no YAML as a whole session by session: only those suffer
// whose own lines cannot be read.
func (r *reader) salvage(data []byte) {
	line := 0
	for _, block := range blocks(string(data)) {
		node, err := load([]byte(block))
		if err == nil {
			r.entries(node, line)
		} else {
			r.broken(block, line, err)
		}
		line += strings.Count(block, "\n")
	}
}

// blocks cuts a file before each line that begins an entry: one that is not indented.
func blocks(text string) []string {
	list := []string{""}
	for line := range strings.Lines(text) {
		if !strings.ContainsRune(" \t\r\n#", rune(line[0])) {
			list = append(list, "")
		}
		list[len(list)-1] += line
	}
	return list
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line \d+: )?(.*)`)

// mistake returns the line of a block that made it unreadable: where the parser begins to report the same. The
// line that the parser names may be that of the entry.
func mistake(block, text string) int {
	lines := strings.SplitAfter(block, "\n")
	return 1 + sort.Search(len(lines)-1, func(i int) bool {
		_, err := load([]byte(strings.Join(lines[:i+1], "")))
		return err != nil && strings.HasSuffix(err.Error(), text)
	})
}

// broken reports an entry that cannot be read. Its session is held back when the entry
// speaks of that.
func (r *reader) broken(block string, before int, err error) {
	m := yamlLine.FindStringSubmatch(err.Error())
	line := mistake(block, m[1])
	first, _, _ := strings.Cut(block, "\n")
	id, _, _ := strings.Cut(first, ":")
	id = strings.Trim(strings.TrimSpace(id), `"'`)
	e := Entry{ID: id, Line: before + 1, Hide: strings.Contains(block, "hide")}
	kept := ""
	if e.Hide && id != "" {
		r.list = append(r.list, e)
		kept = ", and as it speaks of hiding, the session is left out"
	}
	r.fail(before+line, "%q cannot be read: %s%s", short(id), m[1], kept)
}

// entries takes in a list of sessions.
func (r *reader) entries(node *yaml.Node, before int) {
	if node == nil || node.Tag == "!!null" {
		return
	}
	if node = follow(node); node.Kind != yaml.MappingNode {
		r.fail(before+node.Line, "must be ids of sessions, each with its annotations%s", got(node))
		return
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], follow(node.Content[i+1])
		id := strings.TrimSpace(key.Value)
		if key.Kind != yaml.ScalarNode || id == "" {
			r.fail(before+key.Line, "expected a session id%s", got(key))
			continue
		}
		if lines[id] > 0 {
			r.fail(before+key.Line, "%q is also on line %d; the entries are merged, and this one takes precedence", short(id), lines[id])
			r.problems[len(r.problems)-1].Harmless = true
		}
		lines[id] = before + key.Line
		r.entry(Entry{ID: id, Line: before + key.Line}, value, before)
	}
}

func (r *reader) entry(e Entry, node *yaml.Node, before int) {
	if node.Kind != yaml.MappingNode {
		if node.Tag != "!!null" {
			r.fail(before+node.Line, "%q: must be a group of keys such as title and tags%s", short(e.ID), got(node))
		}
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], follow(node.Content[i+1])
		if key.Value == "turns" {
			e.Turns = append(e.Turns, r.turns(e.ID, value, before)...)
			continue
		}
		if wants := e.set(key.Value, value); wants != "" {
			r.fail(before+key.Line, "%q: %s", short(e.ID), wants)
		}
	}
	r.list = append(r.list, e)
}

// set takes in one thing that is said about a session, and reports what is wrong with it.
func (e *Entry) set(field string, value *yaml.Node) (wants string) {
	if !slices.Contains(fields(), field) {
		return fmt.Sprintf("unknown key %q; there are %s", short(field), strings.Join(fields(), ", "))
	}
	if value.Tag == "!!null" {
		return ""
	}
	text := value.Kind == yaml.ScalarNode
	switch {
	case field == "tags":
		return e.setTags(value)
	case field == "hide":
		// A user who wrote something here did not write it to publish the session.
		if err := value.Decode(&e.Hide); err != nil {
			e.Hide = true
			return "hide: must be true or false" + got(value) + ""
		}
		return ""
	case !text:
		return field + ": must be one text"
	case field == "title":
		e.Title = oneLine(value.Value)
	case field == "project":
		e.Project = oneLine(value.Value)
	case field == "note":
		e.Note = strings.TrimSpace(value.Value)
	}
	return ""
}

// turns reads what is said about the turns of a session. Anchors may be copied with the link that they are
// part of.
func (r *reader) turns(id string, node *yaml.Node, before int) (list []Turn) {
	if node.Tag == "!!null" {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		r.fail(before+node.Line, "%q: turns: must be links to turns such as m-1a2b3c4d, each with its annotations%s", short(id), got(node))
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], follow(node.Content[i+1])
		t := Turn{Anchor: anchorOf(key.Value), Line: before + key.Line}
		if wants := t.read(value); wants != "" {
			r.fail(before+value.Line, "%q: turns: %q: %s", short(id), short(key.Value), wants)
		} else if t.Mark != "" || t.Note != "" {
			list = append(list, t)
		}
	}
	return list
}

// anchorOf returns the anchor of a link, which may be one to a part of a message.
func anchorOf(link string) string {
	anchor := link[strings.LastIndexByte(link, '#')+1:]
	anchor, _, _ = strings.Cut(strings.TrimSpace(anchor), ".")
	return "m-" + strings.TrimPrefix(anchor, "m-")
}

// read takes in what is said about the turn, and reports what is wrong with it.
func (t *Turn) read(node *yaml.Node) (wants string) {
	if node.Tag == "!!null" {
		return ""
	}
	if node.Kind != yaml.MappingNode {
		return "must be a group of note and mark, such as {note: Look here}" + got(node)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i].Value, follow(node.Content[i+1])
		switch {
		case key != "note" && key != "mark":
			return fmt.Sprintf("unknown key %q; there are note, mark", short(key))
		case value.Tag == "!!null":
		case value.Kind != yaml.ScalarNode:
			return key + ": must be one text"
		case key == "mark":
			t.Mark = oneLine(value.Value)
		default:
			t.Note = strings.TrimSpace(value.Value)
		}
	}
	return ""
}

func (e *Entry) setTags(value *yaml.Node) (wants string) {
	wants = "tags: must be a list of words such as [release, audio]" + got(value)
	if value.Kind != yaml.SequenceNode {
		return wants
	}
	for _, n := range value.Content {
		if n = follow(n); n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return wants
		}
		e.Tags = append(e.Tags, n.Value)
	}
	e.Tags = Union(e.Tags)
	return ""
}

// Union puts lists of tags together: each on one line, and once, in whichever case.
func Union(lists ...[]string) []string {
	var all []string
	for _, tag := range slices.Concat(lists...) {
		tag = oneLine(tag)
		if tag != "" && !slices.ContainsFunc(all, func(t string) bool { return strings.EqualFold(t, tag) }) {
			all = append(all, tag)
		}
	}
	return all
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// follow returns the node that an alias refers to.
func follow(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

// got quotes the value found, when it is one that can be quoted.
func got(node *yaml.Node) string {
	if node.Kind != yaml.ScalarNode {
		return ""
	}
	return fmt.Sprintf(" (got %q)", short(node.Value))
}

// short is a text that fits a message.
func short(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}

// With is what two entries say about one session: where both answer, the later one counts. What they
// say about turns is kept, as turns have several anchors.
func (e Entry) With(later Entry) Entry {
	later.Title, later.Note, later.Project = cmp.Or(later.Title, e.Title), cmp.Or(later.Note, e.Note), cmp.Or(later.Project, e.Project)
	later.Tags, later.Hide = Union(e.Tags, later.Tags), e.Hide || later.Hide
	later.Turns = slices.Concat(e.Turns, later.Turns)
	return later
}
