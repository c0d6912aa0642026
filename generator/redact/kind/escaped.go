package kind

import (
	"strconv"
	"strings"
)

const (
	escapeLength   = len(`uc0ac`)
	beyondLatin    = 0x250
	leastEscapes   = 2
	longestBetween = 7 // other characters in such a text
)

// EscapedText reports a text of which most is letters beyond Latin ones, written as escapes:
// \uc0ac\uc6a9. The first backslash may be missing.
func EscapedText(v string) bool {
	escapes, other := 0, 0
	for part := range strings.SplitSeq(v, `\`) {
		if len(part) < escapeLength || part[0] != 'u' {
			other += len(part)
			continue
		}
		if n, err := strconv.ParseUint(part[1:escapeLength], 16, 16); err != nil || n < beyondLatin {
			other += len(part)
			continue
		}
		escapes++
		other += len(part) - escapeLength
	}
	return escapes >= leastEscapes && other <= longestBetween
}
