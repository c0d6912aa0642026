package rebuild

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
)

// What is kept of records that no message shows is bounded, whatever the size of a session.
const (
	maxSample    = 20        // records of a type
	maxRaw       = 32 << 10  // bytes of a record
	maxRawOfType = 48 << 10  // bytes of a type
	maxRawOfAll  = 256 << 10 // bytes of all
)

// unshown gathers what is not shown while files are read.
type unshown struct {
	list  []*parser.Unshown
	at    map[[2]string]*parser.Unshown // the same by type and treatment
	spent map[string]int                // bytes by type
	all   int
}

// note counts a record that no message shows, and keeps it if there is room.
func (u *unshown) note(row *Row, r *Record, clean func(raw.Object) raw.Object) {
	if r.class != Metadata && r.class != Structural && r.class != Withheld || r.Thread.copy {
		return
	}
	key := [2]string{r.Type, string(r.class)}
	t := u.at[key]
	if t == nil {
		if u.at == nil {
			u.at = map[[2]string]*parser.Unshown{}
		}
		t = &parser.Unshown{Type: r.Type, Treatment: r.class, Why: row.Why}
		u.at[key], u.list = t, append(u.list, t)
	}
	t.Count++
	if r.class == Withheld || len(t.Sample) == maxSample {
		return
	}
	kept := parser.RawRecord{File: r.At.File, Line: r.At.Line, Time: r.At.Time, Size: len(r.Raw)}
	object := r.Raw
	if clean != nil {
		object = clean(r.Object).JSON()
	}
	if u.spent == nil {
		u.spent = map[string]int{}
	}
	if n := len(object); n <= maxRaw && u.all+n <= maxRawOfAll && u.spent[r.Type]+n <= maxRawOfType {
		kept.Raw = slices.Clone(jsontext.Value(object))
		u.all += n
		u.spent[r.Type] += n
	}
	t.Sample = append(t.Sample, kept)
}

func (u *unshown) sorted() []*parser.Unshown {
	slices.SortFunc(u.list, func(x, y *parser.Unshown) int {
		return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.Treatment, y.Treatment))
	})
	return u.list
}
