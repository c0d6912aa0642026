package sitetest

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// countedCall is a call and how it ended.
type countedCall struct {
	name, command string
	message       string // that made it: its id, and what it asked for
	path          string // of the file that it changed
	cwd           string // the directory that its record names
	asked, ended  time.Time
	kind          string // "failed", "rejected", "denied" or "cancelled"; "" for a call that succeeded
	done          bool   // it has a result
	said          string // what the user typed when declining the call
	printed       string
	input         json.RawMessage
	structured    json.RawMessage
}

var (
	declines    = []string{"The user doesn't want to ", "User rejected tool use", "Error: User rejected"}
	denials     = regexp.MustCompile(`^(?:Permission (?:to use|for this action)|Claude requested permissions? |This (?:Bash )?command (?:requires approval|contains multiple operations)|.{1,200}? in .* was blocked\. For security|.{0,80}blocked by hook|.{0,60}hook (?:blocking )?error)`)
	cancels     = regexp.MustCompile(`^(?:<tool_use_error>)?(?:Sibling tool call errored|Cancelled: parallel tool call)`)
	failing     = regexp.MustCompile(`^(?:Exit code [1-9]|FAILED: )`)
	lastLine    = regexp.MustCompile(`(?i)^\W*(?:exit|exit[ _-]?code|rc|status)\W{1,3}[1-9][0-9]*\W*$`)
	noSuccess   = regexp.MustCompile(`^\{\s*"success":\s*false\b`) // what a tool of the client reports
	sayings     = []string{"the user said:", "the following reason for the rejection:"}
	earlyClient = regexp.MustCompile(`^2\.0\.(?:[0-9]|[12][0-9]|3[0-6])$`)
	shellTool   = map[string]bool{"Bash": true, "PowerShell": true}
)

// countedCalls returns the calls of a thread by their ids. Each ends in one way:
//
//   - rejected: the user declined it (such a call did not fail, nor did those that follow);
//   - denied: a permission rule, a hook or a classifier did;
//   - cancelled: a call beside it failed;
//   - failed: its result is marked, its text says that the command failed, or it reports no success.
func countedCalls(records []countedRecord) map[string]*countedCall {
	all := map[string]*countedCall{}
	hooked := map[string]bool{}  // calls before which a hook ran
	early := map[string]func(){} // results that were written before their calls
	for _, r := range records {
		if r.Data.HookEvent == "PreToolUse" {
			hooked[r.ParentToolUseID] = true
		}
		for _, p := range r.pieces {
			switch p.Type {
			case "tool_use", "server_tool_use":
				if c := all[p.ID]; c == nil || c.message != r.Message.ID+string(p.Input) {
					if c != nil {
						all[p.ID+" before "+r.UUID] = c // another call under the same id
					}
					c = &countedCall{name: p.Name, input: p.Input, asked: r.at, cwd: r.Cwd, message: r.Message.ID + string(p.Input)}
					var in struct {
						Command      string
						FilePath     string `json:"file_path"`
						NotebookPath string `json:"notebook_path"`
					}
					_ = json.Unmarshal(p.Input, &in)
					c.command, c.path = in.Command, in.FilePath+in.NotebookPath
					all[p.ID] = c
					if end := early[p.ID]; end != nil {
						end()
					}
				}
			case "tool_result":
				c := all[p.UseID]
				if c == nil && early[p.UseID] == nil {
					early[p.UseID] = func() { all[p.UseID].end(r, p, hooked[p.UseID]) }
				}
				if c == nil && !r.answersElsewhere(p.UseID) {
					c = new(countedCall) // its record is not in the files
					all[p.UseID] = c
				}
				if c != nil && !c.done {
					c.end(r, p, hooked[p.UseID])
				}
			}
		}
	}
	return all
}

func (c *countedCall) end(r countedRecord, p countedPiece, hooked bool) {
	c.done, c.ended, c.structured = true, r.at, r.ToolUseResult
	c.printed, _ = countedContent(p.Content)
	text := strings.TrimSpace(c.printed)
	lines := strings.Split(text, "\n")
	declined := r.ToolDenialKind == "user-rejected"
	for _, begins := range declines {
		declined = declined || p.IsError && strings.HasPrefix(text, begins)
	}
	// Without its own words around them, the client of 2.0.5 wrote what the user typed, and that of 2.1.39
	// what a hook printed. A command that failed has an exit code from 2.0.37 on.
	var alone string
	_ = json.Unmarshal(r.ToolUseResult, &alone)
	plain := p.IsError && shellTool[c.name] && alone == "Error: "+c.printed && !strings.HasPrefix(text, "Exit code")
	switch {
	case plain && earlyClient.MatchString(r.Version) && c.ended.Sub(c.asked) > 3*time.Second && !strings.ContainsAny(text, "\n=({"):
		c.kind, c.said = "rejected", text
	case plain && hooked && strings.HasPrefix(r.Version, "2.1."):
		c.kind = "denied"
	case declined:
		c.kind = "rejected"
		for _, words := range sayings {
			if _, said, ok := strings.Cut(text, words); ok {
				said, _, _ = strings.Cut(said, "\n\nNote: The user's next message")
				if said = strings.TrimSpace(said); !strings.HasPrefix(said, "The user wants to clarify these questions.") {
					c.said = said // else the client wrote it
				}
			}
		}
	case r.ToolDenialKind != "" || p.IsError && denials.MatchString(text):
		c.kind = "denied"
	case cancels.MatchString(text):
		c.kind = "cancelled"
	case strings.HasPrefix(text, "[Request interrupted"):
	case !strings.HasPrefix(c.name, "mcp__") && noSuccess.MatchString(text):
		c.kind = "failed"
	case p.IsError, shellTool[c.name] && (failing.MatchString(text) || lastLine.MatchString(lines[len(lines)-1])):
		c.kind = "failed"
	}
}
