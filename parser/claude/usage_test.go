package claude

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
)

// spentOn is one record of a reply, with what the request has used so far.
type spentOn struct {
	uuid, message, request, model string
	in, out, read, write, hour    int
}

func (s spentOn) line() string {
	return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":null,"sessionId":"s","requestId":%q,"timestamp":"2026-03-01T10:00:00.000Z","message":{"id":%q,"role":"assistant","model":%q,`+
		`"content":[{"type":"text","text":%q}],"usage":{"input_tokens":%d,"output_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"cache_creation":{"ephemeral_1h_input_tokens":%d}}}}`,
		s.uuid, s.request, s.message, s.model, s.uuid, s.in, s.out, s.read, s.write, s.hour)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		records []spentOn
		want    parser.Usage
	}{
		{"one record", []spentOn{{"a1", "m1", "r1", "opus", 3, 5, 7, 11, 2}}, parser.Usage{Requests: 1, Input: 3, Output: 5, CacheRead: 7, CacheWrite: 11, CacheWrite1h: 2}},
		{"a request counts once, as its last record says", []spentOn{{"a1", "m1", "r1", "opus", 1, 2, 3, 4, 0}, {"a2", "m1", "r1", "opus", 10, 20, 30, 40, 4}},
			parser.Usage{Requests: 1, Input: 10, Output: 20, CacheRead: 30, CacheWrite: 40, CacheWrite1h: 4}},
		{"output only grows while it streams", []spentOn{{"a1", "m1", "r1", "opus", 1, 90, 0, 0, 0}, {"a2", "m1", "r1", "opus", 2, 20, 0, 0, 0}}, parser.Usage{Requests: 1, Input: 2, Output: 90}},
		{"two requests for one message", []spentOn{{"a1", "m1", "r1", "opus", 1, 2, 0, 0, 0}, {"a2", "m1", "r2", "opus", 1, 2, 0, 0, 0}}, parser.Usage{Requests: 2, Input: 2, Output: 4}},
		{"records without ids are requests of their own", []spentOn{{"a1", "", "", "opus", 1, 2, 0, 0, 0}, {"a2", "", "", "opus", 1, 2, 0, 0, 0}}, parser.Usage{Requests: 2, Input: 2, Output: 4}},
		{"the client's own messages cost nothing", []spentOn{{"a1", "m1", "r1", "<synthetic>", 1, 2, 0, 0, 0}, {"a2", "m2", "r2", "opus", 1, 2, 0, 0, 0}}, parser.Usage{Requests: 1, Input: 1, Output: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			for _, r := range c.records {
				lines = append(lines, r.line())
			}
			got := parseLines(t, lines).Usage
			want := parser.ModelUsage{Model: "opus", Requests: c.want.Requests, Input: c.want.Input, Output: c.want.Output, CacheRead: c.want.CacheRead, CacheWrite: c.want.CacheWrite, CacheWrite1h: c.want.CacheWrite1h}
			if diff := cmp.Diff([]parser.ModelUsage{want}, got.ByModel); diff != "" {
				t.Errorf("by model (-want +got):\n%s", diff)
			}
			got.ByModel = nil
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("all (-want +got):\n%s", diff)
			}
		})
	}
}

// The figures of models are apart, and those of all are their sum.
func TestUsageByModel(t *testing.T) {
	t.Parallel()
	lines := []string{
		spentOn{"a1", "m1", "r1", "opus", 1, 2, 3, 4, 1}.line(), spentOn{"a2", "m2", "r2", "haiku", 10, 20, 30, 40, 10}.line(), spentOn{"a3", "m3", "r3", "opus", 100, 200, 300, 400, 100}.line(),
	}
	want := parser.Usage{Requests: 3, Input: 111, Output: 222, CacheRead: 333, CacheWrite: 444, CacheWrite1h: 111, ByModel: []parser.ModelUsage{{Model: "haiku", Requests: 1, Input: 10, Output: 20, CacheRead: 30, CacheWrite: 40, CacheWrite1h: 10}, {Model: "opus", Requests: 2, Input: 101, Output: 202, CacheRead: 303, CacheWrite: 404, CacheWrite1h: 101}}}
	if diff := cmp.Diff(want, parseLines(t, lines).Usage); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
}

// A reply that is written again with less, as a stream has it, keeps its last usage.
func TestUsageWrittenAgain(t *testing.T) {
	t.Parallel()
	last, first := spentOn{"a1", "m1", "r1", "opus", 1, 90, 0, 0, 0}.line(), spentOn{"a1", "m1", "r1", "opus", 1, 3, 0, 0, 0}.line()
	for _, lines := range [][]string{{last, first}, {first, last}} {
		if got := parseLines(t, lines).Usage; got.Requests != 1 || got.Output != 90 {
			t.Errorf("usage: %+v", got)
		}
	}
}
