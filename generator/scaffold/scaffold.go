// Package scaffold writes what a repository needs to publish its sessions: a configuration,
// workflows for GitHub, and what git is to know of the files.
//
// The workflows run an action of a repository that the caller must know. It is never guessed: a
// workflow without it has a step that does nothing, which GitHub refuses to run.
package scaffold

import (
	"cmp"
	_ "embed" // the files
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed steno.yaml
var configuration string

//go:embed pages.yml
var pages string

//go:embed pull-request.yml
var pullRequest string

// Options say what to write.
type Options struct {
	Folder      string // that publishes, below the root of the repository, slash-separated; "" for the root
	Owner, Name string // of the repository on GitHub, "" when they are not known
	Title       string // of the site, "" for one made from the repository's name
	NoWorkflows bool   // the configuration alone: the site is not published on GitHub
	Action      Action
}

// SiteTitle is the title of the site when none is asked for.
func (o Options) SiteTitle() string {
	switch {
	case o.Title != "":
		return o.Title
	case o.Name != "":
		return o.Name + ": sessions"
	}
	return "Sessions"
}

// schemaFile is the name that a configuration has for its schema while the repository of Steno is not known.
const schemaFile = "steno.schema.json"

// schema is the first line of a configuration, for editors.
func (a Action) schema() string {
	if a.Repository == "" {
		return "# yaml-language-server: $schema=" + schemaFile +
			"\n# Editors that know YAML complete and check this file once \"steno config --schema > " +
			schemaFile + "\" has run."
	}
	return "# yaml-language-server: $schema=https://raw.githubusercontent.com/" + a.Repository + "/" +
		cmp.Or(a.Ref, "HEAD") + "/docs/config.schema.json"
}

// Action is the action that the workflows run.
type Action struct {
	Repository string // owner/name, "" when it is not known
	Ref        string // the commit, tag or branch
	Version    string // of the commit, for readers; "" for none
}

var action = regexp.MustCompile(`^([A-Za-z0-9][\w.-]*/[\w.-]+?)(?:@([\w./-]+))?$`)

// ParseAction reads "owner/name" or "owner/name@ref".
func ParseAction(text string) (Action, error) {
	name := strings.TrimPrefix(strings.TrimSpace(text), "https://github.com/")
	m := action.FindStringSubmatch(strings.TrimSuffix(strings.TrimSuffix(name, "/"), ".git"))
	if m == nil {
		return Action{}, fmt.Errorf("%q does not name an action; write owner/name or owner/name@tag", text)
	}
	return Action{Repository: m[1], Ref: m[2]}, nil
}

// String returns the step's key, or how to get it.
func (a Action) String() string {
	if a.Repository == "" {
		return `# This workflow cannot run yet: name the repository of the Steno action and a commit or a tag of it,
        # or let "steno init --action OWNER/steno" do it.
        # uses: OWNER/steno@COMMIT`
	}
	text := "uses: " + a.Repository + "@" + a.Ref
	if a.Version != "" {
		text += " # " + a.Version
	}
	return text
}

// File is one file of a scaffold.
type File struct {
	Name  string // below the root of the repository, slash-separated
	Text  string
	Lines bool // of another file of this name, which only lacks them
}

// files lists what is written.
func files(o Options) []File {
	folder := ""
	if o.Folder != "" {
		folder = o.Folder + "/"
	}
	base, title := address(o.Owner, o.Name), strconv.Quote(o.SiteTitle())
	if o.NoWorkflows {
		base = ""
	}
	files := []File{
		{Name: folder + "steno.yaml", Text: o.Action.schema() + "\n" +
			strings.NewReplacer("BASE", base, "TITLE", title).Replace(configuration)},
		{Name: folder + ".gitattributes", Text: "/sessions/** -text -diff linguist-generated\n", Lines: true},
		{Name: folder + ".gitignore", Text: "/public/\n/redactions.json\n/.steno-review-key\n", Lines: true},
	}
	if o.NoWorkflows {
		return files
	}
	return slices.Insert(files, 1,
		File{Name: ".github/workflows/steno-pages.yml", Text: workflow(pages, folder, o.Action)},
		File{Name: ".github/workflows/steno-pull-request.yml", Text: workflow(pullRequest, folder, o.Action)})
}

// Purpose says what a file of a scaffold is for.
func Purpose(name string) string {
	switch path.Base(name) {
	case "steno.yaml":
		return "the configuration: what is published, and from where"
	case "steno-pages.yml":
		return "publishes the sessions on GitHub Pages after each push"
	case "steno-pull-request.yml":
		return "attaches the sessions of a pull request to it, with a comment"
	case ".gitattributes":
		return "keeps transcripts out of the diffs of git and GitHub"
	}
	return "keeps the site, the redaction report and the review key out of commits"
}

// IsWorkflow reports whether a file of a scaffold is a workflow.
func IsWorkflow(name string) bool { return strings.HasPrefix(name, ".github/workflows/") }

// address returns where GitHub Pages shows the site of a repository, "" when it is not known.
func address(owner, name string) string {
	if owner == "" || name == "" {
		return ""
	}
	host := strings.ToLower(owner) + ".github.io"
	if strings.EqualFold(name, host) {
		return "https://" + host + "/"
	}
	return "https://" + host + "/" + name + "/"
}

// workflow fills in a workflow.
func workflow(text, folder string, a Action) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	pattern := regexp.MustCompile(`[*?+\[\]!\\]`).ReplaceAllString(folder, `\$0`) // of paths that GitHub watches
	text = strings.ReplaceAll(text, `"FOLDERsessions/**", "FOLDER`, `"`+quoted.Replace(pattern)+`sessions/**", "`+quoted.Replace(pattern))
	text = strings.ReplaceAll(text, "FOLDER", quoted.Replace(folder))
	return strings.ReplaceAll(text, "ACTION", a.String())
}

var configLine = regexp.MustCompile(`config: ".*"`)

// configOf returns the line of a workflow that names the configuration.
func configOf(workflow string) string { return configLine.FindString(workflow) }

// Written says what happened to the files, by their names.
type Written struct {
	New, Kept []string
	Others    []string // of those kept: workflows that name another folder's configuration
}

// Write writes the files into a repository. Those that are there already stay, unless force
// is set or they are as they were written without the action; of files of lines, those
// that are missing are added.
func Write(dir string, o Options, force bool) (w Written, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return w, fmt.Errorf("opening the repository: %w", err)
	}
	defer root.Close()
	unfinished := o
	unfinished.Action = Action{}
	for i, f := range files(o) {
		had, err := root.ReadFile(f.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return w, err
		case f.Lines:
			f.Text = withLines(string(had), f.Text)
		case !force && string(had) != files(unfinished)[i].Text:
			w.Kept = append(w.Kept, f.Name)
			if IsWorkflow(f.Name) && !strings.Contains(string(had), configOf(f.Text)) {
				w.Others = append(w.Others, f.Name)
			}
			continue
		}
		if err == nil && f.Text == string(had) {
			continue
		}
		if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
			return w, err
		}
		if err := replace(root, f.Name, f.Text); err != nil {
			return w, err
		}
		w.New = append(w.New, f.Name)
	}
	return w, nil
}

// replace writes a file whole or not at all: a full disk must not leave a part of a configuration,
// or of a file that was there before.
func replace(root *os.Root, name, text string) error {
	mode := fs.FileMode(0o644)
	if info, err := root.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	whole := name + ".steno-new"
	err := root.WriteFile(whole, []byte(text), mode)
	if err == nil {
		err = root.Rename(whole, name)
	}
	if err != nil {
		_ = root.Remove(whole) // it says less than why it was not written
	}
	return err
}

// withLines returns a text with the lines that it lacks at its end.
func withLines(text, lines string) string {
	has := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for line := range strings.Lines(lines) {
		if slices.Contains(has, strings.TrimSuffix(line, "\n")) {
			continue
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += line
	}
	return text
}
