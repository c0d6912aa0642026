package twin

import (
	"fmt"
	"strings"

	"steno/parser"
	"steno/parser/facts"
)

// Disclosure is what a project asks contributors to say of the work of an agent. It contains what the
// transcript shows and nothing that somebody would have to promise.
type Disclosure struct {
	Agent    string   // "Claude Code 2.1.2", "" when not known
	Rewound  int      // branches that the user left
	Declined int      // calls that the user declined
	Missing  []string // what was not verified, see [unverified]
}

// Disclose returns the disclosure of a session.
func Disclose(s *parser.Session, f *facts.Facts, agent string) *Disclosure {
	d := &Disclosure{Agent: agent, Declined: f.Errors.Rejected, Missing: unverified(f)}
	if n := len(s.Main.Branches); n > 0 {
		d.Rewound = n - 1
	}
	return d
}

// unverified lists what a transcript shows to be unverified.
func unverified(f *facts.Facts) (list []string) {
	switch run := f.Outcome.Tests; {
	case run == nil && len(f.Files) > 0:
		list = append(list, "no test run is recorded")
	case run != nil && !run.OK():
		list = append(list, "the last test run failed: "+run.String())
	}
	if n := f.Outcome.Edits; n > 0 {
		list = append(list, plural(n, "file was", "files were")+" edited after the last test run")
	}
	counts := map[facts.FlagKind]int{}
	for _, flag := range f.Flags {
		counts[flag.Kind]++
	}
	for _, kind := range []facts.FlagKind{facts.FlagNoVerify, facts.FlagTestsSkipped, facts.FlagTestsDeleted} {
		switch n := counts[kind]; {
		case n > 1:
			list = append(list, fmt.Sprintf("%s %d times", kind.Words(), n))
		case n == 1:
			list = append(list, kind.Words())
		}
	}
	if f.Unrecorded > 0 {
		list = append(list, plural(f.Unrecorded, "agent has", "agents have")+" no transcript")
	}
	if words := f.Outcome.Ending.Words(f.Outcome.Error); words != "" {
		list = append(list, "the session was not finished: "+words)
	}
	return list
}

// notRecorded is what no transcript can show.
const notRecorded = "whether a person read the changes is not recorded"

// write writes the block, with the request in so many bytes.
func (d *Disclosure) write(b *strings.Builder, s *parser.Session, prompts []string, room int) {
	line := func(name, value string) {
		if value != "" {
			b.WriteString("- " + name + ": " + value + "\n")
		}
	}
	b.WriteString("**Disclosure**: made with an AI agent\n\n")
	line("agent", Escape(oneLine(d.Agent, 200)))
	line("models", spans(s.Models))
	if len(prompts) > 0 {
		line("request", Escape(oneLine(prompts[0], min(room, 600))))
	}
	line("corrections", d.corrections(len(prompts)))
	missing := append(escapedAll(d.Missing), notRecorded)
	line("not verified", strings.Join(missing, "; "))
	b.WriteString("\n")
}

// corrections counts what the user did to change the course of the work.
func (d *Disclosure) corrections(prompts int) string {
	var parts []string
	for _, k := range []struct {
		n         int
		one, many string
	}{
		{prompts - 1, "further prompt", "further prompts"}, {d.Rewound, "rewound branch", "rewound branches"},
		{d.Declined, "declined call", "declined calls"},
	} {
		if k.n > 0 {
			parts = append(parts, plural(k.n, k.one, k.many))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

func escapedAll(texts []string) (list []string) {
	for _, t := range texts {
		list = append(list, Escape(oneLine(t, 300)))
	}
	return list
}
