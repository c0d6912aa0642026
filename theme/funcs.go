package theme

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"time"

	"steno/theme/markup"
	"steno/theme/picture"
	"steno/theme/words"
)

// funcs are the functions that templates may call, on top of the standard ones.
func funcs(a *assets) template.FuncMap {
	return template.FuncMap{
		"agentsIn":    agentsIn,
		"amount":      words.Amount,
		"asset":       a.find,
		"beyond":      beyond,
		"branchMap":   picture.DrawMap,
		"bytes":       words.Size,
		"calendar":    picture.Calendar,
		"clock":       words.Clock,
		"counted":     counted,
		"day":         words.Day,
		"depth":       func(n int) int { return min(n, 8) }, // as far as the style sheet indents
		"duration":    words.Duration,
		"inlineHash":  a.inlineHash,
		"inlineStyle": func() template.CSS { return markup.FromSheet(a.inline) },
		"joined":      joinedWords,
		"linkWords":   linkWords,
		"lower":       strings.ToLower,
		"machine":     words.Machine,
		"model":       ModelName,
		"moment":      words.Moment,
		"noun":        noun,
		"number":      words.Number,
		"ofThread":    ofThread,
		"pages":       pageLinks,
		"plain":       plainWords,
		"plural":      words.Plural,
		"shared":      sharedWords,
		"sameWords":   sameWords,
		"seconds":     func(d time.Duration) int { return int(d / time.Second) },
		"sentence": func(words string) string {
			return strings.ToUpper(words[:min(1, len(words))]) + words[min(1, len(words)):]
		},
		"short":      words.Short,
		"tick":       words.Tick,
		"timeline":   picture.Draw,
		"tokenWords": tokenWords,
		"unmarked":   unmarked,
		"until":      until,
		"wall":       wall,
	}
}

// ofThread reports whether pages of a kind show a thread.
func ofThread(kind string) bool {
	return slices.Contains([]string{"session", "agent", "branch", "beginning"}, kind)
}

// tokenWords are the figures of a usage.
func tokenWords(t Tokens) string {
	return words.Number(t.Input) + " input, " + words.Number(t.Output) + " output, " + words.Number(t.CacheRead) + " cache read, " + words.Number(t.CacheWrite) + " cache write"
}

// noun is the noun that goes with n, without the figure.
func noun(n int, noun string) string {
	_, word, _ := strings.Cut(words.Plural(n, noun), " ")
	return word
}

// counted is n with its noun, "" for none.
func counted(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return words.Plural(n, noun)
}

// joinedWords are the words that there are, as a list.
func joinedWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// beyond is what an excerpt says more than the title above it, "" for nothing. Titles are often the start of the same
// prompt, after the address that it begins with or after the title of another session: then it is the rest.
func beyond(excerpt, title string) string {
	start, cut := strings.CutSuffix(title, "…")
	start = strings.TrimRight(start, ". ")
	said := address.ReplaceAllString(excerpt, "")
	if sameWords(excerpt, title) {
		return ""
	}
	for end := start; end != "" && (end == start || len(end) >= enoughWords); {
		if sameWords(said, end) || startsWith(end, strings.TrimSuffix(said, "…")) && len(said) >= enoughWords {
			return ""
		}
		if cut && startsWith(said, end) {
			return after(said[len(end):])
		}
		_, end, _ = strings.Cut(end, " ")
	}
	return excerpt
}

// after is the rest of a text, "" for a few words.
func after(rest string) string {
	if rest = strings.TrimSpace(rest); len(rest) < enoughWords {
		return ""
	}
	return "…\u00a0" + rest
}

// address is one at the start of a text.
var address = regexp.MustCompile(`^https?://\S+\s+`)

// enoughWords is how many bytes are worth a line, and hardly by chance the same in two texts.
const enoughWords = 24

// startsWith reports whether s starts with start, whatever the case of its letters.
func startsWith(s, start string) bool {
	return len(s) >= len(start) && strings.EqualFold(s[:len(start)], start)
}

// sameWords reports whether two texts differ at most in capital letters and in the stop at their end: titles begin
// with a capital and end without a stop.
func sameWords(a, b string) bool {
	return strings.EqualFold(strings.TrimRight(a, ". "), strings.TrimRight(b, ". "))
}

// ModelName is a model's name without what all of them share: "claude-opus-4-1-20250805" is "opus-4-1".
func ModelName(name string) string {
	name = strings.TrimPrefix(name, "claude-")
	if i := strings.LastIndexByte(name, '-'); i > 0 && len(name)-i == 9 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i]
	}
	return name
}

// wall is the time between start and end, "" when it says no more than the
// active time would.
func wall(start, end time.Time) string {
	if start.IsZero() || end.Sub(start) < time.Minute {
		return ""
	}
	return words.Duration(end.Sub(start))
}

// until is the end of what began at start, without the day when it is the same; "" when
// both are the same minute.
func until(start, end time.Time) string {
	switch {
	case start.IsZero() || !end.After(start) || words.Moment(start) == words.Moment(end):
		return ""
	case words.Day(start) == words.Day(end):
		return words.Clock(end)
	}
	return words.Day(end) + ", " + words.Clock(end)
}

// linkWords says how an agent's spawning call was found.
func linkWords(link string) string {
	switch link {
	case "result", "text":
		return "the id in the call's result"
	case "progress":
		return "progress records of the call"
	case "prompt":
		return "the prompt, which is the same"
	case "sidechain":
		return "prompt and time"
	}
	return ""
}

// lineSum is how many lines were changed.
type lineSum struct{ Added, Removed int }

// pageLink is an entry of a pager: a page, or a gap.
type pageLink struct {
	Text, Href string
	Gap        bool
}

// pageLinks are the pages that a pager names: the first, the last, and those
// around the one being shown.
func pageLinks(p Pager) []pageLink {
	var links []pageLink
	for i, l := range p.Links {
		number := i + 1
		if number > 1 && number < p.Pages && (number < p.Page-2 || number > p.Page+2) && p.Pages > 9 {
			if !links[len(links)-1].Gap {
				links = append(links, pageLink{Gap: true})
			}
			continue
		}
		text := l.Text
		if text == "" {
			text = fmt.Sprint(number)
		}
		links = append(links, pageLink{Text: text, Href: l.Href})
	}
	return links
}
