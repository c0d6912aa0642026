// Package picture removes from pictures what they say beside what they show: comments, the place
// where a photograph was taken, the name of who made it, the prompt that an image was generated
// from.
//
// What is known to be of the picture itself stays: pixels, colours, animation, and the orientation
// of a photograph. All else goes, known or not, and so does what follows the end of the picture.
// Nothing is decoded: each pixel stays as it was.
package picture

import "bytes"

// Bare returns the picture without what it says. What is no picture of a known format is returned
// as it is. A picture that is cut off stays as far as it goes.
func Bare(data []byte) []byte {
	switch {
	case bytes.HasPrefix(data, []byte(pngHead)):
		return barePNG(data)
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return bareJPEG(data)
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return bareGIF(data)
	case len(data) >= 12 && bytes.HasPrefix(data, []byte("RIFF")) && string(data[8:12]) == "WEBP":
		return bareWebP(data)
	}
	return data
}

// pieces are the parts of a file that stay. As long as nothing goes, they are the file itself.
type pieces struct {
	file []byte
	kept []byte
	end  int // of what was looked at
	less bool
}

// keep keeps what follows up to an offset.
func (p *pieces) keep(to int) {
	if p.less {
		p.kept = append(p.kept, p.file[p.end:to]...)
	}
	p.end = to
}

// drop leaves out what follows up to an offset.
func (p *pieces) drop(to int) {
	if !p.less && to > p.end {
		p.kept, p.less = append(make([]byte, 0, len(p.file)), p.file[:p.end]...), true
	}
	p.end = to
}

// put adds what the file does not have.
func (p *pieces) put(data []byte) {
	p.kept = append(p.kept, data...)
}

// rest leaves out what was not looked at, and returns what stays.
func (p *pieces) rest() []byte {
	p.drop(len(p.file))
	if !p.less {
		return p.file
	}
	return p.kept
}
