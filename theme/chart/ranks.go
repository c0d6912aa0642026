package chart

// Ranks are rows with a bar each, such as tools by their calls. A template shows them
// with {{template "ranks" .}}; they are a table with pictures, and need no other.
type Ranks struct {
	Title string // caption of the table: "Tools"
	Names string // what a row is: "Tool"
	Unit  string // as of [Bars]
	Rows  []Rank // in the order shown
}

// Rank is one row.
type Rank struct {
	Text  string
	Href  string // may be empty
	Value float64
	Bad   float64 // the part of Value that failed
	Note  string  // small print behind the figure: "3 failed"
}

// RankDrawing is a row with the length of its bar.
type RankDrawing struct {
	Rank
	W    Part // of what went well
	BadX Part
	BadW Part
}

// Draw gives each row the length of its bar; the longest fills the width.
func (r Ranks) Draw() []RankDrawing {
	most := 0.0
	for _, row := range r.Rows {
		most = max(most, sane(row.Value))
	}
	var rows []RankDrawing
	for _, row := range r.Rows {
		d := RankDrawing{Rank: row}
		whole, bad := share(sane(row.Value), most), share(sane(min(row.Bad, row.Value)), most)
		if row.Bad > 0 && bad < 40 {
			bad = min(40, whole) // a single failure is seen
		}
		d.W, d.BadX, d.BadW = whole-bad, whole-bad, bad
		rows = append(rows, d)
	}
	return rows
}
