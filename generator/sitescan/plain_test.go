package sitescan

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"

// randomText returns n characters of one of some alphabets: letters of base64, text with escapes and
// markup, other scripts.
func randomText(r *rand.Rand, n int) string {
	alphabets := []string{base64Letters, "abc XYZ 019 \\\"'%&+;#<>=\n{}[]", "äß日本語 é abc"}
	letters := []rune(alphabets[r.IntN(len(alphabets))])
	var b strings.Builder
	for range n {
		b.WriteRune(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// TestAgainstPlainSearch compares the look with a search for the values in the texts that a file was
// made from. Some of the values are in none, or only without their first or last byte.
func TestAgainstPlainSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for run := range 300 {
		wide := run%3 == 0
		var values []string
		for i := range 1 + r.IntN(20) {
			// At least minInside bytes, which count wherever they are; no line ends, which divide values.
			v := fmt.Sprintf("%02d", i) + strings.ReplaceAll(randomText(r, minInside+r.IntN(60)), "\n", "")
			// Long values are divided at quotes; what looks like an escape is taken off at every level.
			v = strings.NewReplacer("\\", "/", "'", "-", "\"", "-", "%", "/", "&", "+").Replace(v)
			if !wide {
				v = strings.Map(func(c rune) rune { return min(c, 'z') }, v)
			}
			values = append(values, v)
		}
		look := lookFor(values...)
		var file strings.Builder
		want := map[ID]bool{}
		for range 1 + r.IntN(12) {
			text, in := randomText(r, r.IntN(40)), values[r.IntN(len(values))]
			switch r.IntN(4) {
			case 0:
				in = in[1:]
			case 1:
				in = in[:len(in)-1]
			}
			text += " " + in + " " + randomText(r, r.IntN(40))
			file.WriteString(randomText(r, r.IntN(20)) + "\n" + randomForm(t, r, text) + "\n")
			for _, v := range values {
				if strings.Contains(text, v) || strings.Contains(file.String(), v) { // the end of an escape may be the first byte
					want[idOf(v)] = true
				}
			}
		}
		found := map[ID]bool{}
		f := look.finder()
		f.start()
		f.file("a.txt", []byte(file.String()))
		for _, h := range f.hits {
			found[h.id] = true
		}
		if !maps.Equal(found, want) {
			for _, v := range values {
				if found[idOf(v)] != want[idOf(v)] {
					t.Errorf("%q: found %v, want %v", v, found[idOf(v)], want[idOf(v)])
				}
			}
			t.Fatalf("in run %d:\n%s", run, file.String())
		}
	}
}

func randomForm(t *testing.T, r *rand.Rand, text string) string {
	switch r.IntN(8) {
	case 0:
		return strconv.Quote(text)
	case 1:
		return strconv.Quote(html.EscapeString(text))
	case 2:
		return html.EscapeString(html.EscapeString(text))
	case 3:
		return url.PathEscape(text)
	case 4:
		return base64Letters[:r.IntN(9)] + base64.StdEncoding.EncodeToString([]byte(text))
	case 5:
		return base64Letters[:r.IntN(9)] + base64.RawURLEncoding.EncodeToString([]byte(text))
	case 6:
		return `"` + deflated(t, strings.Repeat("Some words. ", r.IntN(9))+text) + `"`
	}
	return strconv.Quote(strconv.Quote(text))
}

// TestRuns compares the search for runs of letters with a plain one.
func TestRuns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		text := []byte(strings.Repeat(" ", r.IntN(40)))
		for range r.IntN(6) {
			text = append(append(text, base64Letters[:r.IntN(len(base64Letters))]...), strings.Repeat(" ", 1+r.IntN(40))...)
		}
		text = text[:len(text)-r.IntN(len(text)+1)]
		var want, got []extent
		for start := 0; start < len(text); {
			end := start
			for end < len(text) && bytes.IndexByte([]byte(base64Letters), text[end]) >= 0 {
				end++
			}
			if end-start >= minRun {
				want = append(want, extent{start, end})
			}
			start = end + 1
		}
		for start, end := nextRun(text, 0); end > 0; start, end = nextRun(text, end) {
			got = append(got, extent{start, end})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestBehindDeflatedText finds a value in base64 whose first bytes are a deflated text.
func TestBehindDeflatedText(t *testing.T) {
	t.Parallel()
	packed, err := base64.StdEncoding.DecodeString(deflated(t, strings.Repeat("Some words. ", 9)))
	if err != nil {
		t.Fatal(err)
	}
	text := base64.StdEncoding.EncodeToString(append(packed, secret...))
	if leaks := lookFor(secret).File("a.js", []byte(`f("`+text+`")`)); len(leaks) != 1 {
		t.Errorf("%+v", leaks)
	}
}

// TestBase64AmongOtherBytes finds the shortest values among bytes that are not ASCII.
func TestBase64AmongOtherBytes(t *testing.T) {
	t.Parallel()
	const v = "Xy7#kL2m"
	look := lookFor(v)
	for before := range 12 {
		for behind := range 12 {
			text := []byte(strings.Repeat("\xFF", before) + v + strings.Repeat("\xFF", behind))
			for letters := range 4 {
				run := strings.Repeat("/", letters) + base64.RawStdEncoding.EncodeToString(text)
				if leaks := look.File("a.txt", []byte(run)); len(leaks) != 1 {
					t.Errorf("%d bytes before, %d behind, %d letters: %+v", before, behind, letters, leaks)
				}
			}
		}
	}
}
