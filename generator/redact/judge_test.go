package redact

import (
	"slices"
	"testing"
)

// TestValueRules holds each rule against its example, which it decides, and its
// counter-example, which it does not.
func TestValueRules(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	deciding := func(text string) (names []string) {
		sc := scanner{e: e, s: text, decided: func(r *valueRule) { names = append(names, r.name) }}
		sc.look("")
		return names
	}
	seen := map[string]bool{}
	for _, r := range valueRules {
		if seen[r.name] || r.why == "" {
			t.Errorf("%s: wants a name of its own and a reason", r.name)
		}
		seen[r.name] = true
		if got := deciding(r.example); !slices.Contains(got, r.name) {
			t.Errorf("%s: the example %q is decided by %q", r.name, r.example, got)
		}
		if got := deciding(r.counter); slices.Contains(got, r.name) {
			t.Errorf("%s: decides the counter-example %q", r.name, r.counter)
		}
		out, _ := e.Text(r.example)
		if r.secret == (out == r.example) {
			t.Errorf("%s: %q became %q", r.name, r.example, out)
		}
	}
}
