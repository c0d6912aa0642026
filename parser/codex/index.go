package codex

import (
	"bufio"
	"bytes"
	"io"
	"path"
	"strings"

	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// index reads session_index.jsonl, which has a line for each name that a thread was given, the last one counts; or the list of
// sessions that were imported, which is one document.
func index(r io.Reader) (list []source.Indexed) {
	src := bufio.NewReader(r)
	if head, _ := src.Peek(512); bytes.Contains(head, []byte(`"records"`)) {
		text, _ := io.ReadAll(io.LimitReader(src, mostImports)) // what cannot be read has no records
		return imported(raw.ParseObject(text))
	}
	in := jsonl.NewReader(src)
	for in.Next() {
		for _, object := range in.Line().Objects {
			o := raw.ParseObject(object)
			if id := o.String("id"); id != "" {
				list = append(list, source.Indexed{Session: prefix + id, Title: o.String("thread_name")})
			}
		}
	}
	return list
}

// mostImports is how long the list of imports may be that is read, in bytes.
const mostImports = 16 << 20

// imported returns what the list of imports says. Imports are sessions of Claude Code that Codex copied into threads
// (codex-rs/external-agent-sessions/src/ledger.rs, 2026).
func imported(o raw.Object) (list []source.Indexed) {
	for _, v := range o.Array("records") {
		o := raw.ParseObject(v)
		id, from := o.String("imported_thread_id"), path.Base(strings.ReplaceAll(o.String("source_path"), `\`, "/"))
		if id == "" {
			continue
		}
		e := source.Indexed{Session: prefix + id, Title: o.String("title")}
		if name, lines := strings.CutSuffix(source.Plain(from), ".jsonl"); lines {
			e.Origin = name
		}
		list = append(list, e)
	}
	return list
}
