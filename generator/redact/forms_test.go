package redact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"steno/tier"
)

// TestForms draws tokens of every form and looks for them where no name stands beside
// them: one in a thousand may look like a word.
func TestForms(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	rng := rand.New(rand.NewPCG(11, 1))
	draws := tier.Count(25, 1000)
	kinds, drawn, missed := 0, 0, 0
	for _, f := range tokenFormats() {
		prefixes := f.prefixes
		if len(prefixes) == 0 {
			prefixes = []string{""}
		} else if len(prefixes[0]) < 2 {
			t.Errorf("%s: wants prefixes of two bytes or more, or none", f.rule)
		}
		if f.source == "" || f.severity <= Off {
			t.Errorf("%s: wants a source and a severity", f.rule)
		}
		for _, prefix := range prefixes {
			kinds++
			misses, example := 0, ""
			for range draws {
				token := grow(rng, f.before) + prefix + grow(rng, f.body)
				if out, _ := e.Text("it is " + token + " and works"); strings.Contains(out, token[:len(token)-len(token)/3]) {
					misses++
					example = token
				}
			}
			if drawn, missed = drawn+draws, missed+misses; misses > 2+draws/50 {
				t.Errorf("%s %s: %d of %d are missed, as %q", f.rule, prefix, misses, draws, example)
			}
		}
	}
	if named := len(namedTokens()); len(tokenFormats())+named < 400 {
		t.Errorf("%d forms and %d named kinds, want 400 or more", len(tokenFormats()), named)
	}
	t.Logf("%d forms with %d prefixes: %d of %d draws are missed", len(tokenFormats()), kinds, missed, drawn)
	if missed*1000 > 3*drawn {
		t.Errorf("%d of %d draws are missed", missed, drawn)
	}
}

// TestNamedTokens draws tokens that only the name beside them tells.
func TestNamedTokens(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	rng := rand.New(rand.NewPCG(11, 2))
	draws := tier.Count(10, 300)
	total, missed := 0, 0
	for _, n := range namedTokens() {
		misses, example := 0, ""
		for range draws {
			token := grow(rng, n.body)
			for _, text := range []string{n.variable + "=" + token + "\n", `"` + camelName(n.variable) + `": "` + token + `"`} {
				total++
				if out, _ := e.Text(text); strings.Contains(out, token[len(token)/2:]) {
					misses++
					example = text
				}
			}
		}
		if missed += misses; misses > 1+draws/10 {
			t.Errorf("%s: %d of %d are missed, as in %q", n.variable, misses, 2*draws, example)
		}
	}
	t.Logf("%d named kinds: %d of %d are missed", len(namedTokens()), missed, total)
	if missed*100 > total {
		t.Errorf("%d of %d are missed", missed, total)
	}
}
