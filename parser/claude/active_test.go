package claude

import (
	"strings"
	"testing"
	"time"
)

func TestActive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tale string
		want       time.Duration
		atMost     bool
	}{
		{"one moment", "a@5 prompt hi", 0, false},
		{"work", "a@0 prompt hi\nb<a@30 reply m1 yes\nc<b@90 reply m2 done", 90 * time.Second, false},
		{"the longest pause that is work", "a@0 prompt hi\nb<a@600 reply m1 yes", 600 * time.Second, false},
		{"a pause that is not", "a@0 prompt hi\nb<a@601 reply m1 yes\nc<b@611 reply m2 done", 10 * time.Second, false},
		{"between prompts nobody is at work", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@40 prompt go\nd<c@45 reply m2 done", 15 * time.Second, false},
		{"an unordered file", "a@0 prompt hi\nb<a@30 reply m1 yes\nc<b@20 reply m2 done\nd<c@40 reply m3 end", 40 * time.Second, false},
		{"a message typed while the agent worked counts no time twice", "a@0 prompt hi\nb<a@30 reply m1 yes\nc<b@20 prompt go\nd<c@40 reply m2 done", 40 * time.Second, false},
		{"a note at the top may be newer than all the rest", "p@500 notice a link\na<p@0 prompt hi\nb<a@30 reply m1 yes\nc<b@40 prompt go\nd<c@45 reply m2 done", 35 * time.Second, false},
		{"rewound work is work", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@20 prompt one\nd<c@25 reply m2 done\ne<b@60 prompt two\nf<e@67 reply m3 done", 22 * time.Second, false},
		{"an agent runs for long", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\nc<b@1810 result t1 done\nd<c@1820 reply m2 yes", 1820 * time.Second, false},
		{"a command runs for long, or waited to be allowed", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@1810 result t1 done\nd<c@1820 reply m2 yes", 1820 * time.Second, true},
		{"a command that takes moments waited to be allowed", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"cd /x && grep -n a $b.go|head -20; git status\"}\nc<b@1810 result t1 done\nd<c@1820 reply m2 yes", 20 * time.Second, false},
		{"what follows a file may run for long", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"tail -f log|grep -m1 done\"}\nc<b@1810 result t1 done", 1810 * time.Second, true},
		{"a command did not wait where nothing is asked for", "a@0 prompt hi | \"permissionMode\":\"bypassPermissions\"\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@1810 result t1 done", 1810 * time.Second, false},
		{"nor after a prompt that names no mode", "a@0 prompt hi | \"permissionMode\":\"bypassPermissions\"\nb<a@10 reply m1 yes\nc<b@20 prompt go\nd<c@30 call m2 t1 Bash {\"command\":\"make\"}\ne<d@1830 result t1 done", 1820 * time.Second, false},
		{"it may have after one that names another mode", "a@0 prompt hi | \"permissionMode\":\"bypassPermissions\"\nb<a@10 reply m1 yes\nc<b@20 prompt go | \"permissionMode\":\"default\"\nd<c@30 call m2 t1 Bash {\"command\":\"make\"}\ne<d@1830 result t1 done", 1820 * time.Second, true},
		{"a short command is exact", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@310 result t1 done", 310 * time.Second, false},
		{"its own figure counts", "a@0 prompt hi\nb<a@10 call m1 t1 WebFetch {\"url\":\"x\"}\nc<b@1810 result t1 done | \"toolUseResult\":{\"durationMs\":20000}", 30 * time.Second, false},
		{"a question waits for its answer", "a@0 prompt hi\nb<a@10 call m1 t1 AskUserQuestion {\"questions\":[]}\nc<b@1810 result t1 yes", 10 * time.Second, false},
		{"a plan waits for its approval", "a@0 prompt hi\nb<a@10 call m1 t1 ExitPlanMode {\"plan\":\"x\"}\nc<b@1810 result t1 yes", 10 * time.Second, false},
		{"a declined call did not run", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@1810 result t1 The user doesn't want to proceed with this tool use. The tool use was rejected | \"toolUseResult\":\"User rejected tool use\"", 10 * time.Second, false},
		{"a call that is declined soon did not run either", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@70 result t1 The user doesn't want to proceed with this tool use. The tool use was rejected | \"toolUseResult\":\"User rejected tool use\"", 10 * time.Second, false},
		{"a plan waits for its approval, however short", "a@0 prompt hi\nb<a@10 call m1 t1 ExitPlanMode {\"plan\":\"x\"}\nc<b@70 result t1 yes\nd<c@75 reply m2 done", 15 * time.Second, false},
		{"before the first prompt nobody is at work", "a@0 prompt <command-name>/clear</command-name>\nb<a@100 prompt <bash-input>make</bash-input>\nc<b@160 prompt go\nd<c@165 reply m1 done", 5 * time.Second, false},
		{"a compaction in mid-turn is work", "a@0 prompt hi\nb<a@10 reply m1 yes\nc@100 boundary b | \"compactMetadata\":{\"trigger\":\"auto\"}\nd<c@100 summary It went well\ne<d@105 reply m2 done", 105 * time.Second, false},
		{"a compaction that was asked for works for as long as is recorded", "a@0 prompt hi\nb<a@10 reply m1 yes\nc@300 boundary b | \"compactMetadata\":{\"trigger\":\"manual\",\"durationMs\":60000}\nd<c@300 summary It went well", 70 * time.Second, false},
		{"how long one that was asked for took may not be known", "a@0 prompt hi\nb<a@10 reply m1 yes\nc@300 boundary b | \"compactMetadata\":{\"trigger\":\"manual\"}", 10 * time.Second, false},
		{"an agent without a result worked as long as its records say", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\ns@12 prompt look | \"isSidechain\":true\nu<s@700 reply m2 so | \"isSidechain\":true\nv<u@1000 reply m3 far | \"isSidechain\":true", 310 * time.Second, false},
		{"also before a note", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\ns@12 prompt look | \"isSidechain\":true\nu<s@500 reply m2 so | \"isSidechain\":true\nv<u@1000 reply m3 far | \"isSidechain\":true\nc<b@900 notice a link", 998 * time.Second, false},
		{"what comes when the model has answered is no work", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@193 notice a link\nd<c@200 prompt go\ne<d@205 reply m2 yes", 15 * time.Second, false},
		{"what the client answers for the model is no work", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@193 reply m2 No response requested. | \"message\":{\"id\":\"m2\",\"role\":\"assistant\",\"model\":\"<synthetic>\",\"content\":[{\"type\":\"text\",\"text\":\"No response requested.\"}]}\nd<c@200 prompt go\ne<d@205 reply m3 yes", 15 * time.Second, false},
		{"nor after an interruption", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@12 prompt [Request interrupted by user]\nd<c@60 reply m2 No response requested. | \"message\":{\"id\":\"m2\",\"role\":\"assistant\",\"model\":\"<synthetic>\",\"content\":[{\"type\":\"text\",\"text\":\"No response requested.\"}]}\ne<d@70 prompt go\nf<e@75 reply m3 yes", 17 * time.Second, false},
		{"what comes while it works is", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@193 notice a link\nd<c@200 result t1 done\ne<d@205 reply m2 yes", 205 * time.Second, false},
		{"nothing counts after the record of how long it took", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\nc<b@20 result t1 done | \"toolUseResult\":{\"agentId\":\"x1\"}\nd<c@25 reply m2 yes\ne<d@25 notice took | \"subtype\":\"turn_duration\",\"durationMs\":25000\nf<e@208 notice away\ng<f@300 prompt <bash-input>make</bash-input>", 25 * time.Second, false},
		{"an agent in the background works after the answer", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\ns@12 prompt look | \"isSidechain\":true\nu<s@500 reply m2 so | \"isSidechain\":true\nc<b@12 result t1 started\nd<c@20 reply m3 wait\ne<d@600 prompt go\nf<e@610 reply m4 yes", 510 * time.Second, false},
		{"a turn that is older than what it follows was worked on, too", "a@1000 prompt hi\nb<a@1100 reply m1 yes\nc<b@100 prompt go\nd<c@150 reply m2 yes\ne<d@160 reply m3 so", 160 * time.Second, false},
		{"time of two turns counts once", "a@1000 prompt hi\nb<a@1100 reply m1 yes\nc<b@1050 prompt go\nd<c@1070 reply m2 yes\ne<d@1120 reply m3 so", 120 * time.Second, false},
		{"time of two branches counts once", "a@0 prompt hi\nb<a@10 reply m1 yes\nc<b@20 prompt go\nd<c@320 reply m2 yes\ne<b@100 prompt no\nf<e@400 reply m3 yes", 390 * time.Second, false},
		{"what the client recorded bounds all turns since the prompt", "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@60 result t1 done\nx@80 boundary c | \"compactMetadata\":{\"trigger\":\"auto\"}\nd<x@80 summary It went well\ne<d@90 reply m2 yes\nf<e@90 notice took | \"subtype\":\"turn_duration\",\"durationMs\":20000", 20 * time.Second, false},
		{"calls side by side count once", "a@0 prompt hi\nb<a@10 call m1 t1 Task look\nc<b@10 call m1 t2 Task see\nd<c@1210 result t1 done\ne<d@2410 result t2 done", 2410 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := parseLines(t, strings.Split(strings.TrimSpace(tell(c.tale)), "\n")).Main
			if got.Active != c.want || got.ActiveAtMost != c.atMost {
				t.Errorf("active for %v, at most: %t; want %v, %t", got.Active, got.ActiveAtMost, c.want, c.atMost)
			}
			var sum time.Duration
			atMost := false
			for _, b := range got.Branches {
				for turn := range b.Turns() {
					sum, atMost = sum+turn.Active, atMost || turn.ActiveAtMost
				}
			}
			if sum != got.Active || atMost != got.ActiveAtMost {
				t.Errorf("its turns for %v, at most: %t; the thread for %v, %t", sum, atMost, got.Active, got.ActiveAtMost)
			}
		})
	}
}

// TestActiveOfTurns: where the client recorded how long it all took, the waits are taken from the longest turn.
func TestActiveOfTurns(t *testing.T) {
	t.Parallel()
	const tale = "a@0 prompt hi\nb<a@10 call m1 t1 Bash {\"command\":\"make\"}\nc<b@510 result t1 done\nx@515 boundary c | \"compactMetadata\":{\"trigger\":\"auto\"}\n" +
		"d<x@515 summary It went well\ne<d@520 reply m2 yes\nf<e@520 notice took | \"subtype\":\"turn_duration\",\"durationMs\":40000"
	var got []time.Duration
	for turn := range parseLines(t, strings.Split(strings.TrimSpace(tell(tale)), "\n")).Main.Live().Turns() {
		got = append(got, turn.Active)
	}
	if len(got) != 2 || got[0] != 35*time.Second || got[1] != 5*time.Second {
		t.Errorf("turns at work for %v, want 35 s and 5 s", got)
	}
}

// TestActiveOfAgents: where the client recorded that it worked on a prompt for less time than the agents that it waited for, these
// waited for the user. One in the background may well work for longer.
func TestActiveOfAgents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		took  string // as the client recorded it
		async bool
		want  bool
	}{{"40000", false, true}, {"400000", false, false}, {"40000", true, false}} {
		result := `"toolUseResult":{"agentId":"abc1"}`
		if c.async {
			result = `"toolUseResult":{"agentId":"abc1","isAsync":true}`
		}
		tale := "a@0 prompt hi\nb<a@10 call m1 t1 Task look\ns@12 prompt look | \"isSidechain\":true,\"agentId\":\"abc1\"\n" +
			"u<s@300 reply m2 so | \"isSidechain\":true,\"agentId\":\"abc1\"\nc<b@301 result t1 done | " + result +
			"\nd<c@302 reply m3 yes\ne<d@302 notice took | \"subtype\":\"turn_duration\",\"durationMs\":" + c.took
		s := parseLines(t, strings.Split(strings.TrimSpace(tell(tale)), "\n"))
		if len(s.Agents) != 1 || s.Agents[0].Thread.ActiveAtMost != c.want || s.Main.ActiveAtMost {
			t.Errorf("%s ms, in the background: %t: %d agents, at most: %t", c.took, c.async, len(s.Agents), s.Agents[0].Thread.ActiveAtMost)
		}
	}
}
