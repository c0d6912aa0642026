package card

import "testing"

// TestFrontMatterIsCode: the front matter of a Markdown file is a block of code, and no other text between rules is.
func TestFrontMatterIsCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"---\nname: tide\nkind: note\n---\n# Tide\n": "````yaml\nname: tide\nkind: note\n````\n\n# Tide\n",
		"---\r\nname: tide\r\n---\r\nLow at noon.":   "````yaml\nname: tide\r\n````\n\nLow at noon.",
		"---\n# Tide\n---\n":                         "",
		"---\n\nLow at noon.\n\n---\n":               "",
		"---\nLow at noon\n---\n":                    "",
		"---\nname: tide\n":                          "",
		"---\nname: ````\n---\n":                     "",
		"# Tide\n\n---\nname: tide\n---\n":           "",
		"":                                           "",
	} {
		if want == "" {
			want = text
		}
		if got := fenced(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
