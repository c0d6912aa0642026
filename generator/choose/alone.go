package choose

import "steno/parser/source"

// Whole reports whether every session that was found is published: nothing in it is to be held back from others.
func (f *Found) Whole() bool {
	return !f.chosen && !f.partly && f.LeftOut+len(f.Aside)+len(f.Removed) == 0
}

// Alone reports whether the pages of a session say nothing that depends on the records of others.
func (f *Found) Alone(s *source.Session) bool {
	return !f.HasFamily(s) && s.Family == 0 && s.Origin+s.Next == "" && !f.Repeats.Links(s) &&
		len(s.Snapshots)+len(s.Summaries) == 0
}
