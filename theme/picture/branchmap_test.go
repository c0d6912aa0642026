package picture

import (
	"strings"
	"testing"

	"steno/theme/chart"
)

func TestBranchMap(t *testing.T) {
	t.Parallel()
	v := DrawMap(&BranchMap{Columns: 5, Lines: []BranchLine{{Turns: 5, Parent: -1}, {From: 2, Turns: 1, Parent: 0}, {From: 2, Turns: 3, Parent: 1}}})
	if len(v.Lines) != 3 || v.Lines[1].X1 != v.Lines[0].Dots[2] || v.Lines[1].X2 != v.Lines[1].X1 || !v.Lines[2].Joins || v.Lines[2].ParentY != v.Lines[1].Y {
		t.Errorf("%+v", v)
	}
	for _, l := range v.Lines {
		for _, x := range append(l.Dots, l.X1, l.X2) {
			if x < 0 || x > chart.Whole {
				t.Errorf("a mark at %s", x)
			}
		}
	}
	if !strings.HasPrefix(v.Text, "3 branches") {
		t.Error(v.Text)
	}
	many := &BranchMap{Columns: 1000, Lines: []BranchLine{{Turns: 1000, Parent: -1}}}
	if v := DrawMap(many); len(v.Lines[0].Dots) != 0 {
		t.Error("dots for a thousand turns")
	}
	for _, none := range []*BranchMap{nil, {}, {Columns: 1, Lines: make([]BranchLine, 100)}} {
		if DrawMap(none) != nil {
			t.Errorf("%+v is drawn", none)
		}
	}
}
