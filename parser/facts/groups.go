package facts

import (
	"cmp"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/prose"
	"steno/parser/shell"
)

// Group is a problem that occurred once or several times: the same kind of call on the same
// subject went wrong in the same way.
type Group struct {
	Problem                   // the first
	Last     Problem          // the last; the first when there is one
	Count    int              // how many there are
	Resolved *parser.ToolCall // the next success of the same kind of call on the same subject; nil when there was none
	By       *parser.Agent    // who made that call, nil for the main thread
	Of       *parser.ToolCall // the command of the background whose output the first call asked for; nil for others
	subject  string
}

// groupKey says which problems are one.
type groupKey struct {
	kind    parser.Outcome
	tool    string
	subject string
	agent   *parser.Agent
}

// groups puts problems of one kind together, in the order of the first of each. Of commands the
// subject is the program with what it is to do, so that a second attempt with other options is
// about the same. ordered are all calls of the session.
func groups(problems []Problem, ordered []Call, lines *commandLines, bg background) []Group {
	var list []Group
	at := map[groupKey]int{}
	for _, p := range problems {
		of := bg.of[p.Call]
		key := groupKey{kind: p.Kind, subject: subjectOf(cmp.Or(of, p.Call), lines), agent: p.Agent}
		if p.Call != nil {
			key.tool = p.Call.Name
		} else {
			key.subject = strings.TrimSpace(p.Message.APIError + " " + complaint(p.Message))
		}
		i, known := at[key]
		if !known {
			i = len(list)
			at[key] = i
			list = append(list, Group{Problem: p, Of: of, subject: key.subject})
		}
		list[i].Last = p
		list[i].Count++
	}
	resolve(list, ordered, bg)
	return list
}

// complaint returns how an error of an API begins, without what differs each time: a body, an id, a time.
func complaint(m *parser.Message) string {
	for _, b := range m.Blocks {
		if t, ok := b.(*parser.Text); ok {
			text := prose.Head(t.Text, 100)
			if end := strings.IndexAny(text, "{|(·\n"); end > 0 {
				text = text[:end]
			}
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// sameCall is a kind of call and what it is about.
type sameCall struct {
	kind    parser.ActionKind
	subject string
}

// about returns what a later call must be and be about to resolve the problem.
func (g *Group) about() sameCall {
	return sameCall{cmp.Or(g.Of, g.Last.Call).Action.Kind, g.subject}
}

// resolve finds what resolved each group: the next success after the last problem. It goes
// through the calls from the end.
func resolve(list []Group, ordered []Call, bg background) {
	last := map[*parser.ToolCall]*Group{}
	wanted := map[sameCall]bool{}
	var programs []string
	for i := range list {
		g := &list[i]
		if c := g.Last.Call; c != nil && g.subject != "" {
			last[c] = g
			wanted[g.about()] = true
			program, _, _ := strings.Cut(g.subject, " ")
			programs = append(programs, program)
		}
	}
	if len(last) == 0 {
		return
	}
	next := map[sameCall]*Call{}
	for i := len(ordered) - 1; i >= 0; i-- {
		c := &ordered[i]
		if g := last[c.ToolCall]; g != nil {
			if by := next[g.about()]; by != nil {
				g.Resolved, g.By = by.ToolCall, by.Agent
			}
		}
		if !c.Ended() || bg.failed[c.ToolCall] {
			continue
		}
		if c.Action.Command != "" && !containsAny(c.Action.Command, programs) && !containsAny(c.Action.Command, testWords) {
			continue // parsing all command lines would take long
		}
		if key := (sameCall{c.Action.Kind, subjectOf(c.ToolCall, c.lines)}); wanted[key] {
			next[key] = c
		}
	}
}

// subjectOf returns what a call is about, so that a second attempt is about the same: the
// file, or what the command runs.
func subjectOf(c *parser.ToolCall, lines *commandLines) string {
	switch {
	case c == nil:
		return ""
	case c.Action.File != "":
		return clean(c.Action.File)
	case c.Action.Command != "":
		return lines.named(c.Action.Command).subject
	}
	return c.Action.About
}

// leads are commands that say nothing of what a command line is for when there is another.
var leads = strings.Fields("[ [[ test cd pushd popd export unset set source . echo printf sleep true wait continue break return exit shift local declare Set-Location Push-Location Pop-Location Write-Host Write-Output Start-Sleep")

// cutters are commands that only cut the output of another.
var cutters = strings.Fields("head tail grep egrep rg sed awk sort uniq wc cut tr tee less jq xargs column Select-Object Where-Object ForEach-Object Sort-Object Select-String Measure-Object Out-String Format-Table Format-List")

// looks are commands that only show what there is. They name a line in which no other command does something.
var looks = strings.Fields("cat date file hostname id ls pwd stat tree type uname which whoami Get-ChildItem Get-Content Get-Item Get-Location Get-Date Get-Command Test-Path Resolve-Path")

// gitLooks are the verbs of git that only show what there is.
var gitLooks = strings.Fields("blame diff log ls-files reflog rev-parse shortlog show status")

// subjectOfLine returns what a command line runs: of its commands the first that does
// something itself, without options.
func subjectOfLine(line string, commands []shell.Command) string {
	name, words := mainCommand(commands)
	if name == "" {
		return strings.TrimSpace(line)
	}
	for _, w := range words {
		name += " " + w.Text
	}
	return name
}

// nameOf is the program that the commands of a line run, with its verb where it has several:
// "go test", "python3".
func nameOf(commands []shell.Command) string {
	name, words := mainCommand(commands)
	switch {
	case byVerb[name]:
		for _, w := range words {
			name += " " + w.Text
		}
	case name == "":
		for i := range commands {
			if c := &commands[i]; len(c.Args) > 0 && (name == "" || slices.Contains(leads, name)) {
				name = base(c.Args[0].Text)
			}
		}
	}
	return cmp.Or(name, "shell")
}

// gitVerb returns what a command asks git to do, "" for other programs.
func gitVerb(c *shell.Command) string {
	if c.Name() != "git" {
		return ""
	}
	if words := fromVerb("git", c.Args[1:]); len(words) > 0 {
		return words[0].Text
	}
	return ""
}

// mainCommand returns the program of the command of a line that does something itself, and what
// it is to do; "" when there is none. Lines that only show things and stage changes are named by the first
// command that shows something.
func mainCommand(commands []shell.Command) (name string, words []shell.Arg) {
	first, looking, staging := -1, -1, -1
	for i := range commands {
		if tool := testTool(&commands[i]); tool != "" {
			return runnerName(tool, &commands[i]), nil
		}
		c, verb := &commands[i], gitVerb(&commands[i])
		kind := &first
		switch {
		case len(c.Args) == 0 || slices.Contains(leads, c.Name()) || slices.Contains(cutters, c.Name()):
			continue
		case verb == "add" || verb == "stage": // what the commit after it is to contain
			kind = &staging
		case slices.Contains(looks, c.Name()) || slices.Contains(gitLooks, verb):
			kind = &looking
		}
		if *kind < 0 {
			*kind = i
		}
	}
	for _, other := range []int{looking, staging} {
		if first < 0 {
			first = other
		}
	}
	if first < 0 {
		return "", nil
	}
	c := &commands[first]
	name = base(c.Args[0].Text)
	words = operands(fromVerb(name, c.Args[1:]), valuedOf(name))
	if byVerb[name] {
		words = words[:min(len(words), verbs(words))]
	}
	return name, words
}
