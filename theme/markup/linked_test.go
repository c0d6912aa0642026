package markup

import "testing"

func TestLinked(t *testing.T) {
	t.Parallel()
	a := func(addr string) string { return `<a href="` + addr + `" rel="noopener nofollow ugc">` + addr + `</a>` }
	for text, want := range map[string]string{
		"no address":                          "no address",
		"see https://x.test/a.":               "see " + a("https://x.test/a") + ".",
		"(https://x.test/a_(b))":              "(" + a("https://x.test/a_(b)") + ")",
		`{"u":"http://x.test/?q=1"}`:          `{"u":"` + a("http://x.test/?q=1") + `"}`,
		"https://user:word@x.test/ is none":   "https://user:word@x.test/ is none",
		"javascript://x.test and file:///etc": "javascript://x.test and file:///etc",
		"https://":                            "https://",
		"https://a.test https://b.test":       a("https://a.test") + " " + a("https://b.test"),
	} {
		var w Writer
		w.Linked(text)
		if got := string(w.Result()); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestNames: words that may be paths become links where they are known, each once.
func TestNames(t *testing.T) {
	t.Parallel()
	known := func(name string) string {
		if name == "lamp.go" || name == "/srv/a-b/lamp_test.go" {
			return "#m-" + name[:1]
		}
		return ""
	}
	for text, want := range map[string]string{
		"lamp.go:5:3: undefined, lamp.go:7": `<a href="#m-l">lamp.go</a>:5:3: undefined, lamp.go:7`,
		"--- FAIL (/srv/a-b/lamp_test.go).": `--- FAIL (<a href="#m-/">/srv/a-b/lamp_test.go</a>).`,
		"see lamp.go.":                      `see <a href="#m-l">lamp.go</a>.`,
		"xlamp.go lamp.gox lamp":            "xlamp.go lamp.gox lamp",
		"<lamp.go>":                         `&lt;<a href="#m-l">lamp.go</a>&gt;`,
		"https://x.test/lamp.go lamp.go":    `<a href="https://x.test/lamp.go" rel="noopener nofollow ugc">https://x.test/lamp.go</a> <a href="#m-l">lamp.go</a>`,
	} {
		var w Writer
		w.LinkedTo(text, known)
		if got := string(w.Result()); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
