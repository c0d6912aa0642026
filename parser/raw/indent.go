package raw

// Indent appends a valid JSON value with an indentation of two spaces, as encoding/json does. It reports false for a
// value whose brackets do not match; what it appended is then of no use.
func Indent(to, value []byte) ([]byte, bool) {
	depth, empty := 0, false // empty: an object or array has just begun
	for i := 0; i < len(value); {
		c := value[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			i++
			continue
		}
		closes := c == '}' || c == ']'
		if closes {
			depth--
		}
		if depth < 0 {
			return to, false
		}
		if empty != closes {
			to = newLine(to, depth)
		}
		empty = false
		i++
		switch c {
		case '{', '[':
			to = append(to, c)
			depth, empty = depth+1, true
		case ',':
			to = newLine(append(to, c), depth)
		case ':':
			to = append(to, c, ' ')
		case '"':
			end := stringEnd(value, i-1)
			to = append(to, value[i-1:end]...)
			i = end
		default:
			to = append(to, c)
		}
	}
	return to, depth == 0
}

func newLine(to []byte, depth int) []byte {
	to = append(to, '\n')
	for range depth {
		to = append(to, "  "...)
	}
	return to
}
