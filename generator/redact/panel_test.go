package redact

import (
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"steno/parser"
)

const panelSeed = 20240711

var panelAll = flag.Bool("panel-all", false, "list misses and false positives of the held-out half too")

// TestPanel prints recall and false positives on both halves of the panel. The
// rules were tuned on the first half; the figures of the second are the ones
// that count, and what it missed is listed too.
func TestPanel(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	secrets, texts := panelSecrets(), panelNegatives(t)
	for half, name := range []string{"first half (tuned on)", "held-out half"} {
		list := half == 0 || *panelAll
		found, total := panelRecall(t, e, secrets[half], list)
		wrong := panelFalse(t, e, texts[half], list)
		recall := 100 * float64(found) / float64(total)
		false := 100 * float64(wrong) / float64(len(texts[half]))
		t.Logf("%s: recall %.1f %% (%d of %d), false positives %.1f %% (%d of %d texts)", name, recall, found, total, false, wrong, len(texts[half]))
		if recall < 97 || false > 1 {
			t.Errorf("%s: want recall >= 97 %% and false positives <= 1 %%", name)
		}
	}
}

func panelRecall(t *testing.T, e *Engine, cases []panelCase, list bool) (found, total int) {
	t.Helper()
	for _, c := range cases {
		out, _ := e.Text(c.text)
		if !strings.Contains(out, c.secret) {
			found++
		} else if list {
			t.Logf("missed: %s in %s: %.160q", c.kind, c.context, c.text)
		}
	}
	return found, len(cases)
}

func panelFalse(t *testing.T, e *Engine, texts []string, list bool) (wrong int) {
	t.Helper()
	for _, text := range texts {
		_, findings := e.Text(text)
		secret := false
		for _, f := range findings {
			if f.Severity > Low {
				secret = true
				if list {
					t.Logf("false: %s at %q", f.Rule, around(text, f.Offset))
				}
			}
		}
		if secret {
			wrong++
		}
	}
	return wrong
}

func around(s string, at int) string {
	return s[max(0, min(at, len(s))-40):min(len(s), at+60)]
}

// panelSecrets makes every case and splits the kinds in two halves.
func panelSecrets() (halves [2][]panelCase) {
	rng := rand.New(rand.NewPCG(panelSeed, 1))
	for i, at := range rng.Perm(len(kinds)) {
		k := kinds[at]
		for _, c := range contexts {
			secret := grow(rng, k.form)
			halves[i%2] = append(halves[i%2], panelCase{k.name, c.name, c.text(k, secret), secret})
		}
	}
	for _, c := range shapedCases(rng) {
		half := rng.IntN(2)
		halves[half] = append(halves[half], c)
	}
	return halves
}

// panelNegatives are texts without a secret: those of testdata/negatives.txt and
// those that negatives makes.
func panelNegatives(t *testing.T) (halves [2][]string) {
	t.Helper()
	raw, err := os.ReadFile("testdata/negatives.txt")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(panelSeed, 2))
	texts := append(strings.Split(string(raw), "\n----\n"), negatives(rng)...)
	if len(texts) < 300 {
		t.Fatalf("panel: %d texts without a secret, want at least 300", len(texts))
	}
	for i, at := range rng.Perm(len(texts)) {
		halves[i%2] = append(halves[i%2], texts[at])
	}
	return halves
}

// redactSession redacts one session on its own, in place.
func redactSession(e *Engine, s *parser.Session) []Finding {
	c := e.Collect()
	c.Session(s)
	return e.Freeze(c.values).Session(s, nil, nil)
}

func mustNew(t testing.TB, o Options) *Engine {
	t.Helper()
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
