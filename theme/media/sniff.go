package media

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/gif"  // registers the format with image.DecodeConfig
	_ "image/jpeg" // decodes JPEG
	_ "image/png"  // decodes PNG
	"unicode/utf8"
)

// kind is a type of file that Steno knows. The extension decides how a web
// server will serve the file, so anything that could be active gets a dead one.
type kind struct {
	name, ext string
	inline    bool
	sound     bool // browsers play it
}

// sniff returns what data is, by its first bytes.
func sniff(data []byte) kind {
	has := func(prefix string) bool { return bytes.HasPrefix(data, []byte(prefix)) }
	switch {
	case has("\x89PNG\r\n\x1a\n"):
		return kind{name: "PNG image", ext: "png", inline: true}
	case has("\xff\xd8\xff"):
		return kind{name: "JPEG image", ext: "jpg", inline: true}
	case has("GIF87a"), has("GIF89a"):
		return kind{name: "GIF image", ext: "gif", inline: true}
	case has("RIFF") && len(data) > 12 && string(data[8:12]) == "WEBP":
		return kind{name: "WebP image", ext: "webp", inline: true}
	case has("%PDF-"):
		return kind{name: "PDF document", ext: "pdf"}
	case has("RIFF") && len(data) > 12 && string(data[8:12]) == "WAVE":
		return kind{name: "WAV audio", ext: "wav", sound: true}
	case has("ID3"), len(data) > 2 && data[0] == 0xff && data[1]&0xe6 == 0xe2:
		return kind{name: "MP3 audio", ext: "mp3", sound: true}
	case has("OggS"):
		return kind{name: "Ogg audio", ext: "ogg", sound: true}
	case has("fLaC"):
		return kind{name: "FLAC audio", ext: "flac", sound: true}
	case isSVG(data):
		return kind{name: "SVG image, as text", ext: "txt"}
	case utf8.Valid(data) && bytes.IndexByte(data, 0) < 0:
		return kind{name: "text", ext: "txt"}
	}
	return kind{name: "file", ext: "bin"}
}

func isSVG(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 1024)], []byte("<svg"))
}

// dimensions reads width and height from an image's head, 0 for a broken one.
func dimensions(k kind, data []byte) (width, height int) {
	if k.ext == "webp" {
		return webpSize(data)
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return 0, 0
	}
	return c.Width, c.Height
}

// webpSize reads the head of one of WebP's three kinds of chunk, as laid out in
// RFC 9649.
func webpSize(data []byte) (width, height int) {
	if len(data) < 30 {
		return 0, 0
	}
	le := binary.LittleEndian
	switch string(data[12:16]) {
	case "VP8 ":
		return int(le.Uint16(data[26:]) & 0x3fff), int(le.Uint16(data[28:]) & 0x3fff)
	case "VP8L":
		bits := le.Uint32(data[21:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case "VP8X":
		u24 := func(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
		return u24(data[24:]) + 1, u24(data[27:]) + 1
	}
	return 0, 0
}
