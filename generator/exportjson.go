package generator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"steno/generator/job"
	"steno/generator/pages"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/generator/sessionjson"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

// ExportJSON writes the sessions with these ids as one document of package sessionjson,
// chosen and cleaned as a build does it. Nothing is written before all that may forbid it
// was looked at. Of the sessions no more than are worked on at once are held in memory.
func ExportJSON(ctx context.Context, o Options, ids []string, w io.Writer) (*Summary, error) {
	return export(ctx, o, ids, w, func(_ context.Context, _ *prepared, w io.Writer) (documents, error) {
		out, err := sessionjson.NewWriter(w, o.Version)
		return documents{name: ".json", close: out.Close, add: func(src *publish.Session, s *redaction.Clean) error {
			return out.Add(sessionjson.Session{Project: src.Project.Name, Group: src.Project.Group,
				Facts: sessionjson.FactsOf(s.Session, redact.Flags(s.Session, s.Found)...), Session: s.Session})
		}}, err
	})
}

// documents writes sessions into one file, one after the other.
type documents struct {
	name  string // that a file of one session ends in, for errors
	add   func(*publish.Session, *redaction.Clean) error
	close func() error
}

// export writes the sessions with these ids in a form that begin begins.
func export(ctx context.Context, o Options, ids []string, w io.Writer,
	begin func(context.Context, *prepared, io.Writer) (documents, error)) (*Summary, error) {
	o.Only = only(ids)
	j := o.job()
	in, err := reviewed(ctx, o, j)
	if err != nil {
		return nil, err
	}
	defer in.close()
	shown := publishArchive(in, o.Config.Redact, nil)
	if len(shown.Sessions()) == 0 {
		return nil, ErrNoSession
	}
	looked := &lookWriter{w: w, look: in.look}
	form, err := begin(ctx, in, looked)
	if err != nil {
		return nil, err
	}
	all, err := writeDocuments(ctx, o, j, in, shown, looked, form)
	if err := doing(ctx, "writing the sessions", err); err != nil {
		return nil, err
	}
	if err := doing(ctx, "writing the report of what was redacted", shown.report.Write(o.Config.Redact)); err != nil {
		return nil, err
	}
	sum := summarize(j, len(shown.Archive.Projects), len(shown.Sessions()), all, shown.report, in.look)
	return sum, o.strictly(sum)
}

// writeDocuments writes all sessions in the archive's order, and returns what they add up to. Several are
// prepared at a time.
func writeDocuments(ctx context.Context, o Options, j *job.Job, in *prepared, shown *published,
	looked *lookWriter, form documents) (*sums, error) {
	todo := shown.Sessions()
	j.Expect(len(todo))
	var all sums
	for some := range slices.Chunk(todo, j.Workers) {
		documents := make([]*redaction.Clean, len(some))
		err := job.Each(ctx, j, some, func(ctx context.Context, i int, src *publish.Session) (err error) {
			documents[i], err = document(ctx, o, j, in, src)
			return err
		})
		for i := 0; i < len(some) && err == nil; i++ {
			s, src := documents[i], some[i]
			documents[i] = nil
			found := s.Found
			if src.Origin != nil { // counted with it
				found = redact.Own(s.Session, found)
			}
			all.add(j, shown.report, &summary.Session{
				Row:    view.SessionRow{ID: s.ID, Title: s.Title.Text, Agents: len(s.Agents)},
				Ledger: s.Ledger, Read: src.Size, Warnings: s.Warnings, Found: redact.Count(src.ID, found),
			})
			j.Progress(s.Title.Text)
			looked.name = src.ID + form.name
			err = errors.Join(form.add(src, s), looked.flush())
		}
		if err != nil {
			return nil, err
		}
	}
	return &all, errors.Join(form.close(), looked.flush())
}

// lookWriter buffers what is written until it has been searched for removed values.
type lookWriter struct {
	w    io.Writer
	look *secondlook.Look // nil when nothing is redacted
	name string           // of what is written, for the error
	held bytes.Buffer
}

func (l *lookWriter) Write(data []byte) (int, error) { return l.held.Write(data) }

// flush passes on what was written, unless a value is in it.
func (l *lookWriter) flush() error {
	defer l.held.Reset()
	if err := l.look.Check(l.name, l.held.Bytes()); err != nil {
		return err
	}
	_, err := l.w.Write(l.held.Bytes())
	return err
}

// document returns a session fit for a document. JSON contains files in base64 as they were recorded,
// so that they are cleaned too.
func document(ctx context.Context, o Options, j *job.Job, in *prepared, src *publish.Session) (*redaction.Clean, error) {
	hide := in.found.Hide(src.Source)
	s, err := redaction.Read(ctx, j.Meter, in.collected, src.Source, redaction.Request{Parse: in.found.Parse, Hide: hide})
	if err != nil {
		return nil, err
	}
	if !publishesRecords(o.Config, hide) {
		pages.LeaveRecordsOut(s.Session)
	}
	if in.collected != nil {
		s.Found = append(s.Found, in.collected.Cleaner.Base64(s.Session)...)
	}
	nameFiles(s.Session)
	return s, nil
}

// nameFiles names files from the folder of the first transcript, and others by their last
// elements: no page says either where they are on this machine.
func nameFiles(s *parser.Session) {
	slashes := strings.NewReplacer(`\`, "/")
	dir := ""
	if len(s.Files) > 0 {
		dir, _ = path.Split(slashes.Replace(s.Files[0].Path))
	}
	name := func(file *string) {
		full := slashes.Replace(*file)
		rest, below := strings.CutPrefix(full, dir)
		if !below {
			rest = full[strings.LastIndexByte(full, '/')+1:]
		}
		*file = rest
	}
	for i := range s.Files {
		name(&s.Files[i].Path)
	}
	for i := range s.Warnings {
		name(&s.Warnings[i].File)
	}
	for _, n := range s.Notes {
		name(&n.Path)
	}
}
