package jsonschema

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// Words are what the comments of Go sources say: the schema's descriptions.
type Words struct {
	types     map[string]string   // by name
	fields    map[string]string   // by "Type.Field"
	constants map[string][]string // values, by the name of their type
}

// ReadWords reads the sources in some folders.
func ReadWords(dirs ...string) (Words, error) {
	w := Words{map[string]string{}, map[string]string{}, map[string][]string{}}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return w, err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := goparser.ParseFile(token.NewFileSet(), name, nil, goparser.ParseComments)
			if err != nil {
				return w, err
			}
			for _, d := range file.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					w.declared(d)
				}
			}
		}
	}
	return w, nil
}

func (w Words) declared(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if w.types[s.Name.Name] == "" {
				w.types[s.Name.Name] = oneLine(d.Doc.Text())
			}
			if st, ok := s.Type.(*ast.StructType); ok {
				w.fieldsOf(s.Name.Name, st)
			}
		case *ast.ValueSpec:
			of, ok := s.Type.(*ast.Ident)
			if !ok || d.Tok != token.CONST {
				continue
			}
			for _, v := range s.Values {
				if lit, ok := v.(*ast.BasicLit); ok && lit.Value != `""` {
					value, _ := strconv.Unquote(lit.Value)
					w.constants[of.Name] = append(w.constants[of.Name], value)
				}
			}
		}
	}
}

func (w Words) fieldsOf(name string, st *ast.StructType) {
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			w.fields[name+"."+id.Name] = oneLine(f.Doc.Text() + " " + f.Comment.Text())
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// about is what is said about a member, in words of JSON.
func (w Words) about(m member) string {
	text := reworded(w.fields[m.owner+"."+m.field.Name], m.of)
	if m.optional {
		text = absent.ReplaceAllString(text, "absent")
	}
	return text
}

// absent is how comments call what is left out in JSON.
var absent = regexp.MustCompile(`""|\b0\b|\bzero\b|\bempty\b`)

var qualified = regexp.MustCompile(`\b(Session|Ledger)\.[A-Z]\w*`)

var goName = regexp.MustCompile(`\b[A-Z]\w*\b|\bnil\b`)

// reworded calls the fields of a struct by their names in JSON.
func reworded(text string, t reflect.Type) string {
	names := map[string]string{"nil": "absent"}
	for _, m := range members(t) {
		names[m.field.Name] = m.name
	}
	text = qualified.ReplaceAllStringFunc(text, func(name string) string {
		of, field, _ := strings.Cut(name, ".")
		return of + "." + strings.ToLower(field)
	})
	return goName.ReplaceAllStringFunc(text, func(word string) string {
		if name := names[word]; name != "" && word != t.Name() {
			return name
		}
		return word
	})
}
