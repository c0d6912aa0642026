package git

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Git keeps notes on commits in their own branch, below refs/notes: a commit does not change when
// somebody adds one.

// NotesRef returns the full name of a branch of notes.
func NotesRef(name string) string { return "refs/notes/" + name }

// Notes returns the notes on commits, by the complete hash of the commit. A repository without such
// a branch has none.
func Notes(ctx context.Context, root, name string) (map[string]string, error) {
	ref := NotesRef(name)
	if _, err := run(ctx, root, nil, "rev-parse", "--verify", "--quiet", ref); err != nil {
		return nil, ctx.Err()
	}
	list, err := run(ctx, root, nil, "notes", "--ref="+ref, "list")
	if err != nil {
		return nil, err
	}
	var commits []string
	var in strings.Builder
	for line := range strings.Lines(string(list)) {
		if f := strings.Fields(line); len(f) == 2 {
			commits = append(commits, f[1])
			in.WriteString(f[0] + "\n")
		}
	}
	out, err := run(ctx, root, strings.NewReader(in.String()), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	notes := map[string]string{}
	r := bufio.NewReader(bytes.NewReader(out))
	for _, c := range commits {
		_, data, err := object(r, "blob")
		if err != nil {
			return nil, fmt.Errorf("reading the note on %s: %w", c, err)
		}
		if data != nil {
			notes[c] = string(data)
		}
	}
	return notes, nil
}

// Note returns the note on one commit, "" for none.
func Note(ctx context.Context, root, name, hash string) string {
	text, err := run(ctx, root, nil, "notes", "--ref="+NotesRef(name), "show", hash)
	if err != nil {
		return ""
	}
	return string(text)
}

// WriteNotes replaces the notes on commits, by their complete hashes, in one commit: all of them or
// none. Notes on other commits stay.
func WriteNotes(ctx context.Context, root, name string, notes map[string]string) error {
	who, err := run(ctx, root, nil, "var", "GIT_COMMITTER_IDENT")
	if err != nil {
		return err
	}
	ref := NotesRef(name)
	const message = "Name the sessions that made commits\n"
	var in bytes.Buffer
	fmt.Fprintf(&in, "feature done\ncommit %s\ncommitter %s\ndata %d\n%s\n", ref, bytes.TrimSpace(who), len(message), message)
	if _, err := run(ctx, root, nil, "rev-parse", "--verify", "--quiet", ref); err == nil {
		fmt.Fprintf(&in, "from %s^0\n", ref)
	}
	for _, hash := range slices.Sorted(maps.Keys(notes)) {
		fmt.Fprintf(&in, "N inline %s\ndata %d\n%s\n", hash, len(notes[hash]), notes[hash])
	}
	in.WriteString("done\n")
	_, err = run(ctx, root, &in, "fast-import", "--quiet")
	return err
}
