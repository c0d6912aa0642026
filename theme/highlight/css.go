package highlight

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// Backgrounds that code may stand on, the worst ones for contrast: the theme's
// sunken surfaces. Every colour is moved away from them until it can be read.
const (
	lightGround = "#f3f2ee"
	darkGround  = "#24272c"
	minContrast = 4.6 // WCAG AA asks 4.5 of text
)

// classes gives a class to every token type that either style sets apart from
// plain text.
func classes(light, dark *chroma.Style) map[chroma.TokenType]string {
	m := map[chroma.TokenType]string{}
	for t, class := range chroma.StandardTypes {
		if t <= 0 || class == "" {
			continue
		}
		if rule(light, t, lightGround) != "" || rule(dark, t, darkGround) != "" {
			m[t] = class
		}
	}
	return m
}

// CSS is the stylesheet for the classes that Highlighter writes: light by
// default, dark by the reader's system or by data-theme on the root element.
func (h *Highlighter) CSS() string {
	light, dark := h.rules(h.light, lightGround), h.rules(h.dark, darkGround)
	var b strings.Builder
	for _, r := range light {
		fmt.Fprintf(&b, "%s{%s}\n", selector(".code ", r.classes), r.body)
	}
	b.WriteString("@media (prefers-color-scheme: dark) {\n")
	for _, r := range dark {
		fmt.Fprintf(&b, "%s{%s}\n", selector(":root:not([data-theme=light]) .code ", r.classes), r.body)
	}
	b.WriteString("}\n")
	for _, r := range dark {
		fmt.Fprintf(&b, "%s{%s}\n", selector(":root[data-theme=dark] .code ", r.classes), r.body)
	}
	return b.String()
}

func selector(prefix string, classes []string) string {
	return prefix + ":is(." + strings.Join(classes, ",.") + ")"
}

type cssRule struct {
	classes []string
	body    string
}

// rules groups all classes by what they look like. A class that this style does
// not set apart gets the plain look, lest the other style's shine through.
func (h *Highlighter) rules(s *chroma.Style, ground string) []cssRule {
	byBody := map[string][]string{}
	for t, class := range h.classes {
		body := rule(s, t, ground)
		if body == "" {
			body = "color:inherit;font-weight:inherit;font-style:inherit"
		}
		byBody[body] = append(byBody[body], class)
	}
	var out []cssRule
	for body, names := range byBody {
		slices.Sort(names)
		out = append(out, cssRule{slices.Compact(names), body})
	}
	slices.SortFunc(out, func(a, b cssRule) int { return strings.Compare(a.classes[0], b.classes[0]) })
	return out
}

// rule is the declarations that set token type t apart from plain text, "" for
// none. Backgrounds are left out: they would break the contrast of the theme.
func rule(s *chroma.Style, t chroma.TokenType, ground string) string {
	e, plain := s.Get(t), s.Get(chroma.Text)
	if t.Category() == chroma.Error.Category() || t == chroma.Error {
		return "" // half a file is full of errors that are none
	}
	var d []string
	if e.Colour.IsSet() && e.Colour != plain.Colour && e.Colour != s.Get(chroma.Background).Colour {
		d = append(d, "color:"+readable(e.Colour, chroma.MustParseColour(ground)).String())
	}
	if e.Bold == chroma.Yes && plain.Bold != chroma.Yes {
		d = append(d, "font-weight:600")
	}
	if e.Italic == chroma.Yes && plain.Italic != chroma.Yes {
		d = append(d, "font-style:italic")
	}
	return strings.Join(d, ";")
}

// readable moves colour c away from the ground until it has enough contrast.
func readable(c, ground chroma.Colour) chroma.Colour {
	lighter := luminance(ground) < 0.5
	for range 40 {
		if contrast(c, ground) >= minContrast {
			return c
		}
		c = mix(c, lighter)
	}
	return c
}

// mix takes c a twentieth of the way to white or to black.
func mix(c chroma.Colour, toWhite bool) chroma.Colour {
	to := 0.0
	if toWhite {
		to = 255
	}
	step := func(v uint8) uint8 {
		next := float64(v) + (to-float64(v))/20
		if toWhite {
			return uint8(math.Ceil(next))
		}
		return uint8(math.Floor(next))
	}
	return chroma.NewColour(step(c.Red()), step(c.Green()), step(c.Blue()))
}

// contrast is the ratio that WCAG 2 defines, 1 to 21.
func contrast(a, b chroma.Colour) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance that WCAG 2 defines.
func luminance(c chroma.Colour) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.Red()) + 0.7152*linear(c.Green()) + 0.0722*linear(c.Blue())
}
