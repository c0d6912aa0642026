package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"steno/generator"
	"steno/generator/meter"
)

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
