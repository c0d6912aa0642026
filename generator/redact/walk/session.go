// Package walk visits every string of a session, and of a record as JSON, in a fixed order, and
// puts others in their places.
package walk

import (
	"bytes"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
	"steno/parser"
	"steno/parser/offheap"
)

// Place is where in a session a text is.
type Place struct {
	Anchor string
	Agent  string
	From   *parser.Origin // the record, nil when it is not known
	Shifts bool           // whether it is visited may depend on what was redacted before
}

// Walker visits every string of a session in a fixed order. What contains the
// session together stays: uuids, anchors, ids of messages, requests and calls,
// names of types, and, without a function for it, the data of pictures.
type Walker struct {
	Text    func(name, text string, at Place) string
	Data    func(base64 string, at Place) string // may be nil
	at      Place
	dirs    map[string]string // working directories that were visited, and what happened to them
	set     bool              // write back what text returned
	asked   string            // the name of the secret that the message before asked for or announced, "" for none
	result  bool              // what is visited is the result of a call
	printed string            // the name of what that prints, "" for none
	held    *offheap.Texts    // where to keep it
}

func (w *Walker) links(list []parser.DirLink) {
	for i := range list {
		w.strings(&list[i].Name, &list[i].Dir)
	}
}

// Session visits a session. With set, what Text and Data return replaces what they were given.
func (w *Walker) Session(s *parser.Session, set bool) {
	w.set, w.dirs, w.held, w.asked = set, nil, s.Held, ""
	w.strings(&s.Title.Text, &s.Slug, &s.ContinuedIn)
	w.id(&s.ID)
	for i := range s.Aliases {
		w.id(&s.Aliases[i])
	}
	w.strings(&s.Note)
	for _, list := range [][]string{s.Dirs, s.Branches, s.Versions, s.Models, s.Tags} {
		w.list(list)
	}
	w.links(s.Links)
	w.thread(s.Main)
	for _, a := range s.Agents {
		w.agent(a)
	}
	for _, run := range s.Workflows {
		w.workflow(run)
	}
	for i := range s.PullRequests {
		p := &s.PullRequests[i]
		w.at.Anchor = p.Anchor
		w.strings(&p.URL, &p.Repository)
	}
	for i := range s.Pages {
		p := &s.Pages[i]
		w.at.Anchor = p.Anchor
		w.strings(&p.URL, &p.Title, &p.Path)
	}
	for i := range s.Commits {
		c := &s.Commits[i]
		w.at.Anchor = c.Anchor
		w.strings(&c.SHA, &c.Branch, &c.Subject)
	}
	w.at = Place{}
	if s.ForkedFrom != nil {
		w.id(&s.ForkedFrom.SessionID)
		w.id(&s.ForkedFrom.UUID)
	}
	w.fields(s.Metadata)
	for _, u := range s.Unshown {
		w.strings(&u.Type)
		for i := range u.Sample {
			w.raw(&u.Sample[i].Raw)
		}
	}
	for _, n := range s.Notes {
		w.strings(&n.Name, &n.Path, &n.Text)
	}
	for _, c := range s.Checkpoints {
		w.strings(&c.Path, &c.Text)
	}
	for i := range s.Usage.ByModel {
		w.strings(&s.Usage.ByModel[i].Model)
	}
	if s.Reported != nil {
		for i := range s.Reported.Models {
			w.strings(&s.Reported.Models[i].Model)
		}
	}
	for i := range s.Files {
		w.strings(&s.Files[i].Path, &s.Files[i].Agent)
		w.types(&s.Files[i].Ledger)
	}
	w.types(&s.Ledger)
	for i := range s.Warnings {
		w.strings(&s.Warnings[i].File, &s.Warnings[i].Text)
	}
}

// workflow visits a run's own texts; its agents and its call are visited with their threads.
func (w *Walker) workflow(run *parser.WorkflowRun) {
	w.id(&run.ID)
	w.strings(&run.Name, &run.Status, &run.Result, &run.Script, &run.Error)
	w.list(run.Logs)
	for _, p := range run.Phases {
		w.strings(&p.Title, &p.Detail)
	}
}

func (w *Walker) agent(a *parser.Agent) {
	w.at = Place{Agent: a.ID}
	w.id(&a.ID)
	w.strings(&a.Type, &a.Name, &a.Description, &a.Prompt, &a.Run, &a.Error)
	for i := range a.Usage.ByModel {
		w.strings(&a.Usage.ByModel[i].Model)
	}
	w.thread(a.Thread)
	w.at = Place{}
}

func (w *Walker) thread(t *parser.Thread) {
	if t == nil {
		return
	}
	w.list(t.Models)
	for _, b := range t.All() {
		for _, g := range b.Segments {
			w.compaction(g.Compaction)
			for _, turn := range g.Turns {
				w.said(turn)
				w.message(turn.Prompt)
				for _, m := range turn.Messages {
					w.message(m)
				}
			}
		}
	}
}

// said visits what people say about a turn.
func (w *Walker) said(turn *parser.Turn) {
	outer := w.at
	w.at.Anchor = turn.Anchor()
	w.strings(&turn.Mark, &turn.Note)
	w.at = outer
}

func (w *Walker) compaction(c *parser.Compaction) {
	if c == nil {
		return
	}
	w.at.Anchor = c.Anchor
	w.id(&c.UUID)
	w.strings(&c.Trigger, &c.Text)
	w.message(c.Summary)
}

func (w *Walker) message(m *parser.Message) {
	if m == nil {
		return
	}
	outer := w.at
	w.at.Anchor, w.at.From = m.Anchor, &m.Origin
	w.id(&m.UUID)
	w.id(&m.ID)
	w.id(&m.RequestID)
	w.strings(&m.Model, &m.StopReason, &m.APIError, &m.Effort)
	if m.Usage != nil {
		for i := range m.Usage.ByModel {
			w.strings(&m.Usage.ByModel[i].Model)
		}
	}
	if more := m.More; more != nil {
		w.id(&more.PlanFrom)
		w.strings(&more.Sender, &more.PermissionMode, &more.Thinking)
		w.list(more.Notes)
	}
	for _, b := range m.Blocks {
		w.block(b)
	}
	w.at = outer
}

func (w *Walker) block(b parser.Block) {
	outer := w.at.From
	w.at.From = b.From()
	defer func() { w.at.From = outer }()
	w.id(&b.From().UUID)
	switch b := b.(type) {
	case *parser.Text:
		w.text(&b.Text)
		w.strings(&b.Note)
		for i := range b.Cites {
			w.strings(&b.Cites[i].Title, &b.Cites[i].URL, &b.Cites[i].Text)
		}
	case *parser.Thinking:
		w.strings(&b.Text)
	case *parser.ToolCall:
		w.call(b)
	case *parser.Image:
		w.strings(&b.MediaType, &b.Ref, &b.Note)
		w.picture(&b.Data)
	case *parser.Document:
		w.strings(&b.MediaType, &b.Title, &b.Text, &b.Ref, &b.Note)
		w.picture(&b.Data)
	case *parser.Attachment:
		w.strings(&b.Type, &b.Title, &b.Text, &b.Path)
		w.fields(b.Fields)
		w.raw(&b.Raw)
	case *parser.Event:
		w.strings(&b.Type, &b.Subtype, &b.Title, &b.Text)
		w.fields(b.Fields)
		w.id(&b.CallID)
		w.id(&b.AgentID)
		w.raw(&b.Raw)
	case *parser.Command:
		w.strings(&b.Name, &b.Args, &b.Body, &b.Stdout, &b.Stderr)
	case *parser.Unknown:
		w.strings(&b.Type)
		w.raw(&b.Raw)
	}
}

func (w *Walker) call(c *parser.ToolCall) {
	w.id(&c.ID)
	w.strings(&c.Name)
	printed := judge.Printed(c.Action.Command)
	if printed == "" && c.Action.Command == "" {
		printed = evaluated(c.Input)
	}
	w.action(c)
	if r := c.Result; r != nil {
		w.strings(&r.Denied)
		w.at.From = &r.Origin
		w.id(&r.UUID)
		for _, b := range r.Content {
			w.printed, w.result = printed, true
			w.block(b)
		}
		w.result = false
		w.output(&r.Structured, printed)
		if r.Persisted != nil {
			w.strings(&r.Persisted.Name, &r.Persisted.Size, &r.Persisted.Text)
		}
	}
	for _, m := range c.Extra {
		w.message(m)
	}
}

// action visits the input of a call and what it says of the action. What was copied from the
// input becomes what happened to it there, and is not visited twice.
func (w *Walker) action(c *parser.ToolCall) {
	a := &c.Action
	copies := []*string{&a.File, &a.Command, &a.About}
	before := [...]string{a.File, a.Command, a.About}
	var found [len(before)]bool
	changed := JSON(c.Input, func(name, s string) string {
		text := w.Text(name, s, w.at)
		if !w.set {
			text = s
		}
		for i, copied := range copies {
			if s != "" && s == before[i] && !found[i] {
				if found[i] = true; text != s {
					*copied = w.held.String(text)
				}
			}
		}
		return text
	})
	w.write(&c.Input, changed)
	w.at.Shifts = true
	for i, copied := range copies {
		if !found[i] {
			w.strings(copied)
		}
	}
	w.strings(&a.To, &a.Type)
	for i := range a.Also {
		w.strings(&a.Also[i].File, &a.Also[i].To)
	}
	w.id(&a.Task)
	w.id(&a.Agent)
	w.dir(&a.Dir)
	w.at.Shifts = false
}

// dir visits a working directory, which many calls have in common, once.
func (w *Walker) dir(dir *string) {
	if *dir == "" {
		return
	}
	clean, known := w.dirs[*dir]
	if !known {
		clean = *dir
		w.strings(&clean)
		if w.dirs == nil {
			w.dirs = map[string]string{}
		}
		w.dirs[*dir] = clean
	}
	if w.set {
		*dir = clean
	}
}

// picture visits the data of an image or a document.
func (w *Walker) picture(data *string) {
	if w.Data != nil && *data != "" {
		*data = w.Data(*data, w.at)
	}
}

func (w *Walker) strings(texts ...*string) {
	for _, t := range texts {
		w.named("", t)
	}
}

func (w *Walker) named(name string, t *string) {
	if *t == "" {
		return
	}
	if text := w.Text(name, *t, w.at); w.set && text != *t {
		*t = w.held.String(text)
	}
}

// id visits an identifier. One of a known form stays, whatever the dictionary
// says: links depend on it.
func (w *Walker) id(t *string) {
	if !kind.UUID(*t) && !kind.Structural(*t) && !chars.All(*t, chars.IsHex) {
		outer := w.at.Shifts
		w.at.Shifts = true
		w.strings(t)
		w.at.Shifts = outer
	}
}

func (w *Walker) list(texts []string) {
	for i := range texts {
		w.strings(&texts[i])
	}
}

func (w *Walker) fields(fields []parser.Field) {
	for i := range fields {
		w.strings(&fields[i].Name)
		w.named(fields[i].Name, &fields[i].Value)
	}
}

func (w *Walker) raw(raw *jsontext.Value) {
	changed := JSON(*raw, func(name, s string) string {
		if text := w.Text(name, s, w.at); w.set {
			return text
		}
		return s
	})
	w.write(raw, changed)
}

// write writes back a JSON value, as it is now.
func (w *Walker) write(raw *jsontext.Value, changed []byte) {
	if w.set && !bytes.Equal(*raw, changed) {
		*raw = w.held.Bytes(changed)
	}
}

// types visits the names of record types: a file may contain anything there.
func (w *Walker) types(l *parser.Ledger) {
	w.at.Shifts = true
	defer func() { w.at.Shifts = false }()
	for _, name := range slices.Sorted(maps.Keys(l.Types)) {
		text := w.Text("", name, w.at)
		if w.set && text != name {
			l.Types[text] += l.Types[name]
			delete(l.Types, name)
		}
	}
}
