// Package git reads what a git work tree says about itself: its root, its repository on GitHub,
// what it ignores, its commits and the notes on them. It writes notes, and nothing else.
package git

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"steno/parser/lazy"
)

// Root returns the root of the work tree that a folder is in, with symbolic links resolved, and
// "" when it is in none. The folder need not exist.
func Root(dir string) string {
	for dir = Resolve(dir); ; {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Resolve returns the absolute path of a folder, with symbolic links resolved as far as it exists.
func Resolve(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return filepath.Clean(dir)
	}
	rest := ""
	for at := abs; ; {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(at)
		if up == at {
			return abs
		}
		at, rest = up, filepath.Join(filepath.Base(at), rest)
	}
}

// Ignored reports whether a work tree ignores a folder in it, which need not exist. Without git
// on this machine nothing counts as ignored.
func Ignored(ctx context.Context, root, dir string) bool {
	name, err := filepath.Rel(root, Resolve(dir))
	if err != nil || name == "." {
		return false
	}
	return exec.CommandContext(ctx, "git", "-C", root, "-c", "core.fsmonitor=false", "check-ignore", "-q", "--", name+"/").Run() == nil
}

var (
	section = lazy.MustCompile(`^\s*\[remote "(.*)"\]`)
	address = lazy.MustCompile(`^\s*url\s*=\s*\S*github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?\s*$`)
)

// GitHub returns the owner and the name of the repository on GitHub that a work tree is pushed to:
// that of the remote "origin", or else of the first one that is on GitHub. Both are "" when there is none.
func GitHub(root string) (owner, name string) {
	data, err := os.ReadFile(filepath.Join(folder(root), "config"))
	if err != nil {
		return "", ""
	}
	remote := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if m := section.FindStringSubmatch(line); m != nil {
			remote = m[1]
		} else if m := address.FindStringSubmatch(line); m != nil && (owner == "" || remote == "origin") {
			owner, name = m[1], m[2]
		}
	}
	return owner, name
}

// folder returns the folder with a work tree's configuration. In a linked work tree .git is a file
// that names another folder, which names that one.
func folder(root string) string {
	dir := filepath.Join(root, ".git")
	data, err := os.ReadFile(dir)
	if err != nil {
		return dir
	}
	dir = relative(root, strings.TrimPrefix(strings.TrimSpace(string(data)), "gitdir: "))
	if data, err = os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		dir = relative(dir, strings.TrimSpace(string(data)))
	}
	return dir
}

// relative returns a path that is relative to a folder, unless it is absolute.
func relative(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// Tracked reports whether a work tree tracks a file. Without git on this machine nothing counts
// as tracked.
func Tracked(file string) bool {
	dir := filepath.Dir(file)
	if Root(dir) == "" {
		return false
	}
	return exec.Command("git", "-C", dir, "-c", "core.fsmonitor=false", "ls-files", "--error-unmatch", "--",
		filepath.Base(file)).Run() == nil
}
