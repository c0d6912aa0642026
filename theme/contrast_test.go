package theme

import (
	"testing"
	"testing/quick"

	"steno/theme/colour"
)

// pairs are the texts that may stand on each ground.
var pairs = map[string][]string{
	"bg":          {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error", "add-fg", "del-fg"},
	"bg-raised":   {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error"},
	"bg-sunken":   {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error", "add-fg", "del-fg", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"},
	"accent-soft": {"fg", "fg-muted", "fg-faint", "accent", "error"},
	"error-soft":  {"fg", "fg-muted", "error", "fg-faint"},
	"add-bg":      {"fg", "fg-faint", "add-fg"},
	"del-bg":      {"fg", "fg-faint", "del-fg"},
	"mark":        {"fg"},
	"fg":          {"bg"},
}

// checkContrast reports text that has a contrast below 4.5 on a ground where it may
// stand, and lines that are what tells a control, below 3 (WCAG 2.2 AA).
func checkContrast(t *testing.T, what string, p palette) {
	t.Helper()
	for ground, texts := range pairs {
		for _, text := range texts {
			if _, ok := p[text]; !ok {
				t.Errorf("%s: --%s is not known", what, text)
			}
			if got := colour.Contrast(p[text], p[ground]); got < 4.5 {
				t.Errorf("%s: --%s %v on --%s %v has a contrast of %.2f", what, text, p[text], ground, p[ground], got)
			}
		}
	}
	for _, series := range []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7"} {
		if got := colour.Contrast(p[series], p["bg"]); got < 3 {
			t.Errorf("%s: --%s on --bg has a contrast of %.2f", what, series, got)
		}
	}
	for _, ground := range []string{"bg", "bg-raised", "bg-sunken"} {
		if got := colour.Contrast(p["border-strong"], p[ground]); got < 3 {
			t.Errorf("%s: --border-strong on --%s has a contrast of %.2f", what, ground, got)
		}
	}
}

func builtinLooks(t *testing.T) []*look {
	t.Helper()
	names, err := Looks(nil)
	if err != nil {
		t.Fatal(err)
	}
	var looks []*look
	for _, n := range names {
		l, err := findLook(nil, n.Name)
		if err != nil {
			t.Fatal(err)
		}
		looks = append(looks, l)
	}
	return looks
}

func TestContrastOfEveryLook(t *testing.T) {
	t.Parallel()
	for _, l := range builtinLooks(t) {
		checkContrast(t, l.Name+" light", l.light)
		checkContrast(t, l.Name+" dark", l.dark)
	}
}

// TestContrastOfEveryAccent holds that no accent, however bad, costs a reader a word.
func TestContrastOfEveryAccent(t *testing.T) {
	t.Parallel()
	for _, l := range builtinLooks(t) {
		for _, s := range []struct {
			p     palette
			paper colour.RGB
		}{{l.light, colour.White}, {l.dark, colour.Black}} {
			readable := func(r, g, b uint8) bool {
				accent, soft := s.p.accent(colour.RGB{R: r, G: g, B: b}, s.paper)
				return colour.LeastContrast(accent, s.p["bg"], s.p["bg-raised"], s.p["bg-sunken"], soft) >= 4.5 &&
					colour.LeastContrast(soft, s.p["fg"], s.p["fg-muted"], s.p["fg-faint"], s.p["error"]) >= 4.5
			}
			if err := quick.Check(readable, nil); err != nil {
				t.Errorf("%s: %v", l.Name, err)
			}
		}
	}
	paper, _ := colour.Parse("#0a6cb8")
	l := builtinLooks(t)[0]
	if accent, _ := l.light.accent(paper, colour.White); accent != paper {
		t.Errorf("a good accent was changed to %v", accent)
	}
	if accent, soft := (palette{}).accent(paper, colour.Black); colour.Contrast(accent, soft) < 4.5 {
		t.Error("a look without known colours gets an accent that cannot be read")
	}
}
