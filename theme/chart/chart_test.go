package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPart(t *testing.T) {
	t.Parallel()
	for part, want := range map[Part]string{0: "0%", 7: "0.07%", 40: "0.4%", 1250: "12.5%", 1234: "12.34%", Whole: "100%"} {
		if got := part.String(); got != want {
			t.Errorf("%d is written %q, want %q", int(part), got, want)
		}
	}
}

func TestRound(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]float64{0: 1, .03: .05, 1: 1, 1.1: 2, 4: 5, 7: 10, 10: 10, 130_000: 200_000} {
		if got := round(v); math.Abs(got-want) > 1e-9 {
			t.Errorf("round(%v) = %v, want %v", v, got, want)
		}
	}
}

func TestBars(t *testing.T) {
	t.Parallel()
	d := Bars{Title: "Tokens", Series: []string{"a", "b"}, Columns: []Column{
		{Label: "Mon", Values: []float64{50, 25}}, {Label: "Tue"}, {Label: "Wed", Values: []float64{0, 100, 7}},
	}}.Draw()
	want := []Stack{
		{Label: "Mon", Total: 75, X: 1366, W: 600, Pieces: []Piece{{"s0", 50, 60, 60}, {"s1", 25, 30, 30}}},
		{Label: "Tue", X: 4699, W: 600},
		{Label: "Wed", Total: 100, X: 8033, W: 600, Pieces: []Piece{{"s1", 100, 0, 120}}},
	}
	if diff := cmp.Diff(want, d.Stacks); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Tick{{0, 100}, {60, 50}, {120, 0}}, d.Ticks); diff != "" {
		t.Error(diff)
	}
	if d.Most.Label != "Wed" || d.First() != "Mon" || d.Last() != "Wed" || !slices.Equal(d.Totals, []float64{50, 125}) {
		t.Errorf("most %v, from %q to %q, totals %v", d.Most, d.First(), d.Last(), d.Totals)
	}
	if (Bars{Series: []string{""}, Columns: []Column{{Values: []float64{math.NaN()}}, {Values: []float64{-3}}}}).Draw() != nil {
		t.Error("bars of nothing are drawn")
	}
}

// Half of five sessions is no number of sessions.
func TestTicksOfWholeNumbers(t *testing.T) {
	t.Parallel()
	for unit, want := range map[string]int{"session": 2, "percent": 3, "usd": 3} {
		d := Bars{Unit: unit, Series: []string{""}, Columns: []Column{{Values: []float64{5}}}}.Draw()
		if len(d.Ticks) != want {
			t.Errorf("%q has ticks %v, want %d", unit, d.Ticks, want)
		}
	}
}

// Where weeks are merged, a percentage is one of the sum: 90 % of 10 and 50 % of 30 are 60 % of 40.
func TestBarsOfPercentages(t *testing.T) {
	t.Parallel()
	b := Bars{Series: []string{""}}
	for range maxColumns {
		b.Columns = append(b.Columns, Column{Values: []float64{90}, Of: 10}, Column{Values: []float64{50}, Of: 30})
	}
	d := b.Draw()
	if d.Step != 2 {
		t.Errorf("%d columns in a bar, want 2", d.Step)
	}
	for i, s := range d.Stacks {
		if math.Abs(s.Total-60) > 1e-9 {
			t.Fatalf("bar %d shows %v %%, want 60", i, s.Total)
		}
	}
}

// Whatever the figures are, bars stay in their picture and there are not too many.
func TestBarsStayInside(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		b := Bars{Series: []string{"a", "b", "c"}}
		for range 1 + random.IntN(900) {
			b.Columns = append(b.Columns, Column{Label: "x", Values: []float64{random.ExpFloat64(), random.NormFloat64(), 1e300 * random.Float64()}[:random.IntN(4)]})
		}
		d := b.Draw()
		if d == nil {
			continue
		}
		if len(d.Stacks) > maxColumns {
			t.Fatalf("%d bars of %d columns", len(d.Stacks), len(b.Columns))
		}
		for _, s := range d.Stacks {
			if s.X < 0 || s.W <= 0 || s.X+s.W > Whole {
				t.Fatalf("a bar from %v, %v wide", s.X, s.W)
			}
			for _, p := range s.Pieces {
				if p.Y < 0 || p.H < 1 || p.Y+p.H > d.Height {
					t.Fatalf("a piece from %d, %d high", p.Y, p.H)
				}
			}
		}
	}
}

func TestCurve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		points []Point
		end    Part
		want   string
	}{
		{"nothing", nil, Whole, ""},
		{"zero", []Point{{0, 0}}, Whole, ""},
		{"steps", []Point{{0, 50}, {2000, 100}, {5000, 25}}, 9000, "M0 64V32H2000V0H5000V48H9000V64Z"},
		{"level steps are one", []Point{{0, 50}, {2000, 50}, {5000, 100}}, 9000, "M0 64V32H5000V0H9000V64Z"},
		{"beyond the ends", []Point{{-5, 50}, {20_000, 100}}, 9000, "M0 64V32H10000V0H10000V64Z"},
	} {
		if got := Curve(c.points, c.end, 64); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	var many []Point
	for i := range Part(9999) {
		many = append(many, Point{X: i, Y: float64(i % 977)})
	}
	if got := Curve(many, Whole, 64); len(got) > 5000 || !strings.Contains(got, "V0") {
		t.Errorf("the curve of 9999 points has %d bytes", len(got))
	}
}

func at(minute float64) time.Time {
	return time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).Add(time.Duration(minute * float64(time.Minute)))
}

func span(from, to float64) Span { return Span{at(from), at(to)} }

// describe writes an axis as "stretch minutes@x+w" and "| gap |".
func describe(a *Axis) string {
	if a == nil {
		return "nothing"
	}
	var parts []string
	for i, s := range a.Stretches {
		parts = append(parts, fmt.Sprintf("%v@%v+%v", s.Duration(), s.X, s.W))
		if i < len(a.Gaps) {
			parts = append(parts, fmt.Sprintf("|%v@%v+%v|", a.Gaps[i].Duration(), a.Gaps[i].X, a.Gaps[i].W))
		}
	}
	return strings.Join(parts, " ")
}

func TestAxis(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spans []Span
		want  string
	}{
		{"no times", []Span{{}}, "nothing"},
		{"a moment", []Span{span(0, 0)}, "0s@0%+100%"},
		{"one stretch", []Span{span(0, 10), span(12, 20)}, "20m0s@0%+100%"},
		{"unordered and overlapping", []Span{span(12, 20), span(0, 10), span(5, 13)}, "20m0s@0%+100%"},
		{"backwards", []Span{span(5, 0), span(6, 12)}, "7m0s@0%+100%"},
		{"a gap", []Span{span(0, 10), span(190, 200)}, "10m0s@0%+47.5% |3h0m0s@47.5%+5%| 10m0s@52.5%+47.5%"},
		{"a short pause stays", []Span{span(0, 10), span(12, 22)}, "22m0s@0%+100%"},
		{"long sessions bear longer pauses", []Span{span(0, 100), span(110, 200)}, "3h20m0s@0%+100%"},
		{"two moments", []Span{span(0, 0), span(100, 100)}, "0s@0%+47.5% |1h40m0s@47.5%+5%| 0s@52.5%+47.5%"},
		{"no stretch vanishes", []Span{span(0, 600), span(6000, 6000)}, "10h0m0s@0%+93.5% |90h0m0s@93.5%+5%| 0s@98.5%+1.5%"},
	} {
		if got := describe(NewAxis(c.spans)); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	a := NewAxis([]Span{span(0, 10), span(190, 200)})
	for minute, want := range map[float64]Part{-9: 0, 0: 0, 5: 2375, 10: 4750, 100: 5000, 190: 5250, 200: Whole, 900: Whole} {
		if got := a.At(at(minute)); got != want {
			t.Errorf("minute %v stands at %v, want %v", minute, got, want)
		}
	}
	if got := a.Cut(span(5, 195)); !cmp.Equal(got, []Mark{{X: 2375, W: 2375}, {X: 5250, W: 2375}}) {
		t.Errorf("what lasts over a gap is cut into %v", got)
	}
}

func TestLane(t *testing.T) {
	t.Parallel()
	a := NewAxis([]Span{span(0, 10), span(190, 200)})
	for _, c := range []struct {
		name   string
		pieces []Mark
		most   int
		want   []Mark
	}{
		{"apart", []Mark{{0, 2000, "", 0, 0}, {2000, 2000, "", 1, 1}}, 4, []Mark{{0, 2000, "", 0, 0}, {2000, 2000, "", 1, 1}}},
		{"merged when narrow", []Mark{{10, 10, "", 1, 1}, {0, 5, "", 0, 0}, {400, 100, "", 2, 2}}, 4, []Mark{{0, 40, "", 0, 1}, {400, 100, "", 2, 2}}},
		{"never across a gap", []Mark{{4740, 10, "", 0, 0}, {5250, 10, "", 1, 1}}, 1, []Mark{{4740, 40, "", 0, 0}, {5250, 40, "", 1, 1}}},
		{"kinds stay apart", []Mark{{0, 50, "", 0, 0}, {50, 50, "off", 1, 1}}, 4, []Mark{{0, 50, "", 0, 0}, {50, 50, "off", 1, 1}}},
		{"until there are too many", []Mark{{0, 50, "", 0, 0}, {50, 50, "off", 1, 1}}, 1, []Mark{{0, 100, "", 0, 1}}},
		{"at the end", []Mark{{Whole, 0, "", 0, 0}}, 4, []Mark{{Whole - 40, 40, "", 0, 0}}},
	} {
		if diff := cmp.Diff(c.want, a.Lane(c.pieces, c.most)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Whatever happened when, the axis is whole and in order, and lanes stay on it.
func TestTimelinesStayInside(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		var spans []Span
		minute := 0.0
		for range 1 + random.IntN(400) {
			minute += random.ExpFloat64() * math.Pow(10, float64(random.IntN(5)-1))
			spans = append(spans, span(minute, minute+random.NormFloat64()*4))
		}
		if random.IntN(9) == 0 {
			spans = append(spans, Span{time.Date(1, 2, 3, 0, 0, 0, 0, time.UTC), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)})
		}
		a := NewAxis(spans)
		end := Part(0)
		for i, s := range a.Stretches {
			if s.X != end || s.W < 0 {
				t.Fatalf("a stretch from %v, %v wide, after %v", s.X, s.W, end)
			}
			end = s.X + s.W
			if i < len(a.Gaps) {
				if a.Gaps[i].X != end || a.Gaps[i].W <= 0 {
					t.Fatalf("a gap from %v, %v wide, after %v", a.Gaps[i].X, a.Gaps[i].W, end)
				}
				end += a.Gaps[i].W
			}
		}
		if end != Whole || len(a.Gaps) > maxGaps {
			t.Fatalf("the axis ends at %v with %d gaps", end, len(a.Gaps))
		}
		var pieces []Mark
		for i, s := range spans {
			for _, m := range a.Cut(s) {
				m.First, m.Last = i, i
				pieces = append(pieces, m)
			}
		}
		marks := a.Lane(pieces, 60)
		if len(marks) > 60 {
			t.Fatalf("%d marks of %d pieces", len(marks), len(pieces))
		}
		for _, m := range marks {
			if m.X < 0 || m.W <= 0 || m.X+m.W > Whole {
				t.Fatalf("a mark from %v, %v wide", m.X, m.W)
			}
		}
	}
}
