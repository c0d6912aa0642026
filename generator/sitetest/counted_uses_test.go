package sitetest

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tallies are numbers by what they count and the name of the row: "tests Runs", "go test".
type tallies map[string]map[string]float64

func (all tallies) add(what, name string, n float64) {
	if all[what] == nil {
		all[what] = map[string]float64{}
	}
	all[what][name] += n
}

// countedStatistics counts what the tables and charts of the statistics show of the sessions of a source.
func countedStatistics(t *testing.T, source, period string) tallies {
	t.Helper()
	all, times := tallies{}, map[string]*callTimes{}
	for _, s := range countedSessions(t, source) {
		f := s.figures()
		tokens := float64(f["input"] + f["output"] + f["cacheRead"] + f["cacheWrite"])
		for _, table := range []string{"programs Claude Code", "platforms " + s.platform()} {
			table, name, _ := strings.Cut(table, " ")
			if name == "" {
				continue
			}
			all.add(table+" Sessions", name, 1)
			all.add(table+" Calls", name, float64(f["calls"]))
			_, errors := s.failures()
			all.add(table+" Errors", name, float64(errors))
			all.add(table+" Tokens", name, tokens)
		}
		runs := map[string]bool{}
		for _, r := range s.testRuns() {
			all.add("tests Runs", r.name, 1)
			if r.failed {
				all.add("tests Failed", r.name, 1)
			}
			if !runs[r.name] {
				all.add("tests Sessions", r.name, 1)
				runs[r.name] = true
			}
		}
		for _, records := range s.threads() {
			s.countCommands(records, all)
			countTimes(records, all, times)
		}
		countModels(s, func(what, name string, n int) {
			if what == "models Cache read" {
				all.add("models Read", name, float64(n))
			}
			if what != "models Requests" && what != "models Output" && what != "models Kept an hour" {
				all.add("models All input", name, float64(n))
			}
		})
		s.countDays(all)
		s.countTypes(all)
		s.countSkills(all)
		if column := s.column(period); column != "" {
			s.countTrends(all, column, f)
		}
	}
	for name, of := range times {
		all.add("tools Median", name, of.median())
	}
	return all
}

// answered reports whether a call printed the exit code of a program that it looked at; see explained.
func (s *counted) answered(c *countedCall) bool {
	return c.kind == "failed" && explained[s.id+" failed"] != "" && strings.Contains(c.printed, "exit=154")
}

// failures counts the calls and requests that failed.
func (s *counted) failures() (calls, all int) {
	for _, records := range s.threads() {
		for _, c := range countedCalls(records) {
			if c.kind == "failed" && !s.answered(c) {
				calls++
			}
		}
		for _, r := range records {
			if r.IsAPIErrorMessage {
				all++
			}
		}
	}
	return calls, all + calls
}

// platform is the system of the first directory that a session names.
func (s *counted) platform() string {
	for name, form := range platforms {
		if form.MatchString(s.cwd) {
			return name
		}
	}
	return ""
}

// first is when the first record of a session was written.
func (s *counted) first() (began time.Time) { return firstOfAll(s.threads()) }

// firstOfAll is when the first of all records was written. The client may keep the time of another session in its note
// about commands ("Caveat: …").
func firstOfAll(threads [][]countedRecord) (began time.Time) {
	for _, records := range threads {
		for _, r := range records {
			if note := r.IsMeta && strings.HasPrefix(r.text, "Caveat: "); !note && !r.at.IsZero() && (began.IsZero() || r.at.Before(began)) {
				began = r.at
			}
		}
	}
	return began
}

// column is the day or week in which a session with a prompt or a reply began.
func (s *counted) column(period string) string {
	talk, began := s.prompts() > 0, s.first()
	for _, records := range s.threads() {
		for _, r := range records {
			talk = talk || r.Type == "assistant"
		}
	}
	switch day := began.UTC(); {
	case !talk || began.IsZero():
		return ""
	case period == "week":
		return "week of " + day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format("2 Jan 2006")
	default:
		return day.Format("2 Jan 2006")
	}
}

// countTrends adds a session to its column of each chart.
func (s *counted) countTrends(all tallies, column string, f map[string]int) {
	all.add("Commits", column, float64(f["commits"]))
	all.add("Calls", column, float64(f["calls"]))
	failed, _ := s.failures()
	all.add("Failed calls", column, float64(failed))
	all.add("Cached", column, float64(f["cacheRead"]))
	all.add("Input", column, float64(f["input"]+f["cacheRead"]+f["cacheWrite"]))
	for _, r := range s.testRuns() {
		what := "Runs passed"
		if r.failed {
			what = "Runs failed"
		}
		all.add(what, column, 1)
	}
	all.add("Net lines", column, float64(s.netLines()))
}

// countDays adds the tokens of each request, also those of internal agents, to the day of its first record.
func (s *counted) countDays(all tallies) {
	seen := map[string]bool{}
	for _, records := range s.asking() {
		days, sums, output := map[string]string{}, map[string]int{}, map[string]int{}
		for _, r := range records {
			if u := r.Message.Usage; u != nil && r.Message.Model != "<synthetic>" {
				id := cmp.Or(r.Message.ID+r.RequestID, r.UUID)
				days[id] = cmp.Or(days[id], r.at.UTC().Format("2 Jan 2006"))
				output[id] = max(output[id], u.Output)
				sums[id] = u.Input + u.Read + u.Write
			}
		}
		for id, n := range sums {
			if !seen[id] {
				seen[id] = true
				all.add("Tokens", days[id], float64(n+output[id]))
			}
		}
	}
}

// netLines is by how many lines the edits of a session made its files longer.
func (s *counted) netLines() (n int) {
	files, dirs := s.fileStates()
	for path, file := range files {
		if insideOf(path, dirs) {
			n += file.own.net
		}
	}
	return n
}

// asking are tools that may wait for permission before they run.
var asking = regexp.MustCompile(`^(?:Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|mcp__.*)$`)

// callTimes are the times of calls of a tool: those that are known, and those that may include a wait.
type callTimes struct{ exact, most []float64 }

// countTimes adds how long the calls of a thread took and waited.
func countTimes(records []countedRecord, all tallies, times map[string]*callTimes) {
	asked, worked := allowed(records), workedLater(records)
	for id, c := range countedCalls(records) {
		took := c.ended.Sub(c.asked)
		switch {
		case !c.done || c.asked.IsZero() || took <= 0 || c.kind == "denied" || c.kind == "cancelled":
		case c.kind == "rejected" || c.name == "AskUserQuestion" || c.name == "ExitPlanMode":
			all.add("tools Waiting", c.name, took.Seconds())
		default:
			recorded := max(c.recorded(), c.searched())
			if m := launched.FindSubmatch(c.structured); m != nil {
				if recorded = worked[id] + worked[string(m[1])]; recorded == 0 {
					continue
				}
				took = recorded + 1
			}
			known := recorded > 0 && recorded < took
			if known {
				took = recorded
			} else if took > longestPause && momentary[c.name] {
				continue
			}
			seconds := took.Truncate(time.Millisecond).Seconds()
			all.add("tools Time", c.name, seconds)
			if times[c.name] == nil {
				times[c.name] = new(callTimes)
			}
			if of := times[c.name]; known || !asking.MatchString(c.name) || asked(c) {
				of.exact = append(of.exact, seconds)
			} else {
				of.most = append(of.most, seconds)
			}
		}
	}
}

var (
	launched = regexp.MustCompile(`"status":"async_launched".*?"(?:agentId|taskId)":"(\w+)"`)
	// notified matches the end of an agent in the background, of which the record may be repeated.
	notified = regexp.MustCompile(`(?s)<task-notification>.*?<task-id>(\w+)</task-id>(?:(?:\s|\\n)*<tool-use-id>(toolu_\w+)</tool-use-id>)?.*?<duration_ms>(\d+)</duration_ms>`)
)

// workedLater is how long agents and workflows in the background worked, as their notifications say, to a tenth of a second: by the call that set
// them to work, where they say that, else by the agent.
func workedLater(records []countedRecord) map[string]time.Duration {
	worked, seen := map[string]time.Duration{}, map[string]bool{}
	for _, r := range records {
		for _, text := range []string{r.text, string(r.Content), string(r.Attachment.Prompt)} {
			if m := notified.FindStringSubmatch(text); m != nil && !seen[m[1]+" "+m[3]] {
				seen[m[1]+" "+m[3]] = true
				ms, _ := strconv.Atoi(m[3])
				worked[cmp.Or(m[2], m[1])] += (time.Duration(ms) * time.Millisecond).Round(time.Second / 10)
			}
		}
	}
	return worked
}

// allowed returns a function that reports whether a call needed no permission, by the mode that the last prompt before it names.
func allowed(records []countedRecord) func(c *countedCall) bool {
	var prompts []countedRecord
	for _, r := range records {
		if r.isPrompt() {
			prompts = append(prompts, r)
		}
	}
	return func(c *countedCall) bool {
		mode := ""
		for _, r := range prompts {
			if !r.at.After(c.asked) {
				mode = cmp.Or(r.PermissionMode, mode)
			}
		}
		return mode == "bypassPermissions"
	}
}

// median is the middle of the times that are known, else of the others.
func (c *callTimes) median() float64 {
	list := c.exact
	if len(list) == 0 {
		list = c.most
	}
	slices.Sort(list)
	return list[(len(list)-1)/2]
}

// searched is how long a search of the web took, where its result records that.
func (c *countedCall) searched() time.Duration {
	var result struct{ DurationSeconds float64 }
	_ = json.Unmarshal(c.structured, &result)
	return time.Duration(result.DurationSeconds * float64(time.Second))
}

// countCommands adds the command lines of a thread that failed, and what followed each: the first call of the next
// message with calls, or words, or a prompt.
func (s *counted) countCommands(records []countedRecord, all tallies) {
	calls, made := countedCalls(records), map[string][]string{}
	var messages []string // ids of those with calls or words, and prompts
	for _, r := range records {
		id := cmp.Or(r.Message.ID, r.UUID)
		if r.isPrompt() {
			messages = append(messages, "prompt")
		}
		for _, p := range r.pieces {
			if r.Type == "assistant" && (p.Type == "tool_use" || p.Type == "text" && strings.TrimSpace(p.Text) != "") {
				if p.Type == "tool_use" {
					made[id] = append(made[id], p.ID)
				}
				if !slices.Contains(messages, id) {
					messages = append(messages, id)
				}
			}
		}
	}
	open := map[string]float64{} // failures of a command since it succeeded
	for i, id := range messages {
		for _, use := range made[id] {
			c := calls[use]
			if c == nil || !shellTool[c.name] || c.command == "" {
				continue
			}
			name := commandOf(c.command)
			all.add("commands Runs", name, 1)
			ended := c.done && (c.kind == "" || s.answered(c)) && !strings.HasPrefix(c.printed, "[Request interrupted")
			failed := c.kind == "failed" && !s.answered(c)
			if (c.done && c.kind == "" || failed || ended) && open[name] > 0 {
				all.add("commands Retries", name, 1)
			}
			if ended {
				all.add("commands Recovered", name, open[name])
				open[name] = 0
			}
			if !failed {
				continue
			}
			open[name]++
			all.add("commands Failed", name, 1)
			next := "nothing"
			if i+1 < len(messages) {
				next = follows(messages[i+1], made, calls)
			}
			all.add("commands followed by", next, 1)
		}
	}
}

// follows names what a message does.
func follows(id string, made map[string][]string, calls map[string]*countedCall) string {
	if id == "prompt" {
		return "prompt"
	}
	if len(made[id]) == 0 || calls[made[id][0]] == nil {
		return "reply"
	}
	switch c := calls[made[id][0]]; c.name {
	case "Bash", "PowerShell":
		return "command"
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return "edit"
	case "Read", "Grep", "Glob", "LS", "BashOutput", "TaskOutput":
		return "read or search"
	}
	return "another tool"
}
