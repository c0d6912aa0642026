package search

import (
	"io"
	"strings"
)

// A budget limits what all files of the index take together, as hosts limit sites.
// Terms and lists of sessions are what searching is; snippets are what gives way: all
// of them get shorter, by as much as it takes, before any is left out.

// perSession is what the records of a session take in the index, at most as a rule.
const perSession = 800

// smallSnippet is the length under which a snippet tells nothing.
const smallSnippet = 20

// fit shortens snippets until they have room.
func (w *writer) fit(snippets io.ReaderAt) error {
	w.stats.Snippet = w.o.Snippet
	if w.o.Budget <= 0 {
		return nil
	}
	room := w.o.Budget - w.stats.Bytes - int64(len(w.sessions))*perSession
	for w.stats.Snippet > 0 {
		size, err := w.measure(snippets)
		if err != nil || size <= room {
			return err
		}
		shorter := int(float64(w.stats.Snippet) * 0.95 * float64(max(room, 0)) / float64(size))
		if w.stats.Snippet = shorter; shorter < smallSnippet {
			w.stats.Snippet = 0
		}
	}
	return nil
}

// measure is what the fragments would take with snippets of the present length.
func (w *writer) measure(snippets io.ReaderAt) (int64, error) {
	trial := &writer{o: w.o, sessions: w.sessions, block: w.block, write: func(string, []byte) error { return nil }}
	trial.stats.Snippet = w.stats.Snippet
	err := trial.fragments(snippets)
	return trial.stats.Bytes, err
}

// shorten appends snippet records, each cut to the length that the budget leaves.
func (w *writer) shorten(b []byte, records string) []byte {
	for records != "" {
		end := strings.IndexByte(records, recordEnd)
		fields := strings.Split(records[:end], string(fieldEnd))
		records = records[end+1:]
		limit := w.stats.Snippet
		if inScope(ScopeConversation, fields[0]) {
			limit *= talkShare
		}
		last := len(fields) - 1
		short, cut := head(fields[last], limit)
		if cut && !strings.Contains(fields[1], "…") {
			fields[1] += "…"
		}
		fields[last] = short
		b = append(append(b, strings.Join(fields, string(fieldEnd))...), recordEnd)
	}
	return b
}
