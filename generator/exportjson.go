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
	"steno/generator/sessionjson"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme"
)

// ExportJSON writes the sessions with these ids as one document of package sessionjson,
// chosen and cleaned as a build does it. Nothing is written before all that may forbid it
// was looked at. Of the sessions no more than are worked on at once are held in memory.
func ExportJSON(ctx context.Context, o Options, ids []string, w io.Writer) (*Summary, error) {
	o.Only = only(ids)
	b := newBuild(o)
	defer b.close()
	err := b.run(ctx,
		step{"reading the sources", b.find},
		step{"reading what is kept beside the transcripts", b.readBeside},
		step{"preparing the redaction", b.prepareRedaction},
		step{"preparing the second look", b.prepareLook},
		step{"looking for secrets", b.collectSecrets},
		step{"asking for a review", b.review},
		step{"naming what is published", b.publish},
	)
	if err != nil {
		return nil, err
	}
	if len(b.published.Sessions()) == 0 {
		return nil, ErrNoSession
	}
	err = b.run(ctx,
		step{"writing the sessions", func(ctx context.Context) error { return b.writeJSON(ctx, w) }},
		step{"writing the report of what was redacted", b.writeReport},
	)
	if err != nil {
		return nil, err
	}
	sum := b.sums()
	return sum, b.strictly(sum)
}

// writeJSON writes all sessions in the archive's order. Several are prepared at a time.
func (b *build) writeJSON(ctx context.Context, w io.Writer) error {
	looked := &lookWriter{w: w, second: b.second}
	out, err := sessionjson.NewWriter(looked, b.Version)
	if err != nil {
		return err
	}
	todo := b.published.Sessions()
	b.job.Expect(len(todo))
	for some := range slices.Chunk(todo, b.Config.Jobs) {
		prepared := make([]*cleaned, len(some))
		err := job.Each(ctx, b.job, some, func(ctx context.Context, i int, src *publish.Session) (err error) {
			prepared[i], err = b.prepare(ctx, src)
			return err
		})
		for i := 0; i < len(some) && err == nil; i++ {
			looked.name = some[i].ID + ".json"
			err = errors.Join(out.Add(b.wrote(some[i], prepared[i])), looked.flush())
			prepared[i] = nil
		}
		if err != nil {
			return err
		}
	}
	b.reportSessions()
	return errors.Join(out.Close(), looked.flush())
}

// lookWriter holds back what is written until the second look has seen it.
type lookWriter struct {
	w      io.Writer
	second *secondLook // nil when nothing is redacted
	name   string      // of what is written, for the error
	held   bytes.Buffer
}

func (l *lookWriter) Write(data []byte) (int, error) { return l.held.Write(data) }

// flush passes on what was written, unless a value stands in it.
func (l *lookWriter) flush() error {
	defer l.held.Reset()
	if err := l.second.check(l.name, l.held.Bytes()); err != nil {
		return err
	}
	_, err := l.w.Write(l.held.Bytes())
	return err
}

// prepare makes a session fit for a document. JSON holds files in base64 as they were
// recorded, so that they are cleaned too.
func (b *build) prepare(ctx context.Context, src *publish.Session) (*cleaned, error) {
	s, err := b.session(ctx, src.Source)
	if err != nil {
		return nil, err
	}
	if !b.publishesRecords(src) {
		pages.LeaveRecordsOut(s.Session)
	}
	if b.redaction != nil {
		s.found = append(s.found, b.redaction.cleaner.Base64(s.Session)...)
	}
	nameFiles(s.Session)
	return s, nil
}

// wrote notes what the summary tells of a session, and gives it as it stands in a document.
func (b *build) wrote(src *publish.Session, s *cleaned) sessionjson.Session {
	b.sessions = append(b.sessions, &summary.Session{
		Row:    theme.SessionRow{ID: s.ID, Title: s.Title.Text, Agents: len(s.Agents)},
		Ledger: s.Ledger, Read: src.Size, Warnings: s.warnings, Found: redact.Count(src.ID, s.found),
	})
	b.job.Progress(s.Title.Text)
	return sessionjson.Session{Project: src.Project.Name, Group: src.Project.Group, Facts: sessionjson.FactsOf(s.Session), Session: s.Session}
}

// nameFiles names files from the folder of the first transcript, and others by their last
// elements: where they stand on this machine is told by no page either.
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
