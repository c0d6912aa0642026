package files

import (
	"encoding/json"
	"io"

	"steno/parser/source"
)

// maxIndex bounds the size of an index file that is read into memory.
const maxIndex = 64 << 20

// Index reads a sessions-index.json. It is a hint: of stale or broken ones nothing is kept.
func Index(r io.Reader) []source.Indexed {
	var index struct {
		Entries []struct {
			SessionID string `json:"sessionId"`
			Summary   string `json:"summary"`
			Project   string `json:"projectPath"`
		} `json:"entries"`
		Original string `json:"originalPath"`
	}
	if json.NewDecoder(io.LimitReader(r, maxIndex)).Decode(&index) != nil {
		return nil
	}
	var list []source.Indexed
	for _, e := range index.Entries {
		if e.Project == "" {
			e.Project = index.Original
		}
		list = append(list, source.Indexed{Session: e.SessionID, Title: e.Summary, Dir: e.Project})
	}
	return list
}
