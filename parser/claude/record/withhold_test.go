package record

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestWithhold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"type":"x","n":1}`:                           "",
		`{"accountUuid":"secret"}`:                     `{"accountUuid":"[withheld]"}`,
		`{"a":[{"b":{"userEmail" : "secret"}}],"c":2}`: `{"a":[{"b":{"userEmail" : "[withheld]"}}],"c":2}`,
		`{"organization_uuid":{"id":"secret","x":["y\"}"]},"organizationUuid":null}`: `{"organization_uuid":"[withheld]","organizationUuid":null}`,
		`{"ownerOrganizationUuid":12,"ownerAccountUUID":"secret"}`:                   `{"ownerOrganizationUuid":"[withheld]","ownerAccountUUID":"[withheld]"}`,
		`{"\u0075serEmail":"secret"}`:                                                `{"\u0075serEmail":"[withheld]"}`,
		`{"accountUuid"` + strings.Repeat(" ", 99) + `:"secret"}`:                    `{"accountUuid"` + strings.Repeat(" ", 99) + `:"[withheld]"}`,
		`{"text":"accountUuid","accountUuids":"kept","parentUuid":"p"}`:              "",
		`["accountUuid","userEmail"]`:                                                "",
	} {
		out, found := Withhold([]byte(in))
		if want == "" {
			want = in
		}
		if string(out) != want || found != (want != in) {
			t.Errorf("Withhold(%s) = %s, %v, want %s", in, out, found, want)
		}
		if again, found := Withhold(out); found || string(again) != want {
			t.Errorf("Withhold(%s) again = %s, %v", in, again, found)
		}
	}
}

// TestWithheldFields decodes records in which an account is named where members are kept as
// recorded.
func TestWithheldFields(t *testing.T) {
	t.Parallel()
	for line, all := range map[string]bool{
		`{"type":"attachment","uuid":"u","attachment":{"type":"session_context","context":{"userEmail":"secret"}},"rendered":"secret"}`:            true,
		`{"type":"attachment","uuid":"u","attachment":{"type":"session_context","context":{"userEmail":"secret","date":"d"}},"rendered":"secret"}`: false,
		`{"type":"system","subtype":"x","uuid":"u","accountUuid":"secret"}`:                                                                        true,
		`{"type":"system","subtype":"x","uuid":"u","accountUuid":"secret","content":"c"}`:                                                          false,
		`{"type":"unheard-of","sessionId":"s","organizationUuid":"secret","empty":[],"none":null}`:                                                 true,
		`{"type":"unheard-of","sessionId":"s","organizationUuid":"secret","on":true}`:                                                              false,
		`{"type":"user","uuid":"u","message":{"content":"hi"},"toolUseResult":{"account_uuid":"secret","stdout":"x"}}`:                             false,
		`{"type":"user","uuid":"u","message":{"content":"hi"},"toolUseResult":[{"accountUuid":"secret"}]}`:                                         false,
		`{"type":"user","uuid":"u","accountUuid":"secret","message":{"content":"hi"}}`:                                                             false,
	} {
		r := decode(t, line)
		kept := string(r.Extra)
		if r.Message != nil {
			kept += string(r.Message.Result)
		}
		if strings.Contains(kept, "secret") {
			t.Errorf("%s: kept as %s", line, kept)
		}
		if r.Flags.Has(Withheld) != all {
			t.Errorf("%s: Withheld is %v", line, !all)
		}
	}
}

func FuzzWithhold(f *testing.F) {
	for _, s := range []string{`{"accountUuid":"x"}`, `{"a":{"userEmail":[1,{"b":"c"}]}}`, `"accountUuid`, `{"accountUuid":`, `{"accountUuid" :}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out, _ := Withhold([]byte(in))
		nothingElse([]byte(in))
		if valid(in) && !valid(string(out)) {
			t.Errorf("%q became %q", in, out)
		}
		if again, found := Withhold(out); valid(in) && found {
			t.Errorf("%q became %q, and then %q", in, out, again)
		}
	})
}

func valid(s string) bool {
	return jsontext.Value(s).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}
