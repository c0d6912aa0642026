package sitetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// TestWork holds the figures of tools and changed files against a count of the transcripts.
func TestWork(t *testing.T) {
	t.Parallel()
	sources := map[string]string{"example": example}
	if _, err := os.Stat(corpus); err == nil {
		sources["real projects"] = filepath.Join(corpus, "real_projects")
	} else {
		t.Log("no corpus at " + corpus + ": real projects are not counted")
	}
	for name, source := range sources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, dir := builtOf(t, source)
			pages := pagesByName(t, dir)
			calls, edits := countWork(t, source)
			if diff := cmp.Diff(calls, column(pages["stats/index.html"], "tools", "Calls")); diff != "" {
				t.Errorf("calls of tools (-transcripts +page):\n%s", diff)
			}
			sum := 0
			for _, n := range column(pages["files/index.html"], "files", "Edits") {
				sum += n
			}
			if sum != edits || sum == 0 {
				t.Errorf("the page of files has %d edits, the transcripts %d", sum, edits)
			}
		})
	}
}

// column reads the figures of a table: by the text of each row's head.
func column(p *page, table, label string) map[string]int {
	figures := map[string]int{}
	for n := range p.ids[table].Descendants() {
		if n.Type != html.ElementNode || n.Data != "td" || attr(n, "data-label") != label || n.Parent.Parent.Data == "tfoot" {
			continue
		}
		for head := range n.Parent.ChildNodes() {
			if head.Data == "th" {
				name := head
				if link := head.FirstChild; link != nil && link.Data == "a" {
					name = link
				}
				v, _ := cellValue(n)
				figures[strings.TrimSpace(text(name))] = int(v)
			}
		}
	}
	return figures
}

// within reports whether a file is below one of the directories.
func within(file string, dirs map[string]bool) bool {
	for dir := range dirs {
		if strings.HasPrefix(file, dir+"/") {
			return true
		}
	}
	return false
}

// countWork counts the calls in transcripts, each id once, and the edits that did not fail of files in a directory
// that somebody worked in: lists leave out scratch files and plans.
func countWork(t *testing.T, source string) (calls map[string]int, edits int) {
	t.Helper()
	calls = map[string]int{}
	tools, failed, done := map[string]string{}, map[string]bool{}, map[string]bool{}
	files, dirs := map[string]string{}, map[string]bool{}
	for _, name := range transcripts(t, source) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var r struct {
				Cwd     string
				Message struct {
					Content []struct {
						Type, ID, Name string
						UseID          string `json:"tool_use_id"`
						IsError        bool   `json:"is_error"`
						Input          struct {
							File     string `json:"file_path"`
							Notebook string `json:"notebook_path"`
						}
					}
				}
			}
			if json.Unmarshal(line, &r) != nil {
				continue
			}
			if r.Cwd != "" {
				dirs[r.Cwd] = true
			}
			for _, b := range r.Message.Content {
				switch {
				case b.Type == "tool_use" && tools[b.ID] == "":
					tools[b.ID] = b.Name
					calls[b.Name]++
					files[b.ID] = b.Input.File + b.Input.Notebook
				case b.Type == "tool_result":
					done[b.UseID] = true
					failed[b.UseID] = failed[b.UseID] || b.IsError
				}
			}
		}
	}
	for id, name := range tools {
		switch name {
		case "Edit", "MultiEdit", "Write", "NotebookEdit":
			if done[id] && !failed[id] && within(files[id], dirs) {
				edits++
			}
		}
	}
	return calls, edits
}
