package heap

import "testing"

// The limit is above what the heap may grow to, or the collector would run without an end.
func TestLimit(t *testing.T) {
	t.Parallel()
	for _, used := range []uint64{1, 30 << 20, 200 << 20, 4 << 30} {
		for _, percent := range []int{least, 100, most} {
			goal := int64(used * uint64(100+percent) / 100)
			if got := limit(used, percent); got < goal+spare || got > goal+goal/5+spare {
				t.Errorf("with %d bytes in use and %d percent the limit is %d, the goal %d", used, percent, got, goal)
			}
		}
	}
}

// TestPace: the heap may grow by room, by less or a part of what is in use if that is much, and to what it might grow to before, whichever is most.
func TestPace(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	var p pace
	for i, step := range []struct{ used, goal uint64 }{{10, 50}, {100, 164}, {400, 520}, {300, 520}, {200, 520}, {100, 164}, {10, 50}, {440, 572}, {200, 572}} {
		p = p.next(step.used * mib)
		if goal := step.used * uint64(100+p.percent) / 100; goal > step.goal || goal+step.used/100+1 < step.goal {
			t.Errorf("step %d: with %d MiB in use the heap may grow to %d, not %d", i, step.used, goal, step.goal)
		}
	}
}
