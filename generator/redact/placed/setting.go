package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Tables of settings have a column of names and one of values: INSERT INTO settings (key, value)
// VALUES ('smtp_password', 'x').

var (
	nameColumns = chars.Set("key", "name", "setting", "option", "variable", "option_name", "meta_key",
		"setting_key", "config_key", "setting_name", "config_name")
	valueColumns = chars.Set("value", "val", "option_value", "meta_value", "setting_value", "config_value")
)

// settings judges the rows of such a statement by the names in them. s[start:end] is "values (".
func (f *Finder) settings(start, end int) {
	s := f.S
	rows := settingRows{find: f}
	rows.name, rows.value = settingColumns(strings.TrimRight(s[max(0, start-maxArguments):start], " \n\t"))
	if rows.name < 0 || rows.value <= rows.name {
		return
	}
	limit := min(len(s), end+maxStatement)
	for at := end; ; {
		stop, ok := rows.judge(at, limit)
		if !ok {
			return
		}
		at = min(stop+1, limit)
		f.statement = max(f.statement, at)
		next := strings.TrimLeft(s[at:limit], ", \n\t\r")
		if stop >= limit || s[stop] != ')' || next == "" || next[0] != '(' {
			return
		}
		at = limit - len(next) + 1
	}
}

// settingColumns returns which columns of a list in brackets have the names and the values, -1 for none.
func settingColumns(list string) (name, value int) {
	name, value = -1, -1
	open := strings.LastIndexByte(list, '(')
	if open < 0 || !strings.HasSuffix(list, ")") {
		return name, value
	}
	for i, column := range strings.Split(strings.ToLower(list[open+1:len(list)-1]), ",") {
		switch column = strings.Trim(column, " \"`[]\n"); {
		case nameColumns[column]:
			name = i
		case valueColumns[column]:
			value = i
		}
	}
	return name, value
}

// settingRows judges rows of settings. name and value are the columns that count.
type settingRows struct {
	find        *Finder
	name, value int
}

// judge judges the row of values at s[at:limit] and returns its end. It is not ok if a text in it has no end.
func (r settingRows) judge(at, limit int) (stop int, ok bool) {
	s := r.find.S
	class := judge.None
	for column := 0; ; column++ {
		at = chars.Run(s, at, limit, chars.IsSpace)
		stop = at
		if at < limit && s[at] == '\'' {
			to, ok := sqlString(s[:limit], at)
			if !ok {
				return at, false
			}
			switch column {
			case r.name:
				class = judge.Classify(s[at+1 : to])
			case r.value:
				if class >= judge.Key && judge.Secret(s[at+1:to],
					judge.Context{Class: class, Quoted: true, Env: class == judge.Password}) {
					r.find.AddAs(at+1, to, class.Rule())
				}
			}
			stop = to + 1
		}
		stop = chars.Run(s, stop, limit, func(c byte) bool { return strings.IndexByte(",);'", c) < 0 })
		if at = stop + 1; stop >= limit || s[stop] != ',' {
			return stop, true
		}
	}
}
