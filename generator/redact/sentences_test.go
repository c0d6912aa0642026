package redact

import (
	"strings"
	"testing"
)

// TestSecretsInSentences has what people write and programs print, with words around the value: what stands between « and » goes.
func TestSecretsInSentences(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"pairs": {
			"log in with admin / «Tr0ub4dor»", "login with `admin` / `«Tr0ub4dor-3»`", "credentials are ci/«Walnut5012!»", "use admin:«Sable1002!» for the dashboard", "Zugangsdaten: app / «walnut-olive-26»", "Login: ci / «6mNE!!0b1ZsT»",
			"connecte-toi avec app / «C@nd13261#»", "inicia sesión con deploy / «Olive7837!»", "Einloggen mit web / «ksd39bprs5»",
		},
		"before": {`Use "«saffron937sable»" as the password.`, "connect as api using «glacier764saffron» as password", "«olive-dune53» is the password", "«Olive53dune» ist das Passwort"},
		"statements": {
			"my password is «Cobalt_Maple_6571»", "The admin password was reset to: «ember-lotus86»", "its password is now «juniper465quartz»", "ssh password for db.int.x.dev is «emberOlive72»", "the pass is «candle.quill94» if you need it",
			"**Password:** `«kelp.juniper22»`", "das Passwort für die Datenbank ist \"«nectar.orchid92»\"", "ich habe das Passwort auf «kelpNectar30» geändert", "Das PW ist «MiW2aoAxeZ5s»", "wifi pw «Walnut_Harbor_7772»", "mot de passe du wifi : «dune797ember»",
			"le mot de passe est «raven613quartz»", "Identifiant : svc / Mot de passe : «Walnut05breeze»", "Contraseña de la base de datos: «Olive_Meadow_8248»", "la clave es «Walnut2540!»", "password di root: «cobalt.timber13»", "la password è «jasperFjord64»",
			"Anmeldung mit Benutzer root und Kennwort «hazel.anchor26»", "username api, password «8qmfyw2tkm»", "test account is web@x.dev with the password «walnut77olive»", "? What is your API key? «k8Zq2xW7t5Yw1PmBd3Vn»",
		},
		"below": {
			"Here is your access token:\n\n  «k8Zq2xW7t5Yw1PmBd3Vn»\n", "Your token:\n```\n«k8Zq2xW7t5Yw1PmBd3Vn»\n```\n", "Please use the following password to proceed to installation:\n\n«k8Zq2xW7t5Yw1PmBd3Vn»\n\nThis may also be found",
			"Password for the elastic user (reset with `bin/reset -u elastic`):\n  «k8Zq2xW7t5Yw1PmBd3Vn»", "auth:\n  token: >-\n    «k8Zq2xW7t5Yw1PmBd3»\n",
		},
		"parts": {
			`API_TOKEN = "«k8Zq2xW7t5Yw»" + "«1PmBd3Vn9Rk4Sj6T»"`, "secret_key = (\n    \"«k8Zq2xW7t5Yw1PmB»\"\n    \"«d3Vn9Rk4Sj6Tg1Hf»\"\n)", "const ACCESS_TOKEN = '«k8Zq2xW7t5Yw1PmB»' +\n  '«d3Vn9Rk4Sj6Tg1Hf»';", "API_TOKEN=«k8Zq2xW7t5Yw1PmB»\\\n«d3Vn9Rk4Sj6Tg1Hf»\n",
			"| API_TOKEN | «k8Zq2xW7t5Yw1PmB» |\n|           | «d3Vn9Rk4Sj6Tg1Hf» |", "│ API_TOKEN │ «k8Zq2xW7t5Yw1PmB» │\n│           │ «d3Vn9Rk4Sj6Tg1Hf» │",
		},
		"tables": {
			"NAME   PASSWORD\ngate   «walnut723orchid»\nsync   «orchid88olive»", "│ id │ api_key │\n├────┼─────────┤\n│ 1  │ «k8Zq2xW7t5Yw1PmBd3» │", "1) \"password\"\n2) \"«Comet1008!»\"", "<table><tr><th>user</th><th>password</th></tr><tr><td>alf</td><td>«ember-kelp17»</td></tr></table>",
			`{"columns":["id","password"],"rows":[[1,"«Quartz_Maple_2911»"],[2,"«orchid88olive»"]]}`, "| Name | Value |\n|------|-------|\n| password | `«harbor.grove90»` |", "-[ RECORD 1 ]---\nid       | 1\npassword | «a9niq5509j»", "Field     Value\n-----     -----\npassword  «qa56tdi6b1»",
		},
		"networks": {
			"WIFI:T:WPA;S:Home;P:«copper-comet71»;;", "WIFI:S:dune;T:WPA2;P:«OKjuusieO8Nl»;H:false;;", "    Key Content            : «glacier.dune31»", "Schlüsselinhalt            : «z6i7rv7v38»", "option key '«jasper470comet»'", "set wireless.default_radio0.key='«fjord.marble40»'",
			"nmcli device wifi connect \"marble\" password \"«thistle289»\"", "wpa_passphrase copper «sXhqtpdS1vJ9»", "networksetup -setairportnetwork en0 reef «hONsXQ3IlLqS»", "WLAN-Schlüssel: «sable.harbor39»",
		},
		"commands and code": {
			"rabbitmqctl add_user root «FFvPnbdBa9QryWCh»", "vault login «9YngNbubBvM2rrAei»", "mc alias set minio https://x.dev joe1 «dcbNcOgH4IDF»", "CREATE LOGIN x WITH PASSWORD = N'«fjord451juniper»';", "SELECT crypt('«walnut-iris15»', gen_salt('bf'));",
			"resource \"random_password\" \"p\" {\n  result = \"«osjnq7BcLBCTdjBC»\"\n}", "random_password.db: Creation complete [result=«Falcon_Copper_3634»]", `{'username': 'joe', 'pass': '«va8b2onkwk»'}`, `"secret": "«Pebble2910!»"`, "PHPSESSID=«15d20e61148f4a4f1d364b604ec9140c»", `cookies = {"session_id": "«d20d430be644eadeccaaa69c01159ef1f05cede5»"}`,
			"wss://x.dev/ws?auth=«88885b8bf5444f1c02f57c38a91d9578»", `<setting name="jwtSecret" serializeAs="String"><value>«eygc4x4T9A3yqbusHdyf»</value></setting>`,
		},
		"torn keys": {"«k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp0Qzk8Zq2Xw7Rt5Yw1PmBd3Vn9R»\n«k4Sj6Tg1Hf5Lp0QzAb3c»==\n-----END " + "PRIVATE KEY-----\n"},
		"also":      {"<jdbc><user>root</user><pass>«walnut.orchid27»</pass></jdbc>", "SET PASSWORD FOR 'joe'@'%' = '«walnut.iris33»';", "✔ Password · «fjordReef88»", "admin panel: user app, pass «Walnut7627x»", "Das Passwort wurde auf «Fjord577x» gesetzt", "mcp__x__«xo" + "xb-316151797346-5921419067588-P0r52kvP5hVCAbtkLaZ3dE0p»", "Votre code : «842618»", "Mot de passe admin : «Thistle_Lantern_4757»", "I use «saffron.willow22» as my password there", "Using password «walnut.breeze36» for user root", `<bean><property name="password"><value>«walnut.raven46»</value></property></bean>`, "DB credentials: ci/«quartz720cobalt»", "token: process.env.T ?? '«k8Zq2xW7t5Yw1PmBd3Vn»',", "PASSWORD=«CuWNyumZYrKa»", "user `root` and password `«walnut.meadow36»`", "nimm das Passwort \"«juniperKelp72»\"", "Le mot de passe root est «anchorIris64»."},
		"languages": {
			"Hasło to «Copper!951»", "hasło: «pumpkin314»", "Пароль: «saffron2003»", "мой пароль «Velvet1350»", "пароль от базы: «Dragon285»", "密码是«Winter@1772»", "密码：«Mango473»", "管理员密码为 «Velvet678»", "口令：«Falcon497»", "パスワードは«Tig3r1924»です", "パスワード：«mango616»", "비밀번호는 «Pumpkin1843» 입니다",
			"Lösenordet är «Tig3r2027»", "Adgangskoden er «Orchid1100»", "Salasana on «Mango764»", "Heslo je «fruhling1747»", "şifre: «saffron457»", "utente admin, password «Mango1172»", "usuário admin, senha «K3str3l1957»",
		},
		"dashes":        {"Password - «Liverpool1180»", "API key - '«k8Zq2xW7t5Yw1PmBd3Vn»'", "- `API_TOKEN` — `«k8Zq2xW7t5Yw1PmBd3Vn»`", "token = ' «k8Zq2xW7t5Yw1PmBd3Vn» '"},
		"signs":         {`password is "«@Winter1933»"`, "db.password=«&Mango668»", "$pass = '«%Zebra157»';", "smtp_password: «$Dragon290»", `const password = "«KvOkHuCmKr»"`},
		"chosen tokens": {"API_TOKEN=«Summer2024»!", `"token": "«Tr0ub4dor&3»"`, "APP_KEY=«S3cure!Key»", "token = '«P@ssw0rd99»'", "JWT_SECRET=«blueheron42»", "Authorization: Bearer «Summer2024!x»"},
		"devices":       {"enable secret «Copper1309»", "username admin privilege 15 password 0 «Thund3r1131»", "line vty 0 4\n password 7 «0822455D0A165445415F»", "PreSharedKey: «CopperTiger1129»", "Pass=«liverpool596»", `curl -u "«d2LkV78zLx!t»:" https://x.dev`, "curl -u «k8Zq2xW7t5Yw1PmBd3Vn»: https://x.dev"},
		"programs": {
			`public string ApiKey { get; set; } = "«k8Zq2xW7t5Yw1PmBd3Vn»";`, `public string Password { get; init; } = "«Zebra!1255»";`, "user = User.objects.create_user('bob', 'bob@x.dev', '«Liv3rp00l829»')", "login('bob', '«Velvet1268»')", `authenticate("admin", "«Tiger1839»")`, "bcrypt.hashSync('«Pumpkin1312»', 10)",
			"createUserWithEmailAndPassword(auth, 'bob@x.dev', '«Pumpkin1312»')", "await page.fill('#password', '«Z3br41072»')", "impdp system/«Kestrel193» directory=x", "<password>{«AQAAABAAAAAQk8Zq2xW7t5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp0Qz==»}</password>",
		},
		"codes": {
			"Your verification code is «29228»", "2FA code: «16327»", "security code: «88358»", "door code is «68410»", "Authentication code: «49050»", "Ihr Code: «47247»", "Tu código de verificación es «30335»", "the code is «132711»", "G-«27333» is your Google verification code.",
			"Wiederherstellungscodes:\n1. «b863-1cbc»\n2. «5885-0724»", "Códigos de recuperación:\n«4221-7448»\n«4312-0152»", "Scratch codes:\n«0502-c12c»\n«39d9-eb4f»",
		},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoSecretsInSentences has sentences that speak of passwords and codes, and what looks like a pair.
func TestNoSecretsInSentences(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		"curl -u elastic: https://x.dev", "curl -u $API_KEY: https://x.dev", "/assets/video_box.ico-7a388b69018576d24b59331fd60aab0c.png", `"token": "Pkg2@v1.2.3"`, "token: user.apiKey1!", `"token": "Token2024!"`, `"key": "Ctrl+Shift+1"`, "API_TOKEN=unavailable", "password - minimum 8 characters", "- token - JWT of the user", "secret — name of the secret", "password - 'min:8'", "密码是必填项", "密码：请输入密码", "密码长度为8到20位", "パスワード：8文字以上", "비밀번호: 8자 이상", "hasło to wymagane pole", "Пароль: не менее 8 символов", "Lösenordet är för kort", "şifre: en az 8 karakter",
		`{"content": "Mot de passe oubli\u00e9 ?"}`, "password_encryption = scram-sha-256", "kubectl logs api-7d9f8b6c5d-x7k2p", "pod api-7d9f8b6c5d", "public string Password { get; set; } = string.Empty;", "login('admin', password)", "create_user(username, email, password)", "hash('sha256')", "@Base64", "password: $Server01", "enable secret rotation", "keys - 'user_id'",
		"log in with GitHub / Google", "    25→  console.log(\"password:\", credentials?.password);\n    26→\n    27→  }", "| `net_mxPasswordPolicy.h` | `.999.9.9` | x |", `{\"description\": \"Supabase \\ube33\\u63f4\\udcad\\ub586\\u5a9b\\udc84 npm\"}`, `Gemini \ud1a0\ud070\uc744\ub9cc\ub4e0\ub2e4`, `token: \uc0ac\uc6a9\uc790`, "log in with SSO / OAuth2", "use admin:read for the scope", "use node:20-alpine as the base", `Use "text" as the password field type`, "use bcrypt as the password hash", "using SHA256 as the password hash", "with password md5crypt", "and password reset links",
		"PASSWORD: ${DB_PASSWORD:-postgres}", "token: process.env.T ?? '',", `password: "getPasswordFromForm"`, "PASSWORD: ${DB_PASSWORD:-change_me1}", "${TOKEN:-none}", "error: password \"field2\"", "-----END " + "PRIVATE KEY-----", "text\n-----END " + "PRIVATE KEY-----", "Pass `betas: [\"files-api-2025-04-14\"]` in your API call", "On pass → ADR-0003 Accepted", "version pin of an existing pkg: ghostty-bin-1-3-0.nix", "<Link to=\"/forgot-password\" className=\"x\">\n    46→   Forgot?", "Mot de passe oublié ?", "La clave es el rendimiento", "la clave es única",
		"the token is expired:\n\nnext", "Token:\n  description: a token", "Password:\n  required: true", "| password | 10.5ms |", "| Password | required |", "NAME      TYPE                SECRET\nwalnut   Opaque   1", "key content is here", "the exit code is 137", "the error code is 100123", "your code is 4500 lines", "OTP length: 6",
		"the 2fa code is 2048", "2FA codes: 2026", "1) \"token\"\n2) \"bucket\"", `{"columns":["id","password"],"rows":[]}`, `{"columns":["password","id"],"rows":[[null,1]]}`, "<th>Password</th><td>text</td>", "WIFI: connected; P: none", `resource "random_password" "db" {` + "\n  length = 16\n}", "the password is hashed with bcrypt",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}

// TestTornPlaces has the words that lead to values at the end of a text, where nothing follows.
func TestTornPlaces(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{Email: true, IP: true})
	whole := []string{
		"drwxr-xr-x 5 walnut walnut 4096 x", ".rw-r--r-- 120 walnut 3 Jan 10:00 a.txt", "walnut:x:1000:1000::/srv:/bin/sh", "walnut  pts/1  10.0.0.1  Mon Feb  2 10:00", "walnut@box:~/src$ ls", "[walnut@box src]$ ls", "ssh -l walnut box", "\n  User walnut\n  HostName x",
		"uid=1000(walnut) gid=1000(walnut)", "DESKTOP-AB12CD3\\walnut", `\/home\/walnut\/x`, `\\server\home$\walnut\x`, "WIFI:T:WPA;S:Home;P:copper71;;", "Key Content   : copper71", "option key 'copper71'", "wireless.r0.key='copper71'", "random_password x result = \"copper71\"", "log in with joe / copper71", "use \"copper71\" as the password",
		"password for the box is copper71", "token:\n\n```\ncopper71\n```", "API_TOKEN = \"copper71\" +\n \"copper71\"", "│ API_TOKEN │ copper71 │\n│   │ copper71 │", "<tr><th>password</th></tr><tr><td>copper71</td></tr>", `{"columns":["id","password"],"rows":[[1,"copper71"]]}`, "1) \"password\"\n2) \"copper71\"", "Recovery codes:\n0502-c12c\n39d9-eb4f", "session 3 of user walnut.", "session opened for user root by walnut(uid=7)", "k8Zq2Xw7Rt5Yw1PmBd3Vn\n-----END " + "PRIVATE KEY-----", "SET PASSWORD FOR 'joe' = 'copper71'", "Password · copper71", "SUDO_USER=walnut",
		"use `copper71` for the auth token header", "copper71 <- that's the key", "the credentials (joe / copper71) work", "E  AssertionError: assert 'copper71' == ''\n    assert a.password == ''",
		"| x | password | b | copper71 |\n", "NAME   SLOT  VALUE\nAPI_TOKEN   a  copper71\n", "X_PASS:\n  value: copper71", "accounts: [\"0xc0\"]", "send \"copper71\\r\"", "x?appid=c0", "[1,2]", "[\"password\"]=>\n string(8) \"copper71\"",
		`answered your questions: "What is the key?"="it is copper71"`, `setValue("copper71", forHTTPHeaderField: "X-Api-Key")`, "put copper71 into the .env as API_TOKEN", "copper71 should be the value of TOKEN", "E  +  where 'copper71' = a.password", "expect(token).toBe('copper71')", "the new API key is\n\ncopper71\n", "a('#password').value = 'copper71'",
	}
	for _, text := range whole {
		for end := range len(text) + 1 {
			e.Text(text[:end])
			e.Text(strings.ToUpper(text[:end]))
		}
	}
}

// TestPasswordsOfSpeech has what people write to agents, and what programs print for them.
func TestPasswordsOfSpeech(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"pairs": {
			"use login joe / «Orchid1278»", "connecting with credentials joe/«Orchid1278»", "the credentials joe:«orchid-1278» are old", "db creds: joe «k8Zq2xW7t5Yw»", "sign in with joe@x.dev and «Orchid1278»", "sign in as joe using «Orchid1278»", "credentials -> joe:«Orchid1278»", "mon mot de passe c'est «Orchid1278»", "hasło do bazy: «Orchid1278»", "here are the creds\njoe\n«Orchid1278»\n", "Credentials:\n\n- joe\n- `«Orchid1278!»`", "Login:\n```\njoe / «Orchid1278»\n```", "wmic /user:joe /password:«tulip_orchid» process", "use joe:«Orchid1278» to log in", "joe@x.dev:«k8Zq!2xW7» to sign in",
		},
		"statements": {
			"ssh joe@h (pw «Orchid1278»)", "change the root password from «Orchid1278» to «Tulip4519» please", "change the password from \"«Orchid1278»\" to \"«Tulip4519»\"", "the password's «Orchid1278» btw", "the pwd for db.x.dev is «Orchid1278»",
			"Token (expires soon): «k8Zq2xW7t5Yw1PmBd3Vn»", "PW for the box = «Orchid1278»", "old pw «Orchid1278» new pw «Tulip4519»", "* **Username**: joe\n* **Password**: «TulipOrchid»", "✔ Admin password: «TulipOrchid»", "enter «Orchid1278» as the passphrase", "type «Orchid1278» when it asks for the password", "用户名 joe 密码 «Orchid1278»", "pass is «XMAp_IcDJvWoo9I» now", "with username `joe` and password `«TulipOrchid»`", "failed for user joe with password \"«tulip_orchid»\"", "Password  . . . . . : «tulip-orchid-45»\n", "password ...: «Orchid1278»",
		},
		"files": {"smtp:\n  user: joe\n  pass: «tulip_orchid»\n", "ansible_become_pass: «TulipOrchid»\n", "ansible-playbook x.yml -e 'db_password=«tulip_orchid»'", `{"password":"«velvet.tulip.orchid»"}`, "it was «sk-" + "kimi-k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp0QzAb3c»"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoPasswordsOfSpeech has what looks like them.
func TestNoPasswordsOfSpeech(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{}).Freeze()
	for _, text := range []string{
		"PIN 8901 on the board", "the password Version1234 is set", "password fields Form2", "pass Item1234 to the next", "credentials:\njoe\nWe use two of them", "login:\n  component: Login\n  path: Version120", "credentials:\n  Type2Form: Abc123def", "creds\n\n\n\n\njoe\nOrchid1278", "密码 长度为8到20位", "the password is user_Password2 here", "enter it as the passphrase", "connect PIN 1204 to GND", "password: char*", "password: string[]", "password: str?", "const password: wchar_t*;", "use localhost:8080 to log in", "use user:read to log in", "go to https://x.dev:8443 to log in", "click File/Open2 to sign in", "with credentials include",
		"sign in with joe@x.dev and open the page", "creds: see the Vault", "credentials: joe Administrator", "log in with Chrome 120 or later", "the password's SHA256 hash", "the password's length", "(password required)", "(pin 12)", "password field ... done", "password...: ", "change the type from password to text",
		`{"password":"auth.password.label"}`, `{"password":"settings.account.again"}`, `{"password":"mail.corp.net"}`, "the pwd for the build is /srv/app", "user: joe\npass: false", "ansible -e 'x=y'", "with password `field`", "use login / register pages",
	} {
		if got, _ := r.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
