package gemini

import (
	"slices"
	"time"

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
	if values := rebuild.DocumentValues(f, lists); len(values) > 0 {
		return raw.Time(raw.ParseObject(values[0].JSON).Raw("lastUpdated"))
	}
	return time.Time{}
}

// messagesOf returns the ids of the messages of a document.
func messagesOf(f *source.File) (ids []string) {
	for _, v := range rebuild.DocumentValues(f, lists) {
		if id := raw.ParseObject(v.JSON).String("id"); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}
