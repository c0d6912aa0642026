package walk

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/placed"
)

// fields knows what a string of a JSON value is under: the name of its field, the name that another
// field of the object contains, or what is before it in a list of arguments.
type fields struct {
	name  string // of the field
	title string // that the object is under, or that another field contains
	named bool   // another field contains it
	list  arguments
}

// arguments is what is known of a list: the words of a command are one, each a string.
type arguments struct {
	flag    string // the string before, when it is an option
	program string // of which an option is known
	user    bool   // an option names the user
	secret  bool   // a word says that the command sets a secret
	index   int    // of the string
}

// key begins the field of a name.
func (f *fields) key(name string) { f.name, f.list = name, arguments{} }

// nameOf returns the name that the string s is under.
func (f *fields) nameOf(s string) string {
	if f.title != "" && (f.name == "value" || f.named && judge.ValueField(f.name) && !strings.Contains(s, " ") && !judge.Word(s)) {
		return f.title
	}
	if name := f.list.nameOf(s); name != "" {
		return name
	}
	if f.name == "auth" && f.list.index == 1 { // ["joe", "x"]
		return "password"
	}
	return f.name
}

// nameOf returns the name that the string s of a list is under, "" when nothing says so.
func (l *arguments) nameOf(s string) string {
	option, pair := placed.Option(l.program)
	switch {
	case l.flag == option && placed.Database(l.program, s):
		return ""
	case option != "" && l.flag == option && pair == ":":
		return "creds"
	case option != "" && (l.flag == option || len(s) > len(option) && s[0] == '-' && strings.HasPrefix(s, option) && s[1] != '-'),
		l.user && (l.flag == "-p" || l.flag == "-P") && option == "" && !isPort(s):
		return "password"
	case l.secret && (l.flag == "--body" || l.flag == "--value" || l.flag == "--secret-string"):
		return "secret"
	case strings.HasPrefix(l.flag, "--") && judge.Classify(l.flag) >= judge.Key:
		return l.flag
	}
	return ""
}

// isPort reports the number of a port, or of two: 8080:80.
func isPort(s string) bool {
	return chars.All(s, func(b byte) bool { return chars.IsDigit(b) || b == ':' })
}

// value notes a string that was visited.
func (f *fields) value(s string) {
	f.list.add(s)
	switch {
	case f.name == "name" || f.name == "key", f.name == "type" && judge.Classify(s) == judge.Password:
		f.title, f.named = s, true
	case judge.NameField(f.name):
		if name := judge.Labelled(s); name != "" {
			f.title, f.named = name, true
		}
	case chars.EndsFold(f.name, "secret_name", "secretName"):
		f.title, f.named = "secret", true
	}
}

func (l *arguments) add(s string) {
	l.index++
	switch l.flag {
	case "-u", "-U", "--user", "--username":
		l.user = true
	}
	l.secret = l.secret || s == "secret" || s == "secrets" || s == "secretsmanager"
	if l.flag = ""; strings.HasPrefix(s, "-") && len(s) < longestFlag {
		l.flag = s
	}
	if option, _ := placed.Option(s); option != "" {
		l.program = s
	}
}

const longestFlag = 40 // of a name of an option
