package redact

import (
	"fmt"
	"strings"
	"testing"
)

// TestStrayPlaces has values at places that few programs write; what stands between « and » goes.
func TestStrayPlaces(t *testing.T) {
	t.Parallel()
	const hash = "0B16E8D3E45A0D1F4D2C7F1A5A9B3C8D6E2F7A41"
	seed := []string{"anchor", "saddle", "orchid", "pillow", "guitar", "silver", "marble", "ginger", "lantern", "crystal", "winter", "pepper"}
	for group, texts := range map[string][]string{
		"leading dots":    {"password......«Walnut5012»", "Password ........ «Walnut5012»", "api_key....«9f33188e6feff454312286da3d8f1d5e»", "Password . . . . : «Walnut5012»"},
		"flow of YAML":    {"env: [{name: DB_PASSWORD, value: «Walnut5012!»}]", "- {name: API_TOKEN, value: \"«k8Zq2xW7t5Yw1PmBd3»\"}", "{Key: DB_PASSWORD, Value: «Walnut5012»}"},
		"strings of Lua":  {"local password = [[«Walnut5012»]]", "conf.api_key = [[«k8Zq2xW7t5Yw1PmBd3Vn»]]"},
		"Redis":           {`1339 [0 127.0.0.1:1] "AUTH" "«Walnut5012!»"`, `"AUTH" "joe" "«Walnut5012!»"`},
		"mail":            {"A1 LOGIN joe.doe «WalnutTable5012»"},
		"SNMP":            {"rocommunity «WalnutTable5012» 10.0.0.0/8", "rwcommunity «WalnutTable5012»", "com2sec local default «WalnutTable5012»"},
		"proxies":         {"cache_peer p.x.dev parent 3128 0 login=joe:«WalnutTable5012»"},
		"renewed":         {"Password changed. Old: «Walnut5012» New: «Table7712»", "Rotated the password\nOld: «Walnut5012!»\nNew: «Table7712!»", "Old: «Walnut5012!» New: «Table7712!»"},
		"generated":       {"The generated password for the elastic built-in superuser is : «kQ7m3uA2Q1j9345PR0A0»"},
		"hashes":          {"| root | localhost | «*" + hash + "» |", "IDENTIFIED WITH 'mysql_native_password' AS '«*" + hash + "»'", "\"app\" \"«md5659cc6ef4fbfdce4d1b174ba2c63dd7f»\"", "x | «SCRAM-SHA-256$4096:" + "bTVsQ2J3a0lxT0ZxR1hEYQ==$kF3sQn1rWzq0Vh8mB5xT2yJ7uL9pA4cE6gD1iO3kN0w=:Zt5vR8wQ2xY1mK7nB4cJ6hG3fD9sA0pL5oI8uE2tW1q=»"},
		"rows below":      {"INSERT INTO users (id, email, password) VALUES\n(1, 'a@b.io', '«Walnut5012!»');", "INSERT INTO users (id, password) VALUES\n    (1, '«Walnut5012!»'),\n    (2, '«Table7712!»');"},
		"printed":         {"$ kubectl get secret g -o jsonpath=\"{.data.admin-password}\" | base64 --decode ; echo\n«mXbP9YQU3TR8DAMnYpctmOaUFVOAp3LTIMpIw8DM»", "$ kubectl get secret db -o jsonpath='{.data.password}'\n«b2I1YXVCQU5BTkExMl8zRHZI»", "$ heroku auth:token\n«0c230707-159e-41ed-b133-997374cb7f45»", "$ openssl rand -hex 32\n«d377b05f6e5d797fae656d9493395ac528c1e40eb1165c95a71f8e9a7771dc77»", "$ wg genkey\n«l2bvd8MgyRF+f8WVzXezxClD4BxX1sXavIe7YpHOT6E=»"},
		"lost escapes":    {"[32mDB_PASSWORD[0m=[33m«WalnutTable5012»[0m"},
		"behind a number": {"and 123«AKIAPQLDKFXEIVNMHMXT» here", "123AWS«ASIA3H5TKAWFSFXZ7GHU»"},
		"Kaggle":          {`{"username":"joe","key":"«9aa398ce42dca72617c9d02b99b5e6e0»"}`},
		"wallets":         {"Private Keys\n==================\n\n(0) «0x5b5846edbe4cc48d278d60dc89ae1a4b28d64f1dddc355d6deaa8c8bf3dabdd6»\n(1) «0xd4394df7663007b2df6168e69424ccf5d08a7ed31d17c754d7628401a79d76b7»"},
		"seeds": {
			"Your seed phrase:\n" + numberedWords(seed), "Recovery phrase:\n\n«" + strings.Join(seed, "\n") + "»\n\nkeep it safe",
			"Write down your recovery phrase:\n\n«" + strings.Join(seed, " ") + "»\n«" + strings.Join(seed, " ") + "»",
			"Seed phrase:\n 1. «anchor»   2. «saddle»   3. «orchid»\n 4. «pillow»   5. «guitar»   6. «silver»\n 7. «marble»   8. «ginger»   9. «lantern»\n10. «crystal» 11. «winter»  12. «pepper»",
		},
		"by form":       {"«sk_prod_FgMFM6Kq8My1yTO»«-jULHI313mN91PiegVSOhlrtnKVBONe38RkRVWN_rvmU0lZA5»", "using «api_live.k8FJuflWs1u.77sjyne3JVFLWAD_GSgGG-LNoSkM7FL6» here"},
		"letters alone": {`{"password": "«mYTxydEWGofre»"}`, "DB_PASSWORD: \"«WbNxqLKdQmtP»\"", "please use «EQlBHOvkWOUNSlt» as the password for the database"},
		"connections":   {"Driver=x;UID=joe;PWD=«walnut5012»;Server=db", "uid=joe,PWD=«walnut5012»"},
		"keys in lines": {"-----BEGIN RSA TESTING KEY-----\n«MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDeSlcT6s/oeoRw»\n«t0AYO2cAmVKpeDG8+y762IPtQgkSZy3k7Wm5nL1qR9xV4bC8dF6gH2jK0oP3sT5u»\n"},
		"kinds of strings": {
			"let password = #\"«walnut5012»\"#", "let password = r#\"«walnut5012»\"#;", "wchar_t* pwd = L\"«walnut5012»\";", "std::string password{\"«walnut5012»\"};", "String pw = new String(\"«walnut5012»\");",
			"Dim password As String = \"«walnut5012»\"", "password <- '«walnut5012»'", "password: !!binary «d2FsbnV0NTAxMg==»", "-define(PASSWORD, \"«walnut5012»\").", "DB_PASSWORD?=«walnut5012»",
			"const DB_PASSWORD = <<<'EOT'\n«walnutX5012»\nEOT;", "api_key = <<~KEY\n  «4822a62e0a0d89f9b4828c576e597116»\nKEY",
		},
		"routers":            {"ip ospf message-digest-key 1 md5 «Walnut5012»", "ntp authentication-key 1 md5 «Walnut5012»", "radius-server host 10.0.0.1 key «Walnut5012»", "crypto isakmp key «Walnut5012» address 10.0.0.1", "pre-shared-key ascii-text \"«Walnut5012»\""},
		"tools":              {"impacket-getTGT corp.local/joe:«Walnut5012»", "getTGT.py corp.local/joe:«Walnut5012»", "impacket-mssqlclient joe:«Walnut5012»@10.0.0.1", "evil-winrm -i x -u joe -H «659cc6ef4fbfdce4d1b174ba2c63dd7f»", "nxc smb x -u joe -H «659cc6ef4fbfdce4d1b174ba2c63dd7f»", "supabase link --project-ref x -p «Walnut5012»", "xdotool type '«walnutX5012»'", "cf set-env app DB_PASSWORD «walnut5012»"},
		"pipes":              {"echo -n «Walnut5012!» | base64", "printf %s «Walnut5012!» | sha256sum", "[pscredential]::new('joe', ('«Walnut5012!»' | ConvertTo-SecureString -AsPlainText -Force))"},
		"calls":              {"MessageVerifier.new('«k8Zq2xW7t5Yw1PmBd3Vn»')", "ldap.simple_bind_s(\"cn=admin\", \"«walnutX5012»\")", "page.locator('#pw').fill('«walnutX5012»')", "find('#user_password').set('«walnutX5012»')", `{"ref":"e5","text":"«walnutX5012»","element":"password textbox"}`},
		"lists of one quote": {"subprocess.run(['sshpass','-p','«Walnut5012»','ssh','h'])", "['redis-cli', '-a', '«Walnut5012»']"},
		"traces":             {"+ mysql -u root '-p«Walnut5012!»' -e 'select 1'"},
		"protocols":          {"331 Please specify the password.\nPASS «Walnut5012»\n230 Login successful."},
		"elements":           {"<Password>\n  <Value>«Walnut5012!»</Value>\n  <PlainText>true</PlainText>\n</Password>"},
		"Gradle":             {`buildConfigField "String", "API_KEY", "\"«k8Zq2xW7t5Yw1PmBd3Vn»\""`},
		"typed lines":        {"child.sendline('«Walnut5012!»')"},
		"groups":             {"the app password is «kqzv wbnx jdrt plmf»"},
		"both names":         {"Username/password: joe / «Walnut5012!»"},
		"volumes":            {"BitLocker: «718036-482917-093841-572038-571930-284719-038471-629104»"},
		"recovery codes":     {"recovery code: «PK3JTeojlqBxr1IGNdV»«+750In3+AXHIhbacHkLbSyCw=»"},
		"manifests": {
			"{\n    \"apiVersion\": \"v1\",\n    \"data\": {\n        \"dsn\": \"«" + b64("k8Zq2xW7t5Yw1PmBd3Vn") + "»\",\n        \"username\": \"YXBw\"\n    },\n    \"kind\": \"Secret\"\n}",
			"apiVersion: v1\ndata:\n  app.ini: «" + b64("copper5basket") + "»\n  host: ZGI=\nkind: Secret\ntype: Opaque\n",
		},
		"lists of keys":      {"keys: ['«k8Zq2xW7t5Yw1PmBd3Vn9Rk4Sj6Tg1Hf»', '«9Rk4Sj6Tg1Hf5Lp0QzXck8Zq2xW7t5Yw»']", `"tokens": ["«k8Zq2xW7t5Yw1PmBd3»", "«9Rk4Sj6Tg1Hf5Lp0Qz»"]`},
		"quotes in quotes":   {`API_SECRET: "\"«k8Zq2xW7t5Yw1PmBd3»\""`, `buildConfigField("String", "API_SECRET", "\"«k8Zq2xW7t5Yw1PmBd3Vn»\"")`},
		"data of XML":        {"<password><![CDATA[«zUI,C@s(4)rp#!q»]]></password>", "<apiKey><![CDATA[«k8Zq2xW7t5Yw1PmBd3Vn»]]></apiKey>"},
		"lists of accounts":  {"joe@x.io:«W@lnut5012»", "joe.doe+a@mail.example.com:«xS9mtK501yQz»"},
		"behind a user":      {`poll imap.x.dev user "joe" pass "«k8Zq2xW7t5Yw1P»" ssl`, "login joe / «xS#9?mtK501y»"},
		"sent by somebody":   {"use the client secret you gave me («k8Zq2xW7t5Yw1PmBd3Vn9Rk4»)."},
		"asks for no answer": {`echo "«copper-Q19»" | gpg --batch --yes --passphrase-fd 0 -d a.gpg`},
		"below a colon":      {"Password:\n«L2gd!Y=^KUGVoeMW»\n"},
		"keys of services":   {`{"host": "x.dev", "auth": "«936b717e7deec5450a340965e48775415c666a35»"}`, `{"primaryKey": "«Y0oFGsnN1JTrN3FnoL+grBUOSyblmFrjzCABJziEfAw=»"}`, "createClient(url, '«82984ce2caa985265610e443df0fab6a5ef9d70d2e13c5a8f4a2d06b192e4a40»')", "./codecov -t «7390a14a-7a76-47ac-8246-c8aa586593ff»"},
		"what commands draw": {"$ python3 -c \"import secrets; print(secrets.token_urlsafe(32))\"\n«fqdFbMobnwnZH2I6sR73xSzbMyvKSfrUSJAwPV3WdPw»", "$ aws ssm get-parameter --name /prod/db/password --output text\n«bm1jP2y73uCttUAx0JwK»"},
		"what nodes print":   {"$ node -e \"console.log(require('crypto').randomBytes(32).toString('hex'))\"\n«066f904100e0b0ab4a7a167ffe6e42e95a57c49350c84570ce9cb550b872a8c4»", "joe@box:~$ yq .db.password values.yaml\n«iv2rx8tAFlKwUuBn»", "box% pass show db\n«Walnut-5012!»"},
		"elements of arrays": {"creds[prod]=\"«WBv?jCU6@VPy*AZg»\"", "tokens['ci'] = '«k8Zq2xW7t5Yw1PmBd3»'", "char password[32] = \"«walnutX5012»\";", "secrets[\"db\"] = \"«W@lnut5012»\""},
		"pipes of programs":  {"echo «Walnut5012» | vncpasswd -f > a", "echo «Walnut5012» | sudo smbpasswd -s joe", "echo \"«PJ7MJjz0RArIOrKe»\" | sudo tee /run/secrets/db_password", "echo '«Walnut5012»' | tee -a api_token.txt"},
		"flags of programs":  {"curl --cert client.p12:«Walnut5012» https://x.dev", "caddy hash-password --plaintext '«KRUdo5c^3!X@zY»'"},
		"further calls":      {"TelegramClient(\"anon\", 1234567, \"«b11ac947547bbfeb849b21562d5889c8»\")", "algoliasearch('ABCDEFGHIJ', '«b77671be3106559b91c3851f6010a7c2»')", "require('twilio')('AC', '«0d1524cc494afe61bc47d7a8c3dcbdb6»')", "new wpdb('wp', '«HwHw?ODsH0H2@B»', 'wp')", "tweepy.OAuthHandler(\"«2RBPme7thkz5bMJSZrvXjubds»\", secret)", "hmac.new(SecretStr(\"«k8Zq2xW7t5Yw1PmBd3»\"), m)"},
		"encrypted":          {"set passwd ENC «eBVwIV+ruBUIoBGCGJvOyP+fr18n4WE1lMGSkNxpD2OsV4fcBZn0aKM78xrHPqfKYX+5CBdjGMwridWS6ULBiQ==»"},
		"accounts":           {"Default admin account: joe@x.dev / «3h4M8-*0!PScc2»"},
		"lists of programs":  {"[\"xh\", \"-a\", \"joe:«Walnut5012»\"]", "['ldapsearch', '-w', '«Walnut5012»']", "[\"mysqlimport\", \"-p«Walnut5012»\"]"},
		"PASETO":             {"v4.local.«AgGasePQzOSy9G0zsqOXCYk7HO3_XwEd6kioOyzqj10aE6czFPw-CH0yTS9P_SLRkl6dqcZBpJWF1qZKYpg0z»"},
	} {
		checkMarked(t, group, texts)
	}
}

func numberedWords(words []string) string {
	var b strings.Builder
	for i, w := range words {
		fmt.Fprintf(&b, "%d. «%s»\n", i+1, w)
	}
	return b.String()
}

// TestNothingAtStrayPlaces has what looks like them.
func TestNothingAtStrayPlaces(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	for _, text := range []string{
		"LastPass: idempotency-key: 3d1cc758-4ff3-4625-bb58-a52fe146a076", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Wait for the password... then go on", "password....", "rocommunity public", "rocommunity private 10.0.0.0/8",
		"the rocommunity directive, which is old", "if [[ -z $PASSWORD ]]; then", "tokens = [[1,2],[3,4]]", "password = [[other]]", "{name: NODE_ENV, value: production}", "{name: password, type: string}",
		"Old: 12 ms New: 9 ms", "Old name: foo New name: bar", "Old: true New: false", "x = a[0m]", " * 0B16E8D3E45A0D1F4D2C7F1A5A9B3C8D6E2F7A41", "'*0b16e8d3e45a0d1f4d2c7f1a5a9b3c8d6e2f7a41'", "\"md5659cc6ef4fbfdce4d1b174ba2c63dd7f0\"",
		"Recovery phrase:\nit has twelve words that must be kept in a safe place by the user", "Seed phrase:\n1. write it down\n2. keep it safe", "Seed phrase:\nanchor saddle orchid", "recovery phrase: anchor saddle orchid pillow guitar silver marble ginger lantern crystal winter pepper understandably so", "{\"username\":\"joe\",\"key\":\"name\"}",
		"{\"id\":1,\"key\":\"9aa398ce42dca72617c9d02b99b5e6e0\"}", "Private keys\nare not shown", "INSERT INTO users (id, password) VALUES\n(1, ?)", "AHhMAABIAAQBgAAAABIAAQBA30AAAAAAAL4A", "pk_test_LLKpRrRnuId2DQeJavrSxaAB is public",
		"cmd.Env = append(env, \"PWD=\"+dst, \"GOPROXY=off\", \"X=1\")", "e := []string{\"DB_PASSWORD=\"+pw, \"X=1\"}", "PWD=changed; mkdir a", "PWD=work9 make",
		"wpasswordNBRIFAwsCBwINBAsUBycEDAMLCxwPDAkCB90FC4gDAtQCBAQB3wUEiAMX3AIpwd\nIJAFJwAABAEGAg4BsAQCBQAA4wIEJgJeAj8HJwAAGwIKARAECQMNBh4CCAEvBQIKCwMvBQRm",
		"AAdAAACAAAAFQAAAAAAAAa43QAAxN0AAAAAAAA4bEYAAAAAAAhoRgAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAqGtGAAAAAACAhEIAAAAAACw9AAAAAAAAAAAAAM7dAADw3QAA9dA\n",
		"password: \"validateJSONTokenURLs\"", "const password = getHTTPClientForURL", "gpg:                using RSA key D905EFC1534742FB87FCC2B54C10A35312298E7E", "PASSWORD_HASHERS=argon2", "child.sendline('ls -la')", "the password is what they have been\n", "PASS ok\n", "<Password>\n  <Other>1</Other>\n", "$ openssl rand -hex 32 > key.txt\n$ ls", "\"AUTH\" \"joe\"", "A1 LOGIN joe secret",
		"SENTRY_DSN=https://aed0dde582dff095aed0dde582dff095@o541067.ingest.sentry.io/7670614", "https://aed0dde582dff095aed0dde582dff095@o541067.ingest.de.sentry.io/1", "key: pk_test_LLKpRrRnuId2DQeJavrSxaAB",
		"mnemonic: \"test test test test test test test test test test test junk\"", "  FirebaseAuth: 6e061721a423a1aad8aad387be5c4e48cf88ff36\n", "gpg --recv-keys D905EFC1534742FB", "git@github.com:Abc123Def456", "login page / Chrome120",
		"$ git rev-parse HEAD\n4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e\n", "$ cat token.go | wc -c\n48210233\n", "coverage: 83.5% of statements\n0f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2d", "cache[key] = 'session-2026-02'", "if tokens[i] == \"identifier2\" {",
		"echo done | tee build_token_test.log", "echo x | sha256sum > passwd.sum", "curl --cert client.pem --key client.key https://x.dev", "[\"http\", \"-a\", \"$USER\"]", "[\"mysqldump\", \"-p\", \"shop\"]", "account: 1234/56789012", "set passwd ENC_TYPE",
		"kind: Secret\nmetadata:\n  name: db-credentials7\n", "kind: ConfigMap\ndata:\n  redis: " + b64("copper5basket") + "\n", `"primaryKey": "tenantId"`, `"auth": "oauth2-client"`, "keys: ['id', 'name-2', 'created_at']", "Password:\nmode=strict7\n",
		"<password><![CDATA[your-password]]></password>", "import 'v4.local.js'", "the token format you know (see RFC-7519-Section4)", "createClient({ url: 'redis://localhost:6379' })", "joe@x.io: Walnut", "10.0.0.1:80, x.com:8080",
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}
