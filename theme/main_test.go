package theme

import (
	"os"
	"testing"

	"steno/tier"
)

func TestMain(m *testing.M) {
	tier.ManyFiles()
	os.Exit(m.Run())
}
