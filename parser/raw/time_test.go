package raw

import (
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]string{
		`"2026-03-01T10:00:00Z"`:          "2026-03-01T10:00:00Z",
		`"2026-03-01T12:00:00.5+02:00"`:   "2026-03-01T10:00:00.5Z",
		`"2026-03-01T10:00:00.123456"`:    "2026-03-01T10:00:00.123456Z",
		`" 2026-03-01 10:00:00 "`:         "2026-03-01T10:00:00Z",
		`"2026-03-01 12:00:00+02:00"`:     "2026-03-01T10:00:00Z",
		`1772359200`:                      "2026-03-01T10:00:00Z",
		`1772359200.25`:                   "2026-03-01T10:00:00.25Z",
		`1772359200250`:                   "2026-03-01T10:00:00.25Z",
		`"1772359200250"`:                 "2026-03-01T10:00:00.25Z",
		`1772359200250000`:                "2026-03-01T10:00:00.25Z",
		`1772359200250000000`:             "2026-03-01T10:00:00.25Z",
		`"9999-12-31T23:59:59.999-12:00"`: "",
		`1e19`:                            "",
		`0`:                               "",
		`-5`:                              "",
		`1e300`:                           "",
		`"yesterday"`:                     "",
		`""`:                              "",
		`null`:                            "",
		`{}`:                              "",
		``:                                "",
		`"2026-13-01T10:00:00Z"`:          "",
	} {
		got := ""
		if at := Time([]byte(v)); !at.IsZero() {
			got = at.Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
	}
}

// TestInt reads numbers, also those that were written as texts.
func TestInt(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]int{`12`: 12, `-3`: -3, `1.9`: 1, `"12"`: 12, `"-3"`: -3, `"many"`: 0, `""`: 0, `"`: 0, `null`: 0, `[1]`: 0, `1e300`: 0, ``: 0} {
		if got := Int([]byte(v)); got != want {
			t.Errorf("%s: %d, want %d", v, got, want)
		}
	}
}
