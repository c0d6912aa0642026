package redact

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/judge"
	"steno/parser"
)

// TestWrappedValues has values with something between them and their names: a call, an object, a question,
// a mark at their end, a file in a string; and pairs of users and passwords that no word announces.
func TestWrappedValues(t *testing.T) {
	t.Parallel()
	file := "# logins\n\n| User | Password |\n|------|----------|\n| joe | «Walnut-5012!» |\n| sue | «Orchid_7731?» |\n"
	for group, texts := range map[string][]string{
		"calls": {"masterUserPassword: cdk.SecretValue.unsafePlainText('«Zq2xW7t5Yw1PmBd3Vn»'),",
			`Config(host: "x", dbPassword: Optional("«YPk%^pDJ0%8jiXjpwF8U»"))`, `apiKey = Redacted.make("«k8Zq2xW7t5Yw1PmBd3Vn»")`,
			"let t = ApiToken::from(\"«k8Zq2xW7t5Yw1PmBd3Vn»\");", "password: Some(\"«Walnut-5012»\")"},
		"objects": {`{"apiKey": {"S": "«k8Zq2xW7t5Yw1PmBd3Vn»"}}`, `{"db_password":{"type":"string","default":"«Walnut-5012!»"}}`,
			"addCookies([{ name: 'session', value: '«b4a060095b242b056cf0b9b91153d924d1121240»', domain: 'x.dev' }])"},
		"questions": {`User has answered your questions: "What is the admin password?"="«Zq2xW7t5Yw1PmBd3Vn»". Go on.`},
		"marks": {"db:\n  port: 1\n  password: «LanternWinter»!\n", "updog --password «GraniteMango»? -p 80",
			"aws kms update-custom-key-store \\\n    --key-store-password «TigerOrbit»!\n"},
		"rows": {"UPDATE settings SET value='«TFPwdaagda8_LlAOC1PIbgVrkoz2VkG0Bx0r»' WHERE key='oidc_client_secret'",
			"UPDATE wp_options SET option_value = '«Winter-33!»' WHERE option_name = 'smtp_password';"},
		"remarks": {"Replace API_KEY («LPpbbxc4sFRtwiS9VAEUuAQpmwUovJGm») with a look-up"},
		"users": {"httping -g http://x.dev -U joe -P «C@ndleTiger2003»", "client -h x.dev -u joe -p '«Winter33hammer»' -v",
			"cqlsh h 9042 -u cassandra -p «velvetfalcon»", "peers = [\"joe:«c+HSCNKaLOInB2Wx»@10.10.10.1:8778\"]",
			"sqlmap.py --auth-cred \"joe:«oHXCaYwQKO6SMNUmY4X0d7»\"", "use joe@x.dev / «coffee-lantern-summer-51» to log in",
			"'Basic ' + btoa('app:«Granite5657$»')"},
		"commands": {"valkey-cli -a «Sp@rr0wMango2014» ping", "wandb login «afda5f32cff4ea1fd1f0eb2774b928468479e8cf»", "pdfinfo -upw «pickle-falcon-53» a.pdf",
			"vault operator unseal «nQ/bJ1K29bY6F+1FCB/ahuHInwBIgfyfh0cbVYi796f=»", "mkpasswd -m sha-512 '«Dr8g0nCactus2017»'",
			"security create-keychain -p «SPARROW_lantern_735» a.keychain",
			"Password for the [elastic] user successfully reset.\nNew value: «Ejyltgtq4Upq3cjQSAJH»"},
		"roles": {`vault write auth/approle/login role_id="x" secret_id="«0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d»"`, "AccessorID:       x\nSecretID:         «0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d»"},
		"files in strings": {quoted(file), `{"log":"` + quoted(quoted(file)) + `"}`,
			`{"pass":"\u5bc6\u7801\uff1a«Walnut-5012»"}`},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNothingWrapped has what looks like them.
func TestNothingWrapped(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`password = getString("settings.password.label2")`, `token = cache.get("user:42:profile")`, `secret = readSecret("prod/app/k8Zq2x")`,
		`password: z.string("Password must be 8 characters")`, `{"password":{"type":"string","default":""}}`,
		`"Which token type should the API use?"="JWT"`, `"Where is the password?"="Magic link"`,
		"password: Forgotten?\n", "  token: Missing!\n", "set API_KEY (required) and DB_TOKEN (see-docs)",
		"sudo -u postgres mkdir -p Data2024x", "docker exec -u node web sh -p Foo1234x", "mysql -u root -p < a.sql",
		"mysqldump -u root -p shop_production > x.sql", "mariadb -h x -u root -p wordpress", `["mysql", "-u", "root", "-p", "shop_production"]`,
		"psql -U joe -p 5432 shop", "ps -u joe -p 4321", "docker login registry.x.dev", "az login",
		"UPDATE settings SET value='dark' WHERE key='theme'", "secret_id = aws_secretsmanager_secret.db.id", `"secretId": "prod/app"`,
		"PASSWORD=`cat /run/secrets/pw`", "$password = Read-Host -AsSecureString 'Password'",
		"ED25519 key fingerprint is SHA256:kXxS0pZ6qk8ZVn7Rt5Yw1Pm6Ls3Dc9Fg4HjAbCdEfGh.", "git:root@localhost", "New value: k8Zq2xW7t5Yw1PmBd3Vn",
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// TestNamesOfResults has commands and scripts that return a secret and nothing else, and the names that they are judged by.
func TestNamesOfResults(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		`python3 -c "import os; print(os.environ['API_KEY'])"`: "API_KEY", `node -p "process.env.API_TOKEN"`: "API_TOKEN",
		`kubectl get secret app -o jsonpath="{.data.api-key}" | base64 -d; echo`: "secret", "openssl rand -hex 32": "secret_token",
		`python -c 'import secrets; print(secrets.token_urlsafe(32))'`: "secret_token", "pwgen -s 12 1": "secret_token",
		"bundle exec rake devise:secret": "secret_token", "wp config get DB_PASSWORD": "DB_PASSWORD",
		"argocd admin initial-password -n argocd": "password", "git log --oneline": "", `psql -tAc "select api_key from accounts"`: "api_key", "redis-cli get api_token": "api_token",
		`kubectl -n x get secret y -o jsonpath="{.data.password}"`: "password", `psql -c "insert into tokens values (1)"`: "", "node -p process.version": "", "cat a.txt; echo": "",
	} {
		if got := judge.Printed(command); got != want {
			t.Errorf("%s prints %q, want %q", command, got, want)
		}
	}
	for script, want := range map[string]string{
		`() => localStorage.getItem("auth_token")`: "auth_token", "() => document.cookie": "cookie",
		`() => localStorage.getItem("theme")`: "", "() => document.title": "", "": "",
	} {
		if got := judge.Evaluated(script); got != want {
			t.Errorf("%s returns %q, want %q", script, got, want)
		}
	}
	key := "k8Zq2xW7t5Yw1PmBd3VnR6sT"
	for input, output := range map[string]string{
		`{"function":"() => localStorage.getItem('auth_token')"}`: `"` + key + `"`, `{"function":"() => document.cookie"}`: "session_id=" + key + key + "; theme=dark",
		`{"command":"openssl rand -base64 18"}`: key,
	} {
		e := mustNew(t, Options{})
		call := parser.ToolCall{Name: "x", Input: jsontext.Value(input)}
		if _, command, ok := strings.Cut(input, `"command":"`); ok {
			call.Action.Command = strings.TrimRight(command, `"}`)
		}
		call.Result = &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: output}}}
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{{Blocks: []parser.Block{&call}}}}}}}}}}}
		c := e.Collect()
		c.Session(s)
		if len(c.Values()) == 0 {
			t.Errorf("nothing is found in what %s returns", input)
		}
	}
}

// TestSaidOfKeys has sentences that call the word before or below them a key.
func TestSaidOfKeys(t *testing.T) {
	t.Parallel()
	checkMarked(t, "keys", []string{"«k8Zq2xW7t5Yw1PmBd3VnR6sT» is the api key", "this is my token\n\n«k8Zq2xW7t5Yw1PmBd3VnR6sT»\n\nuse it",
		"ssh root@10.0.0.4 «Walnut5012!» df -h"})
	e := mustNew(t, Options{})
	for _, text := range []string{"item42 is the key", "refresh_token is the token", "this is my token\n\nrequired\n", "ssh root@10.0.0.4 df2 -h"} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}
