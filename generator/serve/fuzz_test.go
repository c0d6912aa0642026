package serve

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzEnliven holds that a page, whatever it is, keeps all of its bytes but those of its
// policy, and gets the script once.
func FuzzEnliven(f *testing.F) {
	for _, seed := range []string{
		before, "", "<head></head>", "</head><head><script", `<meta http-equiv="Content-Security-Policy" content="`,
		`<meta http-equiv="content-security-policy" content="default-src;;; 'none' &quot;"></head>`,
	} {
		f.Add([]byte(seed))
	}
	s := New(Options{Live: true})
	f.Fuzz(func(t *testing.T, page []byte) {
		got := s.enliven(bytes.Clone(page), "/", "index.html", "T")
		if n := bytes.Count(got, []byte(".steno/live.js")) - bytes.Count(page, []byte(".steno/live.js")); n != 1 {
			t.Errorf("the script is there %d times", n)
		}
		if policyTag.Match(page) {
			return
		}
		from := bytes.Index(got, []byte(`<link rel="stylesheet" href="/.steno/live.css">`))
		const end = "defer></script>\n"
		to := from + bytes.Index(got[from:], []byte(end)) + len(end)
		if rest := append(bytes.Clone(got[:from]), got[to:]...); !bytes.Equal(rest, page) && !bytes.Contains(page, []byte(".steno/")) {
			t.Errorf("%q became %q", page, rest)
		}
	})
}

// FuzzWiden holds that a wider policy is wide enough, and that nothing in it was lost.
func FuzzWiden(f *testing.F) {
	for _, seed := range []string{"default-src 'none'", "script-src 'none'; img-src *", ";;", "a;A b", "DEFAULT-SRC x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, policy string) {
		wider := widen(policy)
		if again := widen(wider); again != wider {
			t.Errorf("%q became %q, and that %q", policy, wider, again)
		}
		for _, word := range strings.Fields(strings.ReplaceAll(policy, ";", " ")) {
			if word != "'none'" && !strings.Contains(wider, word) {
				t.Errorf("%q became %q, without %q", policy, wider, word)
			}
		}
	})
}
