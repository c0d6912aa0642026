package claude

import (
	"fmt"
	"strings"
	"testing"
)

// TestTaskNames: calls that change tasks of the list name them by their numbers, which other calls gave; an agent of a team by those
// of the session.
func TestTaskNames(t *testing.T) {
	t.Parallel()
	s := parseLines(t, strings.Split(strings.TrimSpace(tell(`
a@0 prompt go
b<a@1 call m1 t1 TaskCreate {"subject":"Wire the lamp","description":"d"}
c<b@2 result t1 Task #1 created successfully: Wire the lamp | "toolUseResult":{"task":{"id":"1","subject":"Wire the lamp"}}
d<c@3 call m2 t2 TaskCreate {"subject":"Fit the bulb"}
e<d@4 result t2 Task #2 created successfully: Fit the bulb
f<e@5 call m3 t3 TaskUpdate {"taskId":"2","status":"in_progress"}
g<f@6 result t3 Updated task #2 status
h<g@7 call m4 t4 TaskUpdate {"taskId":"2","subject":"Fit both bulbs","description":"They flicker."}
i<h@8 result t4 Updated task #2 subject
j<i@9 call m5 t5 TaskGet {"taskId":"2"}
k<j@10 result t5 Fit both bulbs
l<k@11 call m6 t6 TaskUpdate {"taskId":"9","description":"Who knows?"}
m<l@12 result t6 Updated
x@13 prompt help | "isSidechain":true,"agentId":"x"
y<x@14 call m7 t7 TaskUpdate {"taskId":"1","status":"completed"} | "isSidechain":true,"agentId":"x"
z<y@15 result t7 Updated task #1 status | "isSidechain":true,"agentId":"x"
`)), "\n"))
	var got []string
	for c := range s.Main.Live().Calls() {
		got = append(got, c.Action.About)
	}
	for _, a := range s.Agents {
		for c := range a.Thread.Live().Calls() {
			got = append(got, c.Action.About)
		}
	}
	want := []string{"Wire the lamp", "Fit the bulb", "Fit the bulb", "Fit both bulbs", "Fit both bulbs", "", "Wire the lamp"}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("the calls are about %q, want %q", got, want)
	}
}
