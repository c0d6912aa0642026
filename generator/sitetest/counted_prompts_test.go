package sitetest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// injected is text in the place of a prompt that nobody typed.
var injected = regexp.MustCompile(`^(?:<(?:local-command-|bash-|task-notification|agent-notification|teammate-message|agent-message|user-memory-input|ide_|post-tool-use-hook|system-reminder|ci-monitor-event|observed_from_primary_session)|\[Request interrupted|\[Image: source|Caveat: |This session is being continued|Stop hook feedback:|Operation stopped by hook|Warmup$)`)

var (
	command      = regexp.MustCompile(`^\s*<command-(?:name|message)>`)
	forClient    = regexp.MustCompile(`<command-name>/?(?:compact|model|effort|config|rename|resume|mcp|plugin|add-dir|theme|context|exit|clear)</command-name>`)
	commandArgs  = regexp.MustCompile(`(?s)<command-args>(.*?)</command-args>`)
	aroundPrompt = regexp.MustCompile(`(?s)<system-reminder>.*?</system-reminder>|<ide_(?:opened_file|selection)>.*?</ide_(?:opened_file|selection)>`)
)

// prompts counts what the user said in the main thread: typed prompts, slash commands with arguments or instructions,
// messages typed while the agent worked, sentences typed when declining a call, answers to questions.
// Injected text is none.
func (s *counted) prompts() int {
	n := 0
	for _, r := range s.main {
		if r.isPrompt() {
			n++
		}
	}
	for _, c := range countedCalls(s.main) {
		if c.said != "" || c.name == "AskUserQuestion" && c.done && c.kind == "" {
			n++
		}
	}
	return n + s.absorbed()
}

// isPrompt reports whether a record is the prompt of a user.
func (r countedRecord) isPrompt() bool {
	isResult := func(p countedPiece) bool { return p.Type == "tool_result" }
	if r.Type != "user" || r.IsMeta || r.IsCompactSummary || r.SourceToolUseID != "" || slices.ContainsFunc(r.pieces, isResult) {
		return false
	}
	if r.Origin.Kind == "task-notification" && r.Origin.Subkind != "scheduled-trigger" {
		return false
	}
	if command.MatchString(r.text) {
		args := commandArgs.FindStringSubmatch(r.text)
		return (args != nil && strings.TrimSpace(args[1]) != "" || r.instructed) && !forClient.MatchString(r.text)
	}
	text := strings.TrimSpace(aroundPrompt.ReplaceAllString(r.text, ""))
	isPicture := func(p countedPiece) bool { return p.Type == "image" || p.Type == "document" }
	return text != "" && !injected.MatchString(text) || text == "" && slices.ContainsFunc(r.pieces, isPicture)
}

// startedTask is what the client queues when it starts a task in the background.
var startedTask = regexp.MustCompile(`^\{"task_id":.*"task_type":"`)

// absorbed counts messages typed while the agent worked that no prompt repeats: those in attachments,
// and those that were taken out of the queue in mid-turn.
func (s *counted) absorbed() int {
	var queued []string                                     // what was typed, in order
	removed, attached := map[string]int{}, map[string]int{} // which may both speak of one message
	prompted := map[string]bool{}
	for _, r := range s.main {
		if r.isPrompt() {
			prompted[strings.TrimSpace(r.text)] = true
		}
		var text string
		said := removed
		switch {
		case r.Type == "attachment" && r.Attachment.Type == "queued_command" && r.Attachment.CommandMode != "task-notification":
			text, _ = countedContent(r.Attachment.Prompt)
			said = attached
		case r.Operation == "enqueue":
			queued = append(queued, queuedText(r.Content))
			continue
		case r.Operation == "dequeue" && len(queued) > 0:
			queued = queued[1:]
		case r.Operation == "popAll":
			queued = nil
		case r.Operation == "remove":
			if text = queuedText(r.Content); text == "" && len(queued) > 0 {
				text = queued[len(queued)-1] // old versions do not say which: the latest is what was absorbed
			}
			if i := slices.Index(queued, text); i >= 0 {
				queued = slices.Delete(queued, i, i+1)
			}
		}
		if text = strings.TrimSpace(text); text != "" && !injected.MatchString(text) && !strings.HasPrefix(text, "/") && !startedTask.MatchString(text) {
			said[text]++
		}
	}
	n := 0
	for text, times := range removed {
		attached[text] = max(attached[text], times)
	}
	for text, times := range attached {
		if !prompted[text] {
			n += times
		}
	}
	return n
}

func queuedText(content json.RawMessage) string {
	text, _ := countedContent(content)
	return text
}

// compactions counts the places where a summary took the place of the conversation.
func (s *counted) compactions() int {
	n := 0
	for _, r := range s.main {
		if r.Subtype == "compact_boundary" {
			n++
		}
	}
	return n
}

// branches counts the ways that the conversation took and left: two prompts whose nearest shown ancestor
// is the same record. Parallel calls, and records that are not shown, make none.
// Nor does a cleared context, or a second beginning of the file.
func (s *counted) branches() int {
	byID := map[string]countedRecord{}
	for _, r := range s.main {
		if _, known := byID[r.UUID]; r.UUID != "" && !known {
			byID[r.UUID] = r
		}
	}
	after := map[string]int{} // prompts by what they follow
	for _, r := range byID {
		if !r.isPrompt() {
			continue
		}
		up, steps := r.ParentUUID, 0
		for steps < len(byID) {
			p, known := byID[up]
			if !known || p.isShown() {
				break
			}
			up = p.ParentUUID
			steps++
		}
		after[up]++
	}
	n := 1
	for id, prompts := range after {
		if id != "" && prompts > 1 {
			n += prompts - 1
		}
	}
	return n
}

// isShown reports whether a record is part of the conversation.
func (r countedRecord) isShown() bool {
	return r.Type == "assistant" || r.Type == "user" && !r.IsMeta
}
