package main

import (
	"bytes"
	"testing"
	"time"
)

// A budget is judged by the median of its rounds, and one against a peer by the rounds that both did.
func TestBudgetRows(t *testing.T) {
	t.Parallel()
	seconds := func(all ...float64) (s []sample) {
		for _, v := range all {
			s = append(s, sample{wall: time.Duration(v * 1e9), peak: 100 << 20})
		}
		return s
	}
	c := &comparison{tools: []*tool{{name: workingTree}, {name: "peer"}}, w: &workload{name: "10 MB", bytes: 10e6}, samples: map[string]map[string][]sample{
		cold: {workingTree: seconds(1, 2, 3), "peer": seconds(2, 2)},
	}}
	for _, test := range []struct {
		b    budget
		want string
	}{
		{budget{"wall", cold, 2, wallSeconds, false}, "| 10 MB | wall | 2 | 2.00 (1.00 to 3.00) | 3 | yes | 1.5 | 2.0 |\n"},
		{budget{"wall", cold, 1.9, wallSeconds, false}, "| 10 MB | wall | 1.9 | 2.00 (1.00 to 3.00) | 3 | no | 1.5 | 2.0 |\n"},
		{budget{"memory", cold, 0, peakMiB, false}, "| 10 MB | memory |  | 100.00 | 3 |  | 1.5 | 2.0 |\n"},
		{budget{"x", cold, 0.7, ofPeersWall, true}, "| 10 MB | x | 0.7 | 0.75 (0.50 to 1.00) | 2 | no | 1.5 | 2.0 |\n"},
	} {
		var out bytes.Buffer
		if test.b.print(&out, c, 1.5, 2); out.String() != test.want {
			t.Errorf("got  %swant %s", &out, test.want)
		}
	}
	var out bytes.Buffer
	c.tools = c.tools[:1]
	if (budget{"x", cold, 1, ofPeersWall, true}).print(&out, c, 1, 1); out.Len() > 0 {
		t.Errorf("without the peer: %s", &out)
	}
}

func TestBudgetOptions(t *testing.T) {
	t.Parallel()
	o, only, err := parseBudget([]string{"-source", "real=x,y", "-only", "real,1GB", "-rounds", "2"})
	if err != nil || len(o.sources) != 1 || len(only) != 2 || o.rounds != 2 {
		t.Errorf("%+v, %q, %v", o, only, err)
	}
	for _, wrong := range [][]string{{"-only", "2GB"}, {"-rounds", "0"}, {"more"}} {
		if _, _, err := parseBudget(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
