package claude

import (
	"context"
	"path/filepath"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/claude/record"
	"steno/parser/source"
)

// Format is what Steno knows of Claude Code's transcripts.
func Format() *source.Format {
	return &source.Format{
		Name: "Claude Code", Key: "claude", Homes: homes,
		Owns: files.Owns, Layout: files.Layout(),
		Scan: files.Scan, Index: files.Index, Same: files.Same,
		Parse: func(ctx context.Context, s *source.Session, o source.Options) (*parser.Session, error) {
			return Options(o).Parse(ctx, s)
		},
		Survey:   Survey,
		History:  ReadHistory,
		Withhold: withhold,
		Resume:   func(id string) string { return "claude --resume " + id },
	}
}

// Folder returns the folder in which Claude Code keeps its files: the one that
// CLAUDE_CONFIG_DIR names, or ~/.claude.
func Folder(home string, getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Clean(dir)
	}
	return filepath.Join(home, ".claude")
}

func homes(home string, getenv func(string) string) []string {
	return []string{filepath.Join(Folder(home, getenv), "projects")}
}

func withhold(o source.Options) source.Withholder {
	return source.Withholder{
		Line: NewWithholder(Options(o)).Line,
		Text: func(text []byte) []byte {
			clean, _ := record.Withhold(text)
			return clean
		},
	}
}
