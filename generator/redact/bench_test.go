package redact

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"steno/generator/redact/walk"
	"steno/tier"
)

// benchText is corpus text as the engine sees it: decoded strings.
func benchText(b *testing.B) []string {
	b.Helper()
	var texts []string
	for _, l := range corpusLines(b) {
		walk.JSON(l, func(_, s string) string {
			texts = append(texts, strings.Clone(s))
			return s
		})
	}
	return texts
}

func size(texts []string) (n int64) {
	for _, t := range texts {
		n += int64(len(t))
	}
	return n
}

// perCore reports how fast texts were read since start, by processor time.
func perCore(b *testing.B, texts []string, start time.Duration) {
	b.Helper()
	b.ReportMetric(float64(size(texts))*float64(b.N)/1e6/(tier.Processor()-start).Seconds(), "MB/s-a-core")
}

// BenchmarkBytes is the yardstick: looking at each byte once.
func BenchmarkBytes(b *testing.B) {
	texts := benchText(b)
	b.SetBytes(size(texts))
	lines := 0
	for b.Loop() {
		for _, t := range texts {
			for i := range len(t) {
				if t[i] == '\n' {
					lines++
				}
			}
		}
	}
	_ = lines
}

// BenchmarkCollect is the first phase.
func BenchmarkCollect(b *testing.B) {
	texts := benchText(b)
	e := mustNew(b, Options{})
	b.SetBytes(size(texts))
	start := tier.Processor()
	for b.Loop() {
		c := e.Collect()
		for _, t := range texts {
			c.Text(t)
		}
	}
	perCore(b, texts, start)
}

// BenchmarkApply is the second phase.
func BenchmarkApply(b *testing.B) {
	texts := benchText(b)
	e := mustNew(b, Options{})
	c := e.Collect()
	for _, t := range texts {
		c.Text(t)
	}
	c.Text("TOKEN=" + strings.Repeat("k8Zq2", 6))
	r := e.Freeze(c.Values())
	b.SetBytes(size(texts))
	start := tier.Processor()
	for b.Loop() {
		for _, t := range texts {
			r.Text(t)
		}
	}
	perCore(b, texts, start)
}

// BenchmarkClean is text in which nothing is found; it allocates nothing.
func BenchmarkClean(b *testing.B) {
	e := mustNew(b, Options{})
	r := e.Freeze()
	s := strings.Repeat("func (p *Parser) token() Token { return p.tokens[p.pos] } // the key is in the map\n", 1000)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		r.Text(s)
	}
}

// BenchmarkLiterals reads text with many literals to look for, and reports what a literal
// costs in memory.
func BenchmarkLiterals(b *testing.B) {
	texts := benchText(b)
	for _, n := range []int{0, 100, 10_000, 1_000_000} {
		names := literalNames(n)
		before := heapNow()
		e := mustNew(b, Options{Literals: names})
		memory := float64(heapNow() - before)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.SetBytes(size(texts))
			for b.Loop() {
				for _, t := range texts {
					e.scanner.Release(e.scan(t, "", nil))
				}
			}
			if n > 0 {
				b.ReportMetric(memory/float64(n), "B/literal")
			}
		})
		runtime.KeepAlive(names)
	}
}

// BenchmarkNewWithLiterals compiles a million literals.
func BenchmarkNewWithLiterals(b *testing.B) {
	names := literalNames(1_000_000)
	for b.Loop() {
		mustNew(b, Options{Literals: names})
	}
}

func heapNow() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
