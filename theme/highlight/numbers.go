package highlight

import (
	"fmt"
	"strconv"
	"strings"

	"steno/theme/markup"
)

// Most code that has line numbers begins at line 1. The numbers of such a block stand
// once, in the style sheet, up to the last that it has room for. The block says only how
// many of them it shows: u7 t3 are 37. The last digits are a separate column, as both
// columns repeat themselves, which compresses to a tenth of the numbers.
const sharedLines = 999

// lineNumbers are the attributes of the element that shows the numbers of the lines of text.
func lineNumbers(start int, text string) []markup.Attr {
	n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	if start == 1 && n <= sharedLines {
		classes := fmt.Sprintf("code-nums u%d", n%10)
		if n > 9 {
			classes += fmt.Sprintf(" t%d", n/10%10)
		}
		if n > 99 {
			classes += fmt.Sprintf(" h%d", n/100)
		}
		return []markup.Attr{markup.A("class", classes)}
	}
	return []markup.Attr{markup.Class("code-nums"), markup.A("data-n", numbers(start, n, "\n"))}
}

// numbers are n numbers from start on.
func numbers(start, n int, between string) string {
	b := make([]byte, 0, 5*n)
	for i := range n {
		if i > 0 {
			b = append(b, between...)
		}
		b = strconv.AppendInt(b, int64(start+i), 10)
	}
	return string(b)
}

// numbersCSS shows as many of the shared numbers as the classes of a block say.
// Heights of lines are rounded: a quarter of a line is left off at the end, below the
// digits, so that the next number is not visible.
func numbersCSS() string {
	var b strings.Builder
	b.WriteString(".code-nums:not([data-n]){display:flex;justify-content:flex-end;box-sizing:border-box;overflow:hidden;padding-block:0;margin-block:var(--space-2);" +
		"height:calc((100*var(--h,0) + 10*var(--t,0) + var(--u) - .25)*1lh);width:calc(var(--space-3) + var(--digits)*1ch)}\n")
	for _, place := range []struct {
		name   string
		digits int
	}{{"u", 1}, {"t", 2}, {"h", 3}} {
		for d := range 10 {
			fmt.Fprintf(&b, ".%s%d{--%[1]s:%[2]d;--digits:%d}\n", place.name, d, place.digits)
		}
	}
	b.WriteString(startsCSS())
	// Where browsers do not know how high a line is, all of them would show.
	b.WriteString("@supports not (height:1lh){.code-nums:not([data-n]){display:none}}\n")
	var tens, units strings.Builder
	for n := 1; n <= sharedLines; n++ {
		if n > 9 {
			tens.WriteString(strconv.Itoa(n / 10))
		}
		tens.WriteString(`\a `)
		units.WriteString(strconv.Itoa(n%10) + `\a `)
	}
	b.WriteString(".code-nums:not([data-n])::before{content:\"" + tens.String() + "\"}\n")
	b.WriteString(".code-nums:not([data-n])::after{white-space:pre;content:\"" + units.String() + "\"}\n")
	return b.String()
}
