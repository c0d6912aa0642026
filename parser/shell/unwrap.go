package shell

import "strings"

// wrappers are programs that run the command behind their own options, and those of their
// options that take a word.
var wrappers = map[string]string{
	"sudo": "-u -g -h -p -C -D -R -T", "doas": "-u -C", "env": "-u -C -S", "command": "", "builtin": "",
	"exec": "-a", "nohup": "", "time": "-f -o",
	"timeout": "-k -s --signal --kill-after", "nice": "-n", "ionice": "-c -n", "stdbuf": "-i -o -e",
	"setsid": "", "xvfb-run": "-s -n", "rtk": "", "noglob": "", "and": "", "or": "", "not": "",
	"caffeinate": "-t -w",
	"xargs":      "-I -n -P -L -d -E -s -a --max-args --max-procs --max-lines --delimiter --arg-file --replace",
}

// fromInput adds the words that xargs reads, which are not known, to the command that it
// runs. It reports whether there is one: without one, xargs prints the words.
func fromInput(c *Command) bool {
	if len(operands(c.Args[1:], wrappers["xargs"])) == 0 {
		return false
	}
	c.Args = append(c.Args[:len(c.Args):len(c.Args)], Arg{})
	return true
}

// found returns the command that find runs for each file, nil for none.
func found(args []Arg) []Arg {
	for i, a := range args {
		switch a.Text {
		case "-exec", "-execdir", "-ok", "-okdir":
		default:
			continue
		}
		var command []Arg
		for _, word := range args[i+1:] {
			if word.Text == ";" || word.Text == "+" {
				break
			}
			if word.Text == "{}" {
				word = Arg{}
			}
			command = append(command, word)
		}
		return command
	}
	return nil
}

// unwrap takes the programs away that only run another: sudo, env, timeout, xargs.
func unwrap(c *Command) {
	for range 8 {
		if c.Name() == "xargs" && !fromInput(c) {
			return
		}
		own, wraps := wrappers[c.Name()]
		if !wraps {
			return
		}
		args := c.Args[1:]
		if c.Name() == "timeout" {
			args = operands(args, own)
			if len(args) > 0 {
				args = args[1:] // the duration
			}
		} else {
			args = operands(args, own)
		}
		if c.Name() == "env" {
			for len(args) > 0 && strings.Contains(args[0].Text, "=") {
				name, _, _ := strings.Cut(args[0].Text, "=")
				c.Env, args = append(c.Env, name), args[1:]
			}
		}
		if len(args) == 0 {
			return
		}
		c.Args = args
	}
}

// operands returns the words from the first that is no option.
func operands(args []Arg, withValue string) []Arg {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && len(args[0].Text) > 1 {
		option := args[0].Text
		args = args[1:]
		if option == "--" {
			break
		}
		for own := range strings.FieldsSeq(withValue) {
			if own == option && len(args) > 0 {
				args = args[1:]
				break
			}
		}
	}
	return args
}
