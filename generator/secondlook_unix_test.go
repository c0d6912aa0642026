//go:build unix

package generator

import (
	"context"
	"fmt"
	"syscall"
	"testing"

	"steno/generator/config"
)

// BenchmarkSecondLook compares the processor time of cold builds with and without the second look, in
// turn, and counts what it looks at when one session or nothing changed.
func BenchmarkSecondLook(b *testing.B) {
	source, _ := benchSource(b)
	options := func() Options {
		c := config.Default()
		c.Sources, c.Destination = []string{source}, b.TempDir()
		for i := range 1000 {
			c.Redact.Literals = append(c.Redact.Literals, fmt.Sprintf("customer-%x", i*i*7919))
		}
		return Options{Config: c, Version: "bench", Cache: b.TempDir()}
	}
	cold := func(look bool) (seconds float64, sum *Summary) {
		o := options()
		begun := processorSeconds(b)
		sum, _, err := build(context.Background(), o, seams{unlooked: !look})
		if err != nil {
			b.Fatal(err)
		}
		return processorSeconds(b) - begun, sum
	}
	cold(true) // so that nothing is done for the first time
	var with, without float64
	var sum *Summary
	for b.Loop() {
		s, _ := cold(false)
		without += s
		s, sum = cold(true)
		with += s
	}
	b.ReportMetric(100*(with/without-1), "%look")
	b.ReportMetric(without/float64(b.N), "cpu-s/without")
	b.ReportMetric(float64(sum.Bytes)/1e6, "MB/site")
	o := options()
	for range 2 {
		again, err := Build(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		sum = again
	}
	if !sum.Unchanged {
		b.Error("a second build does something")
	}
}

func processorSeconds(b *testing.B) float64 {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
