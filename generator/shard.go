package generator

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"steno/generator/redact"
	"steno/parser"
)

// A site may be built in shards, by several machines, and merged. Each shard reads all
// sources, since values to be taken out are numbered over the whole archive, and makes
// the pages of its own sessions only. What the lists and the search index need of them
// goes into files beside the pages, below shardDir; merge.go makes the rest of the site
// from those.

// Shard says which part of the sessions to build. The zero value is all of them.
type Shard struct {
	Part  int // from 1
	Parts int
}

// ParseShard reads "2/8": the second of eight parts.
func ParseShard(text string) (Shard, error) {
	part, parts, ok := strings.Cut(text, "/")
	k, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(parts)
	if !ok || errors.Join(err, err2) != nil || k < 1 || k > n {
		return Shard{}, fmt.Errorf("%q is no part of a whole; write 2/8 for the second of eight", text)
	}
	return Shard{k, n}, nil
}

// holds tells whether a session belongs to the part. Which one it is depends on its id
// alone, so that a session stays where it is when others come.
func (s Shard) holds(id string) bool {
	if s.Parts == 0 {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32()%uint32(s.Parts)) == s.Part-1
}

// Names in a shard.
const (
	shardDir   = "steno-shard"
	shardIndex = shardDir + "/index"
	shardDocs  = shardDir + "/search/"
	shardLook  = shardDir + "/fingerprints" // for the second look: every shard has those of all sessions
)

const shardVersion = 3

// shardHead is what a shard tells of the whole archive.
type shardHead struct {
	Version  int
	Part     Shard
	Base     string         // condensed: what every page depends on
	Whole    string         // condensed: the archive that it read
	Projects []shardProject // in the archive's order
	History  []parser.TypedPrompt
	Warnings []Warning // those of no session
	Beside   []foundBeside
	Redacts  bool
	Found    []int // sessions of each source
	Memos    int   // that follow
}

// shardProject is a project of the archive under its published names.
type shardProject struct {
	Slug, Name, Group, Folder, Dir string
	Sessions                       []shardSession
	Notes                          []*parser.Note
}

// shardSession is a session of the archive, in any shard.
type shardSession struct {
	ID    string
	Start time.Time
	Dir   string // the working directory of its folder
}

// writeShard writes what a merge needs of this shard.
func (b *build) writeShard(context.Context) error {
	base, err := b.shardBase()
	if err != nil {
		return err
	}
	head := shardHead{
		Version: shardVersion, Part: b.Shard, Base: base, Whole: b.wholeArchive(),
		History: b.typed, Warnings: b.sourceWarnings, Redacts: b.redaction != nil, Found: b.found, Memos: len(b.memos),
	}
	if b.redaction != nil {
		head.Beside = b.redaction.beside
	}
	for _, p := range b.published.Projects {
		out := shardProject{Slug: p.Slug, Name: p.Name, Group: p.Group, Folder: p.Folder, Dir: p.Dir, Notes: b.memories[p]}
		for _, s := range p.Sessions {
			out.Sessions = append(out.Sessions, shardSession{s.ID, s.Start, s.Dir})
		}
		head.Projects = append(head.Projects, out)
	}
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.Encode(head); err != nil {
		return err
	}
	for i, m := range b.memos {
		m.ID = b.todo[i].ID
		if err := enc.Encode(m); err != nil {
			return err
		}
	}
	if b.second != nil {
		fingerprints, err := b.second.look.MarshalBinary()
		if err == nil {
			err = b.Out.Write(shardLook, fingerprints)
		}
		if err != nil {
			return err
		}
	}
	return b.Out.Write(shardIndex, buf.Bytes())
}

// shardBase condenses what every page depends on, the same on every machine.
func (b *build) shardBase() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, shardVersion, memoryVersion, b.Version, os.Getenv("SOURCE_DATE_EPOCH"))
	if err := b.hashShown(context.Background(), h); err != nil {
		return "", err
	}
	for _, name := range b.filesNamed() {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d ", len(data))
		h.Write(data)
	}
	if dir := b.Config.Theme.Dir; dir != "" {
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

// wholeArchive condenses which sessions the archive has.
func (b *build) wholeArchive() string {
	h := sha256.New()
	for _, p := range b.published.Projects {
		fmt.Fprintf(h, "%q %q\n", p.Slug, p.Dir)
		for _, s := range p.Sessions {
			fmt.Fprintf(h, "%q %d %d %q\n", s.ID, s.Start.UnixNano(), s.Size, fmt.Sprint(b.about[s.Source]))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// foundBeside is what was taken out of a page that belongs to no session.
type foundBeside struct {
	Page  string
	Found []redact.Finding
}
