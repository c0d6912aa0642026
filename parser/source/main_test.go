package source_test

import (
	"os"
	"testing"

	"steno/parser/formats"
	"steno/parser/source"
	"steno/tier"
)

func TestMain(m *testing.M) {
	tier.ManyFiles()
	source.TestFormats = formats.All()
	os.Exit(m.Run())
}
