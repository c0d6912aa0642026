package summary

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fill sets all fields of a value.
func fill(v reflect.Value, r *rand.Rand, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1 + r.Int64N(100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1 + r.Uint64N(100))
	case reflect.Float64:
		v.SetFloat(r.Float64())
	case reflect.String:
		v.SetString(string(rune('a'+r.IntN(26))) + "ü")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), r, depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(k, r, depth+1)
		fill(e, r, depth+1)
		v.SetMapIndex(k, e)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(r.Int64N(1e9), r.Int64N(1e9)).UTC()))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), r, depth+1)
		}
	}
}

// Every field of a summary is read back as it was, from this build's file and from that of the last one.
func TestStoreKeepsEveryField(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	store := NewStore(nil, 0)
	defer store.Close()
	store.made = mostMade
	var made []*Session
	var kept []*Stored
	for range 50 {
		s := &Session{}
		fill(reflect.ValueOf(s).Elem(), r, 0)
		made, kept = append(made, s), append(kept, store.Keep(s))
	}
	var file []byte
	for i, s := range kept {
		if diff := cmp.Diff(made[i], s.Whole()); diff != "" {
			t.Fatalf("session %d is read as another one: %s", i, diff)
		}
		at := len(file)
		file = append(file, s.Bytes()...)
		again := NewStore(store.Shape(), 1)
		again.kept = mostKept * (i % 2)
		data := bytes.Clone(file[at:])
		later, err := again.KeepAt(bytes.NewReader(file), int64(at), data)
		clear(data) // the next part is read into it
		if err != nil {
			t.Fatal(err)
		}
		of := Listing{Stored: later, Title: later.Title}
		shown := of.Shown()
		if diff := cmp.Diff(&Session{Row: made[i].Row, Totals: made[i].Totals, Work: made[i].Work}, &Session{Row: shown.Row, Totals: shown.Totals, Work: shown.Work}) + cmp.Diff(made[i].Row, of.Row()) + cmp.Diff(made[i].Totals, of.Totals()); diff != "" {
			t.Fatalf("a part of session %d is read as another one: %s", i, diff)
		}
		if diff := cmp.Diff(made[i], later.Whole()); diff != "" || later.Title != s.Title || later.ProjectLink() != s.ProjectLink() || !later.Start.Equal(s.Start) {
			t.Fatalf("session %d is read in the next build as another one: %s", i, diff)
		}
	}
	if err := store.Err(); err != nil {
		t.Error(err)
	}
	for sessions, inMemory := range map[int]bool{mostOf: true, mostOf + 1: false} {
		again := NewStore(store.Shape(), sessions)
		one, err := again.KeepAt(bytes.NewReader(file), 0, bytes.Clone(file[:kept[0].size]))
		if err != nil || (one.whole != nil) != inMemory {
			t.Errorf("of %d sessions, one that stays in memory is %t, %v", sessions, one.whole != nil, err)
		}
	}
	broken := *kept[0]
	broken.at = 1 << 40
	if broken.Whole(); store.Err() == nil {
		t.Error("a summary that cannot be read is no error")
	}
}
