package generator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"steno/generator/redact"
	"steno/parser/source"
)

// With publish.requireReview a person has looked at every value that a build takes
// out before the build writes anything: a rule that sees too little is found by what it
// sees next to it.

// ReviewError holds the values that nobody has reviewed.
type ReviewError struct {
	Found []Unreviewed
}

// Unreviewed is a value to be looked at, and where it stands first.
type Unreviewed struct {
	redact.Found
	Session string // id; "" for what stands beside the transcripts
	File    string // the session's transcript, as displayed
}

// mostListed is how many values an error names.
const mostListed = 20

// Error lists the values, never what they are.
func (e *ReviewError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "publish.requireReview: nobody has reviewed %d of the values that would be taken out:", len(e.Found))
	for i, f := range e.Found {
		if i == mostListed {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Found)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s, sha256 %s", f.Placeholder, f.Hash)
		if f.File != "" {
			fmt.Fprintf(&b, ", in %q", f.File)
		}
	}
	return b.String()
}

// ReviewHint tells what to do about a ReviewError.
const ReviewHint = `look at each, then add its sha256 to redact.reviewed (it stays taken out) or to redact.allow (it may stay)`

// review fails while there are values that nobody has reviewed. It comes before the
// destination is opened.
func (b *build) review(context.Context) error {
	if !b.Config.Publish.RequireReview {
		return nil
	}
	r := b.redaction
	if r == nil {
		return errors.New("publish.requireReview: there is nothing to review while redact.enabled is false")
	}
	found := r.cleaner.Unreviewed()
	if len(found) == 0 {
		return nil
	}
	e := &ReviewError{}
	for _, f := range found {
		u := Unreviewed{Found: f}
		if src := r.first[f.Hash]; src != nil {
			u.Session = src.ID
			if len(src.Main) > 0 {
				u.File = src.Main[0].Path
			}
		}
		e.Found = append(e.Found, u)
	}
	return e
}

// noteFirst remembers in which session each value stands first.
func (r *redaction) noteFirst(src *source.Session, values []redact.Value) {
	for i := range values {
		if h := values[i].Hash; r.first[h] == nil {
			r.first[h] = src
		}
	}
}
