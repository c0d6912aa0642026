package search

import (
	"bufio"
	"encoding/binary"
	"math/bits"
	"os"
	"strings"
)

// A budget limits what all files of the index take together, as hosts limit sites.
// Terms and lists of sessions are what searching is; snippets shrink: all
// of them get shorter, by as much as it takes, before any is left out.

// perSession is what the records of a session take in the index, at most as a rule.
const perSession = 800

// smallSnippet is the length under which a snippet shows nothing.
const smallSnippet = 20

// sampled is from about how many sessions the size of all is estimated.
const sampled = 300

// shorter is the snippets that the budget made shorter.
type shorter struct {
	dir   string // for files
	files []*os.File
	all   []packed // of each session, nil when they are as they were; without a file, those of the earlier index
}

// fit shortens the snippets of the sessions until they have room.
func (w *writer) fit() error {
	w.stats.Snippet = w.o.Snippet
	if w.o.Budget <= 0 {
		return nil
	}
	whole := int64(0)
	for _, s := range w.sessions {
		whole += s.whole
	}
	room := w.o.Budget - w.stats.Bytes - int64(len(w.sessions))*perSession
	if whole <= room || whole == 0 {
		return nil
	}
	for size := whole; w.stats.Snippet > 0 && size > room; {
		w.less(room, size)
		part, err := w.sample()
		if err != nil {
			return err
		}
		size = int64(part * float64(whole))
	}
	for {
		all, err := w.shortenAll()
		size := int64(0)
		for _, p := range all {
			size += p.fileBytes()
		}
		if err != nil || w.stats.Snippet == 0 || size <= room {
			w.short.all = all
			return err
		}
		w.less(room, size)
	}
}

// less makes snippets shorter, as they take size bytes where there is less room. Lengths are
// rounded, so that an archive that grew a little keeps its files.
func (w *writer) less(room, size int64) {
	shorter := min(int(float64(w.stats.Snippet)*0.97*float64(max(room, 0))/float64(size)), w.stats.Snippet-1)
	if shorter < smallSnippet {
		w.stats.Snippet = 0
		return
	}
	step := max(1, 1<<bits.Len(uint(shorter))/32)
	w.stats.Snippet = shorter / step * step
}

// sample estimates which part of the whole snippets those of the present length take.
func (w *writer) sample() (float64, error) {
	var short, whole int64
	for i := 0; i < len(w.sessions); i += 1 + len(w.sessions)/sampled {
		s := w.sessions[i]
		p, known := w.o.Earlier.shortened(s, w.stats.Snippet)
		if !known {
			var err error
			if p, _, err = s.shortened(w); err != nil {
				return 0, err
			}
		}
		short += p.fileBytes()
		whole += s.whole
	}
	return float64(short) / float64(whole), nil
}

// shortenAll writes the snippets of all sessions in their present length to a file, but for those that the
// earlier index made shorter by as much, which has their files.
func (w *writer) shortenAll() ([]packed, error) {
	file, err := os.CreateTemp(w.short.dir, "short")
	if err != nil {
		return nil, err
	}
	w.short.files = append(w.short.files, file)
	out := bufio.NewWriterSize(file, 1<<18)
	all := make([]packed, len(w.sessions))
	at := int64(0)
	for i, s := range w.sessions {
		p, known := w.o.Earlier.shortened(s, w.stats.Snippet)
		if !known {
			var data []byte
			if p, data, err = s.shortened(w); err != nil {
				return nil, err
			}
			p.in, p.at = file, at
			at += p.size
			out.Write(data)
		}
		all[i] = p
	}
	return all, out.Flush()
}

// shortened packs the snippets of a session in the present length of an index.
func (s *session) shortened(w *writer) (packed, []byte, error) {
	r, err := s.record()
	if err != nil {
		return packed{}, nil, err
	}
	return w.shortened(r)
}

// snippets returns the snippets of the i-th session as they are written, and a function that reads them.
func (w *writer) snippets(i int, r *record) (p *packed, read func() ([]byte, error)) {
	if w.short.all == nil {
		return &r.packed, r.read
	}
	if p = &w.short.all[i]; p.in != nil {
		return p, p.read
	}
	return p, func() ([]byte, error) { // a file of the earlier index is gone
		again, data, err := w.shortened(r)
		if err == nil && again.sum != p.sum {
			err = errDamaged
		}
		return data, err
	}
}

// appendShortened appends which length snippets have that the budget made shorter, and what is known of
// those of each session; nothing if they are as they were.
func (w *writer) appendShortened(b []byte) []byte {
	if w.short.all == nil {
		return b
	}
	b = binary.AppendUvarint(b, uint64(w.stats.Snippet))
	for i := range w.short.all {
		b = w.short.all[i].appendTo(b)
	}
	return b
}

// shortened packs the snippets of a session in their present length.
func (w *writer) shortened(s *record) (packed, []byte, error) {
	data, err := s.read()
	if err != nil {
		return packed{}, nil, err
	}
	for _, f := range s.fragments {
		text, err := w.packer.unpack(data[:f.size])
		if err != nil {
			return packed{}, nil, err
		}
		records, err := Snippets(text)
		if err != nil {
			return packed{}, nil, err
		}
		for _, record := range records {
			w.packer.add(w.shorten(record))
		}
		data = data[f.size:]
	}
	p, data := w.packer.end()
	return p, data, nil
}

// shorten cuts a snippet record to the length that the budget leaves.
func (w *writer) shorten(fields Snippet) Snippet {
	limit := w.stats.Snippet
	if inScope(ScopeConversation, fields[0]) {
		limit *= shortTalkShare
	}
	const last = snippetFields - 1
	short, cut := head(fields[last], limit)
	if cut && !strings.Contains(fields[1], "…") {
		fields[1] += "…"
	}
	fields[last] = short
	return fields
}
