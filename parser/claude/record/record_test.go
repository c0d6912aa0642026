package record

import (
	"strings"
	"testing"
	"time"

	"steno/parser/raw"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func decode(t *testing.T, line string) *Record {
	t.Helper()
	r, err := NewDecoder().Decode([]byte(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return r
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	got := decode(t, `{"parentUuid":"p","isSidechain":true,"userType":"external","cwd":"/r","sessionId":"s","version":"2.1.1","gitBranch":"main",
		"agentId":"a","slug":"x-y-z","teamName":"t","type":"user","isMeta":true,"isCompactSummary":true,"isVisibleInTranscriptOnly":true,
		"uuid":"u","timestamp":"2026-01-02T03:04:05.678Z","requestId":"q","permissionMode":"plan","thinkingMetadata":{"maxThinkingTokens":9},
		"planContent":"# P","sourceToolUseID":"c","sourceToolAssistantUUID":"d","origin":{"kind":"peer"},"promptSource":"typed",
		"forkedFrom":{"sessionId":"f","messageUuid":"g"},"message":{"role":"user","content":"hi"},"toolUseResult":{"originalFile":"whole","stdout":"x"}}`)
	want := &Record{
		Type: "user", UUID: "u", Parent: "p", Time: time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC),
		Context: &Context{Session: "s", Agent: "a", Cwd: "/r", Branch: "main", Version: "2.1.1", Slug: "x-y-z"},
		Flags:   Sidechain | Meta | CompactSummary | TranscriptOnly | HasParent,
		Message: &Message{Role: "user", Content: []Block{{Type: "text", Text: "hi"}}, RequestID: "q", Result: []byte(`{"stdout":"x"}`)},
		User: &User{PermissionMode: "plan", Thinking: "9 tokens", PlanContent: "# P", SourceToolUse: "c", SourceAssistant: "d",
			Origin: "peer", PromptSource: "typed", ForkSession: "f", ForkUUID: "g"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Record{}, "Hash")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestTolerance: a member of the wrong type never costs the rest.
func TestTolerance(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`{"type":"user","uuid":"u","parentUuid":5,"timestamp":{},"sessionId":[1],"isMeta":"yes","message":{"role":7,"content":"kept"}}`,
		`{"uuid":"u","message":{"content":"kept","usage":"none","id":{}},"type":"user","thinkingMetadata":[],"origin":"x","forkedFrom":null}`,
		`{"type":"user","uuid":"u","uuid":"u","message":{"content":"lost"},"message":{"content":"kept"},"toolUseResult":null}`,
		`{"type":"user","uuid":"u","message":"kept"}`,
		`{"type":"user","uuid":"u","content":["kept"]}`,
		`{"type":"user","uuid":"u","message":{"content":{"type":"text","text":"kept"}}}`,
		"{\"type\":\"user\",\"uuid\":\"u\",\"message\":{\"content\":\"kept\"},\"bad\":\"\xff\\ud800\"}",
		`{"type":"user","uuid":"u","sessionID":"other","message":{"content":[{"text":"kept","type":"text","citations":null}]}}`,
		`{"t\u0079pe":"user","uuid":"u","message":{"content":"kept"}}`,
	} {
		r := decode(t, line)
		if r.Type != "user" || r.UUID != "u" || r.Message == nil || len(r.Message.Content) != 1 || r.Message.Content[0].Text != "kept" {
			t.Errorf("%s: %+v %+v", line, r, r.Message)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{``, `[]`, `"x"`, `5`, `null`} {
		if r, err := NewDecoder().Decode([]byte(line)); err == nil {
			t.Errorf("%q: %+v", line, r)
		}
	}
}

// TestBlocks has each type of content block.
func TestBlocks(t *testing.T) {
	t.Parallel()
	tests := map[string]Block{
		`{"type":"text","text":"a\nb"}`: {Type: "text", Text: "a\nb"},
		`"plain"`:                       {Type: "text", Text: "plain"},
		`{"thinking":"t","signature":"sig","type":"thinking"}`:      {Type: "thinking", Text: "t", Flags: Signed},
		`{"type":"thinking","thinking":"t","signature":""}`:         {Type: "thinking", Text: "t"},
		`{"type":"redacted_thinking","data":"x"}`:                   {Type: "redacted_thinking", Flags: Signed},
		`{"type":"tool_use","id":"i","name":"N","input":{"a":1}}`:   {Type: "tool_use", ID: "i", Name: "N", Raw: []byte(`{"a":1}`)},
		`{"type":"server_tool_use","id":"i","name":"N","input":{}}`: {Type: "server_tool_use", ID: "i", Name: "N", Raw: []byte(`{}`)},
		`{"type":"tool_result","tool_use_id":"i","is_error":true,"content":[{"type":"text","text":"x"}]}`: {
			Type: "tool_result", ID: "i", Flags: IsError, Content: []Block{{Type: "text", Text: "x"}}},
		`{"type":"tool_result","tool_use_id":"i","content":"x"}`: {Type: "tool_result", ID: "i", Content: []Block{{Type: "text", Text: "x"}}},
		`{"type":"tool_result","tool_use_id":"i"}`:               {Type: "tool_result", ID: "i"},
		`{"type":"advisor_tool_result","tool_use_id":"i","content":{"type":"text","text":"x"}}`: {
			Type: "advisor_tool_result", ID: "i", Content: []Block{{Type: "text", Text: "x"}}},
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}`: {Type: "image", Source: &Source{MediaType: "image/png", Data: "AA"}},
		`{"type":"image","source":{"type":"url","url":"https://x.test/a.png"}}`:            {Type: "image", Source: &Source{Ref: "https://x.test/a.png"}},
		`{"type":"image","data":"AA","mimeType":"image/png"}`:                              {Type: "image", Source: &Source{MediaType: "image/png", Data: "AA"}},
		`{"type":"document","title":"T","source":{"type":"text","media_type":"text/plain","data":"words"}}`: {
			Type: "document", Source: &Source{MediaType: "text/plain", Title: "T", Text: "words"}},
		`{"type":"document","source":{"type":"file","file_id":"f1"}}`: {Type: "document", Source: &Source{Ref: "f1"}},
		`{"type":"new","x":1}`: {Type: "new", Raw: []byte(`{"type":"new","x":1}`)},
		`{"x":1}`:              {Raw: []byte(`{"x":1}`)},
		`7`:                    {Type: "number", Raw: []byte(`7`)},
	}
	for raw, want := range tests {
		r := decode(t, `{"type":"assistant","message":{"content":[`+raw+`]}}`)
		if diff := cmp.Diff([]Block{want}, r.Message.Content, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", raw, diff)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"type":"assistant","message":{"usage":{"input_tokens":1,"output_tokens":2.0,"cache_read_input_tokens":3,
		"cache_creation_input_tokens":4,"cache_creation":{"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":3},"service_tier":null}}}`)
	if want := (&Usage{1, 2, 3, 4, 3, 0}); *r.Message.Usage != *want {
		t.Errorf("%+v, want %+v", r.Message.Usage, want)
	}
	for _, u := range []string{`null`, `5`, `[]`} {
		if r := decode(t, `{"type":"assistant","message":{"usage":`+u+`}}`); r.Message.Usage != nil {
			t.Errorf("usage %s: %+v", u, r.Message.Usage)
		}
	}
}

func TestOthers(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"type":"attachment","uuid":"u","rendered":"again","attachment":{"type":"file","rendered":"x","content":"c"}}`)
	if r.Subtype != "file" || string(r.Extra) != `{"type":"file","content":"c"}` {
		t.Errorf("attachment: %q %s", r.Subtype, r.Extra)
	}
	r = decode(t, `{"error":{"status":5},"type":"system","subtype":"api_error","content":"c","uuid":"u"}`)
	if r.Subtype != "api_error" || string(r.Extra) != `{"error":{"status":5},"subtype":"api_error","content":"c"}` {
		t.Errorf("system: %q %s", r.Subtype, r.Extra)
	}
	d := NewDecoder()
	d.KeepAgent = func(id string) bool { return id == "a1" }
	for id, want := range map[string]string{"a1": `{"type":"user"}`, "a2": ""} {
		r, err := d.Decode([]byte(`{"type":"progress","parentToolUseID":"c","data":{"message":{"type":"user"},"agentId":"` + id + `","type":"agent_progress","prompt":"p"}}`))
		if err != nil || r.Progress == nil || r.Progress.AgentID != id || r.Progress.ParentCall != "c" || string(r.Progress.Inner) != want {
			t.Errorf("progress of %s: %+v, %v", id, r.Progress, err)
		}
	}
}

// TestHash: the same content under another uuid, place and directory is equal,
// and other content is not.
func TestHash(t *testing.T) {
	t.Parallel()
	one := decode(t, `{"type":"user","uuid":"a","parentUuid":"x","cwd":"/1","message":{"role":"user","content":"same"}}`)
	two := decode(t, `{"type":"user","uuid":"b","parentUuid":null,"cwd":"/2","message":{"role":"user","content":"same"}}`)
	other := decode(t, `{"type":"user","uuid":"a","parentUuid":"x","cwd":"/1","message":{"role":"user","content":"other"}}`)
	if one.Hash != two.Hash || one.Hash == other.Hash {
		t.Error("hashes:", one.Hash, two.Hash, other.Hash)
	}
	if a, b := decode(t, `{"type":"x"}`), decode(t, `{"type":"x","n":1}`); a.Hash == b.Hash || a.Hash != decode(t, `{"type":"x"}`).Hash {
		t.Error("records without uuid are told apart by their bytes")
	}
}

// FuzzDecode: any JSON object decodes, nothing panics, and what is raw stays JSON.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"type":"user","uuid":"u","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{}}]}]},"toolUseResult":{"originalFile":"x","a":[1]}}`,
		`{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"a":"\ud800"}}],"usage":{"input_tokens":1e400}}}`,
		`{"type":"progress","data":{"type":"agent_progress","message":{}}}`, `{"type":"attachment","attachment":[]}`, `{"":{}}`, `{"type":"system","content":[[]]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := NewDecoder().Decode(line)
		if err != nil || !jsontext.Value(line).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
			return
		}
		if r.Extra != nil && raw.ParseObject(r.Extra) == nil && string(r.Extra) != "{}" && r.Extra.Kind() == '{' {
			t.Errorf("extra is not an object: %s", r.Extra)
		}
		again, err := NewDecoder().Decode(line)
		if err != nil || again.Hash != r.Hash || again.Type != r.Type {
			t.Errorf("decoding again gives something else: %+v, %v", again, err)
		}
		BlockOf("text", r.Extra)
		MessageOf(r.Extra, nil)
	})
}

// BenchmarkDecode decodes an ordinary reply and the result of a call.
func BenchmarkDecode(b *testing.B) {
	text := strings.Repeat(`Let me look at the \"config\" package first.\n`, 40)
	envelope := `{"parentUuid":"0a1b2c3d-0000-4000-8000-000000000001","isSidechain":false,"userType":"external","cwd":"/home/dev/app","sessionId":"0a1b2c3d-0000-4000-8000-000000000002","version":"2.1.50","gitBranch":"main","uuid":"0a1b2c3d-0000-4000-8000-000000000003","timestamp":"2026-01-02T03:04:05.678Z",`
	lines := [][]byte{
		[]byte(envelope + `"type":"assistant","message":{"model":"claude","id":"msg_01","role":"assistant","content":[{"type":"text","text":"` + text + `"},{"type":"tool_use","id":"toolu_01","name":"Bash","input":{"command":"` + text + `"}}],"usage":{"input_tokens":4,"output_tokens":12}}}`),
		[]byte(envelope + `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"` + text + `"}]},"toolUseResult":{"stdout":"` + text + `","stderr":"","interrupted":false}}`),
	}
	b.SetBytes(int64(len(lines[0]) + len(lines[1])))
	b.ReportAllocs()
	d := NewDecoder()
	for b.Loop() {
		for _, line := range lines {
			if _, err := d.Decode(line); err != nil {
				b.Fatal(err)
			}
		}
	}
}
