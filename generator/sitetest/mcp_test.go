package sitetest

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"steno/generator/mcp"
	"steno/tier"
)

// asked is what questions are made of: a session as the JSON export has it.
type asked struct {
	ID, Project string
	Title       struct{ Text string }
	Start       string
	Branches    []string
	Commits     []struct{ SHA string }
	PRs         []struct{ URL string } `json:"pullRequests"`
	Main        struct {
		Branches []struct {
			Segments []struct {
				Turns []struct {
					Prompt *struct {
						Anchor string
						Blocks []struct{ Text string }
					}
				}
			}
		}
	}
	Facts struct {
		Prompts int
		Files   []struct {
			Path    string
			Outside bool
			Edits   int
		}
		Tests   []struct{ OK bool }
		Outcome struct {
			Ending, Reply             string
			Pushed                    bool
			EditedAfter, CommitsAfter int
		}
	}
}

// prompt is the first prompt with words, and its number.
func (s *asked) prompt() (number int, anchor, text string) {
	for _, b := range s.Main.Branches[:min(1, len(s.Main.Branches))] {
		for _, seg := range b.Segments {
			for _, turn := range seg.Turns {
				if turn.Prompt == nil {
					continue
				}
				if number++; len(turn.Prompt.Blocks) > 0 && turn.Prompt.Blocks[0].Text != "" {
					return number, turn.Prompt.Anchor, turn.Prompt.Blocks[0].Text
				}
			}
		}
	}
	return 0, "", ""
}

// client is an agent that is connected to a server for a site.
type client struct {
	*sdk.ClientSession
	questions int
}

func connect(t *testing.T, dir string) *client {
	t.Helper()
	server, done := mcp.New(mcp.Options{Open: func(context.Context) (string, error) { return dir, nil }, Version: "test"})
	near, far := sdk.NewInMemoryTransports()
	serving, err := server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close(); serving.Close(); done() })
	return &client{ClientSession: session}
}

// ask calls a tool and returns its text, and whether the answer is an error.
func (c *client) ask(t *testing.T, tool string, args map[string]any) (text string, failed bool) {
	t.Helper()
	c.questions++
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, args, err)
	}
	for _, content := range r.Content {
		if words, ok := content.(*sdk.TextContent); ok {
			text += words.Text
		}
	}
	return text, r.IsError
}

// found returns the ids of the sessions that a tool returned.
func (c *client) found(t *testing.T, args map[string]any) (ids []string) {
	t.Helper()
	args["limit"] = 200
	text, failed := c.ask(t, "list_sessions", args)
	var out struct{ Sessions []struct{ ID string } }
	if err := json.Unmarshal([]byte(text), &out); err != nil || failed {
		t.Fatalf("list_sessions %v: %s", args, text)
	}
	for _, s := range out.Sessions {
		ids = append(ids, s.ID)
	}
	return ids
}

// hits returns the anchors of so many hits of a frequent word, asked for page by page.
func (c *client) hits(t *testing.T, n, page int) (anchors []string) {
	t.Helper()
	for offset := 0; len(anchors) < n; {
		text, failed := c.ask(t, "search", map[string]any{"query": "the", "limit": page, "offset": offset})
		var out struct {
			Results []struct {
				Hits []struct{ Anchor, Kind string }
			}
			Next int `json:"next_offset"`
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil || failed {
			t.Fatalf("search: %s", text)
		}
		for _, r := range out.Results {
			for _, h := range r.Hits {
				anchors = append(anchors, h.Anchor+h.Kind)
			}
		}
		if offset = out.Next; offset == 0 {
			break
		}
	}
	return anchors[:min(n, len(anchors))]
}

// TestMCP asks a server about sessions what their JSON answers: with the tools of an agent, over the protocol.
func TestMCP(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{"example": example, "claude-2026": corpus + "/../claude-2026/projects", "spotter": corpus + "/../spotter", "agents": corpus + "/../agents"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if source != example {
				needCorpus(t)
				tier.NeedsLong(t, "asks about sessions of "+name)
			}
			if _, err := os.Stat(source); err != nil {
				t.Skip("no transcripts of " + name)
			}
			_, dir := builtOf(t, source)
			c := connect(t, dir)
			sessions := exported(t, source)
			for i := range sessions {
				askAbout(t, c, &sessions[i])
			}
			for _, bad := range []map[string]any{{"session": "nobody"}, {"session": "../.."}, {"session": sessions[0].ID, "agent": "../../../x"}, {"session": sessions[0].ID, "turns": "x"}, {"session": sessions[0].ID, "anchor": "m-0"}} {
				if text, failed := c.ask(t, "read_session", bad); !failed {
					t.Errorf("read_session %v: %.100q is no error", bad, text)
				}
			}
			for _, empty := range []string{"", " "} {
				if text, failed := c.ask(t, "search", map[string]any{"query": empty}); !failed {
					t.Errorf("search %q: %.100q is no error", empty, text)
				}
			}
			if text, _ := c.ask(t, "search", map[string]any{"query": "qqzzqqzz kind:prompt"}); !strings.Contains(text, `"try":["kind:prompt"]`) {
				t.Errorf("a search that finds nothing offers %.200s", text)
			}
			if all, pages := c.hits(t, 12, 12), c.hits(t, 12, 5); len(all) < 6 || !slices.Equal(all, pages) {
				t.Errorf("hits at once %v, page by page %v", all, pages)
			}
			if t.Logf("%d questions about %d sessions", c.questions, len(sessions)); c.questions < 10 {
				t.Error("fewer than ten questions were asked")
			}
		})
	}
}

func exported(t *testing.T, source string) []asked {
	t.Helper()
	var doc struct{ Sessions []asked }
	readExport(t, source, &doc)
	return doc.Sessions
}

var plainWord = regexp.MustCompile(`\b[a-z]{7,20}\b`)

// askAbout asks for a session by all that a person may know of it.
func askAbout(t *testing.T, c *client, s *asked) {
	by := map[string]map[string]any{"title": {"title": s.Title.Text[:min(len(s.Title.Text), 12)]}, "project": {"project": s.Project}}
	if len(s.Start) >= 10 {
		by["days"] = map[string]any{"since": s.Start[:10], "until": s.Start[:10]}
	}
	for _, commit := range s.Commits {
		if commit.SHA != "" {
			by["commit"] = map[string]any{"commit": commit.SHA[:7]}
		}
	}
	for _, pr := range s.PRs {
		by["pull request"] = map[string]any{"pull_request": pr.URL}
		by["number of a pull request"] = map[string]any{"pull_request": "#" + pr.URL[strings.LastIndexByte(pr.URL, '/')+1:]}
	}
	for _, f := range s.Facts.Files {
		if !f.Outside && f.Edits > 0 {
			by["file"] = map[string]any{"file": f.Path[strings.LastIndexAny(f.Path, `/\`)+1:]}
		}
	}
	for what, args := range by {
		if ids := c.found(t, args); !slices.Contains(ids, s.ID) {
			t.Errorf("session %s is not found by its %s, %v, but %d others", s.ID, what, args, len(ids))
		}
	}
	s.sameOutcome(t, c)
	number, anchor, prompt := s.prompt()
	if number == 0 {
		return
	}
	start := plainWord.FindString(prompt)
	for _, args := range []map[string]any{{"session": s.ID, "anchor": anchor}, {"session": s.ID, "turns": strconv.Itoa(number)}} {
		if text, failed := c.ask(t, "read_session", args); failed || !strings.Contains(text, start) || strings.Contains(text, "<!-- m-") {
			t.Errorf("read_session %v does not return %q: %.200s", args, start, text)
		}
	}
	if start != "" {
		text, failed := c.ask(t, "search", map[string]any{"query": start + " kind:prompt session:" + s.ID})
		if failed || !strings.Contains(text, s.ID) {
			t.Errorf("search does not find %q in %s: %.300s", start, s.ID, text)
		}
	}
}

// sameOutcome compares what a list says came of the session with its JSON.
func (s *asked) sameOutcome(t *testing.T, c *client) {
	t.Helper()
	text, _ := c.ask(t, "list_sessions", map[string]any{"title": s.Title.Text, "limit": 200})
	var out struct {
		Sessions []struct {
			ID, Problem string
			LastReply   string `json:"last_reply"`
			TestsPassed bool   `json:"tests_passed"`
			Pushed      bool
		}
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	for _, row := range out.Sessions {
		if row.ID != s.ID {
			continue
		}
		o, tests := s.Facts.Outcome, s.Facts.Tests
		passed := len(tests) > 0 && tests[len(tests)-1].OK
		if row.Pushed != (o.Pushed && o.CommitsAfter == 0) || row.TestsPassed != (passed && o.EditedAfter == 0) ||
			strings.Contains(row.Problem, "last test run failed") != (len(tests) > 0 && !passed) || (row.LastReply != "") != (o.Reply != "") {
			t.Errorf("session %s: a list says %+v, its JSON %+v, tests passed: %t", s.ID, row, o, passed)
		}
		return
	}
	if s.Title.Text != "" {
		t.Errorf("session %s is not listed by its title %q", s.ID, s.Title.Text)
	}
}
