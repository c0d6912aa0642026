package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCopiesInOneFile: what is written again is counted and not told again; what
// only bears a known uuid is another record.
func TestCopiesInOneFile(t *testing.T) {
	testTales(t, []told{
		{"one uuid below different parents", `
			a prompt go
			b<a reply m1 one
			c<b prompt next
			b<c reply m1 one
			b reply m1 one
			d<c reply m2 two
			e<d prompt last
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			  prompt e
			7 lines: 5 shown 2 duplicate
		`},
		{"one uuid for many hooks, which hang from themselves", `
			a prompt go
			b<a call m1 t1 Bash
			h<b hook t1 | "n":1
			{"type":"saved_hook_context","uuid":"h","parentUuid":"h","sessionId":"s1","content":"one"}
			{"type":"saved_hook_context","uuid":"h","parentUuid":"h","sessionId":"s1","content":"two"}
			{"type":"saved_hook_context","uuid":"h","parentUuid":"h","sessionId":"s1","content":"two"}
			c<h result t1 fine
			d<c reply m2 done
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			      event h attachment/hook_success
			    event h-2 saved_hook_context
			    event h-3 saved_hook_context
			    reply d
			8 lines: 5 shown 2 merged 1 duplicate
		`},
		{"opened again elsewhere: only cwd differs", `
			a prompt go
			b<a reply m1 one
			a@1 prompt go | "slug":"x"
			{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s1","cwd":"/else","timestamp":"2026-03-01T10:00:02.000Z","requestId":"req_m1","message":{"id":"m1","role":"assistant","model":"opus","content":[{"type":"text","text":"one"}]}}
			c<b prompt next
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			5 lines: 3 shown 2 duplicate
		`},
		{"a second compaction writes the history again", `
			a@1 prompt go
			b<a@2 reply m1 one
			k@3 boundary b
			l<k@4 summary so far
			c<l@5 prompt next
			d<c@6 reply m2 two
			a@1 prompt go
			b<a@2 reply m1 one
			k@3 boundary b
			l<k@4 summary so far
			c<l@5 prompt next
			d<c@6 reply m2 two
			o@7 boundary d
			p<o@8 summary all of it
			e<p@9 prompt more
		`, `
			branch live
			  prompt a
			    reply b
			  compaction k with summary
			  prompt c
			    reply d
			  compaction o with summary
			  prompt e
			15 lines: 9 shown 6 duplicate
		`},
		{"a replay under new uuids", `
			a@1 prompt go
			b<a@2 reply m1 one
			c<b@3 prompt next
			x<a@2 reply m1 one
			y<x@3 prompt next
			d<y@4 reply m2 two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			6 lines: 4 shown 2 duplicate
		`},
		{"a history written again under new uuids, without what ran beside each other", `
			a@1 prompt go
			b<a@2 reply m1 one
			c<b@3 call m1 t1 Read {}
			d<c@4 call m1 t2 Grep {}
			e<c@5 result t1 fine
			f<d@6 result t2 fine
			g<f@7 reply m2 two
			h<g@8 prompt next
			A@1 prompt go
			B<A@2 reply m1 one
			D<B@4 call m1 t2 Grep {}
			F<D@6 result t2 fine
			G<F@7 reply m2 two
			H<G@8 prompt next
			i<H@9 reply m3 three
		`, `
			branch live
			  prompt a
			    reply b text [Read] [Grep]
			    reply g
			  prompt h
			    reply i
			15 lines: 5 shown 4 merged 6 duplicate
		`},
		{"a history written again, with the parts of a prompt apart, in another order", `
			{"type":"user","uuid":"a","parentUuid":null,"timestamp":"2026-03-01T10:00:01.000Z","sessionId":"s1","message":{"role":"user","content":[{"type":"text","text":"see a.go"},{"type":"text","text":"go"}]}}
			b<a@2 reply m1 one
			{"type":"user","uuid":"A","parentUuid":null,"timestamp":"2026-03-01T10:00:01.000Z","sessionId":"s1","message":{"role":"user","content":[{"type":"text","text":"see a.go"}]}}
			{"type":"user","uuid":"AA","parentUuid":"A","timestamp":"2026-03-01T10:00:01.000Z","sessionId":"s1","message":{"role":"user","content":[{"type":"text","text":"go"}]}}
			{"type":"assistant","requestId":"req_m1","uuid":"B","parentUuid":"AA","timestamp":"2026-03-01T10:00:02.000Z","sessionId":"s1","message":{"content":[{"text":"one","type":"text"}],"role":"assistant","id":"m1","model":"opus"}}
			c<B@5 prompt next
		`, `
			branch live
			  prompt a text text
			    reply b
			  prompt c
			6 lines: 3 shown 3 duplicate
		`},
		{"the same said later, elsewhere, is no copy", `
			a@1 prompt yes
			b<a@2 reply m1 one
			c<b@3 prompt no
			d<a@1 prompt yes
			e<c@4 reply m2 two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt d
			  prompt c
			    reply e
			5 lines: 5 shown
		`},
		{"each message written twice, the copy without a parent", `
			a@1 prompt go
			a@1 prompt go
			b<a@2 reply m1 one
			b@2 reply m1 one
			c<b@3 prompt next
			c@3 prompt next
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			6 lines: 3 shown 3 duplicate
		`},
		{"a second id that goes on from the first", `
			a prompt go
			b<a reply m1 one
			c<b#s2 prompt next
			d<c#s2 reply m2 two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
		`},
	})
}

// TestRetold: a piece of a reply that is written again when its usage is known is
// no second one, and its usage counts.
func TestRetold(t *testing.T) {
	t.Parallel()
	piece := func(more string) string {
		return `{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","requestId":"r","message":{"id":"m1","role":"assistant","model":"opus","content":[{"type":"text","text":"one"}],` + more + "}}\n"
	}
	tale := "a prompt go\n" + piece(`"stop_reason":null,"usage":{"output_tokens":1}`) + "c<b prompt next\n" +
		piece(`"stop_reason":"end_turn","usage":{"output_tokens":9}`) + "d<c prompt last\n" + piece(`"stop_reason":null`)
	s := parseLines(t, strings.Split(strings.TrimSpace(tell(tale)), "\n"))
	want := outdent(`
		session s alias s1
		branch live
		  prompt a
		    reply b
		  prompt c
		  prompt d
		6 lines: 4 shown 2 duplicate
	`)
	if diff := cmp.Diff(want, skeleton(s)); diff != "" {
		t.Errorf("the structure differs (-want +got):\n%s", diff)
	}
	reply := s.Main.Live().Segments[0].Turns[0].Messages[0]
	if s.Usage.Output != 9 || reply.StopReason != "end_turn" {
		t.Errorf("%d tokens and stop reason %q, want 9 and end_turn", s.Usage.Output, reply.StopReason)
	}
}

// TestReordered: a program that writes a transcript again, such as one that redacts it, may sort the members of objects.
// What was copied before it did is the same message still; a text or a result that differs is another one.
func TestReordered(t *testing.T) {
	t.Parallel()
	line := func(kind, uuid, parent, rest string) string {
		return `{"type":"` + kind + `","uuid":"` + uuid + `","parentUuid":"` + parent + `","sessionId":"s",` + rest + "}\n"
	}
	tale := "a prompt go\n" +
		line("assistant", "b", "a", `"message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/a","old_string":"x"}}]}`) +
		line("assistant", "b", "a", `"message":{"content":[{"id":"t1","input":{"old_string":"x","file_path":"/a"},"name":"Edit","type":"tool_use"}],"id":"m1","role":"assistant"}`) +
		line("user", "c", "b", `"message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"ok"}]},"toolUseResult":{"a":1,"b":2}`) +
		line("user", "c", "b", `"message":{"content":[{"content":"ok","tool_use_id":"t1","type":"tool_result"}],"role":"user"},"toolUseResult":{"b":2,"a":1}`) +
		line("user", "d", "c", `"message":{"role":"user","content":"next"}`) +
		line("user", "d", "c", `"message":{"content":"next","role":"user"}`) +
		line("user", "d", "c", `"message":{"content":"other","role":"user"}`)
	s := parseLines(t, strings.Split(strings.TrimSpace(tell(tale)), "\n"))
	want := outdent(`
		session s alias s1
		branch live
		  prompt a
		    reply b [Edit]
		  prompt d
		  prompt d-3
		8 lines: 4 shown 1 merged 3 duplicate
	`)
	if diff := cmp.Diff(want, skeleton(s)); diff != "" {
		t.Errorf("the structure differs (-want +got):\n%s", diff)
	}
}

// TestStartOfACopy: a session begins with the first record that does not say that it was copied, unless all do.
func TestStartOfACopy(t *testing.T) {
	t.Parallel()
	record := func(uuid, parent, at, more string) string {
		return `{"type":"user","uuid":"` + uuid + `","parentUuid":"` + parent + `","sessionId":"s1","timestamp":"2026-03-` + at + `:00:00.000Z"` + more +
			`,"message":{"role":"user","content":"go ` + uuid + `"}}`
	}
	const fork = `,"forkedFrom":{"sessionId":"s0","messageUuid":"x"}`
	for _, c := range []struct {
		want  string
		lines []string
	}{
		{"2026-03-05T18", []string{record("a", "", "01T10", fork), record("b", "a", "01T11", fork), record("c", "b", "05T18", ""), record("d", "c", "05T19", "")}},
		{"2026-03-05T18", []string{record("a", "", "01T10", `,"forkedFrom":"s0"`), record("b", "a", "05T18", "")}},
		{"2026-03-01T10", []string{record("a", "", "01T10", fork), record("b", "a", "01T11", fork)}},
		{"2026-03-01T10", []string{record("a", "", "01T10", ""), record("b", "a", "05T18", "")}},
	} {
		if s := parseLines(t, c.lines); s.Start.Format("2006-01-02T15") != c.want {
			t.Errorf("%d records: it began %s, want %s", len(c.lines), s.Start, c.want)
		}
	}
}
