// Package claude reads the transcripts of Claude Code. [Parse] takes the files of one
// session, which package source has found, and returns a [parser.Session].
//
// The way of a line: package jsonl reads it, package record decodes it into a small
// typed record, the record becomes an entry and a node of the tree that package tree
// puts in order, and the entries of a thread are presented as messages and assembled
// into turns.
//
// There is no official description of the format. Rules in this package come from
// what was observed in real transcripts, and say so; what is not known is kept, shown
// generically and counted. Nothing in the input is fatal.
package claude
