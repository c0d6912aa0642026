package wrapper

import (
	"slices"
	"strings"
)

// A prompt may contain two kinds of text that was not typed, anywhere: reminders for the model, and
// pasted text. A user who writes about these tags quotes them as code, so tags in code are text, and
// so are tags that are not closed.

// Piece is a part of a prompt: what was typed when Tag is "", else the body of an element.
type Piece struct{ Tag, Text string }

// Pieces cuts a prompt into what was typed and what is within it.
func Pieces(text string) (all []Piece) {
	typed := 0 // where it begins
	var code code
	open := map[string]bool{} // tags that are not closed from here on
	var ends endTags
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '<')
		if i < 0 {
			break
		}
		code.read(text[from : from+i])
		from += i
		tag, attrs := insideTag(text[from:])
		if tag == "" || open[tag] || code.isOpen() {
			from++
			continue
		}
		body := from + len("<>") + len(tag) + len(attrs)
		end, after := ends.closing(text, body, tag, attrs)
		if end < 0 {
			open[tag] = true
			from++
			continue
		}
		all = append(appendTyped(all, text[typed:from]), Piece{tag, strings.Trim(text[body:end], "\r\n")})
		from, typed = after, after
	}
	return appendTyped(all, text[typed:])
}

func appendTyped(all []Piece, words string) []Piece {
	if strings.TrimSpace(words) == "" {
		return all
	}
	if len(all) > 0 {
		words = strings.TrimLeft(words, "\r\n")
	}
	return append(all, Piece{"", words})
}

// widest is how many bytes of attributes a tag may have.
const widest = 100

// insideTag reads the start tag at the beginning of s, "" when it is none that is in prompts.
func insideTag(s string) (tag, attrs string) {
	for _, tag := range []string{"system-reminder", "pasted_content"} {
		rest, ok := strings.CutPrefix(s, "<"+tag)
		if !ok {
			continue
		}
		attrs, _, ok := strings.Cut(rest[:min(len(rest), widest)], ">")
		if ok && (attrs == "" || attrs[0] == ' ' && !strings.Contains(attrs, "<")) {
			return tag, attrs
		}
	}
	return "", ""
}

// endTags are the places of the end tags of a text, by what each says. They are found once, as texts may be of very
// many elements.
type endTags map[string][]int

// closing finds where a body ends, -1 when it does not, and what comes after. The end tag of
// pasted content repeats its attributes.
func (e *endTags) closing(text string, body int, tag, attrs string) (end, after int) {
	if *e == nil {
		*e = endTags{}
		for at := strings.Index(text, "</"); at >= 0; {
			if said, _, ok := strings.Cut(text[at:min(len(text), at+widest+len("</system-reminder>"))], ">"); ok {
				(*e)[said] = append((*e)[said], at)
			}
			next := strings.Index(text[at+1:], "</")
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	for _, closing := range []string{"</" + tag + attrs, "</" + tag} {
		places := (*e)[closing]
		if i, _ := slices.BinarySearch(places, body); i < len(places) {
			return places[i], places[i] + len(closing) + len(">")
		}
	}
	return -1, -1
}

// code reports whether a place is in a code span of its line, or in a fenced block.
type code struct{ fence, span bool }

func (c *code) isOpen() bool { return c.fence || c.span }

// read goes on over a text.
func (c *code) read(text string) {
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "```"):
			c.fence, c.span = !c.fence, false
			i += 2
		case text[i] == '`':
			c.span = !c.span
		case text[i] == '\n':
			c.span = false
		}
	}
}
