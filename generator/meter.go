package generator

import (
	"cmp"
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

// The stages that are told apart.
const (
	stageFind    = "find sessions"
	stageParse   = "parse"
	stageCollect = "look for secrets"
	stageClean   = "redact"
	stageRender  = "render turns"
	stageFrame   = "render pages"
	stageWrite   = "write"
	stageDigest  = "index texts"
	stageLists   = "render lists"
	stageMerge   = "write the search index"
)

var stages = []string{stageFind, stageParse, stageCollect, stageClean, stageRender, stageFrame, stageWrite, stageDigest, stageLists, stageMerge}

// meter sums up what a build costs. A nil one measures nothing.
type meter struct {
	mu    sync.Mutex
	took  map[string]time.Duration
	cards map[string]*SizeCost
}

func newMeter() *meter {
	return &meter{took: map[string]time.Duration{}, cards: map[string]*SizeCost{}}
}

// time begins to measure a stage and gives what ends it.
func (m *meter) time(stage string) (done func()) {
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
func (m *meter) card(tool string, bytes int) {
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

// cardMeter is what the theme tells of cards, nil when nobody wants to know.
func (m *meter) cardMeter() func(tool string, bytes int) {
	if m == nil {
		return nil
	}
	return m.card
}

// costs sums up a build that wrote these files.
func (b *build) costs() *Costs {
	if b.meter == nil {
		return nil
	}
	c := &Costs{Pages: []SizeCost{}, Cards: []SizeCost{}}
	if b.out == nil {
		return c // nothing was done
	}
	for _, name := range stages {
		c.Stages = append(c.Stages, StageCost{name, b.meter.took[name].Seconds()})
	}
	kinds := map[string]*SizeCost{}
	for name, size := range b.out.Sizes() {
		kind := fileKind(name)
		if kinds[kind] == nil {
			kinds[kind] = &SizeCost{Name: kind}
		}
		kinds[kind].Count++
		kinds[kind].Bytes += size
	}
	c.Pages, c.Cards = largestFirst(kinds), largestFirst(b.meter.cards)
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
