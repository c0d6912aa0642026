package gemini

import (
	"strconv"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// thoughts returns a reply with so many different thoughts, all of one time.
func thoughts(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"thoughts":[{}`)
	for i := range n {
		b.WriteString(`,{"description":"` + strconv.Itoa(i) + `","timestamp":"2026-03-01T10:00:05Z"}`)
	}
	return []byte(b.String() + "]}")
}

// Messages of very many parts, thoughts that a reply has again, and paths of very many folders take no time that grows
// faster than they do.
func TestManyElements(t *testing.T) {
	t.Parallel()
	const n = 100_000
	text := textOf([]byte("[{}" + strings.Repeat(`,{"text":"words and more words"}`, n) + "]"))
	if len(text) != n*len("words and more words") {
		t.Errorf("%d bytes of text", len(text))
	}
	r := &reader{thought: map[string]shown{}}
	rec := &rebuild.Record{Object: raw.ParseObject(thoughts(n))}
	blocks, timed := r.thoughts(rec)
	m := &parser.Message{Blocks: append(blocks, &parser.Text{})}
	for key, b := range timed {
		r.thought[key] = shown{m, b}
	}
	if again, _ := r.thoughts(rec); len(again) != n || len(m.Blocks) != 1 {
		t.Errorf("%d thoughts again, %d blocks left", len(again), len(m.Blocks))
	}
	dir := directory{hash: hashOf("/a/b")}
	if found := dir.find([]byte(strings.Repeat("/a/b"+strings.Repeat("/c", n)+" ", 50))); found != "/a/b" {
		t.Errorf("found %q", found)
	}
}
