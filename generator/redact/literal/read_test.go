package literal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestRead compares what is found in texts of many lengths with what is there, in order.
func TestRead(t *testing.T) {
	t.Parallel()
	var literals []Literal
	for i, text := range []string{"ab", "abba", "bab", "cabbage", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"} {
		literals = append(literals, Literal{Text: text, Trigger: Trigger{Rule: uint16(i)}})
	}
	a, err := NewAutomaton(literals)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		s := randomText(r, n)
		var got, want []string
		a.Read(s, new(Lanes), func(tr Trigger, end int) { got = append(got, fmt.Sprintf("%05d %d", end, tr.Rule)) })
		for end := range len(s) + 1 {
			for _, l := range literals {
				if strings.HasSuffix(s[:end], l.Text) {
					want = append(want, fmt.Sprintf("%05d %d", end, l.Rule))
				}
			}
		}
		if !slices.IsSortedFunc(got, func(a, b string) int { return strings.Compare(a[:5], b[:5]) }) {
			t.Fatalf("%d bytes: not in order: %v", len(s), got)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%d bytes: found %v, want %v", len(s), got, want)
		}
	}
}

// TestReadAnywhere has the longest literal at each place of texts of many lengths.
func TestReadAnywhere(t *testing.T) {
	t.Parallel()
	const longest = "abcdefghijklmnopqrstuvwxyz0123456789"
	a, err := NewAutomaton([]Literal{{Text: longest}})
	if err != nil {
		t.Fatal(err)
	}
	var hits Lanes
	for n := len(longest); n < 300; n++ {
		for at := range n - len(longest) + 1 {
			s := strings.Repeat(".", at) + longest + strings.Repeat(".", n-at-len(longest))
			var ends []int
			a.Read(s, &hits, func(_ Trigger, end int) { ends = append(ends, end) })
			if !slices.Equal(ends, []int{at + len(longest)}) {
				t.Fatalf("%d bytes: found at %v, want %d", n, ends, at+len(longest))
			}
		}
	}
}

// randomText draws a text of letters that literals have, and now and then of one of them many times.
func randomText(r *rand.Rand, n int) string {
	b := make([]byte, 0, n)
	for len(b) < n {
		c, times := "abceg "[r.IntN(6)], 1
		if r.IntN(20) == 0 {
			times = r.IntN(60)
		}
		for ; times > 0 && len(b) < n; times-- {
			b = append(b, c)
		}
	}
	if n%3 == 0 && n > 20 {
		copy(b[r.IntN(n-10):], "cabbage")
	}
	return string(b)
}

// TestReadForeign: letters that are no ASCII are told apart, although bytes in the middle of them share classes.
func TestReadForeign(t *testing.T) {
	t.Parallel()
	a, err := NewAutomaton([]Literal{{Text: "люч"}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"ключ": true, "к\xd0\xab\xd1\x8e\xd1\x87": false, "к\xd0\xbb\xd1\x8e\xd1\xb7": false} {
		for _, s := range []string{text, text + strings.Repeat(" ", 2*lanes*shortestLane)} {
			got := false
			a.Read(s, new(Lanes), func(Trigger, int) { got = true })
			if got != want {
				t.Errorf("%q of %d bytes: found is %v", text, len(s), got)
			}
		}
	}
}
