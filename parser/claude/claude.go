// Package claude reads the transcripts of Claude Code. [Parse] takes the files of one
// session, which package source has found, and returns a [parser.Session].
//
// The way of a line: package jsonl reads it, package record decodes it into a small
// typed record, the record becomes an entry and a node of the tree that package tree
// puts in order, and the entries of a thread are presented as messages and assembled
// into turns.
//
// There is no official description of the format. Rules in this package come from
// what was observed in real transcripts, and say so; what is not known is kept, shown
// generically and counted. Nothing in the input is fatal.
package claude

import (
	"path/filepath"

	"steno/parser/claude/files"
	"steno/parser/claude/record"
	"steno/parser/claude/stream"
	"steno/parser/claude/withhold"
	"steno/parser/source"
)

// Format is what Steno knows of Claude Code's transcripts.
func Format() *source.Format {
	return &source.Format{
		Name: "Claude Code", Key: "claude", Homes: homes,
		Owns: files.Owns, Claims: files.Claims, May: files.May, Knows: stream.Knows, Unread: files.Unread, Layout: files.Layout(),
		Scan: files.Scan, Index: files.Index, Same: files.Same,
		Parse:    Parse,
		Survey:   files.Undeclared,
		History:  files.History,
		Withhold: withholder,
		Resume:   func(id string) string { return "claude --resume " + id },
	}
}

// homes returns the folder of projects below Claude Code's own: the one that
// CLAUDE_CONFIG_DIR names, or ~/.claude.
func homes(home string, getenv func(string) string) []string {
	dir := filepath.Join(home, ".claude")
	if named := getenv("CLAUDE_CONFIG_DIR"); named != "" {
		dir = filepath.Clean(named)
	}
	return []string{filepath.Join(dir, "projects")}
}

func withholder(o source.Options) source.Withholder {
	return source.Withholder{
		Line: withhold.New(o).Line,
		Text: func(text []byte) []byte {
			clean, _ := record.Withhold(text)
			return clean
		},
	}
}
