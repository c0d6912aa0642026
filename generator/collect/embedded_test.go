package collect

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// all is a text, and what is embedded in it, however deep.
func all(text string) string {
	out := text
	replaceEmbedded([]byte(text), reading(func(t []byte) { out += "\n" + string(t) }))
	return out
}

// A picture, and the beginning of one that says a token.
const (
	png     = "\x89PNG\r\n\x1a\n\x00\x00\x00\x06IDATpixels1234"
	pngSays = "\x89PNG\r\n\x1a\n\x00\x00\x00\x28tEXt" + token + "1234"
)

// What is embedded is redacted like all else, and what cannot be is gone; pictures and JSON stay
// what they are.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	svg := `<svg xmlns="http://www.w3.org/2000/svg"><text>` + token + `</text></svg>`
	pdf := "%PDF-1.7\n\x00stream " + token
	for name, line := range map[string]string{
		"document":         `{"type":"document","source":{"type":"base64","media_type":"text/plain","data":"` + b64("the token is "+token) + `"}}`,
		"document at last": `{"source":{"data":"` + b64("the token is "+token) + `","media_type":"text/plain","type":"base64"},"type":"document"}`,
		"SVG":              `{"type":"image","source":{"type":"base64","media_type":"image/svg+xml","data":"` + b64(svg) + `"}}`,
		"SVG in a URL":     `{"text":"![x](data:image/svg+xml;charset=utf-8;base64,` + b64(svg) + `) and more"}`,
		"SVG in SVG":       `{"text":"data:image/svg+xml;base64,` + b64(`<svg><image href="data:image/svg+xml;base64,`+b64(svg)+`"/></svg>`) + `"}`,
		"PDF":              `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"` + b64(pdf) + `"}}`,
		"PDF of a result":  `{"toolUseResult":{"type":"pdf","file":{"base64":"` + b64(pdf) + `","originalSize":99}}}`,
		"blob":             `{"contents":[{"uri":"x","mimeType":"application/json","blob":"` + b64(`{"token":"`+token+`"}`) + `"}]}`,
		"binary blob":      `{"contents":[{"uri":"x","blob":"` + b64("\x1f\x8b\x08\x00"+token) + `"}]}`,
		"PDF that is none": `{"type":"base64","media_type":"image/png","data":"` + b64(pdf) + `"}`,
		"sound":            `{"type":"audio","mimeType":"audio/wav","data":"` + b64("RIFF\x00\x00\x00\x00WAVE"+token) + `"}`,
		"URL alphabet":     `{"mimeType":"text/plain","data":"` + base64.RawURLEncoding.EncodeToString([]byte("??>>~~ the token is "+token)) + `"}`,
		"damaged":          `{"type":"base64","media_type":"text/plain","data":"` + b64("the token is "+token+" and more"),
		"damaged PDF":      `{"type":"base64","media_type":"application/pdf","data":"` + b64(pdf),
		"text":             `not JSON: data:text/html;base64,` + b64("<p>"+token),
	} {
		from, to := t.TempDir(), t.TempDir()
		put(t, from, chat, line+"\n")
		collect(t, Options{Sources: []string{from}, Archive: to, Machine: "m", Redact: engine(t)})
		data, err := os.ReadFile(filepath.Join(to, "m", filepath.FromSlash(chat)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := all(string(data))
		if strings.Contains(got, token) || strings.Contains(got, b64(pdf)) || strings.Contains(string(data), strings.TrimRight(b64(pdf), "=")[:20]) || !strings.Contains(got, "[redacted:") {
			t.Errorf("%s: %s", name, got)
		}
		if json.Valid([]byte(line)) && !json.Valid(data) {
			t.Errorf("%s: it is JSON no more: %s", name, data)
		}
	}
	picture := func(data string) string {
		return `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + b64(data) + `"},"n":1.50}`
	}
	for _, in := range []string{picture(png), picture(pngSays + png[8:])} {
		if got := string(replaceEmbedded([]byte(in), cleaning(engine(t).Freeze(nil)))); got != picture(png) {
			t.Errorf("a picture became %s", got)
		}
	}
}

// A value that only something embedded tells is gone from other files, and the other way round.
func TestEmbeddedValuesAreKnownElsewhere(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	second := "projects/-p/00000000-0000-4000-8000-000000000002.jsonl"
	put(t, from, chat, `{"source":{"type":"base64","media_type":"text/plain","data":"`+b64("password="+password)+`"}}`+"\n")
	put(t, from, second, `{"text":"it is `+password+` then"}`+"\n")
	o := Options{Sources: []string{from}, Archive: to, Machine: "m", Redact: engine(t)}
	collect(t, o)
	data, err := os.ReadFile(filepath.Join(to, "m", filepath.FromSlash(second)))
	if err != nil || strings.Contains(string(data), password) {
		t.Errorf("%v: %s", err, data)
	}
}

// Files that are neither text nor pictures are replaced.
func TestBinaryFiles(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	dir := "projects/-p/00000000-0000-4000-8000-000000000001/tool-results/"
	files := map[string]string{"a.pdf": "%PDF-1.7\n" + token, "b.bin": "\x00\x01" + token, "c.svg": "<svg>" + token + "</svg>", "d.png": png, "f.png": pngSays + png[8:], "g.heic": "\x00\x00\x00\x18ftypheic\x00" + token, "e.html": `<img src="data:text/plain;base64,` + b64("x "+token) + `">`}
	put(t, from, chat, "{}\n")
	for name, text := range files {
		put(t, from, dir+name, text)
	}
	collect(t, Options{Sources: []string{from}, Archive: to, Machine: "m", Redact: engine(t)})
	for name, text := range files {
		data, err := os.ReadFile(filepath.Join(to, "m", filepath.FromSlash(dir+name)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(all(string(data)), token) || (name == "d.png") != (string(data) == text) || name == "f.png" && string(data) != png {
			t.Errorf("%s became %q", name, data)
		}
	}
}
