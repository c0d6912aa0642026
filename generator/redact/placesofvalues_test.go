package redact

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// TestMoreValuesInPlaces has values that a place shows in which they were once missed; what stands between « and » goes.
func TestMoreValuesInPlaces(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"defaults": {"const k = process.env.API_KEY ?? \"«k8Zq2xW7t5Yw1PmBd3Vn»\"", "val k = apiKey ?: \"«k8Zq2xW7t5Yw1PmBd3Vn»\""},
		"lists":    {"--environment 'Variables={API_TOKEN=«k8Zq2xW7t5Yw1PmBd3Vn»,APP_KEY=«9Rk4Sj6Tg1Hf5Lp0QzXc»}'", `{"Name": "/app/db_password", "Type": "SecureString", "Value": "«Walnut-5012!»"}`},
		"tables":   {"Access key ID,Secret access key\n«AKIAJ4XKO4C4KRB6EVD2»,«21odfa0M4fWT8A4Tf7ccERoh9x2MQ30nH4NLqZyQ»", "DB_PASSWORD\t«Walnut-5012»"},
		"keys":     {"keys: «AKIAJ4XKO4C4KRB6EVD2» / «21odfa0M4fWT8A4Tf7ccERoh9x2MQ30nH4NLqZyQ»", "wg set wg0 private-key <(echo «l2bvd8MgyRF+f8WVzXezxClD4BxX1sXavIe7YpHOT6E=»)", `{"kty":"oct","k":"«bStTAU_cTt-Uf1GSXQRnNG__Ha7vDCcktGClwKilD09»"}`},
		"commands": {"curl -sfu elastic:'«ck#%Yxa4yr?v»' localhost:9200", `psexec \\h -u a -p «Walnut5012» cmd`, `reg add HKLM\x /v DefaultPassword /d «Walnut-5012»`, `reg add HKLM\x /v DefaultPassword /t REG_SZ /d «Walnut-5012»`, "printf 'DB_PASSWORD=%s\\n' '«Walnut-5012!»' > .env", "echo -n \"«Walnut5012!»\" | kubectl create secret generic s --from-file=p=/dev/stdin", "expect \"password:\"\nsend \"«Walnut5012»\""},
		"phrases":  {"Recovery phrase:\n«athlete autumn angry about always artefact annual amount awesome awkward access ahead»", "Your wallet seed phrase is: «arrow addict anxiety arch august army attitude agent absent angry advice aisle»"},
		"lines":    {"token: «sk-ant-api03-W5xrq_nCj3GYacM1Fuh1w1CKd1F»\n«tv7LdSszUpcXWCPznmr5AeN8uFUD6RMEhTVrTrB»\n«WlU3e7Af6KdnLuGU2d2eZFL90AA»\n", "token: «eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJ»\n    «zdWIiOiIzMjkxNDQ0MyIsIm5hbWUiOiJMb21pem9»\n    «2YXIiLCJpYXQiOjE3NjkzMTY1NTZ9.gxrjS_k5hT»\n", "t «eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..0XG81m0Cv1c0iSza.P9Gm5Y9wxxPvozmSe4FL.amhqU9wAa9yt6PGTjkUhjn»"},
		"codes":    {"Save these recovery codes in a safe place:\n\n- «7a90b-2d2fd»\n- «03400-6ff30»\n- «85362-c29a4»\n- «21841-f1ca1»", "Recovery codes\n====\n«pefz-bafc»   «a7d4-yvs6»\n«o66p-cbw2»   «0klx-j00i»"},
		"prompts":  {"$ vault kv get -field=password secret/db\n«008b7f77d3faa2b6716ab62f6fe57175»", "$ gh auth token\n«TlWGvlTZWrgT3MMF59KpBGwnSrs1yChtcrHn4aaz»", "me@box:~$ cat ~/.secrets/api_key\n«ERCXiEvxiuMWCHyoy9vmPAGDcirH0LE2NJSVBnWg»"},
		"headings": {"API key\n\n«J8g7wFAXUfjTxWEcbWfxqud2IFLqapYSmTmSEXFB»", "password\n«Walnut-5012!»", "here is the key: `«4666c8bb052c047d6c02cbe77d67727d»`"},
		"encoded":  {"+«REJfUEFTU1dPUkQ9TWlkaWNlbkAyMDA2ISEKVFo9VVRDCg==»"},
		"by form":  {"«secret-qVIg4t76JNfG5gKgbXNEPxsdaAp5SSOLWqjwj1Tn5FI»", "new Client('«fb11aebccf7e1d15506f737ef086c46b.wIxKiqrW7ElEBTUN»')"},
		"chosen":   {"DB_PASSWORD=«Katodo-1163»", "API_TOKEN=«Heron@1992»", "client_secret: «WN^eyUl-SA^sBU*7Q»"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoValuesInPlaces has what looks like them.
func TestNoValuesInPlaces(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		"const k = process.env.API_KEY ?? \"none\"", "password: !!str", "Password\nrequired", "The token\nis-valid-2x\n", "$ cat token.go\npackage", "Seed phrase\nis what a wallet is made from, and it has twelve words or more in it",
		"name,api key\nalf,no", "d41d8cd98f00b204e9800998ecf8427e.chunk.js", "secret-santa-is-coming-to-town", "AKIA" + "J4XKO4C4KRB6EVD2 4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e", "password=my-todo", "TOKEN=mytoken-fake",
	} {
		if text[:4] == "AKIA" {
			if got, _ := e.Text(text); !strings.HasSuffix(got, "4f1c9a0e") {
				t.Errorf("%q became %q", text, got)
			}
			continue
		}
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// said is a session of a question, its answer, and a command with what it prints.
func said(question, answer, command, output string) *parser.Session {
	call := &parser.ToolCall{Name: "Bash", Input: jsontext.Value(`{"command":` + jsonString(command) + `}`), Action: parser.Action{Command: command},
		Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: output}}, Structured: jsontext.Value(`{"stdout":` + jsonString(output) + `}`)}}
	text := func(s string) *parser.Message { return &parser.Message{Blocks: []parser.Block{&parser.Text{Text: s}}} }
	turns := []*parser.Turn{{Prompt: text("go on"), Messages: []*parser.Message{text(question)}}, {Prompt: text(answer), Messages: []*parser.Message{{Blocks: []parser.Block{call}}}}}
	return &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: turns}}}}}}
}

func jsonString(s string) string {
	q, _ := jsontext.AppendQuote(nil, s)
	return string(q)
}

// TestValuesOfOtherMessages has values that only another message shows: what was asked for, what a command prints.
func TestValuesOfOtherMessages(t *testing.T) {
	t.Parallel()
	const secret = "k8Zq2xW7t5Yw1PmBd3"
	for _, c := range []struct {
		question, answer, command, output string
		gone                              bool
	}{
		{"What is the API key?", secret, "ls", "x", true},
		{"Please paste the access token.", secret, "ls", "x", true},
		{"Here is the password:", "Walnut-5012!", "ls", "x", true},
		{"Which API key should the tests use?", "the one of the sandbox, " + secret + ", please", "ls", "x", true},
		{"What is the password of the test account?", "use Walnut5012# for now", "ls", "x", true},
		{"I cannot connect without the password. What is it?", "it's lantern-orbit-walnut-river", "ls", "x", true},
		{"Could you share the password?", "sure: Pickl3-63218 (all on channel 6)", "ls", "x", true},
		{"Enter the database password:", "Pickl3-8157 is what I use locally", "ls", "x", true},
		{"What is the password?", "the same as on PostgreSQL-16, and see src/a.ts", "ls", "x", false},
		{"What is the API key?", "see src/auth2.ts and commit 4f1c9a0e", "ls", "x", false},
		{"What is the password?", "it is in the vault-of-the-team, ask Joe", "ls", "x", false},
		{"What is the commit that has the token?", "4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e", "ls", "x", false},
		{"Which session had the password?", "0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d", "ls", "x", false},
		{"What is the name of the secret?", "orders-db-2-k8Zq2xW7t5", "ls", "x", false},
		{"What should the admin password be?", "Walnut5012#", "ls", "x", true},
		{"Shall I go on?", secret, "ls", "x", false},
		{"Which password field is meant?", "src/auth2.ts", "ls", "x", false},
		{"Rotate your API keys regularly.", secret, "ls", "x", false},
		{"x", "y", "echo $API_TOKEN", secret + "\n", true},
		{"x", "y", "pass show work/db", "Walnut-5012!", true},
		{"x", "y", "ssh box 'cat /run/secrets/db_password'", "Walnut-5012!", true},
		{"x", "y", "awk -F= '/^API_TOKEN/{print $2}' .env", secret, true},
		{"x", "y", "git rev-parse HEAD", "4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e", false},
		{"x", "y", "grep -c password a.txt", "12", false},
		{"x", "y", "echo $HOME", secret, false},
	} {
		e := mustNew(t, Options{})
		col := e.Collect()
		col.Session(said(c.question, c.answer, c.command, c.output))
		s := said(c.question, c.answer, c.command, c.output)
		found := e.Freeze(col.Values()).Session(s, col.Marks(), nil)
		if (len(found) > 0) != c.gone {
			t.Errorf("%v: found %v", c, found)
		}
	}
}

// TestRecordsHoldRecords has values whose place shows only in the text that a string of a record contains.
func TestRecordsHoldRecords(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, record := range []string{
		`{"arguments":` + jsonString(`{"cmd":"wrangler secret put SONAR_TOKEN <<< 926f65b77348fba506fcd5ca25030b3b9199d9ca"}`) + `}`,
		`{"content":` + jsonString("<bash-stdout>username,password\nalf,Fuvaton.1982</bash-stdout><bash-stderr></bash-stderr>") + `}`,
		`{"output":` + jsonString(`{"output":"\"token\": \"sk-ant-api03-AD4vTEu9w2hnv3YF2RwN4VLh18F\" +\n  \"Y8Waip7P1Mkua1nAY5Ce7fulNi4C5RSHAA\""}`) + `}`,
	} {
		col := e.Collect()
		col.Record([]byte(record))
		out, _ := e.Freeze(col.Values()).Record([]byte(record))
		for _, secret := range []string{"926f65b7", "Fuvaton", "Y8Waip7P1M"} {
			if strings.Contains(string(out), secret) {
				t.Errorf("%s", out)
			}
		}
	}
}

// TestValuesOfOtherRecords has values that only a record before shows, as lines of transcripts that are redacted as such.
func TestValuesOfOtherRecords(t *testing.T) {
	t.Parallel()
	const secret = "k8Zq2xW7t5Yw1PmBd3"
	claude := func(command, output string) []string {
		return []string{
			`{"type":"assistant","message":{"content":[{"type":"text","text":"Let me look."},{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":` + jsonString(command) + `}},` +
				`{"type":"tool_use","id":"toolu_2","name":"Bash","input":{"command":"ls"}}]}}`,
			`{"type":"user","message":{"content":[{"tool_use_id":"toolu_1","type":"tool_result","content":` + jsonString(output) + `}]},"toolUseResult":{"stdout":` + jsonString(output) + `}}`,
		}
	}
	codex := func(command, output string) []string {
		return []string{
			`{"type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c","arguments":` + jsonString(`{"command":["bash","-lc",`+jsonString(command)+`]}`) + `}}`,
			`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":` + jsonString(`{"output":`+jsonString(output)+`,"metadata":{"exit_code":0}}`) + `}}`,
		}
	}
	talk := func(question, answer string) []string {
		return []string{
			`{"type":"assistant","message":{"content":[{"type":"text","text":` + jsonString(question) + `}]}}`,
			`{"type":"user","message":{"role":"user","content":` + jsonString(answer) + `}}`,
		}
	}
	for _, c := range []struct {
		records []string
		gone    bool
	}{
		{claude("echo $API_TOKEN", secret+"\n"), true},
		{claude("ls", secret), false},
		{append(claude("echo $API_TOKEN", secret[1:]+"0"), claude("ls", secret)...), false},
		{claude("pass show work/db", "Walnut-5012!"), true},
		{codex("echo $API_TOKEN", secret), true},
		{codex("echo $HOME", secret), false},
		{append(claude("echo $API_TOKEN", "not set\n"), talk("Shall I go on?", secret)...), false},
		{append(claude("echo $API_TOKEN", secret[1:]+"0"), talk("Shall I go on?", secret)...), false},
		{talk("What is the API key?", secret), true},
		{talk("What is the API key?", "try "+secret+" first"), true},
		{talk("Shall I go on?", secret), false},
	} {
		e := mustNew(t, Options{})
		col := e.Collect()
		for _, r := range c.records {
			col.Record([]byte(r))
		}
		redactor := e.Freeze(col.Values())
		out := ""
		for _, r := range c.records {
			clean, _ := redactor.Record([]byte(r))
			out += string(clean)
		}
		if (strings.Contains(out, secret) || strings.Contains(out, "Walnut")) == c.gone {
			t.Errorf("want it gone: %v, got %s", c.gone, out)
		}
	}
}
