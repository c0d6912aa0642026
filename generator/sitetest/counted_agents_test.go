package sitetest

import (
	"cmp"
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// metaType is the type of an agent that the file beside its records names, "" for none.
func metaType(name string) string {
	var meta struct{ AgentType string }
	if data, err := os.ReadFile(name); err == nil {
		_ = json.Unmarshal(data, &meta)
	}
	return meta.AgentType
}

var agentNamed = regexp.MustCompile(`agentId:\s*([0-9a-f]+)`)

// countTypes counts the agents of a session by type, and the calls of each type that failed. The type is in a file beside
// the agent's records, or in the input of the call that started it: which one did is in its result, in records of progress,
// or the call has the same prompt.
func (s *counted) countTypes(all tallies) {
	byAgent, byPrompt, byCall := map[string]string{}, map[string]string{}, map[string]string{}
	for _, records := range s.threads() {
		for id, c := range countedCalls(records) {
			var in struct {
				Type   string `json:"subagent_type"`
				Prompt string
			}
			var result struct{ AgentID, AgentType string }
			_, _ = json.Unmarshal(c.input, &in), json.Unmarshal(c.structured, &result)
			kind := cmp.Or(in.Type, result.AgentType)
			if c.name != "Task" && c.name != "Agent" || kind == "" {
				continue
			}
			byPrompt[strings.TrimSpace(in.Prompt)], byCall[id] = kind, kind
			if m := agentNamed.FindStringSubmatch(c.printed); m != nil {
				byAgent[m[1]] = kind
			}
			if result.AgentID != "" {
				byAgent[result.AgentID] = kind
			}
		}
	}
	once := map[string]bool{}
	add := func(kind string, failed int) {
		all.add("agents Runs", kind, 1)
		all.add("agents Failed calls", kind, float64(failed))
		if !once[kind] {
			once[kind] = true
			all.add("agents Sessions", kind, 1)
		}
	}
	for id, records := range s.agents {
		if internalAgent(id, records) {
			continue
		}
		failed := 0
		for _, c := range countedCalls(records) {
			if c.kind == "failed" {
				failed++
			}
		}
		for _, r := range records {
			if r.IsAPIErrorMessage {
				failed++
			}
		}
		prompt := ""
		if len(records) > 0 {
			prompt = strings.TrimSpace(records[0].text)
		}
		add(cmp.Or(s.types[id], byAgent[id], byCall[s.asked[id]], byPrompt[prompt], "task"), failed)
	}
	lost := map[string]bool{}
	for _, records := range s.threads() {
		for _, c := range countedCalls(records) {
			var result struct{ AgentID string }
			if _ = json.Unmarshal(c.structured, &result); (c.name == "Agent" || c.name == "Task") && result.AgentID != "" && s.agents[result.AgentID] == nil && !lost[result.AgentID] {
				lost[result.AgentID] = true
				kind := cmp.Or(byAgent[result.AgentID], "task")
				add(kind, 0)
				all.add("agents Without a transcript", kind, 1)
			}
		}
	}
	if n := float64(s.stepsWithoutRecords()); n > 0 {
		all.add("agents Runs", "workflow", n)
		all.add("agents Sessions", "workflow", 1)
		all.add("agents Without a transcript", "workflow", n)
	}
}

var stepsCounted = regexp.MustCompile(`(?s)^\s*<task-notification>\s*<task-id>([^<]*)</task-id>.*<agent_count>(\d+)</agent_count>`)

// stepsWithoutRecords are the agents that workflows say they started, less those of which there are records.
func (s *counted) stepsWithoutRecords() int {
	started := map[string]int{}
	for _, r := range s.main {
		if m := stepsCounted.FindStringSubmatch(r.text); m != nil {
			started[m[1]], _ = strconv.Atoi(m[2])
		}
	}
	n := 0
	for _, steps := range started {
		n += steps
	}
	for id := range s.agents {
		if s.types[id] == "workflow-subagent" {
			n--
		}
	}
	return max(0, n)
}

// countSkills counts the skills that the models of a session loaded, and the loads that failed.
func (s *counted) countSkills(all tallies) {
	once := map[string]bool{}
	for _, records := range s.threads() {
		for _, c := range countedCalls(records) {
			var in struct{ Skill, Command string }
			_ = json.Unmarshal(c.input, &in)
			if c.name != "Skill" {
				continue
			}
			name := cmp.Or(in.Skill, in.Command)
			all.add("skills Loads", name, 1)
			if c.kind == "failed" {
				all.add("skills Failed", name, 1)
			}
			if !once[name] {
				once[name] = true
				all.add("skills Sessions", name, 1)
			}
		}
	}
}
