package sitetest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// badNames are names of devices on Windows, names that it changes, and names that mean something
// in paths.
var badNames = []string{"aux.x", "COM1.log", "notes.", "con", "CON", "NUL", "prn.a.b", "lpt9", "con ", "trailing ", "dots...", "index", "agents", "files", "a b", "é", "COM¹", "_x", "-x", ".x", "x"}

// No name of a session, an agent, a branch or a folder stops a build: all have pages.
func TestBadNamesHavePages(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	for n, name := range badNames {
		text := strings.NewReplacer("aaaaaaaa-0000-4000-8000-000000000001", name+"/a", "bbbbbbbb-0000-4000-8000-000000000002", name).Replace(plainSession(name, "/srv/"+name))
		prompt := strings.SplitAfter(text, "\n")[0]
		whole := text
		for i, uuid := range []string{name + ".rewound", fmt.Sprint("went on ", n)} {
			text += strings.NewReplacer(`"uuid":"`+name, `"uuid":"`+uuid, `"parentUuid":null`, `"parentUuid":"`+name+`"`, `"parentUuid":"`+name, `"parentUuid":"`+uuid, "Count", uuid, "msg_1", uuid, "07:08:09", fmt.Sprintf("07:%d:09", 10+i)).Replace(whole)
		}
		folder := filepath.Join(source, fmt.Sprintf("-srv-%d%s", n, name))
		put(t, filepath.Join(folder, name+".jsonl"), text)
		put(t, filepath.Join(folder, name, "subagents", "agent-"+name+".jsonl"), strings.ReplaceAll(prompt, `"uuid":"`, `"isSidechain":true,"agentId":"`+name+`","uuid":"s-`))
	}
	c := config.Default()
	c.Sources, c.Destination = []string{source}, t.TempDir()
	sum, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]int{}
	for _, p := range readPages(t, c.Destination) {
		switch strings.Count(p.name, "/") {
		case 2:
			pages[strings.SplitN(p.name, "/", 2)[0]]++
		case 4:
			pages[strings.Split(p.name, "/")[2]]++
		}
	}
	if n := len(badNames); sum.Sessions != n || pages["sessions"] < n || pages["agents"] != n || pages["branches"] != n || pages["projects"] < n {
		t.Errorf("%d names made %d sessions and these pages: %v", n, sum.Sessions, pages)
	}
}
