package choose

import "steno/parser/source"

// IsWhole reports whether every session that was found is published: nothing in it is to be held
// back from others.
func IsWhole(f *Found) bool {
	return !f.chosen && !f.partly && f.LeftOut+len(f.Aside)+len(f.Removed) == 0
}

// IsAlone reports whether the pages of a session say nothing that depends on the records of others.
func IsAlone(f *Found, s *source.Session) bool {
	return !f.HasFamily(s) && s.Family == 0 && s.Origin+s.Next+s.Lead == "" && !f.Repeats.Links(s) &&
		len(s.Snapshots)+len(s.Summaries) == 0
}
