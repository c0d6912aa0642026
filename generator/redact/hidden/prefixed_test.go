package hidden

import "testing"

func TestUnprefixed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"     1→a\n     2→b\n":               "a\nb\n",
		"     9\ta\n    10\t\n    11\tb":     "a\n\nb",
		"1→a\n2→b\n\n<note>c</note>":         "a\nb\n\n<note>c</note>",
		"     1→a":                           "a",
		"web-1  | a\nweb-1  |\nmail-12 |  b": "a\n\n b",
		"> a\n>\n> b\n":                      "a\n\nb\n",
		"a\n     2→b":                        "",
		"7 a\n8 b":                           "",
		"    12345678\ta\n    12345679\tb":   "",
		"web-1  | a\nweb 2 | b":              "",
		"web-1  | a\nweb-1  | b\nc":          "",
		"id | name\nrow | joe":               "",
		"> a\nb":                             "",
		">a\n>b":                             "",
		"":                                   "",
		"\n     1→a":                         "",
	} {
		v, ok := Unprefixed(text)
		if ok != (want != "") || ok && v.Text != want {
			t.Errorf("%q is read as %+v, %v; want %q", text, v, ok, want)
		}
	}
	text := "     1→ab\n     2→cd\n"
	v, _ := Unprefixed(text)
	if from, to := v.Back(1, 4); text[from:to] != "b\n     2→c" {
		t.Errorf("what is on two lines is from %q", text[from:to])
	}
}
