package media

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
)

// sample encodes an image of 3x2 pixels.
func sample(t *testing.T, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black})
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestImage(t *testing.T) {
	t.Parallel()
	vp8x := append([]byte("RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00"), 2, 0, 0, 1, 0, 0)
	tests := []struct {
		name string
		data []byte
		want File
		ext  string
	}{
		{"png", sample(t, "png"), File{Inline: true, Width: 3, Height: 2, Kind: "PNG image"}, "png"},
		{"jpeg", sample(t, "jpg"), File{Inline: true, Width: 3, Height: 2, Kind: "JPEG image"}, "jpg"},
		{"gif", sample(t, "gif"), File{Inline: true, Width: 3, Height: 2, Kind: "GIF image"}, "gif"},
		{"webp", vp8x, File{Inline: true, Width: 3, Height: 2, Kind: "WebP image"}, "webp"},
		{"svg", []byte(`<?xml version="1.0"?><svg onload="alert(1)"/>`), File{Kind: "SVG image, as text"}, "txt"},
		{"html", []byte(`<script>alert(1)</script>`), File{Kind: "text"}, "txt"},
		{"pdf", []byte("%PDF-1.7\x00"), File{Kind: "PDF document"}, "pdf"},
		{"anything", []byte{0, 1, 2}, File{Kind: "file"}, "bin"},
		{"broken png", []byte("\x89PNG\r\n\x1a\n"), File{Kind: "PNG image", Notice: "The image is damaged: its size cannot be read."}, "png"},
		{"broken webp", []byte("RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), File{Kind: "WebP image", Notice: "The image is damaged: its size cannot be read."}, "webp"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := Image(&parser.Image{MediaType: "image/png", Data: base64.StdEncoding.EncodeToString(tc.data)}, func(ext string, data []byte) string {
				if ext != tc.ext || !bytes.Equal(data, tc.data) {
					t.Errorf("stored %d bytes as %q", len(data), ext)
				}
				return "files/x"
			})
			tc.want.Href, tc.want.Size = "files/x", len(tc.data)
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if shown := strings.Contains(string(got.HTML()), "<img"); shown != tc.want.Inline {
				t.Errorf("%s", got.HTML())
			}
		})
	}
}

func TestNothingToShow(t *testing.T) {
	t.Parallel()
	spill := func(string, []byte) string { return "files/x" }
	tests := []struct {
		name string
		file File
		want string
	}{
		{"no base64", Image(&parser.Image{Data: "%%%"}, spill), "not valid base64"},
		{"reference only", Image(&parser.Image{Ref: "javascript:alert(1)"}, spill), "javascript:alert(1) <span"},
		{"not kept", Image(&parser.Image{Data: "iVBORw0KGgo="}, nil), "notice"},
		{"empty document", Document(&parser.Document{Title: "<b>"}, spill), "&lt;b&gt;"},
		{"text document", Document(&parser.Document{Text: "a <b>"}, spill), `<div class="plain">a &lt;b&gt;</div>`},
	}
	for _, tc := range tests {
		if got := string(tc.file.HTML()); !strings.Contains(got, tc.want) || strings.Contains(got, "<img") || strings.Contains(got, "<a href=\"java") {
			t.Errorf("%s: %s", tc.name, got)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"aGk_", "aGk/", "aG\nk/", "data:image/png;base64,aGk/"} {
		if got, err := decode(s); err != nil || string(got) != "hi?" {
			t.Errorf("decode(%q) = %q, %v", s, got, err)
		}
	}
}

func TestFitted(t *testing.T) {
	t.Parallel()
	if w, h := (File{Width: 2000, Height: 1120}).fitted(); w != 1000 || h != 560 {
		t.Errorf("%d x %d", w, h)
	}
	if w, h := (File{Width: 1, Height: 1 << 30}).fitted(); w != 1 || h != 560 {
		t.Errorf("%d x %d", w, h)
	}
}

func FuzzImage(f *testing.F) {
	f.Add([]byte("RIFF\x16\x00\x00\x00WEBPVP8L\x0a\x00\x00\x00\x2f0000000000000"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"))
	f.Add([]byte("GIF89a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := Image(&parser.Image{Data: base64.StdEncoding.EncodeToString(data)}, func(string, []byte) string { return "files/x" })
		if file.Inline && (file.Width <= 0 || file.Height <= 0) {
			t.Errorf("%+v", file)
		}
		file.HTML()
	})
}
