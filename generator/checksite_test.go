package generator

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"steno/generator/config"
	"steno/generator/redact"
	"steno/generator/secondlook"
	"steno/generator/sitescan"
)

// knownToken is a token of a known form that nobody ever had.
const knownToken = "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed"

func deflated(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func scanFile(t *testing.T, o redact.Options, name, text string) []sitescan.Leak {
	t.Helper()
	e, err := redact.New(o)
	if err != nil {
		t.Fatal(err)
	}
	look, err := secondlook.Of(nil, e).Settle(config.Default(), "", e)
	if err != nil {
		t.Fatal(err)
	}
	found, err := look.Scan(t.Context(), fstest.MapFS{name: {Data: []byte(text)}}, knownForms(e))
	if err != nil {
		t.Fatal(err)
	}
	if found.Files != 1 || found.Bytes != int64(len(text)) {
		t.Errorf("looked into %d files, %d bytes; want 1, %d", found.Files, found.Bytes, len(text))
	}
	return found.Leaks
}

func TestCheckSiteFinds(t *testing.T) {
	t.Parallel()
	o := redact.Options{
		Literals: []string{`Ada & "Co"`},
		Patterns: []redact.Pattern{{Name: "ticket", Expr: `INT-\d+`}},
		EnvVars:  []redact.EnvVar{{Name: "DB_PASS", Value: "tea4two-and-two"}},
	}
	filler := strings.Repeat("Some words that compress. ", 9)
	for _, c := range []struct {
		name, file, text, rule string
		offset                 int
	}{
		{"in a page", "index.html", "<p>see " + knownToken, "github-token", 7},
		{"cut by highlighting", "index.html", `<pre><span class="k">` + knownToken[:9] + `</span><span class="s">` + knownToken[9:] + "</span>", "github-token", 21},
		{"in an attribute", "index.html", `<a title="` + knownToken + `">x</a>`, "github-token", 10},
		{"in JSON", "search/index.json", `{"a":"x\n` + knownToken + `"}`, "github-token", 9},
		{"in Markdown", "index.md", "# " + knownToken, "github-token", 2},
		{"in plain text", "sessions/x/files/1.txt", knownToken, "github-token", 0},
		{"in a picture of text", "assets/a.svg", "<svg><text>" + knownToken + "</text></svg>", "github-token", 11},
		{"deflated in the search index", "search/a/f/0.js", `cs("f0","` + deflated(t, filler+knownToken+filler) + `")`, "github-token", 9},
		{"in base64", "a.html", `<a href="x,` + base64.StdEncoding.EncodeToString([]byte(filler+knownToken)) + `">`, "github-token", 11},
		{"literal as a page writes it", "index.html", "<p>by Ada &amp; &#34;Co&#34;", "literal", 6},
		{"literal as JSON writes it", "a.json", `["Ada & \"Co\""]`, "literal", 2},
		{"value of a .env file", "a.txt", "was tea4two-and-two!", "env-file", 4},
		{"pattern", "a.txt", "as INT-4711", "ticket", 3},
		{"in a name", "files/" + knownToken + ".txt", "", "github-token", 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			leaks := scanFile(t, o, c.file, c.text)
			if len(leaks) == 0 {
				t.Fatal("nothing was found")
			}
			if l := leaks[0]; l.Rule != c.rule || l.Offset != c.offset {
				t.Errorf("found %+v, want %s at %d", l, c.rule, c.offset)
			}
			for _, l := range leaks {
				if strings.Contains(l.File, knownToken) {
					t.Errorf("%+v holds the value", l)
				}
			}
		})
	}
}

func TestCheckSitePasses(t *testing.T) {
	t.Parallel()
	random := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x00\xff\x90\x81", 400)))
	for name, text := range map[string]string{
		"placeholder":                "password = [redacted:password#1], knownToken [redacted:github-token#2]",
		"named by its words":         "<p>token: 81jfkw92jdkf02jfk</p>",
		"named by a word before it":  `<p>const newKeypair = await Result"{"device":"4be1d0c7a96f2358` + `e07d91b6c53fa824119d7e60b8f3425ca1d98e07b64f3c52"}"</p>`,
		"home directory":             "in /home/ada/engine",
		"picture in a data: address": `<img src="data:image/png;base64,` + random + knownToken[4:] + `">`,
	} {
		if diff := cmp.Diff([]sitescan.Leak{}, scanFile(t, redact.Options{}, "index.html", text)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCheckSiteCannotRead(t *testing.T) {
	t.Parallel()
	e, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	link := &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("nowhere")}
	if found, err := sitescan.NewTaken(nil).Look().Scan(t.Context(), fstest.MapFS{"a.html": link}, knownForms(e)); err == nil {
		t.Errorf("got %+v, want an error: nobody knows what stands in the file", found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sitescan.NewTaken(nil).Look().Scan(ctx, fstest.MapFS{"a.html": {}}, knownForms(e)); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}
