package source

import "testing"

func TestRepositoryAt(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"git@github.com:ann/lamp.git":               "ann/lamp",
		"github.com:Ann/Lamp.git":                   "ann/lamp",
		"https://github.com/ann/lamp":               "ann/lamp",
		"https://ann:word@git.example.org/ann/lamp": "ann/lamp",
		"ssh://git@git.example.org:22/ann/lamp.git": "ann/lamp",
		"https://gitlab.com/boats/fast/lamp.git/":   "boats/fast/lamp",
		"https://github.com/lamp":                   "",
		"/srv/git/ann/lamp.git":                     "",
		"../ann/lamp":                               "",
		`C:\git\lamp`:                               "",
		"file:///srv/ann/lamp":                      "",
		"origin":                                    "",
		"":                                          "",
	} {
		if got := RepositoryAt(address); got != want {
			t.Errorf("RepositoryAt(%q) = %q, want %q", address, got, want)
		}
	}
}

// What the records of several agents say of a repository makes one project of its clones.
func TestClonesOfSeveralAgents(t *testing.T) {
	t.Parallel()
	codex := `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"0198aaaa-0000-7000-8000-000000000001","cwd":"/w/app","cli_version":"0.120.0","git":{"repository_url":"https://github.com/me/app.git"}}}
{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Mend it"}]}}
`
	copilot := `{"type":"session.start","data":{"sessionId":"0198aaaa-0000-4000-8000-000000000002","version":1,"producer":"copilot-agent","startTime":"2026-03-01T10:00:00.000Z","context":{"cwd":"/src/app","repository":"me/app"}},"id":"a","timestamp":"2026-03-01T10:00:00.000Z","parentId":null}
`
	projects := projectsOf(t, treeOf(
		"sessions/2026/03/01/rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl", codex,
		"session-state/0198aaaa-0000-4000-8000-000000000002.jsonl", copilot,
		"projects/-home-dev-app/"+idA+".jsonl", chat(idA, "a1 a2")+`{"type":"pr-link","prNumber":7,"prRepository":"me/app"}`+"\n"))
	if len(projects) != 1 || len(projects[0].Sessions) != 3 {
		t.Fatalf("%d projects, the first with %d sessions; want one with 3", len(projects), len(projects[0].Sessions))
	}
}
