package agenttrace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/go-json-experiment/json"
)

// FileName is where the reference implementation of the format keeps records: JSON Lines, from the
// top of the repository.
const FileName = ".agent-trace/traces.jsonl"

// Write adds records to the file of the repository in dir, see [Merge]. Links that lead out of the
// repository are not followed.
func Write(dir string, records []Record) (changed int, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	old, err := root.ReadFile(FileName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	merged, changed, err := Merge(old, records)
	if err != nil || changed == 0 {
		return changed, err
	}
	if err := root.MkdirAll(path.Dir(FileName), 0o777); err != nil {
		return 0, err
	}
	const temp = FileName + ".tmp"
	if err := root.WriteFile(temp, merged, 0o666); err != nil {
		return 0, err
	}
	return changed, root.Rename(temp, FileName)
}

// Merge returns the lines of such a file with records added; they replace those with the same id. All other
// lines stay as they are. changed is how many records were not there.
func Merge(old []byte, records []Record) (merged []byte, changed int, err error) {
	lines := bytes.Split(bytes.TrimRight(old, "\n"), []byte("\n"))
	at := map[string]int{}
	for i, line := range lines {
		var known struct{ ID string }
		if json.Unmarshal(line, &known, json.MatchCaseInsensitiveNames(true)) == nil && known.ID != "" {
			at[known.ID] = i
		}
	}
	for _, r := range records {
		line, err := json.Marshal(r)
		if err != nil {
			return nil, 0, fmt.Errorf("writing a record of Agent Trace: %w", err)
		}
		i, known := at[r.ID]
		switch {
		case known && bytes.Equal(bytes.TrimSpace(lines[i]), line):
			continue
		case known:
			lines[i] = line
		default:
			lines = append(lines, line)
		}
		changed++
	}
	if len(lines[0]) == 0 { // there was no file
		lines = lines[1:]
	}
	for _, line := range lines {
		merged = append(append(merged, line...), '\n')
	}
	return merged, changed, nil
}
