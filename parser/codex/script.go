package codex

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// Newer versions (0.14x) may give the model one tool, exec, that runs a script: JavaScript which
// calls the other tools as functions of "tools". The script and what it printed are recorded, and
// of the calls within it at most how they ended, by ids that begin with "exec-". See
// codex-rs/core/src/tools/code_mode in the sources of Codex.

// nested reports whether an id is that of a call within a script.
func nested(id string) bool { return strings.HasPrefix(id, "exec-") }

// within makes the call that an event of a script's call belongs to. What the script did is then
// said by that call.
func within(rec *rebuild.Record, dir, id, name string, input jsontext.Value) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, ID: id, Name: name, Input: input}
	act(c, dir)
	rec.As(rebuild.Shown)
	rec.Thread.Reply(rec, c)
	return c
}

// leave takes the commands from a script whose calls say themselves what they ran.
func leave(r *reader, rec *rebuild.Record) {
	if n := r.newest.of(rec.Thread); n != nil && n.script != nil {
		n.script.Action = parser.Action{Kind: parser.ActionOther, About: "exec_command"}
	}
}

// ranInput is the input of a command of which only the end was recorded.
func ranInput(p raw.Object) jsontext.Value {
	o := raw.Object{{Name: "cmd", Value: rebuild.Quote(command(p))}}
	if dir := p.String("cwd"); dir != "" {
		o = append(o, raw.Member{Name: "workdir", Value: rebuild.Quote(dir)})
	}
	return o.JSON()
}

// scripted fills in what a script did: the commands that it runs, one per line, or else the names
// of the tools that it calls.
func scripted(a *parser.Action, script, dir string) {
	var commands, names []string
	for _, c := range scriptCalls(script) {
		names = append(names, c.name)
		if kinds[c.name] != parser.ActionRun {
			continue
		}
		if command := command(c.in); command != "" {
			commands = append(commands, command)
			a.Dir = cmp.Or(a.Dir, c.in.String("workdir"))
		}
	}
	if len(commands) == 0 {
		*a = parser.Action{Kind: parser.ActionOther, About: strings.Join(names, ", ")}
		return
	}
	a.Command, a.Dir = strings.Join(commands, "\n"), cmp.Or(a.Dir, dir)
}

// scriptCall is a call within a script.
type scriptCall struct {
	name string
	in   raw.Object // the members of its argument that are plain texts
}

var (
	toolsCall    = lazy.MustCompile(`\btools\.([A-Za-z_]\w*)\(\s*`)
	scriptMember = lazy.MustCompile("^[\\s,]*(?:(\\w+)|\"(\\w+)\"|'(\\w+)')\\s*:\\s*")
	scriptText   = lazy.MustCompile("^(?:\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\$]|\\\\[\\s\\S])*`)")
	scriptValue  = lazy.MustCompile(`^(?:[\w.+-]+|\[[^][{}"'` + "`" + `]*\])`)
)

// scriptCalls returns the calls that are written in a script, in order. Arguments that are computed
// are left out.
func scriptCalls(script string) (all []scriptCall) {
	end := 0 // of the call before: what its texts say is no call
	for _, m := range toolsCall.FindAllStringSubmatchIndex(script, -1) {
		if m[0] < end {
			continue
		}
		c := scriptCall{name: script[m[2]:m[3]]}
		rest, ok := strings.CutPrefix(script[m[1]:], "{")
		for ok {
			member := scriptMember.FindStringSubmatch(rest)
			if member == nil {
				break
			}
			rest = rest[len(member[0]):]
			if text := scriptText.FindString(rest); text != "" {
				c.in = append(c.in, raw.Member{Name: member[1] + member[2] + member[3], Value: rebuild.Quote(unquoted(text))})
				rest = rest[len(text):]
				continue
			}
			value := scriptValue.FindString(rest)
			rest, ok = rest[len(value):], value != ""
		}
		all, end = append(all, c), len(script)-len(rest)
	}
	return all
}

var scriptEscape = lazy.MustCompile(`\\(?:u[0-9A-Fa-f]{4}|[\s\S])`)

// unquoted returns what a text in a script says.
func unquoted(text string) string {
	var plain string
	if text[0] == '"' && json.Unmarshal([]byte(text), &plain) == nil {
		return plain
	}
	return scriptEscape.ReplaceAllStringFunc(text[1:len(text)-1], func(escape string) string {
		if json.Unmarshal([]byte(`"`+escape+`"`), &plain) == nil {
			return plain
		}
		return strings.TrimPrefix(escape[1:], "\n")
	})
}

// scriptHead matches what the client says above the output of a script.
var scriptHead = lazy.MustCompile(`^Script (?:completed|(failed)|(terminated)|running with cell ID (\S+))\nWall time ([\d.]+) seconds\nOutput:\n`)

// scriptEnd takes how a script ended from the first part of its output, and returns what else that part says.
func scriptEnd(out *parser.ToolResult, text string) string {
	m := scriptHead.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	out.IsError, out.Interrupted, out.Duration = m[1] != "", m[2] != "", seconds(m[4])
	if m[3] != "" {
		out.Structured = raw.Object{{Name: "task", Value: rebuild.Quote(m[3])}}.JSON()
	}
	return text[len(m[0]):]
}
