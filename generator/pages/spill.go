package pages

import (
	"sync"
	"sync/atomic"

	"steno/generator/address"
	"steno/generator/redact"
)

// Texts that are too long for a page, pictures and documents are files beside the pages, under names
// made from their content. What a session has several times is one file.

// spills are the files beside a session's pages.
type spills struct {
	err   atomic.Pointer[error] // the first
	names sync.Map              // of files, by what they were made of

	settled *redact.Settled // texts that need not be cleaned
	cleaned atomic.Bool     // some of the others were cleaned
}

// spill writes a file beside a session's pages, and returns its address from dir.
func (s *sessionSite) spill(dir, ext string, data []byte) string {
	name, _ := s.spills.names.LoadOrStore(address.ContentName(data)+"."+ext, sync.OnceValue(func() string {
		if ext == "txt" && s.Cleaner != nil && !s.spills.settled.Has(data) {
			s.spills.cleaned.Store(true)
			data = cleanFile(s, data)
		}
		name := s.dir + "/files/" + address.ContentName(data) + "." + address.Element(ext)
		if err := s.Out.Write(name, data); err != nil {
			s.spills.err.CompareAndSwap(nil, &err)
		}
		return name
	}))
	return address.Relative(dir, name.(func() string)())
}

// cleanFile cleans the text of a file. Most of them are made of clean text, but some
// were base64 in the transcript, where the cleaning of sessions does not look.
func cleanFile(s *sessionSite, data []byte) []byte {
	text, found := s.Cleaner.Text(string(data))
	if len(found) == 0 {
		return data
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = append(s.taken, found...)
	return []byte(text)
}
