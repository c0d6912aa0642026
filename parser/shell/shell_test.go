package shell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes a command in one line: its flags, its directory, its words, each unknown one
// with a "?", its input and the files it writes.
func show(c *Command) string {
	var b strings.Builder
	for _, f := range []struct {
		set  bool
		name string
	}{{c.Maybe, "maybe"}, {c.Background, "background"}, {c.Masked, "masked"}} {
		if f.set {
			b.WriteString(f.name + " ")
		}
	}
	if !c.DirKnown {
		b.WriteString("in ? ")
	} else if c.Dir != "" {
		b.WriteString("in " + c.Dir + " ")
	}
	arg := func(a Arg) string {
		if a.Known {
			return fmt.Sprintf("[%s]", a.Text)
		}
		return fmt.Sprintf("[%s]?", a.Text)
	}
	for _, e := range c.Env {
		b.WriteString(e + "= ")
	}
	for _, a := range c.Args {
		b.WriteString(arg(a))
	}
	if c.Stdin != (Arg{}) {
		b.WriteString(" <" + arg(c.Stdin))
	}
	for _, w := range c.Writes {
		b.WriteString(" >" + arg(w))
	}
	return b.String()
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, line, want string }{
		{"words", `git commit -m "a b" 'c d' e\ f`, `[git][commit][-m][a b][c d][e f]`},
		{"a chain", "a && b; c", "masked [a]\nmasked [b]\n[c]"},
		{"a chain alone", "a && b", "[a]\n[b]"},
		{"an alternative", "a || b", "masked [a]\nmaybe [b]"},
		{"a pipe", "a | b", "masked [a]\n[b]"},
		{"background", "a & b", "background masked [a]\n[b]"},
		{"a comment", "a # b; c\n# git commit", "[a]"},
		{"quoted commands", `echo "git commit; rm x"`, "[echo][git commit; rm x]"},
		{"cd", "cd /x/y && a; cd ../z; b", "masked [cd][/x/y]\nmasked in /x/y [a]\nmasked in /x/y [cd][../z]\nin /x/z [b]"},
		{"a subshell", "(cd /x && a); b", "masked [cd][/x]\nmasked in /x [a]\n[b]"},
		{"home", "cd ~ && a", "[cd][~]\nin ? [a]"},
		{"below home", "cd ~/x && a; cd ../y; b", "masked [cd][~/x]\nmasked in ~/x [a]\nmasked in ~/x [cd][../y]\nin ~/y [b]"},
		{"cd that may not happen", "a || cd /x\nb", "masked [a]\nmaybe masked [cd][/x]\nin ? [b]"},
		{"if", "if a; then b; else c; fi", "masked [a]\nmaybe [b]\nmaybe [c]"},
		{"a loop", "for f in x y; do a $f; done", "maybe [a][]?"},
		{"a function is not run", "f() { rm x; }; a", "[a]"},
		{"a here document", "git commit -F - <<'EOF'\nsubject\n\n$body\nEOF", "[git][commit][-F][-] <[subject\n\n$body\n]"},
		{"a here document with tabs", "cat <<-EOF\n\tx\n\tEOF", "[cat] <[x\n]"},
		{"a script in a here document", "/usr/bin/bash -e <<'OUTER'\ncd /x\ngit commit -m \"a b\"\nOUTER\nc", "masked [/usr/bin/bash][-e] <[cd /x\ngit commit -m \"a b\"\n]\nmasked [cd][/x]\nmasked in /x [git][commit][-m][a b]\n[c]"},
		{"a script of which a part is not known", "bash <<OUTER\ngit commit -m $x\nOUTER", "[bash] <[git commit -m \n]?"},
		{"the input of a script", "bash run.sh <<'OUTER'\ngit commit\nOUTER", "[bash][run.sh] <[git commit\n]"},
		{"a message by cat", "git commit -m \"$(cat <<'EOF'\nsubject\n\nbody with `code` and $x\nEOF\n)\"", "[git][commit][-m][subject\n\nbody with `code` and $x]"},
		{"redirections", "a > x 2>&1; b >> y; c > /dev/null", "masked [a] >[x]\nmasked [b] >[y]\n[c]"},
		{"only a redirection", "> x", " >[x]"},
		{"a block into a file", "{ a; b; } > x", "masked [a]\n[b]\n >[x]"},
		{"variables", "d=/x; cd $d; a $e \"${d}/y\"", "masked [cd][/x]\nin /x [a][]?[/x/y]"},
		{"variables for one command", "X=1 a", "X= [a]"},
		{"globs", "rm *.go", "[rm][*.go]?"},
		{"wrappers", "sudo -u me env A=1 timeout -k 5 10 nice a b", "A= [a][b]"},
		{"a shell", `bash -lc "cd /x && rm y"; a`, "masked [bash][-lc][cd /x && rm y]\nmasked [cd][/x]\nmasked in /x [rm][y]\n[a]"},
		{"shells of Windows", `powershell.exe -NoProfile -ExecutionPolicy Bypass -Command "cd x; git push"; cmd /d /c git commit -m "a b"`, "masked [powershell.exe][-NoProfile][-ExecutionPolicy][Bypass][-Command][cd x; git push]\nmasked [cd][x]\nmasked in x [git][push]\n[cmd][/d][/c][git][commit][-m][a b]\n[git][commit][-m][a b]"},
		{"fish", "git add .; and git commit -m x; or echo no", "masked [git][add][.]\nmasked [git][commit][-m][x]\n[echo][no]"},
		{"eval", `eval "rm x"`, "[eval][rm x]\n[rm][x]"},
		{"words from input", "a | xargs -0 -n 1 rm -f; b | xargs; c | sudo xargs -I{} env X=1 rm {}", "masked [a]\nmasked [rm][-f][]?\nmasked [b]\nmasked [xargs]\nmasked [c]\nX= [rm][{}][]?"},
		{"a command for each file", `find . -name x -exec rm -rf {} +; find d -exec sh -c 'rm y' \;`, "masked [find][.][-name][x][-exec][rm][-rf][{}][+]\nmasked [rm][-rf][]?\n[find][d][-exec][sh][-c][rm y][;]\nmasked [sh][-c][rm y]\nmasked [rm][y]"},
		{"another machine", `ssh host "rm x"`, "[ssh][host][rm x]"},
		{"a substitution", `a "$(b c)"`, "[a][]?"},
		{"commands before the line of an error", "a\nb ) c", "[a]"},
		{"PowerShell assigns a value", `$a = 'Stop'; $env:B = "x"; $env:C="y"; $d+="z"; $e = 5; a`, "[a]"},
		{"PowerShell assigns what a command prints", `$a = git log -1; $null = New-Item x`, "masked [git][log][-1]\n[New-Item][x]"},
		{"a here-string of PowerShell", "$p=1; @'\nimport os\n# it's > x\n'@ | python - $p; git commit -m @\"\nsubject\n\nbody\n\"@; a", "masked [echo][import os\n# it's > x]\nmasked [python][-][]?\nmasked [git][commit][-m][subject\n\nbody]\n[a]"},
		{"empty here-strings", "a @'\n'@ @\"\n\"@ b", "[a][][][b]"},
		{"no here-string", "git commit -m me@'\nx'\na 'b@\n'@c", "masked [git][commit][-m][me@\nx]\n[a][b@\n@c]"},
		{"paths of Windows", `cd ..\quay; rm x\y.go C:\src\a.go .\b\c.d; find . -name \*.go -o -name a\;b`, "masked [cd][../quay]\nmasked in ../quay [rm][x/y.go][C:/src/a.go][./b/c.d]\nin ../quay [find][.][-name][*.go]?[-o][-name][a;b]"},
		{"commands whose names are variables", `$a = ; $B/c=d --e; "$f" = x; $g == h`, "masked [/c=d]?[--e]\nmasked []?[=][x]\n[]?[==][h]"},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			commands, _ := Parse(test.line)
			for i := range commands {
				got = append(got, show(&commands[i]))
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.line, diff)
			}
		})
	}
}

func TestPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, want string }{
		{"rm x", "x"},
		{"rm ./a/../x", "x"},
		{"cd /w; rm x", "/w/x"},
		{"cd sub; rm x", "sub/x"},
		{"rm /y", "/y"},
		{`rm "C:/y"`, "C:/y"},
		{"rm ~/y", "~/y"},
		{`cd C:\w\x; rm ..\y`, "C:/w/y"},
		{`cd '~\w\x'; rm ..\y`, "~/w/y"},
		{"rm ~", ""},
		{"rm $y", ""},
		{"cd $d; rm y", ""},
	} {
		commands, _ := Parse(test.line)
		last := &commands[len(commands)-1]
		if got, _ := last.Path(last.Args[1]); got != test.want {
			t.Errorf("%q removes %q, want %q", test.line, got, test.want)
		}
	}
}

// TestHostile parses lines that are made to take long or a lot of stack.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"(", "{ ", "$(", "`", "! ", "if a; then ", "a |", "a && ", "a; ", "<<E ", "\"$(", "((", "[[ ", "case a in ", "function f ", "${a:-", "a=(", "time ", "eval ", "bash -c '", "find x -exec ", "xargs "} {
		for _, n := range []int{100, maxBytes / len(unit), maxBytes} {
			Parse(strings.Repeat(unit, n))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"git commit -m \"$(cat <<'EOF'\na\nEOF\n)\"", "cd x && (rm a || b) > c &", "for i in 1 2; do a; done", "bash -c 'eval \"x\"'", "a <<<b 2>&1", "x=$((1+2)) y=(a b) z"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		commands, _ := Parse(line)
		for i := range commands {
			c := &commands[i]
			if len(c.Args) == 0 && len(c.Writes) == 0 {
				t.Errorf("%q yields an empty command", line)
			}
			c.Name()
			for _, a := range c.Args {
				if p, ok := c.Path(a); ok && p == "" {
					t.Errorf("%q yields an empty path", line)
				}
			}
		}
	})
}
