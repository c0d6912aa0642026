package redact

import "testing"

// TestChosenValues has values that people choose, under names of tokens and keys, and values in places that were once missed.
func TestChosenValues(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"word and number": {"OPENAI_KEY=«Juniper_sparrow_45»", `  "apiKey": "«WindowComet289»",`, "api_key: «LanternDragon31»#", "curl -H 'X-Vault-Token: «Banana_tulip_56»' https://v.x.dev", "client_secret=«ORchidquartz9341» client_id=web", "https://x.dev/items?api_key=«DOlphinharbor2099»&limit=10", "my api key is «Pirate_juniper236», keep it",
			"<apiKey>«CObalttundra2394»</apiKey>", "./cli --token «SIlverpepper1807» --env prod", "API_TOKEN=«dolphin-falcon-falcon96»", "app.secret_key = '«EsF2-1LDo-iVhA2»'"},
		"flags in lists": {`command: ["redis-server", "--requirepass", "«Cactus_turtle_80»"]`, `["--api-key", "«WAlnut@553»", "--verbose"]`},
		"calls":          {"neo4j.auth.basic('neo4j', '«MagnetComet66!»')", `ldap_bind($ds, "cn=admin,dc=x", "«CanyonCandle762»");`, "createUser('admin', '«MeadowFalcon584»')", `db.auth("admin", "«WizardHazel452»")`, "UPDATE u SET user_pass = MD5('«LanternHarbor811»') WHERE ID = 1;", "TOKEN=$(echo «k8Zq2xW7t5Yw1PmBd3Vn»)"},
		"objects":        {"{\n  \"db_password\": {\n    \"sensitive\": true,\n    \"type\": \"string\",\n    \"value\": \"«MPx5WDk7Zk79»\"\n  }\n}", `{"AZURE_CLIENT_SECRET":{"computed":"«NYGVYSqefTGernOa»","note":""}}`},
		"commands": {"redis-cli -h cache AUTH «TUlipdolphin5908»", "snmpwalk -v2c -c «VED5-PRDg-j0iV4» 10.0.0.1", "security add-generic-password -a bob -s crm -w '«TkcIx68jk886»'", "rclone config create nas webdav user b pass «tRgE-vN9Z-am6E4»", "npm config set //registry.npmjs.org/:_authToken «Hammer_castle_11»",
			`expect -c 'spawn ssh h; expect "password:"; send "«5TlKHxqAe910»\r"'`},
		"sentences": {"the password should be «PepperSummer21@»", "I changed the password from «LjGwQZE21» to another", "test account: ops@x.dev:«ynoTHyPqht32»", "ssh root@10.1.2.3, password «Purple_pepper_67»"},
		"forms":     {"Content-Disposition: form-data; name=\"password\"\r\n\r\n«Tundra_orchid_71»\r\n--x", "form-data; name=\"password\"\n\n«Tundra_orchid_71»\n--x", `<wsse:Password Type="PasswordText">«PebbleBramble444»</wsse:Password>`},
		"addresses": {"https://open.feishu.cn/open-apis/bot/v2/hook/«cae80af1-f579-4a8e-8164-5734cffb94f2»", "https://x.dev/reset-password/«kgXDq4vhVCjCGU4PICHf2vLMcxc8zNTWQ7mRPryT»", "https://calendar.google.com/calendar/ical/x/private-«26d3e63482fd4fcf4f5b15b9abc3bf3c»/basic.ics"},
		"by form":   {"old one was «npg_dYy4QmBiG4pE»", "«jsrp_qtZW37LBU14aKVYyZmkBHa2z1M4KBazii8IkUDLh»"},
		"cookies":   {"ERLANG_COOKIE=«h90RCEhJHPq3fljzkw1Y»"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoChosenValues has names of programs with numbers, and tokens that say where a list goes on.
func TestNoChosenValues(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`apiKey: "Project2Name3Configuration"`, "token: TokenKind2024", `apiKey: "Curve25519"`, "key = ChaCha20Poly1305", `api_key="test-client-12345"`, "API_KEY=customer-12", "AUTH_TOKEN=mock-user-data-2024", `"apiKey": "OpenAPI3Spec"`, "token: item-2024-summary",
		`"nextPageToken":"rYwW83Omf6uIrNvVMWdpZDKmGwwLTX69A/rqBbCemfpdL8la9NXJr85g"`, "page_token: YJuMLonznBR9E8X/1TLyoYjbPvrD3mSi1xr5a4aYC1sxRywwuiIdjIzs", "password_hasher: argon2id", `["--token", "--verbose"]`, `["--password", "required"]`,
		"createUser('admin', 'reader')", `"ADOBE-2006": "Adobe-2006",`, "Transform: AWS::Serverless-2016-10-31", "the password should be at least 12 characters", "the token should be renewed", "/srv/site/../home/header/index", "PATH=/home:/home/tools:/usr/bin", "form-data; name=\"token\"\r\n\r\nnone\r\n", "/reset-password/confirmation-of-your-new-password", "a page at /password/reset/",
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestMoreHomes has home directories in places that were once missed.
func TestMoreHomes(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for text, want := range map[string]string{"docker run -v /home/ottokar:/workspace x": "docker run -v ~:/workspace x", "ls /mnt/home/ottokar/x": "ls ~/x"} {
		if got, _ := e.Freeze().Text(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestWordsAlone has words of which none is about values, under names of passwords and in environments.
func TestWordsAlone(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"environment": {"AUTH_SECRET=«falcon-dolphin»", "export API_TOKEN=«blueheron»", "docker build --build-arg NPM_TOKEN=«thunder_dolphin» -t x .", `{"env":{"JIRA_API_TOKEN":"«anchorwinter»"}}`, "MYSQL_ROOT_PASSWORD: «falconcactus»"},
		"capitals":    {"sshpass -p '«NickelShadow»' ssh x", "curl -u admin:«NickelShadow» https://x.dev", "mysql -uroot -p«NickelShadow» db", `{"password": "«NickelShadow»"}`, "DB_PASSWORD=«riverLantern!»", "POSTGRES_PASSWORD: «NickelShadowLamp»", "<password>«NickelShadow»</password>"},
		"quotes":      {`"password": "«winter_hammer»"`, `var dbPassword = "«hazel_monkey»"`, "config.password = '«puzzle_pirate»'", "UPDATE users SET password = '«magnet_pebble»'", `"client_secret":"«gingermeadow»"`, `apiKey: "«copper-hazel»"`},
		"files":       {"[security]\nadmin_user = admin\nadmin_password = «hazelwalnut»\n", "db:\n  user: crm\n  password: «velvetlantern»\n", "passphrase: >-\n  «thunderpillow»\n", "psk=«maplebanana»\n", "<password>«maple_meadow»</password>", "Server=sql01;User ID=sa;Password=«bottlegarden»"},
		"commands":    {`["redis-server", "--requirepass", "«maple_castle»"]`, "keytool -genkey -storepass «planet_summit» -alias a", "openssl pkcs12 -passout pass:'«pirate_pebble»' -in c", "mysqldump --user=root --password=«river_coffee» crm", "terraform apply -var=\"db_password=«tundra_ember»\""},
		"keys":        {"auth:\n  client_secret: «tomato_summit»\n", "./cli --api-key=«meadow-marble»", "./cli --token «pillowtomato» --env prod", `["--header", "X-Api-Key: «willow_pebble»"]`, "<apiKey>«bottleember»</apiKey>", "SENTRY_AUTH_TOKEN => «pepperguitar»"},
		"sentences":   {"пароль: «anchor_puzzle»", "**Password:** «maple_bramble»", "sign in as joe with password «candle_winter» now", "the password is `«tulipwalnut»`", "the password is «guitar-planet», please"},
		"numbers":     {"curl -H 'PRIVATE-TOKEN: «summit-maple-comet19»' https://x.dev", "api_token = '«silver-magnet-orchid53»'"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoWordsAlone has what programs, forms, messages and settings say about values, in the same places.
func TestNoWordsAlone(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`password = "new_password"`, `"password": "too_short"`, `"password": "text-input"`, `errors.password = "must_match"`, `"password": "login_form_title"`, `user.password = "hashed_value"`, `pass = "loop_unroll"`, `"pass": "dead_code_elimination"`, `"password": "confirmation_mismatch"`,
		"password: mandatory\n", "def f(\n    password=plainvalue\n)", "f({\n  user: x,\n  password: plainvalue\n})", "user = login\npassword = rawbytes\n", "  --password file_name   the file", "-p, --password wordlist", "--password string", "<password>required</password>",
		`password: "FormControl"`, "password = NickelShadow", "password: LoginForm,", "DB_PASSWORD=dbPassword", `password: "PlainText"`, `"password": "MustBeSet"`, "SENTRY_ENVIRONMENT=europe-west", "SLACK_CHANNEL=deploy-alerts", "GITHUB_REPOSITORY=falcon-dolphin", "API_KEY=localdev", "JWT_SECRET=development", "AUTH_SECRET=session-secret", "API_TOKEN=anonymous", `"STORAGE_KEY": "user-settings"`, `const STORAGE_KEY = "theme-preference"`, `{"ACCESS_TOKEN": "access_token"}`,
		`secret: "mysql-credentials"`, "./cli --token string", "  --api-key keyfile   the key", "spec:\n  token: falcon-dolphin\n", "secretKey: tls-ingress\n", "<apiKey>required</apiKey>", `"X-Auth-Token: required"`, `"secretKeyRef": {"key": "falcon-dolphin"}`, "secret: tls-ingress", `nextToken === "implements"`, `apiKey: "api-key-name"`, `account_key: 'aurora-affiliates'`,
		"the password is case-sensitive", "the password is user-defined now", "the password is hard-coded", "the password is write-only", "the password is base_path", "the password is `mandatory`", "with password user_pass and", `["password", "winter_hammer"]`,
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}
