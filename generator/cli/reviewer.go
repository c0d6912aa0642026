package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"steno/generator/redaction"
)

// reviewer asks about values, one after the other. They come sorted by rule.
type reviewer struct {
	u       *ui
	lines   <-chan string // what the user writes; closed at the end of the input
	values  []redaction.Value
	at      int
	answers []string // by value: "reviewed", "allow", or "" when it is not decided
	past    []answered
}

// answered is what an answer changed, for undo.
type answered struct {
	at      int
	answers []string
}

// linesOf reads lines until the end of the input. An interrupt cannot end a read, so it is
// nothing that the user has to wait for.
func linesOf(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- strings.TrimSpace(s.Text())
		}
	}()
	return lines
}

// read returns the next line, and false at the end of the input or after an interrupt.
func (r *reviewer) read(ctx context.Context) (string, bool) {
	select {
	case <-ctx.Done():
		return "", false
	case line, ok := <-r.lines:
		return line, ok
	}
}

const reviewHelp = `k keep redacted · a allow · K, A the same for all of this rule · n next · s show the value · u undo · q write and quit · x quit without writing`

// ask goes through the values until all were shown or the user quits.
func (r *reviewer) ask(ctx context.Context) error {
	r.answers = make([]string, len(r.values))
	shown := -1
	for r.at < len(r.values) {
		if shown != r.at {
			r.show()
			shown = r.at
		}
		fmt.Fprint(r.u.err, "keep, allow, next? [k a K A n s u q x ?] ")
		answer, ok := r.read(ctx)
		if !ok {
			fmt.Fprintln(r.u.err)
			return ctx.Err() // the end of the input is "q"
		}
		switch answer {
		case "q":
			return nil
		case "x":
			r.answers = make([]string, len(r.values))
			return nil
		case "u":
			r.undo()
			shown = -1
		case "s":
			r.u.say("  %s", r.values[r.at].Secret)
		default:
			r.answer(ctx, answer)
		}
	}
	return nil
}

// answer applies an answer about the current value, and goes on to the next undecided one.
func (r *reviewer) answer(ctx context.Context, answer string) {
	list := map[string]string{"k": "reviewed", "K": "reviewed", "a": "allow", "A": "allow", "n": ""}
	decided, known := list[answer]
	if !known {
		r.u.say("%s", reviewHelp)
		return
	}
	rule, last := r.values[r.at].Rule, r.at+1
	if answer == "K" || answer == "A" {
		for last < len(r.values) && r.values[last].Rule == rule {
			last++
		}
	}
	if answer == "A" {
		fmt.Fprintf(r.u.err, "%s of %s would be published as written. Type yes to allow: ", count(last-r.at, "value"), rule)
		if sure, _ := r.read(ctx); sure != "yes" {
			return
		}
	}
	r.past = append(r.past, answered{r.at, append([]string{}, r.answers...)})
	for ; r.at < last; r.at++ {
		r.answers[r.at] = decided
	}
}

// undo takes the last answer back.
func (r *reviewer) undo() {
	if len(r.past) == 0 {
		r.u.say("nothing to undo")
		return
	}
	last := r.past[len(r.past)-1]
	r.past, r.at, r.answers = r.past[:len(r.past)-1], last.at, last.answers
}

// show prints the current value, masked, and the head of its rule before the first one.
func (r *reviewer) show() {
	v := r.values[r.at]
	if r.at == 0 || r.values[r.at-1].Rule != v.Rule {
		n := 0
		for _, other := range r.values {
			if other.Rule == v.Rule {
				n++
			}
		}
		r.u.say("")
		r.u.say("%s, severity %s: %s", v.Rule, v.Severity, count(n, "new value"))
	}
	r.u.say("")
	r.u.say("%d of %d  %s, %s in %s", r.at+1, len(r.values), v.Placeholder, count(v.Places, "place"), count(v.Sessions, "session"))
	if v.File != "" {
		r.u.say("  %s", v.At())
	}
	if v.Page != "" {
		r.u.say("  %s", v.Page)
	}
	r.u.say("  %s", oneLine(v.Context))
}

// lists returns the entries to add to the lists of the configuration.
func (r *reviewer) lists() map[string][]string {
	add := map[string][]string{}
	for i, list := range r.answers {
		if list != "" {
			add[list] = append(add[list], r.values[i].Rule+":"+r.values[i].ID)
		}
	}
	return add
}
