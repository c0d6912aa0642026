package source

import (
	"bytes"
	"io"
	"os"
	"slices"

	"steno/parser/jsonl"
)

// A session that is written to can be read again without searching the sources again, if all that was
// added to it are whole lines, and if these lines say nothing about where the session belongs: no other
// session, no other directory, no repository. In doubt, the sources are to be searched again.

// mostGrown is how many bytes may have been added.
const mostGrown = 16 << 20

// Transcripts lists the transcripts of a session, those of its agents last.
func (s *Session) Transcripts() []*File {
	all := slices.Clone(s.Main)
	for _, a := range s.Agents {
		all = append(all, a.File)
	}
	return all
}

// Grow takes in the whole lines that were added to a transcript of the session since it was found, and
// reports whether there are any. A part of a line at its end is left for later. certain is false if a
// search of the sources may find out something else; then neither the session nor the file was changed.
func (s *Session) Grow(f *File) (grown, certain bool) {
	if s.Pieces != nil || f.Part != nil || f.within != "" {
		return false, false
	}
	info, lines, ok := f.added()
	if !ok || len(lines) == 0 {
		return false, ok
	}
	added := *f
	added.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(lines)), nil }
	told := s.Format.Scan(jsonl.NewReader(nil), &added, Whole)
	now := f.upTo(f.Size + int64(len(lines)))
	if !s.agrees(told, slices.Contains(s.Main, f)) || !s.owns(told) && !s.owns(s.Format.Scan(jsonl.NewReader(nil), now, Whole)) {
		return false, false // some formats name the session at the head of the file only
	}
	now.ModTime, now.listed = info.ModTime(), nil
	*f = *now
	s.Size += int64(len(lines))
	if told.End.After(s.End) {
		s.End = told.End
	}
	return true, true
}

// upTo returns the beginning of a file.
func (f *File) upTo(size int64) *File {
	open, now := f.Open, *f
	now.Size = size
	now.Open = func() (io.ReadCloser, error) {
		src, err := open()
		if err != nil {
			return nil, err
		}
		src = whole(src)
		return &beginning{io.LimitReader(src, size), src}, nil
	}
	return &now
}

// beginning is the beginning of a file.
type beginning struct {
	io.Reader
	io.Closer
}

// whole returns the file that a beginning is of.
func whole(src io.ReadCloser) io.ReadCloser {
	if b, ok := src.(*beginning); ok {
		return b.Closer.(io.ReadCloser)
	}
	return src
}

// added reads the whole lines behind those that the file had when it was listed.
func (f *File) added() (info os.FileInfo, lines []byte, ok bool) {
	src, err := f.Open()
	if err != nil {
		return nil, nil, false
	}
	defer src.Close()
	file, ok := whole(src).(*os.File)
	if !ok {
		return nil, nil, false // compressed
	}
	info, err = file.Stat()
	if err != nil || !info.Mode().IsRegular() || f.Size == 0 || info.Size() < f.Size || info.Size()-f.Size > mostGrown {
		return nil, nil, false
	}
	lines = make([]byte, info.Size()-f.Size+1)
	if _, err := file.ReadAt(lines, f.Size-1); err != nil || lines[0] != '\n' { // within a line
		return nil, nil, false
	}
	return info, lines[1 : bytes.LastIndexByte(lines, '\n')+1], true
}

// owns reports whether all records that a scan found are of the session.
func (s *Session) owns(told *Facts) bool {
	return !slices.ContainsFunc(told.IDs, func(h Holding) bool { return h.ID != s.ID })
}

// agrees reports whether what a scan of added lines found is known of the session.
func (s *Session) agrees(told *Facts, main bool) bool {
	switch {
	case !told.Known, told.Err != nil, told.Bad.Line > 0, told.ForkedFrom != "", main && told.Agent != "":
		return false
	case len(told.Summaries)+len(told.Tags)+len(told.Next)+len(told.Trees)+len(told.Repositories)+len(told.Remotes) > 0:
		return false
	}
	for _, team := range told.Teams {
		if team != s.Team {
			return false
		}
	}
	for _, dir := range told.Cwds {
		if !slices.Contains(s.Dirs, dir) {
			return false
		}
	}
	return told.Start.IsZero() || s.Start.IsZero() || !told.Start.Before(s.Start)
}
