package main_test

import (
	"cmp"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// avoided are words that docs, comments and templates do not use, each with what to write instead. Readers know the
// words of Go's documentation, GitHub and git; these are other words for the same things.
var avoided = []struct {
	word    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\btells?\b`), "reports, returns, shows"},
	{regexp.MustCompile(`(?i)\btold (of|by|in)\b`), "reported, shown"},
	{regexp.MustCompile(`(?i)\b(stands|stood)\b`), "is, appears, represents"},
	{regexp.MustCompile(`(?i)\bgives\b`), "returns, produces"},
	{regexp.MustCompile(`(?i)\b(likewise|thereof|whoever|anew)\b`), "too, again, anyone who"},
	{regexp.MustCompile(`(?i)\b(take|takes|taken|took) out\b`), "redact, remove"},
	{regexp.MustCompile(`(?i)\bbroken off\b`), "interrupted"},
	{regexp.MustCompile(`(?i)\bbecame of\b`), "how it was used"},
	{regexp.MustCompile(`(?i)\bmakes of\b`), "computes from"},
	{regexp.MustCompile(`(?i)\bbecomes? of\b`), "how it is used"},
	{regexp.MustCompile(`(?i)\bin the user's name\b`), "with the role user"},
	{regexp.MustCompile(`(?i)\bholds\b($|[^ ]| [^r])`), "contains, has, applies"}, // but "holds reports", of a function
}

// spoken are files that people read: docs, and what the code says of itself. What it says to its users is in catalogue.
var spoken = regexp.MustCompile(`^[A-Z]+\.md$|^docs/.*\.md$|^config\.example\.yaml$|^action\.yml$|^theme/templates/.*\.html$|\.go$`)

// quoting are files in which such words are examples: values of redaction, or what others wrote.
var quoting = []string{"docs/redaction-rules.md"}

func TestWords(t *testing.T) {
	t.Parallel()
	names := []string{catalogue}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != ".") {
			return cmp.Or(err, fs.SkipDir)
		}
		if !d.IsDir() && spoken.MatchString(name) && !strings.HasSuffix(name, "_test.go") && !slices.Contains(quoting, name) {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			n++
			if strings.HasSuffix(name, ".go") {
				line = comment(line)
			}
			if strings.HasPrefix(line, "== ") { // a file of the catalogue
				continue
			}
			for _, a := range avoided {
				if w := a.word.FindString(line); w != "" {
					t.Errorf("%s:%d: %q: write what happens (%s)", name, n, w, a.instead)
				}
			}
		}
	}
}

// comment returns the comment of a line of Go, "" for none.
func comment(line string) string {
	if s := strings.TrimSpace(line); strings.HasPrefix(s, "//") {
		return s
	}
	_, text, _ := strings.Cut(line, " // ")
	return text
}
