// Package jsonschema makes a JSON Schema of the Go types that are written as JSON, with the comments of their
// fields as descriptions, and checks documents against it. Tests use it, so that schemas in docs cannot
// lag behind the code.
package jsonschema

import (
	"reflect"
	"slices"
	"strings"
	"time"
)

// Object is a JSON object.
type Object = map[string]any

// Maker makes the definitions of types.
type Maker struct {
	Words Words
	Defs  Object // so far
	// Special returns the schema of a type that is not written as Go would, nil for others.
	Special func(reflect.Type) Object
	// Form returns the type that is written instead of a struct, and the name of its definition.
	Form func(reflect.Type) (reflect.Type, string)
}

// Ref refers to a definition.
func Ref(name string) Object { return Object{"$ref": "#/$defs/" + name} }

// Of returns the schema of a type.
func (s *Maker) Of(t reflect.Type) Object {
	if s.Special != nil {
		if special := s.Special(t); special != nil {
			return special
		}
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return Object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[time.Duration]():
		return Object{"type": "number"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.Of(t.Elem())
	case reflect.Slice:
		return Object{"type": "array", "items": s.Of(t.Elem())}
	case reflect.Map:
		return Object{"type": "object", "additionalProperties": s.Of(t.Elem())}
	case reflect.Struct:
		return s.define(t)
	case reflect.Bool:
		return Object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return Object{"type": "integer"}
	case reflect.Float64:
		return Object{"type": "number"}
	case reflect.String:
		text := Object{"type": "string"}
		if known := s.Words.constants[t.Name()]; len(known) > 0 {
			text["examples"] = known
		}
		return text
	}
	panic("no schema for " + t.String())
}

// define adds a struct to the definitions and points at it.
func (s *Maker) define(t reflect.Type) Object {
	t, name := s.form(t)
	if s.Defs[name] == nil {
		s.Defs[name] = true // it may contain itself
		s.Defs[name] = s.Structure(t)
	}
	return Ref(name)
}

// form returns what is written instead of a struct, and its name.
func (s *Maker) form(t reflect.Type) (reflect.Type, string) {
	if s.Form == nil {
		return t, t.Name()
	}
	return s.Form(t)
}

// Structure returns the schema of a struct.
func (s *Maker) Structure(t reflect.Type) Object {
	properties, required := Object{}, []string{}
	for _, m := range members(t) {
		property := s.Of(m.field.Type)
		if text := s.Words.about(m); text != "" {
			property["description"] = text
		}
		properties[m.name] = property
		if !m.optional {
			required = append(required, m.name)
		}
	}
	def := Object{"type": "object", "properties": properties}
	if len(required) > 0 {
		def["required"] = required
	}
	if _, name := s.form(t); s.Words.types[name] != "" {
		def["description"] = reworded(s.Words.types[name], t)
	}
	return def
}

// member is a member of an object in JSON.
type member struct {
	name     string
	optional bool
	owner    string // the struct that declares it
	of       reflect.Type
	field    reflect.StructField
}

// members lists the members of a struct: its own, then those of what it embeds that it has no
// member of the same name for.
func members(t reflect.Type) []member {
	var own, embedded []member
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case f.Anonymous || options == "embed":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			embedded = append(embedded, members(inner)...)
		default:
			own = append(own, member{name, strings.HasPrefix(options, "omit"), t.Name(), t, f})
		}
	}
	for _, m := range embedded {
		if !slices.ContainsFunc(own, func(o member) bool { return o.name == m.name }) {
			own = append(own, m)
		}
	}
	return own
}
