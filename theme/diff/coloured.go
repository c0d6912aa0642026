package diff

import (
	"html/template"
	"strings"

	"steno/theme/highlight"
	"steno/theme/markup"
)

// Coloured renders one hunk of a file as HTML does, in the colours of its language. Each side is
// coloured by itself, as neither is code together with the other. Its class "d-code" lets CSS
// wrap long lines, so that the hunk need not be scrolled.
func Coloured(h Hunk, file string, code *highlight.Highlighter) template.HTML {
	var w markup.Writer
	w.Open("pre", markup.Class("diff d-code"))
	w.Open("code", markup.A("class", highlight.Starts(h.Old, h.New, false)))
	at := rows{before: h.Old, after: h.New, counted: true, strokes: strokes(h, file, code)}
	at.hunk(&w, h)
	w.Close("code")
	w.Close("pre")
	return w.Result()
}

// strokes returns the colours of each line of a hunk, without its sign.
func strokes(h Hunk, file string, code *highlight.Highlighter) [][]highlight.Stroke {
	all := make([][]highlight.Stroke, len(h.Lines))
	for _, side := range []string{"-", "+"} {
		var text strings.Builder
		var lines []int
		for i, l := range h.Lines {
			if sign := l[:min(1, len(l))]; sign == " " || sign == side {
				lines = append(lines, i)
				writeLine(&text, l[1:])
			}
		}
		cut(all, code.Strokes(highlight.Code{Text: text.String(), File: file}), h.Lines, lines)
	}
	return all
}

// cut divides the strokes of a text among its lines.
func cut(all [][]highlight.Stroke, strokes []highlight.Stroke, texts []string, lines []int) {
	start := 0
	for _, i := range lines {
		end := start + len(texts[i]) - 1
		all[i] = nil
		for _, s := range strokes {
			if s.From >= end {
				break
			}
			if s.To > start {
				s.From, s.To = max(s.From-start, 0), min(s.To, end)-start
				all[i] = append(all[i], s)
			}
		}
		for len(strokes) > 0 && strokes[0].To <= end {
			strokes = strokes[1:]
		}
		start = end + 1
	}
}

// write writes the text of a row with its colours and the marks of what changed. A mark is never
// within a colour, nor the other way round: both are cut where the other begins or ends.
func write(w *markup.Writer, text string, marks []span, strokes []highlight.Stroke) {
	for at := 0; at < len(text); {
		end := len(text)
		for len(marks) > 0 && marks[0].to <= at {
			marks = marks[1:]
		}
		for len(strokes) > 0 && strokes[0].To <= at {
			strokes = strokes[1:]
		}
		marked := len(marks) > 0 && marks[0].from <= at
		if marked {
			end = min(end, marks[0].to)
		} else if len(marks) > 0 {
			end = min(end, marks[0].from)
		}
		coloured := len(strokes) > 0 && strokes[0].From <= at
		if coloured {
			end = min(end, strokes[0].To)
		} else if len(strokes) > 0 {
			end = min(end, strokes[0].From)
		}
		if marked {
			w.Open("mark")
		}
		if coloured {
			strokes[0].Write(w, text[at:end])
		} else {
			w.Text(text[at:end])
		}
		if marked {
			w.Close("mark")
		}
		at = end
	}
}
