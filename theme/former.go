package theme

import "steno/parser"

// former puts the ids of records that a message replaced in front of it, so that
// links made while the file was shorter still lead here.
func (r *thread) former(m *parser.Message) {
	var ids []string
	for _, anchor := range m.Former {
		if id := r.claim(anchor); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		r.flush()
		r.emit("former", ids, nil)
	}
}
