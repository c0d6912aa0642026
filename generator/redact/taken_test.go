package redact

import (
	"slices"
	"testing"

	"steno/generator/redact/known"
)

// A literal may be a word of the placeholders themselves. The redaction ends all the same.
func TestLiteralsInPlaceholders(t *testing.T) {
	t.Parallel()
	for _, literals := range [][]string{{"redacted"}, {"literal"}, {"password"}, {"redacted", "literal", "password"}} {
		e, err := New(Options{Literals: literals})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"it was redacted", "a literal", "PASSWORD=Xy7kL2mQ9w", "password"} {
			if clean, _ := e.Text(text); len(clean) > 1<<12 {
				t.Errorf("%q: %q became %d bytes", literals, text, len(clean))
			}
		}
	}
}

// What is handed over is what is found, and whether it goes everywhere.
func TestOnValue(t *testing.T) {
	t.Parallel()
	e, err := New(Options{
		Literals: []string{"Acme", "Contoso"}, Rules: map[string]Severity{"env-file": Off}, Allow: []Allow{{Hash: known.HashOf("Contoso").String()}},
		EnvVars: []EnvVar{{"KEY", "k9Qw-2mZx-8rTp"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	c := e.Collect()
	c.OnValue(func(_ Value, text string, everywhere bool) { got[text] = everywhere })
	c.Text(`PASSWORD="Xy7kL2mQ9wPf" PASSWORD="basketball" of Acme, PASSWORD="Xy7kL2mQ9wPf" in /home/ada/x`)
	if everywhere, ok := got["Xy7kL2mQ9wPf"]; !ok || !everywhere {
		t.Errorf("%v", got)
	}
	if everywhere, ok := got["basketball"]; !ok || everywhere {
		t.Errorf("%v", got)
	}
	if _, ok := got["Acme"]; !ok || len(got) != 3 {
		t.Errorf("%v", got)
	}
	var named []string
	e.Named(func(rule string, _ Hash, text string) { named = append(named, rule+" "+text) })
	if !slices.Equal(named, []string{"literal Acme"}) { // without what is allowed or off
		t.Errorf("%q", named)
	}
}
