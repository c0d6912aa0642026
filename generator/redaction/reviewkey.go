package redaction

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steno/generator/config"
	"steno/generator/git"
)

// The ids of redact.allow and redact.reviewed are in repositories for everybody to
// read. Who has the key can try values until one has such an id, so the key must never
// be published: a key that git tracks is refused.

// ReviewKeyEnv is the environment variable that contains the key, for machines that have no
// file of it.
const ReviewKeyEnv = "STENO_REVIEW_KEY"

// minKey is the fewest characters of a key.
const minKey = 32

// ReviewKeyError is returned when the key of the ids of values cannot be used.
type ReviewKeyError struct {
	Text string
	Hint string
}

// Error returns what is wrong.
func (e *ReviewKeyError) Error() string { return e.Text }

// ReviewKey returns the key that a configuration names, nil when there is none.
func ReviewKey(c config.Redact) ([]byte, error) {
	text, from := os.Getenv(ReviewKeyEnv), ReviewKeyEnv
	if text == "" && c.ReviewKey != "" {
		data, err := os.ReadFile(c.ReviewKey)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the key of redact.reviewed: %w", err)
		}
		text, from = string(data), fmt.Sprintf("%q", c.ReviewKey)
	}
	switch text = strings.TrimSpace(text); {
	case text == "" && from == ReviewKeyEnv:
		return nil, nil
	case len(text) < minKey:
		return nil, &ReviewKeyError{fmt.Sprintf("the review key in %s has %d characters, at least %d are needed", from, len(text), minKey),
			`remove it and run "steno review", which makes one`}
	}
	return []byte(text), nil
}

// checkKeyFile fails when the file of the key would be published with the repository.
func checkKeyFile(c config.Redact) error {
	if c.ReviewKey == "" || os.Getenv(ReviewKeyEnv) != "" || !git.Tracked(c.ReviewKey) {
		return nil
	}
	return &ReviewKeyError{fmt.Sprintf("redact.reviewKey: %q is tracked by git, so everybody who reads the repository could guess reviewed values",
		c.ReviewKey),
		`take it out with "git rm --cached", delete it, and let "steno review" make a new key`}
}

// MakeReviewKey makes a key where a configuration wants it, unless there is one. It
// returns the file that it wrote, "" for none.
func MakeReviewKey(c config.Redact) (string, error) {
	key, err := ReviewKey(c)
	if err != nil || key != nil {
		return "", errors.Join(err, checkKeyFile(c))
	}
	if c.ReviewKey == "" {
		return "", &ReviewKeyError{"there is no review key", "set redact.reviewKey or " + ReviewKeyEnv}
	}
	random := make([]byte, 32)
	rand.Read(random)
	if err := keepOutOfGit(c.ReviewKey); err != nil {
		return "", fmt.Errorf("keeping the review key out of git: %w", err)
	}
	f, err := os.OpenFile(c.ReviewKey, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("writing the review key: %w", err)
	}
	_, err = f.WriteString(hex.EncodeToString(random) + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("writing the review key: %w", err)
	}
	return c.ReviewKey, checkKeyFile(c)
}

// keepOutOfGit adds a file to the .gitignore beside it, unless that is a link to elsewhere.
func keepOutOfGit(name string) error {
	dir := filepath.Dir(name)
	if git.Root(dir) == "" {
		return nil
	}
	const list = ".gitignore"
	line := "/" + filepath.Base(name)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	data, err := root.ReadFile(list)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := string(data)
	if slices.Contains(strings.Fields(text), line) {
		return nil
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return root.WriteFile(list, []byte(text+line+"\n"), 0o666)
}
