package sitetest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/generator/address"
	"steno/parser/formats"
	"steno/parser/jsonl"
	"steno/parser/source"
	"steno/tier"
)

// agentRuns are recorded runs of other agents than Claude Code, by the folder below corpus/agents,
// and what of their records no page is meant to show.
var agentRuns = []struct {
	folder string
	long   bool
	hidden []string // members
}{
	{"codex", true, hiddenInCodex},
	{"fixtures/codex", false, hiddenInCodex},
	{"pi", true, []string{"thinkingSignature", "textSignature", "partialJson"}},
	{"fixtures/pi", false, nil},
	{"gemini", false, hiddenInGemini},
	{"fixtures/gemini", false, hiddenInGemini},
	{"opencode", false, hiddenInOpenCode},
	{"copilot", true, hiddenInCopilot},
	{"fixtures/copilot", false, hiddenInCopilot},
	{"fixtures/opencode/storage_v2", false, hiddenInOpenCode},
	{"fixtures/opencode/storage_legacy", false, hiddenInOpenCode},
}

// hiddenInCodex are what the client writes to the model about itself, what is encrypted, state that is
// counted and shown in part on the page of records, the parts of a result that repeat it,
// and where a picture was.
var hiddenInCodex = []string{"base_instructions", "encrypted_content", "dynamic_tools", "rate_limits", "user_instructions", "developer_instructions",
	"collaboration_mode", "formatted_output", "stdout", "parsed_cmd", "command", "replacement_history", "last_agent_message", "turn_context", "world_state", "local_images"}

// shownApart are lines above the output of a command: pages show the exit code and the duration on
// the row of the call. The heads of hunks, and which lines of a file were read, are shown as numbers of lines.
// Directives of a client, and the heading that it puts in front of a request, are shown as what they mean.
var shownApart = regexp.MustCompile(`\A(?:(?:Chunk ID|Wall time|Process exited with code|Exit code|Total output lines)[^\n]*\n)+Output:\n?|(?m)^\.\.\.|^.*tokens truncated.*$|^@@.*@@|^@@ ?|^\*\*\* (?:Begin Patch|End Patch|End of File)$|^\*\*\* (?:(?:Update|Add|Delete) File|Move to): |^(?:Index: |===|---|\+\+\+).*$|^\\ No newline.*$` +
	`|^\((?:End of file - total|Showing lines) .*\)$` +
	`|^::[a-z-]+\{.*\}$|^## My request for Codex:`)

// fileLink is a link to a file in Markdown: where the words are the end of the path, pages show only them, and the line.
var fileLink = regexp.MustCompile(`\[([^][]+)\]\((/[^()]+?)(?:(?:#L|:)(\d+))?\)`)

// wordsOfLinks leaves out the paths that the words of their links end.
func wordsOfLinks(text string) string {
	return fileLink.ReplaceAllStringFunc(text, func(link string) string {
		m := fileLink.FindStringSubmatch(link)
		if words, line, _ := strings.Cut(m[1], ":"); strings.HasSuffix(m[2], "/"+words) && (line == "" || line == m[3]) {
			return words + m[3]
		}
		return link
	})
}

// diffsApart are what members that contain diffs say besides the lines, which pages show as numbers of
// lines and as what happened to the file.
var diffsApart = map[string]*regexp.Regexp{
	".details.diff":           regexp.MustCompile(`(?m)^[ +-] *\d+ `),
	".result.detailedContent": regexp.MustCompile(`(?m)^(?:diff --git|create file mode|index ).*$`),
}

// hiddenInGemini are what a file was before and after a change, which the diff shows, and how calls
// are named for people, which their parameters say.
var hiddenInGemini = []string{"originalContent", "newContent", "displayName", "description"}

// hiddenInCopilot are what the client writes to the model about itself, what hooks are given of the
// conversation, what it measures, and what a request for permission repeats of its call.
var hiddenInCopilot = []string{"system.message", "hook.start", "toolTelemetry", "encryptedContent", "reasoningOpaque", "permission.requested", "parsed_cmd", "timestamp"}

// hiddenInOpenCode are what the client computes from the changes of all calls, and what it repeats
// beside an output.
var hiddenInOpenCode = []string{"summary", "filediff", "preview", "snapshot", "itemId", "reasoningEncryptedContent", "diff", "files"}

// TestOtherAgentsAreComplete looks for every text of the runs on the pages of its session.
func TestOtherAgentsAreComplete(t *testing.T) {
	t.Parallel()
	for _, run := range agentRuns {
		t.Run(run.folder, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(corpus, "../agents", run.folder)
			if _, err := os.Stat(folder); err != nil {
				t.Skip("no runs of other agents at ../shared/corpus/agents: their texts are NOT looked for on pages")
			}
			if run.long {
				tier.NeedsLong(t, "looks for some 100,000 lines on pages")
			}
			problems, all := lostTexts(t, folder, run.hidden)
			for i, p := range problems {
				if i == 20 {
					t.Errorf("%d more of %d", len(problems)-i, all)
					break
				}
				t.Error(p)
			}
			t.Logf("%d texts", all)
		})
	}
}

// lostTexts builds a folder and returns the texts of its records that no page of their session shows.
func lostTexts(t *testing.T, folder string, hidden []string) (problems []string, all int) {
	t.Helper()
	dir := t.TempDir()
	buildInto(t, dir, folder, 2)
	shown := sessionLetters(t, dir)
	a, err := source.Find(t.Context(), formats.All(), []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, s := range a.Sessions() {
		page := shown[address.Session(s.ID)]
		if page == "" {
			problems = append(problems, s.ID+" has no page")
			continue
		}
		files := s.Main
		for _, agent := range s.Agents {
			files = append(files, agent.File)
		}
		seen := map[string]bool{}
		for _, f := range files {
			for _, r := range recordTexts(t, f, hidden) {
				if seen[r.text] {
					continue
				}
				seen[r.text] = true
				all++
				text := wordsOfLinks(shownApart.ReplaceAllString(r.text, ""))
				for member, apart := range diffsApart {
					if strings.HasSuffix(r.name, member) {
						text = apart.ReplaceAllString(text, "")
					}
				}
				if problem := missing(item{kind: "result", text: text}, page, ""); problem != "" {
					problems = append(problems, fmt.Sprintf("%s:%d: %s: %s", filepath.Base(f.Path), r.line, r.name, problem))
				}
			}
		}
	}
	return problems, all
}

// sessionLetters returns the letters of all pages and files of each session.
func sessionLetters(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, p := range readPages(t, dir) {
		if strings.HasPrefix(p.name, "sessions/") {
			all[strings.Join(strings.Split(p.name, "/")[:2], "/")] += letters(text(p.root)) + " "
		}
	}
	for session := range all {
		names, _ := filepath.Glob(filepath.Join(dir, session, "files", "*"))
		for _, name := range names {
			if ext := filepath.Ext(name); ext == ".txt" || ext == ".md" {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				all[session] += letters(string(data)) + " "
			}
		}
	}
	return all
}

// rawText is a text of a record.
type rawText struct {
	name, text string
	line       int
}

// recordTexts returns the texts of a file that people would read: values with a space in them, in
// objects, in lists, and in JSON within texts.
func recordTexts(t *testing.T, f *source.File, hidden []string) (all []rawText) {
	t.Helper()
	src, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	data, err := io.ReadAll(src)
	if err != nil {
		t.Fatal(err)
	}
	in := jsonl.NewReader(strings.NewReader(string(data)))
	if strings.HasSuffix(f.Path, ".json") {
		return walkTexts(nil, string(data), "", 1, hidden)
	}
	for in.Next() {
		for _, object := range in.Line().Objects {
			all = walkTexts(all, string(object), "", in.Line().Number, hidden)
		}
	}
	return all
}
