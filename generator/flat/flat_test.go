package flat

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	Names []string
	Next  *inner
}

type outer struct {
	Text   string
	Yes    bool
	Int    int
	Small  int8
	Size   uint16
	Float  float64
	Long   time.Duration
	When   time.Time
	Hash   [4]byte
	Hashes map[[2]byte][2]byte
	Byte   byte
	By     map[string]int
	Places map[Place]string
	In     inner
	Place
	None  []int
	Empty []int
	Nil   *inner
}

// Place is embedded.
type Place struct{ A, B string }

func full() *outer {
	return &outer{
		Text: "a\x00ü", Yes: true, Int: math.MinInt64, Small: -3, Size: math.MaxUint16, Float: -0.5, Long: time.Hour,
		When: time.Date(2026, 5, 4, 3, 2, 1, 7, time.UTC), Hash: [4]byte{1, 2, 3, 255}, Hashes: map[[2]byte][2]byte{{1, 200}: {201, 2}}, Byte: 202, By: map[string]int{"b": 2, "a": 1, "": 0},
		Places: map[Place]string{{"x", "y"}: "z"}, In: inner{Names: []string{"", "n"}, Next: &inner{}}, Empty: []int{},
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	c := Of[outer]()
	for _, want := range []*outer{full(), {}} {
		data := c.Append(nil, want)
		got := outer{Text: "was there", None: []int{1}, By: map[string]int{"was": 1}, Nil: &inner{}}
		if err := c.Read(string(data), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, &got); diff != "" {
			t.Error(diff)
		}
		for range 20 { // maps have no order
			if string(c.Append(nil, want)) != string(data) {
				t.Fatal("the same value is written in two ways")
			}
		}
		for n := range len(data) {
			if c.Read(string(data[:n]), new(outer)) == nil {
				t.Errorf("%d of %d bytes are taken for the whole", n, len(data))
			}
		}
		if c.Read(string(data)+"\x00", new(outer)) == nil {
			t.Error("more than a value is taken for one")
		}
	}
}

// A time keeps its zone, as far as it can be told apart by what is shown of it.
func TestTimes(t *testing.T) {
	t.Parallel()
	c := Of[time.Time]()
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("", 0), time.FixedZone("CET", 3600), time.FixedZone("", -8*3600)} {
		for _, want := range []time.Time{{}, time.Unix(0, 0).In(zone), time.Unix(-62135596801, 5).In(zone), time.Date(2026, 2, 3, 4, 5, 6, 999, zone)} {
			var got time.Time
			if err := c.Read(string(c.Append(nil, &want)), &got); err != nil || !got.Equal(want) || got.Format(time.RFC3339Nano) != want.Format(time.RFC3339Nano) {
				t.Errorf("%v is read as %v, %v", want, got, err)
			}
		}
	}
}

func TestRefusesTypes(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(){
		"unexported": func() { Of[struct{ a int }]() },
		"interface":  func() { Of[struct{ A any }]() },
		"function":   func() { Of[func()]() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a type with an %s is not refused", name)
				}
			}()
			of()
		}()
	}
}

// A later program reads what an earlier one wrote: what both have.
func TestReadsOtherShapes(t *testing.T) {
	t.Parallel()
	type was struct {
		Gone   map[string][]inner
		Text   string
		Number int
		When   time.Time
		List   []inner
		Hash   [4]byte
		Same   []int
	}
	type is struct {
		New    *inner
		Same   []int
		Text   string
		Number string // another type
		When   string
		List   []struct{ Names []string }
		Hash   [5]byte
	}
	old := Of[was]()
	data := old.Append(nil, &was{map[string][]inner{"a": {{Names: []string{"b"}, Next: &inner{}}}}, "text", 5, time.Unix(1, 0), []inner{{Names: []string{"n"}, Next: &inner{}}, {}}, [4]byte{1}, []int{7}})
	c, err := Of[is]().Reading(old.Shape())
	if err != nil {
		t.Fatal(err)
	}
	var got is
	if err := c.Read(string(data), &got); err != nil {
		t.Fatal(err)
	}
	want := is{Text: "text", Same: []int{7}, List: []struct{ Names []string }{{[]string{"n"}}, {}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []Shape{nil, {{Kind: 99, Elems: []int{1}}}, {{Kind: 23, Elems: []int{5}}}, {{Kind: 25, Names: []string{"A"}}},
		{{Kind: 25, Names: []string{"A"}, Elems: []int{1}}, {Kind: 17, Elems: []int{0}, Len: 1}}} {
		if _, err := Of[is]().Reading(bad); err == nil {
			t.Errorf("the shape %v is taken", bad)
		}
	}
}

// TestReadsFirstFields reads the first fields of a struct from bytes of the whole struct. A field of the struct's own type is read whole.
func TestReadsFirstFields(t *testing.T) {
	t.Parallel()
	c := Of[inner]()
	data := c.Append(nil, &inner{Names: []string{"a"}, Next: &inner{Names: []string{"b"}, Next: &inner{}}})
	got := inner{Next: &inner{Names: []string{"as it was"}}}
	if err := c.To("Names").Read(string(data), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(inner{Names: []string{"a"}, Next: &inner{Names: []string{"as it was"}}}, got); diff != "" {
		t.Error(diff)
	}
	type list struct {
		All  []list
		Name string
		Rest int
	}
	l := Of[list]()
	data = l.Append(nil, &list{[]list{{nil, "b", 2}}, "a", 1})
	var first list
	if err := l.To("Name").Read(string(data), &first); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list{[]list{{nil, "b", 2}}, "a", 0}, first); diff != "" {
		t.Error(diff)
	}
	for n := range len(data) - 1 {
		if l.To("Name").Read(string(data[:n]), new(list)) == nil {
			t.Errorf("%d of %d bytes are taken for all fields", n, len(data))
		}
	}
}

func FuzzRead(f *testing.F) {
	c := Of[outer]()
	f.Add(string(c.Append(nil, full())))
	f.Fuzz(func(_ *testing.T, data string) {
		var v outer
		if c.Read(data, &v) == nil {
			c.Append(nil, &v)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	c := Of[outer]()
	data := string(c.Append(nil, full()))
	for b.Loop() {
		var v outer
		c.Read(data, &v)
	}
}
