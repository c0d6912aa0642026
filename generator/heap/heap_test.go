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
