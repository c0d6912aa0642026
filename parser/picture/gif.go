package picture

import "bytes"

// Blocks of GIF89a.
const (
	gifTrailer, gifImage, gifExtension = 0x3b, 0x2c, 0x21
	gifControl, gifApplication         = 0xf9, 0xff
)

func bareGIF(data []byte) []byte {
	const head = 13
	if len(data) < head {
		return data
	}
	p := pieces{file: data, end: min(len(data), head+colours(data[10]))}
	for p.end < len(data) {
		switch data[p.end] {
		case gifTrailer:
			p.keep(p.end + 1)
			return p.rest()
		case gifImage:
			const image = 10
			if p.end+image > len(data) {
				return p.rest()
			}
			p.keep(subBlocks(data, p.end+image+colours(data[p.end+9])+1)) // behind the size of codes
		case gifExtension:
			if p.end+2 > len(data) {
				return p.rest()
			}
			if end := subBlocks(data, p.end+2); shownGIF(data[p.end+1], data[p.end+2:]) {
				p.keep(end)
			} else {
				p.drop(end)
			}
		default:
			return p.rest()
		}
	}
	return p.rest()
}

// colours returns the size of the table of colours that flags announce.
func colours(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// shownGIF reports extensions that change what a picture shows: times and transparency, how often
// an animation repeats.
func shownGIF(label byte, content []byte) bool {
	return label == gifControl || label == gifApplication &&
		(bytes.HasPrefix(content, []byte("\x0bNETSCAPE2.0\x03")) ||
			bytes.HasPrefix(content, []byte("\x0bANIMEXTS1.0\x03")))
}

// subBlocks returns where a row of blocks ends.
func subBlocks(data []byte, at int) int {
	for at < len(data) && data[at] != 0 {
		at += 1 + int(data[at])
	}
	return min(len(data), at+1)
}
