package source_test

import (
	"os"
	"testing"

	"steno/parser/formats"
	"steno/parser/source"
)

func TestMain(m *testing.M) {
	source.TestFormats = formats.All()
	os.Exit(m.Run())
}
