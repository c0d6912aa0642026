package markup

import (
	"strings"
	"testing"
)

// TestWords tries every byte in every place of a word, and the ends of strings.
func TestWords(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		b := byte(c)
		for at := range 20 {
			for _, around := range []string{"a", " ", "~", "\n", ";"} {
				s := strings.Repeat(around, at) + string([]byte{b}) + strings.Repeat(around, 19-at)
				want := at
				if b >= ' ' && b < 0x7f || b == '\n' || b == '\t' {
					want = len(s)
				}
				if got := ordinary(s); got != want {
					t.Fatalf("ordinary(%q) = %d, want %d", s, got, want)
				}
				for _, quotes := range []bool{false, true} {
					want := len(s)
					if strings.IndexByte("&<>", b) >= 0 || quotes && b == '"' {
						want = at
					}
					if got := special(s, quotes); got != want {
						t.Fatalf("special(%q, %v) = %d, want %d", s, quotes, got, want)
					}
				}
			}
		}
	}
}

// BenchmarkText writes a piece of code.
func BenchmarkText(b *testing.B) {
	code := strings.Repeat("\tif err := w.Write(line); err != nil && n > 0 {\n\t\treturn nil, fmt.Errorf(\"writing %q: %w\", name, err)\n\t}\n", 50)
	b.SetBytes(int64(len(code)))
	for b.Loop() {
		Text(code)
	}
}
