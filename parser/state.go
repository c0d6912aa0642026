package parser

import (
	"strings"

	"steno/parser/record"
)

// State records hold a value that applies to the session from their place in the
// file on: the last one wins, and a resumed file states them again at its top.
// They have no uuid and no place in the conversation.

// stateTypes gives the member that holds the value of each state record worth
// showing; "" for internal state, which is counted and not shown.
// bridge-session names accounts and organisations: its values must not get out.
var stateTypes = map[string]string{
	"summary":               "summary",
	"custom-title":          "customTitle",
	"ai-title":              "aiTitle",
	"agent-name":            "agentName",
	"agent-color":           "agentColor",
	"agent-setting":         "agentSetting",
	"tag":                   "tag",
	"mode":                  "mode",
	"permission-mode":       "permissionMode",
	"last-prompt":           "lastPrompt",
	"worktree-state":        "worktreeSession",
	"relocated":             "relocatedCwd",
	"continued-in":          "continuedInSessionId",
	"fork-context-ref":      "parentSessionId",
	"content-replacement":   "",
	"bridge-session":        "",
	"cost-state":            "",
	"frame-link":            "",
	"atis-latch":            "",
	"isolation-latch":       "",
	"dev-mods":              "",
	"history-suppression":   "",
	"attribution-snapshot":  "",
	"file-history-snapshot": "",
	"file-history-delta":    "",
	"started":               "", // of a workflow's journal
	"result":                "", // likewise
}

// statePrefixes are families of internal state.
var statePrefixes = []string{"artifact-", "marble-origami-"}

func isState(r *record.Record) bool {
	if _, ok := stateTypes[r.Type]; ok {
		return r.UUID == ""
	}
	for _, p := range statePrefixes {
		if strings.HasPrefix(r.Type, p) {
			return r.UUID == ""
		}
	}
	return false
}

func stateClass(kind string) class {
	if strings.HasPrefix(kind, "file-history-") {
		return structural
	}
	return metadata
}

// unlisted are state records that Session tells elsewhere.
var unlisted = map[string]bool{"summary": true, "custom-title": true, "ai-title": true, "last-prompt": true, "continued-in": true}

// states takes the state records of the main files, in order.
func (p *parse) states() {
	last := make(map[string]string)
	var names []string
	for _, in := range p.inputs {
		if in.ledger.Agent != "" {
			continue
		}
		for _, e := range in.states {
			member := stateTypes[e.Type]
			if member == "" {
				continue
			}
			value := stateValue(e.Record, member)
			if e.Type == "continued-in" {
				p.out.ContinuedIn = value
			}
			if unlisted[e.Type] {
				continue
			}
			if _, known := last[e.Type]; !known {
				names = append(names, e.Type)
			}
			last[e.Type] = value
		}
	}
	for _, n := range sorted(names) {
		if last[n] != "" {
			p.out.Metadata = append(p.out.Metadata, Field{n, last[n]})
		}
	}
}

// stateValue gives the value of a state record for people. A worktree reads as
// its branch and path.
func stateValue(r *record.Record, member string) string {
	o := record.ParseObject(r.Extra)
	if r.Type == "permission-mode" && r.User != nil {
		return r.User.PermissionMode
	}
	if r.Type != "worktree-state" {
		return o.Text(member)
	}
	w := o.Object(member)
	return strings.TrimSpace(w.String("worktreeBranch") + " " + w.String("worktreePath"))
}
