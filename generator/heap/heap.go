// Package heap sets how often the garbage collector runs.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How often the garbage collector runs is a trade of memory for time. Go's default lets the heap
// grow to twice of what is in use, which for a build that uses 30 MB is a collection every few
// hundredths of a second, a fifth of all its time. Memory is there to be used: the heap may grow by
// room before it is collected, or by as much as is in use if that is more, but not to more than
// five times of what is in use. Where much is in use, it may grow by less, as memory is short there; but
// as a collection takes long, too, it may also grow to what it was before: a build needs little more
// at most for it.
//
// Memory that was freed goes back to the system slowly, and meanwhile more is taken from it for
// what does not fit into the gaps. So there is also a limit, somewhat above what the heap may grow
// to: before memory beyond it is taken, what was freed goes back.
const (
	room  = 64 << 20 // bytes
	much  = 2 * room
	less  = 54 << 20 // bytes, where much is in use
	most  = 400      // percent
	least = 30
	above = 10       // percent of the heap that the limit is above it,
	spare = 20 << 20 // and bytes: for stacks, and what the collector itself needs
)

// Roomy sets how often the collector runs, again after each run. Who has set it in the
// environment knows better.
func Roomy() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(most)
	tune(pace{percent: most})
}

// pace is how far the heap may grow now, and how far it might grow at most so far.
type pace struct {
	percent int
	highest uint64 // bytes
}

// next returns the pace after a collection that left so many bytes in use.
func (p pace) next(used uint64) pace {
	free := uint64(room)
	if used > much {
		free = max(less, p.highest-min(used, p.highest))
	}
	percent := min(most, max(least, int(free*100/used)))
	return pace{percent, max(p.highest, used*uint64(100+percent)/100)}
}

// tune sets the pace that fits what is in use, and leaves an object behind that
// the next collection takes, and with that calls it again.
func tune(now pace) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	used := max(1, live[0].Value.Uint64())
	next := now.next(used)
	if next.percent != now.percent {
		debug.SetGCPercent(next.percent)
	}
	debug.SetMemoryLimit(limit(used, next.percent))
	sentinel := new([64]byte)
	runtime.AddCleanup(sentinel, tune, next)
}

// limit is how many bytes the program may take from the system, when so many are in use after a
// collection, and the heap may grow by a percentage.
func limit(used uint64, percent int) int64 {
	return int64(used*uint64(100+percent)/100*(100+above)/100) + spare
}
