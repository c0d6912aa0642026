// Package modeltest tests what a reader makes of transcripts: [Check] holds what is true of
// every session, [Outline] prints one. It is imported by tests only.
package modeltest
