// Package meter measures where the time and the bytes of a build go. Its input is stages as they
// begin and end, tool cards, and the sizes of the files written; its output is [Costs].
package meter

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Costs is where the seconds and the bytes of a build went.
type Costs struct {
	Stages []StageCost `json:"stages"` // in the order in which a session goes through them
	Pages  []SizeCost  `json:"pages"`  // of the whole site, by kind of file; largest first
	Cards  []SizeCost  `json:"cards"`  // of the sessions that were built, by tool; largest first
}

// StageCost is the time that went into one stage, summed over all workers.
type StageCost struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// SizeCost is how many of a kind there are, and their bytes.
type SizeCost struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Bytes int64  `json:"bytes"`
}

// The stages that are distinguished.
const (
	StageFind    = "find sessions"
	StageParse   = "parse"
	StageCollect = "look for secrets"
	StageClean   = "redact"
	StageRender  = "render turns"
	StageFrame   = "render pages"
	StageWrite   = "write"
	StageDigest  = "index texts"
	StageLists   = "render lists"
	StageMerge   = "write the search index"
)

var stages = []string{StageFind, StageParse, StageCollect, StageClean, StageRender, StageFrame, StageWrite,
	StageDigest, StageLists, StageMerge}

// Meter sums up what a build costs. A nil one measures nothing.
type Meter struct {
	mu    sync.Mutex
	took  map[string]time.Duration
	cards map[string]*SizeCost
}

// New returns a meter that measured nothing yet.
func New() *Meter {
	return &Meter{took: map[string]time.Duration{}, cards: map[string]*SizeCost{}}
}

// Time begins to measure a stage and returns the function that ends it.
func (m *Meter) Time(stage string) (done func()) {
	if m == nil {
		return func() {}
	}
	start := time.Now()
	return func() {
		m.mu.Lock()
		m.took[stage] += time.Since(start)
		m.mu.Unlock()
	}
}

// card counts a tool card.
func (m *Meter) card(tool string, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.cards[tool]
	if c == nil {
		c = &SizeCost{Name: tool}
		m.cards[tool] = c
	}
	c.Count++
	c.Bytes += int64(bytes)
}

// CardMeter returns the function that counts tool cards, nil for a nil meter.
func (m *Meter) CardMeter() func(tool string, bytes int) {
	if m == nil {
		return nil
	}
	return m.card
}

// Costs sums up a build that wrote files of these sizes. sizes is nil when nothing was done. It
// returns nil when nothing was measured.
func (m *Meter) Costs(sizes iter.Seq2[string, int64]) *Costs {
	if m == nil {
		return nil
	}
	c := &Costs{Pages: []SizeCost{}, Cards: []SizeCost{}}
	if sizes == nil {
		return c
	}
	for _, name := range stages {
		c.Stages = append(c.Stages, StageCost{name, m.took[name].Seconds()})
	}
	kinds := map[string]*SizeCost{}
	for name, size := range sizes {
		kind := fileKind(name)
		if kinds[kind] == nil {
			kinds[kind] = &SizeCost{Name: kind}
		}
		kinds[kind].Count++
		kinds[kind].Bytes += size
	}
	c.Pages, c.Cards = largestFirst(kinds), largestFirst(m.cards)
	return c
}

func largestFirst(sizes map[string]*SizeCost) []SizeCost {
	list := []SizeCost{}
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		list = append(list, *sizes[name])
	}
	slices.SortStableFunc(list, func(x, y SizeCost) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return list
}

// fileKind names what a file of a site is.
func fileKind(name string) string {
	elems := strings.Split(name, "/")
	base := elems[len(elems)-1]
	switch {
	case elems[0] != "sessions" && len(elems) > 1:
		return elems[0]
	case elems[0] != "sessions":
		return "front page and the like"
	case elems[len(elems)-2] == "files":
		return "session: files"
	case path.Ext(base) != ".html":
		return "session: " + strings.TrimPrefix(path.Ext(base), ".")
	case strings.HasPrefix(base, "records"):
		return "session: records"
	case strings.HasPrefix(base, "notes"):
		return "session: notes"
	case slices.Contains(elems, "branches"):
		return "session: branches"
	case slices.Contains(elems, "agents"):
		return "session: agents"
	}
	return "session: pages"
}
