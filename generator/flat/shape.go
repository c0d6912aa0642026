package flat

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
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
		case kind == reflect.Bool, kind == reflect.Int, kind == reflect.Uint, kind == reflect.Float64, kind == reflect.String:
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
		elems := map[reflect.Kind]int{reflect.Pointer: 1, reflect.Slice: 1, reflect.Array: 1, reflect.Map: 2, reflect.Struct: len(n.Names)}[n.Kind]
		if len(n.Elems) != elems || n.Len < 0 || n.Len > 1<<16 || slices.ContainsFunc(n.Elems, func(e int) bool { return e < 0 || e >= len(s) }) {
			return false
		}
	}
	return len(s) > 0
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

func simpleCodec(kind reflect.Kind) codec {
	switch kind {
	case reflect.Bool:
		return codec{
			func(b []byte, v reflect.Value) []byte {
				if v.Bool() {
					return append(b, 1)
				}
				return append(b, 0)
			},
			func(r *reader, v reflect.Value) {
				if is := r.uint() != 0; v.IsValid() {
					v.SetBool(is)
				}
			},
		}
	case reflect.Int:
		return codec{
			func(b []byte, v reflect.Value) []byte { return binary.AppendVarint(b, v.Int()) },
			func(r *reader, v reflect.Value) {
				if n := r.int(); v.IsValid() {
					v.SetInt(n)
				}
			},
		}
	case reflect.Uint:
		return codec{
			func(b []byte, v reflect.Value) []byte { return binary.AppendUvarint(b, v.Uint()) },
			func(r *reader, v reflect.Value) {
				if n := r.uint(); v.IsValid() {
					v.SetUint(n)
				}
			},
		}
	case reflect.Float64:
		return codec{
			func(b []byte, v reflect.Value) []byte { return binary.AppendUvarint(b, math.Float64bits(v.Float())) },
			func(r *reader, v reflect.Value) {
				if n := math.Float64frombits(r.uint()); v.IsValid() {
					v.SetFloat(n)
				}
			},
		}
	}
	return codec{ // a string, or what no type has
		func(b []byte, v reflect.Value) []byte { return appendText(b, v.String()) },
		func(r *reader, v reflect.Value) {
			if text := r.text(); v.IsValid() {
				v.SetString(text)
			}
		},
	}
}

// appendTime writes a time with its zone, which is UTC nearly always. A zone without a name is one of its offset.
func appendTime(b []byte, v reflect.Value) []byte {
	t := v.Interface().(time.Time)
	if t.IsZero() {
		return append(b, 0)
	}
	offset := 0
	if t.Location() != time.UTC {
		_, offset = t.Zone()
		offset++
	}
	b = binary.AppendUvarint(append(b, 1), uint64(t.Nanosecond()))
	return binary.AppendVarint(binary.AppendVarint(b, t.Unix()), int64(offset))
}

func readTime(r *reader, v reflect.Value) {
	var t time.Time
	if r.uint() != 0 {
		nanos, seconds, offset := r.uint(), r.int(), r.int()
		t = time.Unix(seconds, int64(nanos%1e9)).UTC()
		if offset != 0 {
			t = t.In(time.FixedZone("", int(offset-1)))
		}
	}
	if v.IsValid() {
		*v.Addr().Interface().(*time.Time) = t
	}
}

func pointerCodec(t reflect.Type, elem codec) codec {
	return codec{
		func(b []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(b, 0)
			}
			return elem.append(append(b, 1), v.Elem())
		},
		func(r *reader, v reflect.Value) {
			is := r.uint() != 0
			if v.IsValid() {
				v.SetZero()
			}
			if !is || r.bad {
				return
			}
			to := reflect.Value{}
			if v.IsValid() {
				v.Set(reflect.New(t.Elem()))
				to = v.Elem()
			}
			elem.read(r, to)
		},
	}
}

// size reads the length of a list that may be nil, which is counted from one; each element takes a byte at least.
func (r *reader) size() (n int, is bool) {
	size := r.uint()
	if size == 0 || size-1 > uint64(len(r.rest)) {
		r.bad = r.bad || size > 0
		return 0, false
	}
	return int(size - 1), true
}

func sliceCodec(t reflect.Type, elem codec) codec {
	return codec{
		func(b []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(b, 0)
			}
			b = binary.AppendUvarint(b, uint64(v.Len())+1)
			for i := range v.Len() {
				b = elem.append(b, v.Index(i))
			}
			return b
		},
		func(r *reader, v reflect.Value) {
			n, is := r.size()
			if v.IsValid() {
				v.SetZero()
				if is {
					v.Set(reflect.MakeSlice(t, n, n))
				}
			}
			readElems(r, v, n, elem)
		},
	}
}

func arrayCodec(n int, elem codec) codec {
	return codec{
		func(b []byte, v reflect.Value) []byte {
			for i := range n {
				b = elem.append(b, v.Index(i))
			}
			return b
		},
		func(r *reader, v reflect.Value) { readElems(r, v, n, elem) },
	}
}

func readElems(r *reader, v reflect.Value, n int, elem codec) {
	for i := 0; i < n && !r.bad; i++ {
		to := reflect.Value{}
		if v.IsValid() {
			to = v.Index(i)
		}
		elem.read(r, to)
	}
}

// mapCodec writes the keys in the order of what they are written as.
func mapCodec(t reflect.Type, key, elem codec) codec {
	return codec{
		func(b []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(b, 0)
			}
			b = binary.AppendUvarint(b, uint64(v.Len())+1)
			pairs := make([]string, 0, v.Len())
			for i := v.MapRange(); i.Next(); {
				pairs = append(pairs, string(elem.append(key.append(nil, i.Key()), i.Value())))
			}
			slices.Sort(pairs)
			return append(b, strings.Join(pairs, "")...)
		},
		func(r *reader, v reflect.Value) {
			n, is := r.size()
			if v.IsValid() {
				v.SetZero()
				if is {
					v.Set(reflect.MakeMapWithSize(t, n))
				}
			}
			for i := 0; i < n && !r.bad; i++ {
				if !v.IsValid() {
					key.read(r, reflect.Value{})
					elem.read(r, reflect.Value{})
					continue
				}
				k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				key.read(r, k)
				elem.read(r, e)
				v.SetMapIndex(k, e)
			}
		},
	}
}
