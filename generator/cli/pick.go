package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"steno/generator/choose"
)

// mostPicked is how many sessions are offered at a time.
const mostPicked = 15

// pick lets the user choose among sessions, newest first: by number, several with blanks
// between, or by words of the title, which narrow the list.
func pick(ctx context.Context, u *ui, all []choose.Choice) ([]choose.Choice, error) {
	shown := all
	for {
		for i, c := range shown[:min(len(shown), mostPicked)] {
			when := "-"
			if !c.End.IsZero() {
				when = c.End.Local().Format("2006-01-02 15:04")
			}
			u.say("%3d  %s  %-16.16s  %.70s", i+1, when, c.Project, c.Title)
		}
		if more := len(shown) - mostPicked; more > 0 {
			u.say("     and %d more", more)
		}
		answer, ok := u.ask(ctx, "number, or words of the title: ")
		if err := u.unanswered(ctx); err != nil {
			return nil, err
		}
		if !ok {
			return nil, &usageError{errors.New("no session was chosen"), ""}
		}
		if chosen := byNumber(shown, answer); chosen != nil {
			return chosen, nil
		}
		if shown = byWords(all, answer); len(shown) == 0 {
			u.say("nothing fits %q", answer)
			shown = all
		}
	}
}

// byNumber returns the sessions with these numbers, nil when that is not what was written.
func byNumber(shown []choose.Choice, answer string) []choose.Choice {
	var chosen []choose.Choice
	for _, word := range strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > min(len(shown), mostPicked) {
			return nil
		}
		chosen = append(chosen, shown[n-1])
	}
	return chosen
}

// byWords returns the sessions whose title, project or id contains all words.
func byWords(all []choose.Choice, answer string) []choose.Choice {
	var fits []choose.Choice
	for _, c := range all {
		text := strings.ToLower(c.Title + " " + c.Project + " " + c.ID)
		holds := true
		for word := range strings.FieldsSeq(strings.ToLower(answer)) {
			holds = holds && strings.Contains(text, word)
		}
		if holds {
			fits = append(fits, c)
		}
	}
	return fits
}
