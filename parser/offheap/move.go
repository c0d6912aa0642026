package offheap

import (
	"reflect"
	"runtime"
	"unsafe"
)

// Mover moves values of some types to the file with all that is reached from them, so that they can be used like others, but are
// neither on the heap nor seen by the garbage collector. Therefore nothing that is on the heap may be put into them later, unless
// it is given to [Texts.Text] or [Texts.Retain]. Values of other types stay where they are, and as long as the texts.
type Mover struct {
	texts *Texts
	area  area // what one moves is close together, as it is used together
	types map[reflect.Type]bool
	plans map[reflect.Type]*plan
	moved map[unsafe.Pointer]unsafe.Pointer // where values of types that several may point to are now
}

// plan is where a type has references.
type plan struct {
	size   uintptr
	align  uintptr
	fields []field
}

type field struct {
	offset uintptr
	is     reflect.Type
}

// Mover returns what moves values of the types of some examples; nil, which moves nothing, for nil.
func (t *Texts) Mover(types ...any) *Mover {
	if t == nil {
		return nil
	}
	m := &Mover{texts: t, types: map[reflect.Type]bool{}, plans: map[reflect.Type]*plan{}, moved: map[unsafe.Pointer]unsafe.Pointer{}}
	for _, v := range types {
		m.types[reflect.TypeOf(v)] = true
	}
	return m
}

// Move moves what a variable refers to. A value that several variables refer to is one afterwards, too, until Forget.
func Move[T any](m *Mover, variable *T) {
	if m == nil {
		return
	}
	m.texts.mu.Lock()
	defer m.texts.mu.Unlock()
	if m.texts.moves++; m.texts.moves%often == 0 {
		m.texts.letGoNow()
	}
	m.settle(unsafe.Pointer(variable), m.plan(reflect.TypeFor[T]()))
}

// Forget ends what Move says of values that several variables refer to, which until then stay on the heap, too.
func (m *Mover) Forget() {
	if m != nil {
		clear(m.moved)
	}
}

// plan returns where a type has references.
func (m *Mover) plan(typ reflect.Type) *plan {
	p := m.plans[typ]
	if p == nil {
		p = &plan{size: typ.Size(), align: uintptr(typ.Align())}
		p.add(0, typ)
		m.plans[typ] = p
	}
	return p
}

func (p *plan) add(offset uintptr, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			f := typ.Field(i)
			p.add(offset+f.Offset, f.Type)
		}
	case reflect.Array:
		for i := range typ.Len() {
			p.add(offset+uintptr(i)*typ.Elem().Size(), typ.Elem())
		}
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Interface, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		p.fields = append(p.fields, field{offset, typ})
	}
}

// slice and iface are how Go keeps them.
type (
	slice struct {
		data     unsafe.Pointer
		len, cap int
	}
	iface struct{ kind, data unsafe.Pointer }
)

// settle moves what a place refers to.
func (m *Mover) settle(place unsafe.Pointer, p *plan) {
	for _, f := range p.fields {
		at := unsafe.Add(place, f.offset)
		switch f.is.Kind() {
		case reflect.String:
			*(*string)(at) = m.texts.text(&m.area, *(*string)(at))
		case reflect.Slice:
			m.slice((*slice)(at), m.plan(f.is.Elem()))
		case reflect.Pointer:
			m.pointer((*unsafe.Pointer)(at), f.is.Elem())
		case reflect.Interface:
			if v := reflect.NewAt(f.is, at).Elem(); !v.IsNil() {
				m.pointer(&(*iface)(at).data, pointee(v.Elem().Type()))
			}
		default:
			m.texts.retain(*(*unsafe.Pointer)(at))
		}
	}
}

// pointee returns what a type points to; the type itself, if it is no pointer.
func pointee(typ reflect.Type) reflect.Type {
	if typ.Kind() == reflect.Pointer {
		return typ.Elem()
	}
	return typ
}

func (m *Mover) pointer(p *unsafe.Pointer, to reflect.Type) {
	before := *p
	switch now, known := m.moved[before]; {
	case before == nil || m.texts.holds((*byte)(before)):
	case known:
		*p = now
	case !m.types[to]:
		m.texts.retain(before)
	default:
		plan := m.plan(to)
		if now = m.copied(before, plan.size, plan.align); now != nil {
			m.moved[before], *p = now, now
			m.settle(now, plan)
		}
	}
}

func (m *Mover) slice(s *slice, elem *plan) {
	before := s.data
	if before == nil || m.texts.holds((*byte)(before)) {
		return
	}
	now := m.copied(before, uintptr(s.len)*elem.size, elem.align)
	if now == nil {
		return
	}
	s.data, s.cap = now, s.len
	for i := 0; i < s.len && len(elem.fields) > 0; i++ {
		m.settle(unsafe.Add(now, uintptr(i)*elem.size), elem)
	}
	runtime.KeepAlive(before) // until its parts were moved
}

// copied copies a value; it is retained where it is and nil returned if there is no room.
func (m *Mover) copied(value unsafe.Pointer, size, align uintptr) unsafe.Pointer {
	if size == 0 {
		return unsafe.Pointer(&zeros)
	}
	to := m.texts.some(&m.area, int(size), align)
	if to == nil {
		m.texts.retain(value)
		return nil
	}
	copy(to, unsafe.Slice((*byte)(value), size))
	return unsafe.Pointer(&to[0])
}
