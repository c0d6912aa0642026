package files

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
)

// Backup is a copy of a file that a record names. The client makes one before each change, for undoing it.
type Backup struct {
	Path    string // of the file, as the session names it
	Name    string // of the copy, "" when there was no such file
	Version int
	Time    time.Time
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
