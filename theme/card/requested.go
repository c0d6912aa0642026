package card

import (
	"slices"
	"strconv"
	"strings"

	"steno/parser/lazy"
	"steno/theme/diff"
)

// An edit records what was requested (a text and its replacement, which may begin and end within
// lines) and what was written (a patch of whole lines). Mostly they differ in the unchanged lines
// around them, or in white space: then one diff says it all.

// sameChange reports whether a patch makes the changes that were requested, white space aside. Lines
// that are both removed and added cancel out, so that it does not matter how the lines were aligned.
func sameChange(patch []diff.Hunk, changes []change) bool {
	if len(changes) == 1 && !changes[0].all {
		before, after := diff.Sides(patch)
		if core(before, after) == core(changes[0].before, changes[0].after) {
			return true
		}
	}
	written, wanted := map[string]int{}, map[string]int{}
	all, single := false, len(changes) == 1
	for _, h := range patch {
		for _, l := range h.Lines {
			tallyLine(written, l)
		}
	}
	for _, ch := range changes {
		all = all || ch.all
		if len(ch.before)+len(ch.after) > 4*maxText {
			return false
		}
		for _, l := range strings.Split(ch.before, "\n") {
			tallyLine(wanted, "-"+l)
		}
		for _, l := range strings.Split(ch.after, "\n") {
			tallyLine(wanted, "+"+l)
		}
	}
	var left, missing []string // signed lines that only one of both has
	for l, n := range written {
		if d := n - wanted[l]; d != 0 && !(all && n*wanted[l] > 0) {
			left = append(left, signed(l, d))
		}
	}
	for l, n := range wanted {
		if d := n - written[l]; d != 0 && written[l] == 0 {
			missing = append(missing, signed(l, d))
		}
	}
	if single && !all {
		return len(left)+len(missing) == 0
	}
	return pieces(left, missing)
}

// core returns what is between the common start and the common end of two texts, without white space.
func core(before, after string) [2]string {
	before, after = strings.Join(strings.Fields(before), ""), strings.Join(strings.Fields(after), "")
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		n++
	}
	before, after = before[n:], after[n:]
	n = 0
	for n < len(before) && n < len(after) && before[len(before)-1-n] == after[len(after)-1-n] {
		n++
	}
	return [2]string{before[:len(before)-n], after[:len(after)-n]}
}

// tallyLine adds a line of a diff to the sum of each text: added lines count up, removed ones down.
func tallyLine(sum map[string]int, line string) {
	if line == "" || line[0] == ' ' {
		return
	}
	text := strings.Join(strings.Fields(line[1:]), "")
	switch {
	case text == "":
	case line[0] == '+':
		sum[text]++
	case line[0] == '-':
		sum[text]--
	}
}

func signed(text string, n int) string {
	if n < 0 {
		return "-" + text
	}
	return "+" + text
}

// pieces reports whether the lines that are left over are those of which only a piece was
// requested: each wanted piece is in a written line of its sign, and no written line is without one.
func pieces(written, wanted []string) bool {
	slices.Sort(written)
	used := make([]bool, len(written))
	for _, w := range wanted {
		found := false
		for i, l := range written {
			if l[0] == w[0] && strings.Contains(l[1:], w[1:]) {
				found, used[i] = true, true
			}
		}
		if !found {
			return false
		}
	}
	for _, u := range used {
		if !u {
			return false
		}
	}
	return true
}

var (
	confirmation = lazy.MustCompile(`^(?:The file .* has been (?:updated|created|written)[^\n]*|File created successfully at[^\n]*|Applied \d+ edits? to [^\n]*|\d+\. Replaced [^\n]*|All occurrences [^\n]* were successfully replaced[^\n]*)$`)
	lead         = lazy.MustCompile("^Here's the result of running `cat -n` on a snippet of the edited file:?$")
)

// numbered returns the number and the text of a line of a snippet ("  12→text").
func numbered(line string) (n, text string, ok bool) {
	n, text, ok = strings.Cut(line, "→")
	n = strings.TrimLeft(n, " \t\f\r")
	return n, text, ok && n != "" && strings.Trim(n, "0123456789") == ""
}

// showConfirmation shows the result of an edit where it says more than that the file was changed and
// which lines it has now.
func showConfirmation(c *call) {
	if !c.ok() {
		return
	}
	for line := range strings.Lines(c.text) {
		line = strings.TrimRight(line, "\r\n")
		if _, text, ok := numbered(line); ok && c.includes(text) {
			continue
		}
		if !confirms(line) {
			c.acknowledged()
			return
		}
	}
	c.show(c.text)
}

// confirms reports whether a line of a result only says that a file was changed.
func confirms(line string) bool {
	s := strings.TrimSpace(line)
	first, _, _ := strings.Cut(s, " Here's the result of")
	return s == "" || confirmation.MatchString(first) || lead.MatchString(s)
}

// widened returns a patch with more of the lines around its changes, as far as the transcript shows
// them: those of the requested text, and those of the file that the result lists with their numbers.
func widened(patch []diff.Hunk, changes []change, result string) []diff.Hunk {
	if len(changes) == 1 && !changes[0].all && len(changes[0].before)+len(changes[0].after) <= 4*maxText {
		patch = withRequested(patch, changes[0].before, changes[0].after)
	}
	listed := map[int]string{}
	for line := range strings.Lines(result) {
		if number, text, ok := numbered(strings.TrimRight(line, "\r\n")); ok {
			n, _ := strconv.Atoi(number)
			listed[n] = text
		}
	}
	if len(listed) == 0 {
		return patch
	}
	out := slices.Clone(patch)
	for i := range out {
		h := &out[i]
		before, after := sides(h.Lines)
		for first := h.New - 1; i == 0 && h.New > 1 && h.Old > 1; first-- {
			text, known := listed[first]
			if !known {
				break
			}
			h.Lines = append([]string{" " + text}, h.Lines...)
			h.Old, h.New = h.Old-1, h.New-1
			before, after = before+1, after+1
		}
		limit := 1 << 30
		if i+1 < len(out) {
			limit = out[i+1].New
		}
		for next := h.New + after; h.New > 0 && next < limit; next++ {
			text, known := listed[next]
			if !known {
				break
			}
			h.Lines = append(h.Lines[:len(h.Lines):len(h.Lines)], " "+text)
		}
	}
	return out
}

// sides counts the lines of a hunk before and after the change.
func sides(lines []string) (before, after int) {
	for _, l := range lines {
		if !strings.HasPrefix(l, "+") && !strings.HasPrefix(l, `\`) {
			before++
		}
		if !strings.HasPrefix(l, "-") && !strings.HasPrefix(l, `\`) {
			after++
		}
	}
	return before, after
}

// withRequested adds the unchanged lines with which a requested text begins and ends to a patch,
// which has three of them.
func withRequested(patch []diff.Hunk, before, after string) []diff.Hunk {
	if len(patch) == 0 {
		return patch
	}
	reversed := func(list []string) []string {
		list = slices.Clone(list)
		slices.Reverse(list)
		return list
	}
	out := slices.Clone(patch)
	first, last := &out[0], &out[len(out)-1]
	ownLead, ownTrail := unchanged(first.Lines), unchanged(reversed(last.Lines))
	if lead, trail := shared(before, after); lead <= len(ownLead) && trail <= len(ownTrail) {
		return patch // mostly, and to compare the texts takes long
	}
	requested := diff.Full(before, after)
	if len(requested) != 1 {
		return patch
	}
	lines := requested[0].Lines
	lead, trail := unchanged(lines), unchanged(reversed(lines))
	if n := len(lead) - len(ownLead); n > 0 && sameLines(lead[n:], ownLead) {
		first.Lines = append(slices.Clone(lead[:n]), first.Lines...)
		first.Old, first.New = max(first.Old-n, 0), max(first.New-n, 0)
	}
	if n := len(trail) - len(ownTrail); n > 0 && sameLines(trail[n:], ownTrail) {
		last.Lines = append(last.Lines[:len(last.Lines):len(last.Lines)], reversed(trail[:n])...)
	}
	return out
}

// shared returns with how many equal lines two texts begin and end at most.
func shared(a, b string) (lead, trail int) {
	start, end := 0, 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for end < len(a) && end < len(b) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return strings.Count(a[:start], "\n") + 1, strings.Count(a[len(a)-end:], "\n") + 1
}

// unchanged returns the lines before the first change.
func unchanged(lines []string) []string {
	for i, l := range lines {
		if !strings.HasPrefix(l, " ") {
			return lines[:i]
		}
	}
	return lines
}

func sameLines(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool {
		return strings.Join(strings.Fields(x), "") == strings.Join(strings.Fields(y), "")
	})
}

// covers reports whether every line of the replacements is in the hunks.
func covers(hunks []diff.Hunk, changes []change) bool {
	before, after := diff.Sides(hunks)
	for _, ch := range changes {
		if !hasLines(before, ch.before) || !hasLines(after, ch.after) {
			return false
		}
	}
	return true
}

func hasLines(shown, wanted string) bool {
	if strings.TrimSpace(wanted) == "" || strings.Contains(shown, wanted) {
		return true
	}
	have := map[string]bool{}
	for line := range strings.Lines(shown) {
		have[strings.TrimSpace(line)] = true
	}
	parts := strings.Split(wanted, "\n")
	for i, line := range parts {
		line = strings.TrimSpace(line)
		if have[line] || line == "" {
			continue
		}
		// The first and the last line may be pieces of a line.
		if (i == 0 || i == len(parts)-1) && strings.Contains(shown, line) {
			continue
		}
		return false
	}
	return true
}
