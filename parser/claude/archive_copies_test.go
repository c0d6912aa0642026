package claude

import "testing"

// TestCopiesInAnArchive: a conversation over several files, copied into another
// session, or kept several times.
func TestCopiesInAnArchive(t *testing.T) {
	t.Parallel()
	const story = `
		a@1 prompt go
		b<a@2 reply m1 one
		c<b@3 prompt next
		d<c@4 reply m2 two
	`
	for _, test := range []struct {
		name  string
		tales map[string]string
		want  string
	}{
		{"a branch copies half of the file", map[string]string{
			"s1.jsonl": story,
			"s2.jsonl": `
				a@1#s2 prompt go | "forkedFrom":{"sessionId":"s1","messageUuid":"a"}
				b@2#s2 reply m1 one | "forkedFrom":{"sessionId":"s1","messageUuid":"b"}
				e<b@9#s2 prompt instead
				f<e@10#s2 reply m3 other
				{"type":"custom-title","sessionId":"s2","customTitle":"go (Branch)"}
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
			session 22222222 forked from 11111111 at b, 2 copied
			branch beginning
			  prompt a
			    reply b
			branch live
			  prompt e
			    reply f
			5 lines: 4 shown 1 metadata
		`},
		{"a fork that does not say so", map[string]string{
			"s1.jsonl": story,
			"s2.jsonl": `
				a@1#s2 prompt go
				b<a@2#s2 reply m1 one
				e<b@9#s2 prompt instead
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
			session 22222222 forked from 11111111 at b, 2 copied
			branch beginning
			  prompt a
			    reply b
			branch live
			  prompt e
			3 lines: 3 shown
		`},
		{"a fork with new uuids", map[string]string{
			"s1.jsonl": story,
			"s2.jsonl": `
				x@1#s2 prompt go | "forkedFrom":{"sessionId":"s1","messageUuid":"a"}
				y<x@2#s2 reply m1 one | "forkedFrom":{"sessionId":"s1","messageUuid":"b"}
				e<y@9#s2 prompt instead
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
			session 22222222 forked from 11111111 at b, 2 copied
			branch beginning
			  prompt x
			    reply y
			branch live
			  prompt e
			3 lines: 3 shown
		`},
		{"resumed into a new file that begins with the old history", map[string]string{
			"s1.jsonl": story,
			"s2.jsonl": story + `
				e<d@9#s2 prompt later
				f<e@10#s2 reply m3 well
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			8 lines: 4 shown 4 duplicate
			session 22222222 forked from 11111111 at d, 0 copied
			branch live
			  prompt e
			    reply f
			2 lines: 2 shown
		`},
		{"cleared: a new file that names nothing", map[string]string{
			"s1.jsonl": `
				z@1 caveat
			` + story,
			"s2.jsonl": `
				z@1#s2 caveat
				e<z@20#s2 command /clear
				f<e@21#s2 output
				g<f@22#s2 prompt anew
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			5 lines: 4 shown 1 structural
			session 22222222
			branch live
			  event e command /clear
			  prompt g
			4 lines: 2 shown 1 merged 1 structural
		`},
		{"one session over two files", map[string]string{
			"s1.jsonl": story,
			"more.jsonl": `
				e<d@9#s1 prompt later
				f<e@10#s1 reply m3 well
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			  prompt e
			    reply f
			6 lines: 6 shown
		`},
		{"records in the file of another session", map[string]string{
			"s1.jsonl": story + `
				v<u@8#s2 reply m8 strayed
				w<v@9#s2 prompt strayed too
			`,
			"s2.jsonl": `
				u@7#s2 prompt elsewhere
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
			session 22222222
			branch live
			  prompt u
			    reply v
			  prompt w
			3 lines: 3 shown
			archive 11111111: contains 2 records of session 22222222-0000-4000-8000-000000000002, which are shown there
		`},
		{"snapshots that grow", map[string]string{
			"s1.jsonl": story,
			"monday/-repo/s1.jsonl": `
				a@1 prompt go
				b<a@2 reply m1 one
			`,
			"tuesday/-repo/s1.jsonl": `
				a@1 prompt go
				b<a@2 reply m1 one
				c<b@3 prompt next
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
			2 snapshots left out
		`},
		{"copies of one session that went on apart", map[string]string{
			"s1.jsonl": story,
			"laptop/-repo/s1.jsonl": `
				a@1 prompt go
				b<a@2 reply m1 one
				e<b@9 prompt on the road
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b
			  prompt e [also c]
			branch c of live after b instead of e
			  prompt c
			    reply d
			7 lines: 5 shown 2 duplicate
		`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			testFolder(t, test.tales, test.want)
		})
	}
}
