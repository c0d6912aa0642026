package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Words without quotes are values in configuration files, elements and flags, and names of
// variables in programs.

// plain reports a place of a bare value s[at:end] where no name of a program can be.
func plain(s, name string, class judge.Class, at, end int) bool {
	if class == judge.Secretive && at > 0 && kind.Numbered(s[at:end]) {
		return configured(s, name, chars.LineStart(s, at), at, end)
	}
	if class == judge.Password && at > 0 && besideUserName(s, at, end) {
		return true
	}
	if at == 0 || !chars.All(s[at:end], isWords) {
		return class == judge.Password && chars.All(s[at:end], chars.IsLetter) && s[at-min(at, 1)] == ' ' &&
			announces(s[chars.LineStart(s, at):at], name) && strings.Trim(s[end:chars.LineEnd(s, end)], " \r*`") == ""
	}
	if marks := strings.TrimLeft(s[end:min(len(s), end+2)], "!?"); marks == "" || chars.IsSpace(marks[0]) { // LanternWinter!
		if judge.SeveralWords(s[at:end]) {
			end += len(s[end:min(len(s), end+2)]) - len(marks)
		}
	}
	start := chars.LineStart(s, at)
	switch s[at-1] {
	case '>': // <password>x</password>
		return strings.HasPrefix(s[end:], "</")
	case ' ', '=', ':', '"', '\'':
	default:
		return false
	}
	before := s[start:at]
	if name[0] == '-' {
		return flagged(s, name, start, at, end) || strings.TrimSpace(before) == "-" && lineAbove(s, start) == "- "+name
	}
	if s[at-1] == '=' && class == judge.Password &&
		(strings.HasSuffix(before, " -D"+name+"=") ||
			amongPairs(before, s[end:min(len(s), end+longestPair)], name) ||
			strings.HasSuffix(before, "&"+name+"=") || strings.HasSuffix(before, "?"+name+"=")) {
		return true
	}
	if s[at-1] == ':' && class == judge.Password && end < len(s) && (s[end] == ' ' || s[end] == '}') && ofStruct(before, name) {
		return true
	}
	if header := strings.TrimSuffix(before, name+": "); len(header) > 0 && len(header) < len(before) && strings.IndexByte(name, '-') > 0 {
		if quote := header[len(header)-1]; quote == '"' || quote == '\'' {
			return end < len(s) && s[end] == quote // -H "X-Api-Key: x"
		}
	}
	if i := strings.LastIndexAny(before, ";,"); i >= 0 && strings.EqualFold(strings.Trim(before[i+1:], " ="), name) {
		return connects(before[:i])
	}
	if above := lineAbove(s, start); strings.TrimSpace(before) == "" && strings.HasPrefix(above, name+":") &&
		strings.Trim(above[len(name)+1:], " |>-+") == "" {
		return true // name: >-, and the value below
	}
	for _, flag := range [...]string{"-var ", "-var=", "--set ", "--set=", "--set-string ", "--from-literal ",
		"--from-literal=", " -F ", " -d ", " --form ", " --data ", "extra-vars "} {
		if strings.Contains(before, flag) {
			return true
		}
	}
	if class == judge.Password && strings.HasSuffix(before, " /"+name+":") { // of Windows
		return true
	}
	if strings.Contains(before, "ansible") && (strings.Contains(before, " -e '") || strings.Contains(before, " -e \"")) {
		return true
	}
	return configured(s, name, start, at, end) || class == judge.Password && announces(before, name) &&
		judge.SeveralWords(s[at:end]) && strings.Trim(s[end:chars.LineEnd(s, end)], " \r*`") == ""
}

// announces reports a line that begins with some words of which the last is the name, and a colon:
// Initial root password: x.
func announces(before, name string) bool {
	const most = 3 // words
	line := strings.ReplaceAll(strings.TrimLeft(before[chars.OwnText(before, 0):], " *-•✔✓>#"), "**", "")
	words, ok := strings.CutSuffix(strings.TrimRight(line, " *`"), name+":")
	return ok && strings.Count(words, " ") <= most &&
		chars.All(words, func(c byte) bool { return chars.IsLetter(c) || c == ' ' || c == '*' })
}

// isWords reports the characters of words and of what joins them.
func isWords(c byte) bool { return chars.IsLetter(c) || c == '_' || c == '-' }

// besideUserName reports letters at s[at:end] on a line that names a user before them, as programs report what they found out: login: root
// password: winterkettle; or those that the line below asks for again, as at a prompt.
func besideUserName(s string, at, end int) bool {
	const longest = 96
	if s[at-1] != ' ' || end-at < longWord || !chars.All(s[at:end], chars.IsLower) {
		return false
	}
	line := strings.ToLower(s[max(at-longest, chars.LineStart(s, at)):at])
	user := strings.Contains(line, "login: ") || strings.Contains(line, "user: ") || strings.Contains(line, "username: ")
	if user && strings.HasSuffix(line, "password: ") {
		return true
	}
	if strings.Trim(s[end:chars.LineEnd(s, end)], " \r") != "" {
		return false
	}
	repeats := func(line string) bool { return len(line) < longest && strings.HasSuffix(line, ": "+s[at:end]) }
	next := min(len(s), chars.LineEnd(s, end)+1)
	return repeats(lineAbove(s, chars.LineStart(s, at))) || repeats(strings.TrimRight(s[next:chars.LineEnd(s, next)], " \r"))
}

// longWord is the least of one word that is taken there.
const longWord = 8

// flagged reports the argument of a flag in a command, and not in a list of the flags that a program knows.
func flagged(s, name string, start, at, end int) bool {
	before := s[start:at]
	i := strings.LastIndex(before, name)
	if i <= 0 || before[i-1] != ' ' || end < len(s) && strings.IndexByte(" \n\r\t'\"`;&|)]\\", s[end]) < 0 {
		return false
	}
	command := strings.TrimSpace(before[:i])
	if command == "" && strings.HasSuffix(lineAbove(s, start), `\`) { // the command goes on
		return true
	}
	return command == "-" && name[1] == '-' || command != "" && strings.IndexByte(",|[(/:", command[len(command)-1]) < 0 && len(command) > 2
}

const longestPair = 40

// amongPairs reports a name and its value among others, with blanks between them: host=db user=joe
// password=x dbname=crm.
func amongPairs(before, after, name string) bool {
	before = strings.TrimRight(strings.TrimSuffix(before, name+"="), " ")
	pair := before[strings.LastIndexAny(before, " \"'(,")+1:]
	if strings.HasSuffix(before, ",") {
		return false
	}
	if i := strings.IndexByte(pair, '='); i > 0 && i < len(pair)-1 &&
		chars.All(pair, func(c byte) bool { return chars.IsLabel(c) || strings.IndexByte("=:/", c) >= 0 }) {
		return after == "" || strings.IndexByte(" \n\"'`", after[0]) >= 0
	}
	if after == "" || after[0] != ' ' {
		return false
	}
	next, _, _ := strings.Cut(after[1:], " ")
	i := strings.IndexByte(next, '=')
	return i > 0 && i < len(next)-1 && chars.All(next[:i], chars.IsName) && next[i+1] != '=' && !strings.ContainsAny(next, "(),\"")
}

// ofStruct reports a name in what Go prints of a struct: {User:joe Password:x Port:5432}.
func ofStruct(before, name string) bool {
	before = strings.TrimSuffix(before, name+":")
	open := strings.LastIndexByte(before, '{')
	return open >= 0 && chars.IsUpper(name[0]) && (open == len(before)-1 ||
		before[len(before)-1] == ' ' && strings.Contains(before[open:], ":") &&
			!strings.Contains(before[open:], ": "))
}

// connects reports the beginning of a string that names a server and a user.
func connects(before string) bool {
	low := strings.ToLower(before)
	for _, word := range [...]string{"server=", "data source=", "host=", "user id=", "uid=", "user=", "username="} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// configured reports a line of a configuration file that has nothing but a name and a word.
func configured(s, name string, start, at, end int) bool {
	tail := strings.TrimRight(s[end:chars.LineEnd(s, end)], " \r")
	if tail != "" && !strings.HasPrefix(tail, " #") {
		return false
	}
	from := chars.OwnText(s, start)
	if from > at {
		from = start
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(s[from:at], " \t"), "- "), " \t\"'*"), name)
	if !ok {
		return false
	}
	above := lineAbove(s, start)
	if above != "" && strings.IndexByte(",({[", above[len(above)-1]) >= 0 {
		return false
	}
	if next := strings.TrimLeft(s[end:min(len(s), end+80)], " \r\n\t"); next != "" && strings.IndexByte(")}]", next[0]) >= 0 {
		return false
	}
	environment := chars.IsConstant(name) && strings.IndexByte(name, '_') > 0
	switch strings.Trim(rest, " \t\"'*") {
	case ":":
		return strings.HasSuffix(rest, " ") && (above == "" || setting(above))
	case "=>":
		return environment
	case "=":
		return environment || !strings.HasPrefix(rest, " ") && (above == "" || setting(above)) || inSection(s, start)
	}
	return false
}

// lineAbove returns the line above s[start:], without what is not its own.
func lineAbove(s string, start int) string {
	if start == 0 {
		return ""
	}
	above := chars.LineStart(s, start-1)
	return strings.TrimSpace(s[min(chars.OwnText(s, above), start-1) : start-1])
}

// setting reports a line of a configuration file: a name and a value, a name and a colon, a section, a comment.
func setting(line string) bool {
	if strings.IndexByte("#;[-", line[0]) >= 0 {
		return true
	}
	i := strings.IndexAny(line, ":=")
	if i <= 0 || strings.IndexByte("(;{,", line[len(line)-1]) >= 0 {
		return false
	}
	return chars.All(strings.Trim(line[:i], " \"'"), chars.IsName)
}

const maxSection = 40 // lines of a section

// inSection reports a line of a section of an INI file.
func inSection(s string, start int) bool {
	for range maxSection {
		if start == 0 {
			return false
		}
		end := start - 1
		start = chars.LineStart(s, end)
		line := strings.TrimSpace(s[min(chars.OwnText(s, start), end):end])
		if line == "" {
			continue
		}
		if line[0] == '[' && line[len(line)-1] == ']' {
			return chars.All(line[1:len(line)-1], func(c byte) bool { return chars.IsName(c) || strings.IndexByte(" :\"/", c) >= 0 })
		}
		if !setting(line) {
			return false
		}
	}
	return false
}

// plainly reports whether the place has to be known.
func plainly(c judge.Context) bool {
	return c.Class >= judge.Key && !c.Prose && !c.List && !c.Quoted && !c.Env
}
