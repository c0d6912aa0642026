package sitetest

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/search/query"
	"steno/parser/claude/format"
	jsonraw "steno/parser/raw"
	"steno/theme/card"
)

// newest is a session that has one of everything that came with versions 2.1.115 to 2.1.330.
const newest = "../../testdata/newest"

var madeNewest = sync.OnceValues(func() (*made, error) { return makeSite(newest, "newest") })

// whatIsNew are the names that came with these versions, by their kind in the format table. Tools
// are those whose calls had no card of their own.
var whatIsNew = map[format.Kind]string{
	format.Record: `ended-by-model tools-used derived-from data-flow-records data-flow-incomplete observer-ref hybrid-organization session-name launched failed cost-state frame-link atis-latch
		ai-title last-prompt file-history-snapshot artifact-autoreact-ledger`,
	format.System: `voice_call_talk permission_denied model_refusal_no_fallback memory_recall notification task_summary post_turn_summary model_refusal_fallback bridge_status
		api_error local_command compact_boundary`,
	format.Attachment: `task_status structured_output thinking_stripped thinking_drop opened_file_in_ide relevant_memories companion_intro context_sections instructions
		environment goal_status invoked_skills task_reminder selected_lines_in_ide diagnostics mcp_resource teammate_mailbox async_hook_response output_style token_usage
		max_turns_reached agent_mention plan_file_reference edited_image_file total_tokens_reminder ultra_effort_enter queued_command prompt_snapshot`,
	format.Block: "connector_text container_upload compaction search_result code_execution_result tool_search_tool_search_result fallback web_search_result audio resource_link",
	format.Result: `ReportFindings RefreshMcpTools ReadMcpResourceDir SendFeedback ClaudeDesign Projects RemoteTrigger ReadNotifications ProposeSkills ProposeGoal
		PushNotification ShowOnboardingRolePicker OfferChromeSetup SendUserFile SubagentHandback SendUserMessage REPL Sleep Artifact TaskOutput PowerShell Workflow`,
}

// newFields are the members that came with these versions to records that were there before, and new
// values of entrypoint.
const newFields = `apiBlockIndex apiError attributionSkill attributionPlugin attributionMcpServer attributionMcpTool backgroundCwdHint classifierMetaLines
	totalFiles handback decision_reason serverClassifierContext perTurnEffort sdk-cli claude-desktop`

// TestNewestIsKnown: the sample has one of everything that is new, the format table declares all
// of it with its members, and each tool has a card of its own.
func TestNewestIsKnown(t *testing.T) {
	t.Parallel()
	var all [][]byte
	var survey format.Survey
	for _, name := range transcripts(t, newest) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			for _, member := range survey.Undeclared(lines.Bytes()) {
				t.Errorf("%s: the format table does not declare %s", name, member)
			}
			all = append(all, bytes.Clone(lines.Bytes()))
		}
	}
	text := string(bytes.Join(all, []byte("\n")))
	for kind, names := range whatIsNew {
		for _, name := range strings.Fields(names) {
			if !strings.Contains(text, `"`+name+`"`) {
				t.Errorf("the sample has no %s %q", kind, name)
			}
			if format.Lookup(kind, name) == nil {
				t.Errorf("the format table declares no %s %q", kind, name)
			}
		}
	}
	for _, name := range strings.Fields(newFields) {
		if !strings.Contains(text, `"`+name+`"`) {
			t.Errorf("the sample has no member or entrypoint %q", name)
		}
	}
	for _, line := range all {
		for _, b := range jsonraw.ParseObject(line).Object("message").Array("content") {
			name := jsonraw.ParseObject(b).String("name")
			if jsonraw.ParseObject(b).String("type") == "tool_use" && !strings.HasPrefix(name, "mcp__") && !slices.Contains(card.Names(), name) {
				t.Errorf("the tool %s has no card of its own", name)
			}
		}
	}
	if ledger := get(t, madeNewest).sum.Ledger; ledger.Unknown+ledger.Malformed > 0 {
		t.Errorf("%d unknown and %d malformed lines", ledger.Unknown, ledger.Malformed)
	}
}

// rawJSON is text that begins as an object or a list of objects does, and tags that the client puts
// around figures.
var rawJSON = regexp.MustCompile(`^\s*(\{\s*"|\[\s*\{\s*")|</?(?:usage|subagent_tokens|retrieval_status|task_id|output)>`)

// TestNewestIsReadable: no page of the sample shows JSON or the client's tags where words are due,
// and nothing on it is called unknown.
func TestNewestIsReadable(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, p := range get(t, madeNewest).pages {
		if strings.HasSuffix(p.name, "records.html") {
			continue // the records as they were recorded
		}
		for n := range p.root.Descendants() {
			if n.Type != html.TextNode {
				continue
			}
			shown++
			if rawJSON.MatchString(n.Data) {
				t.Errorf("%s shows %.200q", p.name, n.Data)
			}
			if strings.TrimSpace(n.Data) == "Unknown" || strings.Contains(n.Data, "private") {
				t.Errorf("%s shows %.100q", p.name, n.Data)
			}
		}
	}
	if shown < 1000 {
		t.Errorf("only %d texts were looked at", shown)
	}
}

// TestNewestIsShown: what a reader wants of the newest records is on the page.
func TestNewestIsShown(t *testing.T) {
	t.Parallel()
	var page string
	for _, p := range get(t, madeNewest).pages {
		if strings.HasPrefix(p.name, "sessions/") && strings.HasSuffix(p.name, "000a/index.html") {
			page = squeezed(text(p.root))
		}
	}
	for _, want := range []string{
		"The lamp log is linked. Oil is low.", "lamp-log stop exit 1 · 56ms", // hooks: their words, exit code and duration
		"☑ #1 Clean the lens: both sides", "/srv/keeper/.claude/memory/oil.md Fill at dusk.", // tasks, memories
		"medium effort", "stopped while it was written", "superseded: another reply took its place", "max effort",
		"Report findings 2 findings", "Dry gear", "After a week the lamp stands still.",
		"Publish Lamp plan", "https://pages.test/lamp-plan", "404 Not Found", "Category cyber",
		`Background command "make lamp" completed & ended`, "Subagent tokens 900", // a notification's figures
		"subagent tokens 48,123", "MEMORY.md memory", "lamp built", "Tides today", "“Low at six.”",
		"5 words · 51 tokens", "for user",
		"Output in TaskOutput", "Started by Run sleep 60 && make lamp", "Notification #", // a task, both ways
		"the path is outside of the working directories", "The tower is overloaded.", "/effort high", "And trim the second wick.",
		"API Error: the reply was too long.", "Trim by hand", "Handed back The wick is trimmed; the north lamp is lit.", "The lantern keeps burning.",
		"thinking high (ultrathink)", "the agent ended the session", "Nothing is left to do.",
	} {
		if !strings.Contains(page, squeezed(want)) {
			t.Errorf("the page does not show %q", want)
		}
	}
}

// TestNewestIsFound: the search finds what the newest records say, each in the place that a reader would open.
func TestNewestIsFound(t *testing.T) {
	t.Parallel()
	ix, err := query.Open(t.Context(), get(t, madeNewest).dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ words, kind, says string }{
		{"sound the horn", "prompt", "horn"},                      // spoken
		{"polish the brass", "prompt", "brass"},                   // absorbed in mid-turn
		{"lamp every evening", "prompt", "evening"},               // on a schedule
		{"lamp stands still", "call", "stands still"},             // a finding of a review
		{"publish lamp plan turns", "call", "How the lamp turns"}, // a published page
		{"grease weekly", "event", "Grease weekly"},               // memory of a folder
		{"lamp built", "result", "lamp built"},                    // the output of a task
		{"mcp third one tide chart", "result", "low tide"},        // a server's answer
		{"gear tool:ReportFindings", "call", "gear"},              // by tool
		{"lamp gear kind:thinking", "thinking", "has a gear"},
	} {
		found, err := ix.Search(t.Context(), c.words, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found.Hits, func(h query.Hit) bool { return h.Kind == c.kind && strings.Contains(h.Snippet, c.says) }) {
			t.Errorf("%q: no %s says %q among %v", c.words, c.kind, c.says, found.Hits)
		}
	}
}

// squeezed is a text without spaces: names stand beside their values in elements of their own.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// TestNewestIsRedacted: a value planted in every text of the sample is on no page, in no file and
// not in the search index.
func TestNewestIsRedacted(t *testing.T) {
	t.Parallel()
	const planted = "zanzibar-7351-quoll"
	source := t.TempDir()
	places := 0
	for _, name := range transcripts(t, newest) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = textValue.ReplaceAllFunc(data, func(m []byte) []byte {
			if keptValue.Match(m) {
				return m
			}
			places++
			return append(m[:len(m)-1:len(m)-1], []byte(" "+planted+`"`)...)
		})
		below, err := filepath.Rel(newest, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(source, below)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(source, below), string(data))
	}
	if places < 500 {
		t.Errorf("the value was planted in %d places only", places)
	}
	c := config.Default()
	c.Sources, c.Destination, c.Jobs = []string{source}, filepath.Join(t.TempDir(), "site"), 2
	c.Redact.Literals = []string{planted}
	if _, err := generator.Build(context.Background(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(c.Destination, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if bytes.Contains(data, []byte(planted)) || bytes.Contains(data, []byte("zanzibar")) {
			t.Errorf("%s holds the planted value", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// textValue is a member that is a text; keptValue those that say what a record is or where it belongs.
var (
	textValue = regexp.MustCompile(`"[A-Za-z_]+": "[^"\\]*"`)
	keptValue = regexp.MustCompile(`^"(?:type|subtype|uuid|parentUuid|sessionId|timestamp|id|tool_use_id|toolUseID|agentId|role|name|operation|data|media_type|commandMode|kind|subkind|key|runId|action|method)": `)
)
