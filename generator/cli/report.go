package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"steno/generator"
	"steno/generator/meter"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/sitescan"
)

// redactions prints what a build redacted: nothing when it found nothing.
func (u *ui) redactions(rules []redact.RuleCount, report string) {
	if len(rules) == 0 || u.quiet {
		return
	}
	var b strings.Builder
	redactionTable(&b, rules)
	for line := range strings.Lines(b.String()) {
		u.say("%s", strings.TrimSuffix(line, "\n"))
	}
	if u.lost {
		return
	}
	review := `"steno review` + u.again + `" goes through them`
	hint := review + `, "steno check` + u.again + `" lists each with its place`
	if report != "" {
		hint = report + " lists the places; " + review
	}
	u.line("hint", bold, hint)
}

// lookedFor prints how many values the second look covers.
func (u *ui) lookedFor(c sitescan.Counts) {
	if c == (sitescan.Counts{}) {
		return
	}
	text := "second look: covers " + count(c.Covered, "value")
	for _, other := range []struct {
		n   int
		why string
	}{
		{c.Short, fmt.Sprintf("shorter than %d characters", sitescan.MinLength)},
		{c.Common, "common words, which are redacted in their context only"},
		{c.Public, "in the theme or in the site's own texts"},
	} {
		if other.n > 0 {
			text += fmt.Sprintf("; not covered: %d %s", other.n, other.why)
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
		fmt.Fprintf(w, "%s  %s, %s, %s in %s  %s\n", plain(v.Placeholder), v.State, v.Severity, count(v.Places, "place"), count(v.Sessions, "session"), cmp.Or(v.ID, "no id: there is no review key"))
		if v.Page != "" {
			fmt.Fprintf(w, "  %s\n  %s\n  %s\n", plain(v.Page), plain(v.At()), plain(v.Context))
		}
	}
}

// mostCosts is how many kinds of page, and tools, are listed.
const mostCosts = 15

// costs prints where the seconds and the bytes of a build went, if that was measured.
func (u *ui) costs(sum *generator.Summary) {
	if sum.Costs == nil || u.quiet {
		return
	}
	if sum.Unchanged {
		u.line("hint", bold, "nothing changed, so there is nothing to measure; --force builds everything")
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
	for line := range strings.Lines(b.String()) {
		u.say("%s", strings.TrimRight(line, " \n"))
	}
}
