package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/shell"
)

// Pull requests are what GitHub, Gitea and Bitbucket call them; GitLab calls them merge requests. A command
// that makes one prints its address, and a tool of a server returns it.

var (
	pullURL    = lazy.MustCompile(`https?://[\w.-]+(?::\d+)?/((?:[\w.~%-]+/)+?[\w.~%-]+)/(?:-/merge_requests|pulls?|pull-requests|pullrequest)/(\d+)`)
	pullNumber = lazy.MustCompile(`^(?:[#!]?|https?://\S+/(?:pulls?|merge_requests|pull-requests)/)(\d+)/?$`)
	pullTool   = lazy.MustCompile(`(?i)create_?(?:pull|merge)_?request$`)
	pullHead   = lazy.MustCompile(`(?m)^Creating (?:draft )?pull request for (\S+) into `)
	// waiting matches what is printed about a merge that comes later: when checks pass, or from a queue.
	waiting = lazy.MustCompile(`(?i)auto-?merge|merge queue|will be (?:automatically )?merged|when (?:the )?(?:pipeline|checks?|build)`)
)

// pullPrograms are programs that work on pull requests, and the names that each has for them.
var pullPrograms = map[string]string{"gh": " pr ", "glab": " mr ", "tea": " pr pull pulls ", "fj": " pr "}

// pullWords are in command lines that may do something to a pull request; others are not parsed.
var pullWords = []string{"gh pr ", "glab mr ", "tea p", "fj pr ", "merge_request.create", "hub pull-request"}

// CreatedPull returns the pull request that a call created, nil when it created none. text is what the call
// returned.
func CreatedPull(c *parser.ToolCall, text string) *parser.PullRequest {
	switch {
	case !c.Ended():
		return nil
	case c.Action.Kind == parser.ActionService && pullTool.MatchString(c.Name):
	case c.Action.Kind == parser.ActionRun && createsPull(c.Action.Command):
	default:
		return nil
	}
	return PullAt(text)
}

// CreatedPulls returns the pull requests that the calls of a session created, in order.
func CreatedPulls(s *parser.Session) (list []parser.PullRequest) {
	known := map[string]bool{}
	all := calls(s, nil)
	for i := range all {
		c := &all[i]
		if c.Result == nil {
			continue
		}
		if pr := CreatedPull(c.ToolCall, c.Output()); pr != nil && !known[pr.URL] {
			known[pr.URL] = true
			pr.Anchor, pr.Time = c.Anchor(), c.Result.Time
			list = append(list, *pr)
		}
	}
	return list
}

// PullAt returns the first pull request whose address is in a text, nil when there is none.
func PullAt(text string) *parser.PullRequest {
	m := pullURL.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[2])
	return &parser.PullRequest{Number: n, URL: m[0], Repository: strings.Replace(m[1], "/_git/", "/", 1)}
}

// createsPull reports whether a command line creates a pull request.
func createsPull(line string) bool {
	if !containsAny(line, pullWords) {
		return false
	}
	commands, whole := shell.Parse(line)
	for i := range commands {
		if verb, _ := pullVerb(&commands[i]); verb == "create" || pushesPull(&commands[i]) {
			return true
		}
	}
	return !whole && strings.Contains(line, " create")
}

// pushesPull reports whether a push asks the server to create a merge request.
func pushesPull(c *shell.Command) bool {
	for _, a := range c.Args {
		if strings.HasSuffix(a.Text, "merge_request.create") {
			return c.Name() == "git"
		}
	}
	return false
}

// pullVerb returns what a command does to a pull request, "" for nothing, and the words behind that.
func pullVerb(c *shell.Command) (verb string, words []string) {
	name := c.Name()
	if name == "hub" && len(c.Args) > 1 && c.Args[1].Text == "pull-request" {
		return "create", texts(c.Args[2:])
	}
	if len(c.Args) < 3 || !strings.Contains(pullPrograms[name], " "+c.Args[1].Text+" ") {
		return "", nil
	}
	switch verb = c.Args[2].Text; verb {
	case "new", "c":
		verb = "create"
	}
	return verb, texts(c.Args[3:])
}

func texts(args []shell.Arg) (words []string) {
	for _, a := range args {
		words = append(words, a.Text)
	}
	return words
}

// PullAction is what a command of the session did to a pull request.
type PullAction struct {
	Number int    // 0 when the command does not name it
	Title  string // of one that was opened or retitled
	Branch string // of one that was opened, where the command or its output names it
	Done   string // "opened", "retitled", "merged" or "closed"
	Call   *Call
}

// pullActions returns what a command did to pull requests, if it succeeded. A merge that waits for
// checks or in a queue is none.
func pullActions(c *Call) []PullAction {
	var list []PullAction
	if c.Action.Kind != parser.ActionRun || !c.Ended() || !containsAny(c.Action.Command, pullWords) {
		return nil
	}
	commands, _ := c.commands()
	printed := pullURL.FindAllStringSubmatch(c.Output(), -1)
	for j := range commands {
		verb, words := pullVerb(&commands[j])
		a := PullAction{Call: c}
		switch verb {
		case "create":
			a.Done, a.Title = "opened", optionOf(words, "--title", "-t")
			a.Branch = cmp.Or(optionOf(words, "--head", "-H"), optionOf(words, "--source-branch", "-s"))
			if m := pullHead.FindStringSubmatch(c.Output()); m != nil && a.Branch == "" {
				a.Branch = m[1]
			}
			a.Branch = a.Branch[strings.LastIndexByte(a.Branch, ':')+1:] // without the owner of a fork
			if len(printed) > 0 {                                        // each prints the address of the one it made
				a.Number, _ = strconv.Atoi(printed[0][2])
				printed = printed[1:]
			}
		case "edit", "update":
			if a.Title = optionOf(words, "--title", "-t"); a.Title != "" {
				a.Done, a.Number = "retitled", numberOf(words)
			}
		case "merge", "accept":
			a.Done, a.Number = "merged", numberOf(words)
		case "close":
			a.Done, a.Number = "closed", numberOf(words)
		}
		later := slices.Contains(words, "--auto") || slices.Contains(words, "--help") ||
			slices.Contains(words, "--when-pipeline-succeeds") || slices.Contains(words, "--auto-merge")
		if a.Done != "" && !later && !(a.Done == "merged" && waiting.MatchString(c.Output())) {
			list = append(list, a)
		}
	}
	return list
}

// optionOf returns the value of an option, "" for none.
func optionOf(words []string, long, short string) string {
	for i, w := range words {
		if (w == long || w == short) && i+1 < len(words) {
			return words[i+1]
		}
		if value, ok := strings.CutPrefix(w, long+"="); ok {
			return value
		}
	}
	return ""
}

// numberOf returns the number of the pull request that a command names, 0 for none.
func numberOf(words []string) int {
	for _, w := range words {
		if m := pullNumber.FindStringSubmatch(w); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 0
}
