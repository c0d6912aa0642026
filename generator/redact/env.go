package redact

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// EnvVar is one variable of a .env file, quotes and escapes taken off.
type EnvVar struct {
	Name, Value string
}

// ParseEnv reads the text of a .env file: NAME=value lines, with an optional
// "export", comments, single quotes (as is), double quotes (with \n, \" and \\)
// and quoted values over several lines. What is no assignment is passed over.
func ParseEnv(text []byte) []EnvVar {
	var vars []EnvVar
	rest := strings.ReplaceAll(string(text), "\r\n", "\n")
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "export "))
		if !ok || name == "" || name[0] == '#' {
			rest = after
			continue
		}
		value = strings.TrimLeft(value, " \t")
		if value != "" && strings.IndexByte("\"'`", value[0]) >= 0 {
			start := len(rest) - len(after) - len(value)
			if after != "" || strings.HasSuffix(rest, "\n") {
				start--
			}
			if quoted, end, ok := unquoteEnv(rest[start:]); ok {
				vars = append(vars, EnvVar{name, quoted})
				_, rest, _ = strings.Cut(rest[start+end:], "\n")
				continue
			}
		}
		if i := strings.Index(value, " #"); i >= 0 {
			value = value[:i]
		}
		vars = append(vars, EnvVar{name, strings.TrimSpace(value)})
		rest = after
	}
	return vars
}

// unquoteEnv reads a quoted value at the start of s and returns where it ends.
func unquoteEnv(s string) (value string, end int, ok bool) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return b.String(), i + 1, true
		case s[i] == '\\' && quote == '"' && i+1 < len(s):
			i++
			if s[i] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", 0, false
}

// secretEnv distinguishes the values worth looking for from settings: "true", "8080"
// and "production" are in many texts. All other values are taken as secrets, as the user says.
func secretEnv(v EnvVar) bool {
	if len(v.Value) < 6 || kind.StandIn(v.Value) {
		return false
	}
	return judge.Classify(v.Name) != judge.None || !chars.All(v.Value, chars.IsLetter) && !chars.All(v.Value, chars.IsDigit)
}
