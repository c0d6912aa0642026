package search

import "testing"

// Numbers are read as they were written, and nothing else is a number.
func TestCode(t *testing.T) {
	t.Parallel()
	for i := range len(alphabet) {
		if got := int(digits[alphabet[i]]); got != i {
			t.Errorf("the place of %q is %d, not %d", alphabet[i], got, i)
		}
	}
	for _, c := range []byte("\x00 \"\\}~\x7f\xff") {
		if digits[c] >= 0 {
			t.Errorf("%q has a place", c)
		}
	}
	for n := 1; n < 1<<40; n += 1 + n/37 {
		for _, m := range []int{0, n - 1, n} {
			code := appendCode(nil, m)
			if got, size := readCode(append(code, '!')); got != m || size != len(code) {
				t.Fatalf("%d is %q, which is read as %d, of %d bytes", m, code, got, size)
			}
		}
	}
	for _, code := range []string{"", "}", "z", "|||||||||||||||||||||||||||!"} {
		if _, size := readCode([]byte(code)); size != 0 {
			t.Errorf("%q is read as a number", code)
		}
	}
}
