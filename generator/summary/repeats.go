package summary

import (
	"hash/fnv"

	"steno/generator/publish"
	"steno/parser/prose"
	"steno/theme/view"
)

// Programs start sessions, too: to ask for a quota, to summarize a conversation, to watch another session. There are many of
// them, all with the same prompt, among those of people.
const (
	routineCalls  = 5  // calls of such a session, at most
	routinePrompt = 60 // bytes of the prompt of one with several prompts, at least: people begin with "hi", too
	drivenPrompt  = 40 // bytes at the start of the prompt that a program wrote; behind them is what it is about this time
	mostRepeats   = 2  // sessions with the same prompt that lists show in full
)

// likeness distinguishes such sessions from others.
type likeness struct {
	bare, ofProgram bool
	routine, driven uint64 // see [Session.routine] and [Session.driven]
}

// routine condenses the first prompt of a session that is like those that programs start: one prompt and few calls, or words
// alone, and no changes. It is 0 for others.
func (s *Session) routine() uint64 {
	r := &s.Row
	if r.ToolCalls > routineCalls || changed(r) || r.Prompts > 1 && (r.ToolCalls > 0 || len(r.Excerpt) < routinePrompt) {
		return 0
	}
	return condense(r.Excerpt)
}

// driven condenses how the one prompt begins that a program wrote, as it does for each commit to review or page to read. It
// is 0 for sessions of people, and for those that changed something.
func (s *Session) driven() uint64 {
	r := &s.Row
	if !r.Driven || r.Prompts > 1 || changed(r) {
		return 0
	}
	return condense(prose.Start(r.Excerpt, drivenPrompt))
}

func changed(r *view.SessionRow) bool {
	return r.Files+r.ByCommand+r.CommitCount+len(r.PullRequests) > 0
}

func condense(words string) uint64 {
	if words == "" {
		return 0
	}
	sum := fnv.New64a()
	sum.Write([]byte(words))
	return max(1, sum.Sum64())
}

// markRepeats marks sessions like those that programs start, where more than a few have the same prompt: all but the newest,
// which shows what they are. Those that a program is known to have started are marked among sessions of people only, however
// many calls they have: where there are no others, they are what the archive is about.
func markRepeats(newestFirst []Listing) {
	type group struct {
		project *publish.Project // nil for all
		prompt  uint64
	}
	count, seen, people := map[group]int{}, map[group]bool{}, map[*publish.Project]bool{}
	for _, l := range newestFirst {
		if !l.ofProgram && !l.bare {
			people[nil], people[l.Project] = true, true
		}
	}
	like := func(l Listing, project *publish.Project) group {
		switch {
		case l.bare:
			return group{}
		case l.driven != 0 && people[project]:
			return group{project, l.driven}
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
