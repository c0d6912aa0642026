package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/generator/config"
	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/parser"
	"steno/parser/source"
)

// When nothing changed since the last build into the same destination, there is nothing
// to build. What "nothing" means is one hash: over this program, the configuration, and
// the names, sizes and times of all files that a build reads. It is kept with the
// summary of the build and a stamp of the site, outside of the site, since times differ
// between machines and the site does not. If in doubt, it is rebuilt.

// Request says which build asks.
type Request struct {
	Folder  string // of all caches; "" for none
	Config  config.Config
	Formats source.Formats
	Version string // Steno's own
	Part    string // of a build in shards
	Strict  bool
	Force   bool // what the last build kept is not read
	Verify  bool // each file of the site is looked at, see folders.go
}

// Record is what is kept of a finished build as a whole.
type Record struct {
	Destination string           `json:"destination,omitzero"` // absolute
	Keeps       bool             `json:"keeps,omitzero"`       // sessions whose transcripts are gone stay in the site
	Inputs      string           `json:"inputs"`               // the hash
	Left        string           `json:"left"`                 // stamp of what it wrote
	Summary     json.RawMessage  `json:"summary"`
	Warnings    []parser.Warning `json:"warnings"`
}

// Unchanged returns the record of the last build when this one would do the same, nil
// otherwise. inputs is "" when it is unknown.
func (q Request) Unchanged(inputs string) *Record {
	if inputs == "" || q.Force {
		return nil
	}
	data, err := os.ReadFile(q.recordFile())
	if err != nil {
		return nil
	}
	var last Record
	if json.Unmarshal(data, &last) != nil || last.Inputs != inputs || len(last.Summary) == 0 {
		return nil
	}
	if stamp, _, _ := strings.Cut(last.Left, "\n"); !q.Verify && q.isLeft(&last, stamp) && q.foldersHold(last.Left) {
		return &last
	}
	files, err := output.Left(q.Config.Destination)
	if err != nil || !q.isLeft(&last, stampOf(files)) {
		return nil
	}
	_ = q.noteFolders(last.Left, len(files), q.foldersOf(files)) // else the next build looks at all files again
	return &last
}

// isLeft reports whether a build left files with this stamp, and the report is as it left it.
func (q Request) isLeft(last *Record, stamp string) bool {
	left, err := q.leftStamp(stamp)
	return err == nil && left == last.Left
}

// Site is what a finished build left at the destination.
type Site struct {
	Stamp   string // of all files
	Files   int
	Folders iter.Seq2[string, int64] // when they were changed, see [output.Site.Folders]
}

// Record keeps the summary of a finished build.
func (q Request) Record(inputs string, summary any, warnings []parser.Warning, site Site) {
	left, err := q.leftStamp(site.Stamp)
	if err != nil {
		return
	}
	sum, err := json.Marshal(summary)
	if err != nil {
		return
	}
	data, err := json.Marshal(Record{Destination: q.destination(), Keeps: q.Config.KeepRemoved, Inputs: inputs,
		Left: left, Summary: sum, Warnings: warnings})
	if err != nil {
		return
	}
	if err := os.MkdirAll(q.Folder, 0o700); err == nil {
		_ = errors.Join(output.WritePrivate(q.recordFile(), data), q.noteFolders(left, site.Files, site.Folders))
	}
}

// leftStamp is a stamp of what a build leaves behind: the site, and the report.
func (q Request) leftStamp(files string) (string, error) {
	var s strings.Builder
	s.WriteString(files + "\n")
	if name := q.Config.Redact.Report; name != "" && q.Config.Redact.Enabled {
		if err := hashFile(&s, name); err != nil {
			return "", err
		}
	}
	return s.String(), nil
}

// recordFile is where the record of a destination is kept.
func (q Request) recordFile() string { return q.Dir() + ".json" }

// Dir returns the folder of the cache of the destination. The names of other files about it begin
// like it.
func (q Request) Dir() string {
	sum := sha256.Sum256([]byte(q.destination()))
	return filepath.Join(q.Folder, hex.EncodeToString(sum[:8]))
}

// destination is the destination's absolute path.
func (q Request) destination() string {
	if dir, err := filepath.Abs(q.Config.Destination); err == nil {
		return dir
	}
	return q.Config.Destination
}

// Inputs hashes all that a build depends on; it is "" when that is not wanted or not possible. look is
// how the sources were found, nil when they were not looked at.
func (q Request) Inputs(ctx context.Context) (hash string, look *source.Look) {
	if q.Folder == "" {
		return "", nil
	}
	h := sha256.New()
	for _, part := range []func(io.Writer) error{
		q.hashProgram, q.hashPlaces, q.hashShown,
		func(w io.Writer) (err error) {
			look, err = q.hashSources(ctx, w)
			return err
		},
		q.hashFiles,
	} {
		if err := part(h); err != nil {
			return "", look
		}
	}
	return hex.EncodeToString(h.Sum(nil)), look
}

// Open prepares the cache of the destination; [Cache.Load] reads it. It returns nil when there is to
// be none.
func (q Request) Open() *Cache {
	if q.Folder == "" {
		return nil
	}
	base := sha256.New()
	for _, part := range []func(io.Writer) error{q.hashProgram, q.hashShown, q.hashFiles} {
		if err := part(base); err != nil {
			return nil
		}
	}
	return newCache(q.Dir(), hex.EncodeToString(base.Sum(nil)))
}

func (q Request) hashProgram(w io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Fprintln(w, q.Version, q.Strict, os.Getenv("SOURCE_DATE_EPOCH"))
	return hashFile(w, program)
}

// hashPlaces hashes the part of the configuration that says where things stand, and the file
// about sessions, which concerns some of them only.
func (q Request) hashPlaces(w io.Writer) error {
	c := q.Config
	_, err := fmt.Fprintf(w, "%q %q %q %q\n", c.Sources, c.Destination, c.Redact.Report, q.Part)
	if err != nil || c.Sessions == "" {
		return err
	}
	return hashFile(w, c.Sessions)
}

// hashShown hashes the part of the configuration that shows on pages.
func (q Request) hashShown(w io.Writer) error {
	c := q.Config
	c.Jobs, c.Sources, c.Sessions, c.Destination, c.Cache, c.Redact.Report, c.Redact.ReviewKey = 0, nil, "", "", "", "", ""
	data, err := json.Marshal(c)
	_, werr := w.Write(data)
	return errors.Join(err, werr)
}

func (q Request) hashSources(ctx context.Context, w io.Writer) (*source.Look, error) {
	look, err := source.LookAt(ctx, q.Formats, q.Config.Sources)
	if err != nil {
		return nil, err
	}
	for _, s := range look.Stamps {
		io.WriteString(w, s+"\n")
	}
	look.Stamps = nil // there are as many as files
	return look, nil
}

// filesNamed are the files that the configuration names, but for those of the theme.
func (q Request) filesNamed() []string {
	files := slices.Clone(q.Config.Redact.EnvFiles)
	for _, key := range []string{"logo", "css"} {
		if name, ok := q.Config.Theme.Params[key].(string); ok {
			files = append(files, name)
		}
	}
	return slices.DeleteFunc(files, func(name string) bool { return name == "" })
}

// hashFiles hashes the files that the configuration names.
func (q Request) hashFiles(w io.Writer) error {
	for _, name := range q.filesNamed() {
		if err := hashFile(w, name); err != nil {
			return err
		}
	}
	if key, err := redaction.ReviewKey(q.Config.Redact); err != nil {
		return err
	} else if _, err := fmt.Fprintln(w, redact.ID(key, redact.Hash{})); err != nil {
		return err
	}
	dir := q.Config.Theme.Dir
	if dir == "" {
		return nil
	}
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return hashFile(w, name)
	})
}

// hashFile hashes what changes when a file does.
func hashFile(w io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, strconv.Quote(name), info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
	return err
}

// Base condenses what every page depends on, the same on every machine.
func (q Request) Base() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, version, q.Version, os.Getenv("SOURCE_DATE_EPOCH"))
	if err := q.hashShown(h); err != nil {
		return "", err
	}
	for _, name := range q.filesNamed() {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d ", len(data))
		h.Write(data)
	}
	if dir := q.Config.Theme.Dir; dir != "" {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			fmt.Fprintf(h, "%q %d ", filepath.ToSlash(strings.TrimPrefix(name, dir)), len(data))
			h.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
