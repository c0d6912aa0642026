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
		{budget{what: "wall", build: cold, most: 2, figure: wallSeconds}, "| 10 MB | wall | at most 2 | 2.00 (1.00 to 3.00) | 3 | yes | 1.5 | 2.0 |\n"},
		{budget{what: "wall", build: cold, most: 1.9, figure: wallSeconds}, "| 10 MB | wall | at most 1.9 | 2.00 (1.00 to 3.00) | 3 | no | 1.5 | 2.0 |\n"},
		{budget{what: "memory", build: cold, figure: peakMiB}, "| 10 MB | memory |  | 100.00 | 3 |  | 1.5 | 2.0 |\n"},
		{budget{what: "x", build: cold, most: 0.7, figure: ofPeersWall, paired: true}, "| 10 MB | x | at most 0.7 | 0.75 (0.50 to 1.00) | 2 | no | 1.5 | 2.0 |\n"},
	} {
		var out bytes.Buffer
		if test.b.print(&out, c, 1.5, 2); out.String() != test.want {
			t.Errorf("got  %swant %s", &out, test.want)
		}
	}
	var out bytes.Buffer
	smallest := 0.0
	b := budget{what: "x", build: cold, most: 1.2, figure: wallSeconds, smallest: &smallest}
	b.print(&out, c, 1, 1)
	c.samples[cold][workingTree] = seconds(2, 3, 4)
	b.print(&out, c, 1, 1)
	if want := "| 10 MB | x | at most 1.2 | 1.50 (1.00 to 2.00) | 3 | no | 1.0 | 1.0 |\n"; out.String() != want {
		t.Errorf("got  %swant %s", &out, want)
	}
	out.Reset()
	c.tools = c.tools[:1]
	if (budget{what: "x", build: cold, most: 1, figure: ofPeersWall, paired: true}).print(&out, c, 1, 1); out.Len() > 0 {
		t.Errorf("without the peer: %s", &out)
	}
}

func TestBudgetOptions(t *testing.T) {
	t.Parallel()
	o, only, err := parseBudget([]string{"-source", "real=x,y", "-only", "real,1GB,recall", "-rounds", "2"})
	if err != nil || len(o.sources) != 1 || len(only) != 3 || o.rounds != 2 {
		t.Errorf("%+v, %q, %v", o, only, err)
	}
	for _, wrong := range [][]string{{"-only", "2GB"}, {"-rounds", "0"}, {"more"}} {
		if _, _, err := parseBudget(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
