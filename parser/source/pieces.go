package source

import (
	"slices"
	"strings"
)

// Pieces are files that contain parts of the sessions in a folder, by name. A format that keeps a
// session in many files finds those of one session by their folders.
type Pieces struct {
	root  string   // the folder of the sessions
	names []string // sorted
	files []*File
}

// add adds a file. Files are added in order of their names.
func (p *Pieces) add(name string, f *File) {
	p.names, p.files = append(p.names, name), append(p.files, f)
}

// Below returns the files below a folder, in order of their names.
func (p *Pieces) Below(folder string) []*File {
	if p == nil {
		return nil
	}
	from, _ := slices.BinarySearch(p.names, folder+"/")
	to := from
	for to < len(p.names) && strings.HasPrefix(p.names[to], folder+"/") {
		to++
	}
	return p.files[from:to]
}

// Root returns the folder of the sessions, as names of pieces have it.
func (p *Pieces) Root() string { return p.root }

// In returns the files that are in a folder, those in folders of it left out.
func (p *Pieces) In(folder string) (files []*File) {
	from, _ := slices.BinarySearch(p.names, folder+"/")
	for i := from; i < len(p.names) && strings.HasPrefix(p.names[i], folder+"/"); i++ {
		rest := p.names[i][len(folder)+1:]
		below, _, deeper := strings.Cut(rest, "/")
		if !deeper {
			files = append(files, p.files[i])
			continue
		}
		// the rest of that folder is passed over
		next, _ := slices.BinarySearch(p.names, folder+"/"+below+"0") // "0" follows "/"
		i = max(i, next-1)
	}
	return files
}

// GobEncode encodes nothing: who keeps a session for later finds its files again.
func (p *Pieces) GobEncode() ([]byte, error) { return nil, nil }

// GobDecode decodes nothing.
func (p *Pieces) GobDecode([]byte) error { return nil }
