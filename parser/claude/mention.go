package claude

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/raw"

	"github.com/go-json-experiment/json/jsontext"
)

// What a session did to repositories is read from the output of the commands
// that did it: `git commit` and `gh pr create`. Commands that failed did nothing.

// pull is a pull request that a record tells of, or the output of a call.
type pull struct {
	entry *entry
	call  *parser.ToolCall
	line  *parser.Origin
	parser.PullRequest
}

type commit struct {
	call *parser.ToolCall
	parser.Commit
}

var (
	committed  = regexp.MustCompile(`(?m)^\[([^\]\s]+(?: \([^)\n]*\))?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$`)
	gitCommit  = regexp.MustCompile(`\bgit\b[^|;&\n]*\b(commit|cherry-pick|revert|merge)\b`)
	amend      = regexp.MustCompile(`\bcommit\b[^|;&\n]*\s--amend\b`)
	createPull = regexp.MustCompile(`\bgh\s+pr\s+create\b`)
	pullURL    = regexp.MustCompile(`https://[\w.-]+/([\w.-]+/[\w.-]+)/pull/(\d+)`)
)

// mentions looks for commits and pull requests in the result of a shell command.
func (b *threadBuilder) mentions(c *parser.ToolCall) {
	if c.Result.IsError || c.Result.Rejected || c.Name != "Bash" && c.Name != "PowerShell" {
		return
	}
	command := raw.ParseObject(c.Input).Text("command")
	if gitCommit.MatchString(command) {
		b.commitsOf(c)
	}
	if !createPull.MatchString(command) {
		return
	}
	if m := pullURL.FindStringSubmatch(output(c.Result)); m != nil {
		n, _ := strconv.Atoi(m[2])
		b.pulls = append(b.pulls, pull{nil, c, &c.Result.Origin, parser.PullRequest{Number: n, URL: m[0], Repository: m[1], Time: c.Result.Time}})
	}
}

func (b *threadBuilder) commitsOf(c *parser.ToolCall) {
	amends := amend.MatchString(raw.ParseObject(c.Input).Text("command"))
	for _, m := range committed.FindAllStringSubmatch(output(c.Result), -1) {
		made := parser.Commit{SHA: m[2], Branch: strings.TrimSuffix(m[1], " (root-commit)"), Subject: strings.TrimSpace(m[3]), Time: c.Result.Time}
		if last := len(b.commits) - 1; amends && last >= 0 && b.commits[last].Branch == made.Branch {
			b.commits = b.commits[:last]
			made.Amended = true
		}
		b.commits = append(b.commits, commit{c, made})
	}
}

// output gives what a shell command printed, whole where the record has it.
func output(r *parser.ToolResult) string {
	if len(r.Structured) > 0 && r.Structured.Kind() == jsontext.BeginObject.Kind() {
		if o := raw.ParseObject(r.Structured); o.Raw("stdout") != nil {
			return o.String("stdout") + "\n" + o.String("stderr")
		}
	}
	return r.Text()
}

// collect hands the findings of a thread to the session.
func (p *parse) collect(b *threadBuilder) {
	seen := make(map[string]int)
	for i, pr := range p.out.PullRequests {
		seen[pullKey(pr)] = i
	}
	slices.SortStableFunc(b.pulls, func(x, y pull) int {
		return cmp.Or(cmp.Compare(x.line.File, y.line.File), cmp.Compare(x.line.Line, y.line.Line))
	})
	for _, found := range b.pulls {
		pr := found.PullRequest
		if found.entry != nil {
			pr.Anchor = found.entry.place
		} else {
			pr.Anchor = b.home(found.call)
		}
		if i, known := seen[pullKey(pr)]; known {
			have := &p.out.PullRequests[i]
			have.Repository, have.URL = firstOf(have.Repository, pr.Repository), firstOf(have.URL, pr.URL)
			continue
		}
		seen[pullKey(pr)] = len(p.out.PullRequests)
		p.out.PullRequests = append(p.out.PullRequests, pr)
	}
	for _, c := range b.commits {
		c.Anchor = b.home(c.call)
		p.out.Commits = append(p.out.Commits, c.Commit)
	}
}

func pullKey(pr parser.PullRequest) string {
	if pr.URL != "" {
		return pr.URL
	}
	return pr.Repository + "#" + strconv.Itoa(pr.Number)
}
