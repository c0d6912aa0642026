package claude

import "testing"

// TestBranches: where the user went back there is a branch, and nowhere else.
func TestBranches(t *testing.T) {
	testTales(t, []told{
		{"local commands below one caveat", `
			a prompt hello
			b<a reply m1 hi
			c<b caveat
			d<c command /doctor
			e<d output healthy
			f<c command /status
			g<f output fine
			h<c bash make test
			i<h output ok
		`, `
			branch live
			  prompt a
			    reply b
			    event d command /doctor with output
			    event f command /status with output
			    event h command ! with output
			9 lines: 5 shown 3 merged 1 structural
		`},
		{"talk below each of two commands of one caveat", `
			a caveat
			b<a command /clear
			c<b output
			d<c prompt first
			e<d reply m1 done
			f<a bash make test
			g<f output ok
			h<g prompt second
			i<h reply m2 done too
		`, `
			branch live
			  event b command /clear
			  prompt d
			    reply e
			    event f command ! with output
			  prompt h
			    reply i
			9 lines: 6 shown 2 merged 1 structural
		`},
		{"commands and a prompt beside each other", `
			a prompt hello
			b<a reply m1 hi
			d<b command /doctor
			e<d output healthy
			f<b command /status
			g<f output fine
			h<b prompt what next
			i<h reply m2 this
		`, `
			branch live
			  prompt a
			    reply b
			    event d command /doctor with output
			    event f command /status with output
			  prompt h
			    reply i
			8 lines: 6 shown 2 merged
		`},
		{"back to before a command", `
			a prompt hello
			b<a reply m1 hi
			c<b caveat
			d<c command /model
			e<d output fast
			f<e prompt one way
			g<f reply m2 done
			h<c prompt another way
			i<h reply m3 done
		`, `
			branch live
			  prompt a
			    reply b
			  prompt h [also f]
			    reply i
			branch f of live after b instead of h
			  event d command /model with output
			  prompt f
			    reply g
			9 lines: 7 shown 1 merged 1 structural
		`},
		{"parallel calls and their results", `
			a prompt look
			b<a call m1 t1 Read
			c<b call m1 t2 Read
			d<c call m1 t3 Read
			e<b result t1 one
			f<d result t3 three
			g<c result t2 two
			h<f reply m2 seen
			i<h prompt next
		`, `
			branch live
			  prompt a
			    reply b [Read] [Read] [Read]
			    reply h
			  prompt i
			9 lines: 4 shown 5 merged
		`},
		{"a prompt while calls ran", `
			a prompt look
			b<a call m1 t1 Bash
			c<b result t1 one
			d<b prompt no, stop
			e<c reply m2 stopped
			f<d reply m3 what then
			g<f prompt this
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			    reply e
			  prompt d
			    reply f
			  prompt g
			7 lines: 6 shown 1 merged
		`},
		{"a prompt while calls ran, which nothing hangs from", `
			a prompt look
			b<a call m1 t1 Bash
			d<b prompt look there, too
			c<b result t1 one
			e<c reply m2 both seen
			f<e prompt next
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			    reply e
			  prompt d
			  prompt f
			6 lines: 5 shown 1 merged
		`},
		{"back to the first prompt", `
			a prompt hello
			b<a reply m1 hi
			c prompt good day
			d<c reply m2 good day
		`, `
			branch live
			  prompt c [also a]
			    reply d
			branch a after nothing instead of c
			  prompt a
			    reply b
			4 lines: 4 shown
		`},
		{"a notice that names no parent, and what follows it", `
			a prompt hello
			b<a reply m1 hi
			n notice memory was edited
			c<n prompt go on
			d<c reply m2 well
		`, `
			branch live
			  prompt a
			    reply b
			    event n system/informational
			  prompt c
			    reply d
			5 lines: 5 shown
		`},
		{"interrupted, then said otherwise", `
			a prompt look
			b<a call m1 t1 Bash
			c<b prompt [Request interrupted by user for tool use]
			d<c prompt look there
			e<d reply m2 here
		`, `
			branch live
			  prompt a
			    reply b [Bash without result]
			    event c interrupted
			  prompt d
			    reply e
			5 lines: 5 shown
		`},
		{"taken back before an answer", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt quick
			d<b prompt the same, better said
			e<d reply m2 yes
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			  prompt d
			    reply e
			5 lines: 5 shown
		`},
		{"retries of the API leave dead ends", `
			a prompt hello
			b<a reply m1 I was cut
			c<a notice overloaded
			d<c reply m2 hi
			e<d prompt next
		`, `
			branch live
			  prompt a
			    reply b
			    event c system/informational
			    reply d
			  prompt e
			5 lines: 5 shown
		`},
		{"a compaction writes again under new ids what it kept", `
			a@1 prompt hello
			b<a@2 reply m1 hi
			c<b@3 prompt long
			d<c@4 reply m2 very long
			k@9 boundary d
			l<k@9 summary of all
			x<b@3 prompt long, and what came with it
			y<x@4 reply m2 very long
			e<y@20 prompt next
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			  compaction k with summary
			  prompt x
			    reply y
			  prompt e
			9 lines: 9 shown
		`},
		{"a compaction hangs what it kept below its summary", `
			a@1 prompt hello
			b<a@2 reply m1 hi
			c<b@3 prompt long
			d<l@4 reply m2 very long
			k@9 boundary d | "compactMetadata":{"preservedSegment":{"headUuid":"d","anchorUuid":"l","tailUuid":"d"}}
			l<k@9 summary of all
			e<d@20 prompt next
			f<e@21 reply m3 fine
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			  compaction k with summary
			  prompt e
			    reply f
			8 lines: 8 shown
		`},
		{"what a compaction kept is written again below its summary", `
			a@1 prompt hello
			b<a@2 reply m1 hi
			c<b@3 prompt long
			d<c@4 reply m2 very long
			k@9 boundary d | "compactMetadata":{"preservedSegment":{"headUuid":"d","anchorUuid":"l","tailUuid":"d"}}
			l<k@9 summary of all
			d<l@4 reply m2 very long
			e<d@20 prompt next
			f<e@21 reply m3 fine
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			  compaction k with summary
			  prompt e
			    reply f
			9 lines: 8 shown 1 duplicate
		`},
		{"two compactions of two versions", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt one way
			d<c reply m2 gone far
			k boundary d
			l<k summary of one way
			m<l prompt on the one way
			n<b prompt another way
			o<n reply m3 gone far too
			p boundary o
			q<p summary of another way
			r<q prompt on the other way
		`, `
			branch live
			  prompt a
			    reply b
			  prompt n [also c]
			    reply o
			  compaction p with summary
			  prompt r
			branch c of live after b instead of n
			  prompt c
			    reply d
			  compaction k with summary
			  prompt m
			12 lines: 12 shown
		`},
		{"a compaction, then back to before it", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt long
			d<c reply m2 very long
			k boundary d
			l<k summary of all
			m<l prompt short
			n<m reply m3 short
			o<b prompt instead
			p<o reply m4 instead
		`, `
			branch live
			  prompt a
			    reply b
			  prompt o [also c]
			    reply p
			branch c of live after b instead of o
			  prompt c
			    reply d
			  compaction k with summary
			  prompt m
			    reply n
			10 lines: 10 shown
		`},
		{"resumed at an older message", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt on
			d<c reply m2 gone on
			e<b@600 prompt from here
			f<e reply m3 fine
		`, `
			branch live
			  prompt a
			    reply b
			  prompt e [also c]
			    reply f
			branch c of live after b instead of e
			  prompt c
			    reply d
			6 lines: 6 shown
		`},
		{"several ends: the newest named leaf is live", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt one
			d<c reply m2 one
			e<b prompt two
			f<e reply m3 two
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"two","leafUuid":"f"}
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"one","leafUuid":"d"}
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c [also e]
			    reply d
			branch e of live after b instead of c
			  prompt e
			    reply f
			8 lines: 6 shown 2 metadata
		`},
		{"a named leaf that the talk went on from is stale", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt one
			d<c reply m2 one
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"hello","leafUuid":"b"}
			e<b prompt two
			f<e reply m3 two
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"hello","leafUuid":"b"}
		`, `
			branch live
			  prompt a
			    reply b
			  prompt e [also c]
			    reply f
			branch c of live after b instead of e
			  prompt c
			    reply d
			8 lines: 6 shown 2 metadata
		`},
		{"a named leaf, and then more was said elsewhere", `
			a prompt hello
			b<a reply m1 hi
			c<b prompt one
			d<c reply m2 one
			e<b prompt two
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"one","leafUuid":"d"}
			f<e reply m3 two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt e [also c]
			    reply f
			branch c of live after b instead of e
			  prompt c
			    reply d
			7 lines: 6 shown 1 metadata
		`},
		{"a named leaf that is not there", `
			a prompt hello
			c<a prompt one
			e<c reply m1 yes
			d<a prompt two
			{"type":"last-prompt","sessionId":"s1","lastPrompt":"x","leafUuid":"gone"}
		`, `
			branch live
			  prompt a
			  prompt d [also c]
			branch c of live after a instead of d
			  prompt c
			    reply e
			5 lines: 4 shown 1 metadata
		`},
	})
}
