package chars

import "testing"

func TestEndsFold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s, suffix string
		want      bool
	}{
		{"apiKey", "key", true}, {"API_KEY", "Key", true}, {"key", "apikey", false}, {"keys", "key", false},
		{"x", "", true}, {"", "", true}, {"", "x", false}, {"CLÉ", "clé", true}, {"\u212aEY", "\u212aey", true}, {"clé", "cle", false},
	} {
		if got := EndsFold(test.s, "other", test.suffix); got != test.want {
			t.Errorf("%q ends in %q: %v", test.s, test.suffix, got)
		}
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]struct {
		is   func(byte) bool
		want string
	}{
		"lower":  {IsLower, "abcdefghijklmnopqrstuvwxyz"},
		"upper":  {IsUpper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		"digit":  {IsDigit, "0123456789"},
		"hex":    {IsHex, "0123456789ABCDEFabcdef"},
		"base64": {IsBase64, "+-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
		"label":  {IsLabel, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
		"name":   {IsName, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"},
	} {
		got := ""
		for c := range byte(0x80) {
			if kind.is(c) {
				got += string(rune(c))
			}
		}
		if got != kind.want {
			t.Errorf("%s: %q, want %q", name, got, kind.want)
		}
		if high := kind.is(0x80) && kind.is(0xff); high != (name == "name") {
			t.Errorf("%s: bytes beyond ASCII: %v", name, high)
		}
	}
}
