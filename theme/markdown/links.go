package markdown

import (
	"iter"
	"regexp"
	"strings"

	"steno/theme/markup"
)

// Link returns the address of what a session did with a file or a commit that a text names, "" when
// it is not known.
type Link func(name string) string

// With returns a Renderer that makes links of the names that link knows: paths and hashes of commits.
func (r *Renderer) With(link Link) *Renderer {
	linking := *r
	linking.link = link
	return &linking
}

// lineNumber is where in a file a path points to.
var lineNumber = regexp.MustCompile(`:\d+(?:[-:]\d+)?$`)

// named writes a code span, as a link when it names a file or a commit of the session.
func (v *visitor) named(name string) {
	href := ""
	if v.known != nil && !v.linked && len(name) <= 300 && !strings.ContainsAny(name, " \t") {
		if href = v.known(name); href == "" {
			href = v.known(lineNumber.ReplaceAllString(name, ""))
		}
	}
	if href == "" {
		v.w.Element("code", name)
		return
	}
	v.w.Open("a", markup.Href(href))
	v.w.Element("code", name)
	v.w.Close("a")
}

// words writes text, with links in place of paths of files and hashes of commits of the session.
func (v *visitor) words(s string) {
	if v.known == nil || v.linked {
		v.w.Text(s)
		return
	}
	at := 0
	for start, end := range markup.Names(s) {
		if href := v.known(s[start:end]); href != "" {
			v.hashes(s[at:start])
			v.w.Element("a", s[start:end], markup.Href(href))
			at = end
		}
	}
	v.hashes(s[at:])
}

// hashes writes text, with links in place of hashes of commits of the session.
func (v *visitor) hashes(s string) {
	at := 0
	for start, end := range hashes(s) {
		href := v.known(s[start:end])
		if href == "" {
			continue
		}
		v.w.Text(s[at:start])
		v.w.Open("a", markup.Href(href))
		v.w.Text(s[start:end])
		v.w.Close("a")
		at = end
	}
	v.w.Text(s[at:])
}

// mostHashes is how many words of one text may be hashes of commits.
const mostHashes = 50

// hashes returns where the words of a text are that may be hashes of commits, whole or abbreviated:
// 7 to 40 hexadecimal digits. An expression that says so takes longer than the rest of a text.
func hashes(s string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		found := 0
		for i := 0; i < len(s) && found < mostHashes; i++ {
			start, digits := i, true
			for ; i < len(s) && isWord(s[i]); i++ {
				digits = digits && (s[i] <= '9' || 'a' <= s[i] && s[i] <= 'f')
			}
			if n := i - start; !digits || n < 7 || n > 40 {
				continue
			}
			if found++; !yield(start, i) {
				return
			}
		}
	}
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
