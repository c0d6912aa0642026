package raw

import (
	"strconv"
	"strings"
	"time"
)

// layouts are the forms in which times are written. Those without a zone are taken for UTC.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05"}

// lastYear is the last one that the formats of dates can write.
const lastYear = 9999

// Time returns a time, in UTC: a string, or a number of seconds, milliseconds, microseconds or
// nanoseconds since 1970. Anything else is the zero time.
func Time(v []byte) time.Time {
	if len(v) == 0 {
		return time.Time{}
	}
	text := strings.TrimSpace(String(v))
	if v[0] != '"' {
		text = string(v)
	}
	var t time.Time
	if len(text) > 4 && text[4] == '-' {
		for i := 0; t.IsZero() && i < len(layouts); i++ {
			t, _ = time.Parse(layouts[i], text)
		}
	} else {
		t = sinceEpoch(text)
	}
	if t = t.UTC(); t.Year() > lastYear {
		return time.Time{}
	}
	return t
}

// sinceEpoch returns the time of a number, by its magnitude: seconds have ten digits, milliseconds thirteen.
func sinceEpoch(text string) time.Time {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || !(n > 0) || n >= 4e18:
		return time.Time{}
	case n < 1e11:
		return time.UnixMicro(int64(n * 1e6))
	case n < 1e14:
		return time.UnixMicro(int64(n * 1e3))
	case n < 1e17:
		return time.UnixMicro(int64(n))
	}
	ns, _ := strconv.ParseInt(text, 10, 64)
	return time.Unix(0, ns)
}
