// The one file that knows YAML. A file is read strictly: a key that does not exist,
// a key written twice or a value of the wrong kind is an error with its line. The
// tree of the file is walked beside the tree of the struct, so that every message can
// name the key in full.

package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// decode reads data over what c already contains. It returns the line of each key that
// was found. Its errors are joined lineErrors, in the order of the file.
func decode(data []byte, c *Config) (map[string]int, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil // empty, or only comments
	} else if err != nil {
		return nil, syntaxError(data, err)
	}
	var next yaml.Node
	if err := dec.Decode(&next); err == nil {
		return nil, &lineError{next.Line, errors.New(`a second document: everything after "---" would be ignored`)}
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(data, err)
	}
	r := reader{lines: map[string]int{}}
	r.read(doc.Content[0], "", reflect.ValueOf(c).Elem())
	return r.lines, errors.Join(r.errs...)
}

// reader walks a tree of YAML beside a struct.
type reader struct {
	lines map[string]int
	errs  []error
}

func (r *reader) fail(line int, format string, args ...any) {
	r.errs = append(r.errs, &lineError{line, fmt.Errorf(format, args...)})
}

// read stores node, the value of key, in v.
func (r *reader) read(node *yaml.Node, key string, v reflect.Value) {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch {
	case node.Tag == "!!null": // "key:" with nothing behind it keeps the default
	case v.Kind() == reflect.Struct:
		r.readGroup(node, key, v)
	case v.Kind() == reflect.Map && v.Type().Elem().Kind() == reflect.Struct:
		r.readGroups(node, key, v)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		r.readList(node, key, v)
	default:
		fresh := reflect.New(v.Type()) // a list in the file replaces the default list
		// The package would cut a fraction off to make it fit an int.
		fraction := v.Kind() == reflect.Int && node.ShortTag() == "!!float"
		if err := node.Decode(fresh.Interface()); err != nil || fraction {
			r.fail(node.Line, "%s: must be %s%s%s", key, describe(v.Type()), got(node), quoting(node, v))
			return
		}
		v.Set(fresh.Elem())
		if v.Kind() == reflect.Slice {
			for i, item := range node.Content {
				r.lines[fmt.Sprintf("%s[%d]", key, i)] = item.Line
			}
		}
		if v.Kind() == reflect.Map {
			for i := 0; i+1 < len(node.Content); i += 2 {
				r.lines[key+"."+node.Content[i].Value] = node.Content[i].Line
			}
		}
	}
}

// quoting is a hint at quotation marks that lack, or that are too many: [session: 1be00aae] is a
// list of a group, and "4" is a text.
func quoting(node *yaml.Node, v reflect.Value) string {
	if v.Kind() == reflect.Slice && node.Kind == yaml.SequenceNode {
		for _, item := range node.Content {
			if item.Kind == yaml.MappingNode && len(item.Content) == 2 {
				return fmt.Sprintf("; did you mean %q, with quotes and without the blank?", item.Content[0].Value+":"+item.Content[1].Value)
			}
		}
	}
	if v.Kind() != reflect.String && node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		bare := yaml.Node{Kind: yaml.ScalarNode, Value: node.Value}
		if bare.Decode(reflect.New(v.Type()).Interface()) == nil {
			return "; write it without quotes"
		}
	}
	return ""
}

// readGroups stores groups of the same keys under names that the file chooses.
func (r *reader) readGroups(node *yaml.Node, key string, v reflect.Value) {
	if node.Kind != yaml.MappingNode {
		r.fail(node.Line, "%s: must be %s%s", key, describe(v.Type()), got(node))
		return
	}
	groups := reflect.MakeMap(v.Type())
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, value := node.Content[i], node.Content[i+1]
		full := key + "." + name.Value
		if r.lines[full] > 0 {
			r.fail(name.Line, "%s: already set on line %d", full, r.lines[full])
			continue
		}
		r.lines[full] = name.Line
		group := reflect.New(v.Type().Elem()).Elem()
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		r.readGroup(value, full, group)
		groups.SetMapIndex(reflect.ValueOf(name.Value), group)
	}
	v.Set(groups)
}

// readList stores a list of groups. It replaces the default.
func (r *reader) readList(node *yaml.Node, key string, v reflect.Value) {
	if node.Kind != yaml.SequenceNode {
		r.fail(node.Line, "%s: must be a list of groups of keys%s", key, got(node))
		return
	}
	list := reflect.MakeSlice(v.Type(), len(node.Content), len(node.Content))
	for i, value := range node.Content {
		full := fmt.Sprintf("%s[%d]", key, i)
		r.lines[full] = value.Line
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		r.readGroup(value, full, list.Index(i))
	}
	v.Set(list)
}

func (r *reader) readGroup(node *yaml.Node, key string, v reflect.Value) {
	if node.Kind != yaml.MappingNode {
		if key == "" {
			r.fail(node.Line, "must be a list of keys with values%s; write one as in: title: My sessions", got(node))
		} else {
			r.fail(node.Line, "%s: must be a group of keys%s; it has: %s%s", key, got(node),
				strings.Join(namesOf(v), ", "), switched(node, key, v))
		}
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, value := node.Content[i], node.Content[i+1]
		full := strings.TrimPrefix(key+"."+name.Value, ".")
		field, ok := fieldOf(v, name.Value)
		switch {
		case !ok:
			like := suggest(full, keysBeside(key, v))
			if group, last, dotted := strings.Cut(full, "."); key == "" && dotted && slices.Contains(Keys(), full) {
				like = fmt.Sprintf("; keys of a group are written below it: %s: {%s: VALUE}", group, last)
			} else if like == "" && key != "" {
				like = fmt.Sprintf("; %s has: %s", key, strings.Join(namesOf(v), ", "))
			}
			r.fail(name.Line, "unknown key %q%s", full, like)
		case r.lines[full] > 0:
			r.fail(name.Line, "%s: already set on line %d", full, r.lines[full])
		default:
			r.lines[full] = name.Line
			r.read(value, full, field)
		}
	}
}

// mainKey is the key of a group that a value in the place of the group is most likely meant for.
var mainKey = map[string]string{"theme": "name", "search": "scope", "select": "level"}

// switched returns what was meant by a value in the place of a group.
func switched(node *yaml.Node, key string, group reflect.Value) string {
	if _, ok := fieldOf(group, "enabled"); ok && node.ShortTag() == "!!bool" {
		return fmt.Sprintf("; did you mean %s: {enabled: %s}?", key, node.Value)
	}
	if name := mainKey[key]; name != "" && node.Kind == yaml.ScalarNode {
		return fmt.Sprintf("; did you mean %s: {%s: %s}?", key, name, node.Value)
	}
	return ""
}

// namesOf lists the keys of a group.
func namesOf(v reflect.Value) (names []string) {
	for i := range v.NumField() {
		if tag := v.Type().Field(i).Tag.Get("yaml"); tag != "-" {
			names = append(names, tag)
		}
	}
	return names
}

func fieldOf(v reflect.Value, name string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if tag := v.Type().Field(i).Tag.Get("yaml"); tag == name && tag != "-" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// Keys lists every key of the configuration file in the order of [Config], dotted.
func Keys() []string {
	var keys []string
	var walk func(prefix string, t reflect.Type)
	walk = func(prefix string, t reflect.Type) {
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("yaml") == "-" {
				continue
			}
			name := prefix + f.Tag.Get("yaml")
			if f.Type.Kind() == reflect.Struct {
				walk(name+".", f.Type)
			} else {
				keys = append(keys, name)
			}
		}
	}
	walk("", reflect.TypeFor[Config]())
	return keys
}

// keysBeside are the keys that a misspelt one below key may represent: those of the
// whole file, and those of a group whose name the file chose.
func keysBeside(key string, group reflect.Value) []string {
	keys := Keys()
	for _, name := range namesOf(group) {
		if full := strings.TrimPrefix(key+"."+name, "."); !slices.Contains(keys, full) {
			keys = append(keys, full)
		}
	}
	return keys
}

// describe names the kind of value a key wants.
func describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list such as [a, b]"
	case reflect.Map:
		return "a group of keys with values such as {name: value}"
	}
	return "one text"
}

// got quotes the value found, when it is one that can be quoted.
func got(node *yaml.Node) string {
	if node.Kind != yaml.ScalarNode || len(node.Value) > 80 {
		return ""
	}
	if number.MatchString(node.Value) {
		return fmt.Sprintf(" (got %q), without a unit", node.Value)
	}
	return fmt.Sprintf(" (got %q)", node.Value)
}

// number matches one with a unit behind it, for which the other keys have no use.
var number = regexp.MustCompile(`^\d+ ?[kKmMgG]i?[bB]?$`)

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// meant says what is probably wrong where the YAML parser says something that only its authors understand.
var meant = []struct{ says, meant string }{
	{"cannot start any token", "; indent with blanks, not with tabs, and put quotes around values that begin with @, % or `"},
	{"tab character", "; indent with blanks, not with tabs"},
	{"mapping values are not allowed", "; check the indentation, and put quotes around a value that has a colon followed by a blank"},
	{"unexpected end of stream", "; a quotation mark or a bracket is not closed"},
	{"did not find expected ',' or", "; a bracket is not closed, or a comma is missing"},
	{"did not find expected '-'", "; check the indentation"},
	{"unknown anchor", "; put quotes around a value that begins with *"},
	{"could not find expected ':'", "; a key is followed by a colon and a blank"},
	{"did not find expected node content", "; # begins a comment: put quotes around a value that has one"},
	{"did not find expected hexdecimal number", "; put a value with backslashes in single quotes"},
	{"unknown escape character", "; put a value with backslashes in single quotes"},
	{"UTF-16", "; save the file as UTF-8 text"},
	{"did not find expected key", "; check the indentation, and the quotation marks"},
	{"UTF-8", "; save the file as UTF-8 text"},
}

var unknownAnchor = regexp.MustCompile(`unknown anchor ('.*')`)

// syntaxError explains an error of the YAML parser, with its line in data. The parser names none
// for the first line, for anchors, and for characters that it does not read.
func syntaxError(data []byte, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	at := bytes.IndexFunc(data, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r)
	})
	if m := unknownAnchor.FindStringSubmatch(text); m != nil {
		at = bytes.Index(data, []byte("*"+strings.Trim(m[1], "'")))
	}
	line := 1 + bytes.Count(data[:max(at, 0)], []byte("\n"))
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
		line = grammarLine(data, text, line)
	}
	for _, m := range meant {
		if strings.Contains(text, m.says) {
			text += m.meant
			break
		}
	}
	return &lineError{line, errors.New(text)}
}

// grammarLine returns the line of an error. For tokens that do not follow each other, the parser does not name it:
// named is the line before the one where the list or the group begins that contains the error.
func grammarLine(data []byte, text string, named int) int {
	lines := bytes.SplitAfter(data, []byte("\n"))
	fails := func(n int) bool {
		err := yaml.Unmarshal(bytes.Join(lines[:n], nil), new(yaml.Node))
		return err != nil && strings.HasSuffix(err.Error(), text)
	}
	switch {
	case strings.Contains(text, "did not find expected ',' or"):
		if fails(1) {
			return 1
		}
		return named + 1
	case strings.HasSuffix(text, "did not find expected key"), strings.HasSuffix(text, "did not find expected '-' indicator"):
		return 1 + sort.Search(len(lines)-1, func(i int) bool { return fails(i + 1) })
	}
	return named
}

// decodeValue reads the value of one key from text on one line.
func decodeValue(text, key string, v reflect.Value) error {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) == 0 {
		return fmt.Errorf("%s: must be %s (got %q)", key, describe(v.Type()), text)
	}
	r := reader{lines: map[string]int{}}
	r.read(doc.Content[0], key, v)
	for i, err := range r.errs {
		r.errs[i] = errors.Unwrap(err) // there are no lines
	}
	return errors.Join(r.errs...)
}

// YAML writes c as a configuration file, every key included, with a comment that says where its value
// is from.
func (c Config) YAML() ([]byte, error) {
	var doc yaml.Node
	if err := doc.Encode(c); err != nil {
		return nil, fmt.Errorf("writing the configuration: %w", err)
	}
	c.comment(&doc, "")
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return nil, fmt.Errorf("writing the configuration: %w", err)
	}
	return b.Bytes(), enc.Close()
}

// comment adds to each key of a group where its value is from.
func (c Config) comment(group *yaml.Node, prefix string) {
	keys := Keys()
	for i := 0; i+1 < len(group.Content); i += 2 {
		name, value := group.Content[i], group.Content[i+1]
		key := prefix + name.Value
		if !slices.Contains(keys, key) {
			c.comment(value, key+".")
			continue
		}
		at := value
		if len(value.Content) > 0 {
			at = name // the comment is to be on the line of the key
		}
		at.LineComment = cmp.Or(c.Places[key], "default")
	}
}
