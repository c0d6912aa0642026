package main

import (
	"fmt"
	"io"
	"slices"
)

// The table has, of all rounds, the median, and in brackets the least and the most.

func printHead(w io.Writer, base string) {
	fmt.Fprintf(w, "| archive | build | tool | rounds | processor s | wall s | peak MiB | site MB | of the source | files | processor, x %s | wall, x %s |\n",
		base, base)
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
}

// printRow prints what a tool took. Ratios are by what the base took in the same round.
func printRow(w io.Writer, load *workload, build, tool string, samples, base []sample) {
	of := func(value func(sample) float64) spread { return spreadOf(samples, value) }
	wall := func(s sample) float64 { return s.wall.Seconds() }
	site := of(func(s sample) float64 { return float64(s.site) / 1e6 })
	fmt.Fprintf(w, "| %s | %s | %s | %d | %s | %s | %.0f | %.1f | %.2f | %.0f | %s | %s |\n", load.name, build,
		tool, len(samples), of(processorSeconds), of(wall),
		of(func(s sample) float64 { return float64(s.peak) / (1 << 20) }).median, site.median, site.median*1e6/float64(load.bytes),
		of(func(s sample) float64 { return float64(s.files) }).median, ratios(samples, base, processorSeconds), ratios(samples, base, wall))
}

func processorSeconds(s sample) float64 { return s.processor.Seconds() }

// ratios are those of two tools within each round.
func ratios(samples, base []sample, value func(sample) float64) spread {
	var r []float64
	for i := range min(len(samples), len(base)) {
		r = append(r, value(samples[i])/value(base[i]))
	}
	return newSpread(r)
}

// spread is how some values lie.
type spread struct{ median, least, most float64 }

func spreadOf(samples []sample, value func(sample) float64) spread {
	var values []float64
	for _, s := range samples {
		values = append(values, value(s))
	}
	return newSpread(values)
}

func newSpread(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	slices.Sort(values)
	n := len(values)
	return spread{(values[(n-1)/2] + values[n/2]) / 2, values[0], values[n-1]}
}

// String shows the median, and how far the values lie apart when there are several.
func (s spread) String() string {
	if s.least == s.most {
		return fmt.Sprintf("%.2f", s.median)
	}
	return fmt.Sprintf("%.2f (%.2f to %.2f)", s.median, s.least, s.most)
}
