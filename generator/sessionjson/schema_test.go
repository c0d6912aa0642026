package sessionjson

import (
	"flag"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"steno/parser"
)

var update = flag.Bool("update", false, "write docs/session.schema.json")

const schemaFile = "../../docs/session.schema.json"

// The schema is made of the types that are written, so that it cannot lag behind. A change in
// it is one that programs see: see the promise in docs/session-json.md before -update.
func TestSchemaIsOfTheseTypes(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(newSchema(t).document(), json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("docs/session.schema.json is out of date (-file +types):\n%s\nIf nothing is gone and nothing means something else, run this test with -update.", diff)
	}
}

// object is a JSON object.
type object = map[string]any

// schema makes the definitions of types.
type schema struct {
	words words
	defs  object
}

func newSchema(t *testing.T) *schema {
	return &schema{readWords(t, "../../parser", "../../parser/claude/format", "."), object{}}
}

// forms are the types that stand in documents in the place of others.
var forms = map[reflect.Type]reflect.Type{
	reflect.TypeFor[Session]():       reflect.TypeFor[sessionForm](),
	reflect.TypeFor[parser.Thread](): reflect.TypeFor[threadForm](),
}

// document is the schema of a whole document.
func (s *schema) document() object {
	root := s.structure(reflect.TypeFor[Document]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["$id"] = "urn:steno:sessions:" + strconv.Itoa(Schema)
	root["description"] = "Members that are absent are empty, zero or false. What is not described here may be added without another number."
	root["title"] = "Sessions, as steno export --format json writes them"
	root["properties"].(object)["schema"].(object)["const"] = Schema
	s.defineBlocks()
	root["$defs"] = s.defs
	return root
}

// defineBlocks defines the block of each kind, and what any block is.
func (s *schema) defineBlocks() {
	var kinds []string
	var rules []object
	for _, k := range blockKinds() {
		form, err := k.read([]byte(`{}`), syntax)
		if err != nil {
			panic(err)
		}
		of := reflect.TypeOf(form).Elem()
		def := s.structure(of)
		def["properties"].(object)["kind"] = object{"const": k.name}
		def["required"] = append([]string{"kind"}, required(def)...)
		s.defs[of.Name()] = def
		kinds = append(kinds, k.name)
		rules = append(rules, object{"if": object{"properties": object{"kind": object{"const": k.name}}}, "then": ref(of.Name())})
	}
	s.defs["Block"] = object{
		"description": "Block is a piece of a message. Its kind tells which members it has; a later Steno may write kinds that are not listed here.",
		"type":        "object", "required": []string{"kind"},
		"properties": object{"kind": object{"type": "string", "examples": kinds}},
		"allOf":      rules,
	}
}

func required(def object) []string {
	list, _ := def["required"].([]string)
	return list
}

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

// of is the schema of a type.
func (s *schema) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[time.Duration]():
		return object{"type": "number"}
	case reflect.TypeFor[jsontext.Value]():
		return object{}
	case reflect.TypeFor[parser.Block]():
		return ref("Block")
	case reflect.TypeFor[*parser.Agent]():
		return object{"type": "string", "description": "id of an agent"}
	case reflect.TypeFor[*parser.Branch]():
		return object{"type": "string", "description": "id of a branch of the same thread"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Slice:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		return s.define(t)
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer"}
	case reflect.String:
		text := object{"type": "string"}
		if known := s.words.constants[t.Name()]; len(known) > 0 {
			text["examples"] = known
		}
		return text
	}
	panic("no schema for " + t.String())
}

// define adds a struct to the definitions and points at it.
func (s *schema) define(t reflect.Type) object {
	if form := forms[t]; form != nil {
		t = form
	}
	name := nameOf(t)
	if s.defs[name] == nil {
		s.defs[name] = true // it may hold itself
		s.defs[name] = s.structure(t)
	}
	return ref(name)
}

// nameOf is the name of a definition: of a form, that of what it is a form of.
func nameOf(t reflect.Type) string {
	if name := formNames[t]; name != "" {
		return name
	}
	return t.Name()
}

var formNames = map[reflect.Type]string{
	reflect.TypeFor[sessionForm]():  "Session",
	reflect.TypeFor[agentForm]():    "Agent",
	reflect.TypeFor[workflowForm](): "WorkflowRun",
	reflect.TypeFor[threadForm]():   "Thread",
	reflect.TypeFor[branchForm]():   "Branch",
}

// structure is the schema of a struct.
func (s *schema) structure(t reflect.Type) object {
	properties, required := object{}, []string{}
	for _, m := range members(t) {
		property := s.of(m.field.Type)
		if text := s.words.about(m); text != "" {
			property["description"] = text
		}
		properties[m.name] = property
		if !m.optional {
			required = append(required, m.name)
		}
	}
	def := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		def["required"] = required
	}
	if text := s.words.types[nameOf(t)]; text != "" {
		def["description"] = reworded(text, t)
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

var camelCase = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)

// Every member has a name of its own making: a field without a tag would stand in documents
// under its Go name.
func TestNames(t *testing.T) {
	t.Parallel()
	s := newSchema(t)
	s.document()
	for name, def := range s.defs {
		properties, _ := def.(object)["properties"].(object)
		for member := range properties {
			if !camelCase.MatchString(member) {
				t.Errorf("%s has a member called %q; give its field a json tag", name, member)
			}
		}
	}
	if len(s.defs) < 30 {
		t.Errorf("only %d definitions", len(s.defs))
	}
}

// What is written is what the schema says, whatever is in a session.
func TestDocumentsFitTheSchema(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var root object
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	v := validator{root}
	fits := func(document []byte) string {
		var doc any
		if err := json.Unmarshal(document, &doc, syntax); err != nil {
			return err.Error()
		}
		return v.validate(root, doc, "")
	}
	check := func(s *parser.Session) {
		if problem := fits(marshal(t, s)); problem != "" {
			t.Errorf("%s: %s", s.ID, problem)
		}
	}
	check(full())
	each(t, check)
	for _, bad := range []string{
		`{"schema":2,"steno":"x","sessions":[]}`, `{"schema":1,"steno":"x"}`, `{"schema":1,"steno":"x","sessions":[{"id":7}]}`, `{"schema":1,"steno":"x","sessions":[{"id":"7"}]}`,
	} {
		if fits([]byte(bad)) == "" {
			t.Errorf("the schema takes %s", bad)
		}
	}
}
