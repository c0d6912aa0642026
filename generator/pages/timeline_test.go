package pages

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/generator/render"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/formats"
	"steno/theme"
	"steno/theme/chart"
	"steno/theme/picture"
)

func minute(n int) time.Time {
	return time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Minute)
}

func message(kind parser.MessageKind, from, to int, blocks ...parser.Block) *parser.Message {
	return &parser.Message{Origin: parser.Origin{Anchor: fmt.Sprintf("m-%d", from), Time: minute(from)}, Kind: kind, End: minute(to), Blocks: blocks}
}

// ran is a call that was answered after some minutes.
func ran(from, to int, failed bool) *parser.ToolCall {
	return &parser.ToolCall{Origin: parser.Origin{Time: minute(from)}, Name: "Bash", Result: &parser.ToolResult{Origin: parser.Origin{Time: minute(to)}, IsError: failed}}
}

func TestTurnSpans(t *testing.T) {
	t.Parallel()
	prompt := message(parser.KindPrompt, 0, 0)
	for _, c := range []struct {
		name string
		turn parser.Turn
		want string
	}{
		{"nothing", parser.Turn{}, ""},
		{"a prompt", parser.Turn{Prompt: prompt}, "0-0"},
		{"work", parser.Turn{Prompt: prompt, Messages: []*parser.Message{message(parser.KindReply, 4, 6, ran(6, 13, false)), message(parser.KindReply, 20, 21)}}, "0-21"},
		{"a wait", parser.Turn{Prompt: prompt, Messages: []*parser.Message{message(parser.KindReply, 1, 2), message(parser.KindReply, 60, 61)}}, "0-2 60-61"},
		{"a tool that ran long", parser.Turn{Prompt: prompt, Messages: []*parser.Message{message(parser.KindReply, 1, 2, ran(2, 60, false)), message(parser.KindReply, 61, 61)}}, "0-61"},
		{"the longest pause that is work", parser.Turn{Prompt: prompt, Messages: []*parser.Message{message(parser.KindReply, 10, 10), message(parser.KindReply, 21, 21)}}, "0-10 21-21"},
		{"what the client writes later", parser.Turn{Prompt: prompt, Messages: []*parser.Message{message(parser.KindReply, 1, 1), message(parser.KindEvent, 600, 600)}}, "0-1"},
		{"no times", parser.Turn{Prompt: &parser.Message{}, Messages: []*parser.Message{{Kind: parser.KindReply}}}, ""},
		{"an unordered file", parser.Turn{Messages: []*parser.Message{message(parser.KindReply, 30, 30), message(parser.KindReply, 5, 6)}}, "5-6 30-30"},
	} {
		var got []string
		for _, s := range turnSpans(&c.turn) {
			got = append(got, fmt.Sprintf("%v-%v", s.From.Sub(minute(0)).Minutes(), s.To.Sub(minute(0)).Minutes()))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCommandOf(t *testing.T) {
	t.Parallel()
	turn := parser.Turn{Messages: []*parser.Message{message(parser.KindEvent, 0, 0), message(parser.KindEvent, 1, 1, &parser.Command{Name: "/lint"}), message(parser.KindReply, 2, 2)}}
	if got := commandOf(&turn); got != "/lint" {
		t.Errorf("a turn that /lint opens is called %q", got)
	}
}

func TestErrorTimes(t *testing.T) {
	t.Parallel()
	lost := ran(3, 4, true)
	lost.Result.Time = time.Time{}
	notice := message(parser.KindReply, 9, 9)
	notice.APIError = "overloaded"
	turn := parser.Turn{Messages: []*parser.Message{message(parser.KindReply, 1, 1, ran(1, 2, true), ran(1, 2, false)), message(parser.KindReply, 3, 3, lost), notice}}
	if diff := cmp.Diff([]time.Time{minute(2), minute(3), minute(9)}, errorTimes(&turn)); diff != "" {
		t.Error(diff)
	}
}

func TestSumLanes(t *testing.T) {
	t.Parallel()
	var lanes []picture.Lane
	for i := range 40 {
		lanes = append(lanes, picture.Lane{Name: fmt.Sprint(i), Turns: []picture.TurnSpan{{Spans: []chart.Span{{From: minute(i)}}}}, Errors: []time.Time{minute(i)}})
	}
	if got := sumLanes(lanes[:13]); len(got) != 13 {
		t.Errorf("13 agents have %d lanes; one more than a dozen needs no sum", len(got))
	}
	got := sumLanes(lanes)
	last := got[len(got)-1]
	if len(got) != 13 || last.Name != "28 more agents" || len(last.Turns) != 28 || len(last.Errors) != 28 || got[11].Name != "11" {
		t.Errorf("40 agents have %d lanes, the last %q with %d turns", len(got), last.Name, len(last.Turns))
	}
	if len(lanes[12].Turns) != 1 {
		t.Error("the sum was written into the list it was made of")
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	sizes := []picture.ContextSize{{Time: minute(1), Tokens: 100}, {Time: minute(5), Tokens: 900}, {Time: minute(9), Tokens: 200}}
	marks := []picture.CompactionMark{{Time: minute(0)}, {Time: minute(6)}, {Time: minute(7), Before: 950, After: 50}, {Time: minute(10)}}
	all := settle(marks, sizes)
	var got []int
	for _, m := range marks {
		got = append(got, m.Before, m.After)
	}
	if diff := cmp.Diff([]int{0, 100, 900, 200, 950, 50, 200, 0}, got); diff != "" {
		t.Error(diff)
	}
	got = nil
	for _, s := range all {
		got = append(got, s.Tokens)
	}
	if diff := cmp.Diff([]int{100, 100, 900, 200, 50, 200}, got); diff != "" {
		t.Error(diff)
	}
	if len(sizes) != 3 {
		t.Error("settle changed its argument")
	}
}

// plainSite is a session without figures, in Steno's own look.
func plainSite(t *testing.T) *sessionSite {
	t.Helper()
	look, err := theme.Load(nil, theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &sessionSite{Maker: &Maker{Renderer: &render.Renderer{Theme: look}}, s: &parser.Session{Dirs: []string{"/work"}}}
}

func TestFailuresAreCounted(t *testing.T) {
	t.Parallel()
	agent := &parser.Agent{Description: "Look"}
	s := plainSite(t)
	bs := &branchSite{dir: "sessions/a", packer: &packer{}}
	bs.anchors.Set("m", 1)
	s.threads = []*threadSite{{agent: agent, branches: []*branchSite{bs}}}
	var problems []facts.Group
	for i := range 30 {
		call := &parser.ToolCall{Name: fmt.Sprint(i), Origin: parser.Origin{Anchor: "m"}, Result: &parser.ToolResult{IsError: true}}
		problems = append(problems, facts.Group{Problem: facts.Problem{Kind: parser.Failed, Message: &parser.Message{}, Call: call, Agent: agent}, Count: 1})
	}
	f := s.failures(problems, facts.Errors{Failed: 30})
	list := f.from("sessions/a/agents/b", true)
	if list.Total != 30 || len(list.Rows) != failureRows || list.Rows[0].Href != "../../index.html#m" || list.Rows[0].Agent != "Look" {
		t.Errorf("got %d of %d, the first %+v", len(list.Rows), list.Total, list.Rows[0])
	}
	if own := f.from("sessions/a", false); own.Rows[0].Agent != "" || own.Rows[0].Href != "index.html#m" {
		t.Errorf("on the agent's own page the first is %+v", own.Rows[0])
	}
}

// TestFailuresOfAnotherClient: a list names the calls of other clients in the words of their rows, besides those of tools that no page knows.
func TestFailuresOfAnotherClient(t *testing.T) {
	t.Parallel()
	bs := &branchSite{dir: "sessions/a", packer: &packer{}}
	bs.anchors.Set("m", 1)
	s := plainSite(t)
	s.threads = []*threadSite{{branches: []*branchSite{bs}}}
	run := func(name string) *parser.ToolCall {
		return &parser.ToolCall{Name: name, Origin: parser.Origin{Anchor: "m"}, Action: parser.Action{Kind: parser.ActionRun, Command: "make"}, Result: &parser.ToolResult{IsError: true}}
	}
	other := run("count_boats")
	other.Action = parser.Action{}
	for want, c := range map[string]*parser.ToolCall{"Run": run("exec_command"), "Bash": run("Bash"), "count_boats": other, "A call": {}} {
		row := s.failureRow(&facts.Group{Problem: facts.Problem{Kind: parser.Failed, Message: &parser.Message{}, Call: c}, Resolved: c})
		if row.Tool != want {
			t.Errorf("%q is named %q, want %q", c.Name, row.Tool, want)
		}
		if row.Resolved != nil && row.Resolved.Text != want {
			t.Errorf("what resolved %q is named %q, want %q", c.Name, row.Resolved.Text, want)
		}
	}
}

func TestResume(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"01996177-3ad0-4d9a-aa9a-42eac72433df": "claude --resume 01996177-3ad0-4d9a-aa9a-42eac72433df",
		"":                                     "", "-rf": "", "a; rm -rf ~": "", "$(x)": "", "a\nb": "", "é": "",
	} {
		if got := resume(formats.All()[0], id); got != want {
			t.Errorf("session %q is resumed with %q, want %q", id, got, want)
		}
	}
}
