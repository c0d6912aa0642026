package source

import (
	"context"
	"testing"
)

// What an archive keeps of earlier versions is of the session and the project it was of,
// so that what is not to be published of the project is not, and its agents have their own.
func TestEarlierVersions(t *testing.T) {
	t.Parallel()
	const project, kept = "m/projects/-home-dev-app/", "m/earlier/0123456789abcdef/projects/-home-dev-app/"
	dir := tree{
		project + ".stenoignore":                       "*\n",
		project + "memory/notes.md":                    "remembered",
		project + idA + ".jsonl":                       chat(idA, "a2 a3"),
		project + idA + "/subagents/agent-x.jsonl":     chat(idA, "b1 b2"),
		project + idA + "/subagents/agent-x.meta.json": "{}",
		kept + idA + ".jsonl":                          chat(idA, "a1 a4 a5"),
		kept + idA + "/subagents/agent-x.jsonl":        chat(idA, "b1 b3"),
		"m/earlier/0123456789abcdef/history.jsonl":     "{}\n",
		"m/history.jsonl":                              "{}\n",
	}.write(t)
	a, err := Find(context.Background(), TestFormats, []string{dir})
	must(t, err)
	defer a.Close()
	if len(a.Projects) != 1 || len(a.Sessions()) != 1 || len(a.History) != 2 {
		t.Fatalf("%d projects, %d sessions, %d histories", len(a.Projects), len(a.Sessions()), len(a.History))
	}
	s := a.Sessions()[0]
	if len(s.Ignore) != 1 || len(s.Folder.Memory) != 1 {
		t.Errorf("the project has %d files of what to ignore, %d of memory", len(s.Ignore), len(s.Folder.Memory))
	}
	if len(s.Main) != 2 || len(s.Agents) != 2 || s.Agents[0].Meta == nil || s.Agents[1].Meta == nil {
		t.Errorf("the session has %d transcripts, agents %+v", len(s.Main), s.Agents)
	}
}
