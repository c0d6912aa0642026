package token

import (
	"fmt"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
)

// format is a Row made ready to match.
type format struct {
	rule     int
	prefixes []string
	body     shape
	before   shape
	check    check
	length   int    // of the shortest body
	exact    bool   // the body has a fixed length: nothing is trimmed off its end
	glues    bool   // it is of capitals and digits alone and has one length, so that small letters may be before it
	run      [2]int // how long the run of characters can be that the body begins with
}

// prefixAt returns the length of the longest prefix of the format that is
// at s[i:], or 0.
func (f *format) prefixAt(s string, i int) int {
	n := 0
	for _, p := range f.prefixes {
		if len(p) > n && strings.HasPrefix(s[i:], p) {
			n = len(p)
		}
	}
	return n
}

const (
	tellingPrefix = 4 // bytes of a prefix that few words begin with
	scoreToken    = 8 // randomness of what follows a shorter one
	scoreTelling  = 3
	scoreForm     = 20 // of a token without a prefix
)

// accepts reports whether what follows a prefix is a token, and not an example of one.
// A longer prefix leaves less to prove.
func (f *format) accepts(body string, prefix int) bool {
	body = body[:min(len(body), chars.MaxToken)]
	if chars.Regular(body) || kind.StandIn(body) {
		return false
	}
	switch f.check {
	case drawn:
		least := scoreToken
		switch {
		case prefix >= tellingPrefix:
			least = scoreTelling
		case prefix == 0:
			least = scoreForm
		}
		return chars.Randomness(body) >= min(least, len(body)/4)
	case cased:
		return chars.Some(body, chars.IsUpper)
	case summed:
		return hasChecksum(body)
	case mixed:
		return chars.HasDigit(body) && chars.Some(body, chars.IsLetter) || chars.Randomness(body) >= scoreTelling
	}
	return true
}

// cutForm returns the end of a token that fits its form up to the mark of a cut, when half of
// it or more is left; -1 when there is none.
func (f *format) cutForm(s string, body, prefix int, runs longRuns) int {
	end := f.body.reach(s, body, runs)
	if prefix < tellingPrefix || f.check == drawn || end-body < max(kind.ShortestCut, f.length/2) ||
		end == len(s) || !kind.CutMark(s[end:]) || chars.Regular(s[body:end]) || kind.StandIn(s[body:end]) {
		return -1
	}
	return end
}

// CutUUID reports the beginning of a UUID, the second dash included.
func CutUUID(v string) bool {
	return len(v) > len("00000000-0000-") && uuidShape.reach(v, 0, nil) == len(v)
}

var uuidShape = mustShape(shapeNames.Replace("<uuid>"))

// newFormat makes a row of the table ready to match.
func newFormat(row *Row, rule int) (format, error) {
	body, err := parseShape(row.Body)
	if err != nil {
		return format{}, fmt.Errorf("rule %s: %w", row.Rule, err)
	}
	before, err := parseShape(row.Before)
	if err != nil {
		return format{}, fmt.Errorf("rule %s: %w", row.Rule, err)
	}
	f := format{rule: rule, prefixes: row.Prefixes, body: body, before: before, check: row.check}
	for _, el := range body {
		f.length += max(el.min, len(el.literal))
	}
	if n := len(body); n > 0 {
		f.exact = body[n-1].max > 0
		f.glues = n == 1 && body[0].max == body[0].min && !body[0].class['a'] && len(f.prefixes) > 0 && allCapitals(f.prefixes)
	}
	if len(f.prefixes) == 0 {
		f.run = body.firstRun()
	}
	return f, nil
}

// standsOut reports a form that can be told from the letters before it: it has a prefix of that length and one length,
// and is long or of capitals and digits alone.
func (f *format) standsOut(prefix int) bool {
	if len(f.body) == 0 {
		return false
	}
	last := f.body[len(f.body)-1]
	return f.glues || prefix >= tellingPrefix && f.length >= shortestGlued+10 && last.max > 0 && last.max == last.min
}

// allCapitals reports prefixes of four capitals or more.
func allCapitals(prefixes []string) bool {
	for _, p := range prefixes {
		if len(p) < tellingPrefix || !chars.All(p, chars.IsUpper) {
			return false
		}
	}
	return true
}
