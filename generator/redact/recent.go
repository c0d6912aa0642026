package redact

import (
	"steno/generator/redact/judge"
)

// What a tool prints is in the result of the call, and once more in its structured form. A fifth of all text of real
// sessions repeats one of the few texts before it. It is not looked at again: the result is the same, as texts are
// compared as a whole and a name that means nothing is no part of it.

// recentTexts are how many texts are remembered, and shortestRecent is from how many bytes on: shorter ones are
// read as fast as they are found.
const (
	recentTexts    = 4
	shortestRecent = 64
)

// recent has the results for the last texts of one session.
type recent[T any] struct {
	texts   [recentTexts]string
	results [recentTexts]T
	next    int
}

// of returns the result for a text, which read computes if the text is new.
func (r *recent[T]) of(name, text string, read func(name, text string) T) T {
	if len(text) < shortestRecent || judge.Classify(name) != judge.None {
		return read(name, text)
	}
	for i, known := range r.texts {
		if known == text {
			return r.results[i]
		}
	}
	result := read(name, text)
	r.texts[r.next], r.results[r.next] = text, result
	r.next = (r.next + 1) % recentTexts
	return result
}
