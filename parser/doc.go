// Package parser rebuilds conversations from the transcripts that Claude Code
// leaves behind. [Parse] takes the files of one session, which package source has
// found, and gives a [Session]: the main thread and every agent's, each as
// branches, segments, turns, messages and blocks, and a [Ledger] that accounts for
// every line that was read.
//
// The way of a line: package jsonl reads it, package record decodes it into a
// small typed record, the record becomes an entry and a node of the tree that
// package tree puts in order, and the entries of a thread are presented as
// messages and assembled into turns. [Outline] prints the result for people and
// tests.
//
// The json tags are names that other programs rely on: package sessionjson writes
// sessions as documents and says what may change in them.
//
// There is no official description of the format. Rules in this package come from
// what was observed in real transcripts, and say so; what is not known is kept,
// shown generically and counted. Nothing in the input is fatal.
package parser
