package picture

import (
	"bytes"
	"encoding/binary"
)

// Markers of JPEG (ITU-T T.81, annex B).
const (
	soi, eoi, sos = 0xd8, 0xd9, 0xda
	sof0          = 0xc0
	app0, app1    = 0xe0, 0xe1
	app2, app14   = 0xe2, 0xee
	rst0, rst7    = 0xd0, 0xd7
	tem           = 0x01
)

func bareJPEG(data []byte) []byte {
	p := pieces{file: data, end: 2}
	for {
		i := bytes.IndexByte(data[p.end:], 0xff) // whatever is before a marker is skipped by programs that show pictures
		if i < 0 || p.end+i+2 > len(data) {
			break
		}
		p.drop(p.end + i)
		marker := data[p.end+1]
		switch {
		case marker == 0xff: // fills
			p.drop(p.end + 1)
			continue
		case marker == eoi:
			p.keep(p.end + 2)
			return p.rest()
		case marker == soi, marker == tem, rst0 <= marker && marker <= rst7:
			p.keep(p.end + 2)
			continue
		}
		if p.end+4 > len(data) {
			break
		}
		end := p.end + 2 + int(binary.BigEndian.Uint16(data[p.end+2:]))
		if end < p.end+4 {
			break
		}
		end = min(end, len(data))
		content := data[p.end+4 : end]
		switch {
		case marker == sos:
			p.keep(scanEnd(data, end))
		case shownJPEG(marker, content):
			p.keep(end)
		default:
			if p.drop(end); marker == app1 {
				p.put(oriented(content))
			}
		}
	}
	return p.rest()
}

// shownJPEG reports segments that change what a picture shows: tables, frames, the density, a
// profile of colours, Adobe's kind of colours.
func shownJPEG(marker byte, content []byte) bool {
	switch {
	case marker == app0:
		return bytes.HasPrefix(content, []byte("JFIF\x00"))
	case marker == app2:
		return bytes.HasPrefix(content, []byte("ICC_PROFILE\x00"))
	case marker == app14:
		return bytes.HasPrefix(content, []byte("Adobe"))
	}
	return sof0 <= marker && marker < app0
}

// scanEnd returns where the compressed data at data[at:] ends, which is at the next marker.
func scanEnd(data []byte, at int) int {
	for {
		i := bytes.IndexByte(data[at:], 0xff)
		if i < 0 || at+i+1 >= len(data) {
			return len(data)
		}
		at += i
		if next := data[at+1]; next != 0 && next != 0xff && (next < rst0 || next > rst7) {
			return at
		}
		at++
	}
}

// Fields of Exif (CIPA DC-008).
const (
	orientationTag = 0x0112
	exifHead       = "Exif\x00\x00"
)

// oriented returns a segment of Exif with the orientation that one has and nothing else; nil when it has none.
func oriented(content []byte) []byte {
	tiff, ok := bytes.CutPrefix(content, []byte(exifHead))
	if !ok || len(tiff) < 8 {
		return nil
	}
	var order interface {
		binary.ByteOrder
		binary.AppendByteOrder
	} = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 0 || at+2 > len(tiff) {
		return nil
	}
	const fieldSize = 12
	for range order.Uint16(tiff[at:]) {
		field := tiff[min(len(tiff), at+2):]
		if len(field) < fieldSize {
			return nil
		}
		if order.Uint16(field) == orientationTag {
			return orientation(order.Uint16(field[8:]))
		}
		at += fieldSize
	}
	return nil
}

// orientation returns a segment that says how to turn the picture; nil when it is upright.
func orientation(value uint16) []byte {
	if value < 2 || value > 8 {
		return nil
	}
	be := binary.BigEndian
	tiff := be.AppendUint32([]byte("MM\x00\x2a"), 8)
	tiff = be.AppendUint16(tiff, 1) // field
	tiff = be.AppendUint16(tiff, orientationTag)
	tiff = be.AppendUint16(tiff, 3) // a number of two bytes
	tiff = be.AppendUint32(tiff, 1)
	tiff = be.AppendUint16(tiff, value)
	tiff = append(tiff, 0, 0, 0, 0, 0, 0) // rest of the field, no further ones
	segment := be.AppendUint16([]byte{0xff, app1}, uint16(2+len(exifHead)+len(tiff)))
	return append(append(segment, exifHead...), tiff...)
}
