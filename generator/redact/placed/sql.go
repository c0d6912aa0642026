package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Passwords in statements of SQL: IDENTIFIED BY 'x', and INSERT INTO users (name, password)
// VALUES ('bob', 'x').

const maxStatement = 4096

// SQL handles both. s[start:end] is "identified by ", "identified with ", "values (" or "values" at the end of a line.
func SQL(f *Finder, start, end int) {
	s := f.S
	if s[end-1] == '\n' {
		if end = chars.Run(s, end, len(s), chars.IsSpace) + 1; end > len(s) || s[end-1] != '(' {
			return
		}
	}
	if s[end-1] != '(' {
		at := end
		if strings.EqualFold(s[start:end], "identified with ") {
			if at = behindPlugin(s, at); at < 0 {
				return
			}
		}
		if len(s)-at > 9 && strings.EqualFold(s[at:at+9], "password ") {
			at += 9
		}
		if at < len(s) && (s[at] == '\'' || s[at] == '"' && (s[start] == 'I' || createsUser(s[chars.LineStart(s, start):start]))) {
			stop, _ := sqlString(s, at)
			f.password(at+1, stop)
		} else if strings.EqualFold(s[start:end], "identified by ") && createsUser(s[chars.LineStart(s, start):start]) {
			// Oracle's passwords may be without quotes.
			stop := chars.Until(s, at, at+chars.MaxValue, ";\"'`,.()")
			if v := s[at:stop]; chars.HasDigit(v) || judge.SeveralWords(v) {
				f.password(at, stop)
			}
		}
		return
	}
	if start < f.statement {
		return
	}
	before := s[max(0, start-maxArguments):start]
	columns, ok := columnsBefore(before)
	if table := tableBefore(before); !ok && table >= judge.Key {
		columns, ok = columns.of(before, table), true
	}
	for at := end; ok && at > 0; f.statement = max(f.statement, at) {
		at = f.row(at, columns)
	}
}

// behindPlugin passes over the name of a plugin and BY.
func behindPlugin(s string, at int) int {
	at = chars.Run(s, at, len(s), func(c byte) bool { return chars.IsName(c) || strings.IndexByte("'\"`", c) >= 0 })
	if len(s)-at < len(" by ") || !strings.EqualFold(s[at:at+4], " by ") {
		return -1
	}
	return at + len(" by ")
}

// Tables of settings have a column of names and one of values: INSERT INTO settings (key, value)
// VALUES ('smtp_password', 'x').
var (
	nameColumns = chars.Set("key", "name", "setting", "option", "variable", "option_name", "meta_key",
		"setting_key", "config_key", "setting_name", "config_name")
	valueColumns = chars.Set("value", "val", "option_value", "meta_value", "setting_value", "config_value")
)

// columns are those that a statement lists.
type columns struct {
	classes     []judge.Class
	name, value int  // the ones of a table of settings, -1 for none
	unlisted    bool // the statement does not list them: any may have a secret
}

// columnsBefore reads the list at the end of a text. It is not ok if no column contains secrets.
func columnsBefore(text string) (c columns, ok bool) {
	list := strings.TrimRight(text, " \n\t")
	open := strings.LastIndexByte(list, '(')
	if open < 0 || !strings.HasSuffix(list, ")") {
		return c, false
	}
	c.name, c.value = -1, -1
	for i, name := range strings.Split(list[open+1:len(list)-1], ",") {
		class := judge.Classify(name)
		c.classes, ok = append(c.classes, class), ok || class >= judge.Key
		switch name = strings.Trim(chars.Lower(name), " \"`[]\n"); {
		case nameColumns[name]:
			c.name = i
		case valueColumns[name]:
			c.value = i
		}
	}
	return c, ok || c.name >= 0 && c.value > c.name
}

// tableBefore returns what the name of the table says whose columns or rows a statement begins with at the end of a text: INSERT INTO
// api_keys (id, key).
func tableBefore(text string) judge.Class {
	const insert = "insert into "
	low := strings.ToLower(text)
	i := strings.LastIndex(low, insert)
	if i < 0 {
		return judge.None
	}
	name := strings.TrimLeft(low[i+len(insert):], " `\"[")
	name = name[:chars.Run(name, 0, len(name), func(c byte) bool { return chars.IsLabel(c) })]
	return judge.Classify(strings.TrimSuffix(name, "s"))
}

// keyColumns are those of a table of keys that have them.
var keyColumns = chars.Set("key", "value", "val", "token", "secret", "data", "plain")

// of returns the columns of a table of secrets, which its name says it has.
func (c columns) of(text string, table judge.Class) columns {
	c = columns{name: -1, value: -1}
	list := strings.TrimRight(text, " \n\t")
	open := strings.LastIndexByte(list, '(')
	if open < 0 || !strings.HasSuffix(list, ")") { // it does not list them
		for c.unlisted = true; len(c.classes) < 8; {
			c.classes = append(c.classes, judge.Weak)
		}
		return c
	}
	for name := range strings.SplitSeq(list[open+1:len(list)-1], ",") {
		class := judge.None
		if keyColumns[strings.Trim(chars.Lower(name), " \"`[]\n")] {
			class = table
		}
		c.classes = append(c.classes, class)
	}
	return c
}

// row judges the values of one row and returns where the next one begins, 0 when there is none.
func (f *Finder) row(at int, columns columns) int {
	s := f.S
	named := judge.None // by the row itself
	for column := 0; at < len(s); column++ {
		at = chars.Run(s, at, len(s), chars.IsSpace)
		if at < len(s) && s[at] == '\'' {
			stop, ok := sqlString(s, at)
			if !ok {
				return 0
			}
			class := judge.None
			switch {
			case column == columns.value && named > judge.None:
				class = named
			case column < len(columns.classes):
				class = columns.classes[column]
			}
			c := judge.Context{Class: class, Quoted: true, Env: class == judge.Password}
			if (class >= judge.Key || class == judge.Weak && columns.name < 0 && columns.unlisted) && judge.Secret(s[at+1:stop], c) {
				f.AddAs(at+1, stop, class.Rule())
			}
			if column == columns.name {
				named = judge.Classify(s[at+1 : stop])
			}
			at = stop + 1
		}
		at = chars.Run(s, at, min(len(s), at+maxStatement), func(c byte) bool { return strings.IndexByte(",)';", c) < 0 })
		if at >= len(s) || s[at] != ',' {
			break
		}
		at++
	}
	if at >= len(s) || s[at] != ')' {
		return 0
	}
	at = chars.Run(s, at+1, len(s), func(c byte) bool { return chars.IsSpace(c) || c == ',' })
	if at < len(s) && s[at] == '(' {
		return at + 1
	}
	return 0
}

// sqlString returns where the string that s[at] opens ends.
func sqlString(s string, at int) (stop int, ok bool) {
	quote := s[at]
	limit := min(len(s), at+maxStatement)
	for stop = at + 1; stop < limit; stop++ {
		switch {
		case s[stop] == '\\':
			stop++
		case s[stop] == quote && stop+1 < limit && s[stop+1] == quote:
			stop++
		case s[stop] == quote:
			return stop, true
		}
	}
	return min(stop, len(s)), false
}

// createsUser reports the beginning of a statement that names a user and what the user is identified by.
func createsUser(before string) bool {
	before = strings.ToLower(before)
	return strings.Contains(before, "alter user ") || strings.Contains(before, "create user ")
}
