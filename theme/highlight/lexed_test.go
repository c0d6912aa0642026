package highlight

import (
	"html/template"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// doubtful is a lexer that a clock interrupts: in turn it says one of its types of a whole text.
type doubtful struct {
	chroma.Lexer
	says  []chroma.TokenType
	loses int // bytes of the text
	asked int
}

func (d *doubtful) Tokenise(_ *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	kind := d.says[d.asked%len(d.says)]
	d.asked++
	return chroma.Literator(chroma.Token{Type: kind, Value: text[d.loses:]}), nil
}

func TestLexed(t *testing.T) {
	t.Parallel()
	const plain = chroma.Text
	tests := []struct {
		name  string
		lexer doubtful
		want  template.HTML
		asked int
	}{
		{"always the same", doubtful{says: []chroma.TokenType{chroma.Keyword}}, "<b>a&lt;</b>", 2},
		{"interrupted at first", doubtful{says: []chroma.TokenType{plain, chroma.Keyword, chroma.Keyword}}, "<b>a&lt;</b>", 3},
		{"interrupted later", doubtful{says: []chroma.TokenType{chroma.Keyword, plain, chroma.Keyword, chroma.Keyword}}, "<b>a&lt;</b>", 4},
		{"never twice the same", doubtful{says: []chroma.TokenType{chroma.Keyword, plain}}, "a&lt;", attempts},
		{"loses text", doubtful{says: []chroma.TokenType{chroma.Keyword}, loses: 1}, "a&lt;", 1},
	}
	h := testHighlighter(t, Options{})
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			if got := h.lexed(&tc.lexer, "a<"); got != tc.want || tc.lexer.asked != tc.asked {
				t.Errorf("%q after %d attempts, want %q after %d", got, tc.lexer.asked, tc.want, tc.asked)
			}
		})
	}
}

// Code on which a lexer works too long stays plain.
func TestAttemptEnds(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{})
	lexer := &doubtful{says: []chroma.TokenType{chroma.Keyword}}
	if got, ok := h.attempt(lexer, "a", -time.Second); ok {
		t.Errorf("an attempt without time gave %q", got)
	}
	if got, ok := h.attempt(lexer, "a", time.Hour); !ok || got != "<b>a</b>" {
		t.Errorf("an attempt with time gave %q, %t", got, ok)
	}
}
