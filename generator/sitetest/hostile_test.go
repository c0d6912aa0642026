package sitetest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// payloads are texts that would do harm where they became markup. Each sets
// window.pwned when it runs, which is also how the browser test sees it.
var payloads = []string{
	`<script>window.pwned=1</script>`,
	`</script><script>window.pwned=1</script>`,
	`</style></textarea></title><script>window.pwned=1</script>`,
	`"><img src=x onerror=window.pwned=1>`,
	`' onmouseover='window.pwned=1' x='`,
	`<svg/onload=window.pwned=1><iframe srcdoc="<script>parent.pwned=1</script>">`,
	`javascript:window.pwned=1`,
	`[x](javascript:window.pwned=1) ![x](javascript:window.pwned=1) <javascript:window.pwned=1>`,
	"[x][a] <https://x/\" onclick=\"window.pwned=1>\n\n[a]: JaVa\tScript:window.pwned=1",
	`[x](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduZWQ9MTwvc2NyaXB0Pg==)`,
	"```\"><script>window.pwned=1</script>\n<script>window.pwned=1</script>\n```",
	`<a href="vbscript:x">a</a><form action=//x><button formaction="javascript:window.pwned=1">b</button></form>`,
	`<meta http-equiv=refresh content="0;url=//x"><base href=//x><link rel=stylesheet href=//x>`,
	"\x1b]8;;javascript:window.pwned=1\x07click\x1b]8;;\x07 \x1b[31m<b onclick=window.pwned=1>red\x1b[0m",
	"nul \x00 bell \x07 back \x08 c1 \u009b31m sep \u2028 bidi \u202e end",
	`{{.Site}} {{template "x"}} ${window.pwned=1} <!-- ]]> -->`,
	`../../../../../../tmp/pwned`,
	`Task" >` + "\n" + `<parameter name="description`,
	"lone LONESURROGATE half",
	`..\..\pwned CON aux.html`,
}

// hostileRecords writes p into every place of a session that holds text.
func hostileRecords(id, p string) []map[string]any {
	n := 0
	parent := any(nil)
	rec := func(kind string, more map[string]any) map[string]any {
		n++
		uuid := fmt.Sprintf("%08x-0000-4000-8000-%012x", n, n)
		r := map[string]any{
			"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": id, "timestamp": fmt.Sprintf("2026-01-02T03:04:%02d.000Z", n%60),
			"cwd": "/home/" + p, "gitBranch": p, "version": p, "slug": p, "permissionMode": p, "userType": p,
		}
		for k, v := range more {
			r[k] = v
		}
		parent = uuid
		return r
	}
	message := func(content any) map[string]any {
		return map[string]any{"id": "msg_" + fmt.Sprint(n, p), "model": p, "role": "assistant", "stop_reason": p, "content": content, "usage": map[string]any{"output_tokens": 3}}
	}
	user := func(content any) map[string]any {
		return map[string]any{"message": map[string]any{"role": "user", "content": content}}
	}
	list := []map[string]any{
		rec("user", user(p)),
		rec("user", user([]any{
			map[string]any{"type": "text", "text": p},
			map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": "image/svg+xml", "data": "PHN2ZyBvbmxvYWQ9IndpbmRvdy5wd25lZD0xIi8+"}},
			map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": p, "data": p}},
			map[string]any{"type": "image", "source": map[string]any{"type": "url", "url": p}},
			map[string]any{"type": "document", "title": p, "source": map[string]any{"type": "base64", "media_type": "text/html", "data": "PHNjcmlwdD4="}},
			map[string]any{"type": p, p: p},
		})),
		rec("assistant", map[string]any{"message": message([]any{
			map[string]any{"type": "thinking", "thinking": p}, map[string]any{"type": "text", "text": p}, map[string]any{"type": p, "text": p},
		})}),
	}
	for i, name := range []string{
		p, "Bash", "Read", "Write", "Edit", "MultiEdit", "Glob", "Grep", "LS", "WebFetch", "WebSearch", "Task", "Agent", "TodoWrite", "TaskCreate",
		"ExitPlanMode", "AskUserQuestion", "Skill", "NotebookEdit", "SendMessage", "Artifact", "mcp__" + p + "__" + p,
	} {
		call := fmt.Sprintf("toolu_%d%s", i, p)
		input := map[string]any{p: p, "nested": map[string]any{p: []any{p, map[string]any{p: p}}}}
		for _, k := range []string{
			"command", "description", "file_path", "content", "old_string", "new_string", "pattern", "path", "url", "prompt", "query", "subagent_type", "plan", "skill",
			"notebook_path", "new_source", "cell_type", "subject", "to", "message", "glob",
		} {
			input[k] = p
		}
		input["edits"] = []any{map[string]any{"old_string": p, "new_string": p + "2"}}
		input["todos"] = []any{map[string]any{"content": p, "status": p, "activeForm": p}}
		input["questions"] = []any{map[string]any{"question": p, "header": p, "options": []any{map[string]any{"label": p, "description": p}}}}
		result := map[string]any{
			"stdout": p, "stderr": p, "filePath": p, "content": p, "oldString": p, "newString": p + "2", "originalFile": p, "type": p, "url": p, "result": p, "query": p,
			"agentId": p, "status": p, "filenames": []any{p}, "plan": p, "answers": map[string]any{p: p}, "newTodos": input["todos"], "questions": input["questions"],
			"structuredPatch": []any{map[string]any{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []any{"-" + p, "+" + p + "2"}}},
			"file":            map[string]any{"filePath": p, "content": p, "numLines": 1, "startLine": 1, "totalLines": 1},
			"results":         []any{map[string]any{"content": []any{map[string]any{"title": p, "url": p}}}, p}, p: p,
		}
		list = append(list, rec("assistant", map[string]any{"message": message([]any{map[string]any{"type": "tool_use", "id": call, "name": name, "input": input}})}))
		r := rec("user", user([]any{map[string]any{"type": "tool_result", "tool_use_id": call, "is_error": i%2 == 0, "content": []any{
			map[string]any{"type": "text", "text": p}, map[string]any{"type": "text", "text": "<persisted-output>\nOutput too large (1KB). Full output saved to: " + p + "\n\nPreview:\n" + p},
			map[string]any{"type": "tool_reference", "tool_name": p},
		}}}))
		r["toolUseResult"] = result
		list = append(list, r)
	}
	for _, wrapper := range []string{
		"<command-name>%s</command-name><command-args>%[1]s</command-args>", "<local-command-stdout>%s</local-command-stdout>", "<bash-input>%s</bash-input>", "<bash-stdout>%s</bash-stdout><bash-stderr>%[1]s</bash-stderr>",
		"<task-notification><task-id>%s</task-id><status>%[1]s</status><summary>%[1]s</summary><result>%[1]s</result></task-notification>",
		`<teammate-message teammate_id="%s" color="%[1]s" summary="%[1]s">%[1]s</teammate-message>`, "<system-reminder>%s</system-reminder>", "<ide_opened_file>%s</ide_opened_file>",
	} {
		list = append(list, rec("user", user(fmt.Sprintf(wrapper, p))))
	}
	for _, kind := range []string{"hook_success", "hook_blocking_error", "file", "edited_text_file", "nested_memory", "queued_command", "skill_listing", "task_reminder", "plan_mode", p} {
		list = append(list, rec("attachment", map[string]any{"attachment": map[string]any{
			"type": kind, "hookName": p, "hookEvent": p, "content": p, "stdout": p, "stderr": p, "command": p, "filename": p, "path": p, "prompt": p, "snippet": p, "displayPath": p,
		}}))
	}
	for _, kind := range []string{"api_error", "compact_boundary", "away_summary", "informational", "local_command", "stop_hook_summary", p} {
		list = append(list, rec("system", map[string]any{"subtype": kind, "content": p, "level": p, "error": map[string]any{"message": p}, "stopReason": p, "hookInfos": []any{map[string]any{"command": p}}, "compactMetadata": map[string]any{"trigger": p}}))
	}
	list = append(list, rec(p, map[string]any{"content": p, p: p}),
		map[string]any{"type": "custom-title", "customTitle": p, "sessionId": id}, map[string]any{"type": "tag", "tag": p, "sessionId": id},
		map[string]any{"type": "agent-name", "agentName": p, "sessionId": id}, map[string]any{"type": "queue-operation", "operation": p, "content": p, "sessionId": id},
		map[string]any{"type": "pr-link", "prNumber": 7, "prUrl": p, "prRepository": p, "sessionId": id}, map[string]any{"type": "pr-link", "prNumber": 8, "prUrl": "javascript:window.pwned=1", "prRepository": p, "sessionId": id},
		map[string]any{"type": "continued-in", "continuedInSessionId": p, "sessionId": id})
	return list
}

func writeRecords(t *testing.T, name string, list []map[string]any) {
	t.Helper()
	var b strings.Builder
	for _, r := range list {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(strings.ReplaceAll(string(line), "LONESURROGATE", `\ud83d`) + "\n")
	}
	writeFile(t, name, b.String())
}

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// hostileArchive is an archive in which every text is hostile: one session for
// each payload, with an agent, and one whose ids are hostile too.
func hostileArchive(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "-hostile-"+`"'<b>`)
	for i, p := range payloads {
		id := fmt.Sprintf("%08x-1111-4111-8111-111111111111", i)
		records := hostileRecords(id, p)
		writeRecords(t, filepath.Join(dir, id+".jsonl"), records)
		agent := hostileRecords(id, p)
		for _, r := range agent {
			r["isSidechain"], r["agentId"] = true, p
		}
		writeRecords(t, filepath.Join(dir, id, "subagents", "agent-a1.jsonl"), agent)
		meta, _ := json.Marshal(map[string]any{"agentType": p, "description": p, "name": p, "toolUseId": fmt.Sprintf("toolu_11%s", p)})
		writeFile(t, filepath.Join(dir, id, "subagents", "agent-a1.meta.json"), string(meta))
		ids := hostileRecords(p, p)
		for j, r := range ids {
			r["uuid"] = fmt.Sprint(p, j)
		}
		writeRecords(t, filepath.Join(dir, fmt.Sprintf("ids-%d.jsonl", i)), ids)
	}
	return dir
}

// plainPath is what names of files may look like: plain letters, and no part
// that means something else to a system.
var plainPath = regexp.MustCompile(`^\.$|^(\.?[a-z0-9][a-z0-9._-]*/)*\.?[a-z0-9][a-z0-9._-]*$`)

func TestHostileTextStaysText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	buildInto(t, dir, hostileArchive(t), 2)
	for _, p := range readPages(t, dir) {
		for n := range p.root.Descendants() {
			if problem := harmful(n); problem != "" {
				t.Errorf("%s: %s", p.name, problem)
			}
		}
	}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, name); err == nil && !plainPath.MatchString(filepath.ToSlash(rel)) {
			t.Errorf("a file is named %q", rel)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, stray := range []string{"/tmp/pwned", filepath.Join(dir, "..", "pwned")} {
		if _, err := os.Stat(stray); err == nil {
			t.Errorf("%s was written", stray)
		}
	}
}

// harmful tells what is dangerous about an element, "" when nothing is.
func harmful(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	switch n.Data {
	case "iframe", "object", "embed", "base", "frame", "applet", "math":
		return "there is an element <" + n.Data + ">"
	case "script", "style":
		if strings.Contains(text(n), "pwned") {
			return "a <" + n.Data + "> holds text of a transcript"
		}
	case "meta":
		if attr(n, "http-equiv") == "refresh" {
			return "a <meta> leads away"
		}
	}
	for _, a := range n.Attr {
		if strings.HasPrefix(a.Key, "on") || a.Key == "srcdoc" || a.Key == "formaction" {
			return fmt.Sprintf("<%s> has the attribute %s=%q", n.Data, a.Key, a.Val)
		}
		if strings.ContainsAny(a.Key, `<"'`) {
			return fmt.Sprintf("<%s> has the attribute %q", n.Data, a.Key)
		}
		if a.Key == "style" && strings.Contains(a.Val, "pwned") {
			return fmt.Sprintf("<%s> has the style %q", n.Data, a.Val)
		}
		if slices.Contains([]string{"href", "src", "action", "poster", "data", "xlink:href", "background", "srcset"}, a.Key) {
			if problem := badAddress(n.Data, a.Val); problem != "" {
				return fmt.Sprintf("<%s %s=%q>: %s", n.Data, a.Key, a.Val, problem)
			}
		}
	}
	return ""
}

// badAddress tells what is wrong with an address: a scheme that is not for links,
// or the network where a page loads something by itself.
func badAddress(element, address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return err.Error()
	}
	switch {
	case u.Scheme == "" && u.Host == "":
		return ""
	case u.Scheme == "http", u.Scheme == "https", u.Scheme == "mailto":
		if element == "a" || element == "link" && u.Host != "" {
			return ""
		}
		return "the page loads it from elsewhere"
	case u.Scheme == "data" && strings.HasPrefix(u.Opaque, "image/"):
		return ""
	}
	return "the scheme is not for links"
}
