package redact

import (
	"strings"
	"testing"
)

// TestSecretsInPlaces has one text for each place and form; what stands between « and » goes.
func TestSecretsInPlaces(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"harmless words in names": {
			"CURSOR_API_KEY=«k8Zq2xW7t5Yw1PmBd3»", "PUB_SUB_PASSWORD=«Tr0ub4dor»", `"PUBLIC_DB_PASSWORD": "«Tr0ub4dor-3»"`, "MAX_API_KEY=«k8Zq2xW7t5Yw1PmBd3»",
			"AUTHOR_PASSWORD=«Tr0ub4dor»", "export MIN_SECRET='«k8Zq2xW7t5Yw1PmBd3»'", "cached_token: «k8Zq2xW7t5Yw1PmBd3»", "x-count-token: «k8Zq2xW7t5Yw1PmBd3»",
		},
		"stand-ins in random values": {
			"API_KEY=«k8fakeZq2Xw7Rt5Yw1PmBd3»", "TOKEN=«Xk9todoQ2mLw8Rt5Yw1PmBd3Vn»", "key: «gh" + "p_k8Zq2defaultRt5Yw1PmBd3Vn9Rk4Sj»",
		},
		"tokens": {
			"bot «1234567890:AA" + "HhgFeDcBa9kQ2mLw8Rt5Yw1PmBd3Vn9Rk»", "Authorization: Bearer «12|k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp0Qz»", "APP_TOKEN=«7|k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp0Qz»",
		},
		"tokens without a prefix": {
			"it is «M" + "9kZq2Xw7Rt5Yw1PmBd3Vn9Rk.Sj6Tg1.k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1H»", "FB said «1" + "29384756102938|k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj»", "push to «0f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2d-" + "3e4f4a5b-8c6d7e8f» now",
		},
		"provider's forms": {"AIRTABLE_API_KEY=«key" + "MULpVzLNITCumT»", `"finnhubApiKey": "«26kudindcz2utsenozht»"`},
		"cut tokens": {
			"mob «api-" + "5494f996-938a-4ca6-973c-2»… +12 lines", `{"loggly_token": "«3caaa922-6676-431c-a8dc-2»… +12 lines`, "$ cat x\n«access_token$production$" + "p0h5c9k01ci1eci0$ffc2abd»... [truncated]", "«xoxb-" + "7179928146-0828266655-67369»…",
		},
		"ampersands": {
			"SECRET_KEY=«vym9b7tbfuz%_8y!v49&&o1fr=&@nxyow0#»\nSHLVL=1", "password: «9g&acuyr#u5z&7kkuni1=#8@*_u»", "client_secret=«k8Zq2xW7t5Yw1PmBd3»&scope=read", "SECRET_KEY = \"«=!l5zi6cc&93s2dio0v*z2r@5cmh^i!ir4_»\"",
		},
		"calls": {
			`builder().walletMnemonic("«anchor saddle orchid pillow guitar silver marble ginger lantern crystal winter pepper»").build()`, `client.setPassword("«copperCactus4897»")`,
			"SEED_PHRASE=\"«orchid dragon canyon forest button monkey thunder coffee planet pirate harbor summit ladder island puzzle maple falcon guitar bamboo turtle anchor meadow pillow crystal»\"",
			">>> settings.FERNET_KEY\n'«k" + "H4_kMCQwfjTQvf_28pitZ7TGJww8snt6zZ9EXbjn3c=»'", "curl -H 'Authorization: Bearer «Autumn2025@1»' https://x.dev", `-H \"Authorization: Bearer «islandCrystal22!»\"`,
		},
		"an address in an address":   {"https://x.dev/login?next=https%3A%2F%2Fy.dev%2Fcb%3Faccess_token%3D«k8Zq2xW7t5Yw1PmBd3%252BVn9Rk4%253D»%26state%3Dx1"},
		"base64 before another line": {"data:\n  URL: «aHR0cHM6Ly9kaXNjb3JkLmNvbS9hcGkvd2ViaG9va3MvMjQzMzc1NzgxMzkwMDEwNDQ2L2lNQi0xTUtadjFsQXRadG03MUxnMkNOZTl2dmpTOTRmOHN6Uk1ITWpfOVg2UmJ6OU1yN1JNWUpPbzBZOGpieHpXdWxE»\nmetadata:\n"},
		"passwords": {
			"my app password is «mbot-eijs-xhqz-lbec» ok?", "password = «yoyfisputbjorzvi»",
			`password: "«Kd(9)x-mm2»"`, "DB_PASSWORD=«Kd(9)x;mm2&z»", `"app_password": "«kqzv wbnx jdrt plmf»"`, "password: \"«run_with_9_wolves»\"", "PASSWORD=«2024-05-01-Kq9x»", `{"password": «48291057»}`,
			`"pin": "«0472»"`, "PIN=«4821»", "the PIN is «4821» now", `"passphrase": "«correct horse battery staple»"`, "password: «Kd(9)x-mm2»", "DB_PASSWORD=«it's-9-wolves»",
		},
		"cut values": {
			"API_KEY=«k8Zq2xW7t5Yw1PmBd3»... [truncated]", "export API_KEY=\"«k8Zq2xW7t5Yw1PmBd3»\n... (output truncated)", `"api_key": "«k8Zq2xW7t5Yw1PmBd3»… +12 lines`, "$ cat token\n«gh" + "p_k8Zq2xW7t5Yw1PmBd3»… +3 lines",
		},
		"places": {
			"CREATE USER 'bob'@'%' IDENTIFIED BY '«Tr0ub4dor»';", "ALTER USER bob WITH PASSWORD '«Tr0ub4dor»';", "INSERT INTO users (name, password, age) VALUES ('bob', '«Tr0ub4dor»', 7), ('eve', '«s3ns4tion»', 8);",
			"htpasswd -b .htpasswd bob «Tr0ub4dor»", "htpasswd -nbB bob «Tr0ub4dor»", "smbclient //srv/x -U bob%«Tr0ub4dor» -c ls", "rpcclient -U bob%«Tr0ub4dor» srv", "keytool -list -storepass «Tr0ub4dor» -keystore x.jks",
			`<entry key="password">«Tr0ub4dor»</entry>`, `<string name="api_key">«k8Zq2xW7t5Yw1PmBd3»</string>`, "<key>password</key>\n\t<string>«Tr0ub4dor»</string>", "kubectl create secret generic x --from-literal=pw=«Tr0ub4dor» --from-literal=user=bob",
			"fly secrets set MAILER=«k8Zq2xW7t5Yw1PmBd3» -a app", "gh secret set DEPLOY --body «k8Zq2xW7t5Yw1PmBd3»", `gh secret set DEPLOY -b "«k8Zq2xW7t5Yw1PmBd3»"`, "[docs](https://x.dev/a?api_key=«k8Zq2xW7t5Yw1PmBd3»)", "heroku config:set MAILER=«k8Zq2xW7t5Yw1PmBd3»",
			">>> settings.API_KEY\n'«k8Zq2xW7t5Yw1PmBd3»'", "(Pdb) p self.api_key\n'«k8Zq2xW7t5Yw1PmBd3»'", "Note that API_KEY (`«k8Zq2xW7t5Yw1PmBd3»`) is valid", "The API key is `«k8Zq2xW7t5»`, so it works", "api_key → «k8Zq2xW7t5Yw1PmBd3»",
			"│ API_KEY │ «k8Zq2xW7t5Yw1PmBd3» │", "| DB_PASSWORD | «Tr0ub4dor-3» |", `panic: invalid API key "«k8Zq2xW7t5Yw1PmBd3»"`, "Incorrect API key provided: «k8Zq2xW7t5Yw1PmBd3». See", "Uid=bob;Pwd=«0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d»;",
			"curl " + strings.Repeat("-H 'Accept: text/plain' ", 30) + "-u bob:«Tr0ub4dor» https://x.dev",
		},
	} {
		checkMarked(t, group, texts)
	}
}

// checkMarked reports what stands between « and » in the texts and stays.
func checkMarked(t *testing.T, group string, texts []string) {
	t.Helper()
	e := mustNew(t, Options{})
	for _, marked := range texts {
		text := strings.NewReplacer("«", "", "»", "").Replace(marked)
		out, _ := e.Text(text)
		for rest := marked; ; {
			_, after, ok := strings.Cut(rest, "«")
			if !ok {
				break
			}
			secret, after, _ := strings.Cut(after, "»")
			if strings.Contains(out, secret) {
				t.Errorf("%s: %q stays in %q", group, secret, out)
			}
			rest = after
		}
	}
}

// TestFalseAlarms has texts that hold no secret.
func TestFalseAlarms(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	for _, text := range []string{
		"on its branch, `fix/init-base-segment` (`7b23722c`)", "The token is `expired`, (`again`)", "| token | string |", "https://acme.vault.azure.net/secrets/db-password-2",
		`API_KEY="${API_KEY:-k8Zq2xW7t5Yw1PmBd3}"`, "PASSWORD: enable=true", `"@acme/token": "^3.1.4-beta.2"`, "auth-token@9.0.2-rc.1", "Dropped refs/stash@{0} (3f2a9c0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e)",
		"stash key: 3f2a9c0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e", "session: 01HX8ZK3QW9V2M4N6P8R0S2T4V", `"sessionId": "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, "sid=k8Zq2xW7t5Yw1PmBd3Vn9Rk4", `"apiCallId": "resp_0a1b2c3d4e5f6a7b8c9d0e1f2a3b"`,
		`"toolCallId": "call_pwXjOn2SefHhluvx1QiNErQI|fc_09a70eab1ab41200016a7f3bd72a0481909b1c3d5e7f90a1b2"`,
		`"apiCallId": "msg_01HX8ZK3QW9V2M4N6P8R0S2T4V"`, "PublicKeyToken=b77a5c561934e089", " ResetPassword.vue | 0 | 100 |\n harbour7list.vue   | 0 | 40 |", "| Case | Result |\n|---|---|\n| TerminalEnable | PASS |\n| HarbourSession | **FAIL2x** |", `"password": "must be at least 12 characters"`, `label: "Password", pin: 13`, "max_tokens: 8192, total_tokens=123456",
		"WIP on refactor/generic-segment-writer: 26f8ed17 refactor(config): use it", "All files pass `markdownlint-cli2` with the configuration", "484804a6-4b1d-47a0-8b07-9094b8eeafc7", "4b1dd9f8-f11d-4bf0-9b52-07ddfdd958b5", "AQE" + strings.Repeat("kd93Kq+Zx8Wm2Lr7/Tb5Vn1P", 6), "password = generate_password(12)", "const token = await getToken(user, 42)", "token: fetchSessionToken", "\"publicKey\": \"k8Zq2xW7t5Yw1PmBd3Vn9Rk4\"",
		"-----BEGIN PUBLIC KEY-----\nMIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAlRuRnThUjU8/prwYxbty\nWPT9pURI3lbsKMiB6Fn/VHOKE13p4D8xgOCADpdRagdT6n4etr9atzDKUSvpMtR3", "parse(\"eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.sig\")",
		`{"k": base64url_encode(force_bytes(key)), "kty": "oct"}`, "PTP_PIN_GETFUNC = 0xc0603d06", "SIOCGLIFTOKEN = -0x3f879678", "pskSuite := cipherSuiteTLS13ByID(hs.session.cipherSuite)", "my $pwd = CPAN::anycwd();", "the function identified by \"repeat\" is called",
		"snowflake_password: !Ref ApiKeyParameter", "DB_PASSWORD=sk-ant-...", "arn:aws:kms:us-east-1:177231963650:key/8e2d0c60-3b0f-4907-bb0a-1a0f4625e0b9", "$PASSWORD = $CPAN::Config->{proxy_pass};",
		`"password": "パスワードを入力してください"`, `"pass": "autocompleteren atributua behar bezala formateatuta dago"`, "t.message=e.result===a?r.pass:r.fail:(\"object\"", `{pass:"",incomplete:"Axe"`, "read.password('Password:')",
		"--password --recovery-key", "username= passphrase= password= scmVersion= x", "'Cryptography_HAS_PSK_TLSv1_3': cryptography_has_psk_tlsv13", "http2: pass session to DEBUG_HTTP2SESSION2", "sign_password.encode('utf-8')",
		"version.py,sha256=qaN-fw_" + "htIgKUVXoAuAEVgKxQu3tZ9qE2eiKkWIS7LA,160", "TuOGhFqE9i6FUeeF4qP5RfR5IsqSVXO0CEsuEag8Rar0lHTL9aiUBcBE/ml+EXOtSINA9ULkpOmYFekUFFXgcmK", "TELEGRAM_BOT_TOKEN=123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
		`env set -gx FISH__BIND_MODE $fish_bind_mode\n308\t and raw ANSI escape\n245\tsequences, the rest is RFC 8693.\n162\ttype Client`, `curl x\n  COMMIT_TIMESTAMP=$(date -u +%Y-%m-%dT%H:%M:%S.%6NZ)`,
	} {
		if out, found := e.Text(text); out != text {
			t.Errorf("%q became %q (%s)", text, out, found[0].Rule)
		}
	}
}

func TestHomeEscapedTwice(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, slash := range []string{`\`, `\\`, `\\\\`, `\\\\\\\\`} {
		text := `"cwd":"C:` + slash + "Users" + slash + "jonas" + slash + `web"`
		if out, _ := e.Text(text); strings.Contains(out, "jonas") {
			t.Errorf("%q became %q", text, out)
		}
	}
}

func TestLongValuesGoWhole(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	long := strings.Repeat("k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4", 400)
	for _, text := range []string{`"token": "` + long + `"`, "TOKEN=" + long, "DB_PASSWORD=" + long + " x", "Authorization: Bearer " + long} {
		if out, _ := e.Text(text); strings.Contains(out, long[len(long)-40:]) {
			t.Errorf("the end of a value of %d bytes stays: %.40q ... %q", len(long), out, out[len(out)-60:])
		}
	}
}
