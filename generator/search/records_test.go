package search

import (
	"bytes"
	"fmt"
	"testing"
)

// Projects that have the same name are told apart by their folders, in results and in the list of projects.
func TestProjectsOfOneName(t *testing.T) {
	t.Parallel()
	var sessions []Session
	for i, p := range []struct{ id, name, dir string }{{"-a-web", "web", "~/a/web"}, {"-b-web", "web", "~/b/web"}, {"-c-api", "api", "~/c/api"}} {
		id := fmt.Sprint("s", i)
		sessions = append(sessions, Session{ID: id, URL: "sessions/" + id + "/index.html", Project: p.id, ProjectName: p.name, ProjectDir: p.dir, Resume: "agent --resume " + id, Docs: []Doc{{Kind: KindPrompt, Text: "words of " + id}}})
	}
	files, _ := build(t, Options{}, sessions, 1)
	for name, want := range map[string][]string{
		"search/c.js":   {`{"id":"-a-web","name":"web","path":"~/a/web","count":1}`, `{"id":"-b-web","name":"web","path":"~/b/web","count":1}`, `{"id":"-c-api","name":"api","count":1}`},
		"search/s/0.js": {`"web · ~/a/web"`, `"web · ~/b/web"`, `"api"`, `"agent --resume s2"`},
	} {
		for _, part := range want {
			if !bytes.Contains(files[name], []byte(part)) {
				t.Errorf("%s has no %s: %s", name, part, files[name])
			}
		}
	}
}

// Filters ignore the case of names of tools, so those that differ only in case are one choice.
func TestToolsOfOneName(t *testing.T) {
	t.Parallel()
	var docs []Doc
	for i, tool := range []string{"Bash", "bash", "bash", "Read", "BASH"} {
		docs = append(docs, Doc{Kind: KindCall, Tool: tool, Anchor: fmt.Sprintf("m-%08d", i), Text: fmt.Sprint("call ", i)})
	}
	files, _ := build(t, Options{Scope: ScopeEverything}, []Session{{ID: "s", URL: "sessions/s/index.html", Docs: docs}}, 1)
	const want = `"tools":[{"name":"bash","count":4},{"name":"Read","count":1}]`
	for _, name := range []string{"search/c.js", "search/index.json"} {
		if !bytes.Contains(files[name], []byte(want)) {
			t.Errorf("%s has no %s: %s", name, want, files[name])
		}
	}
}
