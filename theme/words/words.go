// Package words writes figures, times, sizes and sums for people.
package words

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// How figures and times are written. All times are UTC: a page must not depend on
// the machine that built it, and its reader's clock is unknown.

// Number writes n with thin groups of thousands: 12,345.
func Number(n int) string {
	s := strconv.Itoa(n)
	head := len(s) % 3
	if n < 0 {
		head = (len(s)-1)%3 + 1
	}
	var b strings.Builder
	b.WriteString(s[:head])
	for i := head; i < len(s); i += 3 {
		if b.Len() > 0 && s[:i] != "-" {
			b.WriteByte(',')
		}
		b.WriteString(s[i : i+3])
	}
	return b.String()
}

// Short writes n in at most four characters and a unit: 999, 12.3k, 4.5M, 1.2B.
func Short(n int) string {
	f, unit := float64(n), ""
	for _, u := range []string{"k", "M", "B", "T"} {
		if f < 999.5 {
			break
		}
		f, unit = f/1000, u
	}
	switch {
	case unit == "":
		return strconv.Itoa(n)
	case f < 99.95:
		return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0") + unit
	}
	return strconv.FormatFloat(f, 'f', 0, 64) + unit
}

// Prompt is what a thread's nth prompt is called. An agent's first one is the task that its caller
// wrote, later ones are messages that were sent to it.
func Prompt(agent bool, n int) string {
	switch {
	case !agent:
		return "Prompt " + strconv.Itoa(n)
	case n == 1:
		return "Task"
	}
	return "Message " + strconv.Itoa(n)
}

// Plural writes a figure with its noun; the noun is in the plural unless n is 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	switch {
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[max(0, len(noun)-2):], "aeou"):
		noun = noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "ch"):
		noun += "es"
	default:
		noun += "s"
	}
	return Number(n) + " " + noun
}

// Duration writes d in its two largest units: 850 ms, 4.2 s, 3 min 20 s, 2 h 5 min, 3 d 4 h.
func Duration(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Second:
		return fmt.Sprintf("%d ms", max(1, d.Milliseconds()))
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return two(int(d/time.Minute), "min", int(d%time.Minute/time.Second), "s")
	case d < 24*time.Hour:
		return two(int(d/time.Hour), "h", int(d%time.Hour/time.Minute), "min")
	}
	return two(int(d/(24*time.Hour)), "d", int(d%(24*time.Hour)/time.Hour), "h")
}

func two(a int, unitA string, b int, unitB string) string {
	if b == 0 {
		return fmt.Sprintf("%d %s", a, unitA)
	}
	return fmt.Sprintf("%d %s %d %s", a, unitA, b, unitB)
}

// Day writes a date for people: 3 Mar 2026. The zero time is "".
func Day(t time.Time) string { return stamp(t, "2 Jan 2006") }

// Clock writes the time of day: 14:05.
func Clock(t time.Time) string { return stamp(t, "15:04") }

// Moment writes date and time: 3 Mar 2026, 14:05 UTC.
func Moment(t time.Time) string { return stamp(t, "2 Jan 2006, 15:04 UTC") }

// Machine writes t for the datetime attribute.
func Machine(t time.Time) string { return stamp(t, time.RFC3339) }

func stamp(t time.Time, layout string) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(layout)
}

// Size writes a size: 412 bytes, 12 KB, 3.4 MB.
func Size(n int) string {
	switch {
	case n < 1000:
		return Plural(n, "byte")
	case n < 1_000_000:
		return fmt.Sprintf("%d KB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Excerpt is the start of s on one line, at most n characters, cut at a word
// where that costs little.
func Excerpt(s string, n int) string {
	if len(s) > 8*n+64 {
		s = s[:8*n+64] // enough for n characters of any script
	}
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)[:n-1]
	s = string(runes)
	if i := strings.LastIndexByte(s, ' '); i > len(s)*3/4 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ,;:.-") + "…"
}
