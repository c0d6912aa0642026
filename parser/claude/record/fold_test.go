package record

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"steno/parser/offheap"
)

// fill sets every field of a value, lists to n elements, and texts to something of their own.
func fill(v reflect.Value, n int, number *int) {
	switch v.Kind() {
	case reflect.String:
		*number++
		v.SetString(strings.Repeat(fmt.Sprint("text ", *number, " "), 1+*number%3*20))
	case reflect.Int, reflect.Uint8:
		*number++
		reflect.Indirect(v).Set(reflect.ValueOf(*number % 100).Convert(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n, number)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n, number)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			*number++
			v.SetBytes([]byte(fmt.Sprint(`"json `, *number, `"`)))
			return
		}
		count := 2
		if v.Type().Elem() == reflect.TypeFor[Block]() {
			if count = n; n == 0 {
				return
			}
			n--
		}
		v.Set(reflect.MakeSlice(v.Type(), count, count))
		for i := range count {
			fill(v.Index(i), n, number)
		}
	default:
		panic(v.Kind())
	}
}

// TestFold: what was folded is brought back with all that it had, whether its texts were in the file before or not.
func TestFold(t *testing.T) {
	t.Parallel()
	var room offheap.Room
	d := NewDecoder()
	if d.Folder() != nil {
		t.Error("records are folded where their texts are on the heap")
	}
	d.Texts = room.Texts(1 << 30)
	if d.Texts == nil {
		t.Skip("texts stay on the heap on this system")
	}
	defer d.Texts.Close()
	f := d.Folder()
	number := 0
	var full Record
	full.Message, full.User = new(Message), new(User)
	fill(reflect.ValueOf(full.Message).Elem(), 2, &number)
	fill(reflect.ValueOf(full.User).Elem(), 2, &number)
	folds := *full.User
	folds.NotRun, folds.Supersedes, folds.Images, folds.ForkSession, folds.ForkUUID, folds.AgentType, folds.AgentTask = nil, nil, nil, "", "", "", ""
	held := *full.Message
	held.Result, held.ID = d.Texts.Bytes([]byte(strings.Repeat("held ", 1000))), d.Texts.String("an id that is held")
	for name, want := range map[string]Record{
		"empty": {Message: new(Message)}, "full": full, "user": {Message: full.Message, User: &folds}, "held": {Message: &held}, "bare": {Message: new(Message), User: new(User)}, "none": {},
	} {
		got := want
		f.Fold(&got)
		if want.Message != nil && (got.Message != nil || got.Folded == "" || (got.User == nil) != (name != "full")) {
			t.Errorf("%s: not folded", name)
		}
		if want.Message != nil {
			if m := f.Message(got.Folded); !reflect.DeepEqual(m, want.Message) {
				t.Errorf("%s: the message is %+v, want %+v", name, m, want.Message)
			}
		}
		for range 2 {
			if f.Open(&got); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v %+v, want %+v %+v", name, got.Message, got.User, want.Message, want.User)
			}
		}
	}
}
