package claude

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/withhold"
	"steno/parser/raw"
	"steno/parser/source"
	"steno/parser/title"
)

// State records contain a value that applies to the session from their place in the
// file on: the last one wins, and a resumed file states them again at its top.
// They have no uuid and no place in the conversation.

// isState reports whether a record contains state. Progress records are structural too,
// but are in the chain.
func isState(r *record.Record) bool { return r.UUID == "" && stateType(r.Type) }

func stateType(kind string) bool {
	return kind != "progress" && format.Treated(format.Record, kind, format.Metadata, format.Structural, format.Withheld)
}

// stateClass is the class of a state record.
func (r *reading) stateClass(rec *record.Record) class {
	switch {
	case withhold.Row(rec, r.options) != nil:
		return withheld
	case format.Treated(format.Record, rec.Type, format.Structural):
		return structural
	}
	return metadata
}

// unlisted are state records that other fields of Session contain.
var unlisted = map[string]bool{"summary": true, "custom-title": true, "ai-title": true, "last-prompt": true, "continued-in": true, "tag": true}

// states takes the state records of the main files, in order.
func (p *parse) states() {
	last := make(map[string]string)
	var names []string
	for e := range p.read.states() {
		if e.Type == "derived-from" {
			p.derived(raw.ParseObject(e.Extra))
		}
		if e.Type == "frame-link" {
			p.frame(e)
		}
		member := format.Lookup(format.Record, e.Type).Value
		if member == "" {
			continue
		}
		value := stateValue(e.Record, member)
		if e.Type == "continued-in" {
			p.out.ContinuedIn = value
		}
		if e.Type == "tag" {
			p.out.Tags = nil
			if value != "" {
				p.out.Tags = []string{value}
			}
		}
		if unlisted[e.Type] {
			continue
		}
		if _, known := last[e.Type]; !known {
			names = append(names, e.Type)
		}
		last[e.Type] = value
	}
	for _, n := range sorted(names) {
		if last[n] != "" {
			p.out.Metadata = append(p.out.Metadata, parser.Field{Name: n, Value: last[n]})
		}
	}
	p.out.Metadata = append(p.out.Metadata, p.outcome...)
}

// derived takes the session that a record says this one was forked from.
func (p *parse) derived(o raw.Object) {
	id := cmp.Or(o.String("parentSessionId"), o.String("sourceSessionId"), o.String("derivedFromSessionId"), o.String("derivedFrom"), o.String("fromSessionId"))
	if id != "" && id != p.out.ID && p.out.ForkedFrom == nil {
		p.out.ForkedFrom = &parser.Fork{SessionID: id}
	}
}

// frame lists a page that the agent published.
func (p *parse) frame(e *entry) {
	o := raw.ParseObject(e.Extra)
	p.published(parser.Page{URL: cmp.Or(o.String("frameUrl"), o.String("url")), Title: o.String("title"), Path: o.String("path"), Time: e.at.Time})
}

// published lists a page, once for each address: a later publication of it may give it a title.
func (p *parse) published(page parser.Page) {
	if !strings.HasPrefix(page.URL, "https://") && !strings.HasPrefix(page.URL, "http://") {
		return
	}
	for i := range p.out.Pages {
		if have := &p.out.Pages[i]; have.URL == page.URL {
			have.Title, have.Path, have.Anchor = cmp.Or(page.Title, have.Title), cmp.Or(have.Path, page.Path), cmp.Or(have.Anchor, page.Anchor)
			if have.Time.IsZero() {
				have.Time = page.Time
			}
			return
		}
	}
	p.out.Pages = append(p.out.Pages, page)
}

// stateValue returns the value of a state record for people. A worktree reads as
// its branch and path.
func stateValue(r *record.Record, member string) string {
	o := raw.ParseObject(r.Extra)
	if r.Type == "permission-mode" && r.User != nil {
		return r.User.PermissionMode
	}
	if r.Type == "session-name" {
		return cmp.Or(o.Text("sessionName"), o.Text(member))
	}
	if r.Type != "worktree-state" {
		return o.Text(member)
	}
	w := o.Object(member)
	return strings.TrimSpace(w.String("worktreeBranch") + " " + w.String("worktreePath"))
}

// title takes the first title that is meaningful, see package title. The records' titles are the
// user's own (custom-title, written by /rename), whatever it says, Claude Code's title (ai-title), a
// summary of this session (summary) and that of the session index. A later record of a kind
// replaces an earlier one.
func (p *parse) title(main *threadBuilder) {
	r := p.recordedTitles(main)
	p.out.Title = title.Of(p.out, []parser.Title{
		{Text: title.FirstLine(r.custom), Source: parser.TitleCustom},
		{Text: title.Meaningful(r.ai), Source: parser.TitleAI},
		{Text: title.Meaningful(r.summary), Source: parser.TitleSummary},
		{Text: title.Meaningful(p.read.src.IndexTitle), Source: parser.TitleIndex},
	}, asks)
}

// recordedTitles are the titles that records of the session contain.
type recordedTitles struct{ custom, ai, summary string }

// recordedTitles returns the last title of each kind. A summary counts when the record
// that it names is of this session, wherever the summary itself was written.
func (p *parse) recordedTitles(main *threadBuilder) (r recordedTitles) {
	leaves := make(map[string]bool, len(main.entries))
	for _, e := range main.entries {
		if e.at.UUID != "" && !e.copied {
			leaves[e.at.UUID] = true
		}
	}
	for _, s := range p.read.src.Summaries {
		if leaves[s.Leaf] {
			r.summary = s.Text
		}
	}
	for e := range p.read.states() {
		o := raw.ParseObject(e.Extra)
		switch e.Type {
		case "custom-title":
			r.custom = o.String("customTitle")
		case "ai-title":
			r.ai = o.String("aiTitle")
		case "summary":
			if leaves[o.String("leafUuid")] || len(main.entries) == 0 {
				r.summary = o.String("summary")
			}
		}
	}
	if r.custom == "" && p.read.src.Titled != nil {
		r.custom = titleIn(p.read.src.Titled, p.read)
	}
	return r
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
