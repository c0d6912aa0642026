package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// step is line n of the session, from 1, whatever it says: a message of an agent or of a user.
func step(n int, role, content string) string {
	line := prompt(n, "TEXT")
	line = strings.Replace(line, `"type":"user"`, fmt.Sprintf(`"type":%q`, role), 1)
	return strings.Replace(line, `"role":"user","content":"TEXT"`, fmt.Sprintf(`"role":%q,"id":"msg_%d","model":"claude-opus-4-5","content":%s`, role, n, content), 1)
}

// TestBrowserHasWhatIsBuilt patches a page with prompts, replies, calls and their results, one line at a time: in the end it is as one that is loaded
// anew, buttons and outline included.
func TestBrowserHasWhatIsBuilt(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	p.do("window.old = true")
	call := func(n int, command string) string {
		return fmt.Sprintf(`[{"type":"tool_use","id":"toolu_%d","name":"Bash","input":{"command":%q}}]`, n, command)
	}
	result := func(n int, text string, failed bool) string {
		return fmt.Sprintf(`[{"type":"tool_result","tool_use_id":"toolu_%d","content":%q,"is_error":%t}]`, n, text, failed)
	}
	lines := []string{
		prompt(1, "Water the beans"),
		step(2, "assistant", `[{"type":"text","text":"I look for the can.\n\n`+"```sh\\nls shed\\n```"+`"}]`),
		step(3, "assistant", call(3, "ls shed")),
		step(4, "user", result(3, "can\nhose", false)),
		step(5, "assistant", call(5, "fill can")),
		step(6, "user", result(5, "no water: word 6", true)),
		step(7, "assistant", `[{"type":"text","text":"There is **no** water."}]`),
		prompt(8, "Then use the `hose`"),
		step(9, "assistant", `[{"type":"text","text":"Done with the hose."}]`),
	}
	for i, line := range lines {
		s.add(grown, line)
		p.until(fmt.Sprintf("line %d is in the page", i+1), fmt.Sprintf("window.old && document.querySelector('.thread').innerHTML.includes('%08x')", 0xe0000000+[]int{1, 2, 3, 3, 5, 5, 7, 8, 9}[i]))
	}
	p.until("the last result is in the page", "document.querySelector('.thread').textContent.includes('no water: word 6')")
	anew := visit(t, browser, s.base+grownPage)
	const written = `(() => {
		const body = document.body.cloneNode(true)
		body.querySelectorAll('.steno-live, script').forEach((e) => e.remove())
		body.querySelectorAll('.steno-fresh').forEach((e) => e.classList.remove('steno-fresh'))
		body.querySelectorAll('[aria-current=location]').forEach((e) => e.removeAttribute('aria-current'))
		body.querySelectorAll('[class=""]').forEach((e) => e.removeAttribute('class'))
		return body.innerHTML.replaceAll('><', '>\n<')
	})()`
	anew.until("the page is in order", "document.readyState === 'complete' && document.querySelectorAll('.thread .msg > header button').length > 2")
	if diff := cmp.Diff(strings.Split(eval[string](anew, written), "\n"), strings.Split(eval[string](p, written), "\n")); diff != "" {
		t.Errorf("the page that was patched differs from the one that is loaded anew:\n%s", diff)
	}
	p.quiet()
	anew.quiet()
}
