// Package generator turns an archive of transcripts into a site. phases.go is the list of phases of a
// build; each is a function that takes what it needs and returns what it makes. Check, Merge, Find, List
// and the exports do some of them.
//
// One session is the unit of work: a worker parses it, redacts it, renders its
// pages, hands its texts to the search index, keeps a small summary for the pages
// that list sessions, and forgets it.
package generator
