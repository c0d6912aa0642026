package generator

import (
	"maps"
	"strings"
	"testing"
)

func TestHostLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total int64
		sizes map[string]int64
		want  []string
	}{
		{10, map[string]int64{"a": 10}, nil},
		{hostSite, map[string]int64{"a": hostFile}, nil},
		{2 * hostSite, map[string]int64{"a": 10}, []string{"the site has 2000 MB"}},
		{20, map[string]int64{"a": 10, "b": 2 * hostFile, "c": 3 * hostFile}, []string{"c has 300 MB"}},
	} {
		got := hostLimits(c.total, maps.All(c.sizes))
		if len(got) != len(c.want) || len(got) > 0 && !strings.HasPrefix(got[0], c.want[0]) {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
	}
}
