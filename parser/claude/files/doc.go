// Package files finds out what belongs to a session of Claude Code: which files are its
// own, what each is to which session, and, by a quick scan, which records of a transcript
// are whose. Package source puts sessions together from that.
package files
