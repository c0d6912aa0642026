package choose

import "steno/parser/source"

// known is what is known of a session besides its files.
type known struct {
	origin *origin  // nil when it was not in the archive at first
	placed *placing // how the rules for projects apply to it
	key    string   // of what it is parsed from
}

// knownOf is what is known of each session.
type knownOf map[*source.Session]*known

// of returns what is known of a session, which may be nothing.
func (all knownOf) of(s *source.Session) *known {
	if k := all[s]; k != nil {
		return k
	}
	return &known{placed: &placing{}}
}
