package kind

import (
	"strconv"
	"strings"

	"steno/generator/redact/chars"
)

const (
	firstYear = 1930 // of birthdays
	lastYear  = 2029
)

// Birthday reports a day, a month and a year, in the order in which people write them, with dots,
// slashes or dashes between them. Versions have shorter numbers, dates of programs begin with the
// year.
func Birthday(v string) bool {
	if len(v) != len("31.12.1999") || strings.IndexByte("./-", v[2]) < 0 || v[5] != v[2] || !chars.All(v[:2]+v[3:5]+v[6:], chars.IsDigit) {
		return false
	}
	day, _ := strconv.Atoi(v[:2])
	month, _ := strconv.Atoi(v[3:5])
	year, _ := strconv.Atoi(v[6:])
	return day >= 1 && month >= 1 && max(day, month) <= 31 && min(day, month) <= 12 && year >= firstYear && year <= lastYear
}
