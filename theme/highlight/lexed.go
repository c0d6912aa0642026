package highlight

import (
	"html/template"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/dlclark/regexp2/v2"

	"steno/theme/markup"
)

// Chroma's lexers backtrack, so a clock ends their regular expressions, and one that is ended
// is taken for one that does not match. A machine that stops for a moment ends
// expressions of any length, and the same code is coloured in another way. Pages must not
// depend on that: what lexers say counts when they say it twice.

const (
	// patience is how long one expression may run, about: a period of regexp2's clock is added to
	// the 250 ms of chroma's, and only that can be set. It still ends expressions that would
	// backtrack for hours over 8 KB of hostile text.
	patience = 2 * time.Second
	// longest is how long all expressions may run over one text.
	longest = 5 * patience
	// attempts are made before code stays plain, for no two of them to agree.
	attempts = 5
)

// setPatience sets a variable of regexp2, which chroma alone uses here. It runs before the
// first lexer does.
var setPatience = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(patience) })

// lexed colours code with chroma's lexer, as two attempts in a row do it.
func (h *Highlighter) lexed(lexer chroma.Lexer, text string) template.HTML {
	last, ok := h.attempt(lexer, text, longest)
	for n := 1; ok && n < attempts; n++ {
		before := last
		if last, ok = h.attempt(lexer, text, longest); ok && last == before {
			return last
		}
	}
	return markup.Text(text)
}

// attempt colours code once. It is false for a lexer that fails, loses text or takes longer
// than it may.
func (h *Highlighter) attempt(lexer chroma.Lexer, text string, most time.Duration) (template.HTML, bool) {
	plain := strings.ReplaceAll(text, "\r\n", "\n")
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, plain)
	if err != nil {
		return "", false
	}
	var p painter
	read := 0
	start := time.Now()
	for t := it(); t != chroma.EOF; t = it() {
		read += len(t.Value)
		p.paint(h.classes[t.Type], t.Value)
		if time.Since(start) > most {
			return "", false
		}
	}
	return p.result(), read == len(plain)
}
