package pages

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"steno/generator/address"
	"steno/theme"
)

// What waits in the file comes back as it was, and the file goes.
func TestPagesThatWait(t *testing.T) {
	t.Parallel()
	waiting := &spool{}
	p := newPacker(waiting, address.Page)
	var want []byte
	list := make([]theme.Fragment, 900)
	for i := range list {
		list[i].HTML = bytes.Repeat(fmt.Appendf(nil, "<p>%d</p>", i), 8000)
		want = append(want, list[i].HTML...)
	}
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	var got []byte
	spooled := 0
	for _, page := range p.pages {
		err := waiting.use(page, func(body [][]byte) error {
			got = append(got, bytes.Join(body, nil)...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if page.spooled {
			spooled++
		}
	}
	if !bytes.Equal(got, want) {
		t.Error("pages are not as they were rendered")
	}
	if spooled != len(p.pages)-1 {
		t.Errorf("%d of %d pages were in the file: all are to be but the last", spooled, len(p.pages))
	}
	name := waiting.file.Name()
	waiting.close()
	if _, err := os.Stat(name); err == nil {
		t.Errorf("%s is still there", name)
	}
}
