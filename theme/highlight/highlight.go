// Package highlight colours source code.
//
// The language is known by its name or by a file's name, never guessed from the
// text: guessing is slow and often wrong. Code above a size stays plain, and what
// has been coloured once is kept for a while, since transcripts show the same
// files again and again. Colours are classes; CSS makes the one stylesheet for
// light and dark that belongs to them.
package highlight

import (
	"crypto/sha256"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"steno/theme/markup"
)

// Options choose styles and limits. Zero values take the defaults.
type Options struct {
	Light, Dark string // names of chroma styles; "github" and "github-dark" by default
	MaxBytes    int    // code longer than this stays plain; 64 KiB by default
	CacheBytes  int    // memory for coloured code; 8 MiB by default
}

// Highlighter colours code. It is safe for concurrent use.
type Highlighter struct {
	light, dark *chroma.Style
	classes     map[chroma.TokenType]string // "" for what looks like plain text
	maxBytes    int
	cache       *cache
	lexers      sync.Map             // language or base name -> chroma.Lexer, nil for none
	endings     map[string]bool      // of all that chroma knows languages by
	scanned     map[string]*language // by name of the lexer
}

// slowBytes is the most that is given to chroma's lexers, which are slow.
const slowBytes = 8 << 10

// New makes a Highlighter. The error names the style that does not exist.
func New(o Options) (*Highlighter, error) {
	light, err := style(o.Light, "github")
	if err != nil {
		return nil, err
	}
	dark, err := style(o.Dark, "github-dark")
	if err != nil {
		return nil, err
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 64 << 10
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = 8 << 20
	}
	setPatience()
	return &Highlighter{
		light: light, dark: dark, classes: classes(light, dark),
		maxBytes: o.MaxBytes, cache: newCache(o.CacheBytes), scanned: scanned(), endings: endings(),
	}, nil
}

func style(name, byDefault string) (*chroma.Style, error) {
	if name == "" {
		name = byDefault
	}
	s, ok := styles.Registry[strings.ToLower(name)]
	if !ok {
		return nil, fmt.Errorf("unknown highlight style %q; known are %s", name, strings.Join(Styles(), ", "))
	}
	return s, nil
}

// Styles lists the names of all styles, sorted.
func Styles() []string { return styles.Names() }

// Code is a piece of source code.
type Code struct {
	Text  string
	Lang  string // name of the language, "" for none
	File  string // file name, which shows the language when Lang does not
	Start int    // number of the first line; 0 for no line numbers
}

// Block renders code as a block that scrolls. Line numbers are in an attribute or in
// the style sheet, so that neither copying nor searching meets them.
func (h *Highlighter) Block(c Code) template.HTML {
	var w markup.Writer
	w.Open("div", markup.Class("code"))
	if c.Start > 0 {
		w.Open("span", append(lineNumbers(c.Start, c.Text), markup.A("aria-hidden", "true"))...)
		w.Close("span")
	}
	w.Open("pre", markup.A("tabindex", "0"))
	w.Open("code")
	w.HTML(h.Inline(c))
	w.Close("code")
	w.Close("pre")
	w.Close("div")
	return w.Result()
}

// Inline renders the code alone, without an element around it.
func (h *Highlighter) Inline(c Code) template.HTML {
	if len(c.Text) > h.maxBytes {
		return markup.Text(c.Text)
	}
	lexer := h.lexer(c.Lang, c.File)
	if lexer == nil {
		return markup.Text(c.Text)
	}
	if lang := h.scanned[lexer.Config().Name]; lang != nil {
		return h.scan(lang, c.Text)
	}
	if len(c.Text) > slowBytes {
		return markup.Text(c.Text)
	}
	key := cacheKey{lexer: lexer.Config().Name, sum: sha256.Sum256([]byte(c.Text))}
	if out, ok := h.cache.get(key); ok {
		return out
	}
	out := h.lexed(lexer, c.Text)
	h.cache.put(key, out)
	return out
}

// scan colours code with the scanner.
func (h *Highlighter) scan(lang *language, text string) template.HTML {
	var p painter
	scan(lang, text, func(t chroma.TokenType, text string) { p.paint(h.classes[t], text) })
	return p.result()
}

// painter writes tokens as elements, one for neighbours of the same class. White space looks
// the same in any colour: it is in an element only between two such neighbours.
type painter struct {
	w     markup.Writer
	open  string // class of the open element, "" for none
	blank string // white space that is not yet written
}

func (p *painter) paint(class, text string) {
	if strings.TrimSpace(text) == "" {
		p.blank += text
		return
	}
	if class != p.open {
		p.close()
		if class != "" {
			if tag, ok := tags[class]; ok {
				p.w.Open(tag)
			} else {
				p.w.Open("i", markup.A("class", class))
			}
		}
		p.open = class
	}
	p.writeBlank()
	p.w.Text(text)
}

func (p *painter) writeBlank() {
	p.w.Text(p.blank)
	p.blank = ""
}

// close ends the open element, and writes the white space behind it.
func (p *painter) close() {
	switch tag, ok := tags[p.open]; {
	case ok:
		p.w.Close(tag)
	case p.open != "":
		p.w.Close("i")
	}
	p.writeBlank()
}

func (p *painter) result() template.HTML {
	p.close()
	return p.w.Result()
}

// lexer finds the lexer for a language or, failing that, a file's name.
func (h *Highlighter) lexer(lang, file string) chroma.Lexer {
	key := lang
	if key != "" && !h.endings[ending(key)] {
		return nil
	}
	if key == "" {
		key = "/" + typical(path.Base(strings.ReplaceAll(file, `\`, "/")))
	}
	if len(key) > 64 {
		return nil
	}
	if l, ok := h.lexers.Load(key); ok {
		l, _ := l.(chroma.Lexer)
		return l
	}
	l := find(key)
	if l == nil {
		h.lexers.Store(key, nil)
		return nil
	}
	l = chroma.Coalesce(l)
	h.lexers.Store(key, l)
	return l
}

// endings are those of the names of all languages and of their files. Behind three backticks
// is whatever the author likes, and chroma takes milliseconds to find that it
// knows no such thing.
func endings() map[string]bool {
	known := map[string]bool{}
	for _, l := range lexers.GlobalLexerRegistry.Lexers {
		c := l.Config()
		for _, name := range slices.Concat([]string{c.Name}, c.Aliases, c.Filenames, c.AliasFilenames) {
			known[ending(name)] = true
		}
	}
	return known
}

// ending is the part of a name behind the last dot, or the whole name, in lower case.
func ending(name string) string {
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

// typical is one name for all files of a kind: matching a name against
// chroma's patterns takes a millisecond, so it is done once for each extension.
// Extensions that do not show the kind keep the whole name.
func typical(name string) string {
	switch ext := path.Ext(name); ext {
	case "", ".txt", ".mod", ".sum", ".lock", ".in", ".conf":
		return name
	default:
		return "x" + ext
	}
}

func find(key string) chroma.Lexer {
	var l chroma.Lexer
	if name, isFile := strings.CutPrefix(key, "/"); isFile {
		l = match(name)
	} else {
		l = lexers.Get(key)
	}
	if l == nil || l == lexers.Fallback {
		return nil
	}
	switch l.Config().Name {
	case "plaintext", "markdown": // the source of Markdown reads as well without colour
		return nil
	}
	return l
}
