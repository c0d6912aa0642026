package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"steno/generator"
	"steno/generator/meter"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/sitescan"
)

// followUp is how the commands that hints name go on from a build: they read the same sessions, and
// find the site.
type followUp struct {
	again       string // flags, each after a blank; see settings.again
	destination string // the flag --destination
	lost        bool   // the sources are gone by then, so no command can read them
}

// serve is the command that shows the site.
func (f followUp) serve() string {
	command := "steno serve" + f.again
	if f.lost {
		command += " --no-build"
	}
	if f.destination != "" {
		command += " -d " + shellWord(f.destination)
	}
	return command
}

// review says how to look at the values that were redacted and nobody has reviewed, "" where that
// is not possible or there are none. Report is the file that lists all places, if there is one.
func (f followUp) review(report string, unreviewed int) string {
	review := fmt.Sprintf(`"steno review%s" asks about the %s that nobody has reviewed`, f.again, count(unreviewed, "value"))
	switch {
	case f.lost:
		return ""
	case report != "" && unreviewed > 0:
		return report + " lists the places; " + review
	case report != "":
		return report + " lists the places"
	case unreviewed > 0:
		return review + `, "steno check` + f.again + `" lists each with its place`
	}
	return ""
}

// hinted adds to an error that asks for a review how to do it.
func (f followUp) hinted(err error) error {
	var review *redaction.ReviewError
	if errors.As(err, &review) || errors.Is(err, generator.ErrForbidden) {
		return &hintedError{err, redaction.ReviewHint(f.again)}
	}
	return err
}

// reportRedactions prints what a build redacted: nothing when it found nothing.
func reportRedactions(u *ui, rules []redact.RuleCount, hint string) {
	if len(rules) == 0 || u.quiet {
		return
	}
	var b strings.Builder
	redactionTable(&b, rules)
	u.lines(b.String())
	if hint != "" {
		u.hint(hint)
	}
}

// reportSecondLook prints how many values the second look covers.
func reportSecondLook(u *ui, c sitescan.Counts) {
	if c == (sitescan.Counts{}) {
		return
	}
	text := "second look: no file contains the " + count(c.Covered, "redacted value") + " it looked for"
	for _, other := range []struct {
		n   int
		why string
	}{
		{c.Short, fmt.Sprintf("shorter than %d characters", sitescan.MinLength)},
		{c.Common, "common words, which are redacted in their context only"},
		{c.Public, "in the theme or in the site's own texts"},
	} {
		if other.n > 0 {
			text += fmt.Sprintf("; not looked for: %d %s", other.n, other.why)
		}
	}
	u.note(text)
}

// redactionTable prints one line for each rule. Values are distinct ones; home
// directories and user names are only counted.
func redactionTable(w io.Writer, rules []redact.RuleCount) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "REDACTED\tSEVERITY\tVALUES\tPLACES\tSESSIONS")
	for _, r := range rules {
		values := "-"
		if r.Values > 0 {
			values = fmt.Sprint(r.Values)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%d\n", r.Rule, r.Severity, values, r.Places, r.Sessions)
	}
	tw.Flush() // writes to memory or to a terminal
}

// valueList prints each value: what names it, where it is first, and the text around it.
func valueList(w io.Writer, values []redaction.Value) {
	for _, v := range values {
		fmt.Fprintf(w, "%s  %s, %s, %s in %s  %s\n", plain(v.Placeholder), v.State, v.Severity,
			count(v.Places, "place"), count(v.Sessions, "session"),
			cmp.Or(v.ID, "no id before the first \"steno review\""))
		if v.Page != "" {
			fmt.Fprintf(w, "  %s\n  %s\n  %s\n", plain(v.Page), plain(v.At()), plain(oneLine(v.Context)))
		}
	}
}

// mostCosts is how many kinds of page, and tools, are listed.
const mostCosts = 15

// reportCosts prints where the seconds and the bytes of a build went, if that was measured.
func reportCosts(u *ui, sum *generator.Summary) {
	if sum.Costs == nil || u.quiet {
		return
	}
	if sum.Unchanged {
		u.hint("nothing changed, so there is nothing to measure; --force builds everything")
		return
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "STAGE\tSECONDS\t")
	for _, s := range sum.Costs.Stages {
		fmt.Fprintf(w, "%s\t%.2f\t\n", s.Name, s.Seconds)
	}
	sizes := func(title string, list []meter.SizeCost) {
		fmt.Fprintf(w, "\t\t\n%s\tCOUNT\tBYTES\n", title)
		for _, s := range list[:min(len(list), mostCosts)] {
			fmt.Fprintf(w, "%s\t%d\t%s\n", s.Name, s.Count, bytesText(s.Bytes))
		}
		if more := len(list) - mostCosts; more > 0 {
			fmt.Fprintf(w, "and %d more\t\t\n", more)
		}
	}
	sizes("FILES", sum.Costs.Pages)
	sizes("TOOL CARDS", sum.Costs.Cards)
	w.Flush() // writes to memory
	u.lines(b.String())
}

// reportSummary prints the line that sums up a build.
func reportSummary(u *ui, s *generator.Summary, destination string) {
	nothing := ""
	if s.Unchanged {
		nothing = "nothing changed, "
	}
	if s.LeftOut > 0 {
		u.note(count(s.LeftOut, "session") + " left out by select, .stenoignore or steno-sessions.yaml")
	}
	u.note(fmt.Sprintf("%s: %s%s, %s, %s, %s, %.1f s", destination, nothing,
		count(s.Sessions, "session"), count(s.Pages, "page"), bytesText(s.Bytes), count(s.Warnings, "warning"), s.Seconds))
}

// reportPlace says how to look at a site.
func reportPlace(u *ui, destination string, next followUp) {
	u.note("open " + filepath.Join(destination, "index.html") + `, or run "` + next.serve() + `"`)
}

// reportNothing says why a site has no session, and what to do. It is no error: an archive may begin empty.
func reportNothing(u *ui, sum *generator.Summary, o buildOptions) {
	if o.empty {
		return
	}
	if sum.LeftOut > 0 {
		all := "the only session that was found"
		if sum.LeftOut > 1 {
			all = fmt.Sprintf("all of the %s that were found", count(sum.LeftOut, "session"))
		}
		u.line("warning", yellow, "the site is empty: the configuration excludes "+all)
		u.hint(`"steno config" shows the keys of select; .stenoignore and steno-sessions.yaml exclude sessions, too`)
		return
	}
	u.line("warning", yellow, "the site is empty: no session was found in "+strings.Join(o.config.Sources, ", "))
	if isDefault(o.config) {
		u.hint(whereHint(o.config))
	} else {
		u.hint(fmt.Sprintf("%q shows what was read, and \"steno help agents\" lists what can be; --source names other transcripts",
			"steno check"+o.next.again))
	}
}
