package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEditLists(t *testing.T) {
	t.Parallel()
	const one, two, old = "jwt:hmac-0123456789abcdef0123456789abcdef", "hmac-fedcba9876543210fedcba9876543210", "0f3a91c2"
	for _, c := range []struct{ name, before, after string }{
		{"empty", "", "\nredact:\n  allow:\n    - \"" + two + "\"\n  reviewed:\n    - \"" + one + "\"\n"},
		{"no end of line", "title: x # here", "title: x # here\n\nredact:\n  allow:\n    - \"" + two + "\"\n  reviewed:\n    - \"" + one + "\"\n"},
		{"block lists", "# head\n\nredact:   # why\n  allow:\n  - 0f3a91c2 # fine\n\n  reviewed:\n    # all of them\n    - '0f3a91c2'  # seen\n\ntitle: x\n",
			"# head\n\nredact:   # why\n  allow:\n  - \"" + one + "\" # fine\n  - \"" + two + "\"\n\n  reviewed:\n    # all of them\n    - \"" + one + "\"  # seen\n    - \"" + one + "\"\n\ntitle: x\n"},
		{"flow lists", "redact:\n  allow: [ 0f3a91c2, aaaabbbb ] # x\n  reviewed: []\n", "redact:\n  allow: [ \"" + one + "\", aaaabbbb, \"" + two + "\" ] # x\n  reviewed: [\"" + one + "\"]\n"},
		{"lists of several lines", "redact:\n  allow: [aaaabbbb,\n    ccccdddd,\n  ]\n", "redact:\n  reviewed:\n    - \"" + one + "\"\n  allow: [aaaabbbb,\n    ccccdddd, \"" + two + "\",\n  ]\n"},
		{"group in one line", "redact: {email: true} # x\n", "redact: {allow: [\"" + two + "\"], reviewed: [\"" + one + "\"], email: true} # x\n"},
		{"empty group", "redact: {}\n", "redact: {allow: [\"" + two + "\"], reviewed: [\"" + one + "\"]}\n"},
		{"no value", "redact:\ntitle: x\n", "redact: {allow: [\"" + two + "\"], reviewed: [\"" + one + "\"]}\ntitle: x\n"},
		{"lists without a value", "redact:\n  allow: # none\n  reviewed: ~ # none\n", "redact:\n  allow: [\"" + two + "\"] # none\n  reviewed: [\"" + one + "\"] # none\n"},
		{"one list", "redact:\n    email: true\n    reviewed:\n        - aaaabbbb", "redact:\n    allow:\n      - \"" + two + "\"\n    email: true\n    reviewed:\n        - aaaabbbb\n        - \"" + one + "\"\n"},
		{"letters of several bytes", "title: \"Zoë\"\nredact: {allow: [\"jwt:aaaabbbb\"], email: true} # ü\n", "title: \"Zoë\"\nredact: {reviewed: [\"" + one + "\"], allow: [\"jwt:aaaabbbb\", \"" + two + "\"], email: true} # ü\n"},
	} {
		got, err := EditLists([]byte(c.before), map[string][]string{"reviewed": {one}, "allow": {two}}, map[string]string{old: one})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.after, string(got)); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

func TestEditListsRefusesWhatItCannotKeep(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"redact:\n  reviewed: &l [aaaabbbb]\n  allow: *l\n", "redact: [", "redcat: {}\n"} {
		got, err := EditLists([]byte(text), map[string][]string{"allow": {"aaaacccc"}}, nil)
		if err == nil {
			t.Errorf("%q became %q", text, got)
		} else if strings.Contains(err.Error(), "panic") {
			t.Error(err)
		}
	}
}

// FuzzEditLists finds layouts in which something else changes, or that cannot be read.
func FuzzEditLists(f *testing.F) {
	for _, text := range []string{"", "redact:\n  allow: [a]\n", "redact: {reviewed: ['aaaabbbb']}", "redact:\n  allow:\n  - aaaabbbb\n# end"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = EditLists([]byte(text), map[string][]string{"allow": {"aaaacccc"}}, map[string]string{"aaaabbbb": "ccccdddd"})
	})
}
