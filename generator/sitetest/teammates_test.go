package sitetest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/config"
)

// TestTeammates: mates of a team of agents that ran in windows of their own have sessions of their own. They and the session
// that leads the team name each other, and are built together.
func TestTeammates(t *testing.T) {
	t.Parallel()
	const lead, later, mate = "aaaa1111-0000-4000-8000-000000000001", "aaaa2222-0000-4000-8000-000000000002", "bbbb3333-0000-4000-8000-000000000003"
	f := &family{t: t, config: config.Default(), cache: t.TempDir()}
	f.config.Sources, f.config.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	write := func(id, name, hour, said, more string) {
		record := func(kind, uuid, parent, minute, message string) string {
			return fmt.Sprintf(`{"type":"%s","uuid":"%s%s","parentUuid":%s,"sessionId":"%s","teamName":"galley"%s,"cwd":"/srv/tea","timestamp":"2026-03-02T%s:%s:00Z","message":%s}`+"\n",
				kind, id[4:8], uuid, parent, id, name, hour, minute, message)
		}
		put(t, filepath.Join(f.config.Sources[0], "projects", "-srv-tea", id+".jsonl"),
			record("user", "u", "null", "01", fmt.Sprintf(`{"role":"user","content":"%s"}`, said))+
				record("assistant", "a", `"`+id[4:8]+`u"`, "02", `{"id":"msg_`+id+`","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"Done"},`+
					`{"type":"tool_use","id":"toolu_`+id+`","name":"Task","input":{"name":"cook","team_name":"galley","description":"Boil","prompt":"Boil the water"}}]}`)+
				record("user", "r", `"`+id[4:8]+`a"`, "03", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_`+id+`","content":"Spawned successfully."}]}`)+more)
	}
	write(lead, "", "10", "Lay the table", "")
	write(later, `,"agentName":"team-lead"`, "12", "Clear the table", "")
	write(mate, `,"agentName":"cook"`, "11", `<teammate-message teammate_id=\"team-lead\">Boil the water</teammate-message>`, "")
	f.run()
	page := f.page(mate + "/index.html")
	if want := "Teammate cook in the team led by <a href=../" + lead + "/index.html>Lay the table</a>"; !strings.Contains(page, want) {
		t.Errorf("the mate has no link to the session that leads its team: %s", want)
	}
	if page = f.page(lead + "/index.html"); !strings.Contains(page, "Sessions of its teammates: <a href=../"+mate+"/index.html>") || strings.Contains(page, "left no transcript") {
		t.Error("the session that leads the team does not link to the mate, or says that it left no transcript")
	}
	if want := "href=../" + mate + "/index.html>Session of the teammate"; !strings.Contains(page, want) {
		t.Error("the call that started the mate does not link to its session")
	}
	if page = f.page(later + "/index.html"); strings.Contains(page, "eammates:") || strings.Contains(page, "eammate team-lead") {
		t.Error("a later session with a team of that name has the mate, too")
	}
	write(mate, `,"agentName":"cook"`, "11", `<teammate-message teammate_id=\"team-lead\">Boil the water</teammate-message>`,
		`{"type":"custom-title","sessionId":"`+mate+`","customTitle":"Kettle"}`+"\n")
	f.run()
	if page = f.page(lead + "/index.html"); !strings.Contains(page, mate+"/index.html>Kettle</a>") {
		t.Error("the session that leads the team calls the mate by its old title")
	}
}
