package redact

import (
	"steno/generator/redact/judge"
)

// What a tool prints is in the result of the call, and once more in its structured form; names of
// files and commands are in many places. Two of three texts of real sessions repeat one before. It
// is not looked at again: the result is the same, as texts are compared as a whole and a name that
// means nothing is no part of it.

// mostRecent is how many bytes are remembered at a time, with perRecent for what is beside a text.
const (
	mostRecent = 2 << 20
	perRecent  = 64
)

// recent has the results for texts of one session.
type recent[T any] struct {
	results map[string]T
	size    int
}

// of returns the result for a text, which read computes if the text is new.
func (r *recent[T]) of(name, text string, read func(name, text string) T) T {
	result, known := r.results[text]
	if known && judge.Classify(name) == judge.None {
		return result
	}
	result = read(name, text)
	if known || judge.Classify(name) != judge.None {
		return result
	}
	if r.size += len(text) + perRecent; r.results == nil || r.size > mostRecent {
		r.results, r.size = map[string]T{}, len(text)+perRecent
	}
	r.results[text] = result
	return result
}
