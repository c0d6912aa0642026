package record

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
)

// Some of what the client writes beside a conversation identifies the account that it runs
// under. These values are withheld: the member stays, so that a reader sees that there was
// one, and its value becomes Mark. What people and tools said is not searched: an address in
// a prompt is the business of redaction.

// Mark is in the place of a value that is withheld.
const Mark = "[withheld]"

const quotedMark = `"` + Mark + `"`

// identifiers are the names of members that identify an account, without letter case and
// separators. Names that end in one do, too: ownerAccountUuid, organization_uuid.
var identifiers = [...]string{"useremail", "organizationuuid", "accountuuid"}

// joinWords removes what separates the words of a name.
var joinWords = strings.NewReplacer("_", "", "-", "")

// identifies reports whether a member of this name identifies an account.
func identifies(name []byte) bool {
	if len(name) < len("userEmail") {
		return false
	}
	if end := bytes.TrimRight(name, "_-"); len(end) > 0 &&
		!strings.ContainsRune("lLdD", rune(end[len(end)-1])) && bytes.IndexByte(name, '\\') < 0 {
		return false // nearly all names: none of the identifiers ends like that
	}
	plain := joinWords.Replace(strings.ToLower(raw.Unescape(name)))
	for _, id := range identifiers {
		if strings.HasSuffix(plain, id) {
			return true
		}
	}
	return false
}

// Withhold replaces the account identifiers in a JSON value, however deep they are, and
// reports whether there were any. A value without any is returned as it is.
func Withhold(v []byte) (out []byte, found bool) {
	copied := 0
	for i := 0; i < len(v); i++ {
		if v[i] != '"' {
			continue
		}
		in := raw.Scan(v[i:])
		name := in.Name()
		next := i + in.At()
		if isName(v, next) && identifies(name) {
			in = raw.Scan(v[next:])
			value := in.Value()
			next += in.At()
			if !empty(value) {
				out = append(append(out, v[copied:next-len(value)]...), quotedMark...)
				copied = next
			}
		}
		i = next - 1
	}
	if copied == 0 {
		return v, false
	}
	return append(out, v[copied:]...), true
}

// isName reports whether the string that ends before v[at] is the name of a member.
func isName(v []byte, at int) bool {
	for ; at < len(v); at++ {
		switch v[at] {
		case ' ', '\t', '\r', '\n':
		default:
			return v[at] == ':'
		}
	}
	return false
}

// empty reports whether a value says nothing.
func empty(value []byte) bool {
	switch string(value) {
	case "", "null", `""`, "{}", "[]", quotedMark:
		return true
	}
	return false
}

// nothingElse reports whether a JSON value in which something was withheld contains nothing
// else but its type.
func nothingElse(v []byte) bool {
	in := raw.Scan(v)
	ofType := false // the value of a member "type" or "subtype" comes next
	for {
		switch kind := in.Kind(); kind {
		case 0:
			return true
		case '{', '[':
			in.Enter(kind)
		case '}', ']':
			in.More()
		default:
			value := in.Value()
			if kind == '"' && isName(v, in.At()) {
				name := strings.Trim(string(value), `"`)
				ofType = name == "type" || name == "subtype"
				continue
			}
			if !ofType && !empty(value) {
				return false
			}
			ofType = false
		}
	}
}

// withhold removes account identifiers from the members that the record keeps as they were
// recorded.
func (r *Record) withhold() {
	var found bool
	r.Extra, found = Withhold(r.Extra)
	if !found {
		found = bytes.Contains(r.Extra, []byte(quotedMark)) // in a copy of the transcript
	}
	if found && nothingElse(r.Extra) {
		r.Flags |= Withheld
	}
}

// mayIdentify reports whether a large value is worth a closer look by Withhold.
func mayIdentify(v []byte) bool {
	for _, part := range [...]string{"Uuid", "_uuid", "Email", "_email"} {
		if bytes.Contains(v, []byte(part)) {
			return true
		}
	}
	return false
}

// withheldResult removes account identifiers from a structured result.
func withheldResult(v jsontext.Value) jsontext.Value {
	if !mayIdentify(v) {
		return v
	}
	v, _ = Withhold(v)
	return v
}
