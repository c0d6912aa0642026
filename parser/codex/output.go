package codex

import (
	"cmp"
	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// heads match the lines that the client writes above the output of a command.
var (
	heads     = lazy.MustCompile(`^(?:(?:Chunk ID|Wall time|Process exited with code|Process running with session ID|Original token count|Exit code|Total output lines|Command|Wall time \(seconds\)|Session ID)[^\n]*\n)+Output:(?:\n|$)`)
	exitLine  = lazy.MustCompile(`(?m)^(?:Exit code:|Process exited with code) (-?\d+)`)
	wallLine  = lazy.MustCompile(`(?m)^Wall time(?: \(seconds\))?: ([\d.]+)`)
	taskLine  = lazy.MustCompile(`(?m)^Process running with session ID (\S+)`)
	otherLine = lazy.MustCompile(`(?m)^(Chunk ID|Original token count|Total output lines|Command): ?(.*)$`)
	refusals  = lazy.MustCompile(`^(?:exec_command failed|apply_patch verification failed|failed in sandbox|error:|Error:|unsupported call|failed to parse|write_stdin failed|execution error|tool call error|err: )`)
	rejected  = lazy.MustCompile(`(?s)^(?:exec command |patch |command )?rejected by user|^exec_command failed\b.*: CreateProcess \{ message: "Rejected\(\\"rejected by user\\"\)" \}\s*$`)
	denied    = lazy.MustCompile(`(?s)^approval policy is \w+; reject command|^exec_command failed\b.*: CreateProcess \{ message: "Rejected\(\\".* rejected: .*\\"\)" \}\s*$|^(?:exec_command failed\b.*: CreateProcess \{ message: "Rejected\(\\")?(This action was rejected due to )`)
	aborted   = lazy.MustCompile(`^aborted(?: by user)?\b`)
)

// output takes the result of a call.
func (r *reader) output(rec *rebuild.Record, p raw.Object) {
	id := p.String("call_id")
	if text := p.String("output"); id == "" && strings.HasPrefix(strings.TrimSpace(text), "<codex_delegation>") {
		rec.As(rebuild.Folded)
		rec.Thread.Event(rec, delegated(rec.At, text))
		return
	}
	if id == "" && len(r.calls) > 0 {
		id, r.calls = r.calls[0], r.calls[1:]
	}
	if id == "" {
		id = rec.At.Anchor
	}
	out := &parser.ToolResult{}
	v := p.Raw("output")
	for _, name := range []string{"result", "tools"} {
		if v == nil {
			v = p.Raw(name)
		}
	}
	switch v.Kind() {
	case '"':
		outputText(rec, out, raw.String(v))
	case '[':
		outputParts(rec, out, raw.ParseArray(v))
	case '{':
		outputObject(rec, out, v)
	}
	c := rec.Thread.Call(id)
	if c != nil {
		if agent := spawnedBy(c, out.Text()); agent != "" && r.spawned[agent] == nil {
			r.spawned[agent] = c
		}
		if (c.Action.Kind == parser.ActionRun || c.Name == "exec") && c.Action.Task == "" {
			c.Action.Task = running(out)
		}
		if c.Result != nil && !rec.Thread.Often(id) {
			join(c.Result, out)
		}
	}
	first := c != nil && c.Result == nil
	if status := p.String("status"); status == "failed" || status == "incomplete" {
		out.IsError = true
	}
	rec.Thread.Result(rec, id, out)
	if first {
		answered(rec, c)
	}
}

// join adds to a result what was recorded of it before: the output of which less was cut is shown, and
// the other one beside it where it has other lines.
func join(before, out *parser.ToolResult) {
	a, b := before.Text(), out.Text()
	switch {
	case a == "" || covers(b, a):
	case len(a) > len(b):
		out.Content = before.Content
		if !covers(a, b) {
			beside(out, "output for the model", b)
		}
	default:
		beside(out, "output", a)
	}
	before.Content = nil // out has it
	if changes := raw.ParseObject(before.Structured).Raw("changes"); changes != nil && len(out.Structured) > 0 {
		out.Structured = append(raw.ParseObject(out.Structured), raw.Member{Name: "changes", Value: changes}).JSON()
	}
}

// covers reports whether a text has all lines of another one.
func covers(text, other string) bool {
	have := map[string]bool{}
	for line := range strings.Lines(text) {
		have[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(other) {
		if line = strings.TrimSpace(line); line != "" && !have[line] {
			return false
		}
	}
	return true
}

// beside adds a member with a text to the structured result.
func beside(out *parser.ToolResult, name, text string) {
	out.Structured = append(raw.ParseObject(out.Structured), raw.Member{Name: name, Value: rebuild.Quote(text)}).JSON()
}

func outputParts(rec *rebuild.Record, out *parser.ToolResult, parts []jsontext.Value) {
	for i, v := range parts {
		o := raw.ParseObject(v)
		url := cmp.Or(o.String("image_url"), o.Object("image_url").String("url"))
		text := o.String("text")
		if i == 0 && text != "" {
			if text = scriptEnd(out, text); text == "" {
				continue
			}
		}
		switch {
		case text != "" && len(parts) == 1 && url == "":
			outputText(rec, out, text)
		case text != "":
			out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
		case url != "":
		case v.Kind() == '"':
			out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: raw.String(v)})
		case len(o) > 0:
			out.Content = append(out.Content, &parser.Unknown{Origin: rec.At, Type: cmp.Or(o.String("type"), "result"), Raw: clone(v)})
		}
		if url != "" {
			out.Content = append(out.Content, rebuild.Image(rec.At, url))
		}
	}
}

func outputObject(rec *rebuild.Record, out *parser.ToolResult, v jsontext.Value) {
	o := raw.ParseObject(v)
	if o.Raw("text") != nil {
		outputParts(rec, out, []jsontext.Value{v})
		return
	}
	for _, name := range []string{"content", "output", "stdout"} {
		if text := o.Text(name); text != "" && len(out.Content) == 0 {
			outputText(rec, out, text)
		}
	}
	if ok := o.Raw("success"); string(ok) == "false" {
		out.IsError = true
	}
	exit(out, o)
	out.Structured = raw.Without(v, "content", "output", "stdout")
}

// exit takes an exit code.
func exit(out *parser.ToolResult, o raw.Object) {
	for _, name := range []string{"exit_code", "exitCode"} {
		if code, recorded := exitCodeOf(o.Raw(name)); recorded && code != "0" {
			out.IsError = true
		}
	}
	if s := o.Raw("duration_seconds"); s != nil {
		out.Duration = seconds(string(s))
	}
}

func seconds(text string) time.Duration {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > 1e7 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}

// outputText takes the text of a result: what a command printed below what the client says of it.
func outputText(rec *rebuild.Record, out *parser.ToolResult, text string) {
	if o := raw.ParseText(text); o.Raw("output") != nil && o.Raw("metadata") != nil {
		meta := o.Object("metadata")
		exit(out, meta)
		out.Structured = raw.Without(meta.JSON(), "duration_seconds") // is the result's duration
		text = o.String("output")
	} else if head := heads.FindString(text); head != "" {
		text = text[len(head):]
		o := raw.Object{}
		if m := exitLine.FindStringSubmatch(head); m != nil {
			out.IsError = m[1] != "0"
			o = append(o, raw.Member{Name: "exitCode", Value: jsontext.Value(m[1])})
		}
		if m := wallLine.FindStringSubmatch(head); m != nil {
			out.Duration = seconds(m[1])
		}
		if m := taskLine.FindStringSubmatch(head); m != nil {
			o = append(o, raw.Member{Name: "task", Value: rebuild.Quote(m[1])})
		}
		for _, m := range otherLine.FindAllStringSubmatch(head, -1) {
			o = append(o, raw.Member{Name: m[1], Value: rebuild.Quote(m[2])})
		}
		out.Structured = o.JSON()
	} else {
		out.IsError = out.IsError || refusals.MatchString(text)
		if out.Rejected = rejected.MatchString(text); !out.Rejected {
			if m := denied.FindStringSubmatch(text); m != nil {
				out.IsError, out.Denied = true, "permission-rule"
				if m[1] != "" {
					out.Denied = "classifier"
				}
			}
		}
		out.Interrupted = aborted.MatchString(text)
	}
	if text != "" {
		out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
	}
}

// running returns the id of a command that goes on in the background, "" when it ended.
func running(out *parser.ToolResult) string {
	return raw.ParseObject(out.Structured).String("task")
}

func durationOf(v jsontext.Value) time.Duration {
	if o := raw.ParseObject(v); o != nil {
		return time.Duration(max(o.Int("secs"), 0))*time.Second + time.Duration(max(o.Int("nanos"), 0))
	}
	return seconds(string(v))
}

// exitCodeOf returns an exit code, which some clients write as a text. recorded is false for what is none.
func exitCodeOf(v jsontext.Value) (code string, recorded bool) {
	n, err := strconv.Atoi(strings.Trim(string(v), `"`))
	return strconv.Itoa(n), err == nil
}
