package jsonschema

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// Validate returns the first thing in a document that does not fit a schema, "" when all does. It knows as
// much of JSON Schema as the schemas here use.
func Validate(root Object, document any) string { return validator{root}.validate(root, document, "") }

type validator struct{ root Object }

// validate returns the first thing in v that does not fit, "" when all does.
func (d validator) validate(schema Object, v any, at string) string {
	if name, typed := schema["type"].(string); typed && !isType(name, v) {
		return fmt.Sprintf("%s: %T is no %s", at, v, name)
	}
	for name, rule := range schema {
		if problem := d.rule(name, rule, schema, v, at); problem != "" {
			return problem
		}
	}
	return ""
}

func (d validator) rule(name string, rule any, schema Object, v any, at string) string {
	switch name {
	case "$ref":
		name := strings.TrimPrefix(rule.(string), "#/$defs/")
		return d.validate(d.root["$defs"].(Object)[name].(Object), v, at)
	case "const":
		if !reflect.DeepEqual(rule, v) {
			return fmt.Sprintf("%s: %v is not %v", at, v, rule)
		}
	case "format":
		if _, err := time.Parse(time.RFC3339, v.(string)); err != nil {
			return fmt.Sprintf("%s: %v", at, err)
		}
	case "required":
		for _, member := range rule.([]any) {
			if _, ok := v.(Object)[member.(string)]; !ok {
				return fmt.Sprintf("%s: %s is missing", at, member)
			}
		}
	case "items":
		for i, item := range v.([]any) {
			if problem := d.validate(rule.(Object), item, fmt.Sprintf("%s/%d", at, i)); problem != "" {
				return problem
			}
		}
	case "properties", "additionalProperties":
		return d.properties(name, rule.(Object), schema, v, at)
	case "allOf":
		for _, one := range rule.([]any) {
			if problem := d.validate(one.(Object), v, at); problem != "" {
				return problem
			}
		}
	case "if":
		if d.validate(rule.(Object), v, at) == "" {
			return d.validate(schema["then"].(Object), v, at)
		}
	case "type", "then", "description", "examples", "title", "$schema", "$id", "$defs":
	default:
		return "the schema has the word " + name
	}
	return ""
}

// properties takes no member that the schema does not name, so that it names all.
func (d validator) properties(name string, rule, schema Object, v any, at string) string {
	whole := schema["type"] == "object" && schema["allOf"] == nil
	for member, value := range v.(Object) {
		one := rule
		if name == "properties" {
			one, _ = rule[member].(Object)
		}
		if one == nil && whole {
			return fmt.Sprintf("%s: the schema has no %q", at, member)
		}
		if problem := d.validate(one, value, at+"/"+member); problem != "" {
			return problem
		}
	}
	return ""
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case Object:
		return name == "object"
	case []any:
		return name == "array"
	}
	return false
}
