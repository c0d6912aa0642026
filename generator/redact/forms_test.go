package redact

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"steno/generator/redact/find"
	"steno/generator/redact/token"
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
	seen := map[string]bool{}
	for _, f := range token.Table() {
		form := fmt.Sprintf("%s: %s%q%s", f.Rule, f.Before, f.Prefixes, f.Body)
		if seen[form] {
			t.Errorf("%s is there twice", form)
		}
		seen[form] = true
		prefixes := f.Prefixes
		if len(prefixes) == 0 {
			prefixes = []string{""}
		} else if len(prefixes[0]) < 2 {
			t.Errorf("%s: wants prefixes of two bytes or more, or none", f.Rule)
		}
		if f.Source == "" || f.Severity <= Off {
			t.Errorf("%s: wants a source and a severity", f.Rule)
		}
		for _, prefix := range prefixes {
			kinds++
			misses, example := 0, ""
			for i := range draws {
				text := grow(rng, f.Before) + prefix + grow(rng, f.Body)
				if f.Summed() {
					text = walletKey(rng)
				}
				if i < 25 && shows(e, text) || i >= 25 && !touches(e, text) {
					misses++
					example = text
				}
			}
			if drawn, missed = drawn+draws, missed+misses; misses > 2+draws/50 {
				t.Errorf("%s %s: %d of %d are missed, as %q", f.Rule, prefix, misses, draws, example)
			}
		}
	}
	if named := len(token.NamedTable()); len(token.Table())+named < 400 {
		t.Errorf("%d forms and %d named kinds, want 400 or more", len(token.Table()), named)
	}
	t.Logf("%d forms with %d prefixes: %d of %d draws are missed", len(token.Table()), kinds, missed, drawn)
	if missed*1000 > 3*drawn {
		t.Errorf("%d of %d draws are missed", missed, drawn)
	}
}

// walletKey draws a key in the import format of wallets: a version, 32 bytes, most often a 1, and a checksum, in base 58.
func walletKey(rng *rand.Rand) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	key := []byte{0x80}
	for range 32 {
		key = append(key, byte(rng.IntN(256)))
	}
	if rng.IntN(4) > 0 {
		key = append(key, 1)
	}
	once := sha256.Sum256(key)
	twice := sha256.Sum256(once[:])
	number, digit, text := new(big.Int).SetBytes(append(key, twice[:4]...)), new(big.Int), ""
	for number.Sign() > 0 {
		number.DivMod(number, big.NewInt(int64(len(digits))), digit)
		text = digits[digit.Int64():digit.Int64()+1] + text
	}
	return text
}

// shows reports whether most of a token is left in a sentence that has it.
func shows(e *Engine, token string) bool {
	out, _ := e.Text("it is " + token + " and works")
	return strings.Contains(out, token[:len(token)-len(token)/3])
}

// touches reports the contrary in half of the time: it asks for the places alone, and does not replace them.
func touches(e *Engine, token string) bool {
	const before = "it is "
	sc := e.scan(before+token+" and works", "", nil)
	defer e.scanner.Release(sc)
	return slices.ContainsFunc(sc.Spans, func(sp find.Span) bool {
		return sp.End > len(before) && sp.Start < len(before)+len(token)-len(token)/3
	})
}

// TestNamedTokens draws tokens that only the name beside them tells.
func TestNamedTokens(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	rng := rand.New(rand.NewPCG(11, 2))
	draws := tier.Count(10, 300)
	total, missed := 0, 0
	for _, n := range token.NamedTable() {
		misses, example := 0, ""
		for range draws {
			value := grow(rng, n.Body)
			for _, text := range []string{n.Variable + "=" + value + "\n", `"` + camelName(n.Variable) + `": "` + value + `"`} {
				total++
				if out, _ := e.Text(text); strings.Contains(out, value[len(value)/2:]) {
					misses++
					example = text
				}
			}
		}
		if missed += misses; misses > 1+draws/10 {
			t.Errorf("%s: %d of %d are missed, as in %q", n.Variable, misses, 2*draws, example)
		}
	}
	t.Logf("%d named kinds: %d of %d are missed", len(token.NamedTable()), missed, total)
	if missed*100 > total {
		t.Errorf("%d of %d are missed", missed, total)
	}
}
