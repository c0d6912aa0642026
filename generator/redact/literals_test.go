package redact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steno/generator/redact/known"
	"steno/tier"
)

// literalNames makes names of customers, each another one.
func literalNames(n int) []string {
	first := strings.Fields("Ada Grace Alan Edsger Barbara Donald Frances Ken Leslie Niklaus Tony Radia Jürgen Zoë o'Neil anna bert carla")
	last := strings.Fields("Lovelace Hopper Turing Dijkstra Liskov Knuth Allen Thompson Lamport Wirth Hoare Perlman & Söhne GmbH berg feld stein mann")
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	out := make([]string, n)
	for i := range out {
		out[i] = first[rng.IntN(len(first))] + " " + last[rng.IntN(len(last))] + strconv.Itoa(i)
	}
	return out
}

// TestLiteralsLikePlainSearch compares what the engine takes out with plain search, for
// numbers of literals on both sides of any table's size.
func TestLiteralsLikePlainSearch(t *testing.T) {
	t.Parallel()
	sizes := []int{1, 10, 1_000, 100_000}
	if tier.Long() {
		sizes = append(sizes, 1_000_000)
	}
	for _, n := range sizes {
		for name, draw := range literalKinds(n) {
			if n >= 100_000 && name != "few letters" && !tier.Long() {
				continue
			}
			t.Run(fmt.Sprintf("%d %s", n, name), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(n), 7))
				literals := make([]string, n)
				for i := range literals {
					literals[i] = draw(rng)
				}
				compareWithPlainSearch(t, rng, literals)
			})
		}
	}
}

// literalKinds draw literals from few letters, so that many begin alike, contain each other
// and overlap; short ones only while there are few, as they would cover the whole text.
func literalKinds(n int) map[string]func(*rand.Rand) string {
	short := len(strconv.Itoa(n))
	return map[string]func(*rand.Rand) string{
		"few letters": func(rng *rand.Rand) string { return grow(rng, "[a-d]{"+strconv.Itoa(short+3+rng.IntN(9))+"}") },
		"same head": func(rng *rand.Rand) string {
			return "customer-" + grow(rng, "[0-9]{"+strconv.Itoa(1+rng.IntN(short+1))+"}")
		},
		"any bytes": func(rng *rand.Rand) string {
			return grow(rng, "[B-Z Ä-ÿ'/]{"+strconv.Itoa(max(3, short)+rng.IntN(12))+"}")
		},
	}
}

func compareWithPlainSearch(t *testing.T, rng *rand.Rand, literals []string) {
	t.Helper()
	e := mustNew(t, Options{Literals: literals, KeepPaths: true})
	text := textWith(rng, literals)
	want := make([]bool, len(text))
	for _, l := range literals {
		for _, form := range known.WrittenForms(l) {
			for from := 0; ; {
				i := strings.Index(text[from:], form)
				if i < 0 {
					break
				}
				for at := from + i; at < from+i+len(form); at++ {
					want[at] = true
				}
				from += i + 1
			}
		}
	}
	sc := e.scan(text, "", nil)
	defer e.scanner.Release(sc)
	got := make([]bool, len(text))
	for _, sp := range sc.Spans {
		for at := sp.Start; at < sp.End; at++ {
			got[at] = true
		}
	}
	for at := range want {
		if want[at] != got[at] {
			t.Fatalf("byte %d of %q: plain search %v, the engine %v", at, text[max(0, at-30):min(len(text), at+30)], want[at], got[at])
		}
	}
	secret := anyToken(1)
	if out, _ := e.Text("key " + secret); strings.Contains(out, secret) {
		t.Error("built-in rules find nothing beside the literals")
	}
}

// textWith makes a text of literals, of pieces of literals and of what is close to one.
func textWith(rng *rand.Rand, literals []string) string {
	var b strings.Builder
	for b.Len() < 3000 {
		l := literals[rng.IntN(len(literals))]
		switch rng.IntN(5) {
		case 0:
			b.WriteString(l[:rng.IntN(len(l))])
		case 1:
			b.WriteString(l[1:])
		case 2:
			b.WriteString(strings.ToUpper(l) + strings.ToLower(l))
		case 3:
			b.WriteString(known.WrittenForms(l)[len(known.WrittenForms(l))-1])
		default:
			b.WriteString(l)
		}
		if rng.IntN(3) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// TestDictionaryScales has more values than the dictionary's windows have upper bits.
func TestDictionaryScales(t *testing.T) {
	t.Parallel()
	n := tier.Count(20_000, 200_000)
	e := mustNew(t, Options{KeepPaths: true})
	rng := rand.New(rand.NewPCG(5, 5))
	values := make([]Value, n)
	secrets := make([]string, n)
	rule := *e.rules.Named("password")
	for i := range values {
		secrets[i] = grow(rng, "[a-z]{3}[0-9][A-Z0-9]{5}[a-z]{4}[0-9]")
		values[i] = known.NewValue(rule, secrets[i])
	}
	r := e.Freeze(values)
	for i := 0; i < n; i += max(1, n/2000) {
		text := "it was " + secrets[i] + " then"
		got, found := r.Text(text)
		if want := fmt.Sprintf("it was [redacted:password#%d] then", i+1); got != want || len(found) != 1 {
			t.Fatalf("value %d of %d: %q became %q", i, n, text, got)
		}
	}
	if plain := "nothing of note, nothing at all, and nothing else"; !slices.Equal(r.Leaks(plain), nil) {
		t.Error("a plain text holds a value")
	}
}
