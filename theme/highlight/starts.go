package highlight

import (
	"fmt"
	"strings"
)

// Rows of a diff have no numbers in the page: the style sheet counts them, on both sides. Where it
// begins is said by the digits of the first number of each, in classes: u2 t7 are 72, and U0 beside
// them is 70 on the side before the change.

// places are the classes of digits, from the last one on.
const places = "uthkmlx"

// most is above the largest number that has such classes.
const most = 10_000_000

// Starts returns the classes of an element from which the rows below it are numbered; "" where they cannot be.
// With all, digits that are 0 are there as well, for an element below another one.
func Starts(before, after int, all bool) string {
	if before < 0 || after < 0 || before >= most || after >= most {
		return ""
	}
	var b strings.Builder
	for i := range len(places) {
		was, is := before%10, after%10
		before, after = before/10, after/10
		if i == 0 || is != 0 || all {
			fmt.Fprintf(&b, " %c%d", places[i], is)
		}
		if was != is || all {
			fmt.Fprintf(&b, " %c%d", places[i]+'A'-'a', was)
		}
	}
	return b.String()[1:]
}

// startsCSS counts the rows of diffs.
func startsCSS() string {
	var b, before, after strings.Builder
	for i, unit := len(places)-1, most/10; i >= 0; i, unit = i-1, unit/10 {
		small, large := places[i:i+1], strings.ToUpper(places[i:i+1])
		for d := range 10 {
			if i > 2 { // the others are those of lineNumbers
				fmt.Fprintf(&b, ".%s%d{--%[1]s:%d}", small, d, d)
			}
			fmt.Fprintf(&b, ".%s%d{--%[1]s:%d}", large, d, d)
		}
		fmt.Fprintf(&after, "%d*var(--%s,0) + ", unit, small)
		fmt.Fprintf(&before, "%d*var(--%s,var(--%s,0)) + ", unit, large, small)
	}
	fmt.Fprintf(&b, "\n.diff code,.d-gap{counter-reset:before calc(%s- 1) after calc(%s- 1)}\n",
		strings.TrimSuffix(before.String(), "+ "), strings.TrimSuffix(after.String(), "+ "))
	return b.String()
}
