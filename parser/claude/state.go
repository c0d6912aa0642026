package claude

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/withhold"
	"steno/parser/raw"
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
var unlisted = map[string]bool{"summary": true, "custom-title": true, "ai-title": true, "last-prompt": true,
	"continued-in": true, "tag": true}

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
	id := cmp.Or(o.String("parentSessionId"), o.String("sourceSessionId"), o.String("derivedFromSessionId"),
		o.String("derivedFrom"), o.String("fromSessionId"))
	if id != "" && id != p.out.ID && p.out.ForkedFrom == nil {
		p.out.ForkedFrom = &parser.Fork{SessionID: id}
	}
}

// frame lists a page that the agent published.
func (p *parse) frame(e *entry) {
	o := raw.ParseObject(e.Extra)
	p.published(parser.Page{URL: cmp.Or(o.String("frameUrl"), o.String("url")), Title: o.String("title"),
		Path: o.String("path"), Time: e.at.Time})
}

// published lists a page, once for each address: a later publication of it may give it a title.
func (p *parse) published(page parser.Page) {
	if !strings.HasPrefix(page.URL, "https://") && !strings.HasPrefix(page.URL, "http://") {
		return
	}
	for i := range p.out.Pages {
		if have := &p.out.Pages[i]; have.URL == page.URL {
			have.Title, have.Path, have.Anchor = cmp.Or(page.Title, have.Title), cmp.Or(have.Path, page.Path),
				cmp.Or(have.Anchor, page.Anchor)
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
