package rebuild

// A session may have several files that begin alike, as copies that were made at each commit and redacted
// since: their lines differ, so that none is left out as the beginning of another. Records that an earlier
// file of the session has are read there.

// repeats knows the records of the files of a session by what its format says distinguishes them.
type repeats struct {
	earlier map[string]int // how often they are in one of the earlier files
	here    map[string]int // the same of the file that is read
}

func newRepeats() *repeats {
	return &repeats{map[string]int{}, map[string]int{}}
}

// next begins another file.
func (r *repeats) next() {
	if r == nil {
		return
	}
	for key, n := range r.here {
		r.earlier[key] = max(n, r.earlier[key])
	}
	clear(r.here)
}

// again reports whether an earlier file has a record, too. key is "" for one that nothing distinguishes.
func (r *repeats) again(key string) bool {
	if r == nil || key == "" {
		return false
	}
	r.here[key]++
	return r.here[key] <= r.earlier[key]
}

// keyOf returns what distinguishes a record, "" where nothing does.
func (s *Syntax) keyOf(r *Record) string {
	if s.Same == nil {
		return ""
	}
	if key := s.Same(r.Object); key != "" {
		return r.Type + " " + key
	}
	return ""
}
