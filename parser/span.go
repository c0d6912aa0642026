package parser

import "time"

// Widen widens a span of time so that another one is in it. A zero time is not known.
func Widen(start, end *time.Time, from, to time.Time) {
	if !from.IsZero() && (start.IsZero() || from.Before(*start)) {
		*start = from
	}
	if to.After(*end) {
		*end = to
	}
}
