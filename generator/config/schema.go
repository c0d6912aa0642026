package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2/styles"

	"steno/generator/selection"
)

// Editors check and complete steno.yaml with a JSON Schema. It is made from the types of the configuration
// and says what [Config.Validate] does where a schema can. It knows less: which rules and looks there
// are, and what one key says of another.

// object is a JSON object.
type object = map[string]any

// Schema returns the JSON Schema of the configuration file.
func Schema() map[string]any {
	root := groupSchema("", reflect.TypeFor[Config](), describedKeys())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["$id"] = "urn:steno:configuration"
	root["title"] = "Configuration of Steno (steno.yaml)"
	return root
}

func describedKeys() map[string]Key {
	keys := map[string]Key{}
	for _, k := range about() {
		keys[k.Name] = k
	}
	return keys
}

// groupSchema describes a group of keys. Each of them may be there without a value, which is its default.
func groupSchema(prefix string, t reflect.Type, about map[string]Key) object {
	properties := object{}
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("yaml")
		if name == "-" {
			continue
		}
		p := valueSchema(prefix+name, f.Type, about)
		maps.Copy(p, limits(prefix+name))
		if k, ok := about[prefix+name]; ok {
			p["description"] = plainText(k.Meaning)
			if v := defaultOf(prefix + name); v != nil {
				p["default"] = v
			}
		}
		if list, ok := p["enum"].([]any); ok {
			p["enum"] = append(list, nil)
		}
		p["type"] = []any{p["type"], "null"}
		properties[name] = p
	}
	return object{"type": "object", "additionalProperties": false, "properties": properties}
}

// valueSchema describes the values of a type.
func valueSchema(key string, t reflect.Type, about map[string]Key) object {
	switch t.Kind() {
	case reflect.Struct:
		return groupSchema(key+".", t, about)
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number", "minimum": 0}
	case reflect.Slice:
		item := valueSchema(key+"[]", t.Elem(), about)
		maps.Copy(item, limits(key+"[]"))
		return object{"type": "array", "items": item}
	case reflect.Map:
		if t.Elem().Kind() == reflect.Interface {
			return object{"type": "object"}
		}
		value := valueSchema(key+".*", t.Elem(), about)
		maps.Copy(value, limits(key+".*"))
		return object{"type": "object", "additionalProperties": value}
	}
	return object{"type": "string"}
}

// limits are what [Config.Validate] asks of a key beside its type; "[]" are the items of a list,
// ".*" the values of a group whose keys the file names.
func limits(key string) object {
	const day = `^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$`
	switch key {
	case "title", "projects[].match":
		return object{"pattern": `\S`}
	case "destination", "cache":
		return object{"minLength": 1}
	case "projects[]":
		return object{"required": []any{"match"}}
	case "language":
		return object{"pattern": languageTag.String()}
	case "baseURL":
		return object{"pattern": `^(https?://[^/?#@\s]+(/[^?#]*)?)?$`}
	case "sources":
		return object{"minItems": 1}
	case "sources[]":
		return object{"pattern": `^(?!home:).|^home:(` + strings.Join(agents(), "|") + `)$`}
	case "redact.envFiles[]":
		return object{"minLength": 1}
	case "redact.literals[]":
		return object{"minLength": 3}
	case "highlight.light", "highlight.dark":
		return enum(styles.Names()...)
	case "highlight.maxBytes", "jobs":
		return object{"minimum": 1}
	case "search.snippet", "search.budget", "select.minTurns":
		return object{"minimum": 0}
	case "search.scope":
		return enum(ScopeOff, ScopeTitles, ScopeConversation, ScopeEverything)
	case "publish.cards":
		return enum(CardsOff, CardsSite, CardsSessions)
	case "redact.forbid", "redact.rules.*":
		return enum("off", "low", "medium", "high")
	case "select.since", "select.until":
		return object{"pattern": day}
	case "select.level":
		return enum(selection.Levels()...)
	case "projects[].level":
		return enum(append([]string{""}, selection.Levels()...)...)
	case "select.hide[]", "projects[].hide[]":
		return enum(selection.Kinds()...)
	}
	return nil
}

func enum(names ...string) object {
	values := []any{}
	for _, n := range slices.Compact(names) {
		values = append(values, n)
	}
	return object{"enum": values}
}

// defaultOf returns the default of a key, nil when it depends on the machine or is no value of JSON.
func defaultOf(key string) any {
	v := reflect.ValueOf(Default())
	for name := range strings.SplitSeq(key, ".") {
		v, _ = fieldOf(v, name)
	}
	switch v.Kind() {
	case reflect.String, reflect.Bool:
		return v.Interface()
	case reflect.Slice:
		if v.Len() == 0 || v.Type().Elem().Kind() == reflect.String {
			return v.Interface()
		}
	case reflect.Int:
		if key != "jobs" {
			return v.Interface()
		}
	}
	return nil
}

// plainText is a text of Markdown without its marks. A page of the documentation is named by the
// command that prints it.
func plainText(markdown string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(markdown, "[")
		b.WriteString(before)
		words, after, found := strings.Cut(rest, "](")
		if !ok {
			break
		}
		to, end, closed := strings.Cut(after, ")")
		if !found || !closed || strings.ContainsAny(words, "[`") {
			b.WriteByte('[')
			markdown = rest
			continue
		}
		if page, ok := strings.CutSuffix(to, ".md"); ok && words == to {
			words = `"steno help ` + page + `"`
		}
		b.WriteString(words)
		markdown = end
	}
	return strings.ReplaceAll(b.String(), "`", "")
}
