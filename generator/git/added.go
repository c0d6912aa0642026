package git

import (
	"context"
	"strconv"
	"strings"

	"steno/parser/lazy"
)

// Added are the lines that a commit adds to a file.
type Added struct {
	Path  string // from the top of the work tree
	Lines []Line
}

// Line is a line of a file.
type Line struct {
	Number int    // in the file as the commit has it, counted from 1
	Text   string // with its line end, if it has one
}

// AddedBy returns the lines that commits add to files, by their complete hashes. Merges add none.
func AddedBy(ctx context.Context, root string, hashes []string) (map[string][]Added, error) {
	out, err := run(ctx, root, strings.NewReader(strings.Join(hashes, "\n")+"\n"), "diff-tree", "--stdin", "-r", "-p", "-U0", "--root",
		"--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/")
	if err != nil {
		return nil, err
	}
	return parseAdded(string(out)), nil
}

var (
	commitLine = lazy.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
	hunkLine   = lazy.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)
)

// parseAdded reads what git diff-tree --stdin -p prints.
func parseAdded(out string) map[string][]Added {
	all := map[string][]Added{}
	commit, file := "", ""
	number, before, after := 0, 0, 0 // of the next line, and how many of the hunk are to come
	plus := false                    // the line above is an added one
	for line := range strings.Lines(out) {
		bare := strings.TrimSuffix(line, "\n")
		files := all[commit]
		switch {
		case strings.HasPrefix(line, `\`) && plus: // the line above has no end
			lines := files[len(files)-1].Lines
			lines[len(lines)-1].Text = strings.TrimSuffix(lines[len(lines)-1].Text, "\n")
		case after > 0 && line[0] == '+':
			if n := len(files); n == 0 || files[n-1].Path != file {
				files = append(files, Added{Path: file})
			}
			last := &files[len(files)-1]
			last.Lines = append(last.Lines, Line{number, line[1:]})
			all[commit] = files
			number++
			after--
			plus = true
			continue
		case before > 0:
			before--
		case commitLine.MatchString(bare):
			commit = bare
		case strings.HasPrefix(line, "+++ "):
			file = fileName(bare)
		default:
			if m := hunkLine.FindStringSubmatch(line); m != nil {
				before, number, after = length(m[1]), length(m[2]), length(m[3])
			}
		}
		plus = false
	}
	return all
}

// fileName reads the name of a file in the head of a diff. Git quotes names with control characters
// and other bytes.
func fileName(head string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(head, "+++ "), "\t")
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	return strings.TrimPrefix(name, "b/")
}

// length reads a number of a hunk's head, which leaves out 1.
func length(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return 1
}
