package theme

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"steno/parser"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestReplyAfterItsThinking links the time of a reply to the row of its thinking, which may be on the page before.
func TestReplyAfterItsThinking(t *testing.T) {
	t.Parallel()
	a := &author{}
	words := a.reply(a.text("Done."))
	thinking := &parser.Thinking{Text: "Which one?"}
	thinking.Anchor = words.Anchor
	words.Blocks[0].From().Anchor = words.Anchor
	words.Blocks = append([]parser.Block{thinking}, words.Blocks...)
	list := render(t, loaded(t), branchOf(a.prompt(a.text("go")), words), Refs{})
	last := list[slices.IndexFunc(list, func(f Fragment) bool { return f.Kind == FragmentReply })]
	if !bytes.Contains(last.HTML, []byte(`href="#`+words.Anchor+`"`)) || bytes.Contains(last.HTML, []byte(` id="`+words.Anchor)) {
		t.Fatalf("the reply has its own anchor:\n%s", last.HTML)
	}
	if !last.Later {
		t.Error("a page would not look for the anchor on the page before")
	}
}

// plainCards is a theme whose cards tell their row alone: what is behind it has
// tests of its own.
func plainCards(t *testing.T) *Theme {
	t.Helper()
	th, err := Load(fstest.MapFS{"templates/card.html": {Data: []byte(
		`{{define "card"}}[{{.Verb}} | {{.Object}} | {{.State}}]{{end}}{{define "card-row"}}{{.Verb}} | {{.Object}}{{end}}{{define "card-section"}}…{{end}}`,
	)}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func render(t *testing.T, th *Theme, b *parser.Branch, refs Refs) []Fragment {
	t.Helper()
	var list []Fragment
	for f := range th.Fragments(b, refs) {
		if f.Err != nil {
			t.Fatal(f.Err)
		}
		list = append(list, f)
	}
	return list
}

func TestFragmentsGolden(t *testing.T) {
	t.Parallel()
	th := plainCards(t)
	for i, b := range cannedThread().Branches {
		var got bytes.Buffer
		for _, f := range render(t, th, b, cannedRefs()) {
			fmt.Fprintf(&got, "<!-- %s", strings.Join(f.Anchors, " "))
			if o := f.Outline; o != nil {
				fmt.Fprintf(&got, "\n     %s %q %s, %d calls, %d errors, %d versions", o.Kind, o.Text, o.Href, o.Calls, o.Errors, o.Versions)
			}
			fmt.Fprintf(&got, " -->\n%s\n\n", bytes.ReplaceAll(f.HTML, []byte("><"), []byte(">\n<")))
		}
		name := fmt.Sprintf("testdata/branch-%d.html", i)
		if *update {
			if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A thought of which nothing was recorded is a mark on what follows it, with its anchors, and a number below the turn.
func TestThoughtsWithoutText(t *testing.T) {
	t.Parallel()
	thought := func(id string) *parser.Thinking {
		return &parser.Thinking{Origin: parser.Origin{Anchor: "m-" + id}, Signed: true}
	}
	reply := func(id string, blocks ...parser.Block) *parser.Message {
		return &parser.Message{Kind: parser.KindReply, Origin: parser.Origin{Anchor: "m-" + id}, Blocks: blocks}
	}
	call := &parser.ToolCall{Origin: parser.Origin{Anchor: "m-13"}, Name: "Read"}
	text := &parser.Text{Origin: parser.Origin{Anchor: "m-33"}, Text: "Done."}
	b := branchOf(&parser.Message{Kind: parser.KindPrompt, Origin: parser.Origin{Anchor: "m-01"}},
		reply("11", thought("12"), call), reply("21", thought("22")), reply("31", thought("32"), text), reply("41", thought("42")))
	var all []byte
	at := map[string]FragmentKind{}
	for _, f := range render(t, plainCards(t), b, Refs{}) {
		all = append(all, f.HTML...)
		for _, a := range f.Anchors {
			at[a] = f.Kind
		}
	}
	for a, want := range map[string]FragmentKind{
		"m-11": FragmentRun, "m-12": FragmentRun, "m-21": FragmentReply, "m-22": FragmentReply, "m-31": FragmentReply, "m-32": FragmentReply, "m-41": "former", "m-42": "former",
	} {
		if at[a] != want || bytes.Count(all, []byte(` id="`+a+`"`)) != 1 {
			t.Errorf("%s is on a fragment of kind %q, want %q", a, at[a], want)
		}
	}
	for want, n := range map[string]int{`title="1 thought not recorded"`: 1, `title="2 thoughts not recorded"`: 1, "<span>4 thoughts not recorded</span>": 1, `class="row`: 0} {
		if bytes.Count(all, []byte(want)) != n {
			t.Errorf("the turn does not have %s %d times:\n%s", want, n, all)
		}
	}
}

// Every anchor of every record must be an id in the HTML of the fragment that
// claims it, and on none other: links to messages rest on that.
func TestEveryRecordHasItsAnchor(t *testing.T) {
	t.Parallel()
	b := cannedThread().Branches[0]
	found := map[string]int{}
	for _, f := range render(t, loaded(t), b, cannedRefs()) {
		for _, a := range f.Anchors {
			found[a]++
			if n := bytes.Count(f.HTML, []byte(` id="`+a+`"`)); n != 1 {
				t.Errorf("a fragment claims %s and defines it %d times", a, n)
			}
		}
		if n := bytes.Count(f.HTML, []byte(` id="m-`)); n != len(f.Anchors) {
			t.Errorf("a fragment claims %d anchors and defines %d", len(f.Anchors), n)
		}
	}
	var want []string
	for m := range b.Messages() {
		want = append(want, m.Anchor)
		for _, block := range m.Blocks {
			want = append(want, block.From().Anchor)
			if c, ok := block.(*parser.ToolCall); ok && c.Result != nil {
				want = append(want, c.Result.Anchor)
			}
		}
	}
	for _, a := range want {
		if found[a] != 1 {
			t.Errorf("%s stands on %d fragments, want 1", a, found[a])
		}
	}
}

func branchOf(prompt *parser.Message, messages ...*parser.Message) *parser.Branch {
	return &parser.Branch{ID: "live", Segments: []*parser.Segment{{Turns: []*parser.Turn{{Prompt: prompt, Messages: messages}}}}}
}

// A mode that goes on has less weight than one that begins.
func TestModeOfPrompts(t *testing.T) {
	t.Parallel()
	a := &author{}
	b := &parser.Branch{ID: "live", Segments: []*parser.Segment{{}}}
	for _, mode := range []string{"auto", "auto", "plan", "auto"} {
		p := a.prompt(a.text("go"))
		p.SetRest(parser.More{PermissionMode: mode})
		b.Segments[0].Turns = append(b.Segments[0].Turns, &parser.Turn{Prompt: p})
	}
	var all []byte
	for _, f := range render(t, loaded(t), b, Refs{}) {
		all = append(all, f.HTML...)
	}
	if got := regexp.MustCompile(`class="tag( again)?">(auto|plan)`).FindAllStringSubmatch(string(all), -1); len(got) != 4 || got[0][1]+got[2][1]+got[3][1] != "" || got[1][1] == "" {
		t.Errorf("%q in\n%s", got, all)
	}
}

func TestRunsFoldAndTellTheirSum(t *testing.T) {
	t.Parallel()
	a := &author{}
	prompt := a.prompt(a.text("go"))
	two := branchOf(prompt, a.reply(a.call("Read", `{"file_path":"a"}`, "x")), a.reply(a.call("Read", `{"file_path":"b"}`, "x")))
	if html := render(t, loaded(t), two, Refs{})[1].HTML; bytes.Contains(html, []byte("run-fold")) {
		t.Errorf("two calls are folded:\n%s", html)
	}
	four := branchOf(prompt, a.reply(a.call("Read", `{"file_path":"a"}`, "x")), a.reply(a.failing("Bash", `{"command":"make"}`, "no")),
		a.reply(a.call("Read", `{"file_path":"b"}`, "x")), a.reply(a.call("mcp__pier__count", `{}`, "3")))
	html := string(render(t, loaded(t), four, Refs{})[1].HTML)
	for _, want := range []string{"run-fold", "4 tool calls", "2 Read, 1 Bash, 1 count", "1 failed"} {
		if !strings.Contains(html, want) {
			t.Errorf("the run does not tell %q:\n%s", want, html)
		}
	}
	if errors := render(t, loaded(t), four, Refs{})[1].Failed; bytes.Count(errors, []byte(`" open><summary>`)) != 1 || strings.Contains(html, `" open><summary>`) {
		t.Errorf("who reads of errors alone has to open it:\n%s", errors)
	}
	fold := strings.LastIndex(html, "</details>")
	if failed := strings.Index(html, `class="failures"`); failed < fold {
		t.Error("the failed call is not named outside of the fold")
	}
}

// TestRunOfAnotherClient: what a folded run counts are words of pages, not what the client calls its tools, besides those that no page knows.
func TestRunOfAnotherClient(t *testing.T) {
	t.Parallel()
	a := &author{}
	var messages []*parser.Message
	for name, action := range map[string]parser.Action{
		"exec_command": {Kind: parser.ActionRun, Command: "ls"}, "shell": {Kind: parser.ActionRun, Command: "ls -l"},
		"view": {Kind: parser.ActionRead, File: "a"}, "count_boats": {},
	} {
		c := a.call(name, `{}`, "x")
		c.Action = action
		messages = append(messages, a.reply(c))
	}
	html := string(render(t, loaded(t), branchOf(a.prompt(a.text("go")), messages...), Refs{})[1].HTML)
	if want := "2 commands, 1 count_boats, 1 read"; !strings.Contains(html, want) {
		t.Errorf("the run does not say %q:\n%s", want, html)
	}
}

// TestRunsCountWhatCallsDid: tools of several agents have several names; what they did has one.
func TestRunsCountWhatCallsDid(t *testing.T) {
	t.Parallel()
	a := &author{}
	did := func(name string, kind parser.ActionKind) *parser.Message {
		c := a.call(name, `{}`, "x")
		c.Action.Kind = kind
		return a.reply(c)
	}
	think := func() *parser.Message { return a.reply(&parser.Thinking{Origin: a.origin(), Text: "Hm."}) }
	many := func(m func() *parser.Message) (list []*parser.Message) {
		for range foldSteps {
			list = append(list, m())
		}
		return list
	}
	for want, messages := range map[string][]*parser.Message{
		`<i class="i-tool"></i><span class="run-sum">6 tool calls</span> <span class="run-tools">2 commands, 2 searches, 1 rotate, 1 write</span>`: {
			did("Bash", parser.ActionRun), did("shell_command", parser.ActionRun), did("Grep", parser.ActionSearch), did("glob", parser.ActionSearch),
			did("rotate", parser.ActionOther), did("Write", parser.ActionEdit),
		},
		`<i class="i-thinking"></i><span class="run-sum">5 thoughts</span> <span class="run-end">`: many(think),
		`<span class="run-sum">5 thoughts</span> <span class="run-tools">On rope, On tar</span>`: append(many(func() *parser.Message {
			return a.reply(&parser.Thinking{Origin: a.origin(), Text: "**On rope**\n\nIt is wet."})
		})[1:], a.reply(&parser.Thinking{Origin: a.origin(), Text: "**On tar**\n\nIt is hot."})),
		`<i class="i-event"></i><span class="run-sum">5 notes</span> <span class="run-tools">5 Skills listed</span>`: many(func() *parser.Message {
			return a.event(&parser.Attachment{Origin: a.origin(), Type: "skill_listing", Title: "skill listing", Quiet: true, Text: "caulk"})
		}),
	} {
		if html := string(render(t, loaded(t), branchOf(a.prompt(a.text("go")), messages...), Refs{})[1].HTML); !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

// TestRunOfOneCall: the line of a call that folds with the notes around it says what the call was.
func TestRunOfOneCall(t *testing.T) {
	t.Parallel()
	a := &author{}
	prompt := a.prompt(a.text("go"))
	var messages []*parser.Message
	for range foldSteps {
		messages = append(messages, a.event(&parser.Attachment{Origin: a.origin(), Type: "skill_listing", Title: "skill listing", Quiet: true, Text: "caulk"}))
	}
	messages = append(messages, a.reply(a.call("Bash", `{"command":"make sail"}`, "x")))
	html := string(render(t, loaded(t), branchOf(prompt, messages...), Refs{})[1].HTML)
	if want := `<span class="run-sum">1 tool call</span> <span class="run-tools">Run make sail</span>`; !strings.Contains(html, want) {
		t.Errorf("no %s in\n%s", want, html)
	}
}

// TestNotesBeforeTheFirstPrompt folds what a client noted before anyone said anything into one row, which the outline leaves out.
// What went wrong there and what was said is as anywhere.
func TestNotesBeforeTheFirstPrompt(t *testing.T) {
	t.Parallel()
	a := &author{}
	hook := func(failed bool) *parser.Message {
		return a.event(&parser.Attachment{Origin: a.origin(), Type: "hook_success", Title: "hook SessionStart", Quiet: !failed, Failed: failed, Text: "tide"})
	}
	state := a.event(&parser.Event{Origin: a.origin(), Type: "system", Subtype: "stop_hook_summary", Title: "Stop hook summary", Quiet: true})
	prompt := a.prompt(a.text("go"))
	tests := []struct {
		name            string
		before          []*parser.Message
		folded, outline bool
	}{
		{"hooks", []*parser.Message{hook(false), hook(false), state}, true, false},
		{"one hook", []*parser.Message{hook(false)}, false, false},
		{"a hook that failed", []*parser.Message{hook(false), hook(true)}, false, true},
		{"words", []*parser.Message{hook(false), a.reply(a.text("Ahoy."))}, false, true},
	}
	for _, tt := range tests {
		b := branchOf(nil, tt.before...)
		b.Segments[0].Turns = append(b.Segments[0].Turns, branchOf(prompt).Segments[0].Turns...)
		list := render(t, loaded(t), b, Refs{})
		if folded := bytes.Contains(list[1].HTML, []byte("run-fold")); folded != tt.folded {
			t.Errorf("%s: folded is %t:\n%s", tt.name, folded, list[1].HTML)
		}
		if (list[0].Outline != nil) != tt.outline || !bytes.Contains(list[0].HTML, []byte("Before the first prompt")) {
			t.Errorf("%s: in the outline: %v:\n%s", tt.name, list[0].Outline, list[0].HTML)
		}
		if slices.ContainsFunc(list, func(f Fragment) bool { return tt.folded && f.Kind == FragmentTurnEnd }) {
			t.Errorf("%s: a line below it", tt.name)
		}
	}
	task := branchOf(a.prompt(a.text("look")))
	task.Segments[0].Turns = append(task.Segments[0].Turns, branchOf(a.prompt(a.text("look again"))).Segments[0].Turns...)
	if list := render(t, loaded(t), task, Refs{Task: true}); !bytes.Contains(list[0].HTML, []byte(">Task</h2>")) || !bytes.Contains(list[1].HTML, []byte(">Message 2</h2>")) {
		t.Errorf("what an agent was asked:\n%s%s", list[0].HTML, list[1].HTML)
	}
	if list := render(t, loaded(t), branchOf(nil, a.reply(a.text("Ahoy."))), Refs{Lost: true}); !bytes.Contains(list[0].HTML, []byte("Prompt not recorded")) {
		t.Errorf("the prompt of a run in CI: %s", list[0].HTML)
	}
	if list := render(t, loaded(t), branchOf(nil, a.reply(a.text("Ahoy."))), Refs{}); !bytes.Contains(list[0].HTML, []byte("Without a prompt")) {
		t.Errorf("no prompt follows:\n%s", list[0].HTML)
	}
	checks := a.event(&parser.Event{Origin: a.origin(), Type: "github-webhook-activity", Title: "The lamp is red"})
	if list := render(t, loaded(t), branchOf(nil, checks), Refs{}); !bytes.Contains(list[0].HTML, []byte("Activity on GitHub")) ||
		!bytes.Contains(list[1].HTML, []byte("GitHub webhook activity")) {
		t.Errorf("GitHub begins a turn:\n%s", list[0].HTML)
	}
}

// TestNotesFold folds what a client handed to the model beside a prompt into one row, from two such notes on. Among other steps they
// are rows as before, and what failed is one of its own.
func TestNotesFold(t *testing.T) {
	t.Parallel()
	a := &author{}
	handed := func(kind string, failed bool) *parser.Message {
		return a.event(&parser.Attachment{Origin: a.origin(), Type: kind, Title: kind, Quiet: !failed, Failed: failed, Text: "tide"})
	}
	prompt, reply := a.prompt(a.text("go")), a.reply(a.text("Ahoy."))
	for _, tt := range []struct {
		name  string
		after []*parser.Message
		want  string
	}{
		{"two notes", []*parser.Message{handed("skill_listing", false), handed("date_change", false), reply}, "Date change, Skills listed"},
		{"two of one kind", []*parser.Message{handed("date_change", false), handed("date_change", false), reply}, "2 Date change"},
		{"one note", []*parser.Message{handed("skill_listing", false), reply}, ""},
		{"a note that failed", []*parser.Message{handed("skill_listing", false), handed("hook_success", true), reply}, ""},
		{"a call", []*parser.Message{handed("skill_listing", false), handed("date_change", false), a.reply(a.call("Read", `{"file_path":"a"}`, "x"))}, ""},
	} {
		html := string(render(t, loaded(t), branchOf(prompt, tt.after...), Refs{})[1].HTML)
		if strings.Contains(html, "run-fold") != (tt.want != "") || !strings.Contains(html, tt.want) {
			t.Errorf("%s: want %q:\n%s", tt.name, tt.want, html)
		}
	}
}

// TestEndWithoutFigures: what unfolds below a turn has a line to open it with, also where no figure of the turn is known.
func TestEndWithoutFigures(t *testing.T) {
	t.Parallel()
	a := &author{}
	hooks := a.event(&parser.Event{Origin: a.origin(), Type: "system", Subtype: "stop_hook_summary", Title: "Stop hook summary", Quiet: true})
	list := render(t, plainCards(t), branchOf(a.prompt(a.text("go")), hooks), Refs{})
	if last := string(list[len(list)-1].HTML); !strings.Contains(last, "<summary><span>1 record</span>") {
		t.Errorf("the end of the turn is %s", last)
	}
}

// TestRepeatedRecordsAreAtTheEnd: what the client writes again and again does not come between replies, but below the turn.
func TestRepeatedRecordsAreAtTheEnd(t *testing.T) {
	t.Parallel()
	a := &author{}
	pull := func(again bool) *parser.Message {
		return a.event(&parser.Event{Origin: a.origin(), Type: "pr-link", Title: "pull request tea/pot #7", Text: "https://github.com/tea/pot/pull/7", Quiet: again})
	}
	reminder := func(text string) *parser.Message {
		return a.event(&parser.Attachment{Origin: a.origin(), Type: "task_reminder", Title: "task reminder no tasks", Text: text, Quiet: true})
	}
	list := render(t, loaded(t), branchOf(a.prompt(a.text("go")), a.reply(a.text("One.")), pull(false), a.reply(a.text("Two.")), pull(true),
		reminder(""), reminder("☐ steep"), a.reply(a.text("Three."))), Refs{})
	kinds := []FragmentKind{}
	for _, f := range list {
		kinds = append(kinds, f.Kind)
	}
	want := []FragmentKind{FragmentPrompt, FragmentReply, FragmentRun, FragmentReply, FragmentRun, FragmentReply, FragmentTurnEnd}
	if !slices.Equal(kinds, want) {
		t.Fatalf("the turn has %v, want %v", kinds, want)
	}
	if end := list[len(list)-1].HTML; bytes.Count(end, []byte("<span>tea/pot #7</span>")) != 1 || !bytes.Contains(end, []byte("no tasks")) || bytes.Contains(end, []byte("steep")) {
		t.Errorf("below the turn:\n%s", end)
	}
}

func TestLongRunsAreCutIntoFragments(t *testing.T) {
	t.Parallel()
	a := &author{}
	var messages []*parser.Message
	for range 60 {
		messages = append(messages, a.reply(a.call("Bash", `{"command":"cat report"}`, long(50))))
	}
	list := render(t, loaded(t), branchOf(a.prompt(a.text("go")), messages...), Refs{})
	if len(list) < 3 {
		t.Fatalf("%d fragments for 60 long calls", len(list))
	}
	for i, f := range list {
		if len(f.HTML) > 100_000 {
			t.Errorf("fragment %d has %d bytes", i, len(f.HTML))
		}
	}
}

func TestHugeTextsAreCutAndKept(t *testing.T) {
	t.Parallel()
	a := &author{}
	huge := long(3000)
	kept := map[string]int{}
	refs := Refs{Spill: func(ext string, data []byte) string {
		kept[ext] = len(data)
		return "files/whole." + ext
	}}
	b := branchOf(a.prompt(a.text(huge)), a.reply(a.text(huge), a.text("end")),
		a.event(&parser.Event{Origin: a.origin(), Type: "system", Title: "log", Text: huge}),
		a.reply(&parser.Unknown{Origin: a.origin(), Type: "odd", Raw: jsontext.Value(`"` + strings.Repeat("x", 100_000) + `"`)}))
	for i, f := range render(t, loaded(t), b, refs) {
		if len(f.HTML) > 60_000 {
			t.Errorf("fragment %d has %d bytes", i, len(f.HTML))
		}
	}
	for _, ext := range []string{"md", "txt", "json"} {
		if kept[ext] < 100_000 {
			t.Errorf("%d bytes were kept as %s, want the whole", kept[ext], ext)
		}
	}
}

func TestNoTextBecomesMarkup(t *testing.T) {
	t.Parallel()
	a := &author{}
	o := a.origin
	p := a.prompt(a.text(hostile), &parser.Command{Origin: o(), Name: hostile, Args: hostile, Body: hostile, Stdout: hostile, Stderr: hostile})
	p.More = &parser.More{Sender: hostile, PermissionMode: hostile, Thinking: hostile, PlanFrom: hostile, Notes: []string{hostile}}
	failed := a.failing(hostile, `{"x":"<script>alert(3)</script>"}`, hostile)
	failed.Agent = &parser.Agent{ID: hostile, Description: hostile, Type: hostile}
	failed.Extra = []*parser.Message{a.event(a.text(hostile))}
	calls := []*parser.Message{}
	for range 4 {
		calls = append(calls, a.reply(a.failing(hostile, `{"<img src=x onerror=alert(1)>":"<script>"}`, hostile)))
	}
	reply := a.reply(a.text(hostile), &parser.Thinking{Origin: o(), Text: hostile}, failed)
	reply.Model, reply.APIError = hostile, ""
	broken := a.reply(a.text(hostile))
	broken.APIError = hostile
	b := branchOf(p, append(calls, reply, broken,
		a.event(&parser.Event{Origin: o(), Type: hostile, Subtype: hostile, Title: hostile, Text: hostile, Fields: []parser.Field{{Name: hostile, Value: hostile}}}),
		a.event(&parser.Attachment{Origin: o(), Type: hostile, Title: hostile, Text: hostile, Path: hostile, Failed: true}),
		a.event(&parser.Unknown{Origin: o(), Type: hostile, Raw: jsontext.Value(`"<script>alert(4)</script>"`)}),
		a.event(&parser.Image{Origin: o(), Ref: "javascript:alert(5)", MediaType: hostile}),
		a.event(&parser.Document{Origin: o(), Title: hostile, Text: hostile}))...)
	b.Segments[0].Compaction = &parser.Compaction{Origin: o(), Trigger: hostile, Text: hostile, Summary: a.prompt(a.text(hostile))}
	th := loaded(t)
	page := cannedThreadPage(th, b)
	page.Title, page.Description = hostile, hostile
	page.Session.Title, page.Session.Resume, page.Session.Warnings = hostile, hostile, []string{hostile}
	out, err := th.Render(page)
	if err != nil {
		t.Fatal(err)
	}
	checkPage(t, "hostile", out)
	if bytes.Contains(out, []byte("<script>")) || bytes.Contains(out, []byte("<img src=x")) {
		t.Error("text of the transcript became an element")
	}
	if bytes.ContainsAny(out, "\x00\x1b") {
		t.Error("a control character of the transcript stands in the page")
	}
}

func TestAFailingTemplateIsReported(t *testing.T) {
	t.Parallel()
	th, err := Load(fstest.MapFS{"templates/thread.html": {Data: []byte(`{{define "prompt"}}{{index .Blocks 99}}{{end}}`)}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for f := range th.Fragments(cannedThread().Branches[0], cannedRefs()) {
		if f.Err == nil || !strings.Contains(f.Err.Error(), "index out of range") {
			t.Errorf("got error %v, want one that names what is wrong", f.Err)
		}
	}
}

func TestUnlabelled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, title, want string }{
		{"skill_listing", "skill listing", ""},
		{"nested_memory", "nested memory CLAUDE.md", "CLAUDE.md"},
		{"hook_success", "hook PostToolUse:Edit", "PostToolUse:Edit"},
		{"file", "files/a.go", "files/a.go"},
		{"file", "", ""},
	} {
		if got := unlabelled(c.kind, c.title); got != c.want {
			t.Errorf("unlabelled(%q, %q) = %q, want %q", c.kind, c.title, got, c.want)
		}
	}
}

// TestRowsOfNothing: a record without anything in it is a row alone.
func TestRowsOfNothing(t *testing.T) {
	t.Parallel()
	c := content{&Refs{}, loaded(t).markdown}
	for record, empty := range map[string]bool{
		`{"type":"task_reminder","content":[],"itemCount":0}`: true, `{"type":"task_reminder"}`: true, `{"type":"task_reminder","content":[],"seen":false}`: false,
	} {
		if v := c.attachment(&parser.Attachment{Type: "task_reminder", Title: "task reminder no tasks", Raw: []byte(record)}); v.Empty() != empty || v.Object != "no tasks" {
			t.Errorf("%s: nothing below the row is %t: %+v", record, v.Empty(), v)
		}
	}
	failed := &parser.Message{Kind: parser.KindReply, APIError: "overloaded_error", Blocks: []parser.Block{&parser.Text{Text: `{"error":{"message":"Overloaded"}}`}}}
	if list := render(t, loaded(t), branchOf(nil, failed), Refs{}); !bytes.Contains(list[1].HTML, []byte("<p>Overloaded</p>")) {
		t.Errorf("an error of the API: %s", list[1].HTML)
	}
}

// TestBackgroundAgentsTakeTheirTime: the row of an agent in the background says how long it worked, not how long it took to start it.
func TestBackgroundAgentsTakeTheirTime(t *testing.T) {
	t.Parallel()
	for took, want := range map[string]string{"3m33.4s": "<i>3 min 33 s</i>", "": "<span>background</span> </small>"} {
		a := &author{}
		call := &parser.ToolCall{Origin: a.origin(), ID: "t1", Name: "Agent", Input: []byte(`{"description":"Review","prompt":"Look.","run_in_background":true}`),
			Action: parser.Action{Kind: parser.ActionDelegate}, Result: &parser.ToolResult{Origin: a.origin(), Structured: []byte(`{"isAsync":true}`), Duration: 300 * time.Millisecond}}
		ended := &parser.Event{Origin: a.origin(), Type: "task-notification", Title: "Agent completed", Quiet: true}
		if took != "" {
			ended.Fields = []parser.Field{{Name: "duration", Value: took}}
		}
		call.Extra = []*parser.Message{a.event(ended)}
		html := ""
		for _, f := range render(t, loaded(t), branchOf(a.prompt(a.text("go")), a.reply(call)), Refs{}) {
			html += string(f.HTML)
		}
		if strings.Contains(html, "0.3 s") || !strings.Contains(html, want) {
			t.Errorf("after %q the row says:\n%s", took, html)
		}
	}
}

// TestNotificationsAreInTheConversation: where a notification arrived, one line of the conversation says so and leads to
// the call.
func TestNotificationsAreInTheConversation(t *testing.T) {
	t.Parallel()
	a := &author{}
	call := a.call("Bash", `{"command":"make","run_in_background":true}`, "started")
	started := a.reply(call)
	call.Extra = []*parser.Message{a.event(&parser.Event{Origin: a.origin(), Type: "task-notification", Title: "make completed"})}
	line := a.event(&parser.Event{Origin: a.origin(), Type: parser.TaskNotified, Title: "make completed", CallID: call.ID})
	found := false
	for _, f := range render(t, loaded(t), branchOf(a.prompt(a.text("go")), started, a.reply(a.text("I wait.")), line, a.reply(a.text("Noted."))), Refs{
		Anchor: func(anchor string) string { return "#" + anchor }}) {
		if !slices.Contains(f.Anchors, line.Anchor) {
			continue
		}
		found = true
		for _, html := range []string{string(f.HTML), string(f.Aside)} {
			if !strings.Contains(html, "Task notification</b> <span>make completed</span>") || !strings.Contains(html, `href="#`+started.Anchor+`"`) {
				t.Errorf("the line says:\n%s", html)
			}
		}
	}
	if !found {
		t.Error("no line has the anchor of the notification")
	}
}

// TestNotificationsOnRewoundBranches: the call may be on the branch that was left.
func TestNotificationsOnRewoundBranches(t *testing.T) {
	t.Parallel()
	a := &author{}
	call := a.call("Bash", `{"command":"make","run_in_background":true}`, "started")
	call.Extra = []*parser.Message{a.event(&parser.Event{Origin: a.origin(), Type: "task-notification", Title: "make completed"})}
	rewound := branchOf(a.prompt(a.text("then")), a.reply(a.text("I wait.")),
		a.event(&parser.Event{Origin: a.origin(), Type: parser.TaskNotified, Title: "make completed", CallID: call.ID}))
	rewound.Parent = branchOf(a.prompt(a.text("go")), a.reply(call))
	html := ""
	for _, f := range render(t, loaded(t), rewound, Refs{Anchor: func(anchor string) string { return "../index.html#" + anchor }}) {
		html += string(f.HTML)
	}
	if !strings.Contains(html, `href="../index.html#`+call.Anchor+`"`) {
		t.Errorf("the line leads nowhere:\n%s", html)
	}
}

// TestPlanModeIsFolded: what the client writes for the model about plan mode is folded, plans and what went wrong are not.
func TestPlanModeIsFolded(t *testing.T) {
	t.Parallel()
	a := &author{}
	entered, failed, plan := a.call("EnterPlanMode", `{}`, "Explore first."), a.failing("EnterPlanMode", `{}`, "not now"), a.call("ExitPlanMode", `{"plan":"Caulk."}`, "ok")
	for _, c := range []*parser.ToolCall{entered, failed, plan} {
		c.Action.Kind = parser.ActionPlan
		html := ""
		for _, f := range render(t, loaded(t), branchOf(a.prompt(a.text("go")), a.reply(c)), Refs{}) {
			html += string(f.HTML)
		}
		if open := strings.Contains(html, " open><summary>"); open != (c != entered) || !strings.Contains(html, `step aside"`) && !strings.Contains(html, "failed") {
			t.Errorf("%s %s: open %t:\n%s", c.Name, c.Result.Text(), open, html)
		}
	}
}

// TestRowsOfEvents: the row of an event says something about it, once.
func TestRowsOfEvents(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		event parser.Event
		want  string
	}{
		{parser.Event{Type: "meta", Title: "injected text", Text: "# Review\n\nGather the **diff**"}, "Injected text|Review: Gather the diff"},
		{parser.Event{Type: "queue-operation", Title: "queued message", Text: "/mcp"}, "Queued message|/mcp"},
		{parser.Event{Type: "ide_selection", Title: "ide selection", Text: "line 98"}, "Selected in the editor|line 98"},
		{parser.Event{Type: "teammate-message", Title: "teammate message from alice", Text: "hi"}, "Teammate message|from alice: hi"},
		{parser.Event{Type: "teammate-message", Title: "teammate message from alice: Lamps", Text: "All **lit**."}, "Teammate message|from alice: Lamps"},
		{parser.Event{Type: "handback", Title: "handed back", Text: "# Lamps\n\nAll **lit**."}, "Handed back|Lamps: All lit."},
		{parser.Event{Type: "hook-feedback", Title: "stop hook feedback", Text: "[tests.sh]: 1 failed"}, "Stop hook feedback|[tests.sh]: 1 failed"},
		{parser.Event{Type: "cross-session-notice", Title: "cross-session notice", Text: "other is idle"}, "Cross-session notice|other is idle"},
		{parser.Event{Type: "context", Title: "Context of the client", Text: "<current_datetime>2026</current_datetime>\n<b>"}, "Context of the client|2026"},
		{parser.Event{Type: "system", Subtype: "turn_duration", Title: "Turn duration", Fields: []parser.Field{{Name: "duration", Value: "1.2s"}, {Name: "messages", Value: "5"}}}, "Turn duration|duration 1.2 s · messages 5"},
		{parser.Event{Type: "system", Subtype: "api_error", Title: "api error attempt 1 of 10"}, "API error|attempt 1 of 10"},
		{parser.Event{Type: "interrupted"}, "Interrupted|"},
		{parser.Event{Type: "hook", Text: `{"a":1}`}, "Hook|"},
	} {
		c := content{&Refs{}, loaded(t).markdown}
		if v := c.event(&test.event); v.Verb+"|"+v.Object != test.want {
			t.Errorf("%s: the row says %q, want %q", test.event.Title, v.Verb+"|"+v.Object, test.want)
		}
	}
}

// TestLongOutputOfSlashCommands folds what the client printed for its user: only what a line of the shell printed is for the model, too.
func TestLongOutputOfSlashCommands(t *testing.T) {
	t.Parallel()
	a := &author{}
	long := strings.TrimSuffix(strings.Repeat("a line\n", commandLines+1), "\n")
	for _, c := range []struct {
		name, out string
		folded    bool
	}{{"/context", long + "\n", true}, {"/context", long[7:], false}, {"!", long, false}} {
		b := branchOf(nil, a.event(&parser.Command{Origin: a.origin(), Name: c.name, Stdout: c.out}))
		html := string(render(t, loaded(t), b, Refs{})[1].HTML)
		if folded := strings.Contains(html, "<b>Output</b> <span>13 lines</span></summary><div><pre"); folded != c.folded || !strings.Contains(html, "a line\na line") {
			t.Errorf("%s: folded is %t:\n%s", c.name, folded, html)
		}
	}
}

func TestUnlisted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"- golang: Go code\n- lint":      "golang: Go code, lint",
		"\n- a: one\n  two - three\n- b": "a: one\n  two - three, b",
		"Skills:\n- a":                   "Skills:\n- a",
		"-":                              "-",
		"":                               "",
	} {
		if got := unlisted(text); got != want {
			t.Errorf("unlisted(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAtSlashes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       "",
		"main.go":                "main.go",
		"src/cli/main.go":        "src/|cli/|main.go",
		"rm -rf /tmp/a b/":       "rm -rf /|tmp/|a b/",
		"https://ada.example/x/": "https://|ada.example/|x/",
		"//":                     "//",
	} {
		if got := strings.Join(atSlashes(text), "|"); got != want {
			t.Errorf("atSlashes(%q) = %q, want %q", text, got, want)
		}
	}
}

// The text of an event that is a JSON object is a table, and loses none of its members.
func TestObjectsOfEventsAreTables(t *testing.T) {
	t.Parallel()
	v := content{refs: &Refs{}}.event(&parser.Event{Type: "event_msg/goal", Title: "Goal", Text: `{"type":"lamp","objective":"light the quay"}`})
	if v.Pre != "" || !strings.Contains(string(v.Values), "objective") || !strings.Contains(string(v.Values), "lamp") {
		t.Errorf("the body is %q and %q", v.Pre, v.Values)
	}
	if v.Verb != "Goal" {
		t.Errorf("the row is called %q", v.Verb)
	}
	if v := (content{refs: &Refs{}}).event(&parser.Event{Type: "task-notification", Title: "Workflow completed", Text: `{"findings":[{"title":"Lamp *out*... (cut)`}); v.HTML != "" || !strings.Contains(string(v.Pre), "Lamp *out*") {
		t.Errorf("a result that the client cut off is %q and %q", v.HTML, v.Pre)
	}
	for _, text := range []string{`{"findings":[{"title":"Lamp out"}]}`, ` [ {"title":"Lamp out"} ] `} { // what a workflow returned
		if v := (content{refs: &Refs{}}).event(&parser.Event{Type: "task-notification", Title: "Workflow completed", Text: text}); v.HTML != "" || !strings.Contains(string(v.Values), "Lamp out") {
			t.Errorf("the result %s is %q and %q", text, v.HTML, v.Values)
		}
	}
}

// TestAnswersLinkToTheQuestion: an answer has the anchor of the call that asked, which may be on the page before.
func TestAnswersLinkToTheQuestion(t *testing.T) {
	t.Parallel()
	answer := &parser.Message{Kind: parser.KindPrompt, More: &parser.More{Sender: parser.SenderAnswer}, Origin: parser.Origin{Anchor: "m-12"}, Blocks: []parser.Block{&parser.Text{Text: "Blue"}}}
	b := branchOf(&parser.Message{Kind: parser.KindPrompt, Origin: parser.Origin{Anchor: "m-01"}},
		&parser.Message{Kind: parser.KindReply, Origin: parser.Origin{Anchor: "m-11"}, Blocks: []parser.Block{
			&parser.ToolCall{Origin: parser.Origin{Anchor: "m-11"}, Name: "AskUserQuestion", Result: &parser.ToolResult{Origin: parser.Origin{Anchor: "m-12"}}},
		}})
	segment := b.Segments[0]
	segment.Turns = append(segment.Turns, &parser.Turn{Prompt: answer})
	var prompts []bool
	for _, f := range render(t, loaded(t), b, Refs{}) {
		if f.Kind == FragmentPrompt {
			prompts = append(prompts, f.Later)
		}
	}
	if !slices.Equal(prompts, []bool{false, true}) {
		t.Errorf("prompts link elsewhere: %t", prompts)
	}
}

// TestTaskOfTheCall: an agent whose records do not begin with its task shows the task that the call gave it, once, and only
// where nothing was said to it otherwise.
func TestTaskOfTheCall(t *testing.T) {
	t.Parallel()
	a := &author{}
	for name, tt := range map[string]struct {
		prompt *parser.Message
		refs   Refs
		want   string
	}{
		"a run that records no prompts": {nil, Refs{Task: true, Given: "Look at the *kettle*."}, "Look at the <em>kettle</em>."},
		"a prompt":                      {a.prompt(a.text("Look.")), Refs{Task: true, Given: "Look at the kettle."}, "Look."},
		"no call":                       {nil, Refs{Task: true}, "Without a prompt"},
	} {
		list := render(t, loaded(t), branchOf(tt.prompt, a.reply(a.text("Done.")), a.reply(a.text("More."))), tt.refs)
		html := ""
		for _, f := range list {
			html += string(f.HTML)
		}
		if !strings.Contains(html, tt.want) || strings.Count(html, "kettle") > 1 || tt.refs.Given != "" && strings.Contains(html, "Without") {
			t.Errorf("%s:\n%s", name, html)
		}
		begins := map[bool]string{true: "Look at the kettle.", false: "Without a prompt"}[tt.refs.Given != ""]
		if list[0].Outline == nil || tt.prompt == nil && list[0].Outline.Text != begins {
			t.Errorf("%s: the outline begins with %+v", name, list[0].Outline)
		}
	}
}

// TestAttachmentsSayThingsOnce: what the row of an attachment says is not below it again.
func TestAttachmentsSayThingsOnce(t *testing.T) {
	t.Parallel()
	c := content{refs: &Refs{}}
	for record, empty := range map[string]bool{
		`{"type":"output_style","style":"Terse","more":[]}`: true, `{"type":"output_style","style":"Terse","level":2}`: false, `{"type":"output_style","style":"Terse and more"}`: false,
	} {
		if v := c.attachment(&parser.Attachment{Type: "output_style", Title: "output style Terse", Raw: []byte(record)}); v.Empty() != empty || v.Object != "Terse" {
			t.Errorf("%s: %q, without more below: %t", record, v.Object, v.Empty())
		}
	}
}

// TestRetryTimes writes times until a request is sent again as all others.
func TestRetryTimes(t *testing.T) {
	t.Parallel()
	if got := valueOf(parser.Field{Name: "retry in", Value: "1.5s"}); got != "1.5 s" {
		t.Errorf("%q", got)
	}
}

// TestAfterTheBeginning: what a copy of a session has before its own first prompt comes after what it was copied from.
func TestAfterTheBeginning(t *testing.T) {
	t.Parallel()
	a := &author{}
	b := branchOf(nil, a.reply(a.text("Done.")))
	b.Segments[0].Turns = append(b.Segments[0].Turns, &parser.Turn{Prompt: a.prompt(a.text("go"))})
	for copied, want := range map[bool]string{false: "Before the first prompt", true: "After the shared beginning"} {
		if list := render(t, loaded(t), b, Refs{Copied: copied}); list[0].Outline == nil || list[0].Outline.Text != want {
			t.Errorf("%t: %+v", copied, list[0].Outline)
		}
	}
}

// TestPromptText shows a prompt on one line, without the marks of Markdown.
func TestPromptText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		block parser.Block
		want  string
	}{
		{&parser.Text{Text: "## Lamps\n\nMend **two**."}, "Lamps: Mend two."},
		{&parser.Command{Name: "/plan", Args: "# Lamps\n## Purpose\nMend **two**."}, "/plan Lamps: Purpose: Mend two."},
		{&parser.Command{Name: "/fix", Args: "#12"}, "/fix #12"},
	} {
		if got := promptText(&parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{c.block}}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
