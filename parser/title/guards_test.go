package title

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGuards: what is looked for before an expression is tried is in every text that it matches.
func TestGuards(t *testing.T) {
	t.Parallel()
	parts := []string{"#", "###", " ", "\t", "\n", "User ", "user", " input", "Request", ":", "<system-reminder", ">", "</context>", "<pasted_content/>",
		"[Image #1]", "[Pasted text", "]", "[Request interrupted", "a)", "Z) ", "12.", "3) ", "- ", "* [x] ", "> ", "`", "word", "## User Input", "é", "+", "<", "["}
	random := rand.New(rand.NewPCG(1, 2))
	matched := map[string]int{}
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(7) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		text := b.String()
		for name, g := range map[string][2]bool{
			"input":    {mayHaveInput(text), inputHeading.MatchString(text)},
			"injected": {mayBeInjected(text), injectedParts.MatchString(text)},
			"marked":   {marked(text), markup.MatchString(text)},
		} {
			if g[1] {
				matched[name]++
			}
			if g[1] && !g[0] {
				t.Errorf("%s does not look at %q", name, text)
			}
		}
	}
	if len(matched) != 3 {
		t.Errorf("texts matched only %v", matched)
	}
}
