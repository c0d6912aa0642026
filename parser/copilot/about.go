package copilot

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/source"
)

// about is the file beside the events of a session that says what it is about. No event that is kept has the title.
// Observed in versions 0.0.407 to 1.0.80.
const about = "workspace.yaml"

// about takes the title of a session: that which the user gave it, or one that a model wrote, which earlier versions
// called its summary.
func (r *reader) about(f *source.File) {
	says := map[string]string{}
	for _, m := range member.FindAllStringSubmatch(string(r.ReadAll(f)), -1) {
		says[m[1]] = scalar(m[2], m[3], m[4])
	}
	from := parser.TitleAI
	if says["user_named"] == "true" {
		from = parser.TitleCustom
	}
	r.Titled(cmp.Or(says["name"], says["summary"]), from)
}

// member matches a member of the file, which is a flat YAML mapping: its name, how its text is written if it is on
// separate lines, the text on its line, and that below.
var member = regexp.MustCompile(`(?m)^(\w+):[ \t]*(?:([|>])[-+\d]*)?[ \t]*(.*?)\r?$((?:\n[ \t]+.*|\n[ \t]*\r?$)*)`)

// scalar returns the text of a member.
func scalar(block, line, below string) string {
	lines := strings.Fields(line)
	text := strings.Join(lines, " ")
	if block != "" {
		for l := range strings.Lines(below) {
			lines = append(lines, strings.TrimSpace(l))
		}
		by := " "
		if block == "|" {
			by = "\n"
		}
		return strings.TrimSpace(strings.Join(lines, by))
	}
	switch {
	case strings.HasPrefix(text, `"`):
		if said, err := strconv.Unquote(text); err == nil {
			return said
		}
	case strings.HasPrefix(text, "'"):
		return strings.ReplaceAll(strings.TrimSuffix(text[1:], "'"), "''", "'")
	}
	return text
}
