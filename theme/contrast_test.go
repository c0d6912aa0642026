package theme

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Text must have a contrast of 4.5 on every ground it may stand on (WCAG 2.2 AA).
func TestPaletteContrast(t *testing.T) {
	t.Parallel()
	sheet, err := builtin.ReadFile("assets/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, _ := strings.Cut(string(sheet), "[data-theme=dark]")
	schemes := map[string]map[string]string{"light": colours(light[:strings.Index(light, "@media")]), "dark": colours(dark)}
	automatic := colours(light[strings.Index(light, "@media"):])
	for name, value := range schemes["dark"] {
		if automatic[name] != value {
			t.Errorf("--%s is %s when dark is chosen and %s when it is automatic", name, value, automatic[name])
		}
	}
	pairs := map[string][]string{
		"bg":          {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error", "add-fg", "del-fg"},
		"bg-raised":   {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error"},
		"bg-sunken":   {"fg", "fg-muted", "fg-faint", "accent", "ok", "warn", "error", "add-fg", "del-fg"},
		"accent-soft": {"fg", "fg-muted", "fg-faint", "accent", "error"},
		"error-soft":  {"fg", "fg-muted", "error", "fg-faint"},
		"add-bg":      {"fg", "add-fg"},
		"del-bg":      {"fg", "del-fg"},
		"mark":        {"fg"},
		"fg":          {"bg"},
	}
	for scheme, c := range schemes {
		for ground, texts := range pairs {
			for _, text := range texts {
				if got := contrast(c[text], c[ground]); got < 4.5 {
					t.Errorf("%s: --%s on --%s has a contrast of %.2f", scheme, text, ground, got)
				}
			}
		}
	}
}

func colours(css string) map[string]string {
	m := map[string]string{}
	for _, d := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6})`).FindAllStringSubmatch(css, -1) {
		m[d[1]] = d[2]
	}
	return m
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			return math.NaN()
		}
		v := float64(n) / 255
		if v <= .04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
