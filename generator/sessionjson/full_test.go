package sessionjson

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// filler gives every field of a session a value of its own, so that nothing can be forgotten
// or mixed up unnoticed.
type filler struct{ n, nested int }

func (f *filler) fill(v reflect.Value, field string) {
	if !v.CanSet() {
		return
	}
	f.n++
	t := v.Type()
	switch {
	case t == reflect.TypeFor[jsontext.Value]():
		v.Set(reflect.ValueOf(jsontext.Value(fmt.Sprintf(`{"a":[%d,1e40],"a":[null]}`, f.n))))
	case t == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, f.n, time.UTC)))
	case t == reflect.TypeFor[time.Duration]():
		v.SetInt(int64(f.n) * 1_000_000_007)
	case t.Kind() == reflect.String:
		text := fmt.Sprintf("%d %s", f.n, field[strings.LastIndexByte(field, '.')+1:])
		if f.n%16 == 0 {
			text += "<\"\\\u2028\x00\U0001F600"
		}
		v.SetString(text)
	case t.Kind() == reflect.Int:
		v.SetInt(int64(f.n))
	case t.Kind() == reflect.Bool:
		v.SetBool(true)
	case isPointer[field]: // set by hand
	case t == reflect.TypeFor[[]parser.Block]():
		f.blocks(v)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Tag.Get("json") == "-" {
				continue
			}
			f.fill(v.Field(i), t.Name()+"."+t.Field(i).Name)
		}
	case t.Kind() == reflect.Slice:
		n := 1
		if t.Elem().Kind() != reflect.Pointer || twice[field] {
			n = 2
		}
		for range n {
			fresh := reflect.New(t.Elem()).Elem()
			f.fill(fresh, field)
			v.Set(reflect.Append(v, fresh))
		}
	case t.Kind() == reflect.Pointer:
		fresh := reflect.New(t.Elem())
		f.fill(fresh.Elem(), field)
		v.Set(fresh)
	case t.Kind() == reflect.Map:
		v.Set(reflect.ValueOf(map[string]int{fmt.Sprint(f.n): f.n, "z": 1, "a": 2}))
	default:
		panic("nothing to fill a " + t.String() + " with")
	}
}

// twice are lists of which two elements are needed.
var twice = map[string]bool{"Session.Agents": true, "Thread.Branches": true, "Segment.Turns": true, "WorkflowRun.Phases": true}

// blocks puts a block of each kind in a list, and within calls a text.
func (f *filler) blocks(v reflect.Value) {
	f.nested++
	defer func() { f.nested-- }()
	for _, k := range blockKinds() {
		if f.nested > 1 && k.name != "text" {
			continue
		}
		b, err := k.read([]byte(`{}`), syntax)
		if err != nil {
			panic(err)
		}
		f.fill(reflect.ValueOf(b).Elem(), k.name)
		v.Set(reflect.Append(v, reflect.ValueOf(b)))
	}
}

// isPointer holds the pointers, by name.
var isPointer = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range pointers {
		set[name] = true
	}
	return set
}()

// full is a session that has everything.
func full() *parser.Session {
	s, f := &parser.Session{}, filler{}
	f.fill(reflect.ValueOf(s).Elem(), "Session")
	a, b, run := s.Agents[0], s.Agents[1], s.Workflows[0]
	b.Parent, a.Children = a, []*parser.Agent{b}
	run.Agents, run.Phases[1].Agents = []*parser.Agent{b, a}, []*parser.Agent{b}
	a.Call, b.Call, run.Call = callIn(s.Main, 0), callIn(a.Thread, 1), callIn(b.Thread, 0)
	a.Call.Agent, b.Call.Agent = a, b
	for _, t := range []*parser.Thread{s.Main, a.Thread, b.Thread} {
		t.Branches[1].Parent = t.Branches[0]
		for _, branch := range t.Branches { // one turn is enough
			branch.Segments[0].Turns[1].Prompt, branch.Segments[0].Turns[1].Messages = nil, nil
		}
		t.Branches[0].Segments[0].Turns[1].Versions = []*parser.Branch{t.Branches[1]}
	}
	return s
}

// callIn is a call of the first message of a branch.
func callIn(t *parser.Thread, branch int) *parser.ToolCall {
	return t.Branches[branch].Segments[0].Turns[0].Messages[0].Blocks[2].(*parser.ToolCall)
}

func TestNothingIsForgotten(t *testing.T) {
	t.Parallel()
	roundTrip(t, full())
}

// What is read points at the things of the document, and not at others of their name.
func TestPointers(t *testing.T) {
	t.Parallel()
	data, err := marshalled(&Document{Sessions: []Session{{Session: full()}}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := unmarshal(data)
	if err != nil {
		t.Fatal(err)
	}
	s := d.Sessions[0]
	a, b, run := s.Agents[0], s.Agents[1], s.Workflows[0]
	for name, same := range map[string]bool{
		"parent":   b.Parent == a,
		"children": a.Children[0] == b,
		"call":     a.Call == callIn(s.Main, 0) && b.Call == callIn(a.Thread, 1),
		"agent":    a.Call.Agent == a && b.Call.Agent == b,
		"run":      run.Call == callIn(b.Thread, 0) && run.Agents[0] == b && run.Agents[1] == a,
		"phase":    run.Phases[1].Agents[0] == b,
		"branch":   b.Thread.Branches[1].Parent == b.Thread.Branches[0],
		"version":  s.Main.Branches[0].Segments[0].Turns[1].Versions[0] == s.Main.Branches[1],
	} {
		if !same {
			t.Errorf("%s points elsewhere", name)
		}
	}
}
