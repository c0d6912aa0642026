package sitescan

import (
	"bytes"
	"encoding/base64"
	"unicode/utf8"
)

// Known finds what must not be published by something else than a fingerprint, such as tokens of
// known forms. It gets each text of a site once.
type Known func(text string) []Hit

// Hit is one place that [Known] found.
type Hit struct {
	ID     ID // of the value; a value is reported once for a file
	Rule   string
	Offset int // in the text
}

// minUnpacked is the length of base64 from which its content is looked at as its own text.
const minUnpacked = 64

// searchKnown hands a text to f.known, and the texts that are in it in base64. Base64 of
// pictures and the like is blanked: random letters look like a token now and then.
func (f *finder) searchKnown(b *buffer) {
	if !isText(b.text) {
		for _, text := range stringsIn(b) {
			f.report(&text, string(text.text))
		}
		return
	}
	bare := bytes.Clone(b.text)
	var unpacked []buffer
	for start := 0; start < len(bare); start++ {
		if sextet[bare[start]] > 61 && bare[start] != '+' && bare[start] != '/' {
			continue
		}
		end := start + 1
		for end < len(bare) && sextet[bare[end]] < 64 && bare[end] != '-' && bare[end] != '_' {
			end++
		}
		if end-start >= minUnpacked && !b.packed {
			if plain := unpack(bare[start:end]); plain != nil {
				unpacked = append(unpacked, buffer{text: plain, base: b.origin(start), packed: true})
			}
			if bytes.HasSuffix(bare[:start], []byte("base64,")) {
				blank(bare[start:end])
			}
		}
		start = end
	}
	for _, d := range f.deflated {
		if !b.packed {
			blank(bare[d.start:d.end])
		}
	}
	f.report(b, string(bare))
	for i := range unpacked {
		f.report(&unpacked[i], string(unpacked[i].text))
	}
}

// minString is how many printable characters in a row are a text within a binary file. Random bytes
// hardly ever have so many.
const minString = 16

// stringsIn returns the texts of a binary file.
func stringsIn(b *buffer) (texts []buffer) {
	start := 0
	for i := 0; i <= len(b.text); i++ {
		if i < len(b.text) && ' ' <= b.text[i] && b.text[i] <= '~' {
			continue
		}
		if i-start >= minString {
			texts = append(texts, buffer{text: b.text[start:i], base: b.origin(start)})
		}
		start = i + 1
	}
	return texts
}

func (f *finder) report(b *buffer, text string) {
	for _, h := range f.known(text) {
		if !f.has(h.ID) {
			f.hits = append(f.hits, hit{h.ID, h.Rule, b.origin(h.Offset), false})
		}
	}
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// isText distinguishes text from pictures and other binary files, which begin with zeros among their
// first bytes. What is in doubt counts as text.
func isText(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 8<<10)], 0) < 0 }

// unpack decodes base64 that contains text, nil when it contains something else.
func unpack(run []byte) []byte {
	raw, err := base64.RawStdEncoding.DecodeString(string(run))
	if err != nil || !isText(raw) || !utf8.Valid(raw) {
		return nil
	}
	return raw
}
