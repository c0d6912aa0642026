// Package generator turns an archive of transcripts into a site. A build is an
// ordered list of steps (see [Build]): find the transcripts, load the theme, open
// the destination, build every session, write the pages that list them, write the
// search index, finish.
//
// One session is the unit of work: a worker parses it, redacts it, renders its
// pages, hands its texts to the search index, keeps a small summary for the pages
// that list sessions, and forgets it.
package generator
