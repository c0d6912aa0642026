package serve

import (
	"bytes"
	"embed"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// client is what browsers get besides the site.
//
//go:embed client
var client embed.FS

// additions are what a page has only while it is served.
var additions = template.Must(template.New("").Parse(
	`{{define "live"}}<link rel="stylesheet" href="{{.Base}}.steno/live.css">` +
		`<script src="{{.Base}}.steno/live.js" data-tag="{{.Tag}}" data-page="{{.Page}}" defer></script>{{"\n"}}{{end}}` +
		`{{define "policy"}}<meta http-equiv="Content-Security-Policy" content="{{.}}">{{end}}`))

// enliven adds to a page what keeps it current: the script and its style sheet, and in
// the page's policy the permission to load them and to listen for news. The script goes
// before those of the page, so that it finds the page as it was written. Built
// sites contain none of this.
func (s *Server) enliven(data []byte, base, name, tag string) []byte {
	if !s.options.Live {
		return data
	}
	var live bytes.Buffer
	err := additions.ExecuteTemplate(&live, "live", struct{ Base, Page, Tag string }{base, name, tag})
	if err != nil {
		return data // writing to memory does not fail, and the template is ours
	}
	end := bytes.Index(data, []byte("</head>"))
	if end < 0 {
		return slices.Concat(data, live.Bytes())
	}
	head := policyTag.ReplaceAllFunc(data[:end], allow)
	at := bytes.Index(head, []byte("<script"))
	if at < 0 {
		at = len(head)
	}
	return slices.Concat(head[:at], live.Bytes(), head[at:], data[end:])
}

var policyTag = regexp.MustCompile(`(?i)<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"[^>]*>`)

// allow lets the policy of a page load what the server adds.
func allow(meta []byte) []byte {
	policy := html.UnescapeString(string(policyTag.FindSubmatch(meta)[1]))
	wider := widen(policy)
	if wider == policy {
		return meta
	}
	var b bytes.Buffer
	if err := additions.ExecuteTemplate(&b, "policy", wider); err != nil {
		return meta
	}
	return b.Bytes()
}

// widen returns a policy that allows scripts, style sheets and connections of the page's
// own origin besides what it allowed before.
func widen(policy string) string {
	var directives [][]string
	find := func(name string) int {
		return slices.IndexFunc(directives, func(d []string) bool { return strings.EqualFold(d[0], name) })
	}
	for text := range strings.SplitSeq(policy, ";") {
		if words := strings.Fields(text); len(words) > 0 {
			directives = append(directives, words)
		}
	}
	changed := false
	for _, name := range []string{"script-src", "style-src", "connect-src"} {
		i := find(name)
		if i < 0 {
			if i = find("default-src"); i < 0 || slices.Contains(directives[i], "'self'") {
				continue
			}
			directives = append(directives, append([]string{name}, directives[i][1:]...))
			i = len(directives) - 1
		}
		if d := directives[i]; !slices.Contains(d, "'self'") {
			d = slices.DeleteFunc(slices.Clone(d), func(word string) bool { return word == "'none'" })
			directives[i], changed = append(d, "'self'"), true
		}
	}
	if !changed {
		return policy
	}
	var texts []string
	for _, d := range directives {
		texts = append(texts, strings.Join(d, " "))
	}
	return strings.Join(texts, "; ")
}
