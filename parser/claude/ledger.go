package claude

import (
	"steno/parser"
	"steno/parser/claude/format"
)

// notice remembers the types of a record that are not known.
func notice(l *parser.FileLedger, e *entry) {
	progress := e.Type == "progress" && format.Lookup(format.Progress, e.Subtype) == nil
	if e.class == unknown || progress {
		l.NoticeUnknown(typeName(e.Record), e.Context.Version)
		return
	}
	within := func(blocks []parser.Block) {
		for _, b := range blocks {
			if u, ok := b.(*parser.Unknown); ok {
				l.NoticeUnknown("block/"+u.Type, e.Context.Version)
			}
		}
	}
	within(e.blocks)
	for _, r := range e.results {
		within(r.result.Content)
	}
}
