package theme

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// amount writes a figure of a chart. The unit is "tokens", "usd", "percent", "number", "seconds", or a noun to count.
func amount(unit string, v float64) string {
	switch unit {
	case "usd":
		return dollars(v)
	case "percent":
		return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) + " %"
	case "number":
		return number(int(math.Round(v)))
	case "seconds":
		return Duration(time.Duration(v * float64(time.Second)))
	case "tokens", "":
		return Short(int(v))
	}
	return plural(int(math.Round(v)), unit)
}

// tickAmount is an amount without its noun, for the axis.
func tickAmount(unit string, v float64) string {
	if unit == "usd" || unit == "percent" {
		return strings.TrimSuffix(amount(unit, v), ".00")
	}
	if v < 5 && v != math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Short(int(v))
}

// dollars writes a sum: $0.04, $12.30, $1,204. Sums too small to be shown in cents are
// "under $0.01", as nothing at all would be wrong.
func dollars(v float64) string {
	switch {
	case v <= 0:
		return "$0"
	case v < .005:
		return "under $0.01"
	case v < 999.995:
		return fmt.Sprintf("$%.2f", v)
	}
	return "$" + number(int(math.Round(min(v, 1e15))))
}
