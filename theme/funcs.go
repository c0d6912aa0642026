package theme

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"steno/theme/markup"
	"steno/theme/picture"
	"steno/theme/view"
	"steno/theme/words"
)

// funcs are the functions that templates may call, on top of the standard ones.
func funcs(a *assets) template.FuncMap {
	return template.FuncMap{
		"agentsIn":    view.AgentsIn,
		"amount":      words.Amount,
		"asset":       a.find,
		"atSlashes":   atSlashes,
		"beyond":      view.Beyond,
		"branchMap":   picture.DrawMap,
		"bytes":       words.Size,
		"calendar":    picture.Calendar,
		"clock":       words.Clock,
		"counted":     counted,
		"day":         words.Day,
		"depth":       func(n int) int { return min(n, 8) }, // the depth, at most 8: as far as the style sheet indents
		"duration":    words.Duration,
		"inlineHash":  a.inlineHash,
		"inlineStyle": func() template.CSS { return markup.FromSheet(a.inline) }, // the style sheet of pages that load none
		"joined":      joinedWords,
		"linkWords":   linkWords,
		"kindWords":   kindWords,
		"lower":       strings.ToLower, // the text in small letters
		"machine":     words.Machine,
		"model":       view.ModelName,
		"moment":      words.Moment,
		"noun":        noun,
		"number":      words.Number,
		"ofThread":    ofThread,
		"pages":       pageLinks,
		"plain":       plainWords,
		"plural":      words.Plural,
		"shared":      view.SharedWords,
		"sameWords":   view.SameWords,
		"seconds":     func(d time.Duration) int { return int(d / time.Second) }, // whole seconds
		"sentence": func(words string) string { // the text with a capital letter
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

// atSlashes cuts a path or a command behind its slashes, where a line may break: browsers do not
// break there themselves.
func atSlashes(text string) (parts []string) {
	for text != "" {
		n := strings.IndexByte(text, '/') + 1
		if n == 0 {
			n = len(text)
		}
		for n < len(text) && text[n] == '/' {
			n++
		}
		parts, text = append(parts, text[:n]), text[n:]
	}
	return parts
}

// ofThread reports whether pages of a kind show a thread.
func ofThread(kind string) bool {
	return slices.Contains([]string{"session", "agent", "branch", "beginning"}, kind)
}

// tokenWords are the figures of a usage.
func tokenWords(t view.Tokens) string {
	return words.Number(t.Input) + " input, " + words.Number(t.Output) + " output, " +
		words.Number(t.CacheRead) + " cache read, " + words.Number(t.CacheWrite) + " cache write"
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

// wall is the time between start and end, "" when it says no more than the
// active time would.
func wall(start, end time.Time, active time.Duration) string {
	if start.IsZero() || end.Sub(start) < max(time.Minute, active) {
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

// kindWords says what an agent is, where that is not a task of a call.
func kindWords(kind string) string {
	switch kind {
	case "task", "sidechain":
		return ""
	case "workflow":
		return "step of a workflow"
	case "progress":
		return "rebuilt from progress records"
	}
	return kind
}

// linkWords says how an agent's spawning call was found, where that is not certain: ids are.
func linkWords(link string) string {
	switch link {
	case "prompt":
		return "the prompt, which is the same"
	case "sidechain":
		return "prompt and time"
	}
	return ""
}

// pageLink is an entry of a pager: a page, or a gap.
type pageLink struct {
	Text, Href string
	Gap        bool
}

// pageLinks are the pages that a pager names: the first, the last, and those
// around the one being shown.
func pageLinks(p view.Pager) []pageLink {
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
