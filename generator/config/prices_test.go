package config

import (
	"strings"
	"testing"
)

func TestPricesOf(t *testing.T) {
	t.Parallel()
	prices := Prices{
		"*": {Input: 1}, "*opus*": {Input: 2}, "claude-opus-4-1*": {Input: 3}, "claude-opus-4-1-20250805": {Input: 4},
		"*-haiku-*-1": {Input: 5}, "a*a": {Input: 6}, "bb": {Input: 7}, "b*": {Input: 8}, "[1m]*": {Input: 9},
	}
	for model, want := range map[string]float64{
		"": 1, "sonnet": 1, "my-opus": 2, "claude-opus-4-5": 2, "claude-opus-4-1": 3, "Claude-OPUS-4-1-fast": 3,
		"claude-opus-4-1-20250805": 4, "x-haiku-y-1": 5, "x-haiku-1": 1, "a": 1, "aa": 6, "aba": 6, "ab": 1,
		"bb": 7, "bbb": 8, "[1m]x": 9, "1x": 1,
	} {
		if got, ok := prices.Of(model); !ok || got.Input != want {
			t.Errorf("the price of %q is %v, want %v", model, got.Input, want)
		}
	}
	if _, ok := (Prices{"*opus*": {}}).Of("sonnet"); ok {
		t.Error("there is a price for a model that no pattern matches")
	}
}

func TestPricesAreRead(t *testing.T) {
	t.Parallel()
	c, err := Parse("c.yaml", []byte("prices:\n  \"*opus*\": {input: 15, output: 75.5}\n  free: {input: 0}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Prices["*opus*"]; got != (Price{Input: 15, Output: 75.5}) || len(c.Prices) != 2 {
		t.Errorf("got %+v", c.Prices)
	}
	for _, x := range []struct{ name, text, want string }{
		{"negative", "prices:\n  a: {input: 1}\n  \"*\":\n    output: -2\n", `c.yaml:4: prices.*.output: must be dollars per million tokens, 0 or more (got -2)`},
		{"no number", "prices: {a: {input: .nan}}", `c.yaml:1: prices.a.input: must be dollars per million tokens, 0 or more (got NaN)`},
		{"without end", "prices: {a: {cacheWrite1h: .inf}}", `c.yaml:1: prices.a.cacheWrite1h: must be dollars per million tokens, 0 or more (got +Inf)`},
		{"empty pattern", "prices: {\" \": {input: 1}}", `c.yaml:1: prices. : the pattern of a model's name must not be empty; "*" is every model`},
		{"misspelt", "prices:\n  a: {cacheread: 1}\n", `c.yaml:2: unknown key "prices.a.cacheread"; did you mean "prices.a.cacheRead"?`},
		{"text", "prices: {a: {input: cheap}}", `c.yaml:1: prices.a.input: must be a number (got "cheap")`},
		{"not a group", "prices: {a: 3}", `c.yaml:1: prices.a: must be a group of keys (got "3")`},
		{"a list", "prices: [3]", `c.yaml:1: prices: must be a group of keys`},
		{"twice", "prices:\n  a: {input: 1}\n  a: {input: 2}\n", `c.yaml:3: prices.a: already set on line 2`},
	} {
		_, err := Parse("c.yaml", []byte(x.text))
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v\nwant %s", x.name, err, x.want)
		}
	}
}
