package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"steno/generator/config"
)

// With keepRemoved a session whose transcripts are gone keeps its pages: they stay as they
// are, and lists, statistics and the search go on to name it. What the memory knows of it
// replaces its files. It goes after all
//
//   - when it is hidden or left out by name, project or date, as any other;
//   - when the configuration chooses or redacts something else than when its pages were
//     made: they cannot be made again, and might show what is to be hidden now;
//   - when its pages show something that must be redacted now;
//   - when its pages were changed since.

// Removed is what is kept of a session for the time when its files are no more: where
// it belonged, before anything was cleaned.
type Removed struct {
	Format     string  // its key
	Project    Project // without a folder when it was built without a cache
	Folder     Folder
	Start, End time.Time
	Size       int64
}

// Project is a source.Project without its sessions.
type Project struct{ Slug, Name, Folder, Dir string }

// Folder is a source.Folder without its memory.
type Folder struct{ Name, Dir string }

// guard condenses what decides about what is shown of a session.
func guard(c config.Config) string {
	c.Redact.Report, c.Redact.Reviewed, c.Redact.ReviewKey = "", nil, ""
	data, err := json.Marshal([]any{c.Select, c.Projects, c.Redact, c.Content})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
