package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"steno/parser/lazy"
)

// Commit is a commit of a repository. What is in it was written by others.
type Commit struct {
	Hash     string // complete
	Subject  string // the first paragraph of its message, on one line
	Time     time.Time
	Trailers []Trailer // of the last paragraph of its message, in order
}

// Trailer is a line such as "Reviewed-by: Ada".
type Trailer struct{ Name, Value string }

// maxCommit is how long a commit may be: longer ones are skipped.
const maxCommit = 1 << 20

// abbreviated matches what may be the beginning of a commit's hash.
var abbreviated = lazy.MustCompile(`^[0-9a-f]{7,64}$`)

// Commits returns the commits of a work tree that hashes begin, by these hashes. Those that the
// repository does not have, or that several objects begin with, are not among them. No hash gets
// onto a command line, and what is none is not asked for.
func Commits(ctx context.Context, root string, hashes []string) (map[string]*Commit, error) {
	var asked []string
	var in strings.Builder
	for _, h := range hashes {
		if abbreviated.MatchString(h) {
			asked = append(asked, h)
			in.WriteString(h + "^{commit}\n")
		}
	}
	found := map[string]*Commit{}
	if len(asked) == 0 {
		return found, nil
	}
	out, err := run(ctx, root, strings.NewReader(in.String()), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	r := bufio.NewReader(bytes.NewReader(out))
	for _, h := range asked {
		hash, data, err := object(r, "commit")
		if err != nil {
			return nil, fmt.Errorf("reading commit %s: %w", h, err)
		}
		if data != nil {
			found[h] = parseCommit(hash, data)
		}
	}
	return found, nil
}

// Named returns the commit that a revision such as HEAD~2 names, nil when there is none.
func Named(ctx context.Context, root, revision string) *Commit {
	hash, err := run(ctx, root, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil
	}
	name := strings.TrimSpace(string(hash))
	found, err := Commits(ctx, root, []string{name})
	if err != nil {
		return nil
	}
	return found[name]
}

// Reachable returns the complete hashes of all commits that a branch, a tag or HEAD leads to. Others are left
// of a rebase or a reset, and git will remove them.
func Reachable(ctx context.Context, root string) (map[string]bool, error) {
	args := []string{"rev-list", "--all"}
	if head := Named(ctx, root, "HEAD"); head != nil {
		args = append(args, head.Hash)
	}
	out, err := run(ctx, root, nil, args...)
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		all[strings.TrimSpace(line)] = true
	}
	return all, nil
}

// object reads one answer of git cat-file --batch. Its data is nil if the object does not exist, is of
// another kind, or is too large.
func object(r *bufio.Reader, kind string) (hash string, data []byte, err error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", nil, fmt.Errorf("git says too little: %w", err)
	}
	fields := strings.Fields(line)
	if len(fields) != 3 { // "abc1234^{commit} missing", or "ambiguous"
		return "", nil, nil
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return "", nil, nil //nolint:nilerr // an answer without an object
	}
	data = make([]byte, size+1) // a line feed follows
	if _, err := io.ReadFull(r, data); err != nil {
		return "", nil, fmt.Errorf("git says too little: %w", err)
	}
	if fields[1] != kind || size > maxCommit {
		return fields[0], nil, nil
	}
	return fields[0], data[:size], nil
}

func parseCommit(hash string, data []byte) *Commit {
	head, message, _ := strings.Cut(string(data), "\n\n")
	c := &Commit{Hash: hash}
	first, _, _ := strings.Cut(strings.TrimLeft(message, "\n"), "\n\n")
	c.Subject = strings.Join(strings.Fields(first), " ")
	for line := range strings.Lines(head) {
		if rest, ok := strings.CutPrefix(line, "committer "); ok {
			if f := strings.Fields(rest[strings.LastIndexByte(rest, '>')+1:]); len(f) > 0 {
				if seconds, err := strconv.ParseInt(f[0], 10, 64); err == nil {
					c.Time = time.Unix(seconds, 0).UTC()
				}
			}
		}
	}
	c.Trailers = Trailers(message)
	return c
}

var trailer = lazy.MustCompile(`^([A-Za-z0-9][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*)$`)

// Trailers returns the trailers of a message: the lines "Name: value" of its last paragraph, unless that
// is the first one.
func Trailers(message string) (all []Trailer) {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	at := strings.LastIndex(message, "\n\n")
	if at < 0 {
		return nil
	}
	for line := range strings.Lines(message[at+2:]) {
		if m := trailer.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			all = append(all, Trailer{m[1], strings.TrimSpace(m[2])})
		}
	}
	return all
}

// ErrNoGit is returned when git is not installed.
var ErrNoGit = errors.New("git is not installed, or not on the PATH")

// Installed reports whether there is a git to run.
func Installed() bool {
	_, err := exec.LookPath("git")
	return err == nil
}

// run runs git in a work tree and returns what it prints. Hooks and monitors of the repository do not run.
func run(ctx context.Context, root string, in io.Reader, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", root, "-c", "core.fsmonitor=false", "-c",
		"core.hooksPath=/dev/null"}, args...)...)
	cmd.Stdin = in
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, ErrNoGit
	case err != nil:
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}
