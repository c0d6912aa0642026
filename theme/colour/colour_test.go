package colour

import (
	"math"
	"testing"
	"testing/quick"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"#0a6": "#00aa66", "#12ABef": "#12abef", "#000000": "#000000"} {
		if got, ok := Parse(in); !ok || got.String() != want {
			t.Errorf("Parse(%q) = %v, %v, want %s", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "#", "red", "#12345", "#1234567", "#+12345", "#-ff", "#gggggg", "123456", "#12 ", "#12345;"} {
		if got, ok := Parse(in); ok {
			t.Errorf("Parse(%q) = %v, want none", in, got)
		}
	}
}

func TestContrast(t *testing.T) {
	t.Parallel()
	if got := Contrast(White, Black); math.Abs(got-21) > 1e-9 {
		t.Errorf("white on black has %v, want 21", got)
	}
	grey, _ := Parse("#767676") // the lightest grey that passes on white, as is well known
	if got := Contrast(grey, White); got < 4.5 || got > 4.6 {
		t.Errorf("#767676 on white has %v, want a little more than 4.5", got)
	}
}

func TestReadable(t *testing.T) {
	t.Parallel()
	light, _ := Parse("#eceee9")
	dark, _ := Parse("#24272c")
	check := func(r, g, b uint8) bool {
		c := RGB{r, g, b}
		return Contrast(c.Readable(light, White), light) >= MinContrast && Contrast(c.Readable(dark, Black), dark) >= MinContrast
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
	if got := Black.Readable(light); got != Black {
		t.Errorf("black became %v where it can be read", got)
	}
}
