package claude

import "testing"

// TestBrokenLinks: parents that are hidden, come later, are gone or lead in a
// circle. Nothing is lost, and what could be said of the repair is said.
func TestBrokenLinks(t *testing.T) {
	testTales(t, []told{
		{"a chain of progress records holds the talk together", `
			a prompt build it
			b<a call m1 t1 Bash
			c<b progress
			d<c progress
			e<d progress
			f<b result t1 fine
			g<e reply m2 done
			h<g progress
			i<h prompt thanks
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			    reply g
			  prompt i
			9 lines: 4 shown 1 merged 4 structural
		`},
		{"an attachment before its parent", `
			c<b@3 hook t1
			b<a@2 call m1 t1 Bash
			a@1 prompt go
			d<c@4 result t1 fine
			f<e@6 prompt more
			e<d@5 reply m2 done
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			      event c attachment/hook_success
			    reply e
			  prompt f
			6 lines: 4 shown 2 merged
		`},
		{"orphans", `
			a prompt go
			b<a reply m1 fine
			c<gone prompt and now
			d<c reply m2 well
			e<lost reply m3 on my own
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c (orphan: its parent is not in the file)
			    reply d
			    reply e (orphan: its parent is not in the file)
			5 lines: 5 shown
			warning line 3: 2 records whose parent is not in the file; put behind the record before
		`},
		{"a hook for a reply that was not written", `
			a prompt go
			b<a reply m1 fine
			h<gone progress
			c<h prompt and now
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			4 lines: 3 shown 1 structural
		`},
		{"a compaction behind a record that is gone", `
			a prompt go
			b<a reply m1 fine
			k boundary gone
			s<k summary of what was
			c<s prompt next
		`, `
			branch live
			  prompt a
			    reply b
			  compaction k with summary
			  prompt c
			5 lines: 5 shown
		`},
		{"a compaction behind what it kept, which a copy of the session has below its summary", `
			a prompt go
			b<a reply m1 fine
			k boundary c
			s<k summary of what was
			c<s prompt next
			d<c reply m2 well
		`, `
			branch live
			  prompt a
			    reply b
			  compaction k with summary
			  prompt c
			    reply d
			6 lines: 6 shown
		`},
		{"a compaction behind itself", `
			a prompt go
			k boundary k
			c<k prompt next
		`, `
			branch live
			  prompt a
			  compaction k
			  prompt c
			3 lines: 3 shown
		`},
		{"records that name each other", `
			a prompt go
			b<d reply m1 one
			c<b prompt two
			d<c reply m2 three
			e<d prompt four
		`, `
			branch live
			  prompt a
			    reply b (cycle: this record is its own ancestor)
			  prompt c
			    reply d
			  prompt e
			5 lines: 5 shown
			warning line 2: the parents of this record form a cycle; it was cut here
		`},
		{"records that name each other, behind one that names the last of them", `
			a prompt go
			e<d prompt four
			b<d@3 reply m1 one
			c<b@4 prompt two
			d<c@5 reply m2 three
		`, `
			branch live
			  prompt a
			    reply b (cycle: this record is its own ancestor)
			  prompt c
			    reply d
			  prompt e
			5 lines: 5 shown
			warning line 3: the parents of this record form a cycle; it was cut here
		`},
		{"a record that names itself", `
			a prompt go
			b<b reply m1 one
			c<b prompt two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			3 lines: 3 shown
			warning line 2: the record names itself as its parent; it was put behind the record before it
		`},
		{"parents were never written", `
			a<- prompt go
			b<- call m1 t1 Bash
			c<- result t1 fine
			d<- reply m2 done
			e<- prompt next
		`, `
			branch live
			  prompt a
			    reply b [Bash]
			    reply d
			  prompt e
			5 lines: 4 shown 1 merged
		`},
		{"all parents are null", `
			a prompt go
			b reply m1 one
			c prompt next
			d reply m2 two
		`, `
			branch live
			  prompt a
			    reply b
			  prompt c
			    reply d
			4 lines: 4 shown
		`},
		{"the file begins in the middle of a chain", `
			b<a reply m1 one
			c<b prompt next
		`, `
			branch live
			  reply b
			  prompt c
			2 lines: 2 shown
		`},
	})
}
