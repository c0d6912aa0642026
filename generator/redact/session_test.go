package redact

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/known"
	"steno/parser"
)

// keptStrings are fields that hold a session together and are not looked at:
// the parser makes them, or nothing but links reads them.
var keptStrings = map[string]bool{
	"Origin.Anchor": true, "Message.Kind": true, "More.Former": true, "Image.Data": true, "Document.Data": true, "Title.Source": true, "Branch.ID": true,
	"ForkPoint.After": true, "ForkPoint.Instead": true, "Agent.Kind": true, "Agent.Link": true, "Agent.Asked": true, "Note.Kind": true, "Unshown.Treatment": true, "Action.Kind": true, "Unshown.Why": true, "PullRequest.Anchor": true, "Commit.Anchor": true, "Page.Anchor": true,
}

// blockTypes are all types of blocks: what the interface hides from reflection.
var blockTypes = []parser.Block{&parser.Text{}, &parser.Thinking{}, &parser.ToolCall{}, &parser.Image{}, &parser.Document{}, &parser.Attachment{}, &parser.Event{}, &parser.Command{}, &parser.Unknown{}}

// filler fills every field of a session with a token of its own.
type filler struct{ n, nested int }

func (f *filler) token() string {
	f.n++
	return "gh" + fmt.Sprintf("p_%04dk8Zq2XbVn7Rt5Yw1Pm6Ls3Dc9Fg4Hj", f.n)
}

func (f *filler) fill(v reflect.Value, field string, depth int) {
	if depth > 40 || !v.CanSet() {
		return
	}
	switch t := v.Type(); {
	case t == reflect.TypeFor[jsontext.Value]():
		v.Set(reflect.ValueOf(jsontext.Value(`{"` + f.token() + `":["` + f.token() + `"]}`)))
	case t == reflect.TypeFor[time.Time]():
	case t.Kind() == reflect.String:
		v.SetString(f.token())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f.fill(v.Field(i), t.Name()+"."+t.Field(i).Name, depth+1)
		}
	case t == reflect.TypeFor[[]parser.Block]():
		f.nested++
		for _, b := range blockTypes {
			if _, call := b.(*parser.ToolCall); call && f.nested > 1 {
				continue
			}
			fresh := reflect.New(reflect.TypeOf(b).Elem())
			f.fill(fresh.Elem(), field, depth+1)
			v.Set(reflect.Append(v, fresh))
		}
		f.nested--
	case backward[field]:
	case t.Kind() == reflect.Slice:
		fresh := reflect.New(t.Elem()).Elem()
		f.fill(fresh, field, depth+1)
		v.Set(reflect.Append(v, fresh))
	case t.Kind() == reflect.Pointer:
		fresh := reflect.New(t.Elem())
		f.fill(fresh.Elem(), field, depth+1)
		v.Set(fresh)
	case t.Kind() == reflect.Map:
		v.Set(reflect.ValueOf(map[string]int{f.token(): 1}))
	}
}

// backward are pointers to what stands elsewhere in the tree already.
var backward = map[string]bool{"Agent.Parent": true, "Agent.Call": true, "Agent.Children": true, "ToolCall.Agent": true, "Branch.Parent": true, "Turn.Versions": true,
	"WorkflowRun.Call": true, "WorkflowRun.Agents": true, "WorkflowPhase.Agents": true}

// left lists the fields that still hold a token.
func left(v reflect.Value, field string, out map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), "gh"+"p_") {
			out[field] = true
		}
	case reflect.Struct:
		for i := range v.NumField() {
			left(v.Field(i), v.Type().Name()+"."+v.Type().Field(i).Name, out)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[jsontext.Value]() {
			left(reflect.ValueOf(string(v.Bytes())), field, out)
			return
		}
		for i := range v.Len() {
			left(v.Index(i), field, out)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && !backward[field] {
			left(v.Elem(), field, out)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			left(k, field, out)
		}
	}
}

func TestSessionReachesEveryString(t *testing.T) {
	t.Parallel()
	var s parser.Session
	var f filler
	f.fill(reflect.ValueOf(&s).Elem(), "Session", 0)
	findings := redactSession(mustNew(t, Options{}), &s)
	got := map[string]bool{}
	left(reflect.ValueOf(&s).Elem(), "Session", got)
	for _, field := range slices.Sorted(maps.Keys(got)) {
		if !keptStrings[field] {
			t.Errorf("%s still holds a secret", field)
		}
	}
	if f.n < 150 || len(findings) < f.n/2 {
		t.Fatalf("planted %d, found %d", f.n, len(findings))
	}
}

func TestSessionKeepsIDsAndNamesPlaces(t *testing.T) {
	t.Parallel()
	tok := anyToken(0)
	uuid := "3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b"
	call := &parser.ToolCall{ID: "toolu_01AbCdEfGhIjKlMnOpQrStUv", Input: jsontext.Value(`{"command":"echo ` + tok + `"}`)}
	msg := &parser.Message{Origin: parser.Origin{UUID: uuid, Anchor: "m-3f2b8c1e"}, ID: "msg_01XyZ", Blocks: []parser.Block{call}}
	thread := func() *parser.Thread {
		return &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{msg}}}}}}}}
	}
	s := &parser.Session{ID: uuid, Title: parser.Title{Text: "use " + tok}, Main: thread(), Dirs: []string{"/home/alice/app"}, Metadata: []parser.Field{{Name: "DB_PASSWORD", Value: "s0mm3rtime"}}}
	findings := redactSession(mustNew(t, Options{}), s)
	if s.ID != uuid || call.ID != "toolu_01AbCdEfGhIjKlMnOpQrStUv" || msg.ID != "msg_01XyZ" {
		t.Error("an id changed")
	}
	if s.Title.Text != "use [redacted:github-token#1]" || s.Dirs[0] != "~/app" || s.Metadata[0].Value != "[redacted:password#1]" || string(call.Input) != `{"command":"echo [redacted:github-token#1]"}` {
		t.Errorf("not redacted: %q %q %q %s", s.Title.Text, s.Dirs, s.Metadata, call.Input)
	}
	report := NewReport(true)
	report.Add(s.ID, findings)
	out, err := report.JSON(func(p Place) string { return "sessions/" + p.Session + "/index.html#" + p.Anchor }, func(h Hash) string { return ID([]byte("key"), h) })
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), tok) || !strings.Contains(string(out), `"anchor": "m-3f2b8c1e"`) || !strings.Contains(string(out), `"rule": "github-token"`) ||
		!strings.Contains(string(out), `"id": "hmac-`) || !strings.Contains(string(out), `"review": "steno review"`) || strings.Contains(string(out), known.HashOf(tok).String()[:8]) {
		t.Errorf("report: %s", out)
	}
	counted := NewReport(false)
	counted.AddCounted(Count(s.ID, findings))
	report.Add("other", findings)
	counted.Add("other", findings)
	if want, got := report.Rules(), counted.Rules(); !slices.Equal(got, want) || len(counted.Places()) > 0 {
		t.Errorf("the table without places is %v, not %v", got, want)
	}
	for _, rule := range report.Rules() {
		if rule.Sessions != 2 {
			t.Errorf("%s is in %d sessions, not in 2", rule.Rule, rule.Sessions)
		}
	}
}

// TestKey: a session must be built again when the rules, what stands for its values or the names of
// users change, and not for the values of others.
func TestKey(t *testing.T) {
	t.Parallel()
	frozen := func(o Options, texts ...string) *Redactor {
		e, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		var groups [][]Value
		for _, text := range texts {
			c := e.Collect()
			c.Text(text)
			groups = append(groups, c.Values())
		}
		return e.Freeze(groups...)
	}
	value := func(n int) string { return "gh" + "p_" + string(rune('A'+n)) + "7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0E" }
	used := []Hash{known.HashOf(value(1))}
	base := frozen(Options{}, value(0), value(1)).Key(used)
	for _, c := range []struct {
		name string
		key  string
		same bool
	}{
		{"the same", frozen(Options{}, value(0), value(1)).Key(used), true},
		{"another value of others", frozen(Options{}, value(2), value(1)).Key(used), true},
		{"another value of others, later", frozen(Options{}, value(0), value(1), value(2)).Key(used), true},
		{"another number", frozen(Options{}, value(1)).Key(used), false},
		{"another rule", frozen(Options{Literals: []string{"kettle"}}, value(0), value(1)).Key(used), false},
		{"the name of a user", frozen(Options{}, value(0), value(1), "/home/ada/x").Key(used), true},
		{"other values in the session", frozen(Options{}, value(0), value(1)).Key([]Hash{known.HashOf(value(0))}), false},
	} {
		if (c.key == base) != c.same {
			t.Errorf("%s: the key is the same: %v, want %v", c.name, c.key == base, c.same)
		}
	}
}
