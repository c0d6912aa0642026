// Package flat writes values as bytes and reads them back, by their types, several times as fast as
// encoding/gob. Its input is a pointer to a value of exported fields; its output is bytes that only
// the same program reads. Texts of what is read share the memory of these bytes.
package flat

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"
)

// Codec writes and reads values of one type. It may be used from several goroutines.
type Codec[T any] struct {
	shape Shape
	whole codec
	start bool // more may follow what it reads
}

// codec writes and reads the values of a type in another one. A value that is not valid is read and dropped.
type codec struct {
	append func(b []byte, v reflect.Value) []byte
	read   func(r *reader, v reflect.Value)
}

// Of returns the codec of a type. It panics for types with unexported fields, interfaces, functions
// and channels, which a test of the caller notices.
func Of[T any]() *Codec[T] {
	t := reflect.TypeFor[T]()
	shape := shapeOf(t)
	return &Codec[T]{shape: shape, whole: shape.codec(0, t)}
}

// Shape returns how values are written, for [Codec.Reading].
func (c *Codec[T]) Shape() Shape { return c.shape }

// Reading returns a codec that reads what a codec with a shape wrote, that of an earlier program
// for one: fields go by their names, and those that only one of the two types has are dropped or
// zero.
func (c *Codec[T]) Reading(shape Shape) (*Codec[T], error) {
	if shape.Equal(c.shape) {
		return c, nil
	}
	if !shape.valid() {
		return nil, ErrDamaged
	}
	return &Codec[T]{shape: shape, whole: shape.codec(0, reflect.TypeFor[T]())}, nil
}

// To returns a codec that reads the fields of a struct up to one, which it must have, and leaves
// the others as they are. It takes what this one writes.
func (c *Codec[T]) To(field string) *Codec[T] {
	n := c.shape[0]
	count := slices.Index(n.Names, field) + 1
	n.Names, n.Elems = n.Names[:count], n.Elems[:count]
	shape := append(slices.Clip(c.shape), n) // and the first is for values that contain others of their type
	return &Codec[T]{shape: c.shape, whole: shape.codec(len(c.shape), reflect.TypeFor[T]()), start: true}
}

// Append appends a value.
func (c *Codec[T]) Append(b []byte, v *T) []byte { return c.whole.append(b, reflect.ValueOf(v).Elem()) }

// ErrDamaged is returned for bytes that Append did not write.
var ErrDamaged = errors.New("not a complete value")

// Read reads a value, of which every part is set. Its texts are parts of data.
func (c *Codec[T]) Read(data string, v *T) error {
	r := reader{rest: data}
	c.whole.read(&r, reflect.ValueOf(v).Elem())
	if r.bad || r.rest != "" && !c.start {
		return ErrDamaged
	}
	return nil
}

// reader reads parts of values. bad is set when something did not fit.
type reader struct {
	rest string
	bad  bool
}

func (r *reader) uint() uint64 {
	var v uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		v |= uint64(r.rest[i]&0x7f) << (7 * i)
		if r.rest[i] < 0x80 {
			r.rest = r.rest[i+1:]
			return v
		}
	}
	r.rest, r.bad = "", true
	return 0
}

func (r *reader) int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *reader) text() string {
	return r.bytes(int(min(r.uint(), math.MaxInt)))
}

// bytes reads so many bytes, none if there are less.
func (r *reader) bytes(n int) string {
	if n > len(r.rest) {
		r.rest, r.bad = "", true
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
