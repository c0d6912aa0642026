// Package colour reckons with the colours of screens: contrast as WCAG 2 defines it,
// mixtures, and colours that can be read on a given ground.
package colour

import (
	"fmt"
	"math"
	"strconv"
)

// MinContrast is what text gets against its ground: a little more than the 4.5 that
// WCAG 2 AA asks for, as browsers round.
const MinContrast = 4.6

// RGB is an opaque colour of the sRGB space.
type RGB struct{ R, G, B uint8 }

// White and Black are the ends towards which colours are moved.
var (
	White = RGB{255, 255, 255}
	Black = RGB{}
)

// Parse reads "#rgb" or "#rrggbb".
func Parse(s string) (RGB, bool) {
	if len(s) == 4 && s[0] == '#' {
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	if len(s) != 7 || s[0] != '#' || s[1] == '+' || s[1] == '-' {
		return RGB{}, false
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return RGB{}, false
	}
	return RGB{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// String is the colour as "#rrggbb".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Mix is the share of to, from 0 to 1, with the rest of c. Each part is rounded away
// from c, so that a small share still moves it.
func (c RGB) Mix(to RGB, share float64) RGB {
	part := func(a, b uint8) uint8 {
		v := float64(a) + (float64(b)-float64(a))*share
		if b > a {
			return uint8(math.Ceil(v))
		}
		return uint8(math.Floor(v))
	}
	return RGB{part(c.R, to.R), part(c.G, to.G), part(c.B, to.B)}
}

// Readable moves c away from the grounds, towards white when they are dark and
// towards black when they are light, until it has enough contrast on each.
func (c RGB) Readable(grounds ...RGB) RGB {
	if len(grounds) == 0 {
		return c
	}
	to := Black
	if grounds[0].luminance() < 0.18 {
		to = White
	}
	for range 60 {
		if LeastContrast(c, grounds...) >= MinContrast {
			return c
		}
		c = c.Mix(to, .05)
	}
	return c
}

// LeastContrast is the contrast of c on the ground where it has the least.
func LeastContrast(c RGB, grounds ...RGB) float64 {
	least := math.Inf(1)
	for _, g := range grounds {
		least = min(least, Contrast(c, g))
	}
	return least
}

// Contrast is the ratio that WCAG 2 defines, 1 to 21.
func Contrast(a, b RGB) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance that WCAG 2 defines, 0 to 1.
func (c RGB) luminance() float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
