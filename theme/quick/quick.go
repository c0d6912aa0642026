// Package quick executes templates of html/template several times as fast. Its input is a set of templates and
// views; its output is the bytes that html/template writes.
//
// html/template parses the templates and decides how each value is escaped, so a template is written
// once. This package compiles the parsed trees, with the escapers in them, into functions. What it does not know
// it leaves to html/template: when an execution meets such a thing, html/template executes the template as a whole.
// Templates with mistakes therefore report the errors of html/template.
package quick

import (
	"bytes"
	"html/template"
	"reflect"
	"sync"
)

// Set is a set of templates, for any number of goroutines.
type Set struct {
	html  *template.Template
	funcs template.FuncMap

	mu        sync.Mutex
	templates map[string]*compiled
	roots     sync.Map // by name: *compiled of those that were executed
}

// New returns a Set of all templates of a set, which call these functions.
func New(set *template.Template, funcs template.FuncMap) *Set {
	return &Set{html: set, funcs: funcs, templates: map[string]*compiled{}}
}

// Execute executes the named template with a view.
func (s *Set) Execute(out *bytes.Buffer, name string, view any) error {
	t, known := s.roots.Load(name)
	if known {
		start := out.Len()
		if t.(*compiled).executed(out, view) {
			return nil
		}
		out.Truncate(start)
	}
	err := s.html.ExecuteTemplate(out, name, view)
	if !known && err == nil { // html/template chooses the escapers when it first executes a template
		s.roots.Store(name, s.compile(name))
	}
	return err
}

// compile returns a template as a function.
func (s *Set) compile(name string) *compiled {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.template(name)
}

// leave stops compiling and executing where html/template must take over.
func leave() { panic("quick: left to html/template") }

// run is the state of one execution.
type run struct {
	out   *bytes.Buffer
	vars  []reflect.Value // of the template that is executed, from base on, and of its callers
	base  int
	depth int
}

// maxDepth is how deep templates may call each other. Deeper ones are a mistake of the theme.
const maxDepth = 1000

// executed executes a template with a view. It reports false if html/template must do so, which makes an error
// of a function that panics.
func (t *compiled) executed(out *bytes.Buffer, view any) (ok bool) {
	defer func() { ok = recover() == nil }()
	t.call(&run{out: out, vars: make([]reflect.Value, 0, 32)}, reflect.ValueOf(view))
	return true
}

// call executes a template.
func (t *compiled) call(r *run, dot reflect.Value) {
	if r.depth == maxDepth {
		leave()
	}
	base, end := r.base, len(r.vars)
	for range t.vars {
		r.vars = append(r.vars, reflect.Value{})
	}
	r.base = end
	r.vars[end] = dot
	r.depth++
	t.body.do(r, dot)
	r.depth--
	r.base, r.vars = base, r.vars[:end]
}
