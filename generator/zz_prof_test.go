package generator

import (
	"os"
	"steno/generator/config"
	"testing"
)

func BenchmarkOne(b *testing.B) {
	c := config.Default()
	c.Sources, c.Destination = []string{"/tmp/steno/bench/archive-100"}, "/tmp/steno/bench/s100"
	o := Options{Config: c, Version: "bench", Cache: "/tmp/steno/bench/c100"}
	if os.Getenv("FIRST") != "" {
		if _, err := Build(b.Context(), o); err != nil {
			b.Fatal(err)
		}
		return
	}
	for b.Loop() {
		b.StopTimer()
		if g := os.Getenv("GROW"); g != "" {
			grow(b, g)
		} else {
			os.RemoveAll(c.Destination)
			os.RemoveAll(o.Cache)
		}
		b.StartTimer()
		o.Measure = true
		sum, err := Build(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		b.Log(sum.Bytes, sum.Kept, sum.Sessions, sum.Written, sum.Seconds, sum.Costs.Stages)
	}
}
