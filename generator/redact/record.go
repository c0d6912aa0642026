package redact

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
	"steno/generator/redact/walk"
)

// Records of transcripts are redacted as JSON where they are to stay transcripts. What
// connects them stays, whatever the dictionary says.

// recordIDs are the fields by which records name each other, in lower case.
var recordIDs = chars.Set("id", "uuid", "parentuuid", "logicalparentuuid", "leafuuid", "sessionid", "messageid", "requestid", "promptid", "agentid",
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
// identifiers that connect records.
func (c *Collector) Record(raw []byte) {
	walk.JSON(raw, func(name, s string) string {
		if holdsTogether(name, s) {
			return s
		}
		return c.field(name, s)
	})
}

// Record redacts every string and object key of a record of a transcript, but not the identifiers that connect
// records; numbers, literals and layout stay. Two keys may become equal when only a home directory distinguished
// them: read the result with duplicate names allowed.
func (r *Redactor) Record(raw []byte) ([]byte, []Finding) {
	var out []Finding
	redacted := walk.JSON(raw, func(name, s string) string {
		if holdsTogether(name, s) {
			return s
		}
		s, found := r.field(name, s)
		out = append(out, found...)
		return s
	})
	return redacted, out
}
