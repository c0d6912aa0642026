package generator

import (
	"context"
	"fmt"

	"steno/generator/pages"
	"steno/generator/publish"
)

// buildSession reads and cleans a session, has its pages made, hands its texts to the search
// index and returns what is remembered of it.
func (b *build) buildSession(ctx context.Context, maker *pages.Maker, src *publish.Session) (*memo, error) {
	s, err := b.session(ctx, src.Source)
	if err != nil {
		return nil, err
	}
	made, err := maker.Make(pages.Input{Source: src, Session: s.Session, Found: s.found, Warnings: s.warnings, Records: b.publishesRecords(src)})
	if err != nil {
		return nil, err
	}
	m := &memo{Asked: made.Asked, Built: made.Summary}
	if m.Digest, err = b.indexSession(ctx, made.Texts); err != nil {
		return nil, fmt.Errorf("indexing: %w", err)
	}
	return m, nil
}
