package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"testing"

	"steno/generator/redact/known"
	"steno/parser"
)

// TestOutcome: the sum is another one if and only if a text is redacted in another way.
func TestOutcome(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	value, other := "q8ZkLmX2vR7tYw1Pc5Na", "w4HnBf9SdK3jGz6QeM1b"
	sum := func(versions []string, known ...string) Hash {
		c := e.Collect()
		for _, text := range known {
			c.Text(text)
		}
		var now Outcome
		s := &parser.Session{Title: parser.Title{Text: "one " + value}, Versions: slices.Clone(versions)}
		e.Freeze(c.Values()).Session(s, nil, &now)
		return now.Sum()
	}
	texts := []string{"two", "it went to ada@box:notes at last"}
	base := sum(texts, "API_TOKEN="+value)
	for _, c := range []struct {
		name string
		sum  Hash
		same bool
	}{
		{"a value that is not there", sum(texts, "API_TOKEN="+value, "API_TOKEN="+other), true},
		{"another number", sum(texts, "API_TOKEN="+other, "API_TOKEN="+value), false},
		{"no value", sum(texts), false},
		{"another rule", sum(texts, "password: "+value), false},
		{"a user", sum(texts, "API_TOKEN="+value, "/home/ada/src"), false},
		{"another user", sum(texts, "API_TOKEN="+value, "/home/bob/notes"), true},
		{"a text more that is not", sum(append([]string{value}, texts...), "API_TOKEN="+value), false},
		{"the same elsewhere", sum(append([]string{"two", value}, texts[1:]...), "API_TOKEN="+value), false},
	} {
		if (c.sum == base) != c.same {
			t.Errorf("%s: the sum is the same: %v, want %v", c.name, c.sum == base, c.same)
		}
	}
	if clean := sum(texts); clean != (Hash{}) {
		t.Errorf("the sum of a session without values is %v", clean)
	}
}

// TestEncodedValueOfAnotherSession: text in base64 or hexadecimal digits goes under the number of the value in
// it, so that a session with such text depends on that value.
func TestEncodedValueOfAnotherSession(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	const value = "q8ZkLmX2vR7tYw1Pc5Na"
	c := e.Collect()
	c.Text("API_TOKEN=" + value)
	r := e.Freeze(c.Values())
	words := []byte("a long name of it: " + value + "\n")
	for _, encoded := range []string{hex.EncodeToString(words), base64.StdEncoding.EncodeToString(words)} {
		text, found := r.Text("It says " + encoded + " here")
		if text != "It says [redacted:token#1] here" || len(found) != 1 || found[0].Hash != known.HashOf(value) {
			t.Errorf("%q became %q, with %+v", encoded, text, found)
		}
	}
}
