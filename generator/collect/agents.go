package collect

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"steno/parser/raw"
	"steno/parser/source"
)

// An archive keeps the files of each agent in a separate folder, "codex/sessions/...", in the layout
// of the agent's own folder. Those of the first format are not in such a folder: they were there before.

// first returns the format whose files have no separate folder.
func (r *run) first() *source.Format { return r.Formats[0] }

// named returns the path of a file as formats recognize it.
func (f *origin) named() string { return strings.ReplaceAll(filepath.ToSlash(f.path), `\`, "/") }

// plain opens a file without its compression.
func (f *origin) plain(name string) func() (io.ReadCloser, error) {
	_, file := source.Unpacked(name, &source.File{Path: f.path, Open: f.open})
	return file.Open
}

// agents names the files of agents in one source.
type agents struct {
	roots map[string][]string // the folders of each agent, by its key
}

// name returns what a file of a format is called in a machine's folder.
func (a *agents) name(f *source.Format, name string) string {
	before := earlierIn(name)
	kept := f.Layout.Kept(name)
	if root, own := strings.CutSuffix(name, "/"+kept); own && before == "" && !slices.Contains(a.roots[f.Key], root) {
		a.roots[f.Key] = append(a.roots[f.Key], root)
	}
	return path.Join(before, f.Key, kept)
}

// earlierAnywhere matches the folder of an earlier version in a path.
var earlierAnywhere = regexp.MustCompile(`/(earlier/[0-9a-f]{16})/`)

// earlierIn returns the folder of an earlier version in a path, "" for none.
func earlierIn(name string) (folder string) {
	for _, m := range earlierAnywhere.FindAllStringSubmatch("/"+name, -1) {
		folder = m[1]
	}
	return folder
}

// several returns an error when an agent has several folders in the source: those of several machines.
func (a *agents) several() error {
	for _, roots := range a.roots {
		if len(roots) > 1 {
			return fmt.Errorf("%w: %s", ErrMachines, strings.Join(roots, ", "))
		}
	}
	return nil
}

// formatOf returns the format of a file by its name in the archive, with the machine's folder or
// without.
func (r *run) formatOf(name string) *source.Format {
	name = strings.TrimPrefix(name, r.Machine+"/")
	key, _, _ := strings.Cut(name[len(earlier.FindString(name)):], "/")
	if i := slices.IndexFunc(r.Formats, func(f *source.Format) bool { return f.Key == key && f.Layout.Kept != nil }); i >= 0 {
		return r.Formats[i]
	}
	return r.first()
}

// withholders returns what removes of each file what pages withhold.
func (r *run) withholders() func(name string) source.Withholder {
	made := map[*source.Format]source.Withholder{}
	return func(name string) source.Withholder {
		f := r.formatOf(name)
		w, ok := made[f]
		switch {
		case ok:
		case f.Withhold != nil:
			w = f.Withhold(r.Keep)
		default:
			same := func(text []byte) []byte { return text }
			w = source.Withholder{Line: same, Text: same}
		}
		made[f] = w
		return w
	}
}

// workDir matches a working directory in the head of a transcript.
var workDir = regexp.MustCompile(`"(?:cwd|directory)": ?("(?:[^"\\]|\\.)+")`)

// otherDirs lists the first working directory that is named in each folder of transcripts of all formats
// but the first.
func (r *run) otherDirs() (dirs []string) {
	done := map[string]bool{}
	for _, name := range r.names {
		if r.formatOf(name) == r.first() || done[path.Dir(name)] {
			continue
		}
		if m := workDir.FindSubmatch(r.head(name)); m != nil {
			dirs = append(dirs, raw.String(m[1]))
			done[path.Dir(name)] = true
		}
	}
	return dirs
}
