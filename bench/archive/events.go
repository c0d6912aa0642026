package archive

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Records beside the conversation: progress, attachments, notices of the system and the
// state of the program. Each kind has a writer; what the model has and no writer knows is
// not written, see [Known].

// event is a kind of record beside the conversation.
type event struct {
	kind    string // type/subtype
	perCall float64
	host    string // the tool whose calls it comes with; "" for all
	bytes   Lengths
	write   func(*session, *event)
}

// hosts are the tools that some records come with.
var hosts = map[string][]string{
	"progress/bash_progress": {"Bash"}, "progress/agent_progress": {"Task", "Agent"}, "progress/waiting_for_task": {"TaskOutput"},
}

// compileEvents returns the kinds of an era in a fixed order.
func (e *Era) compileEvents() (all []event) {
	for _, kind := range slices.Sorted(maps.Keys(e.Events)) {
		b := e.Events[kind]
		ev := event{kind: kind, perCall: b.PerCall, bytes: b.Bytes, write: writerOf(kind)}
		for _, host := range hosts[kind] {
			if share := e.Tools[host].Share; share > 0 {
				ev.host, ev.perCall = host, b.PerCall/share
			}
		}
		if ev.write != nil {
			all = append(all, ev)
		}
	}
	return all
}

// Known reports whether archives can have records of a kind.
func Known(kind string) bool { return writerOf(kind) != nil }

// writerOf returns what writes records of a kind, nil when nothing does.
func writerOf(kind string) func(*session, *event) {
	if w := stateWriters[kind]; w != "" {
		holes := template(w)
		return func(s *session, e *event) { s.state(e, holes) }
	}
	group, name, _ := strings.Cut(kind, "/")
	if w := nodeWriters[kind]; w != "" {
		before, after, _ := strings.Cut(w, "§")
		return func(s *session, e *event) { s.node(e, group, name, before, after) }
	}
	if kind == "system/compact_boundary" {
		return (*session).compact
	}
	return nil
}

// nodeWriters are records of the conversation's tree, around their text (§). In all of them
// № is the id of the last call, and %agent% that of its agent.
var nodeWriters = map[string]string{
	"progress/hook_progress":    `"data":{"type":"hook_progress","hookEvent":"PostToolUse","hookName":"PostToolUse:Read","command":"§"},"parentToolUseID":"№","toolUseID":"№"`,
	"progress/bash_progress":    `"data":{"type":"bash_progress","output":"","fullOutput":"§","elapsedTimeSeconds":4,"totalLines":20},"parentToolUseID":"№","toolUseID":"bash-progress-1"`,
	"progress/agent_progress":   `"data":{"type":"agent_progress","prompt":"","agentId":"%agent%","message":{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"§"}]}},"normalizedMessages":[]},"parentToolUseID":"№","toolUseID":"agent_msg_1"`,
	"progress/waiting_for_task": `"data":{"type":"waiting_for_task","taskDescription":"§","taskType":"local_bash"},"parentToolUseID":"№","toolUseID":"task-output-1"`,
	"attachment/hook_success": `"attachment":{"type":"hook_success","hookName":"PostToolUse:Edit","toolUseID":"№","hookEvent":"PostToolUse","content":"","stdout":"§","stderr":"","exitCode":0,` +
		`"command":"hooks/format","durationMs":43}`,
	"attachment/hook_additional_context": `"attachment":{"type":"hook_additional_context","content":["§"],"hookName":"PostToolUse:Edit","toolUseID":"№","hookEvent":"PostToolUse"}`,
	"attachment/hook_system_message":     `"attachment":{"type":"hook_system_message","content":"§","hookName":"Stop","toolUseID":"№","hookEvent":"Stop"}`,
	"attachment/skill_listing":           `"attachment":{"type":"skill_listing","content":"§","isInitial":true,"skillCount":24}`,
	"attachment/agent_listing_delta":     `"attachment":{"type":"agent_listing_delta","addedTypes":["plan","explore"],"addedLines":["§"],"removedTypes":[],"isInitial":true}`,
	"attachment/deferred_tools_delta":    `"attachment":{"type":"deferred_tools_delta","addedNames":["WebFetch"],"addedLines":["§"],"removedNames":[]}`,
	"attachment/mcp_instructions_delta":  `"attachment":{"type":"mcp_instructions_delta","addedNames":["docs"],"addedBlocks":["§"],"removedNames":[]}`,
	"attachment/task_reminder":           `"attachment":{"type":"task_reminder","content":[{"id":"1","subject":"§","description":"","status":"pending","blocks":[],"blockedBy":[]}],"itemCount":1}`,
	"attachment/queued_command":          `"attachment":{"type":"queued_command","prompt":"§","commandMode":"prompt"}`,
	"attachment/edited_text_file":        `"attachment":{"type":"edited_text_file","filename":"notes.md","snippet":"§"}`,
	"attachment/file":                    `"attachment":{"type":"file","filename":"notes.md","content":{"type":"text","file":{"filePath":"notes.md","content":"§","numLines":20,"startLine":1,"totalLines":20}},"displayPath":"notes.md"}`,
	"attachment/nested_memory":           `"attachment":{"type":"nested_memory","path":"CLAUDE.md","content":{"path":"CLAUDE.md","type":"Project","content":"§"},"displayPath":"CLAUDE.md"}`,
	"attachment/command_permissions":     `"attachment":{"type":"command_permissions","allowedTools":["§"]}`,
	"system/":                            `"content":"§","isMeta":false,"level":"info","toolUseID":"№"`,
	"system/turn_duration":               `"subtype":"turn_duration","durationMs":64123,"messageCount":41,"isMeta":false`,
	"system/stop_hook_summary": `"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"§","durationMs":20}],"hookErrors":[],"preventedContinuation":false,"stopReason":"",` +
		`"hasOutput":false,"level":"suggestion","toolUseID":"№"`,
	"system/away_summary":  `"subtype":"away_summary","content":"§","isMeta":false`,
	"system/local_command": `"subtype":"local_command","content":"<local-command-stdout>§</local-command-stdout>","level":"info","isMeta":false`,
	"user/meta":            `"message":{"role":"user","content":"§"},"isMeta":true`,
	"user/command":         `"message":{"role":"user","content":"<command-name>/review</command-name>\n<command-message>review</command-message>\n<command-args>§</command-args>"}`,
	"user/notification":    `"message":{"role":"user","content":"<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>№</tool-use-id>\n<status>completed</status>\n<summary>§</summary>\n</task-notification>"},"origin":{"kind":"task-notification"}`,
	"user/interrupted":     `"message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}`,
}

// stateWriters are records without a place in the tree: ~ is their text, № the session, §
// the last record of the conversation.
var stateWriters = map[string]string{
	"last-prompt":             `{"type":"last-prompt","lastPrompt":"~","leafUuid":"§","sessionId":"№"}`,
	"ai-title":                `{"type":"ai-title","aiTitle":"~","sessionId":"№"}`,
	"custom-title":            `{"type":"custom-title","customTitle":"~","sessionId":"№"}`,
	"summary":                 `{"type":"summary","summary":"~","leafUuid":"§"}`,
	"mode":                    `{"type":"mode","mode":"normal","sessionId":"№"}`,
	"permission-mode":         `{"type":"permission-mode","permissionMode":"default","sessionId":"№"}`,
	"pr-link":                 `{"type":"pr-link","sessionId":"№","prNumber":12,"prUrl":"https://github.com/example/project/pull/12","prRepository":"example/project","timestamp":"2026-01-02T03:04:05.000Z"}`,
	"queue-operation/enqueue": `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-02T03:04:05.000Z","sessionId":"№","content":"~"}`,
	"queue-operation/dequeue": `{"type":"queue-operation","operation":"dequeue","timestamp":"2026-01-02T03:04:05.000Z","sessionId":"№"}`,
	"queue-operation/remove":  `{"type":"queue-operation","operation":"remove","timestamp":"2026-01-02T03:04:05.000Z","sessionId":"№"}`,
	"file-history-snapshot": `{"type":"file-history-snapshot","messageId":"§","snapshot":{"messageId":"§","trackedFileBackups":{"~":{"backupFileName":"1@v1","version":1,"backupTime":"2026-01-02T03:04:05.000Z"}},` +
		`"timestamp":"2026-01-02T03:04:05.000Z"},"isSnapshotUpdate":false}`,
}

// node writes a record of the tree whose text fills it up to its length.
func (s *session) node(e *event, group, name, before, after string) {
	start, n := len(s.buf), e.bytes.draw(s.Rand)
	s.open(group)
	s.add(strings.NewReplacer("№", s.call.id, "%agent%", s.call.agent).Replace(before))
	if n -= len(s.buf) - start + len(after) + 110; n > 0 && after != "" {
		s.buf = s.eventText(s.buf, name, n)
	}
	s.add(strings.ReplaceAll(after, "№", s.call.id))
	s.close(500)
}

// eventText appends the text of a record beside the conversation. Hooks and reminders say the
// same again and again, others say something new each time.
func (s *session) eventText(b []byte, name string, n int) []byte {
	switch name {
	case "bash_progress":
		return s.output(b, n)
	case "hook_progress", "stop_hook_summary", "hook_additional_context", "hook_system_message", "hook_success",
		"task_reminder", "skill_listing",
		"agent_listing_delta", "deferred_tools_delta", "mcp_instructions_delta", "nested_memory", "command_permissions":
		if len(s.standing[name]) < n {
			s.standing[name] = s.prose(nil, n)
		}
		return append(b, cut(s.standing[name], n)...)
	}
	return s.prose(b, n)
}

// state writes a record outside of the tree.
func (s *session) state(e *event, holes []hole) {
	n := e.bytes.draw(s.Rand)
	for _, h := range holes {
		n -= len(h.text) + map[rune]int{'№': 36, '§': 36}[h.kind]
	}
	for _, h := range holes {
		s.buf = append(s.buf, h.text...)
		switch h.kind {
		case '~':
			s.buf = s.again(s.buf, e.kind, max(8, n))
		case '№':
			s.buf = append(s.buf, s.id...)
		case '§':
			s.buf = append(s.buf, s.parent[:]...)
		}
	}
	s.buf = append(s.buf, '\n')
}

// again appends the text of a state, which mostly is the one from before.
func (s *session) again(b []byte, kind string, n int) []byte {
	if text := s.standing[kind]; len(text) > 0 && len(text) <= n && s.IntN(8) > 0 && kind != "queue-operation/enqueue" {
		return append(b, text...)
	}
	s.standing[kind] = s.prose(nil, n)
	return append(b, s.standing[kind]...)
}

// compact writes the end of a stretch of conversation, and the summary that the next begins with.
func (s *session) compact(e *event) {
	last := s.parent
	s.chained = false
	s.open("system")
	s.add(`"subtype":"compact_boundary","logicalParentUuid":"`, last[:],
		`","content":"Conversation compacted","isMeta":false,"level":"info","compactMetadata":{"trigger":"auto","preTokens":`,
		strconv.Itoa(150_000+s.IntN(20_000)), `}`)
	s.close(500)
	s.open("user")
	s.add(`"message":{"role":"user","content":"This session is being continued from a previous conversation that ran out of context.\n`)
	s.buf = s.prose(s.buf, e.bytes.draw(s.Rand))
	s.add(`"},"isVisibleInTranscriptOnly":true,"isCompactSummary":true`)
	s.close(500)
	s.prompts = s.prompts[:0]
}
