package redact

import "testing"

// TestFurtherPlaces has values in files, commands, forms and addresses; what is between « and » is removed.
func TestFurtherPlaces(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"programs": {"$ENV{DB_PASS} = \"«9ewvoVfyUjKB»\";", "API_KEY = (\n    \"«k8Zq2xW7t5Yw1PmB\"\n    \"d3Vn9Rk4Lq6Tz0Xc»\"\n)", "secret = \"\"\"\n«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\n\"\"\"", "var signingKey = []byte(`«k8Zq2xW7t5Yw1PmBd3Vn9Rk4Lq6Tz0Xc»`)",
			`new ClientSecretCredential(tenant, id, "«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»")`, "password: ENV.fetch('PW') { '«qieV6Sn7AQnLfIv»' },", "  tokens: [ '«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»', '«Lq6Tz0Xck8Zq2xW7t5Yw1PmB»' ]",
			`"args": [` + "\n  \"-y\",\n  \"--token\",\n  \"«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\"\n]", `"Smtp": {"Pass": "«Nougat-anvil4722»"}`,
			"  password: <%= ENV['DBPW'] || '«Nougat.anvil5809»' %>", `gomail.NewDialer("mail.x.dev", 587, "joe", "«Nougat-anvil5809»")`, "data: { hash: await hash('«k8Zq2xW7t5Yw1PmB»', 10) }",
			"    api_key: Some(\n        \"«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\",\n    ),", "{\n  password:\n    \"«Nuagt3r5a4d0w#»\",\n}"},
		"shells": {"export API_KEY=${API_KEY:-«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»}", "curl -H \"Authorization: Bearer \\\n«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\" https://x.dev", "curl -u '«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»:x-oauth-basic' https://x.dev",
			"$ aws ssm get-parameter --name /db/pw --with-decryption --output text\n«46wl47vlPCyXF5Sd»", "--- a/.env\n-MAIL_SECRET=«anvil_nougat.302»\n+MAIL_SECRET=«vqpg33EWA#hwp»", `CLIENT_SECRET="«anvil nougat thimble 55»"`},
		"prompts": {"? API key › «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "✔ API key … «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "a1 LOGIN joe «Nougat-anvil767»", "127.0.0.1:6379> GET session:token:42\n\"«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\"",
			"$ etcdctl get /app/db/password\n/app/db/password\n«Nougat-anvil767»", "$ consul kv get app/secret_key\n«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»"},
		"tables": {"user      password\n--------  --------\nclerk     «Nougat.anvil6989»\n", "Key          Value\n---          -----\nsecret_id    «d6b0b611-31de-4ff7-a3cf-89cf3eec9710»\n",
			"# chap-secrets\njoe  *  «Nougat-anvil767»  *\n", `"joe" "«Nougat.anvil9224»"`},
		"pages": {`<input name="csrf" type="hidden" value="«EBgOFRNH1hYQO2YaSxygh--IYMzsaL26gR0aWhPKWxA»">`, "https://x.dev/callback?code=«aKnaKye2NGgqgNrgkA2fGqlPFyAeqJ5b»&state=0f1e2d3c"},
		"names": {"License Key: «2E3X-CVER-BUCE-RBVB»", "OPENAI_API_KEY=«Nougat.anvil3799»", "DB_PASSWORD=«0x12ab34cd_Kq9zW7t»"},
		"json":  {`{"stdout": "joe:\n  API_KEY = (\n    \"«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»\"\n)", "code": 0}`, `{"out": "Password:\n«k8Zq2xW7t5Yw»\n"}`},
	} {
		checkMarked(t, group, texts)
	}
	checkMarked(t, "addresses", []string{"https://mainnet.infura.io/v3/«045fe1b8ff5a1884cc978f2bb86f875f»", "https://eth-mainnet.g.alchemy.com/v2/«64Ck8ciHUO5tQungl0nmop9B0XcU1tSX»"})
	checkMarked(t, "questions", []string{"Q: what is the admin password?\nA: «Nuagt3r5a4d0w#»", "Use «nuvj40JPW#xqs» to log in to the panel."})
	checkMarked(t, "calls", []string{"PDO->__construct('mysql:host=db', 'joe', '«IjnpRNZy4azP6r0»')", "JWT_SECRET: ${env:JWT_SECRET, '«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»'}"})
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{`<input data-testid="password-input" data-v-3c899f6a>`, "hash passwords with argon2id", "auth: rotate keys\\nf3cdb06d9531e74fe64d9050319bd8ee8f7529e4 refs/heads/main", "pass 'ignore' to ignore them",
		"parse('pass', feature_version=(2, 7))", "run('-c', 'pass', LANG=de)", "userpass = bytes('%s:%s' % (user, password))", "f(password=NewSource().text)", "const secretValue = 0x53c237_53c238",
		"password = random_password.db.result\nresult = (sensitive value)", "\x1b[32mobject key: uploads/2024/05/5d29ad1c-ddce-4a67-a18b-5a3a98fa4f54.png\x1b[0m",
		"\x1b[32mcacheKey=4f31a0df877003c41f0c8364cc738129\x1b[0m", "password=optional-if-sso-enabled", "pw: ${DB_PASSWORD:-postgres}", "PASSWORD=p@ssw0rd", "> GET /index.html\n200", "token = next() || 'expired'", "Forgot your password?\nReset", "what is the password?\nI cannot say", `{"out": "SECRET=s3cr3t\nPASSWORD=p@ssw0rd\nDB_PASS=example\n", "code": 0}`, "https://mainnet.infura.io/v3/YOUR-PROJECT-ID", "https://x.dev/docs?code=200&lang=en", "please LOGIN as root", `"joe" "his-name"`,
		"AAAA\nSA/BCPBID8FQCEiNBTAiDQDoA8MAAEiLRCQYSItsJDBIg8Q4w0iJ2LkAIAAA6Ad+AwCQSIlEJAhI"} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}
