package chart

import (
	"math"
	"strconv"
	"strings"
)

// Bars are stacked bars side by side, such as the tokens of each day by model. A
// template shows them with {{template "bars" .}}, and adds the figures as a table.
type Bars struct {
	Title   string   // what the bars show: "Tokens per day"
	Names   string   // what a bar is, the head of the table: "Day"
	Unit    string   // how figures are written: "tokens", "usd", or a noun to count: "session"
	Series  []string // the parts of a bar, lowest first; one without a name when there are none
	Judged  bool     // the first series is good and the second is not, as lines that were added and removed
	Columns []Column // in the order of the axis
}

// ID is that of the table of the figures.
func (b Bars) ID() string {
	return "t-" + strings.Join(strings.FieldsFunc(strings.ToLower(b.Title),
		func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "-")
}

// class is the class of a series, which has its colour.
func (b Bars) class(series int) string {
	switch {
	case !b.Judged:
		return "s" + strconv.Itoa(series)
	case series == 0:
		return "s-good"
	}
	return "s-bad"
}

// Column is one bar.
type Column struct {
	Label  string // "3 Mar 2026"
	Href   string // of what the bar represents, for the table; may be empty
	Values []float64
	Of     float64 // what the values are percentages of; 0 for amounts
}

// Empty reports whether the bar has no height: the table leaves it out.
func (c Column) Empty() bool {
	for _, v := range c.Values {
		if v != 0 {
			return false
		}
	}
	return true
}

// The size of a picture of bars in pixels, and how many bars fit into it. Of more
// columns, neighbours are merged.
const (
	barsHeight = 120 // of the plot; labels are below it
	maxColumns = 92  // a quarter of a year
)

// BarsDrawing has the positions of the marks of [Bars].
type BarsDrawing struct {
	Bars
	Height  int
	Step    int // columns in one bar, 1 unless there are too many
	Ticks   []Tick
	Stacks  []Stack
	Totals  []float64 // of each series over all columns
	Classes []string  // of each series
	Most    Stack     // the highest
}

// Tick is a line across the plot with its figure.
type Tick struct {
	Y     int
	Value float64
}

// Stack is one bar, or several that were summed, drawn.
type Stack struct {
	Label  string
	Total  float64
	X, W   Part
	Pieces []Piece
}

// Piece is the part of a bar that one series has.
type Piece struct {
	Class string // of its series
	Value float64
	Y, H  int
}

// First and Last are the ends of the axis.
func (d *BarsDrawing) First() string { return d.Columns[0].Label }

// Last is the label of the last column.
func (d *BarsDrawing) Last() string { return d.Columns[len(d.Columns)-1].Label }

// Draw places the bars; nil when there is nothing to show.
func (b Bars) Draw() *BarsDrawing {
	d := &BarsDrawing{Bars: b, Height: barsHeight, Totals: make([]float64, len(b.Series))}
	for i := range b.Series {
		d.Classes = append(d.Classes, b.class(i))
	}
	d.Step = max(1, (len(b.Columns)+maxColumns-1)/maxColumns)
	merged := mergeColumns(b.Columns, len(b.Series), d.Step)
	for _, c := range merged {
		s := Stack{Label: c.Label}
		for i, v := range c.Values {
			s.Total += v
			d.Totals[i] += v
		}
		if s.Total > d.Most.Total {
			d.Most = s
		}
		d.Stacks = append(d.Stacks, s)
	}
	if d.Most.Total == 0 {
		return nil
	}
	top := round(d.Most.Total)
	for _, share := range []float64{1, .5, 0} {
		if v := share * top; v == math.Trunc(v) || !b.counts() { // there are no 2.5 sessions
			d.Ticks = append(d.Ticks, Tick{Y: barsHeight - int(math.Round(share*barsHeight)), Value: v})
		}
	}
	for i := range d.Stacks {
		d.Stacks[i].place(i, len(d.Stacks), merged[i].Values, top, d.Classes)
	}
	return d
}

// counts reports whether figures are numbers of things, which are whole.
func (b Bars) counts() bool { return b.Unit != "percent" && b.Unit != "usd" }

// place is the position of stack i of n, in the middle of its room, of which a fifth is left free.
func (s *Stack) place(i, n int, values []float64, top float64, classes []string) {
	from, to := Whole*Part(i)/Part(n), Whole*Part(i+1)/Part(n)
	room := min((to-from)/5, 40)
	s.W = max(1, min(to-from-room, 600))
	s.X = from + (to-from-s.W)/2
	sum := 0.0
	below := 0
	for series, v := range values {
		sum += v
		reach := int(math.Round(sum / top * barsHeight))
		if v > 0 && reach == 0 {
			reach = 1 // what is there is seen
		}
		if reach > below {
			s.Pieces = append(s.Pieces, Piece{Class: classes[series], Value: v, Y: barsHeight - reach, H: reach - below})
			below = reach
		}
	}
}

// mergeColumns sums so many neighbours, and assigns each column a figure for
// every series. Percentages become the percentage of all that the neighbours are parts of.
func mergeColumns(columns []Column, series, step int) []Column {
	var merged []Column
	for i := 0; i < len(columns); i += step {
		last := min(i+step, len(columns)) - 1
		c := Column{Label: columns[i].Label, Values: make([]float64, series)}
		if last > i {
			c.Label += " to " + columns[last].Label
		}
		for _, part := range columns[i : last+1] {
			for s, v := range part.Values[:min(series, len(part.Values))] {
				if part.Of > 0 {
					v *= part.Of
				}
				c.Values[s] += sane(v)
			}
			c.Of += part.Of
		}
		for s := range c.Values {
			if c.Of > 0 {
				c.Values[s] /= c.Of
			}
		}
		merged = append(merged, c)
	}
	return merged
}
