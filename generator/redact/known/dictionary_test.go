package known

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steno/generator/redact/find"
)

const letters = "qW7xK2mZp9Rt4Vb6Ns8Lc3Hd5Jf1Gy0TqUeAoXiMnBkPwDzCv"

// A value is found at every place, even or odd, at the beginning and the end of a text, whatever its length.
func TestFindEverywhere(t *testing.T) {
	t.Parallel()
	rule := find.Rule{Name: "api-key", Severity: find.High}
	for length := Shortest; length <= len(letters); length++ {
		value := letters[:length]
		d := NewDictionary()
		d.Add(NewValue(rule, value), 3, 7)
		d.Seal()
		for before := range 9 {
			for after := range 3 {
				text := strings.Repeat(" ", before) + value + strings.Repeat(" ", after)
				if got, want := all(d, text), []string{fmt.Sprint(before, before+length, 3, 7)}; !slices.Equal(got, want) {
					t.Errorf("%q in %q: found at %q, want %q", value, text, got, want)
				}
			}
		}
	}
}

// Of values that end at the same place the longest is taken, of those that overlap the one that ends first.
func TestFindFirstAndLongest(t *testing.T) {
	t.Parallel()
	rule := find.Rule{Name: "api-key", Severity: find.High}
	d := NewDictionary()
	for i, value := range []string{letters[:24], letters[4:24], letters[8:25], letters[25:45]} {
		d.Add(NewValue(rule, value), 0, i+1)
	}
	d.Seal()
	for before := range 4 {
		text := strings.Repeat(".", before) + letters
		got, want := all(d, text), []string{fmt.Sprint(before, before+24, 0, 1), fmt.Sprint(before+25, before+45, 0, 4)}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found at %q, want %q", text, got, want)
		}
	}
}

// all lists where values are: start, end, rule and entry.
func all(d *Dictionary, text string) (found []string) {
	d.Find(text, func(start, end, rule, entry int) { found = append(found, fmt.Sprint(start, end, rule, entry)) })
	return found
}
