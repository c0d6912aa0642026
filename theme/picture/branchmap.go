package picture

import (
	"fmt"

	"steno/theme/chart"
	"steno/theme/words"
)

// BranchMap is how the branches of a thread left each other: the live one first, then
// those of SessionHead.BranchRows in their order.
type BranchMap struct {
	Columns int // turns from the first to the last of the longest way
	Lines   []BranchLine
}

// BranchLine is one branch of the map.
type BranchLine struct {
	From   int // column of its first turn
	Turns  int // how many turns it has that no other branch has
	Parent int // index of the line that it branched off from, -1 for none
}

// branchMapView is a map as its template draws it.
type branchMapView struct {
	Height int
	Text   string // what it shows, in words
	Lines  []branchLineView
}

type branchLineView struct {
	Y, ParentY int
	X1, X2     chart.Part
	Joins      bool // it left another line at X1
	Number     int  // of the branch in the list below, 0 for the live one
	Dots       []chart.Part
}

// Rows of the map are so many pixels high. Of more turns than fit no dots are drawn, and
// of more branches than can be distinguished no map.
const (
	mapRow   = 22
	mapTurns = 60
)

// MostMapped is how many branches, the live one among them, are drawn at most.
const MostMapped = 40

// DrawMap places the marks of a map; nil when there is nothing to draw.
func DrawMap(m *BranchMap) *branchMapView {
	if m == nil || m.Columns == 0 || len(m.Lines) > MostMapped {
		return nil
	}
	at := func(column int) chart.Part {
		return 300 + (chart.Whole-900)*chart.Part(column)/chart.Part(max(m.Columns-1, 1))
	}
	v := &branchMapView{Height: mapRow * len(m.Lines),
		Text: fmt.Sprintf("%s and where they left each other", words.Plural(len(m.Lines), "branch"))}
	for i, line := range m.Lines {
		l := branchLineView{Y: mapRow*i + mapRow/2, X1: at(line.From), X2: at(line.From + max(line.Turns-1, 0)), Number: i}
		if line.Parent >= 0 && line.Parent < i {
			l.Joins, l.ParentY = true, mapRow*line.Parent+mapRow/2
		}
		for turn := range line.Turns {
			if m.Columns <= mapTurns {
				l.Dots = append(l.Dots, at(line.From+turn))
			}
		}
		v.Lines = append(v.Lines, l)
	}
	return v
}
