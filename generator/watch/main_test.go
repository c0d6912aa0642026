package watch

import (
	"os"
	"testing"

	"steno/tier"
)

// The tests take a second of processor time, and wait for ten.
func TestMain(m *testing.M) {
	tier.MostlyWaiting(16)
	os.Exit(m.Run())
}
