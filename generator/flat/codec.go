package flat

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// The codecs of the kinds that types consist of.

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
	case reflect.Uint8:
		return codec{
			func(b []byte, v reflect.Value) []byte { return append(b, byte(v.Uint())) },
			func(r *reader, v reflect.Value) {
				if b := r.bytes(1); v.IsValid() && b != "" {
					v.SetUint(uint64(b[0]))
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

// appendTime writes a time with its zone, which is UTC nearly always. A zone without a name is one
// of its offset.
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

// size reads the length of a list that may be nil, which is counted from one; each element takes a
// byte at least.
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

// hashCodec writes and reads an array of bytes as each does, in one step where that is possible.
func hashCodec(n int, each codec) codec {
	return codec{
		func(b []byte, v reflect.Value) []byte {
			if !v.CanAddr() {
				return each.append(b, v)
			}
			return append(b, v.Bytes()...)
		},
		func(r *reader, v reflect.Value) {
			if b := r.bytes(n); v.IsValid() && b != "" {
				copy(v.Bytes(), b)
			}
		},
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
