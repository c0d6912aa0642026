package theme

import "strings"

// scriptIcons are the icons that scripts put on pages.
var scriptIcons = []string{"copy", "link"}

// trimSprite leaves out of a page the icons that it does not use: most pages have few,
// and the whole sprite is larger than what a short session has to say.
func trimSprite(page string) string {
	const open, end = `<symbol id="i-`, "</symbol>"
	start := strings.Index(page, open)
	if start < 0 {
		return page
	}
	used := usedIcons(page)
	var b strings.Builder
	b.Grow(len(page))
	for start >= 0 {
		b.WriteString(page[:start])
		page = page[start:]
		stop := strings.Index(page, end)
		if stop < 0 {
			break
		}
		stop += len(end)
		if name, _, _ := strings.Cut(page[len(open):], `"`); used[name] {
			b.WriteString(page[:stop])
		}
		page = strings.TrimLeft(page[stop:], "\n ")
		if !strings.HasPrefix(page, open) {
			break // the sprite ends; what a transcript says further down is not part of it
		}
		start = 0
	}
	b.WriteString(page)
	return b.String()
}

func usedIcons(page string) map[string]bool {
	used := make(map[string]bool)
	for _, name := range scriptIcons {
		used[name] = true
	}
	const use = `href="#i-`
	for rest := page; ; {
		i := strings.Index(rest, use)
		if i < 0 {
			return used
		}
		rest = rest[i+len(use):]
		name, _, _ := strings.Cut(rest[:min(len(rest), 40)], `"`)
		used[name] = true
	}
}
