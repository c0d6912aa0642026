package quick

import (
	"reflect"
	"strings"
	"sync/atomic"
	"text/template/parse"
)

// value evaluates something.
type value func(r *run, dot reflect.Value) reflect.Value

func nothing(*run, reflect.Value) reflect.Value { return reflect.Value{} }

func constant(v any) value {
	c := reflect.ValueOf(v)
	return func(*run, reflect.Value) reflect.Value { return c }
}

// pipe compiles a pipeline, with the variables that it sets.
func (c *compiler) pipe(p *parse.PipeNode) value {
	v := c.commands(p.Cmds)
	for _, d := range p.Decl {
		of, at := v, 0
		if p.IsAssign {
			at = c.variable(d.Ident[0])
		} else {
			at = c.declare(d.Ident[0])
		}
		v = func(r *run, dot reflect.Value) reflect.Value {
			x := of(r, dot)
			r.vars[r.base+at] = x
			return x
		}
	}
	return v
}

// commands compiles the commands of a pipeline.
func (c *compiler) commands(list []*parse.CommandNode) value {
	if len(list) == 0 {
		leave()
	}
	v := c.command(list[0], nil)
	for _, cmd := range list[1:] {
		v = c.command(cmd, v)
	}
	return v
}

// command compiles one command; last is the result of the one before it, nil for none.
func (c *compiler) command(cmd *parse.CommandNode, last value) value {
	var v value
	if name, ok := cmd.Args[0].(*parse.IdentifierNode); ok {
		v = c.function(name.Ident, cmd.Args[1:], last)
	} else if last == nil && len(cmd.Args) == 1 {
		v = c.operand(cmd.Args[0])
	} else {
		leave()
	}
	return func(r *run, dot reflect.Value) reflect.Value { return unwrapped(v(r, dot)) }
}

// unwrapped is what is in a value of type any.
func unwrapped(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		return v.Elem()
	}
	return v
}

// operand compiles what is no call of a function.
func (c *compiler) operand(n parse.Node) value {
	switch n := n.(type) {
	case *parse.DotNode:
		return func(_ *run, dot reflect.Value) reflect.Value { return dot }
	case *parse.FieldNode:
		return fields(func(_ *run, dot reflect.Value) reflect.Value { return dot }, n.Ident)
	case *parse.VariableNode:
		at := c.variable(n.Ident[0])
		return fields(func(r *run, _ reflect.Value) reflect.Value { return r.vars[r.base+at] }, n.Ident[1:])
	case *parse.ChainNode:
		if _, ok := n.Node.(*parse.NilNode); ok {
			leave()
		}
		return fields(c.operand(n.Node), n.Field)
	case *parse.PipeNode:
		return c.pipe(n)
	case *parse.IdentifierNode:
		return c.function(n.Ident, nil, nil)
	case *parse.BoolNode:
		return constant(n.True)
	case *parse.StringNode:
		return constant(n.Text)
	case *parse.NumberNode:
		if strings.Trim(n.Text, "0123456789") == "" {
			return constant(int(n.Int64))
		}
	}
	leave()
	return nil
}

// fields compiles the way from a value to a field of a field of it.
func fields(of value, names []string) value {
	for _, name := range names {
		from, f := of, &field{name: name}
		of = func(r *run, dot reflect.Value) reflect.Value { return f.of(from(r, dot)) }
	}
	return of
}

// field is the name of a field or a method, and what it was of the types that were met.
type field struct {
	name  string
	known atomic.Pointer[member]
}

// member is a field or a method of a type.
type member struct {
	of     reflect.Type
	addr   bool // of a value with an address, which has the methods of its pointer, too
	index  []int
	method int // -1 for a field
	next   *member
}

// of returns the field of a value.
func (f *field) of(v reflect.Value) reflect.Value {
	if !v.IsValid() {
		return v
	}
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			leave()
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Map {
		return f.inMap(v)
	}
	m := f.member(v.Type(), v.CanAddr())
	switch {
	case m.method < 0 && len(m.index) == 1:
		return v.Field(m.index[0])
	case m.method < 0:
		found, err := v.FieldByIndexErr(m.index)
		if err != nil {
			leave()
		}
		return found
	case m.addr:
		v = v.Addr()
	}
	return v.Method(m.method).Call(nil)[0]
}

func (f *field) inMap(v reflect.Value) reflect.Value {
	if v.Type().Key().Kind() != reflect.String || v.NumMethod() > 0 {
		leave()
	}
	return v.MapIndex(reflect.ValueOf(f.name).Convert(v.Type().Key()))
}

// member looks up what the field is of a type.
func (f *field) member(t reflect.Type, addr bool) *member {
	first := f.known.Load()
	for m := first; m != nil; m = m.next {
		if m.of == t && m.addr == addr {
			return m
		}
	}
	m := &member{of: t, addr: addr, method: -1, next: first}
	owner := t
	if addr {
		owner = reflect.PointerTo(t)
	}
	if method, ok := owner.MethodByName(f.name); ok {
		if method.Type.NumIn() != 1 || method.Type.NumOut() != 1 {
			leave()
		}
		m.method = method.Index
	} else if found, ok := fieldOf(t, f.name); ok {
		m.index = found.Index
	} else {
		leave()
	}
	f.known.Store(m) // one that is lost to another goroutine is looked up again
	return m
}

func fieldOf(t reflect.Type, name string) (found reflect.StructField, ok bool) {
	if t.Kind() == reflect.Struct {
		found, ok = t.FieldByName(name)
	}
	return found, ok && found.IsExported()
}

// truth reports whether a value counts as true.
func truth(v reflect.Value) bool {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Bool:
		return v.Bool()
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() > 0
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int() != 0
	case reflect.Float32, reflect.Float64:
		return v.Float() != 0
	case reflect.Pointer, reflect.Func:
		return !v.IsNil()
	case reflect.Struct:
		return true
	}
	leave()
	return false
}
