package sitetest

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
)

// longestPause is the longest pause that counts as work.
const longestPause = 10 * time.Minute

// activeSeconds adds up the time of the turns of the main thread. Within a turn, pauses of up to ten
// minutes count, and so does the time in which a tool or an agent ran, however long. Time between turns
// does not count, nor does what follows an answer until the model goes on, waiting for an answer, for the approval of a
// plan, or for a call that was then declined. Where the client recorded how long it worked on a prompt, no more than that
// counts. Agents in the background count while nothing else does. It reports whether some of that may have been a wait for permission.
func (s *counted) activeSeconds() (seconds float64, atMost bool) {
	var times []countedRecord
	for _, r := range s.main {
		if !r.at.IsZero() && !strings.HasPrefix(r.text, "Caveat: ") && (r.Type == "user" || r.Type == "assistant" || r.Type == "system" || r.Type == "progress") {
			times = append(times, r)
		}
	}
	sort.SliceStable(times, func(i, j int) bool { return times[i].at.Before(times[j].at) })
	var total, query time.Duration // query is what counts since the client was asked
	made := countedCalls(s.main)
	started := false                        // what comes before the first prompt is no work
	answered := false                       // the model has nothing to do
	var worked []countedSpan                // that count
	var spoken time.Time                    // when the last message was
	asked, waited := allowed(s.main), false // in the query
	for i, r := range times {
		opens := r.isPrompt()
		stopped := r.Type == "user" && strings.HasPrefix(r.text, "[Request interrupted")
		closes := stopped || r.Subtype == "turn_duration" || r.Subtype == "stop_hook_summary"
		replies := r.Type == "assistant" && (r.Message.Model != "<synthetic>" || r.IsAPIErrorMessage) // else the client did
		idle := answered && !replies && !closes || r.Subtype == "away_summary" || r.IsCompactSummary
		if started = started || opens || replies; i > 0 && r.Subtype != "compact_boundary" && started && !opens && !idle && !r.isLocal() {
			spent := activeBetween(made, times[i-1].at, r)
			query += spent
			waited = waited || spent > 0 && mayHaveWaited(made, times[i-1].at, r, asked)
			worked = append(worked, countedSpan{times[i-1].at, times[i-1].at.Add(spent)})
		}
		if r.Subtype == "compact_boundary" && !spoken.IsZero() { // as it says, or since the last message if nobody asked for it
			took := time.Duration(r.CompactMetadata.DurationMs) * time.Millisecond
			if gap := r.at.Sub(spoken); took == 0 && r.CompactMetadata.Trigger == "auto" && gap <= longestPause {
				took = gap
			}
			query += max(0, min(took, r.at.Sub(spoken)))
		}
		if r.Type == "assistant" || r.Type == "user" && !r.IsMeta && !r.IsCompactSummary && !r.isLocal() {
			spoken = r.at
		}
		recorded := time.Duration(r.DurationMs) * time.Millisecond
		if stopped {
			started = false // until somebody goes on
		}
		wakes := r.Type == "user" && strings.HasPrefix(r.text, "<task-notification>") || stopped
		if r.Subtype == "turn_duration" && recorded > 0 {
			atMost = atMost || waited && query <= recorded
			total, query, waited = total+min(query, recorded), 0, false // the rest were waits for the user
			started = false
		} else if opens || wakes {
			total, query, atMost, waited = total+query, 0, atMost || waited, false
		}
		if replies {
			answered = r.answers()
		} else if opens || wakes || len(r.pieces) > 0 && r.pieces[0].Type == "tool_result" {
			answered = false
		}
	}
	return (total + query + s.beside(made, worked)).Seconds(), atMost || waited
}

// mayHaveWaited reports whether a long pause counts as work because of calls that may have waited for permission all the time.
func mayHaveWaited(made map[string]*countedCall, from time.Time, next countedRecord, allowed func(*countedCall) bool) bool {
	waits := false
	for _, c := range made {
		if c.asked.After(from) || !c.done || c.ended.Before(next.at) || (momentary[c.name] || c.looks()) && c.recorded() == 0 {
			continue
		}
		if !asking.MatchString(c.name) || c.recorded() > 0 || allowed(c) {
			return false
		}
		waits = true
	}
	return waits && next.at.Sub(from) > longestPause
}

// answers reports whether a record is a reply of words, without a call.
func (r countedRecord) answers() bool {
	words := false
	for _, p := range r.pieces {
		if p.Type == "tool_use" || p.Type == "server_tool_use" {
			return false
		}
		words = words || p.Type == "text"
	}
	return words
}

// besideItsCall reports whether one of these calls started an agent that worked after its result, or without one.
func (s *counted) besideItsCall(made map[string]*countedCall, agent string) bool {
	last := time.Time{}
	for _, r := range s.agents[agent] {
		if r.at.After(last) {
			last = r.at
		}
	}
	goesOn := func(c *countedCall) bool { return !c.done || last.After(c.ended) }
	if c := made[s.asked[agent]]; c != nil {
		return goesOn(c)
	}
	for _, c := range made {
		var result struct{ AgentID string }
		var in struct{ Prompt string }
		_, _ = json.Unmarshal(c.structured, &result), json.Unmarshal(c.input, &in)
		if result.AgentID == agent || !c.done && in.Prompt != "" && in.Prompt == s.agents[agent][0].text {
			return goesOn(c)
		}
	}
	return false
}

// countedSpan is a stretch of time.
type countedSpan struct{ from, to time.Time }

// beside is how long agents that calls of the conversation started worked while nothing else counts: those in the background,
// and those without a result.
func (s *counted) beside(made map[string]*countedCall, worked []countedSpan) (sum time.Duration) {
	var ran []countedSpan
	for id, records := range s.agents {
		if internalAgent(id, records) || !s.besideItsCall(made, id) {
			continue
		}
		calls := countedCalls(records)
		for i := 1; i < len(records); i++ {
			from, r := records[i-1].at, records[i]
			if from.IsZero() || !r.at.After(from) {
				continue
			}
			ran = append(ran, countedSpan{from, from.Add(activeBetween(calls, from, r))})
		}
	}
	slices.SortFunc(ran, func(a, b countedSpan) int { return a.from.Compare(b.from) })
	until := time.Time{}
	for _, one := range ran {
		from := one.from
		if from.Before(until) {
			from = until
		}
		for at := from; at.Before(one.to); at = at.Add(time.Second) { // in steps of a second
			if !slices.ContainsFunc(worked, func(w countedSpan) bool { return !w.from.After(at) && w.to.After(at) }) {
				sum += time.Second
			}
		}
		if one.to.After(until) {
			until = one.to
		}
	}
	return sum
}

// isLocal reports whether a record says that the user typed a command for the client, or for the shell.
func (r countedRecord) isLocal() bool {
	text := r.text + queuedText(r.Content)
	return (r.Type == "user" || r.Subtype == "local_command") && (command.MatchString(text) || strings.HasPrefix(text, "<bash-input>") || strings.HasPrefix(text, "<local-command-caveat>"))
}

// momentary are tools that work for moments, whatever passes until their result.
var momentary = map[string]bool{"Read": true, "Edit": true, "MultiEdit": true, "Write": true, "NotebookEdit": true, "Glob": true, "Grep": true, "LS": true, "TodoWrite": true, "SendMessage": true}

// looks reports whether a call runs nothing but commands that look at what there is, which takes moments.
func (c *countedCall) looks() bool {
	if !shellTool[c.name] || c.command == "" {
		return false
	}
	commands := simpleCommands(redirects.ReplaceAllString(c.command, " "))
	return len(commands) > 0 && !slices.ContainsFunc(commands, func(words []string) bool {
		name := filepath.Base(words[0])
		if name == "git" && len(words) > 1 {
			name += " " + words[1]
		}
		return !looking[name] || name == "tail" && slices.ContainsFunc(words, func(w string) bool {
			return strings.HasPrefix(w, "-f") || w == "-F" || strings.HasPrefix(w, "--follow")
		})
	})
}

// redirects are what sends the output of a command elsewhere.
var redirects = regexp.MustCompile(`\d?>&?\d?\s*[^\s;&|]*`)

// looking are commands that take moments.
var looking = map[string]bool{
	"basename": true, "cat": true, "cd": true, "cut": true, "date": true, "dirname": true, "echo": true, "egrep": true, "fgrep": true, "file": true, "grep": true, "head": true,
	"ls": true, "printf": true, "pwd": true, "readlink": true, "realpath": true, "rg": true, "sed": true, "sort": true, "stat": true, "tail": true, "tr": true, "true": true,
	"uniq": true, "wc": true, "which": true, "git status": true, "git log": true, "git diff": true, "git show": true, "git branch": true, "git rev-parse": true,
	"git ls-files": true, "git blame": true, "git remote": true,
}

// activeBetween is the part of the time between two records that counts.
func activeBetween(made map[string]*countedCall, from time.Time, next countedRecord) time.Duration {
	to := next.at
	pause := to.Sub(from)
	runs, waits, ran := false, false, time.Duration(0)
	for _, c := range made {
		if c.asked.After(from) || !c.done || c.ended.Before(to) {
			continue
		}
		if c.name == "AskUserQuestion" || c.name == "ExitPlanMode" || c.kind == "rejected" {
			waits = true
		} else if (momentary[c.name] || c.looks()) && pause > longestPause && c.recorded() == 0 {
			continue // nothing ran all that time
		} else {
			runs, ran = true, max(ran, c.recorded())
		}
	}
	waits = waits && next.Type != "assistant" // else the model went on
	if !runs && (waits || pause > longestPause) {
		return 0
	}
	if pause > longestPause && ran > 0 {
		return min(pause, ran) // the rest was a wait for permission
	}
	return pause
}

// recorded is for how long a call ran, where its result records that.
func (c *countedCall) recorded() time.Duration {
	var result struct{ DurationMs, TotalDurationMs int }
	_ = json.Unmarshal(c.structured, &result)
	return time.Duration(max(result.DurationMs, result.TotalDurationMs)) * time.Millisecond
}
