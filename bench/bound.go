package main

import (
	"fmt"
	"io"
)

// bound is what a budget allows: most or least, nothing where both are 0.
type bound struct {
	most, least float64
	each        bool // of every figure; else of the median
}

func (b bound) String() string {
	switch {
	case b.least > 0:
		return fmt.Sprint("at least ", b.least)
	case b.most > 0:
		return fmt.Sprint("at most ", b.most)
	}
	return ""
}

// kept says whether figures keep the bound: "yes", "no", or nothing where there is none.
func (b bound) kept(s spread) string {
	low, high := s.median, s.median
	if b.each {
		low, high = s.least, s.most
	}
	switch {
	case b.least == 0 && b.most == 0:
		return ""
	case b.least > 0 && low < b.least, b.most > 0 && high > b.most:
		return "no"
	}
	return "yes"
}

// printBudget writes a row of the table of budgets.
func printBudget(out io.Writer, archive, what string, b bound, figures []float64, disk, minutes float64) {
	s := newSpread(figures)
	fmt.Fprintf(out, "| %s | %s | %s | %s | %d | %s | %.1f | %.1f |\n", archive, what, b, s, len(figures), b.kept(s), disk, minutes)
}
