package generator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"steno/generator/pages"
	"steno/generator/publish"
)

// A copy whose shared beginning links to outputs on other sessions' pages needs to know where they are.
// So those sessions are made before it, whichever comes first in the archive; what it links to is part
// of what its pages are made from.

// outputs returns the sessions that show the outputs of a session's shared beginning; none for a session
// that shows them itself.
func (b *sessionBuilder) outputs(ctx context.Context, s *publish.Session) (all []pages.Outputs, err error) {
	found := b.in.found
	for _, src := range found.Repeats.ShownIn(s.Source) {
		from := b.made[src]
		if from == nil || !reflect.DeepEqual(found.Hide(src), found.Hide(s.Source)) {
			continue
		}
		made, err := b.make(ctx, from.session)
		if err != nil {
			return nil, err
		}
		all = append(all, pages.Outputs{Title: made.Summary.Title, Placed: made.Placed})
	}
	return all, nil
}

// hashOutputs condenses what links to outputs depend on, "" for none.
func hashOutputs(all []pages.Outputs) string {
	if len(all) == 0 {
		return ""
	}
	h := sha256.New()
	for _, o := range all {
		fmt.Fprintf(h, "%q\n", o.Title)
		for _, anchor := range slices.Sorted(maps.Keys(o.Placed)) {
			fmt.Fprintf(h, "%q %q\n", anchor, o.Placed[anchor])
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
