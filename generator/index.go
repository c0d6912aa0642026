package generator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"steno/generator/address"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/search"
)

// indexSession hands the texts of a session to the search index and tells where they are
// remembered.
func (b *build) indexSession(ctx context.Context, texts func() search.Session) (span, error) {
	if b.index == nil {
		return span{}, nil
	}
	defer b.job.Meter.Time(meter.StageDigest)()
	d := b.index.Digest(texts())
	if b.memory == nil && b.Shard.Parts == 0 {
		return span{}, b.index.AddDigested(ctx, d)
	}
	kept := d
	if b.Shard.Parts == 0 {
		kept = d.WithoutPostings() // which the index leaves
	}
	data, err := kept.MarshalBinary()
	if err != nil {
		return span{}, err
	}
	return b.addDigest(ctx, d, data)
}

// addDigest gives a session's texts to the search index, or leaves them, as data, to the
// merge of the shards.
func (b *build) addDigest(ctx context.Context, d *search.Digested, data []byte) (at span, err error) {
	if b.memory != nil {
		at = b.memory.digests.put(data)
	}
	if b.Shard.Parts > 0 {
		return at, b.Out.Write(shardDocs+address.ContentName(data), data)
	}
	return at, b.index.AddDigested(ctx, d)
}

// writeSearch writes the search index, several files at a time; its manifest comes last.
func (b *build) writeSearch(context.Context) error {
	if b.index == nil {
		return nil
	}
	defer b.job.Meter.Time(meter.StageMerge)()
	var group errgroup.Group
	group.SetLimit(b.Config.Jobs)
	stats, err := b.index.Finish(func(name string, data []byte) error {
		if name == search.ManifestName {
			return errors.Join(group.Wait(), b.Out.Write(name, data))
		}
		group.Go(func() error { return b.Out.Write(name, data) })
		return nil
	})
	if err = errors.Join(err, group.Wait()); err == nil {
		b.noteBudget(stats)
	}
	return err
}

// openIndex begins the search index.
func (b *build) openIndex() {
	o := b.searchOptions()
	if b.memory != nil && b.Shard.Parts == 0 {
		o.Leave, o.Earlier, o.Keep = b.memory.digests.leave(), b.memory.digests.earlier, b.keepSnippets
	}
	b.index = search.New(o)
}

// keepSnippets takes a file of snippets over from the last build.
func (b *build) keepSnippets(name string, size int64) bool {
	m := b.memory
	at, found := slices.BinarySearchFunc(m.others, name, func(f output.File, name string) int { return strings.Compare(f.Name, name) })
	if !found || m.stale || m.others[at].Size != size {
		return false
	}
	kept, err := b.Out.Keep(m.others[at : at+1])
	return kept && err == nil
}

// searchOptions is the configuration in the words of the index.
func (b *build) searchOptions() search.Options {
	return search.Options{Scope: b.Config.Search.Scope, Snippet: snippetSize(b.Config.Search.Snippet), Budget: int64(b.Config.Search.Budget) * megabyte}
}

const megabyte = 1_000_000

// noteBudget tells when the index had to be made smaller, or could not.
func (b *build) noteBudget(stats search.Stats) {
	c := b.Config.Search
	if c.Budget == 0 {
		return
	}
	if stats.Snippet < c.Snippet {
		b.job.Hint(fmt.Sprintf("search results show %d bytes of each message instead of %d, so that the index keeps to search.budget (%d MB)", stats.Snippet, c.Snippet, c.Budget))
	}
	if over := stats.Bytes - int64(c.Budget)*megabyte; over > 0 {
		b.job.Hint(fmt.Sprintf("the search index takes %.1f MB, more than search.budget (%d MB); search.scope makes it smaller", float64(stats.Bytes)/megabyte, c.Budget))
	}
}

// snippetSize is what the index calls a snippet of so many bytes: none is negative
// there, as its zero stands for the default.
func snippetSize(bytes int) int {
	if bytes == 0 {
		return -1
	}
	return bytes
}
