package files

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/parser/source"
)

func TestHistory(t *testing.T) {
	t.Parallel()
	prompts, warnings, err := History(context.Background(), fileOf(`{"display":"mend it","timestamp":1767323045000,"project":"/home/dev/app","pastedContents":{"10":{"id":10,"type":"text","content":"last"},"2":{"id":2,"type":"text","content":"first"},"11":"bare"}}
{"display":"no time","project":7}

not JSON
{"timestamp":5}
[1]
{"display":"","pastedContents":{"1":{"content":"only pasted"}}}
{"display":"","pastedContents":{},"project":"/home/dev/app"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []parser.TypedPrompt{
		{Text: "mend it", Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Project: "/home/dev/app", Pasted: []string{"first", "last", "bare"}},
		{Text: "no time"},
		{Pasted: []string{"only pasted"}},
	}
	if diff := cmp.Diff(want, prompts); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var lines []int
	for _, w := range warnings {
		lines = append(lines, w.Line)
	}
	if diff := cmp.Diff([]int{4, 5, 6}, lines); diff != "" {
		t.Errorf("lines warned of: -want +got:\n%s\n%v", diff, warnings)
	}
}

// TestOtherHistory: a file of the same name that another program wrote has no prompts, and is warned of once.
func TestOtherHistory(t *testing.T) {
	t.Parallel()
	prompts, warnings, err := History(context.Background(), fileOf(strings.Repeat(`{"run":7,"passed":true}`+"\n", 20)))
	if err != nil || len(prompts) > 0 || len(warnings) != 1 || warnings[0].Line != 0 || warnings[0].Text != "has no prompts: not the history of Claude Code" {
		t.Errorf("%d prompts, %v, %v", len(prompts), warnings, err)
	}
}

func fileOf(text string) source.History {
	return source.History{File: &source.File{Path: "history.jsonl", Size: int64(len(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}}
}
