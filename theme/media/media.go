// Package media shows images and documents from transcripts.
//
// The bytes of a file determine its type, never the transcript. Only PNG, JPEG, GIF and WebP are on
// a page; all else, such as SVG, which may contain scripts, is a link that downloads. Pictures are
// stored without what is written beside their pixels. A [Spill] stores each file once, under a name
// made from its content.
package media

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/picture"
	"steno/theme/markup"
)

// Spill stores data beside the page and returns its address relative to it, ""
// when it cannot. ext is without a dot.
type Spill func(ext string, data []byte) string

// File is an image or a document ready to be shown.
type File struct {
	Href          string // "" when there are no bytes to link to
	Inline        bool   // may be on the page as an image
	Width, Height int    // in pixels, 0 when unknown
	Size          int    // bytes
	Kind          string // "PNG image", "PDF document" ...
	Name          string // title or file name as recorded, "" for none
	Notice        string // why there is nothing to show; "" when there is
	Text          string // of a document that was recorded as text
	Sound         bool   // may be played on the page
	Link          string // address elsewhere, "" for none
}

// Image prepares an image.
func Image(img *parser.Image, spill Spill) File {
	f := prepare(img.Data, spill)
	f.Name = img.Ref
	if img.Data == "" {
		f.Notice = "The image itself is not in the transcript."
	}
	return f
}

// Document prepares a document.
func Document(doc *parser.Document, spill Spill) File {
	name := doc.Title
	if name == "" {
		name = doc.Ref
	}
	if doc.Data == "" && strings.Contains(doc.Ref, "://") && markup.Outside(doc.Ref) {
		return File{Kind: "link", Name: name, Link: doc.Ref, Text: doc.Text}
	}
	if doc.Text != "" {
		return File{Kind: "text", Name: name, Text: doc.Text, Size: len(doc.Text)}
	}
	f := prepare(doc.Data, spill)
	f.Name = name
	if doc.Data == "" {
		f.Notice = "The document itself is not in the transcript."
	}
	return f
}

// prepare decodes base64, finds out what it is and stores it.
func prepare(data string, spill Spill) File {
	if data == "" {
		return File{}
	}
	raw, err := decode(data)
	if err != nil || len(raw) == 0 {
		return File{Notice: "The data cannot be read: it is not valid base64."}
	}
	raw = picture.Bare(raw)
	k := sniff(raw)
	f := File{Kind: k.name, Size: len(raw), Inline: k.inline, Sound: k.sound}
	if k.inline {
		f.Width, f.Height = dimensions(k, raw)
		if f.Width <= 0 || f.Height <= 0 {
			f.Width, f.Height, f.Inline = 0, 0, false
			f.Notice = "The image is damaged: its size cannot be read."
		}
	}
	if spill != nil {
		f.Href = spill(k.ext, raw)
	}
	if f.Href == "" {
		f.Inline, f.Sound = false, false
		if f.Notice == "" {
			f.Notice = "The file is not kept on this site."
		}
	}
	return f
}

// decode reads base64 with or without padding, line ends, or a "data:" head.
func decode(s string) ([]byte, error) {
	if strings.HasPrefix(s, "data:") {
		_, s, _ = strings.Cut(s, ",")
	}
	if strings.ContainsAny(s, " \r\n\t") {
		s = strings.NewReplacer(" ", "", "\r", "", "\n", "", "\t", "").Replace(s)
	}
	s = strings.TrimRight(s, "=")
	if strings.ContainsAny(s, "-_") {
		return base64.RawURLEncoding.DecodeString(s)
	}
	return base64.RawStdEncoding.DecodeString(s)
}

// Alt is the text in the place of an image.
func (f File) Alt() string {
	if f.Name == "" {
		return "Image from the transcript"
	}
	name := f.Name
	if u, err := url.Parse(name); err == nil && u.Scheme != "" {
		name = u.Path
	}
	return "Image: " + path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// HTML shows the file: an image, a download link, or a notice.
func (f File) HTML() template.HTML {
	var w markup.Writer
	w.Open("figure", markup.Class("media"))
	switch {
	case f.Link != "":
		f.link(&w)
	case f.Text != "":
		w.Element("div", f.Text, markup.Class("plain"))
	case f.Sound:
		w.Open("audio", markup.Bare("controls"), markup.A("preload", "none"), markup.Src(f.Href), markup.A("aria-label", f.label()))
		w.Close("audio")
		w.Text(" ")
		f.download(&w)
	case f.Inline:
		f.image(&w)
	case f.Href != "":
		f.download(&w)
	}
	if f.Link == "" {
		f.caption(&w)
	}
	w.Close("figure")
	return w.Result()
}

func (f File) download(w *markup.Writer) {
	w.Open("a", markup.Href(f.Href), markup.A("download", ""), markup.Class("media-file"))
	w.Text("Download " + f.label())
	w.Close("a")
}

// link writes a link to a page elsewhere, and what was said of it.
func (f File) link(w *markup.Writer) {
	linked := w.External(f.Link)
	w.Text(f.Name)
	if linked {
		w.Close("a")
	}
	if f.Link != f.Name {
		w.Element("span", " "+f.Link, markup.Class("address"))
	}
	if f.Text != "" {
		w.Element("div", f.Text, markup.Class("plain"))
	}
}

func (f File) image(w *markup.Writer) {
	width, height := f.fitted()
	w.Open("a", markup.Href(f.Href), markup.Class("media-image"))
	w.Open("img", markup.Src(f.Href), markup.A("alt", f.Alt()), markup.A("loading", "lazy"), markup.A("decoding", "async"),
		markup.A("width", strconv.Itoa(width)), markup.A("height", strconv.Itoa(height)))
	w.Close("a")
}

// fitted is the size at which an image is on the page: its own, or less when
// that is higher than a screen. In attributes, it keeps the page from
// jumping when the image arrives.
func (f File) fitted() (width, height int) {
	const highest = 560
	if f.Height <= highest {
		return f.Width, f.Height
	}
	return max(1, f.Width*highest/f.Height), highest
}

func (f File) caption(w *markup.Writer) {
	if f.Notice == "" && f.Name == "" {
		return
	}
	w.Open("figcaption")
	if f.Name != "" {
		w.Target(f.Name)
		w.Text(" ")
	}
	if f.Notice != "" {
		w.Element("span", f.Notice, markup.Class("notice"))
	}
	w.Close("figcaption")
}

func (f File) label() string { return fmt.Sprintf("%s (%s)", f.Kind, Size(f.Size)) }

// Size formats a number of bytes for people.
func Size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 100_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1000)
	case n < 1_000_000:
		return fmt.Sprintf("%d KB", n/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
