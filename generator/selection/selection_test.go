package selection

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser/formats"
	"steno/parser/source"
)

func session() *source.Session {
	return &source.Session{
		Format: formats.All()[0],
		ID:     "1be00aae-73e6-4792", Main: []*source.File{{Path: "a/-home-ada-work-steep/draft-1.jsonl"}},
		Folder:  &source.Folder{Name: "-home-ada-work-steep--claude-worktrees-hot", Dir: "/home/ada/work/steep/.claude/worktrees/hot"},
		Project: &source.Project{Name: "steep", Folder: "-home-ada-work-steep", Slug: "steep-1a2b3c", Dir: "/home/ada/work/steep"},
		Dirs:    []string{"/home/ada/work/steep/.claude/worktrees/hot", "/srv/secret"},
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		"project:steep": true, "project:st*": true, "project:/home/ada/**": true, "project:/home/*": false, "project:**steep": true,
		"project:work": false, "session:1be0": true, "session:2": false, "session:": false, "steep": true, "1be00aae": true, "1be": false, "*": true, "": false, "tag:release*": true, "tag:AUDIO": true, "tag:release": false, "tag:": false, "project:Brew*": true, "project:~/work/*": true, "project:~/work/**/hot": true, "project:~/steep": false, "project:~": false, "project:**/worktrees/*": true,
		"project:hot": true, "project:-home-ada-work-*": false, "project:/home/ada/work/steep/.claude/worktrees/hot/**": false, "project:/srv/*": false, "project:secret": false,
	} {
		if got := Matches(pattern, session(), Known{Tags: []string{"Release 2", "audio"}, Project: "Brewing"}, First); got != want {
			t.Errorf("Matches(%q) = %v", pattern, got)
		}
	}
	for pattern, want := range map[string]bool{"project:/srv/*": true, "project:secret": true, "project:steep": true, "project:-srv-secret": true, "project:/srv": false, "project:/srv/secret/**": true, "project:secret/**": true, "project:/srv/secre/**": false, "project:-home-ada-work-*": true} {
		if got := Matches(pattern, session(), Known{}, Any); got != want {
			t.Errorf("Matches(%q) of any directory = %v", pattern, got)
		}
	}
}

// The folder of a session decides nothing where the session records other directories, and
// names it where it records none.
func TestFolderDecidesNothing(t *testing.T) {
	t.Parallel()
	s := &source.Session{
		Format: formats.All()[0],
		ID:     "x", Dirs: []string{"/x/foo/bar"},
		Folder: &source.Folder{Name: "-x-elsewhere", Dir: "/x/elsewhere"}, Project: &source.Project{Name: "elsewhere", Folder: "-x-elsewhere", Dir: "/x/elsewhere"},
	}
	for pattern, want := range map[string]bool{
		"project:/x/foo/bar": true, "project:bar": true, "project:-x-foo-bar": false, "project:elsewhere": false, "project:/x/elsewhere": false, "project:-x-elsewhere": false,
	} {
		if got := Matches(pattern, s, Known{}, First); got != want {
			t.Errorf("Matches(%q) = %v", pattern, got)
		}
	}
	if !Matches("project:-x-foo-bar", s, Known{}, Any) {
		t.Error("what holds back by the name that several directories share does not fit them")
	}
	if Matches("project:-x-elsewhere", s, Known{}, Any) {
		t.Error("the folder's encoded name fits")
	}
	s.Dirs = nil
	if !Matches("project:-x-elsewhere", s, Known{}, First) {
		t.Error("a session that records no directory has no name")
	}
}

func TestMatchesPathsOfAnySystem(t *testing.T) {
	t.Parallel()
	for dir, patterns := range map[string]map[string]bool{
		`C:\Users\ada\work\steep`: {"C:/Users/*/work/steep": true, "~/work/*": true, `C:\Users\ada\work\steep`: false, "~/steep": false, "steep": true},
		`c:\work\Steep`:           {"C:/work/**": true, "c:/Work/steep": true, "/work/**": false},
		"/Users/ada/cafe\u0301":   {"/Users/*/caf\u00e9": true, "caf\u00e9": true, "cafe": false, "/Users/*/cafe\u0301": true},
		"/Users/ada/caf\u00e9":    {"~/cafe\u0301": true, "caf?": true},
		"/Users/ada/Steep":        {"/users/ada/steep": false},
		"/Users/ada/steep":        {"~/steep": true, "~/**": true, "~/*/steep": false},
		"/srv/ada/steep":          {"~/steep": false, "/srv/**": true},
	} {
		s := &source.Session{Format: formats.All()[0], Dirs: []string{dir}, Folder: &source.Folder{Dir: dir}, Project: &source.Project{Name: "x"}}
		for pattern, want := range patterns {
			for _, reach := range []Reach{First, Any} {
				if got := Matches("project:"+pattern, s, Known{}, reach); got != want {
					t.Errorf("Matches(%q, %q) = %v", pattern, dir, got)
				}
			}
		}
	}
}

// A project is found by its path in redacted transcripts, too, wherever its home directory is.
func TestHasProjectRedacted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir, name string
		want      bool
	}{
		{"~/work/steep", "/srv/people/ada/work/steep", true},
		{"~/work/steep", "/home/ada/other-work/steep", false},
		{"~/work/steep", "steep", true},
		{"~/work/steep", "/steep", false},
		{"~/steep", "~/steep", true},
		{`~\work\Steep`, `C:\Users\ada\work\steep`, true},
		{`~\work\steep`, `C:\Users\ada\work\steam`, false},
	} {
		s := &source.Session{Format: formats.All()[0], Dirs: []string{c.dir}, Folder: &source.Folder{Dir: c.dir}, Project: &source.Project{Name: "x", Dir: c.dir}}
		if got := HasProject(s, c.name); got != c.want {
			t.Errorf("HasProject(%q, %q) = %v", c.dir, c.name, got)
		}
	}
}

// A project that is named by its path is found however its system writes the path.
func TestHasProject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir, name string
		want      bool
	}{
		{`c:\work\Steep`, `C:\work\steep`, true},
		{`C:\work\steep`, "C:/work/steep", true},
		{`C:\work\steep`, `D:\work\steep`, false},
		{"/Users/ada/cafe\u0301", "/Users/ada/caf\u00e9", true},
		{"/Users/ada/caf\u00e9", "/Users/ada/cafe\u0301", true},
		{"/home/ada/a*[b]", "/home/ada/a*[b]", true},
		{"/home/ada/Steep", "/home/ada/steep", false},
	} {
		s := &source.Session{Format: formats.All()[0], Dirs: []string{c.dir}, Folder: &source.Folder{Dir: c.dir}, Project: &source.Project{Name: "x", Dir: c.dir}}
		if got := HasProject(s, c.name); got != c.want {
			t.Errorf("HasProject(%q, %q) = %v", c.dir, c.name, got)
		}
		if got := Matches(Literal(c.name), s, Known{}, First); got != c.want {
			t.Errorf("%q fits %q: %v", Literal(c.name), c.dir, got)
		}
	}
}

func TestIgnore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want bool
	}{
		{"", false}, {"# *\n", false}, {"*\n", true}, {"*\n!1be00aae*\n", false}, {"!*\n1be00aae-73e6-4792", true},
		{"draft-*.jsonl\r\n", true}, {"/draft-1.jsonl", true}, {"other", false}, {"1be", false},
		{"project:secret", true}, {"project:/srv/**", true}, {"project:nowhere", false}, {"session:1be0", true}, {"*\n! project:steep", false}, {"*\n!project:secret", true}, {"tag:audio", true},
	} {
		ignore, errs := ParseIgnore(c.text)
		if got := ignore.Excludes(session(), Known{Tags: []string{"audio"}}); got != c.want || len(errs) > 0 {
			t.Errorf("Ignore(%q) = %v, %v", c.text, got, errs)
		}
	}
}

func TestIgnoreErrors(t *testing.T) {
	t.Parallel()
	_, errs := ParseIgnore("# fine\nsesion:1be0\n*\n[\nproject:\nproject :x\nsession:a*\n")
	var got []string
	for _, e := range errs {
		got = append(got, fmt.Sprintf("%d: %v; %s", e.Line, e, e.Hint))
	}
	want := []string{
		`2: "sesion:1be0": unknown kind "sesion:"; a pattern begins with project:, session: or tag:; did you mean "session:"?`,
		`4: "[" is not a pattern; a "[" needs its "]"; "\[" matches the character itself`,
		`5: "project:" names nothing; `,
		`6: "project :x": unknown kind "project:"; a pattern begins with project:, session: or tag:; did you mean "project:"?`,
		`7: "session:a*": an id has no wildcards; write the beginning of the id`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	if text, err := Text([]byte("\ufeffa\n")); text != "a\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	for _, bad := range []string{"\xff\xfea\x00", "a\xff", "a\x00"} {
		if _, err := Text([]byte(bad)); err == nil {
			t.Errorf("%q is text", bad)
		}
	}
}

func TestNearMiss(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"project:stepe": "steep", "project:Steep": "steep", "project:tea": "", "steap": "steep", "project:/srv/secert": "/srv/secret",
		"session:1be00aee": "1be00aae", "session:1be0": "1be00aae-73e6-4792", "session:1bf0": "", "1BE00": "1be00aae-73e6-4792", "1be00aae # tea": "1be00aae", "session=1be00aae": "1be00aae", "1be00aae…": "1be00aae", "session:1BE00AAE-73E6-4792": "1be00aae-73e6-4792", "tag:adio": "audio", "tag:x": "", "project:a": "",
	} {
		if got := NearMiss(pattern, session(), Known{Tags: []string{"audio"}}); got != want {
			t.Errorf("NearMiss(%q) = %q, want %q", pattern, got, want)
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
