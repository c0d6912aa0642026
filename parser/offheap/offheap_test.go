package offheap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"steno/parser/offheap"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	room := offheap.Room{From: 100}
	if room.Texts(99) != nil {
		t.Error("a small session is not kept on the heap")
	}
	texts := room.Texts(100)
	if texts == nil {
		t.Skip("texts stay on the heap on this system")
	}
	type row struct {
		Name  string
		Lists map[string][]string
		Next  *row
	}
	long := strings.Repeat("long ", 2<<20)
	first, second := texts.String(strings.Repeat("text ", 100)), texts.String(long)
	if unsafe.StringData(texts.String(first)) != unsafe.StringData(first) {
		t.Error("a text that is kept was kept again")
	}
	if short := "short"; unsafe.StringData(texts.String(short)) != unsafe.StringData(short) {
		t.Error("a short text was kept")
	}
	if string(texts.Bytes([]byte(long))) != long || offheap.String(texts, first) != first || second != long {
		t.Error("what is kept is not what was given")
	}
	r := &row{Name: first[5:14], Lists: map[string][]string{first[:4]: {second[:4]}}, Next: &row{Name: second[5:9]}}
	r.Next.Next = r
	texts.Own(r)
	forgotten := second[:8]
	room.Close()
	texts.Close()
	other := room.Texts(100)
	defer other.Close()
	if kept := other.String(long); kept != long || forgotten != strings.Repeat("\x00", 8) {
		t.Errorf("%q shows another session's text", forgotten)
	}
	if r.Name != "text text" || r.Lists["text"][0] != "long" || r.Next.Name != "long" {
		t.Errorf("%+v", r)
	}
	if again := texts.String(long); unsafe.StringData(again) != unsafe.StringData(long) {
		t.Error("a text was kept in a file that is closed")
	}
}

// TestPlaces: what is kept is found again by its place, in whichever part of the file that is.
func TestPlaces(t *testing.T) {
	t.Parallel()
	var room offheap.Room
	texts := room.Texts(1 << 30)
	if texts == nil {
		t.Skip("texts stay on the heap on this system")
	}
	for i := range 200 {
		want := fmt.Sprint("the text ", i, strings.Repeat(" and more", i%2*1000))
		kept := texts.Bytes([]byte(want))
		at, ok := texts.PlaceOf(kept[5:])
		if got := texts.At(at, len(kept)-5); !ok || string(got) != want[5:] || &got[0] != &kept[5] {
			t.Fatalf("%q is at %d, %v", want, at, ok)
		}
	}
	if _, ok := texts.PlaceOf([]byte("on the heap")); ok {
		t.Error("what is on the heap has a place in the file")
	}
	texts.Close()
	if texts.At(0, 5) != nil {
		t.Error("a file that is closed has texts")
	}
}

// TestIDs: short texts are kept apart from long ones, and all are what they were.
func TestIDs(t *testing.T) {
	t.Parallel()
	var room offheap.Room
	texts := room.Texts(1 << 30)
	if texts == nil {
		t.Skip("texts stay on the heap on this system")
	}
	defer texts.Close()
	var kept, want []string
	for i := range 200_000 {
		for _, s := range []string{fmt.Sprintf("id of record %d", i), strings.Repeat(fmt.Sprint(i), 300)} {
			if len(s) > 256 && i%10 > 0 {
				continue
			}
			kept, want = append(kept, texts.String(s)), append(want, s)
		}
	}
	if !slices.Equal(kept, want) {
		t.Error("what is kept is not what was given")
	}
	first, second, third := unsafe.StringData(kept[0]), unsafe.StringData(kept[2]), unsafe.StringData(want[0])
	if first == third || uintptr(unsafe.Pointer(second))-uintptr(unsafe.Pointer(first)) > 100 {
		t.Error("a long text is between two short ones")
	}
}

// TestNone: nil keeps everything as it is.
func TestNone(t *testing.T) {
	t.Parallel()
	var texts *offheap.Texts
	text := strings.Repeat("text ", 100)
	if unsafe.StringData(texts.String(text)) != unsafe.StringData(text) || texts.Bytes(nil) != nil {
		t.Error("a text moved")
	}
	texts.Own(&text)
	texts.Close()
}
