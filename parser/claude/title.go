package claude

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/claude/wrapper"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/source"
	"steno/parser/title"
)

// title takes the first title that is meaningful, see package title. The records' titles are the
// user's own (custom-title, written by /rename), whatever it says, Claude Code's title (ai-title), a
// summary of this session (summary) and that of the session index. A later record of a kind
// replaces an earlier one.
func (p *parse) title(leaves map[string]int) {
	r, index := p.recordedTitles(leaves), p.read.src.IndexTitle
	if failedSummary(index) {
		index = ""
	}
	p.out.Title = title.Of(p.out, []parser.Title{
		{Text: title.FirstLine(r.custom), Source: parser.TitleCustom},
		{Text: title.Meaningful(r.ai), Source: parser.TitleAI},
		{Text: title.Meaningful(r.summary), Source: parser.TitleSummary},
		{Text: title.Meaningful(index), Source: parser.TitleIndex},
	}, asks)
}

// recordedTitles are the titles that records of the session contain.
type recordedTitles struct{ custom, ai, summary string }

// leaves returns which of the records that summaries name are of this session, and where they are among all; nil when it
// has none at all.
func (p *parse) leaves(main *threadBuilder) map[string]int {
	if len(main.entries) == 0 {
		return nil
	}
	named, leaves := map[string]bool{}, map[string]int{}
	for _, s := range p.read.src.Summaries {
		named[s.Leaf] = true
	}
	for e := range p.read.states() {
		if e.Type == "summary" {
			named[raw.ParseObject(e.Extra).String("leafUuid")] = true
		}
	}
	for i, e := range main.entries {
		if named[e.at.UUID] && e.at.UUID != "" && !e.copied {
			leaves[e.at.UUID] = i + 1
		}
	}
	return leaves
}

// recordedTitles returns the last title of each kind. A summary counts when the record
// that it names is of this session, wherever the summary itself was written. Of several, that of the
// latest such record counts: the others were made when the session was shorter.
func (p *parse) recordedTitles(leaves map[string]int) (r recordedTitles) {
	latest := 0
	summary := func(leaf, text string) {
		if failedSummary(text) {
			return
		}
		if at := leaves[leaf]; leaves == nil || at > 0 && at >= latest {
			latest, r.summary = at, text
		}
	}
	for _, s := range p.read.src.Summaries {
		if leaves != nil {
			summary(s.Leaf, s.Text)
		}
	}
	for e := range p.read.states() {
		o := raw.ParseObject(e.Extra)
		switch e.Type {
		case "custom-title":
			r.custom = givenTitle(o.String("customTitle"))
		case "ai-title":
			r.ai = o.String("aiTitle")
		case "summary":
			summary(o.String("leafUuid"), o.String("summary"))
		}
	}
	if r.custom == "" && p.read.src.Titled != nil {
		r.custom = titleIn(p.read.src.Titled, p.read)
	}
	return r
}

// givenTitle returns a title without what the client puts around prompts: /fork names the copy after the start of the
// first one ("... (Fork)"), which may be a notice of the client, cut off. Observed in 2.1.22.
func givenTitle(text string) string {
	_, rest := wrapper.Split(text)
	if wrapper.Begins(rest) {
		return ""
	}
	return strings.TrimSpace(rest)
}

// limitNotice matches what the client says when a limit of the plan is reached. Observed in 2.0.30 to 2.1.29.
var limitNotice = lazy.MustCompile(`^(?:You've hit your |(?:\w+ ){1,3}limit reached [·∙|])`)

// failedSummary reports whether a summary is the error that the request for it returned: old versions of the client
// wrote that down as the summary. Observed in 2.0 and 2.1.1.
func failedSummary(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "API Error:") || strings.HasPrefix(text, "Invalid API key") || strings.Contains(text, " · Please run /login") {
		return true
	}
	if limitNotice.MatchString(text) {
		return true
	}
	switch strings.TrimSuffix(text, ".") {
	case "Request timed out", "Request was aborted", "Connection error", "Credit balance is too low", "Prompt is too long", "Please run /login":
		return true
	}
	return false
}

// titleIn reads the file in which the client keeps the title that the user gave. Its layout was never
// seen: the title may be a member, or all that is in the file.
func titleIn(f *source.File, r *reading) string {
	text, err := readAll(f)
	if err != nil {
		r.warn(f.Path, 0, "the file cannot be read: "+err.Error())
		return ""
	}
	if o := raw.ParseText(text); o != nil {
		return cmp.Or(o.String("customTitle"), o.String("title"), o.String("name"))
	}
	return raw.String([]byte(strings.TrimSpace(text)))
}
