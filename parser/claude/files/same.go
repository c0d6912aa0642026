package files

import (
	"bytes"

	"steno/parser/raw"
	"steno/parser/source"
)

// Same appends the keys by which another record is known to be the same: its uuid and that of the record
// it is a copy of; where it has none, the record that it speaks of, and all of it but the
// session's id.
func Same(object []byte, keys []uint64) (all []uint64, sessionID string) {
	var typ, session, leaf []byte
	for name, val := range raw.Members(object) {
		switch string(name) {
		case "type":
			typ = val
		case "sessionId":
			session = val
		case "uuid":
			keys = append(keys, textKey(val)...)
		case "leafUuid", "messageId":
			leaf = val
		case "forkedFrom":
			for name, v := range raw.Members(val) {
				if string(name) == "messageUuid" {
					keys = append(keys, textKey(v)...)
				}
			}
		}
	}
	if len(keys) == 0 {
		keys = append(keys, textKey(leaf)...)
		if repeats[string(typ)] {
			keys = append(keys, contentKey(object))
		}
	}
	return keys, raw.String(session)
}

// textKey is the key of a text, none of anything else.
func textKey(val []byte) []uint64 {
	if len(val) < 3 || val[0] != '"' {
		return nil
	}
	return []uint64{source.Key(val)}
}

// repeats names types without a uuid that say what people and agents said. Others are alike in
// many sessions, and say nothing of them.
var repeats = map[string]bool{
	`"queue-operation"`: true, `"summary"`: true, `"custom-title"`: true, `"ai-title"`: true, `"last-prompt"`: true,
	`"agent-name"`: true, `"pr-link"`: true, `"tag"`: true,
}

// contentKey condenses a record without its session's id.
func contentKey(object []byte) uint64 {
	var b bytes.Buffer
	for name, val := range raw.Members(object) {
		if string(name) != "sessionId" {
			b.Write(name)
			b.WriteByte(0)
			b.Write(val)
			b.WriteByte(0)
		}
	}
	return source.Key(b.Bytes())
}
