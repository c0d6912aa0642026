package redact

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/personal"
	"steno/parser"
	"steno/parser/spill"
	"steno/tier"
)

// markedText draws a text of pieces: values, what hides values, what names users, and neither.
func markedText(r *rand.Rand) string {
	value := fmt.Sprintf("Zk8Zq2XbVn%dt5Yw", r.IntN(4))
	pieces := []string{
		"plain words", "and more of them\n", "password=" + value, value, "\x1b[31m" + value[:5] + "\x1b[0m" + value[5:], "\"api_key\": \"" + value + "\"",
		base64.StdEncoding.EncodeToString([]byte("export DB_PASSWORD=" + value + " && run it")), base64.StdEncoding.EncodeToString([]byte("it was " + value + " again and again")), value[:6] + "\u200b" + value[6:],
		"/home/marianne/work", "home/marianne/work", "-home-marianne-work", "USER=marianne", "drwxr-xr-x 2 marianne marianne 64 Jan  2 10:00 x\n", "mail marianne@example.com", "mail joe@example.com", "/srv/people/joe/.claude/projects", "/srv/people/joe/x", "=?" + value, anyToken(r.IntN(3)),
	}
	var b strings.Builder
	for range 1 + r.IntN(3) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		b.WriteByte(' ')
	}
	return b.String()
}

// markedSession draws a session, in which one message stands twice.
func markedSession(r *rand.Rand) *parser.Session {
	text := func() string { return markedText(r) }
	quoted := func() string {
		q, _ := jsontext.AppendQuote(nil, text())
		return string(q)
	}
	s := &parser.Session{ID: "11111111-0000-4000-8000-000000000001", Title: parser.Title{Text: text()}, Dirs: []string{text()}, Metadata: []parser.Field{{Name: "token", Value: text()}}}
	s.Ledger.Types = map[string]int{text(): 1, "user": 2}
	turn := &parser.Turn{}
	for range 4 {
		call := &parser.ToolCall{ID: text(), Name: "Bash", Input: jsontext.Value(`{"command":` + quoted() + `,"password":12345678,"b":` + quoted() + `}`)}
		call.Action.Command, call.Action.Dir = text(), text()
		call.Result = &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text()}}, Structured: jsontext.Value(`[` + quoted() + `]`)}
		turn.Messages = append(turn.Messages, &parser.Message{ID: text(), Blocks: []parser.Block{&parser.Text{Text: text()}, call}})
	}
	turn.Messages = append(turn.Messages, turn.Messages[r.IntN(4)])
	s.Main = &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}
	return s
}

// marksOf has a "-" for each text without values, and a "v" for each other one.
func marksOf(m *Marks) string {
	var all strings.Builder
	for rest := m.texts; len(rest) > 0; {
		mark, n := binary.Uvarint(rest)
		all.WriteByte("v-"[mark&1])
		rest = rest[n:]
	}
	return all.String()
}

// TestMarkedSessionsAreTheSame compares sessions whose texts without values are only looked up in the
// dictionary with those that are scanned.
func TestMarkedSessionsAreTheSame(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	var spilled spill.File
	defer spilled.Close()
	clean := 0
	for seed := range uint64(tier.Count(60, 600)) {
		values := [][]Value{}
		var marks []*Marks
		draw := func() (list []*parser.Session) {
			r := rand.New(rand.NewPCG(seed, 1))
			return []*parser.Session{markedSession(r), markedSession(r)}
		}
		marked, plain := draw(), draw()
		for _, s := range marked {
			c := e.Collect()
			c.Session(s)
			values, marks = append(values, c.Values()), append(marks, c.Marks())
		}
		redactor := e.Freeze(values...)
		for i := range marked {
			clean += strings.Count(marksOf(marks[i]), "-")
			if i == 0 {
				marks[i].Spill(&spilled)
			}
			got, want := redactor.Session(marked[i], marks[i], nil), redactor.Session(plain[i], nil, nil)
			if !reflect.DeepEqual(marked[i], plain[i]) || !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: a marked session differs from one that was scanned", seed)
			}
		}
	}
	if clean < 200 {
		t.Errorf("only %d texts were marked: the test cannot tell", clean)
	}
}

// TestSpilledMarks: marks are read from the file as they were.
func TestSpilledMarks(t *testing.T) {
	t.Parallel()
	c := mustNew(t, Options{}).Collect()
	c.Session(markedSession(rand.New(rand.NewPCG(1, 1))))
	var f spill.File
	defer f.Close()
	m := c.Marks()
	want := m.reader()
	m.Spill(&f)
	if got := m.reader(); m.texts != nil || len(want.rest) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d bytes of marks are read, not %d", len(got.rest), len(want.rest))
	}
}

// TestMarksOfOtherTexts: texts that are not those that were marked are scanned.
func TestMarksOfOtherTexts(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	session := func(title, second string) *parser.Session {
		return &parser.Session{Title: parser.Title{Text: title}, Slug: second}
	}
	c := e.Collect()
	c.Session(session("nothing here", "nor here"))
	if marksOf(c.marks)[0] != '-' {
		t.Fatal("a text without values is not marked")
	}
	for _, s := range []*parser.Session{session("one more "+anyToken(1), "x"), session("", "and "+anyToken(1)), session("nothing more", "and "+anyToken(1))} {
		e.Freeze().Session(s, c.Marks(), nil)
		if strings.Contains(s.Title.Text+s.Slug, anyToken(1)) {
			t.Errorf("%q, %q still hold a token", s.Title.Text, s.Slug)
		}
	}
}

// TestTextsThatAskForManyNames: a text with more names than are noted of it is scanned, as one of the others may be a user's.
func TestTextsThatAskForManyNames(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	var text strings.Builder
	for i := range 3 * personal.MostAsked {
		fmt.Fprintf(&text, "chown walker%d notes\n", i)
	}
	last := fmt.Sprintf("walker%d", 3*personal.MostAsked-1)
	s := &parser.Session{Title: parser.Title{Text: text.String()}}
	c, other := e.Collect(), e.Collect()
	c.Session(s)
	other.Text("/home/" + last + "/notes")
	e.Freeze(c.Values(), other.Values()).Session(s, c.Marks(), nil)
	if strings.Contains(s.Title.Text, last) || !strings.Contains(s.Title.Text, "walker0 ") {
		t.Errorf("the name of a user is still there, or another is not:\n%s", s.Title.Text)
	}
}

// TestFindingsOfOneMessageAreCountedTogether: what a message says a hundred times is one finding, and counts a hundred times.
func TestFindingsOfOneMessageAreCountedTogether(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("/home/marianne/work/a "+anyToken(1)+"\n", 100)
	var messages []*parser.Message
	for _, anchor := range []string{"m-1", "m-2"} {
		messages = append(messages, &parser.Message{Origin: parser.Origin{Anchor: anchor}, Blocks: []parser.Block{&parser.Text{Text: text}}})
	}
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: messages}}}}}}}}
	found := redactSession(mustNew(t, Options{}), s)
	if len(found) > 8 {
		t.Errorf("%d findings are kept", len(found))
	}
	places := map[string]int{}
	for _, p := range Count("s", found).Places {
		places[p.Rule+" "+p.Anchor] += p.Count
	}
	for place, n := range places {
		if n%100 != 0 {
			t.Errorf("%s is counted %d times", place, n)
		}
	}
	if len(places) < 3 {
		t.Errorf("found %v", places)
	}
}
