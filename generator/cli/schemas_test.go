package cli

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/cache"
	"steno/generator/collect"
	"steno/generator/jsonschema"
	"steno/generator/search/query"
)

var update = flag.Bool("update", false, "write docs/schemas")

// schemas are the types that verbs print with --json, by the name of the schema in docs/schemas, and command lines that
// print some. DIR is that of [exitFolder].
var schemas = map[string]struct {
	of    reflect.Type
	lines []string
}{
	"build": {reflect.TypeFor[generator.Summary](), []string{
		"build -s DIR/good -d DIR/s1 --json --stats", "build -s DIR/secret -d DIR/s2 --json", "build -s DIR/good -d DIR/shard --shard 1/1 --json",
	}},
	"cache":      {reflect.TypeFor[[]cache.Entry](), []string{"cache --config DIR/cache.yaml --json", "build --config DIR/cache.yaml -s DIR/good -d DIR/s3 -q", "cache --config DIR/cache.yaml --json"}},
	"check":      {reflect.TypeFor[generator.Checked](), []string{"check -s DIR/good --json", "check -s DIR/damaged --json", "check -s DIR/secret --json"}},
	"check-site": {reflect.TypeFor[generator.SiteChecked](), []string{"check --site DIR/good --json", "check --site DIR/secret --json"}},
	"collect":    {reflect.TypeFor[collect.Summary](), []string{"collect DIR/archive -s DIR/claude --machine m --json"}},
	"list":       {reflect.TypeFor[[]generator.Listed](), []string{"list -s DIR/good -s DIR/damaged --json"}},
	"merge":      {reflect.TypeFor[generator.Summary](), []string{"build -s DIR/good -d DIR/part --shard 1/1 -q", "merge DIR/part -d DIR/s4 --json"}},
	"notes":      {reflect.TypeFor[[]noted](), []string{"notes -s DIR/good --repository DIR/repo --json"}},
	"search":     {reflect.TypeFor[[]query.Hit](), []string{"search -s DIR/good engine --json"}},
	"theme-list": {reflect.TypeFor[[]look](), []string{"theme list --json"}},
}

// commented are the folders whose comments describe members.
var commented = []string{
	".", "..", "../cache", "../collect", "../search/query", "../redact", "../redaction", "../secondlook", "../sitescan", "../meter", "../../parser", "../../theme/view",
}

// Whatever is printed with --json fits its schema, which is made of the types. A change in a schema is one that
// programs see.
func TestSchemas(t *testing.T) {
	t.Parallel()
	words, err := jsonschema.ReadWords(commented...)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/for-machines.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := exitFolder(t)
	for name, s := range schemas {
		if !strings.Contains(string(page), "](schemas/"+name+".schema.json)") {
			t.Errorf("docs/for-machines.md does not link to the schema of %s", name)
		}
		root := schemaOf(name, s.of, words)
		data, err := json.Marshal(root, json.Deterministic(true), jsontext.WithIndent("  "))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "docs", "schemas", name+".schema.json")
		if *update {
			if err := os.WriteFile(file, append(data, '\n'), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(want)) != string(data) {
			t.Errorf("%s is out of date (%v): if nothing is gone and nothing means something else, run this test with -update", file, err)
		}
		var schema jsonschema.Object // as a program reads it
		if err := json.Unmarshal(data, &schema); err != nil {
			t.Fatal(err)
		}
		for _, line := range s.lines {
			printed := printedJSON(t, strings.ReplaceAll(line, "DIR", dir))
			if problem := jsonschema.Validate(schema, printed); strings.Contains(line, "--json") && problem != "" {
				t.Errorf("steno %s: %s", line, problem)
			}
		}
	}
}

// schemaOf returns the schema of what a verb prints.
func schemaOf(name string, of reflect.Type, words jsonschema.Words) jsonschema.Object {
	m := &jsonschema.Maker{Words: words, Defs: jsonschema.Object{}}
	var root jsonschema.Object
	if of.Kind() == reflect.Struct {
		root = m.Structure(of)
	} else {
		root = m.Of(of)
	}
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["$id"] = "urn:steno:" + name
	verb := "steno " + strings.ReplaceAll(name, "-", " ") + " --json"
	if name == "check-site" {
		verb = "steno check --site FOLDER --json"
	}
	root["title"] = "What " + verb + " prints"
	root["description"] = "Members that are not described here may be added."
	if len(m.Defs) > 0 {
		root["$defs"] = m.Defs
	}
	return root
}

// printedJSON runs a command line, and returns what it printed, nil for nothing.
func printedJSON(t *testing.T, line string) any {
	t.Helper()
	u, out, said := capture()
	code := run(context.Background(), strings.Fields(line), u)
	if out.Len() == 0 {
		t.Logf("steno %s printed nothing (exit code %d)\n%s", line, code, said)
		return nil
	}
	var v any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Errorf("steno %s (exit code %d): %v\n%s%s", line, code, err, out, said)
	}
	return v
}

// Every flag --json has a schema.
func TestEveryJSONHasASchema(t *testing.T) {
	t.Parallel()
	u, _, _ := capture()
	var visit func(c *cobra.Command, name string)
	visit = func(c *cobra.Command, name string) {
		if c.LocalNonPersistentFlags().Lookup("json") != nil && schemas[name].of == nil {
			t.Errorf("steno %s --json has no schema", name)
		}
		for _, sub := range c.Commands() {
			visit(sub, strings.TrimPrefix(name+"-"+sub.Name(), "-"))
		}
	}
	for _, c := range newRoot(u).Commands() {
		visit(c, c.Name())
	}
}
