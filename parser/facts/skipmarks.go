package facts

import (
	"strings"

	"steno/parser"
	"steno/parser/lazy"
)

// skipMark is what the languages of tests begin a line with that keeps a test from running.
var skipMark = lazy.MustCompile(`^(?:` + strings.Join([]string{
	`[a-z]\.Skip(?:Now|f)?\(`,                                      // Go
	`(?:it|test|describe|context|suite)\.(?:skip|todo|fixme)\b`,    // JavaScript
	`x(?:it|test|describe|context)[( ]`,                            // and Ruby
	`@(?:pytest\.mark\.|unittest\.)(?:skip|skipif|skipIf|xfail)\b`, // Python
	`pytest\.(?:skip|xfail)\(`, `self\.skipTest\(`, `raise (?:unittest\.)?SkipTest\b`,
	`#\[ignore\b`,             // Rust
	`@(?:Ignore|Disabled)\b`,  // Java, Kotlin, Scala
	`\[(?:Ignore|Explicit)\b`, // C#
	`\[(?:Fact|Theory)\(Skip\b`,
	`@(?:module)?tag :?skip\b`,  // Elixir
	`\$this->markTestSkipped\(`, // PHP
	`throw XCTSkip\b`,           // Swift
}, "|") + `)`)

// skips flags each mark that an edit adds to a file of tests that the session had not made. A line that
// was there before, elsewhere in the same edit, was moved.
func (w *flagger) skips(c *Call) {
	if w.texts.Changed == nil {
		return
	}
	var texts [][][]string
	for i, e := range c.Action.Edits() {
		if !isTest(e.File) || e.Change == nil || e.Change.Created || w.made[clean(w.absolute(c, e.File))] {
			continue
		}
		if texts == nil {
			texts = w.texts.Changed(c.ToolCall)
		}
		if i >= len(texts) {
			return
		}
		var added []string
		removed := map[string]int{}
		for _, hunk := range texts[i] {
			for _, line := range hunk {
				if line == "" {
					continue
				}
				switch text := strings.TrimSpace(line[1:]); parser.LineOp(line[0]) {
				case parser.LineAdded:
					added = append(added, text)
				case parser.LineRemoved:
					removed[text]++
				}
			}
		}
		for _, text := range added {
			if removed[text]--; removed[text] < 0 && skipMark.MatchString(text) {
				w.add(FlagTestsSkipped, c, e.File+": "+text)
			}
		}
	}
}
