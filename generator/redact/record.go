package redact

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
	"steno/generator/redact/walk"
)

// Records of transcripts are redacted as JSON where they are to stay transcripts. What
// connects them stays, whatever the dictionary says.

// recordIDs are the fields by which records name each other, in lower case.
var recordIDs = chars.Set("id", "uuid", "parentuuid", "logicalparentuuid", "leafuuid", "sessionid", "messageid",
	"requestid", "promptid", "agentid",
	"tooluseid", "tool_use_id", "parenttooluseid", "sourcetoolassistantuuid", "sourcetooluseid")

// holdsTogether reports identifiers of the forms that agents and their APIs give them.
func holdsTogether(name, s string) bool {
	if !recordIDs[strings.ToLower(name)] {
		return false
	}
	for _, p := range [...]string{"toolu_", "srvtoolu_", "msg_", "req_"} {
		if body, ok := strings.CutPrefix(s, p); ok {
			return chars.All(body, chars.IsWord)
		}
	}
	return kind.UUID(s) || strings.EqualFold(name, "agentId") && len(s) <= 20 && chars.All(strings.TrimPrefix(s, "a"), chars.IsHex)
}

// Record looks for values in every string and object key of a record of a transcript, but not in the
// identifiers that connect records. The records of a file follow one another: one may name what is in the next.
func (c *Collector) Record(raw []byte) {
	c.across.Begin()
	walk.JSON(raw, c.inRecord)
}

func (c *Collector) inRecord(name, s string) string {
	if holdsTogether(name, s) {
		return s
	}
	if holdsJSON(s) {
		walk.JSON([]byte(s), c.inRecord)
	}
	inTags(s, func(text string) { c.field("", text) })
	return c.field(c.across.Name(name, s), s)
}

// holdsJSON reports a string that is an object or a list itself, as the arguments and results of
// calls are in many a transcript.
func holdsJSON(s string) bool {
	n := len(s) - 1
	return n > 0 && (s[0] == '{' && s[n] == '}' || s[0] == '[' && s[n] == ']') &&
		strings.IndexByte(s, '"') > 0 && jsontext.Value(s).IsValid()
}

// holdsLines reports JSON with strings of several lines.
func holdsLines(s string) bool {
	return s != "" && (s[0] == '{' || s[0] == '[') && strings.Contains(s, `\n`) && holdsJSON(s)
}

// inTags calls visit with the texts between tags, in which agents put what is from elsewhere:
// <bash-input>x</bash-input>.
func inTags(s string, visit func(text string)) {
	for len(s) > 0 && s[0] == '<' {
		end := strings.IndexByte(s, '>')
		if end < 2 || end > longestTag || !chars.All(s[1:end], func(c byte) bool { return chars.IsLower(c) || c == '-' || c == '_' }) {
			return
		}
		text, rest, ok := strings.Cut(s[end+1:], "</"+s[1:end]+">")
		if !ok {
			return
		}
		visit(text)
		s = strings.TrimLeft(rest, " \n")
	}
}

const longestTag = 40 // bytes

// Record redacts every string and object key of a record of a transcript, but not the identifiers
// that connect records; numbers, literals and layout stay. Two keys may become equal when only a
// home directory distinguished them: read the result with duplicate names allowed.
func (r *Redactor) Record(raw []byte) ([]byte, []Finding) {
	var out []Finding
	var inRecord func(name, s string) string
	inRecord = func(name, s string) string {
		if holdsTogether(name, s) {
			return s
		}
		if holdsJSON(s) {
			s = string(walk.JSON([]byte(s), inRecord))
		}
		s, found := r.field(name, s)
		out = append(out, found...)
		return s
	}
	return walk.JSON(raw, inRecord), out
}
