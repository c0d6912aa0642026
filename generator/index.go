package generator

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"steno/generator/cache"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/render"
	"steno/generator/search"
	"steno/generator/shard"
)

// index is the search index of a build. It is nil on a site without one.
type index struct {
	*search.Builder
	out   *output.Site
	meter *meter.Meter
	cache *cache.Cache // nil for none
	part  bool         // of a build in shards: texts are left to the merge
	conf  config.Config
}

// openIndex begins the search index.
func openIndex(o Options, r *render.Renderer, last *cache.Cache) *index {
	if !r.Site.Search {
		return nil
	}
	c := o.Config.Search
	options := search.Options{Scope: c.Scope, Snippet: snippetSize(c.Snippet), Budget: int64(c.Budget) * megabyte}
	part := o.Shard.Parts > 0
	if !part {
		options = last.IndexOptions(options, r.Out)
	}
	return &index{search.New(options), r.Out, r.Meter, last, part, o.Config}
}

func (ix *index) close() error {
	if ix == nil {
		return nil
	}
	return ix.Close()
}

// addTexts hands the texts of a session to the search index and returns where they are kept.
func (ix *index) addTexts(ctx context.Context, texts func(use func(search.Session)) error) (at cache.Span, err error) {
	if ix == nil {
		return at, nil
	}
	defer ix.meter.Time(meter.StageDigest)()
	var d *search.Digested
	if err := texts(func(s search.Session) { d = ix.Digest(s) }); err != nil {
		return at, err
	}
	if ix.cache == nil && !ix.part {
		return at, ix.Add(ctx, d)
	}
	kept := d
	if !ix.part {
		kept = d.Head() // the index leaves the rest
	}
	data, err := kept.MarshalBinary()
	if err != nil {
		return at, err
	}
	return ix.add(ctx, d, data, cache.Span{})
}

// add adds a session's texts to the search index, or leaves them, as data, to the merge of the
// shards. was is where the last build kept the same, zero for nowhere.
func (ix *index) add(ctx context.Context, d *search.Digested, data []byte, was cache.Span) (at cache.Span, err error) {
	at = ix.cache.PutDigest(data, was)
	if ix.part {
		return at, shard.WriteTexts(ix.out, data)
	}
	return at, ix.Add(ctx, d)
}

// recall passes on what the search index needs of a session, and whether all of it is there: its
// postings are with it or among those of the last build. It passes on nothing where there is no index.
func (ix *index) recall(m *cache.Session, use func(d *search.Digested, data []byte, ok bool)) {
	if ix == nil {
		use(nil, nil, true)
		return
	}
	err := ix.cache.WithDigest(m.Parts.Digest, func(d *search.Digested, data []byte) {
		if d.HasPostings() || !ix.part && ix.cache.Earlier().Has(d) {
			use(d, data, true)
		} else {
			use(nil, nil, false)
		}
	})
	if err != nil {
		use(nil, nil, false)
	}
}

// write writes the search index, several files at a time; its manifest comes last.
func (ix *index) write(j *job.Job) error {
	if ix == nil {
		return nil
	}
	defer ix.meter.Time(meter.StageMerge)()
	var group errgroup.Group
	group.SetLimit(j.Workers)
	stats, err := ix.Finish(func(name string, data []byte) error {
		if name == search.ManifestName {
			return errors.Join(group.Wait(), ix.out.Write(name, data))
		}
		group.Go(func() error { return ix.out.Write(name, data) })
		return nil
	})
	if err = errors.Join(err, group.Wait()); err == nil {
		noteBudget(j, ix.conf, stats)
	}
	return err
}

const megabyte = 1_000_000

// noteBudget reports when the index had to be made smaller, or could not.
func noteBudget(j *job.Job, conf config.Config, stats search.Stats) {
	c := conf.Search
	if c.Budget == 0 {
		return
	}
	if stats.Snippet < c.Snippet {
		j.Hint(fmt.Sprintf("search results show %d bytes of each message instead of %d, so that the index keeps to search.budget (%d MB)",
			stats.Snippet, c.Snippet, c.Budget))
	}
	if over := stats.Bytes - int64(c.Budget)*megabyte; over > 0 {
		j.Hint(fmt.Sprintf("the search index takes %.1f MB, more than search.budget (%d MB); search.scope makes it smaller",
			float64(stats.Bytes)/megabyte, c.Budget))
	}
}

// snippetSize is what the index calls a snippet of so many bytes: none is negative
// there, as zero is the default.
func snippetSize(bytes int) int {
	if bytes == 0 {
		return -1
	}
	return bytes
}
