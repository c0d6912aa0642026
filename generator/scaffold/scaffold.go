// Package scaffold writes what a repository needs to publish its sessions: a
// configuration, and workflows for GitHub.
package scaffold

import (
	_ "embed" // the files
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
)

//go:embed steno.yaml
var configuration string

//go:embed pages.yml
var pages string

//go:embed pull-request.yml
var pullRequest string

// File is one file of a scaffold.
type File struct {
	Name string // below the repository, slash-separated
	Text string
}

// Files lists what is written for a repository of an owner with a name, "" when they are
// not known.
func Files(owner, name string) []File {
	base := ""
	if owner != "" && name != "" {
		base = "https://" + strings.ToLower(owner) + ".github.io/" + name + "/"
	}
	return []File{
		{"steno.yaml", strings.ReplaceAll(configuration, "BASE", base)},
		{".github/workflows/steno-pages.yml", pages},
		{".github/workflows/steno-pull-request.yml", pullRequest},
	}
}

// Write writes files into a repository and gives the names of those it wrote and of those
// that were there already, which stay unless force is set.
func Write(dir string, files []File, force bool) (written, kept []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the repository: %w", err)
	}
	defer root.Close()
	for _, f := range files {
		_, err := root.Lstat(f.Name)
		if err == nil && !force {
			kept = append(kept, f.Name)
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return written, kept, err
		}
		if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
			return written, kept, err
		}
		if err := root.WriteFile(f.Name, []byte(f.Text), 0o644); err != nil {
			return written, kept, err
		}
		written = append(written, f.Name)
	}
	return written, kept, nil
}

var remote = regexp.MustCompile(`(?m)^\s*url\s*=\s*\S*github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?\s*$`)

// Repository tells the owner and the name of a repository on GitHub from its git
// configuration, "" when it does not tell.
func Repository(dir string) (owner, name string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", ""
	}
	defer root.Close()
	data, err := root.ReadFile(".git/config")
	if err != nil {
		return "", ""
	}
	if m := remote.FindStringSubmatch(string(data)); m != nil {
		return m[1], m[2]
	}
	return "", ""
}
