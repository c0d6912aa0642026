package summary

import (
	"hash/fnv"

	"steno/generator/publish"
)

// Programs start sessions, too: to ask for a quota, to summarize a conversation, to watch another session. There are many of
// them, all with the same prompt, among those of people.
const (
	routineCalls  = 5  // calls of such a session, at most
	routinePrompt = 60 // bytes of the prompt of one with several prompts, at least: people begin with "hi", too
	mostRepeats   = 2  // sessions with the same prompt that lists show in full
)

// routine condenses the first prompt of a session that is like those that programs start: one prompt and few calls, or words
// alone, and no changes. It is 0 for others.
func (s *Session) routine() uint64 {
	r := &s.Row
	if r.Excerpt == "" || r.ToolCalls > routineCalls || r.Files+r.ByCommand+r.CommitCount+len(r.PullRequests) > 0 ||
		r.Prompts > 1 && (r.ToolCalls > 0 || len(r.Excerpt) < routinePrompt) {
		return 0
	}
	sum := fnv.New64a()
	sum.Write([]byte(r.Excerpt))
	return max(1, sum.Sum64())
}

// markRepeats marks sessions like those that programs start, where more than a few have the same prompt: all but the newest,
// which shows what they are.
func markRepeats(newestFirst []Listing) {
	type group struct {
		project *publish.Project // nil for all
		prompt  uint64
	}
	count, seen := map[group]int{}, map[group]bool{}
	like := func(l Listing, project *publish.Project) group {
		if l.bare {
			return group{}
		}
		return group{project, l.routine}
	}
	for _, l := range newestFirst {
		count[like(l, nil)]++
		count[like(l, l.Project)]++
	}
	repeats := func(g group) bool {
		again := g.prompt != 0 && count[g] > mostRepeats && seen[g]
		seen[g] = true
		return again
	}
	for i, l := range newestFirst {
		newestFirst[i].Again, newestFirst[i].Repeats = repeats(like(l, nil)), repeats(like(l, l.Project))
	}
}
