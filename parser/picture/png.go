package picture

import "encoding/binary"

const pngHead = "\x89PNG\r\n\x1a\n"

// shownPNG are the chunks that change what a picture shows (PNG, third edition).
var shownPNG = map[string]bool{
	"IHDR": true, "PLTE": true, "IDAT": true, "IEND": true, "tRNS": true, "acTL": true, "fcTL": true, "fdAT": true,
	"cHRM": true, "cICP": true, "gAMA": true, "iCCP": true, "mDCV": true, "cLLI": true, "sBIT": true,
	"sRGB": true, "bKGD": true, "pHYs": true,
}

const aroundChunk = 12 // bytes: length, name, checksum

func barePNG(data []byte) []byte {
	p := pieces{file: data, end: len(pngHead)}
	for p.end+8 <= len(data) {
		end := p.end + aroundChunk + int(binary.BigEndian.Uint32(data[p.end:]))
		name := string(data[p.end+4 : p.end+8])
		end = min(end, len(data))
		if !shownPNG[name] {
			p.drop(end)
			continue
		}
		if p.keep(end); name == "IEND" {
			break
		}
	}
	return p.rest()
}
