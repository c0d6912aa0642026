package title

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
)

var (
	// intent is how a model says what it is going to do.
	intent = lazy.MustCompile(`(?i)^(?:now,? )?(?:i(?:'|\x{2019})ll|i will|i(?:'|\x{2019})m going to|i am going to|let me|let(?:'|\x{2019})s) (?:now |first )?`)
	// firstStep begins what is done before the work, whatever it is.
	firstStep = lazy.MustCompile(`(?i)^(?:also |quickly )?(?:begin|check|examine|explore|find|get|list|look|open|read|run|search|see|start (?:by|with)|take|try|view)\b`)
	// insight is how it says that it now knows enough, without what.
	insight = lazy.MustCompile(`(?i)^(?:now,? )?i(?:(?:'|\x{2019})ve| have)? (?:now )?(?:have (?:all|everything|enough|an? (?:good|clear|full|complete|better|comprehensive)|the (?:full|complete|whole))|(?:can )?(?:see|understand) (?:(?:now|how it works)[.!:]|(?:the|this|everything|it all)\b[^,;:]{0,40}[.!:]?$))`)
)

// fewestWords are those of a sentence that says what a run is about.
const fewestWords = 8

// unasked is the title of a session without a prompt, such as a run in CI whose client does not print it: its last words say
// what was done, unless it was cut off in the middle of work, and its first ones what was asked for.
func unasked(s *parser.Session) string {
	first, last := "", ""
	for m := range s.Main.Live().Messages() {
		switch {
		case m.Kind == parser.KindPrompt:
			return ""
		case m.Kind != parser.KindReply || m.APIError != "":
			continue
		}
		for _, blk := range m.Blocks {
			switch b := blk.(type) {
			case *parser.Text:
				if !jsontext.Value(b.Text).IsValid() { // else a verdict for a program
					last = b.Text
				}
			case *parser.ToolCall:
				last = ""
			}
			if first == "" {
				first = last
			}
		}
	}
	if line := statement(last); line != "" {
		return line
	}
	for _, line := range proseLines(first) {
		for _, sentence := range sentences.FindAllString(line, maxTitleLines) {
			task := intent.ReplaceAllString(sentence, "")
			if task != sentence && len(strings.Fields(task)) >= fewestWords && !firstStep.MatchString(task) {
				return titleLine(task)
			}
		}
	}
	return ""
}
