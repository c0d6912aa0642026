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
func (f *finds) first() *source.Format { return f.formats[0] }

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

// formatOf returns the format of a file by its name in the folder of a machine.
func (f *finds) formatOf(name string) *source.Format {
	key, _, _ := strings.Cut(name[len(earlier.FindString(name)):], "/")
	if i := slices.IndexFunc(f.formats, func(f *source.Format) bool { return f.Key == key && f.Layout.Kept != nil }); i >= 0 {
		return f.formats[i]
	}
	return f.first()
}

// withholders returns what removes of each file what pages withhold.
func (f *finds) withholders(keep source.Options) func(name string) source.Withholder {
	made := map[*source.Format]source.Withholder{}
	return func(name string) source.Withholder {
		format := f.formatOf(name)
		w, ok := made[format]
		if !ok {
			w = format.Withholder(keep)
			made[format] = w
		}
		return w
	}
}

// workDirs lists the directories in which sessions were recorded.
func (f *finds) workDirs() (dirs []string) {
	for _, p := range f.projects() {
		if dir := f.firstDir(f.first().Layout.Projects + "/" + p); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return append(dirs, f.otherDirs()...)
}

// projects lists the folders of projects, in order.
func (f *finds) projects() (folders []string) {
	for _, name := range f.names {
		elems := strings.SplitN(name[len(earlier.FindString(name)):], "/", 3)
		if len(elems) == 3 && elems[0] == f.first().Layout.Projects {
			folders = append(folders, elems[1])
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// firstDir finds the working directory that is first in a transcript of a project.
func (f *finds) firstDir(project string) string {
	for _, name := range f.names {
		if path.Dir(name) != project || !isTranscript(name) {
			continue
		}
		if dir := f.first().Layout.FirstDir(f.head(name)); dir != "" {
			return dir
		}
	}
	return ""
}

func (f *finds) head(name string) []byte { return headOf(f.files[name], name) }

// headOf returns how a file begins, nothing when it cannot be read.
func headOf(o *origin, name string) []byte {
	f, err := o.plain(name)()
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// workDir matches a working directory in the head of a transcript.
var workDir = regexp.MustCompile(`"(?:cwd|directory)": ?("(?:[^"\\]|\\.)+")`)

// otherDirs lists the first working directory that is named in each folder of transcripts of all formats
// but the first.
func (f *finds) otherDirs() (dirs []string) {
	done := map[string]bool{}
	for _, name := range f.names {
		if f.formatOf(name) == f.first() || done[path.Dir(name)] {
			continue
		}
		if m := workDir.FindSubmatch(f.head(name)); m != nil {
			dirs = append(dirs, raw.String(m[1]))
			done[path.Dir(name)] = true
		}
	}
	return dirs
}
