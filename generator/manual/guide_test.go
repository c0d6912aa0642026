package manual

import (
	"strings"
	"testing"
)

func TestGuide(t *testing.T) {
	t.Parallel()
	const page = `# Lamps

<!-- generated: do not edit -->
Lamps are **mended** with ` + "`steno mend`" + `, see [oil.md](oil.md#a), [the oil](oil.md), [a site](https://lamps.example/x) and [no file](none.go). Long lines are wrapped.

    steno mend   # as it is, however long the line of code is, so that it can be copied to a shell

    steno oil

- one item
  goes on
- [wicks](wick.md)

1. first

` + "```sh\nsteno light | jq '. | .a'\n```" + `

| key | default | meaning |
|---|---|---|
| ` + "`oil`" + ` | none | what burns: a \| b |

| lamp | how |
|---|---|
| red | [oil.md](oil.md) |
`
	const want = `Lamps
=====

Lamps are mended with ` + "`steno mend`" + `, see "steno help oil", the oil ("steno help oil"), a
site (https://lamps.example/x) and no file. Long lines are wrapped.

    steno mend   # as it is, however long the line of code is, so that it can be copied to a shell

    steno oil

- one item goes on
- wicks ("steno help wick")

1. first

    steno light | jq '. | .a'

` + "`oil`" + `
    default: none
    meaning: what burns: a | b

red
    "steno help oil"
`
	got := Guide(page, func(file string) string {
		if name, ok := strings.CutSuffix(file, ".md"); ok {
			return "steno help " + name
		}
		return ""
	})
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// A command is not broken at the end of a line.
func TestGuideKeepsCommands(t *testing.T) {
	t.Parallel()
	for n := range 90 {
		got := Guide(strings.Repeat("x", n)+" see [oil](oil.md)\n", func(string) string { return "steno help oil" })
		if !strings.Contains(got, `"steno help oil"`) {
			t.Errorf("after %d letters: %q", n, got)
		}
	}
}
