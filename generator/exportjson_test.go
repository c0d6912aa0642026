package generator_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/redaction"
	"steno/parser/formats"
	"steno/parser/source"
)

// exportJSON writes all sessions of a source.
func exportJSON(t *testing.T, from string, change func(*config.Config)) ([]byte, error) {
	t.Helper()
	c := config.Default()
	c.Sources = []string{from}
	change(&c)
	a, err := source.Find(t.Context(), formats.All(), c.Sources)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var ids []string
	for _, s := range a.Sessions() {
		ids = append(ids, s.ID)
	}
	var out bytes.Buffer
	_, err = generator.ExportJSON(t.Context(), generator.Options{Config: c, Version: "test"}, ids, &out)
	return out.Bytes(), err
}

// mustExport is exportJSON where nothing may go wrong. The document is looked at.
func mustExport(t *testing.T, from string, sessions int, change func(*config.Config)) []byte {
	t.Helper()
	data, err := exportJSON(t, from, change)
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Steno    string           `json:"steno"`
		Sessions []jsontext.Value `json:"sessions"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Sessions) != sessions || d.Steno != "test" {
		t.Errorf("%d sessions by %q, want %d", len(d.Sessions), d.Steno, sessions)
	}
	return data
}

// unpacked is a document with what is packed in base64 unpacked behind it.
func unpacked(data []byte) string {
	text := slices.Clone(data)
	for _, run := range regexp.MustCompile(`[A-Za-z0-9+/]{16,}=*`).FindAll(data, -1) {
		if raw, err := base64.StdEncoding.DecodeString(string(run)); err == nil {
			text = append(text, raw...)
		}
	}
	return string(text)
}

func TestNoPlantedTokenIsInJSON(t *testing.T) {
	t.Parallel()
	p := planter{}
	from := p.archive(t)
	clean := unpacked(mustExport(t, from, 15, func(*config.Config) {}))
	bare := unpacked(mustExport(t, from, 15, func(c *config.Config) { c.Redact.Enabled = false }))
	for place, token := range p {
		if strings.Contains(clean, token[10:]) {
			t.Errorf("the token in the %s stands in the document", place)
		}
		unseen := place == "folder" || strings.HasSuffix(place, "broken line")
		if !unseen && !strings.Contains(bare, token) {
			t.Errorf("the token in the %s does not show when nothing is redacted: the test is blind there", place)
		}
	}
	if strings.Contains(clean, "tiberius") || !strings.Contains(bare, "tiberius") {
		t.Error("the name of the user stands in the document, or nowhere")
	}
}

// A value has the same placeholder in the pages and in the document.
func TestPlaceholdersAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	from := planter{}.archive(t)
	data := mustExport(t, from, 15, func(*config.Config) {})
	site := ""
	for _, text := range published(t, build(t, from, func(*config.Config) {})) {
		site += text
	}
	prompts := regexp.MustCompile(`The key is \[redacted:github-token#\d+\]`).FindAllString(string(data), -1)
	for _, prompt := range prompts {
		if !strings.Contains(site, strings.ToLower(prompt)) {
			t.Errorf("%q does not stand in the site", prompt)
		}
	}
	if len(prompts) < 3 {
		t.Errorf("only %d prompts", len(prompts))
	}
}

// Neither the number of workers nor the place of the archive changes a byte.
func TestJSONIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	from := planter{}.archive(t)
	want := mustExport(t, from, 15, func(c *config.Config) { c.Jobs = 1 })
	for _, jobs := range []int{2, 8} {
		if got := mustExport(t, from, 15, func(c *config.Config) { c.Jobs = jobs }); !bytes.Equal(got, want) {
			t.Errorf("%d workers make another document than one", jobs)
		}
	}
	if got := mustExport(t, planter{}.archive(t), 15, func(*config.Config) {}); !bytes.Equal(got, want) {
		t.Error("the same archive in another folder makes another document")
	}
}

// What forbids a build forbids the document, before anything of it is written.
func TestJSONNeedsItsReview(t *testing.T) {
	t.Parallel()
	data, err := exportJSON(t, planter{}.archive(t), func(c *config.Config) { c.Publish.RequireReview = true })
	var review *redaction.ReviewError
	if !errors.As(err, &review) || len(data) > 0 {
		t.Errorf("got %v and %d bytes", err, len(data))
	}
	if _, err := exportJSON(t, t.TempDir(), func(*config.Config) {}); !errors.Is(err, generator.ErrNoSession) {
		t.Errorf("of no session: %v", err)
	}
}

// Outputs that Claude Code wrote to files of their own are in the document.
func TestJSONHoldsSavedOutputs(t *testing.T) {
	t.Parallel()
	from, id := t.TempDir(), "11111111-0000-4000-8000-000000000001"
	dir := filepath.Join(from, "-srv-app")
	lines := slices.Concat(
		record(map[string]any{"type": "user", "uuid": "a1000000-0000-4000-8000-000000000001", "parentUuid": nil, "sessionId": id, "timestamp": "2026-03-04T10:00:00Z", "message": map[string]any{"role": "user", "content": "Go"}}),
		record(map[string]any{"type": "assistant", "uuid": "a2000000-0000-4000-8000-000000000002", "parentUuid": "a1000000-0000-4000-8000-000000000001", "sessionId": id, "timestamp": "2026-03-04T10:00:01Z",
			"message": map[string]any{"id": "m1", "role": "assistant", "content": []any{map[string]any{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": map[string]any{"command": "seq"}}}}}),
		record(map[string]any{"type": "user", "uuid": "a3000000-0000-4000-8000-000000000003", "parentUuid": "a2000000-0000-4000-8000-000000000002", "sessionId": id, "timestamp": "2026-03-04T10:00:02Z",
			"message": map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": "toolu_1", "content": "<persisted-output>\nOutput too large (105.1KB). Full output saved to: /x/" + id + "/tool-results/b1.txt\n\nPreview (first 2KB):\n1\n</persisted-output>"}}}}),
	)
	write(t, filepath.Join(dir, id+".jsonl"), lines)
	write(t, filepath.Join(dir, id, "tool-results", "b1.txt"), []byte("the last of many lines"))
	if data := mustExport(t, from, 1, func(*config.Config) {}); !bytes.Contains(data, []byte(`"text":"the last of many lines","found":true`)) {
		t.Errorf("the output is missing in %s", data)
	}
}

// Records as they were written are in the document when they are on pages.
func TestJSONHoldsRecordsAsPagesDo(t *testing.T) {
	t.Parallel()
	from := planter{}.archive(t)
	for name, c := range map[string]struct {
		change func(*config.Config)
		want   bool
	}{
		"as it comes":     {func(*config.Config) {}, true},
		"without records": {func(c *config.Config) { c.Content.Records = false }, false},
		"hidden kinds":    {func(c *config.Config) { c.Select.Hide = []string{"thinking"} }, false},
	} {
		var d struct {
			Sessions []struct {
				Unshown []jsontext.Value `json:"unshown"`
				Main    any              `json:"main"`
			} `json:"sessions"`
		}
		if err := json.Unmarshal(mustExport(t, from, 15, c.change), &d); err != nil {
			t.Fatal(err)
		}
		unshown, raw := 0, 0
		for _, s := range d.Sessions {
			unshown += len(s.Unshown)
			raw += rawRecords(s.Main)
		}
		if (unshown > 0) != c.want || (raw > 0) != c.want {
			t.Errorf("%s: %d kinds of records and %d of what is folded", name, unshown, raw)
		}
	}
}

// rawRecords counts the events and attachments of a part of a document that have their record.
func rawRecords(part any) (n int) {
	switch part := part.(type) {
	case []any:
		for _, v := range part {
			n += rawRecords(v)
		}
	case map[string]any:
		if kind := part["kind"]; part["raw"] != nil && (kind == "event" || kind == "attachment") {
			n++
		}
		for _, v := range part {
			n += rawRecords(v)
		}
	}
	return n
}
