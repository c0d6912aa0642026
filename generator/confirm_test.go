package generator_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
)

// TestNewValuesInOldSessions: when a session makes something a secret, or somebody known, the pages of other
// sessions are made again if and only if they contain it.
func TestNewValuesInOldSessions(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	o := lookOptions(t, source)
	id := func(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }
	say := func(n int, text string) {
		write(t, filepath.Join(source, "-srv-shared", id(n)+".jsonl"), record(map[string]any{
			"type": "user", "uuid": id(n), "sessionId": id(n), "cwd": "/srv/shared", "timestamp": fmt.Sprintf("2026-03-%02dT10:00:00.000Z", n),
			"message": map[string]any{"role": "user", "content": text},
		}))
	}
	build := func(what string, kept int) {
		t.Helper()
		sum, err := generator.Build(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if sum.Kept != kept {
			t.Errorf("%s: the pages of %d sessions were kept, want %d", what, sum.Kept, kept)
		}
	}
	shows := func(n int, text string, want bool) {
		t.Helper()
		page, err := os.ReadFile(filepath.Join(o.Config.Destination, "sessions", id(n), "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(page), text) != want {
			t.Errorf("session %d contains %q: %v, want %v", n, text, !want, want)
		}
	}
	const value = "q8ZkLmX2vR7tYw1Pc5Na"
	say(1, "It says "+value+" here")
	say(3, "nothing here")
	say(5, "it went to marianne@box:notes at last")
	say(7, "nothing there")
	say(9, "and nothing at all")
	build("the first", 0)
	shows(1, value, true)

	say(11, "export API_TOKEN="+value)
	build("a value that the first session contains", 2) // the next one names it as its neighbor, and the last has a new one
	shows(1, value, false)
	shows(5, "marianne", true)

	say(13, "see /home/marianne/notes")
	build("the name of a user", 2) // its neighbors name it
	shows(5, "marianne", false)

	say(15, "it was API_TOKEN=w4HnBf9SdK3jGz6QeM1b")
	build("a value that no other contains", 6)

	if err := os.Remove(filepath.Join(source, "-srv-shared", id(13)+".jsonl")); err != nil {
		t.Fatal(err)
	}
	build("a user who is no longer known", 2)
	shows(5, "marianne", true)
}

// TestNewValueInADocument: a document in base64 is cleaned when it is written, not with the session. So a session
// with one is made again when there are new values.
func TestNewValueInADocument(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	o := lookOptions(t, source)
	const value = "q8ZkLmX2vR7tYw1Pc5Na"
	say := func(id string, content any) {
		write(t, filepath.Join(source, "-srv-shared", id+".jsonl"), record(map[string]any{
			"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/shared", "timestamp": "2026-03-0" + id[:1] + "T10:00:00.000Z",
			"message": map[string]any{"role": "user", "content": content},
		}))
	}
	files := func() (text string) {
		names, err := filepath.Glob(filepath.Join(o.Config.Destination, "sessions", "1*", "files", "*.txt"))
		if err != nil || len(names) != 1 {
			t.Fatalf("files of the session: %q, %v", names, err)
		}
		data, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	document := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("word after word ", 400) + "\nIt says " + value + " here.\n"))
	say("10000000-0000-4000-8000-000000000000", []any{
		map[string]any{"type": "text", "text": "see this"},
		map[string]any{"type": "document", "source": map[string]any{"type": "base64", "media_type": "text/plain", "data": document}},
	})
	say("20000000-0000-4000-8000-000000000000", "the one beside it")
	for i, want := range []bool{true, false} {
		if i == 1 {
			say("30000000-0000-4000-8000-000000000000", "export API_TOKEN="+value)
		}
		if _, err := generator.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(files(), value); got != want {
			t.Errorf("build %d: the document contains the value: %v, want %v", i, got, want)
		}
	}
}
