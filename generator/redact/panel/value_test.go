package panel

import "strings"

// value is a text of which it is known which bytes were drawn and which the format
// prescribes.
type value struct {
	text  []byte
	drawn []bool
}

// add appends s to v.
func (v *value) add(s string, drawn bool) {
	v.text = append(v.text, s...)
	for range len(s) {
		v.drawn = append(v.drawn, drawn)
	}
}

// join appends w to v.
func (v *value) join(w value) {
	v.text = append(v.text, w.text...)
	v.drawn = append(v.drawn, w.drawn...)
}

// each returns v with every byte replaced by what f writes for it.
func (v value) each(f func(byte) string) value {
	out := value{make([]byte, 0, len(v.text)), make([]bool, 0, len(v.text))}
	for i, b := range v.text {
		out.add(f(b), v.drawn[i])
	}
	return out
}

// run is the length of what counts as a part of v that was left.
func (v value) run() int {
	secret := 0
	for _, drawn := range v.drawn {
		if drawn {
			secret++
		}
	}
	if secret < 16 {
		return max(4, (secret+1)/2)
	}
	return 8
}

// left returns a run of v that is in output, "" when there is none.
func (v value) left(output string) string {
	n := v.run()
	drawn := 0
	for i := range v.text {
		if v.drawn[i] {
			drawn++
		}
		if i >= n && v.drawn[i-n] {
			drawn--
		}
		if i+1 < n || drawn < (n+1)/2 {
			continue
		}
		if part := string(v.text[i+1-n : i+1]); strings.Contains(output, part) {
			return part
		}
	}
	return ""
}
