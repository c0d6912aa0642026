package flat

import (
	"fmt"
	"reflect"
	"slices"
	"time"
)

// Shape describes a type: its first node is the type itself, others are what that consists of.
type Shape []Node

// Node is a type.
type Node struct {
	Kind  reflect.Kind // Interface is a time
	Names []string     // of fields
	Elems []int        // nodes of these, or of a key and an element, or of an element
	Len   int          // of an array
}

// Equal reports whether values with these shapes are written alike.
func (s Shape) Equal(o Shape) bool { return slices.EqualFunc(s, o, Node.equal) }

func (n Node) equal(o Node) bool {
	return n.Kind == o.Kind && n.Len == o.Len && slices.Equal(n.Names, o.Names) && slices.Equal(n.Elems, o.Elems)
}

var timeType = reflect.TypeFor[time.Time]()

const timeKind = reflect.Interface

// simple are kinds of numbers and texts, each by the one of those that are written alike.
func simple(kind reflect.Kind) reflect.Kind {
	switch {
	case kind >= reflect.Int && kind <= reflect.Int64:
		return reflect.Int
	case kind == reflect.Uint8: // there may be many, in hashes
	case kind >= reflect.Uint && kind <= reflect.Uint64:
		return reflect.Uint
	case kind == reflect.Float32:
		return reflect.Float64
	}
	return kind
}

func shapeOf(t reflect.Type) Shape {
	var s Shape
	at := map[reflect.Type]int{}
	var add func(t reflect.Type) int
	add = func(t reflect.Type) int {
		if i, known := at[t]; known {
			return i
		}
		i := len(s)
		at[t] = i
		s = append(s, Node{Kind: simple(t.Kind())})
		var names []string
		var elems []int
		switch kind := s[i].Kind; {
		case t == timeType:
			s[i].Kind = timeKind
		case kind == reflect.Bool, kind == reflect.Int,
			kind == reflect.Uint, kind == reflect.Uint8, kind == reflect.Float64, kind == reflect.String:
		case kind == reflect.Pointer, kind == reflect.Slice:
			elems = []int{add(t.Elem())}
		case kind == reflect.Array:
			elems = []int{add(t.Elem())}
			s[i].Len = t.Len()
		case kind == reflect.Map:
			elems = []int{add(t.Key()), add(t.Elem())}
		case kind == reflect.Struct:
			for f := range t.Fields() {
				if !f.IsExported() {
					panic(fmt.Sprintf("flat: %v.%s is not exported", t, f.Name))
				}
				names, elems = append(names, f.Name), append(elems, add(f.Type))
			}
		default:
			panic("flat: " + t.String() + " cannot be written")
		}
		s[i].Names, s[i].Elems = names, elems
		return i
	}
	add(t)
	return s
}

// valid reports whether a shape that was read makes sense.
func (s Shape) valid() bool {
	for _, n := range s {
		elems := map[reflect.Kind]int{reflect.Pointer: 1, reflect.Slice: 1, reflect.Array: 1, reflect.Map: 2,
			reflect.Struct: len(n.Names)}[n.Kind]
		if len(n.Elems) != elems || n.Len < 0 || n.Len > 1<<16 ||
			slices.ContainsFunc(n.Elems, func(e int) bool { return e < 0 || e >= len(s) }) {
			return false
		}
	}
	return len(s) > 0 && !s.endless()
}

// endless reports whether a value would be a part of itself: only pointers, lists and maps may lead back.
func (s Shape) endless() bool {
	const open, done = 1, 2
	state := make([]byte, len(s))
	var visit func(at int) bool
	visit = func(at int) bool {
		if state[at] != 0 {
			return state[at] == open
		}
		state[at] = open
		if n := s[at]; (n.Kind == reflect.Struct || n.Kind == reflect.Array) && slices.ContainsFunc(n.Elems, visit) {
			return true
		}
		state[at] = done
		return false
	}
	for at := range s {
		if visit(at) {
			return true
		}
	}
	return false
}

// codec returns the codec of a node for a type, nil to drop what is read.
func (s Shape) codec(at int, t reflect.Type) codec {
	return (&building{s, map[place]*codec{}}).codec(at, t)
}

// place is a node with the type that it is read into.
type place struct {
	at int
	t  reflect.Type
}

// building makes codecs; known are those that were begun, as types may contain themselves.
type building struct {
	shape Shape
	known map[place]*codec
}

func (b *building) codec(at int, t reflect.Type) codec {
	if c := b.known[place{at, t}]; c != nil {
		return codec{
			func(b []byte, v reflect.Value) []byte { return c.append(b, v) },
			func(r *reader, v reflect.Value) { c.read(r, v) },
		}
	}
	c := &codec{}
	b.known[place{at, t}] = c
	n := &b.shape[at]
	fits := t != nil && (n.Kind == timeKind && t == timeType || t != timeType && n.Kind == simple(t.Kind()))
	if n.Kind == reflect.Array && fits {
		fits = t.Len() == n.Len
	}
	if !fits && t != nil { // a field that is of another type now
		dropped := b.codec(at, nil)
		*c = codec{nil, func(r *reader, _ reflect.Value) { dropped.read(r, reflect.Value{}) }}
		return *c
	}
	elem := func(i int) codec {
		if t == nil {
			return b.codec(n.Elems[i], nil)
		}
		if n.Kind == reflect.Map && i == 0 {
			return b.codec(n.Elems[0], t.Key())
		}
		return b.codec(n.Elems[i], t.Elem())
	}
	switch n.Kind {
	case timeKind:
		*c = codec{appendTime, readTime}
	case reflect.Struct:
		*c = b.fields(n, t)
	case reflect.Pointer:
		*c = pointerCodec(t, elem(0))
	case reflect.Slice:
		*c = sliceCodec(t, elem(0))
	case reflect.Array:
		*c = arrayCodec(n.Len, elem(0))
		if b.shape[n.Elems[0]].Kind == reflect.Uint8 {
			*c = hashCodec(n.Len, *c)
		}
	case reflect.Map:
		*c = mapCodec(t, elem(0), elem(1))
	default:
		*c = simpleCodec(n.Kind)
	}
	return *c
}

// fields is the codec of a struct.
func (b *building) fields(n *Node, t reflect.Type) codec {
	fields, index := make([]codec, len(n.Elems)), make([]int, len(n.Elems))
	for i, e := range n.Elems {
		var of reflect.Type
		index[i] = -1
		if t != nil {
			if f, has := t.FieldByName(n.Names[i]); has && len(f.Index) == 1 {
				of, index[i] = f.Type, f.Index[0]
			}
		}
		fields[i] = b.codec(e, of)
	}
	return codec{
		func(b []byte, v reflect.Value) []byte {
			for i := range fields {
				b = fields[i].append(b, v.Field(i))
			}
			return b
		},
		func(r *reader, v reflect.Value) {
			for i := range fields {
				var field reflect.Value
				if v.IsValid() && index[i] >= 0 {
					field = v.Field(index[i])
				}
				fields[i].read(r, field)
			}
		},
	}
}
