package sitescan

import (
	"bytes"
	"encoding/base64"
	"io"
	"math/bits"

	"github.com/klauspost/compress/flate"
)

// A value within base64 begins at any of the three places in a group of three bytes, and the
// group may begin anywhere in a run of such letters: a word may be before it. All are tried.

const (
	minRun      = 11       // letters for a value of MinLength
	maxInflated = 64 << 20 // bytes that one compressed text may become
	minDeflated = 24       // letters of the shortest one
)

// sextet is the value of a letter of base64, in both alphabets; 0xFF for others.
var sextet = func() (table [256]byte) {
	for i := range table {
		table[i] = 0xFF
	}
	for i, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		table[c] = byte(i)
	}
	table['-'], table['_'] = 62, 63
	return table
}()

// letter is 1 for the letters of base64.
var letter = func() (table [256]uint8) {
	for c, v := range sextet {
		table[c] = 1 ^ v>>7
	}
	return table
}()

// searchBase64 looks into every run of letters of base64. With inflate it unpacks those that are
// deflated texts. What such a text contains is in no other bytes of its run.
func (f *finder) searchBase64(b *buffer, inflate bool) {
	text := b.text
	if inflate {
		f.deflated = f.deflated[:0]
	}
	for start, end := nextRun(text, 0); end > 0; start, end = nextRun(text, end) {
		if inflate && end-start >= minDeflated && start > 0 && text[start-1] == '"' {
			deflated, whole := f.searchDeflated(text[start:end], b.origin(start))
			if deflated {
				f.deflated = append(f.deflated, extent{start, end})
			}
			if whole {
				continue
			}
		}
		f.searchRun(b, start, end)
	}
}

// nextRun returns the first run of at least minRun letters from i on; end is 0 for none. A bit for each
// of the last bytes says whether it is a letter: so runs are found without a branch for each byte.
func nextRun(text []byte, from int) (start, end int) {
	var last uint64
	for i := from; i < len(text); {
		if i+8 <= len(text) {
			c := (*[8]byte)(text[i:])
			last = last<<8 | uint64(letter[c[0]]<<7|letter[c[1]]<<6|letter[c[2]]<<5|letter[c[3]]<<4|
				letter[c[4]]<<3|letter[c[5]]<<2|letter[c[6]]<<1|letter[c[7]])
			i += 8
		} else {
			last = last<<1 | uint64(letter[text[i]])
			i++
		}
		two := last & (last >> 1)
		four := two & (two >> 2)
		eight := four & (four >> 4)
		if runs := eight & (eight >> (minRun - 8)); runs != 0 {
			end = i - bits.Len64(runs) + 1 // behind the first minRun letters
			start = end - minRun
			for start > from && letter[text[start-1]] > 0 {
				start--
			}
			for end < len(text) && letter[text[end]] > 0 {
				end++
			}
			return start, end
		}
	}
	return 0, 0
}

// searchRun compares every eight bytes that a run represents, whatever letter they begin in. Where
// all values are ASCII, few are left: eight bytes contain two groups of four letters, one behind the
// other, and the three bytes of a group of any letters are ASCII in one case of eight.
func (f *finder) searchRun(b *buffer, start, end int) {
	run := b.text[start:end]
	if f.look.wide {
		f.searchWide(b, start, end)
		return
	}
	for base := 4; base+4 <= len(run); base += 8 {
		for i := base; i < min(base+4, len(run)-3); i++ {
			if ascii(run[i:]) && (ascii(run[i-4:]) || i+8 <= len(run) && ascii(run[i+4:])) {
				f.searchGroup(b, start, end, i)
			}
		}
	}
}

// ascii reports whether the three bytes of a group are ASCII.
func ascii(group []byte) bool {
	return sextet[group[0]]&0x20|sextet[group[1]]&0x08|sextet[group[2]]&0x02 == 0
}

// searchGroup compares the windows that contain the three bytes of the group at i.
func (f *finder) searchGroup(b *buffer, start, end, i int) {
	run := b.text[start:end]
	const before, behind = 8, 12 // letters
	var high, low uint64         // 120 bits
	for k := i - before; k < i+behind; k++ {
		high, low = high<<6|low>>58, low<<6
		if uint(k) < uint(len(run)) {
			low |= uint64(sextet[run[k]])
		}
	}
	first, last := max(8*window, 6*(i+4)), min(6*len(run), 6*i+8*window)
	for bit := 6*i + 8*window; bit >= first; bit -= 8 {
		right := uint(6*(i+behind) - bit)
		if eight := low>>right | high<<(64-right); bit <= last && eight&highBits == 0 {
			f.searchEight(eight, b, start, end, bit)
		}
	}
}

// searchWide compares the eight bytes that end within each letter.
func (f *finder) searchWide(b *buffer, start, end int) {
	var high, low uint64
	for i, c := range b.text[start:end] {
		high, low = high<<6|low>>58, low<<6|uint64(sextet[c])
		for rest := 0; rest <= 4 && i >= minRun-1; rest += 2 {
			f.searchEight(low>>rest|high<<(64-rest), b, start, end, 6*(i+1)-rest)
		}
	}
}

// searchEight compares eight bytes that end with a bit of a run.
func (f *finder) searchEight(eight uint64, b *buffer, start, end, bit int) {
	x := f.look.mixer.mix(bits.ReverseBytes64(eight))
	if at := x >> f.look.shift; f.look.filter[at/64]>>(at%64)&1 == 0 {
		return
	}
	if list := f.candidates(x); len(list) > 0 {
		f.compareRun(list, b.text[start:end], bit, b.origin(start))
	}
}

// compareRun decodes what is before and behind the bit at which a value may end.
func (f *finder) compareRun(list []fingerprint, run []byte, bit, offset int) {
	start := max(bit%8, bit-8*(maxPiece+1))
	f.run = f.run[:0]
	for at := start; at+8 <= min(6*len(run), bit+8); at += 8 {
		var v uint32
		for k := at / 6; k < at/6+3; k++ { // any byte is within three letters
			v <<= 6
			if k < len(run) {
				v |= uint32(sextet[run[k]])
			}
		}
		f.run = append(f.run, byte(v>>(10-at%6)))
	}
	f.test(list, f.run, (bit-start)/8, &buffer{base: offset, packed: true}, 0)
}

// inflater unpacks deflated texts, one at a time.
type inflater struct {
	raw bytes.Reader
	z   io.ReadCloser // also a flate.Resetter
	in  []byte
	out bytes.Buffer
}

// searchDeflated looks into a deflated text, such as a part of the search index. It reports
// whether run is one, and whether nothing is behind it.
func (f *finder) searchDeflated(run []byte, offset int) (deflated, whole bool) {
	in := &f.inflater
	var err error
	encoding := base64.RawStdEncoding
	if bytes.ContainsAny(run, "-_") {
		encoding = base64.RawURLEncoding
	}
	if in.in, err = encoding.AppendDecode(in.in[:0], run); err != nil {
		return false, false
	}
	if !in.inflate() {
		return false, false
	}
	f.forms(&buffer{text: in.out.Bytes(), base: offset, packed: true})
	return true, in.raw.Len() == 0
}

// inflate unpacks the bytes in in.in. It reports whether they begin with a deflated text.
func (in *inflater) inflate() bool {
	in.raw.Reset(in.in)
	if in.z == nil {
		in.z = flate.NewReader(&in.raw)
	} else if in.z.(flate.Resetter).Reset(&in.raw, nil) != nil {
		return false
	}
	in.out.Reset()
	_, err := io.Copy(&in.out, io.LimitReader(in.z, maxInflated))
	return err == nil
}

// extent is a part of a text.
type extent struct{ start, end int }
