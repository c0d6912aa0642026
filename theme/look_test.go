package theme

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"steno/theme/view"
)

func TestLooks(t *testing.T) {
	t.Parallel()
	looks, err := Looks(fstest.MapFS{"looks/ada.css": {Data: []byte("/* Like an engine. */\n:root { --bg: #ffffff }")}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range looks {
		names = append(names, l.Name)
		if len(l.Text) < 10 || strings.ContainsAny(l.Text, "*/\n") {
			t.Errorf("%s is described as %q", l.Name, l.Text)
		}
	}
	if got := strings.Join(names, " "); got != "paper ada terminal" {
		t.Errorf("looks: %s", got)
	}
	if _, err := Load(nil, Options{Look: "nope"}); err == nil || !strings.Contains(err.Error(), `"nope"; there are paper, terminal`) {
		t.Errorf("got error %v", err)
	}
}

// TestLooksDiffer holds that a look changes the style sheet, and says its name on the page.
func TestLooksDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, l := range builtinLooks(t) {
		th, err := Load(nil, Options{Look: l.Name})
		if err != nil {
			t.Fatal(err)
		}
		name := th.assets.names["steno.css"]
		if other := seen[name]; other != "" {
			t.Errorf("%s and %s have the same style sheet", other, l.Name)
		}
		seen[name] = l.Name
		if got := page(t, th, &view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/")}); !strings.Contains(got, `data-look=`+l.Name+`>`) {
			t.Errorf("the page does not say that its look is %s", l.Name)
		}
	}
}

func page(t *testing.T, th *Theme, data any) string {
	t.Helper()
	b, err := th.Render(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// bypasses are ways around the tokens. What stands between comments is left out.
var bypasses = map[string]*regexp.Regexp{
	"a colour":         regexp.MustCompile(`(?i)[:\s,(](#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|(?:black|white|red|gr[ae]y|green|blue)[\s;,)}])`),
	"a font":           regexp.MustCompile(`font(?:-family)?:[^;}]*(?:serif|monospace|system-ui)`),
	"a size of type":   regexp.MustCompile(`font(?:-size)?:[^;}]*?(?:\d(?:px|rem|pt)\b)`),
	"a rounded corner": regexp.MustCompile(`border(?:-[a-z-]+)?-radius:[^;}]*[1-9]\d*(?:px|rem|em)\b`),
	"a shadow":         regexp.MustCompile(`box-shadow:[^;}]*(?:rgb|#)`),
}

// TestStyleSheetsKeepToTheTokens holds the design system: values stand in tokens.css
// and in the looks, and everything else names them.
func TestStyleSheetsKeepToTheTokens(t *testing.T) {
	t.Parallel()
	sheets, err := fs.Glob(builtin, "assets/css/*.css")
	if err != nil {
		t.Fatal(err)
	}
	tokens := map[string]bool{}
	declared := regexp.MustCompile(`(--[a-z0-9-]+):`)
	text := map[string]string{}
	comments := regexp.MustCompile(`(?s)/\*.*?\*/`)
	for _, name := range append(sheets, "looks/paper.css", "looks/terminal.css") {
		data, err := fs.ReadFile(builtin, name)
		if err != nil {
			t.Fatal(err)
		}
		text[name] = comments.ReplaceAllStringFunc(string(data), func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
		for _, m := range declared.FindAllStringSubmatch(text[name], -1) {
			tokens[m[1]] = true
		}
		if err := checkSheet(name, data); err != nil {
			t.Error(err)
		}
	}
	used := regexp.MustCompile(`var\((--[a-z0-9-]+)\)`)
	for name, sheet := range text {
		for i, line := range strings.Split(sheet, "\n") {
			for _, m := range used.FindAllStringSubmatch(line, -1) {
				if !tokens[m[1]] {
					t.Errorf("%s:%d: there is no token %s", name, i+1, m[1])
				}
			}
			switch path.Base(name) {
			case "tokens.css", "paper.css", "terminal.css", "needs.css", "print.css":
				continue
			}
			for what, pattern := range bypasses {
				if m := pattern.FindString(line); m != "" {
					t.Errorf("%s:%d: %s bypasses the tokens: %s", name, i+1, what, m)
				}
			}
		}
	}
}

// TestEveryStyleSheetHasItsPlace holds that no built-in style sheet comes after those
// that need the last word.
func TestEveryStyleSheetHasItsPlace(t *testing.T) {
	t.Parallel()
	sheets, err := fs.Glob(builtin, "assets/css/*.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sheets {
		if !slices.Contains(slices.Concat(styleOrder, apartOrder), strings.TrimSuffix(path.Base(name), ".css")) {
			t.Errorf("%s is named neither in styleOrder nor in apartOrder", name)
		}
	}
}
