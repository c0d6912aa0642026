package query

import (
	"testing"

	"golang.org/x/text/unicode/norm"

	"steno/generator/search"
)

// A name can be written with accents as part of their letters, or behind them, and a filter finds both.
func TestFilterNamesInAnyForm(t *testing.T) {
	t.Parallel()
	sessions := mixed(1, 6, 5)
	for i, name := range []string{norm.NFD.String("café"), norm.NFC.String("naïve"), norm.NFD.String("café-bar"), "other"} {
		sessions[i].Project, sessions[i].ProjectName = "-home-"+name, name
	}
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, sessions)
	ix := open(t, dir)
	var queries []string
	for query, want := range map[string]int{"project:café": 1, "project:-home-café": 1, "project:naïve": 1, "project:caf": 2, "project:CAFÉ-B": 1, "project:afé": 2, "project:café-none": 0} {
		for _, q := range []string{norm.NFC.String(query), norm.NFD.String(query)} {
			queries = append(queries, q)
			r, err := ix.run(t.Context(), q, 0)
			if err != nil || ix.sessionsOf(r.hits) != want {
				t.Errorf("%+q finds %d sessions, %v, want %d", q, ix.sessionsOf(r.hits), err, want)
			}
		}
	}
	checkAgreement(t, dir, append(queries, "kind:prompts", "the kind:replies tool:bsh", "tool:bash,none tag:x"))
}
