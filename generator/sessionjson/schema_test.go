package sessionjson

import (
	"cmp"
	"flag"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	gocmp "github.com/google/go-cmp/cmp"

	"steno/generator/jsonschema"
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
	if diff := gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("docs/session.schema.json is out of date (-file +types):\n%s\nIf nothing is gone and nothing means something else, run this test with -update.", diff)
	}
}

// object is a JSON object.
type object = map[string]any

// schema makes the definitions of types.
type schema struct{ *jsonschema.Maker }

func newSchema(t *testing.T) *schema {
	t.Helper()
	words, err := jsonschema.ReadWords("../../parser", "../../parser/claude/format", ".")
	if err != nil {
		t.Fatal(err)
	}
	return &schema{&jsonschema.Maker{Words: words, Defs: object{}, Special: special, Form: formOf}}
}

// special returns the schema of types that are written in another form.
func special(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[jsontext.Value]():
		return object{}
	case reflect.TypeFor[parser.Block]():
		return jsonschema.Ref("Block")
	case reflect.TypeFor[*parser.Agent]():
		return object{"type": "string", "description": "id of an agent"}
	case reflect.TypeFor[*parser.Branch]():
		return object{"type": "string", "description": "id of a branch of the same thread"}
	}
	return nil
}

// formOf returns the form of a type, and the name of what it is a form of.
func formOf(t reflect.Type) (reflect.Type, string) {
	if form := forms[t]; form != nil {
		t = form
	}
	return t, cmp.Or(formNames[t], t.Name())
}

// forms are the types that stand in documents in the place of others.
var forms = map[reflect.Type]reflect.Type{
	reflect.TypeFor[Session]():       reflect.TypeFor[sessionForm](),
	reflect.TypeFor[parser.Thread](): reflect.TypeFor[threadForm](),
}

// document is the schema of a whole document.
func (s *schema) document() object {
	root := s.Structure(reflect.TypeFor[Document]())
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["$id"] = "urn:steno:sessions:" + strconv.Itoa(Schema)
	root["description"] = "Members that are absent are empty, zero or false. What is not described here may be added without another number."
	root["title"] = "Sessions, as steno export --format json writes them"
	root["properties"].(object)["schema"].(object)["const"] = Schema
	s.defineBlocks()
	root["$defs"] = s.Defs
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
		def := s.Structure(of)
		def["properties"].(object)["kind"] = object{"const": k.name}
		def["required"] = append([]string{"kind"}, required(def)...)
		s.Defs[of.Name()] = def
		kinds = append(kinds, k.name)
		rules = append(rules, object{"if": object{"properties": object{"kind": object{"const": k.name}}}, "then": jsonschema.Ref(of.Name())})
	}
	s.Defs["Block"] = object{
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

var formNames = map[reflect.Type]string{
	reflect.TypeFor[sessionForm]():  "Session",
	reflect.TypeFor[agentForm]():    "Agent",
	reflect.TypeFor[workflowForm](): "WorkflowRun",
	reflect.TypeFor[threadForm]():   "Thread",
	reflect.TypeFor[branchForm]():   "Branch",
}

var camelCase = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)

// Every member has a name of its own making: a field without a tag would stand in documents
// under its Go name.
func TestNames(t *testing.T) {
	t.Parallel()
	s := newSchema(t)
	s.document()
	for name, def := range s.Defs {
		properties, _ := def.(object)["properties"].(object)
		for member := range properties {
			if !camelCase.MatchString(member) {
				t.Errorf("%s has a member called %q; give its field a json tag", name, member)
			}
		}
	}
	if len(s.Defs) < 30 {
		t.Errorf("only %d definitions", len(s.Defs))
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
	fits := func(document []byte) string {
		var doc any
		if err := json.Unmarshal(document, &doc, syntax); err != nil {
			return err.Error()
		}
		return jsonschema.Validate(root, doc)
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
