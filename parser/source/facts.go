package source

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// Facts is what one pass over a transcript finds out about where its records belong. It
// depends on the bytes of the file alone, so that it can be kept between builds. A format
// whose files contain one session each needs Known, one Holding, Cwds, Dirs and the times;
// the rest is for formats that copy records from one file to another.
type Facts struct {
	Known      bool      // at least one record of the format was found
	Blank      bool      // the file contains nothing at all
	Bad        Warning   // the first line that is not as it should be; Line 0 if none
	Err        error     // reading broke off
	IDs        []Holding // by session id, in order of first record
	Nodes      []Node    // records with an id, in order
	Cwds       []string  // working directories, distinct, in order of first use
	Dirs       []DirOf   // distinct, in order of first use
	Slugs      []string  // names that plans of the session are filed under, distinct, in order of first use, few
	ForkedFrom string    // id of the session that this one says it was copied from
	Agent      string    // id of the agent, when all records are of one agent's side chain
	Summaries  []Summary
	Tags       map[string]string // the last tag of each session id
	Next       map[string]string // the session that each session id goes on in, where that is recorded
	Trees      map[string]string // directories of worktrees, and those they were made from; few

	Repositories []string // "owner/name" of pull requests, distinct, few
	Remotes      []string // "owner/name" that git works with in these directories, see [RepositoryAt]; distinct, few

	Start, End time.Time // first and last timestamp found

	Kept KeptNodes // where the nodes are when Nodes has none
}

// Holding is what a file contains of one session id.
type Holding struct {
	ID     string
	Nodes  int
	Hangs  int    // index of the session id that one of its records hangs from; -1: none does
	Parent uint64 // key of the parent of its first record, when that is not in the file; else 0
}

// Node is one record with an id.
type Node struct {
	Key    uint64 // of the id, see [Key]
	Origin uint64 // of the id it had before it was copied; 0 if it says nothing of that
	Same   uint64 // of what stays the same when a record is copied into another session
	Time   int64  // Unix milliseconds; 0 if none
	Line   int32
	Size   int32 // bytes
	ID     int32 // index into Facts.IDs; -1: no session id
	Reply  bool
}

// DirOf says that records of a session id were written in a directory.
type DirOf struct {
	ID  int32 // index into Facts.IDs; -1: no session id
	Dir int32 // index into Facts.Cwds
}

// Mode is how much of a file is scanned.
type Mode byte

// Modes of scanning.
const (
	Whole Mode = 'w'
	Peek  Mode = 'p' // until the session is known
	Cwds  Mode = 'd' // directories alone
)

// Key condenses an id as it is written in JSON, quotes included; 0 is no id.
func Key(quoted []byte) uint64 {
	if len(quoted) == 0 {
		return 0
	}
	sum := sha256.Sum256(quoted)
	return binary.LittleEndian.Uint64(sum[:]) | 1
}

// textKey condenses an id.
func textKey(id string) uint64 { return Key([]byte(`"` + id + `"`)) }
