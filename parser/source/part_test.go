package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPart marks a file twice: both marks stay, and the file that was marked is as before.
func TestPart(t *testing.T) {
	t.Parallel()
	whole := &File{Path: "x.jsonl"}
	only := whole.with(func(p *Part) { p.Only = []string{"a"} })
	both := only.withCopied([]int32{1, 2, 5}, map[int32]int64{1: 10, 2: 20, 5: 5})
	if whole.Part != nil || only.Part.Copied != nil || !whole.Holds("b") || whole.IsCopied(1) {
		t.Errorf("a file changed that was marked: %+v, %+v", whole, only.Part)
	}
	if both.Path != whole.Path || both.Holds("b") || !both.Holds("a") || !both.IsCopied(2) || both.IsCopied(3) || both.Part.CopiedSize != 35 {
		t.Errorf("the marks of a file are %+v", both.Part)
	}
}

// TestPartsGrow adds a line to a transcript, which is known to be the session's if all of the file is.
func TestPartsGrow(t *testing.T) {
	t.Parallel()
	const id = "5e550000-0000-4000-8000-000000000001"
	line := `{"type":"user","uuid":"a","sessionId":"` + id + `","cwd":"/home/ada/quay","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"x"}}` + "\n"
	for _, part := range []bool{false, true} {
		dir := t.TempDir()
		name := filepath.Join(dir, "-home-ada-quay", id+".jsonl")
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must(t, os.WriteFile(name, []byte(line), 0o666))
		a, err := Find(t.Context(), TestFormats, []string{dir})
		must(t, err)
		s := a.Sessions()[0]
		if part {
			s.Main[0] = s.Main[0].withCopied([]int32{1}, nil)
		}
		must(t, os.WriteFile(name, []byte(line+strings.Replace(line, `"a"`, `"b"`, 1)), 0o666))
		if grown, certain := s.Grow(s.Main[0]); grown == part || certain == part {
			t.Errorf("part %t: grown %t, certain %t", part, grown, certain)
		}
		must(t, a.Close())
	}
}
