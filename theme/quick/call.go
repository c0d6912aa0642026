package quick

import (
	"html/template"
	"reflect"
	"text/template/parse"
	"time"
)

// function compiles a call of a function; last is its last argument if it comes from a pipeline.
func (c *compiler) function(name string, nodes []parse.Node, last value) value {
	if f, ok := c.set.funcs[name]; ok {
		return c.call(reflect.ValueOf(f), nodes, last)
	}
	args := make([]value, len(nodes), len(nodes)+1)
	for i, n := range nodes {
		args[i] = c.operand(n)
	}
	if last != nil {
		args = append(args, last)
	}
	switch name {
	case "and", "or":
		return either(args, name == "or")
	case "not", "len":
		if len(args) != 1 {
			leave()
		}
		if name == "len" {
			return func(r *run, dot reflect.Value) reflect.Value { return reflect.ValueOf(length(args[0](r, dot))) }
		}
		return func(r *run, dot reflect.Value) reflect.Value { return boolean(!truth(args[0](r, dot))) }
	case "eq", "ne", "lt", "le", "gt", "ge":
		if len(args) != 2 {
			leave()
		}
		accept := comparisons[name]
		return func(r *run, dot reflect.Value) reflect.Value {
			x := args[0](r, dot)
			return boolean(accept(compare(x, args[1](r, dot))))
		}
	case "index":
		if len(args) != 2 {
			leave()
		}
		return func(r *run, dot reflect.Value) reflect.Value {
			x := args[0](r, dot)
			return element(x, args[1](r, dot))
		}
	}
	leave()
	return nil
}

var yes, no = reflect.ValueOf(true), reflect.ValueOf(false)

func boolean(b bool) reflect.Value {
	if b {
		return yes
	}
	return no
}

// either returns the first argument that is true, or that is not, and the last for none.
func either(args []value, or bool) value {
	if len(args) == 0 {
		leave()
	}
	return func(r *run, dot reflect.Value) (v reflect.Value) {
		for _, a := range args {
			if v = a(r, dot); truth(v) == or {
				break
			}
		}
		return v
	}
}

func length(v reflect.Value) int {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len()
	}
	leave()
	return 0
}

func element(list, index reflect.Value) reflect.Value {
	if list.Kind() != reflect.Slice || index.Kind() != reflect.Int || index.Int() < 0 || index.Int() >= int64(list.Len()) {
		leave()
	}
	return list.Index(int(index.Int()))
}

// comparisons are the functions that compare, by what is the order of two values.
var comparisons = map[string]func(order int) bool{
	"eq": func(o int) bool { return o == 0 }, "ne": func(o int) bool { return o != 0 },
	"lt": func(o int) bool { return o < 0 }, "le": func(o int) bool { return o <= 0 },
	"gt": func(o int) bool { return o > 0 }, "ge": func(o int) bool { return o >= 0 },
}

// compare orders two values of one kind.
func compare(x, y reflect.Value) int {
	x, y = unwrapped(x), unwrapped(y)
	switch {
	case x.Kind() == reflect.String && y.Kind() == reflect.String:
		return order(x.String(), y.String())
	case x.CanInt() && y.CanInt():
		return order(x.Int(), y.Int())
	}
	leave()
	return 0
}

func order[T int64 | string](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// call compiles a call of a function of the theme.
func (c *compiler) call(f reflect.Value, nodes []parse.Node, last value) value {
	t := f.Type()
	n := len(nodes)
	if last != nil {
		n++
	}
	if !t.IsVariadic() && n != t.NumIn() || t.IsVariadic() && n < t.NumIn()-1 {
		leave()
	}
	args := make([]value, n)
	for i := range args {
		in := t.In(min(i, t.NumIn()-1))
		if t.IsVariadic() && i >= t.NumIn()-1 {
			in = in.Elem()
		}
		of := last
		if i < len(nodes) {
			of = c.operand(nodes[i])
		}
		args[i] = func(r *run, dot reflect.Value) reflect.Value { return assignable(of(r, dot), in) }
	}
	if quick := direct(f.Interface(), args); quick != nil {
		return quick
	}
	return func(r *run, dot reflect.Value) reflect.Value {
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			in[i] = a(r, dot)
		}
		out := f.Call(in)
		if len(out) == 2 && !out[1].IsNil() { // an error
			leave()
		}
		return out[0]
	}
}

// direct compiles a call of a function of one of the most frequent types, nil for others: reflection takes
// longer than most functions do.
func direct(f any, args []value) value {
	switch f := f.(type) {
	case func(string) string:
		return func(r *run, dot reflect.Value) reflect.Value { return reflect.ValueOf(f(args[0](r, dot).String())) }
	case func(string) template.HTML:
		return func(r *run, dot reflect.Value) reflect.Value { return reflect.ValueOf(f(args[0](r, dot).String())) }
	case func(int) string:
		return func(r *run, dot reflect.Value) reflect.Value { return reflect.ValueOf(f(int(args[0](r, dot).Int()))) }
	case func(int, string) string:
		return func(r *run, dot reflect.Value) reflect.Value {
			return reflect.ValueOf(f(int(args[0](r, dot).Int()), args[1](r, dot).String()))
		}
	case func(string, float64) string:
		return func(r *run, dot reflect.Value) reflect.Value {
			return reflect.ValueOf(f(args[0](r, dot).String(), args[1](r, dot).Float()))
		}
	case func(time.Time) string:
		return func(r *run, dot reflect.Value) reflect.Value {
			return reflect.ValueOf(f(args[0](r, dot).Interface().(time.Time)))
		}
	case func() string:
		return func(*run, reflect.Value) reflect.Value { return reflect.ValueOf(f()) }
	}
	return nil
}

// assignable returns a value as an argument of a type.
func assignable(v reflect.Value, t reflect.Type) reflect.Value {
	if !v.IsValid() {
		leave()
	}
	if v.Type() == t || v.Type().AssignableTo(t) {
		return v
	}
	if v.Kind() == reflect.Interface && !v.IsNil() {
		if v = v.Elem(); v.Type().AssignableTo(t) {
			return v
		}
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().AssignableTo(t) {
		return v.Elem()
	}
	if v.CanAddr() && reflect.PointerTo(v.Type()).AssignableTo(t) {
		return v.Addr()
	}
	leave()
	return v
}
