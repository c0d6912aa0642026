package title

import (
	"strings"
	"testing"

	"steno/parser/prose"
)

// TestBelowPasted compares titles of prompts that begin with what a program printed, or with a file.
func TestBelowPasted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ prompt, title string }{
		{"Traceback (most recent call last):\n  File \"/srv/main.py\", line 8, in main\n    load(path)\nFileNotFoundError: no boats.csv\n\nload an empty harbour then", "Load an empty harbour then"},
		{"npm ERR! code ERESOLVE\nnpm ERR! Found: lamp@18.2.0\n\nupgrade lamp so that it installs", "Upgrade lamp so that it installs"},
		{"panic: no oil\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/lamp.go:12\nexit status 2\n\nThe lamp goes out at noon. Please mend it.", "The lamp goes out at noon. Please mend it"},
		{"Mar  4 10:11:12 pier systemd[1]: Started Lamp.\nMar  4 10:11:13 pier lamp[33]: cannot bind\n\nthe lamp dies after boot", "The lamp dies after boot"},
		{"./lamp.go:12:5: undefined: oil\n./lamp.go:14:5: undefined: wick\nmake these compile", "Make these compile"},
		{"lamp.ts(12,5): error TS2322: no number.\n\nmake the types agree\n\nand add a test for oil", "Make the types agree"},
		{"FAIL src/lamp.test.js\n  ● lamp › glows\n\n    expect(received).toBe(expected)\n\nThe lamp test is flaky.", "The lamp test is flaky"},
		{"package main\n\nfunc main() {\n\tlight()\n}\n\nrewrite this so that it reads oil", "Rewrite this so that it reads oil"},
		{"name: ci\non: push\njobs:\n  lamp:\n    runs-on: pier\n\nadd a step that lights it", "Add a step that lights it"},
		{"{\n  \"lamp\": 1\n}\n\nbump the number and publish", "Bump the number and publish"},
		{"On branch main\nYour branch is up to date.\n\nChanges not staged:\n\tmodified:   lamp.go\n\ncommit this, lamp first", "Commit this, lamp first"},
		{"error: no oil\n\n修复登录重定向", "修复登录重定向"},
		// nothing is asked below
		{"TypeError: no wick\n    at light (lamp.js:3:4)", "TypeError: no wick"},
		{"error: no oil in the lamp\n\nfix it", "Error: no oil in the lamp"},
		// no output
		{"brainstorm:\nhow could the lamp be smaller", "Brainstorm: how could the lamp be smaller"},
		{"- trim the wick\n- fill in the oil\n\nand write down how much", "Trim the wick"},
		{"Light the lamp.\n\nerror: no oil\n\nwhy does this happen here", "Light the lamp"},
	} {
		if got, _ := requestTitle(c.prompt); got.Text != c.title {
			t.Errorf("%q\n got %q\nwant %q", c.prompt, got.Text, c.title)
		}
	}
	log := "error: no oil\n  at lamp.go:3\n\nfill in the oil"
	if Line(log) != "fill in the oil" || Brief(log) != "fill in the oil" {
		t.Errorf("rows and excerpts show %q and %q", Line(log), Brief(log))
	}
}

// TestBelowLongPasted: of what is pasted only the start and the end are looked at, however long it is.
func TestBelowLongPasted(t *testing.T) {
	t.Parallel()
	log := strings.Repeat("lamp.go:3:4: undefined: oil of the lamp at the pier\n", 100_000)
	if got := Line(log + "\nmake these compile again"); got != "make these compile again" {
		t.Errorf("below a long log is %q", prose.Start(got, 80))
	}
	story := "error: no oil\n" + strings.Repeat("the lamp was lit by the keeper that night\n", 100_000)
	if got := Line(story); !strings.HasPrefix(got, "error: no oil") {
		t.Errorf("a long text begins with %q", prose.Start(got, 80))
	}
	wide := strings.Repeat("a.", 1<<20) + "\nlook at this file now"
	if got := Line(wide); !strings.HasPrefix(got, "a.a.") {
		t.Errorf("a long line begins with %q", prose.Start(got, 80))
	}
}
