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
		"passwords": {
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
		for _, marked := range texts {
			text := strings.NewReplacer("«", "", "»", "").Replace(marked)
			out, _ := mustNew(t, Options{}).Text(text)
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
}

// TestFalseAlarms has texts that hold no secret.
func TestFalseAlarms(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	for _, text := range []string{
		"on its branch, `fix/init-base-segment` (`7b23722c`)", "The token is `expired`, (`again`)", "| token | string |", "https://acme.vault.azure.net/secrets/db-password-2",
		`API_KEY="${API_KEY:-k8Zq2xW7t5Yw1PmBd3}"`, "PASSWORD: enable=true", `"@acme/token": "^3.1.4-beta.2"`, "auth-token@9.0.2-rc.1", "Dropped refs/stash@{0} (3f2a9c0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e)",
		"stash key: 3f2a9c0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e", "session: 01HX8ZK3QW9V2M4N6P8R0S2T4V", `"sessionId": "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"`, "sid=k8Zq2xW7t5Yw1PmBd3Vn9Rk4", `"apiCallId": "resp_0a1b2c3d4e5f6a7b8c9d0e1f2a3b"`,
		`"apiCallId": "msg_01HX8ZK3QW9V2M4N6P8R0S2T4V"`, "PublicKeyToken=b77a5c561934e089", `"password": "must be at least 12 characters"`, `label: "Password", pin: 13`, "max_tokens: 8192, total_tokens=123456",
		"WIP on refactor/generic-segment-writer: 26f8ed17 refactor(config): use it", "All files pass `markdownlint-cli2` with the configuration", "484804a6-4b1d-47a0-8b07-9094b8eeafc7", "4b1dd9f8-f11d-4bf0-9b52-07ddfdd958b5", "AQE" + strings.Repeat("kd93Kq+Zx8Wm2Lr7/Tb5Vn1P", 6), "password = generate_password(12)", "const token = await getToken(user, 42)", "token: fetchSessionToken", "\"publicKey\": \"k8Zq2xW7t5Yw1PmBd3Vn9Rk4\"",
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
