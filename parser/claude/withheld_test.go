package claude

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/claude/withhold"
	"steno/parser/modeltest"
	"steno/parser/source"
)

var account = []string{
	`{"type":"bridge-session","sessionId":"s","bridgeSessionId":"private-1","ownerAccountUuid":"private-2"}`,
	`{"type":"hybrid-organization","sessionId":"s","organizationUuid":"private-3"}`,
	`{"type":"user","uuid":"11111111","parentUuid":null,"sessionId":"s","message":{"content":"go"}}`,
	`{"type":"attachment","uuid":"22222222","parentUuid":"11111111","sessionId":"s","attachment":{"type":"session_context","context":{"userEmail":"private-4","currentDate":"today"}},"rendered":"private-4","renderedInHumanTurn":[{"content":"private-9"}]}`,
	`{"type":"attachment","uuid":"33333333","parentUuid":"22222222","sessionId":"s","attachment":{"type":"credential_org","organizationUuid":"private-5"}}`,
	`{"type":"attachment","uuid":"44444444","parentUuid":"33333333","sessionId":"s","attachment":{"type":"prompt_snapshot","content":"You are an agent"},"rendered":"You are an agent"}`,
	`{"type":"artifact-autoreact-ledger","sessionId":"s","accountUuid":"private-6","seen":[1]}`,
	`{"type":"system","subtype":"later","uuid":"55555555","parentUuid":"44444444","sessionId":"s","accountUuid":"private-7","level":"info"}`,
	`{"type":"new-type","uuid":"66666666","parentUuid":"55555555","sessionId":"s","who":{"accountUuid":"private-8"},"n":1}`,
	`{"type":"assistant","uuid":"77777777","parentUuid":"66666666","sessionId":"s","message":{"role":"assistant","content":"done"}}`,
}

func parseWith(t *testing.T, o source.Options, lines []string) (s *parser.Session, all string) {
	t.Helper()
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", strings.Join(lines, "\n"))}}, o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return s, string(data)
}

// TestWithheld parses a session that names its account in all known places: no value leaves
// the parser, and every record is accounted for.
func TestWithheld(t *testing.T) {
	t.Parallel()
	s, all := parseWith(t, source.Options{}, account)
	if strings.Contains(all, "private") || strings.Contains(all, "You are") {
		t.Errorf("a withheld value left the parser: %s", all)
	}
	if !strings.Contains(all, "today") {
		t.Error("a record that holds more than an account is not shown")
	}
	if l := s.Ledger; l.Withheld != 4 || l.Sum() != l.Lines || l.Lines != len(account) || l.Malformed != 0 {
		t.Errorf("%s", modeltest.Account(&l))
	}
	if len(s.Main.Live().Segments) != 1 || len(s.Warnings) > 0 {
		t.Errorf("a withheld record took others along: %v", s.Warnings)
	}
	s, all = parseWith(t, source.Options{SystemPrompt: true}, account)
	if strings.Contains(all, "private") || !strings.Contains(all, "You are an agent") || s.Ledger.Withheld != 3 {
		t.Errorf("with the system prompt: %s", modeltest.Account(&s.Ledger))
	}
}

// TestWithholder takes out of lines what the parser withholds. What is left is parsed to
// the same.
func TestWithholder(t *testing.T) {
	t.Parallel()
	for _, o := range []source.Options{{}, {SystemPrompt: true}} {
		var lines []string
		w := withhold.New(o)
		for _, line := range account {
			clean := string(w.Line([]byte(line)))
			if strings.Contains(clean, "private") || strings.Contains(clean, "You are") != (o.SystemPrompt && strings.Contains(line, "You are")) {
				t.Errorf("%s became %s", line, clean)
			}
			lines = append(lines, clean)
		}
		before, _ := parseWith(t, o, account)
		after, _ := parseWith(t, o, lines)
		var x, y strings.Builder
		if modeltest.Outline(&x, before) != nil || modeltest.Outline(&y, after) != nil || x.String() != y.String() {
			t.Errorf("%+v\n%s\nbecame\n%s", o, x.String(), y.String())
		}
	}
}

// TestWithholderDamage takes values out of lines that are not one whole record each, and
// leaves other lines as they are.
func TestWithholderDamage(t *testing.T) {
	t.Parallel()
	w := withhold.New(source.Options{})
	bridge, said := account[0], account[2]
	for in, want := range map[string]string{
		said:                       said,
		said + said + " ":          said + said + " ",
		"not JSON":                 "not JSON",
		"":                         "",
		said + bridge + "\x00\x00": "",
		`{"type":"x","br` + bridge: "",
		"\ufeff" + bridge + `{"accountUuid":"private`: "",
		`{"type":"attachment","sessionId":"s","attachment":{"type":"prompt_snapshot","content":"private ` + "\x01" + `"}}`:                                 "",
		`{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_use","input":{"userEmail":"kept"}}]},"toolUseResult":{"userEmail":"private"}}`: "kept",
	} {
		got := string(w.Line([]byte(in)))
		if strings.Contains(got, "private") || !strings.Contains(got, want) || !strings.Contains(in, "private") && got != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}
