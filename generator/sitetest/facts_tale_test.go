package sitetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A case of the facts panel is a transcript in short, one record on each line:
//
//	[label] [<parent] [+seconds] kind words | {"more":"members"}
//
// A record follows the one before it, ten seconds later, unless it names a label as its parent
// ("<" alone for none) or another time. In words, \n, \t and \u001b are what they are in JSON. Kinds:
//
//	user, reply, thinking    a prompt; text or thinking of a model
//	bash, tool               a call: of Bash with a command, of a tool with an input in JSON
//	> and error              the result of the oldest call without one; the second is marked as an error
//	meta, clear, compact     injected text, a cleared context, a compaction and its summary
//	agent                    records from here on are of an agent; its words are its id and the members of its meta file
//	main                     records are of the main thread again
//	{...}                    a record as it is
//
// The members of a record are merged with those behind the bar, so that any record can be told.
type tale struct {
	t       *testing.T
	session string
	cwd     string
	number  int // of the case
	count   int
	clock   time.Time
	label   map[string]string
	last    map[string]string   // uuid of the last record, by thread
	open    map[string][]string // calls without a result, by thread
	thread  string              // "" for the main one, or an agent's id
	files   map[string]*strings.Builder
	reply   string
}

// tell writes a tale as files, by their names below the project's folder.
func tell(t *testing.T, number int, text string) (session string, files map[string]*strings.Builder) {
	t.Helper()
	return tellIn(t, number, "/srv/x", text)
}

// tellIn writes the tale of a session in another directory; its records have none if that is "-".
func tellIn(t *testing.T, number int, cwd, text string) (session string, files map[string]*strings.Builder) {
	t.Helper()
	w := &tale{
		t: t, number: number, cwd: cwd, session: fmt.Sprintf("%08x-0000-4000-8000-00000000face", number), clock: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC).AddDate(0, 0, number),
		label: map[string]string{"": ""}, last: map[string]string{}, open: map[string][]string{}, files: map[string]*strings.Builder{},
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			w.line(line)
		}
	}
	return w.session, w.files
}

var taleKinds = map[string]bool{
	"user": true, "reply": true, "thinking": true, "bash": true, "tool": true, ">": true, "error": true, "meta": true, "clear": true, "compact": true, "agent": true, "main": true,
}

func (w *tale) line(line string) {
	more := map[string]any{}
	if at := strings.LastIndex(line, " | {"); at >= 0 {
		if err := json.Unmarshal([]byte(line[at+3:]), &more); err != nil {
			w.t.Fatalf("case %d: %v in %s", w.number, err, line)
		}
		line = strings.TrimSpace(line[:at])
	}
	label, parent, step := "", w.last[w.thread], 10
	if line[0] == '{' {
		raw := map[string]any{}
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			w.t.Fatalf("case %d: %v in %s", w.number, err, line)
		}
		w.record(label, parent, step, raw, more)
		return
	}
	word, rest, _ := strings.Cut(line, " ")
	for !taleKinds[word] {
		switch {
		case strings.HasPrefix(word, "<"):
			parent = w.label[word[1:]]
		case strings.HasPrefix(word, "+"):
			fmt.Sscan(word[1:], &step)
		default:
			label = word
		}
		if rest == "" {
			w.t.Fatalf("case %d: no kind of record in %q", w.number, line)
		}
		word, rest, _ = strings.Cut(rest, " ")
	}
	w.tell(label, parent, step, word, rest, more)
}

func (w *tale) tell(label, parent string, step int, kind, words string, more map[string]any) {
	if kind != "tool" {
		words = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\u001b`, "\x1b").Replace(words)
	}
	user := func(content any) map[string]any {
		w.reply = ""
		return map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": content}}
	}
	switch kind {
	case "agent":
		id, meta, _ := strings.Cut(words, " ")
		w.thread = id
		w.file("subagents/agent-" + id + ".meta.json").WriteString(meta)
	case "main":
		w.thread = ""
	case "user":
		w.record(label, parent, step, user(words), more)
	case "meta":
		w.record(label, parent, step, user(words), withMembers(map[string]any{"isMeta": true}, more))
	case "reply":
		w.record(label, parent, step, w.assistant(map[string]any{"type": "text", "text": words}), more)
	case "thinking":
		w.record(label, parent, step, w.assistant(map[string]any{"type": "thinking", "thinking": words}), more)
	case "bash":
		w.call(label, parent, step, "Bash", map[string]any{"command": words}, more)
	case "tool":
		name, raw, _ := strings.Cut(words, " ")
		input := map[string]any{}
		if err := json.Unmarshal([]byte(raw), &input); err != nil {
			w.t.Fatalf("case %d: %v in %s", w.number, err, raw)
		}
		w.call(label, parent, step, name, input, more)
	case ">", "error":
		open := w.open[w.thread]
		if len(open) == 0 {
			w.t.Fatalf("case %d: no call waits for the result %q", w.number, words)
		}
		w.open[w.thread] = open[1:]
		result := map[string]any{"type": "tool_result", "tool_use_id": open[0], "content": words}
		if kind == "error" {
			result["is_error"] = true
		}
		w.record(label, parent, step, user([]any{result}), more)
	case "clear":
		w.record(label, parent, step, map[string]any{"type": "attachment", "attachment": map[string]any{"type": "hook_success", "hookName": "SessionStart:clear", "hookEvent": "SessionStart"}}, withMembers(map[string]any{"parentUuid": nil}, more))
	case "compact":
		w.record(label, parent, step, map[string]any{"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "logicalParentUuid": parent,
			"compactMetadata": map[string]any{"trigger": "auto", "preTokens": 150000}}, withMembers(map[string]any{"parentUuid": nil}, more))
		w.record("", w.last[w.thread], 1, user("This session is being continued from a previous conversation. "+words), map[string]any{"isCompactSummary": true})
	}
}

func (w *tale) call(label, parent string, step int, tool string, input, more map[string]any) {
	id := fmt.Sprintf("toolu_%d_%d", w.number, w.count)
	w.open[w.thread] = append(w.open[w.thread], id)
	w.record(label, parent, step, w.assistant(map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}), more)
}

// assistant is a piece of a reply; pieces that follow each other are of one.
func (w *tale) assistant(block map[string]any) map[string]any {
	if w.reply == "" {
		w.reply = fmt.Sprintf("msg_%d_%d", w.number, w.count)
	}
	return map[string]any{"type": "assistant", "requestId": "req_" + w.reply, "message": map[string]any{
		"id": w.reply, "role": "assistant", "model": "claude-opus-4-5", "content": []any{block}, "usage": map[string]any{"input_tokens": 10, "output_tokens": 500},
	}}
}

// record writes a record with what all have.
func (w *tale) record(label, parent string, step int, members, more map[string]any) {
	w.count++
	w.clock = w.clock.Add(time.Duration(step) * time.Second)
	uuid := fmt.Sprintf("%04x%04x-0000-4000-8000-%012x", w.number, w.count, w.number)
	r := map[string]any{"uuid": uuid, "parentUuid": parent, "timestamp": w.clock.Format("2006-01-02T15:04:05.000Z"), "sessionId": w.session, "cwd": w.cwd, "version": "2.1.50", "gitBranch": "main"}
	if parent == "" {
		r["parentUuid"] = nil
	}
	file := "main"
	if w.thread != "" {
		file = "subagents/agent-" + w.thread + ".jsonl"
		r["agentId"], r["isSidechain"] = w.thread, true
	}
	r = withMembers(withMembers(r, members), more)
	for name, v := range r {
		if v == "-" {
			delete(r, name) // a record that has no such member
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		w.t.Fatal(err)
	}
	fmt.Fprintf(w.file(file), "%s\n", line)
	if _, has := r["uuid"]; has {
		w.last[w.thread], w.label[label] = uuid, uuid
		w.label[""] = ""
	}
}

func (w *tale) file(name string) *strings.Builder {
	if w.files[name] == nil {
		w.files[name] = &strings.Builder{}
	}
	return w.files[name]
}

// withMembers adds members to an object; objects within are merged, too.
func withMembers(to, more map[string]any) map[string]any {
	for name, v := range more {
		inner, ok := v.(map[string]any)
		have, is := to[name].(map[string]any)
		if ok && is {
			v = withMembers(have, inner)
		}
		to[name] = v
	}
	return to
}
