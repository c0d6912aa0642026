package files

import (
	"bytes"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
	"steno/parser/shell"
)

// Backup is a copy of a file that a record names. The client makes one before each change, for undoing it.
type Backup struct {
	Path    string // of the file, as the session names it
	Name    string // of the copy, "" when there was no such file
	Version int
	Time    time.Time
}

var realDir = []byte(`"realParentDir"`)

// RealDirs yields the directories that a record of these types names and that are really elsewhere, as symbolic links
// lead there: observed in 2.1.207 to 2.1.232, and only in absolute paths.
func RealDirs(record jsontext.Value, yield func(name, real string)) {
	if !bytes.Contains(record, realDir) {
		return
	}
	o := raw.ParseObject(record)
	add := func(name string, of raw.Object) {
		dir := strings.TrimRight(name[:strings.LastIndexAny(name, `/\`)+1], `/\`)
		if real := of.String("realParentDir"); real != "" && dir != "" && dir != real && shell.Absolute(name) {
			yield(dir, real)
		}
	}
	add(o.String("trackingPath"), o.Object("backup"))
	for _, m := range o.Object("snapshot").Object("trackedFileBackups") {
		add(m.Name, raw.ParseObject(m.Value))
	}
}

// Backups returns the copies that a record of the type file-history-snapshot or file-history-delta names:
// a snapshot the latest ones of all files, a delta one.
func Backups(record jsontext.Value) (list []Backup) {
	o := raw.ParseObject(record)
	add := func(path string, of raw.Object) {
		if path != "" && of.Raw("version") != nil {
			made, _ := time.Parse(time.RFC3339, of.String("backupTime")) // zero when it is not known
			list = append(list, Backup{path, of.String("backupFileName"), of.Int("version"), made})
		}
	}
	add(o.String("trackingPath"), o.Object("backup"))
	for _, m := range o.Object("snapshot").Object("trackedFileBackups") {
		add(m.Name, raw.ParseObject(m.Value))
	}
	return list
}
