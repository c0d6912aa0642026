package twin

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark"

	"steno/parser"
	"steno/parser/facts"
)

const hostile = "<script>alert(1)</script> `x` ``` @ada #12 [l](javascript:alert(1)) \x1b[31m\x00"

// made is a session whose every text is hostile.
func made(prompts int) *parser.Session {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	segment := &parser.Segment{}
	for range prompts {
		prompt := &parser.Message{Kind: parser.KindPrompt, Origin: parser.Origin{Time: at}, Blocks: []parser.Block{&parser.Text{Text: "Mend the lamp\n" + hostile}}}
		call := &parser.ToolCall{Name: "Bash" + hostile, Input: []byte(`{"command":"ls <b> ` + "```" + `"}`),
			Action: parser.Action{Kind: parser.ActionRun, Command: "ls <b> ```"}, Result: &parser.ToolResult{IsError: true, Content: []parser.Block{&parser.Text{Text: "```\n" + hostile}}}}
		reply := &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{call, &parser.Text{Text: "It is *mended*."}}}
		segment.Turns = append(segment.Turns, &parser.Turn{Prompt: prompt, Messages: []*parser.Message{reply}})
	}
	return &parser.Session{
		ID: "a" + hostile, Title: parser.Title{Text: hostile}, Branches: []string{hostile},
		Main: &parser.Thread{Branches: []*parser.Branch{{ID: "live", Segments: []*parser.Segment{segment}}}},
	}
}

func TestSession(t *testing.T) {
	t.Parallel()
	got := written(t, made(1), Options{Project: hostile, Outputs: 100})
	for _, want := range []string{"## Prompt 1 2026-01-02 03:04 UTC", "> Mend the lamp", "It is *mended*.", ", failed"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// TestReports: what an agent reports is in its twin, and in that of the session where the agent has none. So are messages of others.
func TestReports(t *testing.T) {
	t.Parallel()
	report := &parser.ToolCall{Name: "SubagentHandback", Input: []byte(`{"message":"# Planks\n\nAll sound. ` + "```" + `"}`), Action: parser.Action{Kind: parser.ActionReport}}
	handed := &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Event{Type: "handback", Title: "handed back", Text: "All sound, said <b>ada</b>."}}}
	told := &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Event{Type: "coordinator", Title: "message from the coordinator", Text: "Look at\nthe keel."}}}
	for _, c := range []struct {
		name    string
		blocks  []parser.Block
		agent   *parser.Agent
		want    string
		without string
	}{
		{"the call that reports", []parser.Block{report}, nil, "- **SubagentHandback**\n\n  > # Planks\n  > \n  > All sound. ", ""},
		{"a plan", []parser.Block{&parser.ToolCall{Name: "ExitPlanMode", Input: []byte(`{"plan":"1. Fell"}`), Action: parser.Action{Kind: parser.ActionPlan}}}, nil, "- **ExitPlanMode**\n\n  > 1. Fell\n", ""},
		{"a file on a drive", []parser.Block{&parser.ToolCall{Name: "Edit", Action: parser.Action{Kind: parser.ActionEdit, File: `D:\w\lib\a.go`}}}, nil, "- **Edit** `lib/a.go`", ""},
		{"questions", []parser.Block{&parser.ToolCall{Name: "AskUserQuestion", Input: []byte(`{"questions":[{"question":"Which wood?"},{"question":"Which paint?"}]}`),
			Action: parser.Action{Kind: parser.ActionAsk}}}, nil, "- **AskUserQuestion**\n\n  > Which wood?\n  > \n  > Which paint?\n", ""},
		{"with the call, without a transcript", []parser.Block{&parser.ToolCall{Name: "Agent", Extra: []*parser.Message{handed}}}, nil, "- **Agent**\n\n  > All sound, said ", "<b>"},
		{"with the call of an agent that has a page", []parser.Block{&parser.ToolCall{Name: "Agent", Extra: []*parser.Message{handed}}}, new(parser.Agent), "- **Agent**", "sound"},
		{"where it arrived", handed.Blocks, nil, "- handed back\n\n  > All sound, said ", "<b>"},
		{"a message", told.Blocks, nil, "- message from the coordinator\n\n  > Look at\n  > the keel.\n", ""},
		{"an event of the client", []parser.Block{&parser.Event{Type: "system", Title: "compacted", Text: "not said"}}, nil, "- compacted\n", "not said"},
	} {
		s := made(1)
		if call, ok := c.blocks[0].(*parser.ToolCall); ok {
			call.Agent, call.Result = c.agent, &parser.ToolResult{}
		}
		s.Main.Branches[0].Segments[0].Turns[0].Messages = []*parser.Message{{Kind: parser.KindReply, Blocks: c.blocks}}
		if got := written(t, s, Options{Dir: `d:\w`}); !strings.Contains(got, c.want) || c.without != "" && strings.Contains(got, c.without) {
			t.Errorf("%s: want %q without %q in\n%s", c.name, c.want, c.without, got)
		}
	}
}

// TestAgentsTask: the first prompt of an agent is called its task, in the agent's twin and in that of the session.
func TestAgentsTask(t *testing.T) {
	t.Parallel()
	s := made(1)
	s.Agents = []*parser.Agent{{ID: "a", Thread: made(2).Main}}
	alone, err := Agent(s.Agents[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(alone), written(t, s, Options{})} {
		_, text, _ = strings.Cut(text, "# Agent: ")
		if !strings.Contains(text, "## Task 2026-01-02 03:04 UTC") || !strings.Contains(text, "## Message 2 2026-01-02") || strings.Contains(text, "## Prompt") {
			t.Errorf("the agent's turns:\n%s", text)
		}
	}
}

// Whatever stands in a session, a comment has no markup of it, calls nobody and is not
// too long.
func TestCommentIsSafe(t *testing.T) {
	t.Parallel()
	f := Figures{Title: hostile, Prompts: 1, Failures: []Failure{{Text: hostile}}, Files: []File{{hostile, 1, 2, hostile}}}
	for _, n := range []int{0, 1, 5000} {
		text := string(Comment(made(n), f))
		if c := utf8.RuneCountInString(text); c > maxComment {
			t.Errorf("%d prompts: %d characters", n, c)
		}
		var html strings.Builder
		if err := goldmark.Convert([]byte(text), &html); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<script", "href=\"javascript", "@ada "} {
			if strings.Contains(html.String(), bad) && !strings.Contains(html.String(), "<code>") {
				t.Errorf("%d prompts: the comment has %q", n, bad)
			}
		}
		outside := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '`' })[:1], "")
		if strings.Contains(outside, "@ada") {
			t.Errorf("the comment calls somebody")
		}
	}
}

// What a parser of Markdown would take long for is safe as well, and soon.
func TestSafeIsLinear(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"[a](", "![](", "<a ", "`", "[", "> ", "- ", "```\n", "~~~\na\n", "*a ", "\\", "a~b "} {
		begin := time.Now()
		got := Safe(strings.Repeat(unit, 1<<20/len(unit)))
		if took := time.Since(begin); took > time.Minute { // far above what it takes, as machines are busy
			t.Errorf("%q, repeated, takes %v", unit, took)
		}
		if strings.Contains(got, "![") || strings.Contains(got, "<a") {
			t.Errorf("%q, repeated, is not safe", unit)
		}
	}
}

// A large session is written as its parts are.
func TestLarge(t *testing.T) {
	t.Parallel()
	s := made(1)
	turns := s.Main.Live().Segments[0].Turns
	for range 3 << 20 / 200 {
		turns = append(turns, &parser.Turn{Messages: []*parser.Message{{Blocks: []parser.Block{&parser.Text{Text: strings.Repeat("said ", 50)}}}}})
	}
	s.Main.Live().Segments[0].Turns = turns
	text := written(t, s, Options{})
	first, rest, _ := strings.Cut(text, strings.Repeat("said ", 49))
	if small := written(t, made(1), Options{}); !strings.HasPrefix(small, strings.TrimRight(first, "\n")) {
		t.Errorf("the beginning is %q", first)
	}
	if want := "said" + strings.Repeat("\n\n"+strings.TrimSpace(strings.Repeat("said ", 50)), 3<<20/200-1) + "\n"; rest != want {
		t.Errorf("%d bytes follow, want %d", len(rest), len(want))
	}
}

func written(t *testing.T, s *parser.Session, o Options) string {
	t.Helper()
	text, err := Session(s, o)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// The cost is the word of the agent that wrote the session, whichever that was.
func TestReportedCost(t *testing.T) {
	t.Parallel()
	s := made(1)
	s.Reported = &parser.Cost{Micros: 3_700_000}
	if text := written(t, s, Options{Client: "Pi"}); !strings.Contains(text, "- cost: $3.70 reported by Pi\n") {
		t.Errorf("no cost of Pi in %q", text[:min(len(text), 400)])
	}
}

// Tokens that no record counts are not said to be none.
func TestTokens(t *testing.T) {
	t.Parallel()
	s := made(1)
	if text := written(t, s, Options{}); strings.Contains(text, "- tokens:") {
		t.Errorf("tokens that are not recorded in %q", text[:min(len(text), 400)])
	}
	s.Usage = parser.Usage{Output: 7}
	if text := written(t, s, Options{}); !strings.Contains(text, "- tokens: 0 input, 7 output,") {
		t.Errorf("no tokens in %q", text[:min(len(text), 400)])
	}
}

// A comment uses the words and the units of pages.
func TestCommentWords(t *testing.T) {
	t.Parallel()
	s := made(2)
	replies := s.Main.Live().Segments[0].Turns
	replies[1].Messages[0].Blocks = []parser.Block{&parser.Text{Text: "As I said."}}
	failures := []Failure{{Text: "make lamp", Times: 3, Resolved: true}, {Text: "make oil"}}
	text := string(Comment(s, Figures{Title: "Lamp", Last: replies[0].Messages[0], Failures: failures, Errors: facts.Errors{Failed: 4}, Active: "4 min 5 s", Tokens: "106k tokens, 212 output", Outcome: "pushed"}))
	for _, want := range []string{"**Request**\n\n> Mend the lamp", "**Last reply**\n\n> It is ", "**Outcome**: pushed", "<summary>4 errors</summary>", "`make lamp` ×3, resolved\n- `make oil`\n", "4 min 5 s active · 106k tokens"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{code("a`b"), "``a`b``"},
		{code("`a"), "`` `a ``"},
		{code(""), ""},
		{Escape("a_b*c <i> @x"), `a\_b\*c &lt;i> ` + "@\u200bx"},
		{Fence("```\nx"), "````text\n```\nx\n````"},
		{oneLine("a\nb\tc", 100), "a b c"},
		{head("äöü", 3), "ä…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// The start of a text is that of the text made valid, however broken it is.
func TestHead(t *testing.T) {
	t.Parallel()
	whole := func(text string, limit int) string {
		text = strings.ToValidUTF8(text, "\ufffd")
		if len(text) <= limit {
			return text
		}
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		return text[:limit] + "…"
	}
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "é", "日", "\xff", "\xe6\x97", "😀", "\xf0\x9f", " ", strings.Repeat("\xff", 200), strings.Repeat("x", 70), strings.Repeat("日", 30)}
	for range 3000 {
		var text strings.Builder
		for range r.IntN(12) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		limit := r.IntN(160)
		if got, want := head(text.String(), limit), whole(text.String(), limit); got != want {
			t.Fatalf("head(%q, %d) = %q, want %q", text.String(), limit, got, want)
		}
	}
}

// TestTildes compares text with what GitHub is to show as it is. A tilde that ends nothing is kept.
func TestTildes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"~/a and ~/b":                 "~/a and ~/b",
		"(~/a) and (~/b) and (~/c)":   "(~/a) and (&#126;/b) and (&#126;/c)",
		"5~10 and 20~30":              "5~10 and 20&#126;30",
		"about ~5, or ~6":             "about ~5, or ~6",
		"5~10\n\n20~30":               "5~10\n\n20~30",
		"5~10\n20~30":                 "5~10\n20&#126;30",
		"~~gone~~ and 5~10":           "~~gone~~ and 5~10",
		"5~10 and `20~30` and 1\\~2":  "5~10 and `20~30` and 1\\~2",
		"~~~\n1~2\n~~~\n\n3~4":        "~~~\n1~2\n~~~\n\n3~4",
		"[x](~/a) [y](~/b), [z](~/c)": "[x](~/a) [y](~/b), [z](~/c)",
	} {
		if got := Safe(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
