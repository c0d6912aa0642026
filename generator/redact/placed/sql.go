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
func (f *Finder) SQL(start, end int) {
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
		if at < len(s) && (s[at] == '\'' || s[at] == '"' && s[start] == 'I') {
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
	f.settings(start, end)
	columns := secretColumns(s, start)
	for at := end; columns != nil && at > 0; {
		at = f.tuple(at, columns)
		f.statement = max(f.statement, at)
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

// secretColumns returns the classes of the columns that are listed before VALUES, nil when
// none contains secrets.
func secretColumns(s string, at int) []judge.Class {
	closing := len(strings.TrimRight(s[:at], " \n\t")) - 1
	if closing < 0 || s[closing] != ')' {
		return nil
	}
	from := max(0, closing-1024)
	open := strings.LastIndexByte(s[from:closing], '(')
	if open < 0 {
		return nil
	}
	var columns []judge.Class
	some := false
	for _, name := range strings.Split(s[from+open+1:closing], ",") {
		c := judge.Classify(name)
		some = some || c >= judge.Key
		columns = append(columns, c)
	}
	if !some {
		return nil
	}
	return columns
}

// tuple judges the values of one row and returns where the next one begins, 0 when there is
// none.
func (f *Finder) tuple(at int, columns []judge.Class) int {
	s := f.S
	for column := 0; at < len(s); column++ {
		at = chars.Run(s, at, len(s), chars.IsSpace)
		if at < len(s) && s[at] == '\'' {
			stop, ok := sqlString(s, at)
			if !ok {
				return 0
			}
			if column < len(columns) && columns[column] >= judge.Key {
				c := judge.Context{Class: columns[column], Quoted: true, Env: columns[column] == judge.Password}
				if judge.Secret(s[at+1:stop], c) {
					f.AddAs(at+1, stop, c.Class.Rule())
				}
			}
			at = stop + 1
		}
		for end := at + maxStatement; at < len(s) && at < end && s[at] != ',' && s[at] != ')' && s[at] != '\'' && s[at] != ';'; {
			at++
		}
		if at >= len(s) || s[at] != ',' {
			break
		}
		at++
	}
	if at >= len(s) || s[at] != ')' {
		return 0
	}
	for at++; at < len(s) && (chars.IsSpace(s[at]) || s[at] == ','); {
		at++
	}
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
