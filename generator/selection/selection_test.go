package selection

import (
	"testing"

	"steno/parser/source"
)

func session() *source.Session {
	return &source.Session{
		ID: "1be00aae-73e6-4792", Main: []*source.File{{Path: "a/-home-ada-work-steep/draft-1.jsonl"}},
		Folder:  &source.Folder{Name: "-home-ada-work-steep--claude-worktrees-hot", Dir: "/home/ada/work/steep/.claude/worktrees/hot"},
		Project: &source.Project{Name: "steep", Folder: "-home-ada-work-steep", Slug: "steep-1a2b3c", Dir: "/home/ada/work/steep"},
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		"project:steep": true, "project:st*": true, "project:/home/ada/**": true, "project:/home/*": false, "project:**steep": true,
		"project:work": false, "session:1be0": true, "session:2": false, "session:": false, "steep": true, "1be00aae": true, "1be": false, "*": true, "": false, "tag:release*": true, "tag:AUDIO": true, "tag:release": false, "tag:": false, "project:Brew*": true, "project:~/work/*": true, "project:~/work/**/hot": true, "project:~/steep": false, "project:~": false, "project:**/worktrees/*": true,
	} {
		if got := Matches(pattern, session(), Known{Tags: []string{"Release 2", "audio"}, Project: "Brewing"}); got != want {
			t.Errorf("Matches(%q) = %v", pattern, got)
		}
	}
}

func TestMatchesPathsOfAnySystem(t *testing.T) {
	t.Parallel()
	for dir, patterns := range map[string]map[string]bool{
		`C:\Users\ada\work\steep`: {"C:/Users/*/work/steep": true, "~/work/*": true, `C:\Users\ada\work\steep`: false, "~/steep": false},
		"/Users/ada/steep":        {"~/steep": true, "~/**": true, "~/*/steep": false},
		"/srv/ada/steep":          {"~/steep": false, "/srv/**": true},
	} {
		s := &source.Session{Folder: &source.Folder{Dir: dir}, Project: &source.Project{Name: "x"}}
		for pattern, want := range patterns {
			if got := Matches("project:"+pattern, s, Known{}); got != want {
				t.Errorf("Matches(%q, %q) = %v", pattern, dir, got)
			}
		}
	}
}

func TestIgnored(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want bool
	}{
		{"", false}, {"# *\n", false}, {"*\n", true}, {"*\n!1be00aae*\n", false}, {"!*\n1be00aae-73e6-4792", true},
		{"draft-*.jsonl\r\n", true}, {"/draft-1.jsonl", true}, {"other", false}, {"1be", false}, {"[", false},
	} {
		if got := Ignored(c.text, session()); got != c.want {
			t.Errorf("Ignored(%q) = %v", c.text, got)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	if _, err := Parse([]string{"thinking", "thoughts"}); err == nil {
		t.Error("a kind that does not exist was accepted")
	}
	h, err := Parse(Kinds())
	if err != nil || !h.Active() {
		t.Errorf("%v, %v", h, err)
	}
	if none, err := (Hide{}).Level(LevelEverything); err != nil || none.Active() {
		t.Errorf("everything leaves something out: %v", err)
	}
	if _, err := h.Level("all"); err == nil {
		t.Error("a level that does not exist was accepted")
	}
}

// Two that hide leave out what either does; a failed call stays while neither hides calls.
func TestAnd(t *testing.T) {
	t.Parallel()
	hide := func(level string, kinds ...string) Hide {
		h, err := Parse(kinds)
		if err == nil {
			h, err = h.Level(level)
		}
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, c := range []struct {
		a, b            Hide
		kinds           []Kind
		prompts, failed bool
	}{
		{Hide{}, Hide{}, nil, false, false},
		{hide("", "thinking"), hide("", "images"), []Kind{Thinking, Images}, false, false},
		{hide("", "thinking"), hide(LevelConversation), []Kind{Thinking, Tools, Agents, Events, Attachments, Commands}, false, true},
		{hide("", "tools"), hide(LevelConversation), []Kind{Thinking, Tools, Agents, Events, Attachments, Commands}, false, false},
		{hide(LevelPrompts), hide(LevelConversation), []Kind{Thinking, Tools, Agents, Events, Attachments, Commands}, true, true},
	} {
		for _, both := range []Hide{c.a.And(c.b), c.b.And(c.a)} {
			if len(both.kinds) != len(c.kinds) || both.prompts != c.prompts || both.failed != c.failed {
				t.Errorf("%v and %v: %v", c.a, c.b, both)
			}
			for _, k := range c.kinds {
				if !both.kinds[k] {
					t.Errorf("%v and %v: %s is shown", c.a, c.b, k)
				}
			}
		}
	}
}
