package claude

import (
	"cmp"
	"io"
	"strings"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/source"
)

// calls are the tool calls of a thread.
type calls struct {
	byID  map[string]*parser.ToolCall
	order []*parser.ToolCall                   // in file order
	tasks map[string]*parser.ToolCall          // by id of the agent or background task that the call started
	polls map[string][]*parser.ToolCall        // those that asked for the output of a task, by its id
	homes map[*parser.ToolCall]*parser.Message // the message that each is in

	arrivals map[*parser.Message]*parser.Message // the line where a notification arrived, by that
}

func newCalls() *calls {
	return &calls{
		byID: make(map[string]*parser.ToolCall), tasks: make(map[string]*parser.ToolCall),
		polls: make(map[string][]*parser.ToolCall), homes: make(map[*parser.ToolCall]*parser.Message),
		arrivals: make(map[*parser.Message]*parser.Message),
	}
}

// pair assigns each call its result, wherever the two stand, and learns which
// agents and background tasks the calls started. Restore reads a result that was
// written to a file; hooked has the ids of calls that a hook ran before.
func (cs *calls) pair(nodes []*entry, restore func(*parser.ToolResult), hooked map[string]bool) {
	again := cs.identify(nodes)
	for _, e := range nodes {
		for _, part := range e.results {
			if c := cs.byID[part.id]; c != nil && c.Result == nil {
				if part.result.Persisted != nil {
					restore(part.result)
				}
				cs.join(c, part.result)
				refused(c, part.version, hooked[c.ID])
			}
		}
	}
	for c, first := range again {
		if c.Result == nil {
			c.Result = first.Result
		}
	}
}

// identify files the calls by their ids. Some providers count the calls of a reply or of a while,
// so that one id names several: what comes with another input, after the one before was answered,
// is another call. Results that follow are its results. again has the calls that are the same as an
// earlier one, told again elsewhere.
func (cs *calls) identify(nodes []*entry) (again map[*parser.ToolCall]*parser.ToolCall) {
	again = map[*parser.ToolCall]*parser.ToolCall{}
	answered, now := map[string]bool{}, map[string]string{} // now: what a repeated id goes by from here on
	for _, e := range nodes {
		for i := range e.results {
			part := &e.results[i]
			part.id = cmp.Or(now[part.id], part.id)
			answered[part.id] = true
		}
		for _, blk := range e.blocks {
			c, ok := blk.(*parser.ToolCall)
			if !ok || c.Orphan || c.ID == "" {
				continue
			}
			id := cmp.Or(now[c.ID], c.ID)
			if first := cs.byID[id]; first != nil {
				if !answered[id] || string(first.Input) == string(c.Input) {
					again[c] = first
					continue
				}
				id += "+"
				now[c.ID] = id
			}
			cs.byID[id] = c
			cs.order = append(cs.order, c)
		}
	}
	return again
}

// act works out what each call did, once its result is known.
func (b *threadBuilder) act() {
	for _, e := range b.nodes {
		for _, blk := range e.blocks {
			if c, ok := blk.(*parser.ToolCall); ok {
				act(c, c.Action.Dir)
				a, texts := &c.Action, b.read.options.Texts
				a.File, a.Command, a.About, a.Task = texts.String(a.File), texts.String(a.Command),
					texts.String(a.About), texts.String(a.Task)
				if failedUnmarked(c) {
					c.Result.IsError = true
				}
				if c.Result != nil && !e.copied {
					b.found.add(c)
				}
			}
		}
	}
}

func (cs *calls) join(c *parser.ToolCall, r *parser.ToolResult) {
	c.Result = r
	if r.Duration == 0 && !c.Time.IsZero() && r.Time.After(c.Time) {
		r.Duration = r.Time.Sub(c.Time)
	}
	for _, id := range started(c) {
		if cs.tasks[id] == nil {
			cs.tasks[id] = c
		}
	}
	if c.Name == "TaskOutput" || c.Name == "AgentOutputTool" || c.Name == "BashOutput" {
		o := raw.ParseObject(c.Input)
		if id := cmp.Or(o.Text("task_id"), o.Text("agentId"), o.Text("bash_id")); id != "" {
			cs.polls[id] = append(cs.polls[id], c)
		}
	}
}

// started lists the ids of agents and background tasks that a call started.
func started(c *parser.ToolCall) []string {
	if !spawns(c) && c.Name != "Bash" && c.Name != "PowerShell" && c.Name != "Monitor" {
		return nil
	}
	o := raw.ParseObject(c.Result.Structured)
	var ids []string
	for _, name := range []string{"agentId", "backgroundTaskId", "taskId", "shellId"} {
		if id := o.String(name); id != "" {
			ids = append(ids, id)
		}
	}
	if id := agentInText(c); id != "" {
		ids = append(ids, id)
	}
	return ids
}

// spawns reports whether a call may have started an agent. Names made up by the
// model ('Task" >\n<parameter') count as what they begin with.
func spawns(c *parser.ToolCall) bool {
	n := 0
	for n < len(c.Name) && (c.Name[n] >= 'a' && c.Name[n] <= 'z' || c.Name[n] >= 'A' && c.Name[n] <= 'Z') {
		n++
	}
	switch c.Name[:n] {
	case "Task", "Agent", "Skill", "SlashCommand", "Workflow":
		return true
	}
	return false
}

var agentIDText = lazy.MustCompile(`^[^A-Za-z0-9_]?agentId:\s*([0-9a-zA-Z]+)`)

// agentInText finds the last "agentId: ..." in the text of a result.
func agentInText(c *parser.ToolCall) string {
	if c.Result == nil || !spawns(c) {
		return ""
	}
	for i := len(c.Result.Content) - 1; i >= 0; i-- {
		t, ok := c.Result.Content[i].(*parser.Text)
		if !ok {
			continue
		}
		for at := strings.LastIndex(t.Text, "agentId:"); at >= 0; at = strings.LastIndex(t.Text[:at], "agentId:") {
			if m := agentIDText.FindStringSubmatch(t.Text[max(0, at-1):]); m != nil {
				return m[1]
			}
		}
	}
	return ""
}

// sameResult reports whether two results say the same.
func sameResult(a, b *parser.ToolResult) bool {
	return a == b || a != nil && b != nil && a.IsError == b.IsError && strings.TrimSpace(a.Text()) == strings.TrimSpace(b.Text())
}

// result accounts for a record of results. They are in their calls already;
// what came without a call, or beside the results, is shown here.
func (a *assembler) result(e *entry) {
	var alone []parser.Block
	e.class = duplicate
	for _, part := range e.results {
		switch call := a.b.calls.byID[part.id]; {
		case call != nil && call.Result == part.result:
			e.class = merged
			e.place = a.b.calls.home(call)
			a.b.calls.replaces(call, e)
			a.said(e, call)
		case call == nil && e.first && part.result.Rejected:
			alone = append(alone, declinedBefore(e, part.result))
		case call == nil:
			alone = append(alone, &parser.ToolCall{Origin: *e.at, ID: part.id, Orphan: true, Result: part.result})
		case !sameResult(call.Result, part.result):
			m := a.b.read.message(e, parser.KindEvent)
			m.Blocks = []parser.Block{&parser.ToolCall{Origin: *e.at, ID: part.id, Orphan: true, Result: part.result}}
			call.Extra = append(call.Extra, m)
			e.class = merged
		}
	}
	e.blocks = append(alone, e.blocks...)
	switch {
	case len(e.blocks) == 0:
	case e.sender == parser.SenderApproval && len(alone) == 0:
		a.prompt(e)
	default:
		e.class = unplaced
		a.show(e)
	}
}

// declinedBefore shows the result that declined a call of the session before. A session that carries out a plan begins with
// it where the plan was approved: observed in 2.1.71. It is no call of this session.
func declinedBefore(e *entry, r *parser.ToolResult) *parser.Event {
	return &parser.Event{Origin: *e.at, Type: record.Client, Title: "a call of the session before was declined", Text: r.Text(), Quiet: true}
}

// output adds what a command printed to the command.
func (a *assembler) output(e *entry) {
	out, ok := e.blocks[len(e.blocks)-1].(*parser.Command)
	if !ok || a.printed == nil {
		a.show(e)
		return
	}
	a.printed.add(out.Stdout, out.Stderr)
	e.class, e.place = merged, a.printed.by.Anchor
	if len(e.blocks) > 1 {
		e.blocks, e.class = e.blocks[:len(e.blocks)-1], unplaced
		a.show(e)
	}
}

// restore reads the whole of an output that was written to its own file.
// The record names the file by a path of another machine: only its base name is
// looked for, and only among the files of this session.
func (r *reading) restore(res *parser.ToolResult) {
	saved := r.savedText(r.src.Results[res.Persisted.Name])
	res.Persisted.Text, res.Persisted.Found = saved.text, saved.found
	if !saved.found {
		res.Persisted.Text = whole(res)
		res.Persisted.Found = res.Persisted.Text != ""
	}
}

// savedText is what a file of a saved output contains.
type savedText struct {
	text  string
	found bool
}

// savedText reads a saved output, once however many results name it.
func (r *reading) savedText(f *source.File) *savedText {
	saved := r.saved[f]
	if saved != nil || f == nil {
		return cmp.Or(saved, new(savedText))
	}
	text, err := readAll(f)
	if err != nil {
		r.warn(f.Path, 0, "the saved output cannot be read: "+err.Error())
		text = ""
	}
	saved = &savedText{text, err == nil}
	r.saved[f] = saved
	return saved
}

// whole finds the untruncated output in the structured result.
func whole(r *parser.ToolResult) string {
	o := raw.ParseObject(r.Structured)
	if o.Raw("persistedOutputPath") != nil {
		return ""
	}
	texts := []string{o.String("stdout"), o.Object("file").String("content"), o.String("result")}
	if content := o.Raw("content"); content.Kind() == '"' || content.Kind() == '[' { // of an agent, a list
		texts = append(texts, raw.Text(content))
	}
	if o == nil { // a list of texts; the members of an object are no output
		texts = append(texts, raw.Text(r.Structured))
	}
	for _, text := range texts {
		if len(text) > len(r.Text()) && !strings.HasPrefix(text, "<persisted-output>") {
			return text
		}
	}
	return ""
}

func readAll(f *source.File) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	var s strings.Builder
	s.Grow(int(min(f.Size, 64<<20)))
	_, err = io.Copy(&s, r)
	return strings.ToValidUTF8(s.String(), "\uFFFD"), err
}
