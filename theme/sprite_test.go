package theme

import "testing"

func TestTrimSprite(t *testing.T) {
	t.Parallel()
	const sprite = `<svg><defs><symbol id="i-a"><path/></symbol>` + "\n" + `<symbol id="i-copy">c</symbol><symbol id="i-b">b</symbol></defs></svg>`
	for name, test := range map[string]struct{ page, want string }{
		"unused":      {sprite + "<p>x", `<svg><defs><symbol id="i-copy">c</symbol></defs></svg><p>x`},
		"used":        {sprite + `<use href="#i-a"/>`, `<svg><defs><symbol id="i-a"><path/></symbol><symbol id="i-copy">c</symbol></defs></svg><use href="#i-a"/>`},
		"no sprite":   {"<p>x", "<p>x"},
		"not closed":  {`<symbol id="i-a">`, `<symbol id="i-a">`},
		"spoken of":   {sprite + `&lt;symbol id=&#34;i-b&#34;&gt;`, `<svg><defs><symbol id="i-copy">c</symbol></defs></svg>&lt;symbol id=&#34;i-b&#34;&gt;`},
		"end of page": {sprite + `<use href="#i-`, `<svg><defs><symbol id="i-copy">c</symbol></defs></svg><use href="#i-`},
	} {
		if got := trimSprite(test.page); got != test.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
