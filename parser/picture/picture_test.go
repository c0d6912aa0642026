package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// says is what no picture may say.
const says = "Canon of Ada Byron at 48.137N"

func drawn() *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, 9, 7), color.Palette{color.Black, color.White, color.RGBA{200, 9, 9, 255}})
	for i := range img.Pix {
		img.Pix[i] = uint8(i % 3)
	}
	return img
}

func encoded(t testing.TB, encode func(b *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func chunkPNG(name, content string) string {
	sum := crc32.ChecksumIEEE([]byte(name + content))
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(content)))) + name + content + string(binary.BigEndian.AppendUint32(nil, sum))
}

func segment(marker byte, content string) string {
	return "\xff" + string([]byte{marker}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(content)+2))) + content
}

func chunkWebP(name, content string) string {
	padding := strings.Repeat("\x00", len(content)%2)
	return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(content)))) + content + padding
}

func webp(chunks string) string {
	return "RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)+4))) + "WEBP" + chunks
}

// exif is little-endian, with a maker in front of the orientation.
func exif(orientation string) string {
	return exifHead + "II\x2a\x00\x08\x00\x00\x00" + "\x02\x00" + "\x0f\x01\x02\x00\x1d\x00\x00\x00\x26\x00\x00\x00" + "\x12\x01\x03\x00\x01\x00\x00\x00" + orientation + "\x00\x00\x00" + "\x00\x00\x00\x00" + says + "\x00"
}

// Pictures lose what they say and keep what they show, byte for byte.
func TestBare(t *testing.T) {
	t.Parallel()
	img := drawn()
	p := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, img) })
	j := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) })
	g := encoded(t, func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{img, img}, Delay: []int{5, 5}})
	})
	shown, pixels := chunkWebP("VP8X", "\x00\x00\x00\x00\x08\x00\x00\x06\x00\x00"), chunkWebP("VP8L", "\x2f\x08\x80\x01\x00pixels.")
	flagged := chunkWebP("VP8X", "\x0c\x00\x00\x00\x08\x00\x00\x06\x00\x00")
	ihdr, idat := len(pngHead)+25, strings.Index(p, "IDAT")-4
	upright := "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	gifBlocks := "\x21\xfe" + string(rune(len(says))) + says + "\x00" + "\x21\xff\x0bXMP DataXMP" + string(rune(len(says))) + says + "\x00"
	gifHead := 13 + colours(g[10])
	profile := segment(app2, "ICC_PROFILE\x00\x01\x01colours")
	for name, tt := range map[string]struct{ in, want string }{
		"PNG":                    {p, p},
		"PNG with texts":         {p[:ihdr] + chunkPNG("tEXt", "Author\x00"+says) + chunkPNG("iTXt", says) + p[ihdr:idat] + chunkPNG("zTXt", says) + p[idat:], p},
		"PNG with Exif":          {p[:idat] + chunkPNG("eXIf", says) + chunkPNG("caBX", says) + p[idat:], p},
		"PNG with colours":       {p[:ihdr] + chunkPNG("gAMA", "\x00\x00\xb1\x8f") + p[ihdr:], p[:ihdr] + chunkPNG("gAMA", "\x00\x00\xb1\x8f") + p[ihdr:]},
		"PNG with more behind":   {p + says, p},
		"PNG that is cut off":    {p[:idat+20], p[:idat+20]},
		"PNG cut off in a text":  {p[:ihdr] + chunkPNG("tEXt", says)[:20], p[:ihdr]},
		"JPEG":                   {j, j},
		"JPEG with texts":        {j[:2] + segment(0xfe, says) + segment(app1, "http://ns.adobe.com/xap/1.0/\x00"+says) + segment(0xed, says) + j[2:], j},
		"JPEG that is turned":    {j[:2] + segment(app1, exif("\x06")) + j[2:], j[:2] + upright + j[2:]},
		"JPEG that is not":       {j[:2] + segment(app1, exif("\x01")) + j[2:], j},
		"JPEG with damaged Exif": {j[:2] + segment(app1, exifHead+"MM\x00\x2a\x00\x00\xff\xff"+says) + j[2:], j},
		"JPEG with colours":      {j[:2] + profile + j[2:], j[:2] + profile + j[2:]},
		"JPEG with more behind":  {j + says + "\xff\xd8" + says, j},
		"JPEG that is cut off":   {j[:len(j)-9], j[:len(j)-9]},
		"JPEG that is damaged":   {j[:3] + says, j[:2]},
		"GIF":                    {g, g},
		"GIF with texts":         {g[:gifHead] + gifBlocks + g[gifHead:] + says, g},
		"GIF that is cut off":    {g[:len(g)-20], g[:len(g)-20]},
		"WebP":                   {webp(shown + pixels), webp(shown + pixels)},
		"WebP with texts":        {webp(flagged + pixels + chunkWebP("EXIF", says) + chunkWebP("XMP ", says)), webp(shown + pixels)},
		"WebP with more behind":  {webp(pixels) + says, webp(pixels)},
		"text":                   {"GIF8 " + says, "GIF8 " + says},
		"nothing":                {"", ""},
	} {
		if got := string(Bare([]byte(tt.in))); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
		if strings.Contains(tt.want, says) && name != "text" {
			t.Errorf("%s: the test wants what must go", name)
		}
	}
}

// What is bare stays as it is, and damage is no end: for each beginning of a picture, and for each byte that is another.
func TestBareOfDamaged(t *testing.T) {
	t.Parallel()
	for _, file := range pictures(t) {
		for i := range len(file) {
			damaged := []byte(file)
			damaged[i] ^= 0xff
			checkBare(t, []byte(file[:i]))
			checkBare(t, damaged)
		}
	}
}

func FuzzBare(f *testing.F) {
	for _, file := range pictures(f) {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkBare(t, data) })
}

// pictures has one picture of each format.
func pictures(t testing.TB) []string {
	img := drawn()
	return []string{
		encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, img) }),
		encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) }),
		encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, img, nil) }),
		webp(chunkWebP("VP8X", "\x0c\x00\x00\x00\x08\x00\x00\x06\x00\x00") + chunkWebP("VP8L", "\x2f\x08\x80\x01\x00pixels.") + chunkWebP("EXIF", says)),
	}
}

func checkBare(t *testing.T, data []byte) {
	t.Helper()
	before := bytes.Clone(data)
	bare := Bare(data)
	if !bytes.Equal(data, before) {
		t.Fatalf("the picture itself is changed: %q", before)
	}
	if again := Bare(bare); !bytes.Equal(again, bare) {
		t.Fatalf("of %q, a second time %q became %q", before, bare, again)
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || size.Width*size.Height > 1e5 {
		return
	}
	shown, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return
	}
	if left, _, err := image.Decode(bytes.NewReader(bare)); err != nil || left.Bounds() != shown.Bounds() {
		t.Fatalf("%q can be shown, and %q cannot: %v", before, bare, err)
	}
}
