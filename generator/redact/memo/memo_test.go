package memo

import (
	"fmt"
	"strings"
	"testing"
)

// TestOf looks for texts that share their beginning, their end and their length, and so their place.
func TestOf(t *testing.T) {
	t.Parallel()
	var m Of[int]
	if _, ok := m.Get("a"); ok {
		t.Error("an empty memo knows a text")
	}
	text := func(i int) string { return fmt.Sprintf("beginning %02d and the end", i) }
	for i := range 100 {
		if m.Put(text(i), i); i == 50 {
			m.Put("", 7)
		}
		for j := range 100 {
			got, ok := m.Get(text(j))
			if ok && got != j || ok && j > i || !ok && j == i {
				t.Fatalf("%d after %d: %d, %v", j, i, got, ok)
			}
		}
	}
	if got, ok := m.Get(""); !ok || got != 7 {
		t.Errorf("the empty text: %d, %v", got, ok)
	}
	long := strings.Repeat("x", Longest)
	m.Put(long, 1)
	m.Put(long+"x", 2)
	if got, ok := m.Get(long); !ok || got != 1 {
		t.Errorf("the longest text: %d, %v", got, ok)
	}
	if _, ok := m.Get(long + "x"); ok {
		t.Error("a longer text is remembered")
	}
	if m.Forget(); func() bool { _, ok := m.Get(long); return ok }() {
		t.Error("a text is not forgotten")
	}
}
