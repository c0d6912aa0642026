package sitetest

import (
	"encoding/base64"
	"fmt"
)

type object = map[string]any

// chain strings records together, each the child of the one before.
type chain struct {
	session, poison string
	list            []object
	last            any
}

// add appends a record with the envelope that all share.
func (c *chain) add(r object) {
	id := fmt.Sprintf("%08x-0000-4000-8000-%012x", 0xabc00000+len(c.list), len(c.list))
	envelope := object{
		"uuid": id, "parentUuid": c.last, "sessionId": c.session, "timestamp": fmt.Sprintf("2025-03-04T05:%02d:%02d.000Z", len(c.list)/60, len(c.list)%60),
		"cwd": c.poison, "gitBranch": c.poison, "version": c.poison, "slug": c.poison, "userType": c.poison,
	}
	for k, v := range envelope {
		if _, ok := r[k]; !ok {
			r[k] = v
		}
	}
	c.list, c.last = append(c.list, r), id
}

// loose appends a record without envelope, as state records are.
func (c *chain) loose(r object) {
	r["sessionId"] = c.session
	c.list = append(c.list, r)
}

func (c *chain) user(content any) {
	c.add(object{"type": "user", "permissionMode": c.poison, "message": object{"role": "user", "content": content}})
}

func (c *chain) assistant(blocks ...any) {
	c.add(object{"type": "assistant", "requestId": c.poison, "attributionSkill": c.poison, "message": object{
		"id": fmt.Sprint("msg_", len(c.list)), "role": "assistant", "model": c.poison, "content": blocks,
		"stop_reason": c.poison, "usage": object{"input_tokens": 1, "output_tokens": 2, "service_tier": c.poison},
	}})
}

// call appends a tool call and its result.
func (c *chain) call(name string, input, result any) {
	id := fmt.Sprint("toolu_", len(c.list))
	c.assistant(object{"type": "tool_use", "id": id, "name": name, "input": input, "caller": object{"type": c.poison}})
	for _, failed := range []bool{false, true}[:1+len(c.list)%2] {
		c.add(object{"type": "user", "toolUseResult": result, "message": object{"role": "user", "content": []any{
			object{"type": "tool_result", "tool_use_id": id, "is_error": failed, "content": []any{
				object{"type": "text", "text": c.poison}, object{"type": "tool_reference", "tool_name": c.poison}, image(c.poison), object{"type": c.poison, c.poison: c.poison},
			}},
		}}})
	}
}

// image is an image whose media type lies.
func image(mediaType string) object {
	data := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`))
	return object{"type": "image", "source": object{"type": "base64", "media_type": mediaType, "data": data}}
}

// hostileRecords is a session with poison in every place that holds text.
func hostileRecords(poison, session string) []object {
	c := &chain{session: session, poison: poison}
	c.loose(object{"type": "summary", "summary": poison, "leafUuid": poison})
	for _, kind := range []string{"custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag", "mode", "permission-mode", "last-prompt", "worktree-state", "relocated", "continued-in", "fork-context-ref"} {
		c.loose(object{"type": kind, "customTitle": poison, "aiTitle": poison, "agentName": poison, "agentColor": poison, "agentSetting": poison,
			"tag": poison, "mode": poison, "permissionMode": poison, "lastPrompt": poison, "relocatedCwd": poison,
			"worktreeSession": object{poison: poison, "path": poison}, "continuedInSessionId": poison, "parentSessionId": poison})
	}
	c.loose(object{"type": "pr-link", "prNumber": 7, "prUrl": poison, "prRepository": poison})
	c.loose(object{"type": "pr-link", "prNumber": poison, "prUrl": "https://a.example/" + poison, "prRepository": poison})
	c.loose(object{"type": "queue-operation", "operation": "enqueue", "content": poison})
	c.loose(object{"type": poison, poison: poison, "content": poison})
	c.user(poison)
	c.user([]any{object{"type": "text", "text": poison}, image(poison), image("image/svg+xml"), image("image/png"), image("text/html"),
		object{"type": "document", "title": poison, "context": poison, "source": object{"type": "text", "media_type": poison, "data": poison}},
		object{"type": "image", "source": object{"type": "url", "url": poison}}, object{"type": poison, poison: poison}})
	wrappers(c)
	c.assistant(object{"type": "thinking", "thinking": poison, "signature": poison}, object{"type": "text", "text": poison},
		object{"type": "redacted_thinking", "data": poison}, object{"type": poison, poison: poison},
		object{"type": "server_tool_use", "id": "srvtoolu_1", "name": poison, "input": object{poison: poison}})
	c.assistant(object{"type": "text", "text": "```" + poison + "\n" + poison + "\n```\n| " + poison + " | b |\n|---|---|\n| " + poison + " | x |\n\n# " + poison + "\n- [ ] " + poison})
	calls(c)
	system(c)
	attachments(c)
	c.user(poison)
	c.assistant(object{"type": "text", "text": "The end."})
	return c.list
}

// wrappers are the texts that Claude Code puts between tags.
func wrappers(c *chain) {
	for _, tag := range []string{"command-name", "local-command-stdout", "local-command-stderr", "bash-input", "bash-stdout", "bash-stderr", "user-memory-input", "system-reminder", "task-notification", "ide_opened_file", "teammate-message"} {
		c.user("<" + tag + ">" + c.poison + "</" + tag + ">")
	}
	c.user("<command-message>" + c.poison + "</command-message>\n<command-name>/" + c.poison + "</command-name>\n<command-args>" + c.poison + "</command-args>")
	c.user("<task-notification><task-id>" + c.poison + "</task-id><status>" + c.poison + "</status><summary>" + c.poison + "</summary><output-file>" + c.poison + "</output-file></task-notification>")
	c.add(object{"type": "user", "isMeta": true, "origin": object{"kind": c.poison}, "message": object{"role": "user", "content": c.poison}})
	c.add(object{"type": "user", "isCompactSummary": true, "message": object{"role": "user", "content": c.poison}})
	c.user(`<teammate-message teammate_id="` + c.poison + `" color="` + c.poison + `" summary="` + c.poison + `">` + c.poison + "</teammate-message>")
	c.user("[Image: source: " + c.poison + "]")
}

// calls are calls of every tool that has a card, with poison for each argument.
func calls(c *chain) {
	p := c.poison
	hunk := object{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []any{"-" + p, "+" + p, " " + p, p}}
	input := object{p: p, "file_path": p, "notebook_path": p, "path": p, "pattern": p, "glob": p, "command": p, "description": p, "prompt": p,
		"subagent_type": p, "model": p, "name": p, "url": p, "query": p, "content": p, "old_string": p, "new_string": p + "x", "new_source": p,
		"cell_id": p, "cell_type": p, "edit_mode": p, "plan": p, "skill": p, "args": p, "task_id": p, "taskId": p, "status": p, "subject": p, "shell_id": p, "bash_id": p,
		"output_mode": p, "type": p, "team_name": p, "to": p, "message": p, "summary": p, "cron": p, "id": p, "uri": p, "server": p, "reason": p, "script": p, "activeForm": p,
		"edits":     []any{object{"old_string": p, "new_string": p + "y"}, p},
		"todos":     []any{object{"content": p, "status": p, "activeForm": p, "priority": p, "id": p}, object{"content": p, "status": "completed"}, p},
		"questions": []any{object{"question": p, "header": p, "options": []any{object{"label": p, "description": p, "preview": p}, p}}},
		"answers":   object{p: p}, "annotations": object{p: object{"notes": p, "preview": p}},
		"allowed_domains": []any{p}, "deep": object{p: []any{object{p: p}}}}
	result := object{p: p, "stdout": p, "stderr": p, "filePath": p, "oldString": p, "newString": p, "originalFile": p, "structuredPatch": []any{hunk}, "type": "text",
		"file":      object{"filePath": p, "content": p, "numLines": 1, "startLine": 1, "totalLines": 1, "type": p, "base64": p, "cells": []any{object{"cellType": p, "source": p, "language": p, "outputs": []any{object{"output_type": p, "text": p}}}}},
		"filenames": []any{p}, "content": p, "mode": p, "url": p, "code": 200, "codeText": p, "result": p, "query": p,
		"results": []any{p, object{"tool_use_id": p, "content": []any{object{"title": p, "url": p}}}}, "plan": p,
		"questions": input["questions"], "answers": object{p: p}, "agentId": p, "status": p, "description": p, "prompt": p, "outputFile": p, "commandName": p,
		"oldTodos": input["todos"], "newTodos": input["todos"], "persistedOutputPath": p, "backgroundTaskId": p, "returnCodeInterpretation": p, "task": object{"task_id": p, "output": p, "status": p, "subject": p}, "tasks": []any{object{"id": p, "subject": p, "status": p}}}
	for _, name := range []string{
		p, "mcp__" + p + "__" + p, "Bash", "PowerShell", "BashOutput", "KillShell", "Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "NotebookRead", "Glob", "Grep", "LS", "LSP",
		"Task", "Agent", "TaskOutput", "TaskStop", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "TodoRead", "TodoWrite", "WebFetch", "WebSearch", "AskUserQuestion",
		"ExitPlanMode", "EnterPlanMode", "Skill", "SlashCommand", "SendMessage", "TeamCreate", "TeamDelete", "Workflow", "Monitor", "CronCreate", "CronDelete", "CronList",
		"ScheduleWakeup", "EnterWorktree", "ExitWorktree", "ToolSearch", "ListMcpResourcesTool", "ReadMcpResourceTool", "StructuredOutput", "Artifact",
	} {
		c.call(name, input, result)
		c.call(name, p, p)
	}
	c.call("Bash", object{"command": "git commit -m x"}, object{"stdout": "[" + p + " abcdef1] " + p})
	c.call("Bash", object{"command": "find"}, "<persisted-output>\nOutput too large (1KB). Full output saved to: "+p+"\n\nPreview:\n"+p)
	c.call("Bash", object{"command": "gh pr create"}, object{"stdout": "https://github.com/a/b/pull/7" + p})
	c.call("Task", object{"description": p, "prompt": p, "subagent_type": p}, object{"agentId": "x" + p, "status": "completed", "content": []any{object{"type": "text", "text": p}}})
}

// system are the records that speak for Claude Code itself.
func system(c *chain) {
	for _, sub := range []string{"local_command", "away_summary", "api_error", "stop_hook_summary", "turn_duration", "microcompact_boundary", "bridge_status", "init", "informational", "model_refusal_fallback", "compact_boundary", c.poison, ""} {
		c.add(object{"type": "system", "subtype": sub, "content": c.poison, "level": c.poison, "url": c.poison, "durationMs": 5,
			"error": object{"message": c.poison, "status": 529, "error": object{"error": object{"message": c.poison, "type": c.poison}}}, "cause": object{"code": c.poison, "path": c.poison},
			"hookInfos": []any{object{"command": c.poison}}, "hookErrors": []any{c.poison}, "stopReason": c.poison, "fallbackModel": c.poison, "originalModel": c.poison,
			"compactMetadata": object{"trigger": c.poison, "preTokens": 100, "postTokens": 10, "userContext": c.poison}, "microcompactMetadata": object{"trigger": c.poison}})
	}
	c.add(object{"type": "assistant", "isApiErrorMessage": true, "error": c.poison, "message": object{"id": c.poison, "role": "assistant", "model": "<synthetic>", "content": []any{object{"type": "text", "text": c.poison}}}})
}

// attachments are records of every kind of attachment.
func attachments(c *chain) {
	p := c.poison
	for _, kind := range []string{"queued_command", "hook_success", "hook_blocking_error", "hook_cancelled", "hook_system_message", "hook_additional_context", "file", "edited_text_file", "nested_memory", "directory", "plan_mode", "task_reminder", "environment", "skill_listing", "diagnostics", p} {
		c.add(object{"type": "attachment", "attachment": object{"type": kind, "prompt": p, "commandMode": p, "filename": p, "displayPath": p, "path": p, "snippet": p, "content": p, "hookName": p, "hookEvent": p,
			"command": p, "stdout": p, "stderr": p, "blockingError": object{"blockingError": p, "command": p}, "message": p, "planFilePath": p, p: object{p: p}, "skills": []any{p}, "names": []any{p}}})
		c.add(object{"type": "attachment", "attachment": object{"type": kind, "prompt": []any{object{"type": "text", "text": p}, image(p)},
			"content": object{"type": "text", "path": p, "file": object{"filePath": p, "content": p, "base64": p, "type": p}, "content": p}}})
	}
}

// hostileAgent is an agent's transcript with poison for its id.
func hostileAgent(poison, session string) []object {
	c := &chain{session: session, poison: poison}
	for i, r := range hostileRecords(poison, session) {
		if i > 0 && r["uuid"] != nil {
			r["uuid"] = fmt.Sprintf("%08x-1111-4000-8000-%012x", 0xdef00000+i, i)
			r["parentUuid"] = c.last
			r["isSidechain"], r["agentId"], r["slug"] = true, poison, poison
			c.last = r["uuid"]
			c.list = append(c.list, r)
		}
	}
	return c.list
}
