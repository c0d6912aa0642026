package archive

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// project is a folder of sessions.
type project struct {
	folder, dir string
	seed        uint64
}

// plan is a session that is to be written.
type plan struct {
	era     *era
	project project
	seed    uint64
	size    int64
	origin  *plan // whose first records it copies
	copied  int64 // bytes of these
}

// id is the id of the session.
func (p *plan) id() string {
	w := words{Rand: newRand(p.seed ^ 0x1d)}
	id := w.uuid()
	return string(id[:])
}

// line is one era's sessions as they are laid out, project by project.
type line struct {
	*era
	project project
	left    int   // sessions of the project
	last    *plan // that a fork can copy
	given   int64 // bytes of its sessions and their agents

	planned, drawn, forks, empty int // sessions so far, and of these with their own size, copies, without a record
}

// golden spreads the parts of a distribution evenly: a few sessions have the mean that many have.
const golden = 0.6180339887498949

// beyond is what sessions have by what was planned, as a turn ends when it is whole.
const beyond = 1.06

// plan lays out the sessions. Each is of the era that is furthest behind its share of the bytes.
func (o Options) plan(yield func(*plan) bool) {
	lines, scale := o.lines()
	r := newRand(o.Seed)
	start := r.Float64()
	for total, projects := int64(0), 0; total < o.Bytes; {
		l := slices.MinFunc(lines, func(a, b *line) int {
			return cmp.Compare(float64(a.given)/float64(a.Bytes), float64(b.given)/float64(b.Bytes))
		})
		if l.left == 0 {
			l.project, l.left, l.last = newProject(r.Uint64(), projects), 1+int(l.PerProject*2*r.Float64()), nil
			projects++
		}
		p := l.session(r, scale, start)
		if o.Sessions == 1 {
			p.size = o.Bytes
		}
		grown := int64(float64(p.size) * float64(l.Bytes) / float64(l.Main) * beyond)
		l.given += grown
		total += grown
		if !yield(p) || o.Sessions == 1 {
			return
		}
	}
}

// lines returns the eras, and how much larger sessions are than the model has them so that
// there are as many as were asked for.
func (o Options) lines() (lines []*line, scale float64) {
	kinds := map[string]*mix{}
	for name, w := range o.Model.Words {
		kinds[name] = newMix(w)
	}
	whole, sessions := 0.0, 0.0
	for i := range o.Model.Eras {
		whole += float64(o.Model.Eras[i].Bytes)
		lines = append(lines, &line{era: newEra(&o.Model.Eras[i], kinds, i)})
	}
	for _, l := range lines {
		sessions += float64(o.Bytes) * float64(l.Main) / whole / beyond / l.Sessions.Mean / (1 - l.Empty)
	}
	if o.Sessions == 0 {
		return lines, 1
	}
	return lines, sessions / float64(o.Sessions)
}

// session lays out the next session of an era.
func (l *line) session(r *rand.Rand, scale, start float64) *plan {
	l.left--
	l.planned++
	p := &plan{era: l.era, project: l.project, seed: r.Uint64()}
	// The first session of a project has none to begin with.
	if share := l.Forks.Share * l.PerProject / max(1, l.PerProject-1); l.last != nil && due(&l.forks, l.planned, share) {
		p.origin, p.copied, p.size = l.last, l.last.size, int64(float64(l.last.size)/l.Forks.Copied)
		return p
	}
	if due(&l.empty, l.planned, l.Empty) {
		return p
	}
	_, part := math.Modf(start + golden*float64(l.drawn))
	l.drawn++
	p.size = int64(scale * l.Sessions.at(part))
	l.last = p
	return p
}

// due reports whether it is time for one more of what a share of n have, and counts it.
func due(count *int, n int, share float64) bool {
	if float64(*count)+0.5 > share*float64(n) {
		return false
	}
	*count++
	return true
}

func newProject(seed uint64, n int) project {
	name := strings.ToLower(string(compound(nil, seed&^7))) + fmt.Sprintf("-%d", n)
	dir := "/home/user/projects/" + name
	return project{folder: strings.ReplaceAll(dir, "/", "-"), dir: dir, seed: spread(seed)}
}
