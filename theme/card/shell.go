package card

import (
	"strings"

	"steno/parser/facts"
	"steno/parser/lazy"
	"steno/parser/shell"
	"steno/theme/ansi"
	"steno/theme/highlight"
	"steno/theme/words"
)

// bash shows a command, what it printed and how it ended.
func bash(c *call) {
	command := c.in.first("command", "script", "cmd")
	lang := "bash"
	if c.Name == "PowerShell" {
		lang = "powershell"
	}
	c.codeRow("terminal", "Run", shell.Headline(command))
	if d := c.in.take("description"); d != "" {
		c.note(d)
	}
	c.code("Command", highlight.Code{Text: command, Lang: lang})
	if c.in.flag("run_in_background") {
		c.chip("background", "")
	}
	limit := c.in.int("timeout")
	showStreams(c)
	showExit(c)
	showEdited(c)
	showTests(c)
	if limit > 0 {
		c.plain("Time limit", milliseconds(limit)) // not in the row: what a command may take says little of what it did
	}
}

// showTests makes the card of a command that ran tests show the results: how many passed and
// failed, and which failed. The output of a run that passed is folded.
func showTests(c *call) {
	ok, counted, hook := true, false, false
	var failed []string
	for _, r := range facts.TestRunsOf(c.ToolCall) {
		if !r.Counted() {
			continue
		}
		counted, ok, hook = true, ok && r.OK(), r.Hook
		what := words.Number
		if r.Packages {
			what = func(n int) string { return words.Plural(n, "package") }
		}
		if r.Passed > 0 {
			c.chip(what(r.Passed)+" passed", "")
		}
		if r.Failed > 0 {
			c.chip(what(r.Failed)+" failed", "error")
		}
		if r.Skipped > 0 {
			c.chip(words.Number(r.Skipped)+" skipped", "")
		}
		failed = append(failed, r.Failures...)
	}
	if !counted {
		return
	}
	if len(failed) > 0 {
		c.plain("Failed tests", strings.Join(failed, "\n"))
	}
	if hook {
		return // it is a commit first
	}
	c.view.Verb = "Test"
	switch {
	case !ok:
		c.view.Icon = "error"
	case c.ok():
		c.view.Icon = "check"
	}
	for i := range c.view.Sections {
		if s := &c.view.Sections[i]; ok && s.Title == "Output" {
			s.Folded = true
		}
	}
}

// showStreams shows standard output and standard error where they were recorded
// apart, else the result's text.
func showStreams(c *call) {
	stdout, stderr := c.out.take("stdout"), c.out.take("stderr")
	c.out.skip("interrupted", "isImage", "noOutputExpected", "stdoutLines", "stderrLines",
		"persistedOutputPath", "persistedOutputSize", "rawOutputPath") // where the client kept the output: the card links it
	if c.out.peek("isImage") == "true" {
		stdout = "" // it is the image that the result contains
	}
	if p := resultFile(c); p != "" && strings.Contains(stdout, "<persisted-output>") {
		stdout = ""
	}
	if c.view.State == Rejected || stdout == "" && stderr == "" {
		return
	}
	c.output("Output", stdout)
	c.output("Error output", stderr)
	c.show(stdout+"\n"+stderr, strings.TrimRight(stdout, "\n")+"\n"+stderr)
	if n := lines(stdout); n > 1 {
		c.chip(words.Plural(n, "line"), "")
	}
	if c.text == "" {
		return
	}
	if same(c.text, stdout+stderr) {
		c.show(c.text)
	}
}

// same reports whether two texts differ in white space and escape sequences only.
func same(a, b string) bool {
	if strings.TrimSpace(a) == strings.TrimSpace(b) {
		return true
	}
	return strings.Join(strings.Fields(ansi.Strip(a)), " ") == strings.Join(strings.Fields(ansi.Strip(b)), " ")
}

// resultFile is the name of the file that contains the whole output, if any.
func resultFile(c *call) string {
	if c.Result == nil || c.Result.Persisted == nil {
		return ""
	}
	return c.Result.Persisted.Name
}

var exitCode = lazy.MustCompile(`^(?:Error: )?Exit code (\d+)`)

// backgrounded says why the client went on without waiting for a command, though it was not told to.
var backgrounded = []struct{ member, says string }{
	{"backgroundedByUser", "to the background, by the user"},
	{"backgroundedByTurnAbort", "to the background, as the turn was interrupted"},
	{"backgroundedToDeliverMessage", "to the background, for a message"},
}

// showExit shows how a command ended.
func showExit(c *call) {
	if why := c.out.take("returnCodeInterpretation"); why != "" {
		c.chip(why, "warn")
		if len(why) > 40 {
			c.plain("Return code", why)
		}
	}
	if id := c.out.first("backgroundTaskId", "backgroundedByUser", "assistantAutoBackgrounded"); id != "" {
		c.show(id)
		c.chip("task "+id, "")
		for _, why := range backgrounded {
			if c.out.take(why.member) == "true" {
				c.chip(why.says, "")
			}
		}
	}
	if m := exitCode.FindStringSubmatch(c.text); m != nil && m[1] != "0" {
		c.chip("exit "+m[1], "error")
	} else if code := c.out.take("exitCode"); code != "" && code != "0" {
		c.chip("exit "+code, "error")
	}
	if c.ok() && strings.TrimSpace(c.text) == "" && len(c.showed) <= 1 && !hasMedia(c) {
		c.chip("no output", "")
	}
}

// shellOutput shows what a background command has printed since it was last asked.
func shellOutput(c *call) {
	id := c.in.first("bash_id", "shell_id", "task_id")
	c.codeRow("terminal", "Check output", id)
	if f := c.in.take("filter"); f != "" {
		c.note("lines that match " + f)
	}
	if command := c.out.take("command"); command != "" {
		c.code("Command", highlight.Code{Text: command, Lang: "bash"})
	}
	c.chip(c.out.take("status"), "")
	c.out.skip("shellId", "timestamp")
	showTags(c)
	showStreams(c)
	showExit(c)
	c.acknowledged()
}

var tagged = lazy.MustCompile(`(?s)<(stdout|stderr)>\n?(.*?)\n?</(?:stdout|stderr)>`)

// showTags shows the streams that a result's text contains between tags, unless the
// showStructured result has them too.
func showTags(c *call) {
	if c.out.has("stdout") {
		return
	}
	for _, m := range tagged.FindAllStringSubmatch(c.text, -1) {
		if m[1] == "stderr" {
			c.output("Error output", m[2])
		} else {
			c.output("Output", m[2])
		}
	}
}

func killShell(c *call) {
	c.codeRow("terminal", "Stop", c.in.first("shell_id", "bash_id", "task_id"))
	tidyMessage(c)
	c.out.skip("shell_id")
}

// monitor shows a command that is watched while the agent goes on.
func monitor(c *call) {
	command := c.in.take("command")
	c.codeRow("terminal", "Watch", shell.Headline(command))
	if d := c.in.take("description"); d != "" {
		c.note(d)
	}
	c.code("Command", highlight.Code{Text: command, Lang: "bash"})
	if ms := c.in.int("timeout_ms"); ms > 0 {
		c.chip("limit "+milliseconds(ms), "")
	}
	if c.in.flag("persistent") {
		c.chip("persistent", "")
	}
}

// milliseconds writes a span of time given in milliseconds.
func milliseconds(ms int) string {
	switch {
	case ms < 1000:
		return count(ms) + " ms"
	case ms < 60_000:
		return trimZero(float64(ms)/1000) + " s"
	}
	return trimZero(float64(ms)/60_000) + " min"
}
