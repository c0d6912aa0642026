package panel_test

import (
	"strings"
	"testing"

	"steno/generator/redact/panel"
)

func TestPanelIsLargeEnough(t *testing.T) {
	t.Parallel()
	kinds, err := panel.Kinds()
	if err != nil {
		t.Fatal(err)
	}
	places, err := panel.Places()
	if err != nil {
		t.Fatal(err)
	}
	negatives, err := panel.Negatives(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(kinds) < 250 || len(places) < 20 || len(negatives) < 1000 {
		t.Errorf("%d kinds, %d places, %d negatives; want 250, 20 and 1,000", len(kinds), len(places), len(negatives))
	}
	drawn := 0
	for _, n := range negatives {
		if n.Real {
			drawn++
		}
	}
	if drawn < 400 {
		t.Errorf("%d negatives are real kinds of text, want 400", drawn)
	}
	t.Logf("%d kinds, %d places, %d negatives", len(kinds), len(places), len(negatives))
}

// TestCasesAreSound holds the panel to its own rule: a text that is left as it is
// holds its secret, one from which the secret was cut does not, and each kind is in
// many places.
func TestCasesAreSound(t *testing.T) {
	t.Parallel()
	cases, others := draw(t, 7), draw(t, 8)
	places := map[string]int{}
	for i, c := range cases {
		if c.Left(c.Text) == "" {
			t.Errorf("%s in %s: the secret is not in\n%s", c.Kind.Name, c.Place.Name, c.Text)
		}
		if left := c.Left(strings.Join(c.Place.Templates, "\n")); left != "" {
			t.Errorf("%s in %s: %q is in the template", c.Kind.Name, c.Place.Name, left)
		}
		if at := strings.Index(c.Text, "<<"); at >= 0 && !strings.HasPrefix(c.Text[at:], "<<<") && !strings.HasPrefix(c.Text[at:], "<<'EOF'") {
			t.Errorf("%s in %s: a name was not filled in:\n%s", c.Kind.Name, c.Place.Name, c.Text)
		}
		if c.Secret() == others[i].Secret() && c.Kind.Form != panel.Password {
			t.Errorf("%s in %s: the same secret with two seeds", c.Kind.Name, c.Place.Name)
		}
		places[c.Kind.Name]++
	}
	for _, c := range cases {
		if n := places[c.Kind.Name]; n < 20 && c.Kind.Form != panel.Lines && c.Kind.Form != panel.Phrase {
			t.Errorf("kind %s is in %d places, want 20", c.Kind.Name, n)
			places[c.Kind.Name] = 20
		}
	}
}

// draw draws the cases of a seed.
func draw(t *testing.T, seed uint64) []panel.Case {
	t.Helper()
	cases, err := panel.Cases(seed)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}
