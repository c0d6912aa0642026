package offheap

import (
	"reflect"
	"strings"
	"unsafe"
)

// Own copies to the heap what of a value is in the file: all strings that are reached from a
// pointer to it. What outlives the texts of a session is made its own like that.
func (t *Texts) Own(pointer any) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.own(reflect.ValueOf(pointer), map[any]bool{})
}

func (t *Texts) own(v reflect.Value, seen map[any]bool) {
	switch v.Kind() {
	case reflect.String:
		if t.holds(unsafe.StringData(v.String())) {
			v.SetString(strings.Clone(v.String()))
		}
	case reflect.Pointer:
		if v.IsNil() || seen[v.Interface()] {
			return
		}
		seen[v.Interface()] = true
		t.own(v.Elem(), seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				t.own(f, seen)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			t.own(v.Index(i), seen)
		}
	case reflect.Map:
		t.ownMap(v, seen)
	}
}

// ownMap makes a map again, whose keys and values cannot be changed in place.
func (t *Texts) ownMap(m reflect.Value, seen map[any]bool) {
	type entry struct{ key, value reflect.Value }
	var entries []entry
	for it := m.MapRange(); it.Next(); {
		e := entry{reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()}
		e.key.Set(it.Key())
		e.value.Set(it.Value())
		t.own(e.key, seen)
		t.own(e.value, seen)
		entries = append(entries, e)
	}
	m.Clear()
	for _, e := range entries {
		m.SetMapIndex(e.key, e.value)
	}
}
