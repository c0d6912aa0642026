// Package search builds the index that the search page reads: a sorted-term,
// block-sharded inverted index made from small script-wrapped JSON files, so that
// the same files serve pages on a web server (fetched) and pages opened from a
// folder (loaded as scripts). docs/search-format.md describes every file.
//
// A [Builder] takes sessions in any order and from any number of goroutines. Each
// becomes a run, sorted terms with their postings; runs beyond a bound of memory
// are merged into files on disk. [Builder.Finish] puts the sessions into
// chronological order, merges all runs in one pass and streams the shards out.
// The result does not depend on the order of calls.
//
// The tokenizer exists twice, here and in the client (search-tokens.js). The
// vectors in testdata/tokens.json hold the two together.
package search
