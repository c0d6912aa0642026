package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Amount writes a figure of a chart. The unit is "tokens", "usd", "percent", "number", "seconds",
// or a noun to count.
func Amount(unit string, v float64) string {
	switch unit {
	case "usd":
		return Dollars(v)
	case "percent":
		return strconv.FormatFloat(v, 'f', 1, 64) + "%"
	case "number":
		return Number(int(math.Round(v)))
	case "seconds":
		return Duration(time.Duration(v * float64(time.Second)))
	case "tokens", "":
		return Short(int(v))
	}
	return Plural(int(math.Round(v)), unit)
}

// Tick is an amount without its noun, for the axis.
func Tick(unit string, v float64) string {
	switch unit {
	case "usd":
		return strings.TrimSuffix(Amount(unit, v), ".00")
	case "percent":
		return strings.TrimSuffix(strings.TrimSuffix(Amount(unit, v), "%"), ".0") + "%"
	}
	if v < 5 && v != math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Short(int(v))
}

// Dollars writes a sum: $0.04, $12.30, $1,204. Sums too small to be shown in cents are
// "under $0.01", as nothing at all would be wrong.
func Dollars(v float64) string {
	switch {
	case v <= 0:
		return "$0"
	case v < .005:
		return "under $0.01"
	case v < 999.995:
		return fmt.Sprintf("$%.2f", v)
	}
	return "$" + Number(int(math.Round(min(v, 1e15))))
}
