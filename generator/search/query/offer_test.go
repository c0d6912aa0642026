package query

import (
	"testing"

	"steno/generator/search"
)

// An answer without hits offers queries that have some.
func TestOffers(t *testing.T) {
	t.Parallel()
	ix := open(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, mixed(1, 40, 60)))
	for _, q := range []string{"getUserNomen ", "hookRegisters ", `"getUserName zebra"`, "policymaker querying2 ", "the kind:user", "add project:none", "tested before:then", "commit -commit", "is:failed kind:prompt", "kind:reply tool:bash", "-kind:reply kind:reply"} {
		a, err := ix.Search(t.Context(), q, Options{Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Hits) > 0 {
			continue
		}
		if len(a.Offers) == 0 {
			t.Errorf("query %q finds nothing and offers nothing", q)
		}
		for _, offer := range a.Offers {
			if again, err := ix.Search(t.Context(), offer, Options{Limit: 5}); err != nil || again.Messages+again.Titles == 0 {
				t.Errorf("query %q offers %q, which finds nothing (%v)", q, offer, err)
			}
		}
	}
	if a, err := ix.Search(t.Context(), "kind:reply is:failed tool:Bash", Options{}); err != nil || len(a.Offers) < 2 || a.Offers[0] != "kind:reply" {
		t.Errorf("filters that no message has together: %+v, %v", a.Offers, err)
	}
	for q, want := range map[string]string{"getUserNomen ": "username", "hookResistor ": "hookregistry", "-zebra questzonz ": "question", "question kind:call file:none ": "question",
		"kind:prompts": "kind:prompt", "tool:bsh ": "tool:bash", "zzqx.getUserName() ": "getusername", "question kind:replies ": "question kind:reply"} {
		if a, err := ix.Search(t.Context(), q, Options{}); err != nil || len(a.Offers) == 0 || a.Offers[0] != want {
			t.Errorf("query %q: %+v, %v, want the offer %q first", q, a.Offers, err, want)
		}
	}
}
