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
	scriptText   = lazy.MustCompile("^(?:\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\$]|\\\\[\\s\\S]|\\$+(?:[^`\\\\${]|\\\\[\\s\\S]))*\\$*`)")
	scriptConst  = lazy.MustCompile(`\b(?:const|let|var)\s+([A-Za-z_]\w*)\s*=\s*`)
	scriptShort  = lazy.MustCompile(`^[\s,]*([A-Za-z_]\w*)\s*[,}]`)
	scriptValue  = lazy.MustCompile(`^(?:[\w.+-]+|\[[^][{}"'` + "`" + `]*\])`)
)

// scriptCalls returns the calls that are written in a script, in order. Arguments that are computed
// are left out; texts that were given a name before are none.
func scriptCalls(script string) (all []scriptCall) {
	named, texts := scriptTexts(script)
	end := 0 // of the call before: what its texts say is no call
	for _, m := range toolsCall.FindAllStringSubmatchIndex(script, -1) {
		for len(texts) > 0 && texts[0].end <= m[0] {
			texts = texts[1:]
		}
		if m[0] < end || len(texts) > 0 && texts[0].start <= m[0] {
			continue
		}
		c := scriptCall{name: script[m[2]:m[3]]}
		rest, ok := strings.CutPrefix(script[m[1]:], "{")
		for ok {
			rest, ok = c.member(rest, named)
		}
		all, end = append(all, c), len(script)-len(rest)
	}
	return all
}

// member takes the next member of a call's argument, if it is a plain text, and returns what follows it. ok is false where no
// member can be read.
func (c *scriptCall) member(text string, named map[string]string) (rest string, ok bool) {
	if m := scriptShort.FindStringSubmatch(text); m != nil { // {cmd} for {cmd: cmd}
		c.give(m[1], m[1], named)
		return text[len(m[0])-1:], true
	}
	m := scriptMember.FindStringSubmatch(text)
	if m == nil {
		return text, false
	}
	name, rest := m[1]+m[2]+m[3], text[len(m[0]):]
	if value := scriptText.FindString(rest); value != "" {
		c.in = append(c.in, raw.Member{Name: name, Value: rebuild.Quote(unquoted(value))})
		return rest[len(value):], true
	}
	value := scriptValue.FindString(rest)
	rest = rest[len(value):]
	if next := strings.TrimLeft(rest, " \t\r\n"); next != "" && (next[0] == ',' || next[0] == '}') {
		c.give(name, value, named)
	}
	return rest, value != ""
}

// give adds a member whose value is a text that has a name.
func (c *scriptCall) give(name, value string, named map[string]string) {
	if text := named[value]; text != "" {
		c.in = append(c.in, raw.Member{Name: name, Value: rebuild.Quote(unquoted(text))})
	}
}

type scriptSpan struct{ start, end int }

// scriptTexts returns the texts that a script names, in their quotes, and where they are. A name that is given more than
// once says nothing.
func scriptTexts(script string) (named map[string]string, at []scriptSpan) {
	named = map[string]string{}
	end := 0
	for _, m := range scriptConst.FindAllStringSubmatchIndex(script, -1) {
		if m[0] < end {
			continue
		}
		name, text := script[m[2]:m[3]], scriptText.FindString(script[m[1]:])
		if _, twice := named[name]; twice {
			text = ""
		}
		if end = m[1] + len(text); text != "" {
			at = append(at, scriptSpan{m[1], end})
		}
		if rest := strings.TrimLeft(script[end:], " \t"); rest != "" && !strings.ContainsRune(";,\r\n", rune(rest[0])) {
			text = "" // a part of what is computed
		}
		named[name] = text
	}
	return named, at
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
