package named

import (
	"strings"
	"testing"
)

// TestByteLists has lists of bytes that are keys, and others.
func TestByteLists(t *testing.T) {
	t.Parallel()
	var numbers, hex []string
	for i := range 64 {
		n := (i*i*37 + i*91 + 53) % 256
		numbers = append(numbers, strings.Repeat(" ", i%2)+itoa(n))
		hex = append(hex, "0x"+string("0123456789abcdef"[n/16])+string("0123456789abcdef"[n%16]))
	}
	key, c := strings.Join(numbers, ","), strings.Join(hex[:32], ", ")
	for _, around := range [][2]string{{"[", "]"}, {"Uint8Array.from([", "])"}, {"new Uint8Array([\n  ", ",\n])"}, {"[]byte{", "}"}, {"[32]byte{", "}"}, {"{", "}"}} {
		for _, list := range []string{key, c} {
			s := around[0] + list + around[1]
			if from, end := byteList(s, 0); end == 0 || s[from:end] != list {
				t.Errorf("%q: got %d, %d", s, from, end)
			}
		}
	}
	for _, s := range []string{
		"[" + strings.Join(numbers[:15], ",") + "]", "[" + key + ", 256]", "[" + key + ", x]", "[" + strings.Repeat("7,", 40) + "7]", "[", "[]", "",
		"[" + strings.Join(numbers, ",") + "," + key + "," + key + "]", "[32]byte", "[1, 2, 3, 4]", "{a: [" + key + "]}",
	} {
		if _, end := byteList(s, 0); end != 0 {
			t.Errorf("%q is no key", s)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string("0123456789"[n])
	}
	return itoa(n/10) + itoa(n%10)
}
