package shell

import "strings"

// wrappers are programs that run the command behind their own options, and those of their
// options that take a word of their own.
var wrappers = map[string]string{
	"sudo": "-u -g -h -p -C -D -R -T", "doas": "-u -C", "env": "-u -C -S", "command": "", "builtin": "", "exec": "-a", "nohup": "", "time": "-f -o",
	"timeout": "-k -s --signal --kill-after", "nice": "-n", "ionice": "-c -n", "stdbuf": "-i -o -e", "setsid": "", "xvfb-run": "-s -n", "rtk": "", "noglob": "", "caffeinate": "-t -w",
}

// unwrap takes the programs away that only run another: sudo, env, timeout.
func unwrap(c *Command) {
	for range 8 {
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
