package ansi

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
)

func TestHTML(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "a <b>\r\nc\n", "a &lt;b&gt;\nc\n"},
		{"color", "\x1b[31mred\x1b[0m", "<span class=\"t-31\">red</span>"},
		{"bold and bright", "\x1b[1;92mok\x1b[m", "<span class=\"t-92 t-1\">ok</span>"},
		{"blank last line", "\x1b[1ma\x1b[0m\n \n", "<span class=\"t-1\">a</span>\n"},
		{"carriage return", "10%\r20%\rdone", "done"},
		{"backspace", "ab\bc", "ac"},
		{"cursor up", "one\ntwo\x1b[1A\rONE", "ONE\ntwo"},
		{"erase line", "abc\r\x1b[Kx", "x"},
		{"256 colors", "\x1b[38;5;196mr\x1b[0m", "<span class=\"t-91\">r</span>"},
		{"true color", "\x1b[38;2;20;180;30mg\x1b[0m", "<span class=\"t-32\">g</span>"},
		{"colors with colons", "\x1b[38:5:21mb\x1b[0m", "<span class=\"t-94\">b</span>"},
		{"hyperlink", "\x1b]8;;javascript:alert(1)\x07text\x1b]8;;\x07", "text"},
		{"image", "\x1b]1338;url=https://evil.example/x.png\x07after", "after"},
		{"inline image", "\x1b]1337;File=name=eA==;inline=1:PHN2Zz4=\x1b\\after", "after"},
		{"title", "\x1b]0;my title\x07x", "x"},
		{"open string is no string", "\x1b]0;no end\nx", "␛]0;no end\nx"},
		{"private modes", "\x1b[?25l\x1b[?2004hx\x1b[?25h", "x"},
		{"lone escape", "a\x1b", "a␛"},
		{"markup", "\x1b[31m<script>&\x1b[0m", "<span class=\"t-31\">&lt;script&gt;&amp;</span>"},
		{"blank lines", "a\n\n\x1b[1mb\x1b[0m", "a\n\n<span class=\"t-1\">b</span>"},
		{"one-byte CSI", "\u009b31mx\u009b0m", "<span class=\"t-31\">x</span>"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := string(HTML(tc.in)); got != tc.want {
				t.Errorf("HTML(%q)\n got %q\nwant %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestStrip(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"\x1b[1;31ma\x1b[0m\x1b]0;t\x07b\rc":              "ab\rc",
		"\x1bPtmux;\x1b\x1b[31m\x1b\\a":                   "a",
		"\x1b]8;;\x1b[31ma\x1b[0m":                        "␛]8;;a",
		strings.Repeat("\x1b]8;;", 1<<20/len("\x1b]8;;")): strings.Repeat("␛]8;;", 1<<20/len("\x1b]8;;")),
	} {
		begin := time.Now()
		if got := Strip(in); got != want {
			t.Errorf("%.40q is %.40q, want %.40q", in, got, want)
		}
		if took := time.Since(begin); took > time.Minute { // far above what it takes, as machines are busy
			t.Errorf("%.40q takes %v", in, took)
		}
	}
}

// TestBounded feeds what grows: cursor moves that make a few bytes fill screens.
func TestBounded(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"\x1b[159Cx\n", "\x1b[99B\x1b[159Cx", "\x1b[9999999Cx\r\n", "\x1b[1mx\x1b[0m"} {
		in := strings.Repeat(piece, 3000)
		if out := HTML(in); len(out) > maxGrowth*len(in)*4+256<<10 {
			t.Errorf("%q: %d bytes from %d", piece, len(out), len(in))
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{"a", "\x1b[31mx", "\x1b]8;;x\x07", "a\rb", "\b\b", "\x1b[2J\x1b[H", "\x1b[38;5;9m", "\x1b_bk;t=1\x07", "\x1bM\x1b7\x1b8", "\x1b[5A\x1b[3Dx", "\xff\x1b["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := string(HTML(s))
		if !utf8.ValidString(out) || strings.ContainsAny(out, "\x1b\x00\b\r") {
			t.Errorf("HTML(%q) = %q", s, out)
		}
		doc, err := html.Parse(strings.NewReader("<pre>" + out + "</pre>"))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Type == html.ElementNode && !strings.Contains(" html head body pre span ", " "+n.Data+" ") {
				t.Errorf("HTML(%q): element %s in %q", s, n.Data, out)
			}
		}
	})
}
