package theme

import (
	"os"
	"testing"

	"steno/tier"
)

func TestMain(m *testing.M) {
	tier.ManyFiles()
	code := m.Run()
	chrome.Close()
	os.Exit(code)
}
