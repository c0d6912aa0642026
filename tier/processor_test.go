package tier

import (
	"testing"
	"time"
)

func TestProcessor(t *testing.T) {
	t.Parallel()
	start, clock, n := Processor(), time.Now(), 0
	for Processor()-start < 20*time.Millisecond {
		if n++; time.Since(clock) > time.Minute {
			t.Fatal("no time is taken")
		}
	}
}
