package anchor

import (
	"maps"
	"testing"
)

// TestNumbers: no two anchors are taken for one, however much they look alike.
func TestNumbers(t *testing.T) {
	t.Parallel()
	names := []string{"", "m-", "m-00000000", "m-0000000", "m-000000000", "m-ffffffff", "m-FFFFFFFF", "m-fffffffg", "m-0123abcd", "00000000", "m-0123abcd-2", "m-12345678", "x-12345678"}
	var n Numbers
	want := map[string]int{}
	for i, name := range names {
		if got := n.Of(name); got != 0 {
			t.Errorf("%q is known by another name: %d", name, got)
		}
		n.Set(name, i+1)
		want[name] = i + 1
	}
	n.Set("m-0123abcd", 1<<31)
	want["m-0123abcd"] = 1 << 31
	for name, number := range want {
		if n.Of(name) != number {
			t.Errorf("%q is %d, want %d", name, n.Of(name), number)
		}
	}
	if got := maps.Collect(n.All()); !maps.Equal(got, want) {
		t.Errorf("all are %v, want %v", got, want)
	}
	for range n.All() {
		break
	}
}
