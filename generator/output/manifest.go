package output

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
)

// manifestVersion is the layout of the manifest. A manifest of a later one is not
// understood, and its folder is left alone.
const manifestVersion = 2

// manifest lists what a finished build made. It contains no time, so that the same site
// has the same manifest.
type manifest struct {
	Version   int     `json:"version"`
	Generator string  `json:"generator"`
	Found     []int   `json:"found,omitempty"` // sessions of each source of the build, before any was selected
	Files     entries `json:"files"`           // by name
}

// entries is the files of a manifest, which are passed on as they are read: there may be hundreds of thousands.
type entries struct{ each func(entry) error }

// UnmarshalJSONFrom reads the entries.
func (all *entries) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if kind := dec.PeekKind(); kind != jsontext.KindBeginArray {
		return errors.New("its files are no list")
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != jsontext.KindEndArray {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		var e entry
		if err := e.UnmarshalJSON(value); err != nil {
			return err
		}
		if err := cmp.Or(checkName(e.Name), all.each(e)); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// entry is one file of a site. It is written as an array of its members, for archives have many files.
type entry struct {
	Name   string
	Size   int64
	SHA256 [32]byte
}

// leastEntry is how many bytes of a manifest an entry takes at least.
const leastEntry = 50

// UnmarshalJSON reads an entry: an array, or an object with the digest in hexadecimal in version 1.
func (e *entry) UnmarshalJSON(data []byte) error {
	var name, size, sum []byte
	members := 0
	for v := range raw.Elements(data) {
		switch members++; members {
		case 1:
			name = v
		case 2:
			size = v
		case 3:
			sum = v
		}
	}
	var room [64]byte
	var digest []byte
	var err error
	if members == 3 {
		digest, err = base64.RawStdEncoding.AppendDecode(room[:0], bytes.Trim(sum, `"`))
	} else {
		old := raw.ParseObject(data)
		name, size, sum = old.Raw("name"), old.Raw("size"), old.Raw("sha256")
		digest, err = hex.AppendDecode(room[:0], bytes.Trim(sum, `"`))
	}
	if err != nil || len(digest) != len(e.SHA256) {
		return fmt.Errorf("not a file with its SHA-256: %q", data)
	}
	*e = entry{Name: raw.String(name), Size: int64(raw.Int(size)), SHA256: [32]byte(digest)}
	return nil
}

// append appends the entry as an array of its members.
func (e entry) append(b []byte) ([]byte, error) {
	b, err := jsontext.AppendQuote(append(b, '['), e.Name)
	b = append(strconv.AppendInt(append(b, ','), e.Size, 10), `,"`...)
	return append(base64.RawStdEncoding.AppendEncode(b, e.SHA256[:]), `"]`...), err
}

// readManifest reads the manifest of an earlier build and passes its files to each; nil without
// error when there is none. Names that no build can have written make the whole manifest invalid,
// as they would be removed.
func readManifest(root *os.Root, each func(entry) error) (*manifest, error) {
	f, err := root.Open(ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading %s: %w", ManifestName, err)
	}
	defer f.Close()
	m := manifest{Files: entries{each}}
	if err := json.UnmarshalRead(f, &m); err != nil {
		return nil, fmt.Errorf("%s is not a manifest of Steno: %w", ManifestName, err)
	}
	if m.Version < 1 || m.Version > manifestVersion {
		return nil, fmt.Errorf("%s has version %d, and this Steno knows version %d", ManifestName, m.Version, manifestVersion)
	}
	return &m, nil
}

// SetFound notes how many sessions each source of this build had, for the next build.
func (s *Site) SetFound(sessions []int) { s.found = sessions }

// LastFound returns what the last finished build noted with SetFound, nil if it noted nothing, and
// reports whether its site has pages of sessions.
func (s *Site) LastFound() (sessions []int, pages bool) { return s.earlier.found, s.earlier.pages }

// readEarlier reads the manifest of the last build, nil when there is none.
func readEarlier(root *os.Root) (m *manifest, e earlier, files fileSet, err error) {
	pages := false
	m, err = readManifest(root, func(f entry) error {
		files.leave(f.Name)
		pages = pages || strings.HasPrefix(f.Name, "sessions/") && strings.Count(f.Name, "/") > 1
		return nil
	})
	if m != nil {
		e = earlier{m.Found, pages}
	}
	return m, e, files, err
}

// Finish removes what earlier builds made and this one did not, and writes the
// manifest. It comes last: until then the old manifest stays.
func (s *Site) Finish() error {
	if s.permit.withheld.Load() {
		return errors.New("finishing the site: a file of it may not be published")
	}
	s.disk.folders.close() // some systems remove no folder that is open
	if err := s.removeOld(); err != nil {
		return err
	}
	if err := s.disk.stream(ManifestName, s.writeManifest); err != nil {
		return fmt.Errorf("writing %s: %w", ManifestName, err)
	}
	s.lock.done = true
	return nil
}

// writeManifest writes file by file: together they may be too large for memory.
func (s *Site) writeManifest(w io.Writer) error {
	enc := jsontext.NewEncoder(w)
	for _, token := range []jsontext.Token{
		jsontext.BeginObject, jsontext.String("version"), jsontext.Int(manifestVersion),
		jsontext.String("generator"), jsontext.String("Steno " + s.version),
	} {
		if err := enc.WriteToken(token); err != nil {
			return err
		}
	}
	if len(s.found) > 0 {
		if err := cmp.Or(enc.WriteToken(jsontext.String("found")), json.MarshalEncode(enc, s.found)); err != nil {
			return err
		}
	}
	if err := cmp.Or(enc.WriteToken(jsontext.String("files")), enc.WriteToken(jsontext.BeginArray)); err != nil {
		return err
	}
	var line []byte
	for e := range s.files.byName() {
		var err error
		if line, err = e.append(line[:0]); err != nil {
			return err
		}
		if err := enc.WriteValue(line); err != nil {
			return err
		}
	}
	return cmp.Or(s.files.records.failed(), enc.WriteToken(jsontext.EndArray), enc.WriteToken(jsontext.EndObject))
}

// removeOld removes files before folders, and of the folders only those that this
// leaves empty.
func (s *Site) removeOld() error {
	emptied := map[string]bool{}
	for old := range s.files.old() {
		name := old.Name
		if s.sameAsWritten(name) {
			continue
		}
		dir, _ := split(name)
		s.files.toBeChanged(s.files.folder(dir))
		err := s.disk.root.Remove(name)
		switch {
		case err == nil:
			s.stats.Removed++
		case errors.Is(err, fs.ErrNotExist):
		default:
			return fmt.Errorf("removing %s: %w", name, err)
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			emptied[dir] = true
		}
	}
	dirs := make([]string, 0, len(emptied))
	for dir := range emptied {
		dirs = append(dirs, dir)
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(b, a) }) // inner ones first
	for _, dir := range dirs {
		s.disk.root.Remove(dir) // refused by the system unless it is empty
	}
	return nil
}

// sameAsWritten reports whether an old name is, on this disk, a file that this build
// wrote under a name of other letter case.
func (s *Site) sameAsWritten(name string) bool {
	now, made := s.written(name)
	if made == nil {
		return false
	}
	a, errA := s.disk.root.Lstat(name)
	b, errB := s.disk.root.Lstat(now)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
