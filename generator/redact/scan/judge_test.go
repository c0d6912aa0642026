package scan

import (
	"slices"
	"testing"

	"steno/generator/redact/find"
	"steno/generator/redact/judge"
)

// TestValueRules holds each rule against its example, which it decides, and its
// counter-example, which it does not.
func TestValueRules(t *testing.T) {
	t.Parallel()
	rules := &find.Set{}
	rules.Add(find.Rule{Name: "any", Severity: find.High}) // stands for those that are not there
	all, err := New(Config{Rules: rules, KeepPaths: true})
	if err != nil {
		t.Fatal(err)
	}
	deciding := func(text string) (names []string, found bool) {
		p := new(Pass)
		p.reset(all, text, nil, depth{})
		p.names.Decided = func(r *judge.Rule) { names = append(names, r.Name) }
		p.look("")
		return names, len(p.Spans) > 0
	}
	seen := map[string]bool{}
	for _, r := range judge.Rules() {
		if seen[r.Name] || r.Why == "" {
			t.Errorf("%s: wants another name, and a reason", r.Name)
		}
		seen[r.Name] = true
		got, found := deciding(r.Example)
		if !slices.Contains(got, r.Name) {
			t.Errorf("%s: the example %q is decided by %q", r.Name, r.Example, got)
		}
		if got, _ := deciding(r.Counter); slices.Contains(got, r.Name) {
			t.Errorf("%s: decides the counter-example %q", r.Name, r.Counter)
		}
		if r.Secret != found {
			t.Errorf("%s: something is found in %q: %v", r.Name, r.Example, found)
		}
	}
}
