package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word returns a word as the command gets it.
func (w *walker) word(word *syntax.Word) Arg {
	if word == nil {
		return Arg{}
	}
	a := Arg{Known: true}
	var b strings.Builder
	w.parts(word.Parts, &b, &a.Known, false)
	a.Text = b.String()
	if !a.Known && a.Text == "" {
		a.Ran = w.ran(word.Parts)
	}
	if !a.Known {
		b.Reset()
		w.shown(word.Parts, &b, false)
		a.Shown = b.String()
	}
	return a
}

// shown writes a word that is not known as a reader can be shown it.
func (w *walker) shown(parts []syntax.WordPart, b *strings.Builder, quoted bool) {
	for i, p := range parts {
		if q, ok := p.(*syntax.DblQuoted); ok {
			w.shown(q.Parts, b, true)
			continue
		}
		known, from := true, b.Len()
		w.parts(parts[i:i+1], b, &known, quoted)
		if known || b.Len() > from {
			continue // a glob is shown as it is
		}
		ran := w.ran(parts[i : i+1])
		v, ok := p.(*syntax.ParamExp)
		switch {
		case ok && v.Param != nil:
			b.WriteString("$" + v.Param.Value)
		case ran != "":
			b.WriteString("$(" + ran + ")")
		default:
			b.WriteString("…")
		}
	}
}

// ran returns the words of the command whose output a word is, directly or by a variable.
func (w *walker) ran(parts []syntax.WordPart) string {
	if len(parts) != 1 {
		return ""
	}
	switch p := parts[0].(type) {
	case *syntax.DblQuoted:
		return w.ran(p.Parts)
	case *syntax.ParamExp:
		v, _ := w.variable(p)
		return v.Ran
	case *syntax.CmdSubst:
		if len(p.Stmts) != 1 || len(p.Stmts[0].Redirs) > 0 {
			return ""
		}
		call, ok := p.Stmts[0].Cmd.(*syntax.CallExpr)
		if !ok {
			return ""
		}
		var words []string
		for _, arg := range call.Args {
			a := w.word(arg)
			if !a.Known {
				return ""
			}
			words = append(words, a.Text)
		}
		return strings.Join(words, " ")
	}
	return ""
}

func (w *walker) parts(parts []syntax.WordPart, b *strings.Builder, known *bool, quoted bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			text := unescape(p.Value, quoted)
			b.WriteString(text)
			if !quoted && strings.ContainsAny(p.Value, "*?[{") && p.Value != "[" && p.Value != "{" &&
				p.Value != "{}" && !strings.Contains(p.Value, "@{") {
				*known = false // a glob, or braces that expand
			}
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\'`, "'", `\"`, `"`, `\\`, `\`).Replace(text)
			}
			b.WriteString(text)
		case *syntax.DblQuoted:
			w.parts(p.Parts, b, known, true)
		case *syntax.ParamExp:
			if v, set := w.variable(p); set && v.Known {
				b.WriteString(v.Text)
			} else {
				*known = false
			}
		case *syntax.CmdSubst:
			if text, ok := w.substituted(p); ok {
				b.WriteString(text)
			} else {
				*known = false
			}
		default:
			*known = false
		}
	}
}

// variable returns the value of a plain $name that the line set.
func (w *walker) variable(p *syntax.ParamExp) (Arg, bool) {
	if p.Param == nil || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Exp != nil {
		return Arg{}, false
	}
	v, ok := w.vars[p.Param.Value]
	return v, ok
}

// substituted returns the output of $(cat <<'EOF' ...), the usual way to write a long text,
// and of $(echo ...) and $(printf ...) with one text.
func (w *walker) substituted(p *syntax.CmdSubst) (string, bool) {
	if len(p.Stmts) != 1 {
		return "", false
	}
	call, ok := p.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	switch w.word(call.Args[0]).Text {
	case "cat":
		cmd := w.redirected(Command{}, p.Stmts[0].Redirs)
		return strings.TrimRight(cmd.Stdin.Text, "\n"), len(call.Args) == 1 && cmd.Stdin.Known
	case "echo", "printf":
		if len(call.Args) == 2 {
			a := w.word(call.Args[1])
			return a.Text, a.Known && !strings.ContainsAny(a.Text, `%\`)
		}
	}
	return "", false
}

// unescape takes the backslashes away that a shell takes away.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if !quoted && separates(s, i) {
			b.WriteByte('/')
			continue
		}
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\n' {
				i++
				continue
			}
			if !quoted || strings.IndexByte("$`\"\\", s[i+1]) >= 0 {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// separates reports whether a byte of a word without quotes is a backslash between the elements of a path of Windows,
// as in "..\lamp". Between such letters, a backslash has no use in other shells.
func separates(s string, i int) bool {
	return s[i] == '\\' && i > 0 && i+1 < len(s) && (inPath(s[i-1]) || s[i-1] == ':') && inPath(s[i+1])
}

func inPath(c byte) bool {
	return c == '.' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// redirected adds what a command's redirections say.
func (w *walker) redirected(cmd Command, redirs []*syntax.Redirect) Command {
	for _, r := range redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			cmd.Stdin = w.heredoc(r)
		case syntax.WordHdoc:
			cmd.Stdin = w.word(r.Word)
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			if to := w.word(r.Word); to.Text != "/dev/null" {
				cmd.Writes = append(cmd.Writes, to)
			}
		}
	}
	return cmd
}

// heredoc returns the text of a here document.
func (w *walker) heredoc(r *syntax.Redirect) Arg {
	if r.Hdoc == nil {
		return Arg{Known: true}
	}
	a := Arg{Known: true}
	var b strings.Builder
	raw := false // the delimiter is quoted, so that nothing is expanded
	for _, p := range r.Word.Parts {
		if lit, ok := p.(*syntax.Lit); !ok || strings.Contains(lit.Value, `\`) {
			raw = true
		}
	}
	if raw {
		for _, p := range r.Hdoc.Parts {
			if lit, ok := p.(*syntax.Lit); ok {
				b.WriteString(lit.Value)
			} else {
				a.Known = false
			}
		}
	} else {
		w.parts(r.Hdoc.Parts, &b, &a.Known, true)
	}
	a.Text = b.String()
	if r.Op == syntax.DashHdoc {
		lines := strings.SplitAfter(a.Text, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
		a.Text = strings.Join(lines, "")
	}
	return a
}

// assign remembers the variables that a line sets.
func (w *walker) assign(list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		if a.Value == nil || a.Append || a.Index != nil {
			delete(w.vars, a.Name.Value)
			continue
		}
		w.vars[a.Name.Value] = w.word(a.Value)
	}
}
