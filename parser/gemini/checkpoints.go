package gemini

import (
	"io"
	"slices"
	"time"

	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// newestFirst returns the documents of one chat, the newest first: a chat that was copied several times, as at
// each commit, has one for each. Lines stay in their order, as a later file continues an earlier one.
func newestFirst(files []*source.File) []*source.File {
	if len(files) < 2 || !slices.ContainsFunc(files, rebuild.IsDocument) {
		return files
	}
	times := map[*source.File]time.Time{}
	for _, f := range files {
		times[f] = updated(f)
	}
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b *source.File) int { return times[b].Compare(times[a]) })
	return sorted
}

// updated returns when a chat changed last. Reading a file that cannot be read says why.
func updated(f *source.File) time.Time {
	src, err := f.Open()
	if err != nil || !rebuild.IsDocument(f) {
		return time.Time{}
	}
	defer src.Close()
	data, err := io.ReadAll(io.LimitReader(src, jsonl.MaxLine))
	if err != nil {
		return time.Time{}
	}
	values, _, err := rebuild.Split(data, lists)
	if err != nil {
		return time.Time{}
	}
	return raw.Time(raw.ParseObject(values[0].JSON).Raw("lastUpdated"))
}
