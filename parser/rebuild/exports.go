package rebuild

import (
	"slices"

	"steno/parser/source"
)

// AgentFiles are the files of one agent.
type AgentFiles struct {
	ID    string
	Files []*source.File
	keys  map[string]bool // of all messages
}

// ByAgent returns the files of each agent of a session. Files of one id are those of one agent if they have a
// message in common: ids may have been redacted. keys returns what the messages of a file are known by; only
// files are read whose id several have.
func ByAgent(files []*source.AgentFile, keys func(*source.File) []string) (all []*AgentFiles) {
	times, known := map[string]int{}, map[string][]*AgentFiles{}
	for _, f := range files {
		times[f.ID]++
	}
	for _, f := range files {
		var said []string
		if times[f.ID] > 1 {
			said = keys(f.File)
		}
		have := known[f.ID]
		i := slices.IndexFunc(have, func(a *AgentFiles) bool {
			return slices.ContainsFunc(said, func(key string) bool { return a.keys[key] })
		})
		if i < 0 {
			a := &AgentFiles{ID: f.ID, keys: map[string]bool{}}
			i, have, all = len(have), append(have, a), append(all, a)
			known[f.ID] = have
		}
		have[i].Files = append(have[i].Files, f.File)
		for _, key := range said {
			have[i].keys[key] = true
		}
	}
	return all
}
