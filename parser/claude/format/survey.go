package format

import (
	"maps"
	"sync"

	"steno/parser/claude/record"
	"steno/parser/raw"
)

// Survey looks through the records of one file for members that the table does not
// declare, so that a new version of Claude Code is noticed. Types that the table does
// not declare have no members to compare: their ledger shows them.
type Survey struct {
	tools map[string]string // names of tools by the id of the call
}

// declared returns the members of all rows that have some.
var declared = sync.OnceValue(func() map[*Row]members {
	all := make(map[*Row]members)
	for kind, rows := range table() {
		for _, r := range rows {
			m := parseMembers(r.Fields)
			if kind == Record {
				maps.Copy(m, parseMembers(envelope))
			}
			all[r] = m
		}
	}
	return all
})

// Undeclared lists the members of a record that the table does not declare, each once:
// "user.message.x", "attachment/file.x", "block/text.x", "result/Bash.x".
func (s *Survey) Undeclared(v []byte) []string {
	o := raw.ParseObject(v)
	kind := o.String("type")
	row := Lookup(Record, kind)
	if row == nil {
		return nil
	}
	found := s.members(row, kind, v, nil)
	switch kind {
	case "system":
		found = s.system(o, found)
	case "attachment":
		a := o.Object("attachment")
		found = s.object(Attachment, a.String("type"), o.Raw("attachment"), found, "type")
	case "progress":
		found = s.object(Progress, o.Object("data").String("type"), o.Raw("data"), found, "type")
	case "user", "assistant":
		found = s.message(o, found)
	}
	return found
}

// object compares an object with the row of its type. Members that all of its kind
// have are named in common.
func (s *Survey) object(kind Kind, name string, v []byte, found []string, common ...string) []string {
	row := Lookup(kind, name)
	if row == nil {
		return found
	}
	return s.members(row, string(kind)+"/"+name, raw.Without(v, common...), found)
}

func (s *Survey) members(row *Row, path string, v []byte, found []string) []string {
	return declared()[row].undeclared(path, v, found)
}

// system compares a system record, whose members are beside the envelope's.
func (s *Survey) system(o raw.Object, found []string) []string {
	row := Lookup(System, o.String("subtype"))
	if row == nil {
		return found
	}
	outer := parseMembers(envelope + " subtype content level toolUseID")
	own := declared()[row]
	for _, m := range o {
		if _, common := outer[m.Name]; common {
			continue
		}
		one := raw.Object{m}
		found = own.undeclared("system/"+o.String("subtype"), one.JSON(), found)
	}
	return found
}

func (s *Survey) message(o raw.Object, found []string) []string {
	var calls []string
	for _, v := range o.Object("message").Array("content") {
		b := raw.ParseObject(v)
		name := b.String("type")
		found = s.object(Block, name, v, found, "type", "cache_control")
		switch {
		case name == "tool_use":
			if s.tools == nil {
				s.tools = make(map[string]string)
			}
			s.tools[b.String("id")] = b.String("name")
		case record.IsResult(name):
			calls = append(calls, b.String("tool_use_id"))
			for _, inner := range b.Array("content") {
				found = s.object(Block, raw.ParseObject(inner).String("type"), inner, found, "type", "cache_control")
			}
		}
	}
	if len(calls) == 1 {
		found = s.object(Result, s.tools[calls[0]], o.Raw("toolUseResult"), found)
	}
	return found
}
