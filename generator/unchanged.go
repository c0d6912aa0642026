package generator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/generator/output"
	"steno/generator/redact"
	"steno/parser/source"
)

// When nothing changed since the last build into the same destination, there is nothing
// to build. What "nothing" means is one hash: over this program, the configuration, and
// the names, sizes and times of all files that a build reads. It is kept with the
// summary of the build and a stamp of the site, outside of the site, since times differ
// between machines and the site does not. Whatever is in doubt is built anew.

// record is what is kept of a finished build.
type record struct {
	Inputs   string    `json:"inputs"` // the hash
	Left     string    `json:"left"`   // stamp of what it wrote
	Summary  *Summary  `json:"summary"`
	Warnings []Warning `json:"warnings"`
}

// unchanged gives the summary of the last build when this one would do the same, nil
// otherwise. inputs is "" when it cannot be told.
func (b *build) unchanged(inputs string) *Summary {
	if inputs == "" || b.Force {
		return nil
	}
	data, err := os.ReadFile(b.recordFile())
	if err != nil {
		return nil
	}
	var last record
	if json.Unmarshal(data, &last) != nil || last.Inputs != inputs || last.Summary == nil {
		return nil
	}
	files, err := output.Left(b.Config.Destination)
	if err != nil {
		return nil
	}
	if left, err := b.leftStamp(files); err != nil || left != last.Left {
		return nil
	}
	for _, w := range last.Warnings {
		b.job.Warn(w)
	}
	sum := *last.Summary
	sum.Kept, sum.Written, sum.Removed, sum.Unchanged = sum.Sessions, 0, 0, true
	return &sum
}

// record keeps the summary of a finished build.
func (b *build) record(inputs string, sum *Summary, files []output.File) {
	left, err := b.leftStamp(files)
	if err != nil {
		return
	}
	data, err := json.Marshal(record{Inputs: inputs, Left: left, Summary: sum, Warnings: b.job.Warnings()})
	if err != nil {
		return
	}
	if err := os.MkdirAll(b.Cache, 0o700); err == nil {
		_ = output.WritePrivate(b.recordFile(), data)
	}
}

// leftStamp is a stamp of what a build leaves behind: the site, and the report.
func (b *build) leftStamp(files []output.File) (string, error) {
	var s strings.Builder
	s.WriteString(output.Stamp(files) + "\n")
	if name := b.Config.Redact.Report; name != "" && b.Config.Redact.Enabled {
		if err := hashFile(&s, name); err != nil {
			return "", err
		}
	}
	return s.String(), nil
}

// recordFile is where the record of a destination is kept.
func (b *build) recordFile() string { return b.cacheName() + ".json" }

// cacheName is what the files that are kept about a destination begin with.
func (b *build) cacheName() string {
	dir, err := filepath.Abs(b.Config.Destination)
	if err != nil {
		dir = b.Config.Destination
	}
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(b.Cache, hex.EncodeToString(sum[:8]))
}

// inputs hashes all that a build depends on; "" when that is not wanted or not possible.
func (b *build) inputs(ctx context.Context) string {
	if b.Cache == "" {
		return ""
	}
	h := sha256.New()
	for _, part := range []func(context.Context, io.Writer) error{b.hashProgram, b.hashPlaces, b.hashShown, b.hashSources, b.hashFiles} {
		if err := part(ctx, h); err != nil {
			return ""
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (b *build) hashProgram(_ context.Context, w io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Fprintln(w, b.Version, b.Strict, os.Getenv("SOURCE_DATE_EPOCH"))
	return hashFile(w, program)
}

// hashPlaces hashes the part of the configuration that says where things stand, and the file
// about sessions, which concerns some of them only.
func (b *build) hashPlaces(_ context.Context, w io.Writer) error {
	c := b.Config
	_, err := fmt.Fprintf(w, "%q %q %q %v\n", c.Sources, c.Destination, c.Redact.Report, b.Shard)
	if err != nil || c.Sessions == "" {
		return err
	}
	return hashFile(w, c.Sessions)
}

// hashShown hashes the part of the configuration that shows on pages.
func (b *build) hashShown(_ context.Context, w io.Writer) error {
	c := b.Config
	c.Jobs, c.Sources, c.Sessions, c.Destination, c.Cache, c.Redact.Report, c.Redact.ReviewKey = 0, nil, "", "", "", "", ""
	data, err := json.Marshal(c)
	_, werr := w.Write(data)
	return errors.Join(err, werr)
}

func (b *build) hashSources(ctx context.Context, w io.Writer) error {
	look, err := source.LookAt(ctx, b.formats(), b.Config.Sources)
	if err != nil {
		return err
	}
	b.look = look
	for _, s := range look.Stamps {
		io.WriteString(w, s+"\n")
	}
	look.Stamps = nil // there are as many as files
	return nil
}

// filesNamed are the files that the configuration names, but for those of the theme.
func (b *build) filesNamed() []string {
	files := slices.Clone(b.Config.Redact.EnvFiles)
	for _, key := range []string{"logo", "css"} {
		if name, ok := b.Config.Theme.Params[key].(string); ok {
			files = append(files, name)
		}
	}
	return slices.DeleteFunc(files, func(name string) bool { return name == "" })
}

// hashFiles hashes the files that the configuration names.
func (b *build) hashFiles(_ context.Context, w io.Writer) error {
	for _, name := range b.filesNamed() {
		if err := hashFile(w, name); err != nil {
			return err
		}
	}
	if key, err := ReviewKey(b.Config.Redact); err != nil {
		return err
	} else if _, err := fmt.Fprintln(w, redact.ID(key, redact.Hash{})); err != nil {
		return err
	}
	dir := b.Config.Theme.Dir
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

// hashFile writes what tells whether a file changed.
func hashFile(w io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, strconv.Quote(name), info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
	return err
}
