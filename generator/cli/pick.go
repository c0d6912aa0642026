package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/selection"
)

// choose finds the sessions that are meant, and asks when nothing was said.
func (o *exportOptions) choose(ctx context.Context, u *ui) ([]choose.Choice, error) {
	ask := o.query.Empty()
	choices, err := generator.Find(ctx, generator.Options{Config: o.config, Version: version()}, o.query, ask)
	var ambiguous *choose.AmbiguousError
	var unknown *choose.NotFoundError
	switch {
	case errors.As(err, &unknown) && unknown.Name == "latest":
		return nil, &usageError{err, `did you mean "--latest"?`}
	case errors.As(err, &unknown) && exists(unknown.Name):
		return nil, notSession(unknown.Name, err)
	case errors.As(err, &unknown) && strings.HasSuffix(unknown.Name, ".jsonl"):
		return nil, &usageError{err, `there is no such file either; "steno list" prints all sessions with their ids`}
	case errors.As(err, &ambiguous), errors.As(err, &unknown):
		return nil, &usageError{err, "steno list prints all sessions with their ids"}
	case err != nil:
		return nil, err
	case len(choices) == 0:
		return nil, &usageError{fmt.Errorf("%w%s", choose.ErrNothingFits, o.asked), o.nothingFits(ctx)}
	case ask && len(choices) > 1 && !u.canAsk():
		return nil, &usageError{errors.New("which session is to be exported?"), "name one, or use --latest; steno list prints them all"}
	case ask && len(choices) > 1:
		return pick(ctx, u, choices)
	}
	return choices, nil
}

// mostNamed is how many names a hint has.
const mostNamed = 6

// nothingFits is what helps when no session fits the query: the names that sessions have, the most alike first.
func (o *exportOptions) nothingFits(ctx context.Context) string {
	const list = "steno list prints all sessions, each with its project"
	known, err := generator.TraitsOf(ctx, generator.Options{Config: o.config, Version: version()}, o.query.Branch != "")
	if err == nil && len(known.Projects) == 0 {
		none := "there is no session in " + plain(strings.Join(o.config.Sources, ", "))
		if others := o.config.AlsoFound(); len(others) > 0 {
			none += "; " + readOthers(others)
		}
		return none
	}
	for _, trait := range []struct {
		name, asked string
		known       []string
	}{{"project", o.query.Project, known.Projects}, {"branch", o.query.Branch, known.Branches}, {"tag", o.query.Tag, known.Tags}} {
		if err != nil || trait.asked == "" || slices.Contains(trait.known, trait.asked) {
			continue
		}
		if len(trait.known) == 0 {
			return fmt.Sprintf("no session has a %s; %s", trait.name, list)
		}
		slices.SortStableFunc(trait.known, func(x, y string) int {
			return cmp.Compare(selection.Distance(x, trait.asked), selection.Distance(y, trait.asked))
		})
		names := "--" + trait.name + " can be " + plain(strings.Join(trait.known[:min(len(trait.known), mostNamed)], ", "))
		if more := len(trait.known) - mostNamed; more > 0 {
			names += fmt.Sprintf(" and %d more", more)
		}
		return names + "; " + list
	}
	return cmp.Or(o.noneHint, list)
}

// mostPicked is how many sessions are offered at a time.
const mostPicked = 15

// pick lets the user choose among sessions, newest first: by number, several with blanks
// between, or by words of the title, which narrow the list.
func pick(ctx context.Context, u *ui, all []choose.Choice) ([]choose.Choice, error) {
	shown := all
	width := 70
	if u.columns != nil {
		width = min(width, u.columns()-len("  1  2026-01-19 08:30  ")-16-len("  "))
	}
	for {
		for i, c := range shown[:min(len(shown), mostPicked)] {
			when := "-"
			if !c.End.IsZero() {
				when = c.End.Local().Format("2006-01-02 15:04")
			}
			u.say("%3d  %-16s  %-16.16s  %s", i+1, when, c.Project, cut(c.Title, width))
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
