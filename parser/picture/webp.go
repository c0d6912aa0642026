package picture

import "encoding/binary"

// shownWebP are the chunks that change what a picture shows (RFC 9649).
var shownWebP = map[string]bool{"VP8 ": true, "VP8L": true, "VP8X": true, "ALPH": true, "ANIM": true, "ANMF": true, "ICCP": true}

// saysWebP are the flags of VP8X that announce Exif and XMP.
const saysWebP = 0x08 | 0x04

func bareWebP(data []byte) []byte {
	const head, aroundChunk = 12, 8
	p := pieces{file: data, end: head}
	size := min(len(data), aroundChunk+int(binary.LittleEndian.Uint32(data[4:])))
	flags := 0
	for p.end+aroundChunk <= size {
		name := string(data[p.end : p.end+4])
		n := int(binary.LittleEndian.Uint32(data[p.end+4:]))
		end := min(size, p.end+aroundChunk+n+n&1)
		if name == "VP8X" && end > p.end+aroundChunk {
			flags = p.end + aroundChunk // before it, nothing was left out that is not in front of all pictures
		}
		if shownWebP[name] {
			p.keep(end)
		} else {
			p.drop(end)
		}
	}
	bare := p.rest()
	if !p.less {
		return data
	}
	binary.LittleEndian.PutUint32(bare[4:], uint32(len(bare)-aroundChunk))
	if flags == head+aroundChunk {
		bare[flags] &^= saysWebP
	}
	return bare
}
