// Package job is what all phases of a build share: how many sessions are worked on at once, where
// warnings and progress are reported, and where times are measured. Its input is reports from all
// phases; its output is what they sum up to.
package job

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"steno/generator/meter"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/source"
)

// Job is one build, check or export as its phases see it.
type Job struct {
	Workers int          // sessions that are worked on at once
	Meter   *meter.Meter // nil unless costs are wanted

	onProgress func(done, total int, what string) // nil for none
	onWarning  func(parser.Warning)               // nil for none

	mu       sync.Mutex
	total    int // passes over sessions that are expected
	done     int
	warnings []parser.Warning
	hints    []string
}

// New returns a job that reports progress and warnings to functions, which may be nil.
func New(workers int, m *meter.Meter, progress func(done, total int, what string), warning func(parser.Warning)) *Job {
	return &Job{Workers: workers, Meter: m, onProgress: progress, onWarning: warning}
}

// Warn reports warnings. Phases call it from one goroutine, in a stable order.
func (j *Job) Warn(warnings ...parser.Warning) {
	for _, w := range warnings {
		j.warnings = append(j.warnings, w)
		if j.onWarning != nil {
			j.onWarning(w)
		}
	}
}

// Warnings returns the warnings so far.
func (j *Job) Warnings() []parser.Warning { return slices.Clone(j.warnings) }

// Hint notes what the job did differently from what was requested, and why.
func (j *Job) Hint(text string) { j.hints = append(j.hints, text) }

// Hints returns the hints so far.
func (j *Job) Hints() []string { return slices.Clone(j.hints) }

// Expect says that so many more passes over sessions follow.
func (j *Job) Expect(passes int) { j.total = j.done + passes }

// Progress notes that one pass over one session is done.
func (j *Job) Progress(what string) {
	if j.onProgress == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done++
	j.onProgress(j.done, j.total, what)
}

// Each calls work for each session, as many at a time as there are workers, large ones first. The
// first error ends it; it names its session.
func Each[S *source.Session | *publish.Session](ctx context.Context, j *Job, todo []S,
	work func(ctx context.Context, i int, s S) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(j.Workers)
	for _, i := range j.order(len(todo), func(i int) int64 { return sizeOf(todo[i]) }) {
		s := todo[i]
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := work(ctx, i, s); err != nil {
				return fmt.Errorf("session %s: %w", id(s), err)
			}
			return nil
		})
	}
	return group.Wait()
}

// mostAtOnce is the size of the largest session of those that begin at the same time because they are large.
const mostAtOnce = 16 << 20

// order is the order in which sessions are worked on: large ones first, or the last worker would be
// alone with one for long. Very large ones would be in memory together: with one of these, the
// order stays.
func (j *Job) order(n int, size func(i int) int64) []int {
	order, largest := make([]int, n), int64(0)
	for i := range order {
		order[i] = i
		largest = max(largest, size(i))
	}
	if j.Workers > 1 && largest <= mostAtOnce {
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(size(y), size(x)) })
	}
	return order
}

// sizeOf is the size of a session's files, 0 in a merge, which does not have them.
func sizeOf(session any) int64 {
	switch s := session.(type) {
	case *source.Session:
		return s.Size
	case *publish.Session:
		if s.Source != nil {
			return s.Source.Size
		}
	}
	return 0
}

func id(session any) string {
	switch s := session.(type) {
	case *source.Session:
		return s.ID
	case *publish.Session:
		return s.ID
	}
	return ""
}
