package redact

import "testing"

// TestMoreOfPrograms has values in calls, declarations and tests of programs, in commands and in sentences of several languages; what
// is between « and » is removed.
func TestMoreOfPrograms(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"braces": {"PWD={«k8Zq2xW7t5;Yw»};UID=sa;SERVER=db", "Driver={ODBC Driver 18 for SQL Server};Server=db;Uid=sa;Pwd={«k8Zq2xW7t5»};Encrypt=yes",
			"jdbc:sqlserver://db:1433;user=sa;password={«TmxHKpRsBBaJlgx»}", "UID=sa;PWD={«k8}}Zq2xW7t5»};"},
		"logs": {"##[debug]Evaluating: env.API_TOKEN\n##[debug]=> '«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»'", "authentication failed for joe:«NectarMagnet87k»@10.1.4.7"},
		"calls": {`smtp.login(user, "«Noodle.5642@»")`, `imap.login("joe@mail.dev", "«hbmn wnce ccbr giud»")`, `keyring.set_password("svc", "joe", "«Oyster_2370@»")`,
			`check_password("«Walnut-5012!»", hashed)`, `aes.NewCipher([]byte("«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»"))`, `hash_hmac('sha256', $body, '«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»')`, `OpenSSL::HMAC.hexdigest("SHA256", "«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", body)`,
			`URLSafeTimedSerializer("«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»")`, `PBKDF2("«lzvqh9h0xro4rjq»", salt, 32)`, `PKCS12_parse(p12, "«n28vbaoneptvl»", &key)`, `credentials.NewStaticV4("joe", "«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "")`,
			`bot.login("«k8Zq2xW7t5Yw1PmBd3Vn9Rk4Xa7»")`, `preemptive().basic("joe", "«dmuw4bl9m8pm»")`, `EXEC sp_addlinkedsrvlogin 'SRV', 'false', NULL, 'sa', '«Walnut-5012!»'`,
			`.password(Some("«xsc1fnv6xjvr8f»"))`, `SECRET_KEY: str = Field(default="«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»")`, `const secret = new TextEncoder().encode('«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»')`, `SECRET=$(echo -n «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»)`},
		"declarations": {`const API_KEY: &'static str = "«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»";`, `pass_ = "«brindle1063»"`, `const creds = ['joe', '«8xl1k5pvdk79qw2z»'];`,
			`jwk: { kty: 'oct', k: '«rJ1DylVJ4poYo1sW_ug10zng94xIMMj1MVmgSj6vEWy»' }`, `password: !tag "«2FQcJ20o7oSZQt»"`, `vault_db_password: "«oXkYw_ICZmJO»"`,
			`assertEquals("«cIYk_#61907+uZ»", user.getPassword());`},
		"commands": {"openssl enc -aes-256-cbc -K «3de5d53e2fbb325be6f4f56a7ed9fc0dc7fdfbf06b9956226b42418a596e7330» -iv 00", "eas secret:create --name API_KEY --value «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»",
			"drush user:password admin «SmrCV2ZOycEKplfJ»", "doveadm pw -s SHA512-CRYPT -p «anvil5796»", `read -r TOKEN <<< "«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»"`},
		"sentences": {"LUKS passphrase: «orchid gravel tundra lantern ember»", "you need the token («k8Zq2xW7t5Yw1PmBd3Vn9Rk4») for that", "The password changed from «DwOkcuIP0uaXuIK4» to a new one",
			"voici la clé API : «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "la clé est «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "ключ: «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "令牌是 «k8Zq2xW7t5Yw1PmBd3Vn9Rk4»", "APIキーは«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»です", "API密钥：«k8Zq2xW7t5Yw1PmBd3Vn9Rk4»"},
		"forms": {"«L1HReqZgss4CWC1sK9xz8cV16Vy8G5MThvNoJ6GeJJEoEgFkcHvt»", "key: «5HxLMJqGBsi1rD7TFS6vDYe3p2m4GmtSFTwxBXTZUhWh1Pgmw4C»", "untrusted comment: minisign encrypted secret key\n«RWRTY0Iybxa3HCmnwCYtlVj47RgPCTAEGmiC8MaSnQJsC3VUX9I53YYd3hYp3mrjGn8zgRboutP7TbQhTjVAyalUBYnloIDooVdWr6WmtRvfBlD9rB9XQodTlmULXLUwX2mQTyYGx0BkrvITgOpzRPULrbpsGGmU8Vr1Ocz29KFVvpN4kcROyHCh9MUz11kL3RVz0pFznWlIaShy2Rd=»", "untrusted comment: signify secret key\n«RWRCSwAAACoWoaSakaC6aJMAe814ngbj87tOCvd1wqvh9SiV4O3E2lSHzPCC5zsg7M545bkDAevHKgTPqBhiaD86nHVIQ3iezyDWOMHi40HKPyR64zI06Afok3ZDwRPRnhhbDeUx0A2=»", "«esecret_2wlsdb1vy1224vm83dko1f7zxs»",
			"ddptqh.42VsOY:«xMmX_fagkfI1cQUHInptfE0TecdsmxbYOVpz8BdHCjA»"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestHarmlessInPrograms has texts that look like those.
func TestHarmlessInPrograms(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{
		`<Login password={form.password} onChange={setPassword} />`, `password={value}`, `{"url": "db;password={password};user={user}"}`,
		`login(page, "admin@acme.dev")`, `login(user, "dashboard")`, `await login(request, "/api/login")`, `check_password("password", user.password)`,
		"version: 'v1.2.3-b4f19c2a'", "##[debug]Evaluating: env.NODE_ENV\n##[debug]=> 'production'", "##[debug]Evaluating: inputs.version\n##[debug]=> 'v1.2.3-b4f19c2a'",
		`assertEquals("admin", user.getPassword())`, `assertEquals("The password is too short", form.passwordError)`,
		"Passphrase: enter a phrase of five words", "passphrase: must be at least twelve characters", `loc(fused<"myPass">["foo", "foo2"])`, `const creds = ['joe', 'production'];`,
		"you need the token (see above) for that", "you need the token (RequestVerificationToken) for that", "ключ: значение по умолчанию", "la clé est dans le tableau", "令牌是 Bearer",
		"L1HReqZgss4CWC1sK9xzacV16Vy8G5MThvNoJ6GeJJEoEgFkcHvt", "gitlab.NewClient(http.DefaultClient)", `bs58.decode("11111111111111111111111111111111")`, `Field(default="development")`, "openssl pkeyutl -K",
		`new TextEncoder().encode("the quick brown fox")`, `password: !ref "db_password"`, `<div class="g-recaptcha" data-sitekey="6Lc7nQkTAAAAAJ0Yy8f2rKqV3sWbX9mPzHdE4uTg"></div>`,
		"API_KEY=hier-eintragen", "API_KEY=votre_cle_api", "TOKEN=coloca-tu-token-aqui", "app:Release20@10.0.0.1",
	} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}
