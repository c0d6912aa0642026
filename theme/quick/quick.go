// Package quick executes templates of html/template several times as fast. Its input is a set of templates and
// views; its output is the bytes that html/template writes.
//
// html/template parses the templates and decides how each value is escaped, so a template is
// written once. This package compiles the parsed trees, with the escapers in them, into functions.
// What it does not know it leaves to html/template: when an execution meets such a thing,
// html/template executes the template as a whole. Templates with mistakes therefore report the
// errors of html/template.
package quick

import (
	"bytes"
	"errors"
	"html/template"
	"reflect"
	"sync"
	text "text/template"
)

// Set is a set of templates, for any number of goroutines.
type Set struct {
	html    *template.Template // executes what is left to html/template
	escaped *Escaped
	funcs   template.FuncMap

	templates map[string]*compiled // under the lock of escaped
	roots     sync.Map             // by name: *compiled of those that were executed
}

// Escaped are templates that get their escapers when a [Set] first executes them. Sets that differ in their
// functions alone share them: choosing the escapers takes longer than compiling.
type Escaped struct {
	mu   sync.Mutex
	html *template.Template
}

// Escape returns the templates of a set for use by any number of Sets.
func Escape(set *template.Template) *Escaped { return &Escaped{html: set} }

// New returns a Set of all templates of a set, which call these functions. escaped has the same templates.
func New(set *template.Template, escaped *Escaped, funcs template.FuncMap) *Set {
	return &Set{html: set, escaped: escaped, funcs: funcs, templates: map[string]*compiled{}}
}

// Execute executes the named template with a view.
func (s *Set) Execute(out *bytes.Buffer, name string, view any) error {
	if t := s.root(name); t != nil {
		start := out.Len()
		if t.executed(out, view) {
			return nil
		}
		out.Truncate(start)
	}
	return s.html.ExecuteTemplate(out, name, view)
}

// root returns a template as a function, nil for one that html/template cannot execute.
func (s *Set) root(name string) *compiled {
	if t, known := s.roots.Load(name); known {
		return t.(*compiled)
	}
	s.escaped.mu.Lock()
	defer s.escaped.mu.Unlock()
	if !s.escaped.escape(name) {
		return nil
	}
	t := s.template(name)
	s.roots.Store(name, t)
	return t
}

// escape lets html/template choose the escapers of a template. It does so only when it begins to
// execute it, with no view here, and to a writer that stops it. It reports false for a template
// with mistakes, which has no escapers.
func (e *Escaped) escape(name string) bool {
	err := e.html.ExecuteTemplate(stopped{}, name, nil)
	var begun text.ExecError
	return err == nil || errors.Is(err, errStopped) || errors.As(err, &begun)
}

// stopped is a writer that stops an execution.
type stopped struct{}

var errStopped = errors.New("nothing is written")

func (stopped) Write([]byte) (int, error) { return 0, errStopped }

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
