package redact

import "testing"

// TestLooselyPlaced has values where only a person sees at once what they are: behind words of a command that another one follows,
// alone on the line below an address, in the configuration of a network switch, under the plural of a name. Values are between « and ».
func TestLooselyPlaced(t *testing.T) {
	t.Parallel()
	const seed = "olive flavor squirrel ability journey mimic basket napkin magnet umbrella unfair element"
	for group, texts := range map[string][]string{
		"commands": {"rabbitmqctl change_password joe '«Nougat.Anvil.7»' 2>&1 | tail -5", "sh -c \"rabbitmqctl add_user joe «nougat4x» && rabbitmqctl set_permissions joe '.*'\"",
			"flask create-admin joe «nougat47!» || true", "./create-user.sh joe joe@x.dev «nougat47»", "bash <(curl -s https://codecov.io/bash) -t «b6ea86e8-ec77-4575-aca7-452b0403c45c»",
			"imapsync --user1 joe --password1 '«nougat47»' --user2 ann --password2 «anvil-thimble»", "govc ls -u 'admin@vsphere.local:«nougat47»@vc.x.dev'", "usermod -p «nougat47x» joe", "etcdctl user add joe:«nougat47»",
			"bundle config gems.x.dev joe:«nougat47»", "qpdf --encrypt «nougat47» «anvil-thimble» 256 -- a b", "echo «U4mFgLTOSZyQoIiMw9dmlwJ9+zvGBYiC+NMkW+EcAic=» | wg pubkey", "echo '«nougat47»' | su - joe -c id",
			"printf '%s\\n%s\\n' '«anvil-thimble»' '«anvil-thimble»' | passwd joe", "  MONITOR ups@localhost 1 upsmon «nougat47» master", "sendemail -xu joe -xp «nougat47»"},
		"calls": {"ftp_login($conn, 'gregor80', '«nougat47x»')", "conn.connect(\"10.0.0.5\", 22, \"joe\", \"«anvil-thimble»\")", "red:auth(\"«nougat47x»\")", "co = cohere.Client(\"«DSVeVCjjm27b5KaLnGUE7YrVUgXiPeFdECmGvgYp»\")",
			"SearchClient.create(\"OXNXK93QVO\", \"«15cf9ecd00755381e81e130e8f4b4180»\")", "bind_pw => q{«nougat47»},", "alter user joe identified by \"«nougatAnvil47»\" account unlock;"},
		"symbols of Ruby": {"set :smtp_pass, \"«HMZ8n0lt6XMKsEV»\"", "-set(:session_secret, ENV['S'])\n+set(:session_secret, '«k8Zq2xW7t5Yw1PmB»')"},
		"cookies":         {"from devtools:\n_gh_sess=«cWi5nPhfNFsQrtGQQxJWzyjz6sGD2N3i5P5r9nQzPzcZ8k»"},
		"headers of Go":   {"headers=\"map[X-Api-Key:[«9qa17I1do4fG5IRbQWbSXxrvb9zWZ2pR»] Accept:[*/*]]\"", "map[Authorization:[Bearer «9qa17I1do4fG5IRbQWbSXxrvb9z»]]"},
		"Postman":         {`"apikey": [{ "key": "value", "value": "«ipVJPBNLzcTVVNjpBOJIY9rQxKeX8NQ0»" }]`},
		"parts":           {"const half = \"«ghp_iPfgW0glSVphAXFV7J19»\" +\n  \"«ilIJuquWuVreqXIr»\";"},
		"tables":          {"DB_PASSWORD\t\tFalse\t«nougat47x»\nPORT\t\tFalse\t1"},
		"switches": {"username joe privilege 15 secret «nougat47»", "username joe password 7 «0822455D0A16»", " key-string «nougat47»", "neighbor 10.0.0.1 password «nougat47»", "local-user joe password cipher «Nougat@47»",
			"        set psksecret «Nougat47.»", "set system login user joe authentication plaintext-password '«nougat47»'", "snmp community «Nougat47» authorization ro"},
		"mail":   {"C: A1 LOGIN joe_doe «yotf57utz»\nS: A1 OK LOGIN completed"},
		"alarms": {"alarm_control_panel:\n  - platform: manual\n    code: \"«8543»\"\n", "The alarm code is «4821»."},
		"Erlang": {"RABBITMQ_ERLANG_COOKIE=«E22PETZLHAD6HOEAOTPA» rabbitmq-server", "erlang.cookie\n«1PKDWRJZ44AOTK4NGX9L»\n", "iex --cookie «E22PETZLHAD6HOEAOTPA» --name x"},
		"seeds": {"Your recovery words (write them down):\n\n«" + seed + "»\n\nStore them.", "Save this to recover your new keypair:\n«" + seed + "»\n====", "«" + seed + "»\n",
			"wallet backup:\n1. «olive»\n2. «flavor»\n3. squirrel\n4. ability\n5. journey\n6. mimic\n7. basket\n8. napkin\n9. magnet\n10. umbrella\n11. unfair\n12. «element»"},
		"licences":  {"[license]\nserial = «5496-NR6I-CH5B-2185»\nseats = 25", "Activation code: «5496-NR6I-CH5B-2185»", "OA3xOriginalProductKey\n«Q2KXN-SY7EU-68VTV-FHRRD-9JKXX»"},
		"codes":     {"Recovery code «XKQW-MNPL-RTSV»", "Apple recovery key «XKQW-MNPL-RTSV-AB12-1234-WXYZ-7777»", "backup code: «8412-9073»", "use the backup code «84129073»"},
		"addresses": {"curl https://hc-ping.com/«4cf4a93d-e727-40f9-8a20-222228fc8db4»", "https://uptime.betterstack.com/api/v1/heartbeat/«ZqXBbkCtnTKaFHRvpbXjGwEm»", "jdbc:oracle:thin:joe/«N@ugat47x»@db:1521:XE"},
		"homes":     {`D:\Benutzer\«greta91»\Dokumente`, "~/.claude/projects/-Users-«amara.kowalczyk»-work-fleet/1.jsonl"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestLooselySaid has values that somebody says, in sentences of many forms.
func TestLooselySaid(t *testing.T) {
	t.Parallel()
	checkMarked(t, "sentences", []string{
		"usuario: admin / clave: «nougat47» , prueba otra vez", "la chiave è «Nougat71@»", "the passphrase for the key is \"«cobalt velvet glacier»\" without quotes", "# login: joe // «velvet_puzzle55»",
		"Der Login klappt jetzt mit `admin` und `«anvil-thimble»`.", "creds for staging:\njoe@x.dev\n«nougat47»\ndon't commit them", "login for the demo box:\nadmin\n«Turnip62!»", "mdp root = «Nougat.Anvil.7»",
		"hasło do bazy to «okhz77czs», użytkownik joe", "пароль от базы «Cobalt54*», хост", "пароль от базы «hunter4099», хост", "gmail app password: «qnqt ljte cnhs vcuk» use that", "credentials from the .env: joe_app / «nougat47» on web",
		"the db password is «dragon2», user sa", "llave de la API de Holded: «b4ab7313838dd6251d72cedd63a5bd9b»", "pin: «4821»",
	})
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{"the login page is `index.html` and `Admin2024View` renders it", "creds for staging:\nsee the wiki\nPage2024 has them", "set secret rotation days 30", "map[a:[b c] d:[e]]", "set :pass_through, \"everything\"", "assert_equal :token, \"IdentifierToken\"",
		`{"key": "value", "value": "example"}`, "my $x = qw(a b c);", "token = q(tokenName)", "username joe is not secret enough", "serial number 5CG9123ABC", "\tPassword  *string\n\tExpired   int64",
		"mnemonic: \"test test test test test test test test test test test junk\"", "wallet service: add the type and check that account data can be used by every client", "2014-08-22:JoeSmith1990@inbox.com:29191",
		`const tokenAddress = "0xb264d1ee5c64f39cd22b6d6e9bd2c5311a30597f";`, "Password: obbligatoria\nCodice: inserire", "    password: \"{{ vault_app_password | password_hash('sha512') }}\"",
		"adduser joe docker", "qpdf --encrypt userpassword ownerpassword 256 -- a b", "PIN 8901 on the board", "encryptedData:\n  password: AgBhc1BEdXfZ9ywM3IuXikozgy0ZejQzx95oU+Nrn4tfzk9VBF4XNjHGsTzFJZBbRp9xnBEksx5Qjop5hnqTopVGsNnmCaB0JrGBW6WnbzSUbvK6CPruHWKOQ3IJS0aRoXiVPdyFGIvXVKbWt8FoFGsSxqFX6"} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}

// TestTabs has lines of switches with tabs in them, which end.
func TestTabs(t *testing.T) {
	t.Parallel()
	checkMarked(t, "tabs", []string{"username joe\tsecret\t«nougat47»", "username \tjoe \t password 7 «0822455D0A16»", "neighbor\t \t", "key-string \t«nougat47»"})
}

// TestLooselyNamed has values of which the section, the resource or the list around them says what they are.
func TestLooselyNamed(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"sections":  {"[providers.openrouter]\nurl = \"https://x.dev\"\nkey = \"«15cf9ecd00755381e81e130e8f4b4180»\"", "encryption:\n  key: «15cf9ecd00755381e81e130e8f4b4180»", `"stripe": {"key": "«15cf9ecd00755381e81e130e8f4b4180»"}`},
		"Terraform": {"  ~ resource \"aws_ssm_parameter\" \"db_password\" {\n      ~ value   = \"«nougat47x»\" -> \"«anvil4107»\"\n    }", "resource \"azurerm_key_vault_secret\" \"x\" {\n  name  = \"x\"\n  value = \"«nougat47x»\"\n}"},
		"forms":     {`<input value="«nougat47»" name="p" type="password">`},
		"tables":    {"select name, pass from u;\n name | pass\n------+-----------\n joe  | «nougat47»\n(1 row)"},
		"programs":  {"{default_pass, <<\"«nougat47»\">>}", "SECRET_KEY = \"«nougat47»\"", "createUser joe SHA «nougat47» AES «anvil4107»", "user = \"joe:«nougat47»\"", "notion = Client(auth=\"«15cf9ecd00755381e81e130e8f4b4180»\")"},
		"commands":  {"$ glab config get token --host x\n«15cf9ecd00755381e81e130e8f4b4180»", "$ heroku auth:token\n ›   Warning: token will expire 08/03/2025\n«HRKU-566f28c6-5d6e-4e5b-9d72-f8588334c161»"},
		"chats":     {"/msg NickServ IDENTIFY joe «nougat47»", "/oper joe «nougat47»", "HELLO 3 AUTH default «nougat47»"},
		"lists":     {"chpasswd:\n  list: |\n    root:«nougat47»\n    joe:«anvil4107»\n", "sudo chpasswd <<EOF\nroot:«nougat47»\nEOF"},
		"tests":     {"Input Password    id=pw    «nougat47»", "Input Text    id:password    «nougat47»", "ActiveSheet.Unprotect \"«nougat47»\"", "new BCryptPasswordEncoder().encode(\"«nougat47»\")"},
		"servers":   {"steamcmd +login joe «nougat47» +app_update 90", "register => joe:«nougat47»@sip.x.dev/100", ".logon h/joe,«nougat47»"},
		"said":      {"please rotate the password «hunter409», it leaked", "ssh admin@10.0.0.4 password «hunter409»", "User: admin Pass: «hunter409»", "u/p: admin/«hunter409»", "Access code: «hunter409»", "비번 «hunter409»", "şifre «hunter409»"},
		"strings":   {`{"stdout": "echo \"«k8Zq2xW7t5Yw1PmB»\" | wrangler secret put X"}`},
		"phones":    {"SIM PUK: «48213377»"},
		"networks":  {"Wi-Fi key: «nougat47x»", "SSID: HomeNet\nPass: «nougat47»"},
		"shares":    {`\\fs01\users\«amara.k»\docs`, "/home2/«amara.k»/x"},
	} {
		checkMarked(t, group, texts)
	}
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{"cache:\n  key: 15cf9ecd00755381e81e130e8f4b4180", `"artifact": {"key": "15cf9ecd00755381e81e130e8f4b4180"}`, "resource \"aws_ssm_parameter\" \"db_host\" {\n  value = \"db47.x.dev\"\n}",
		"    pass\n\nclass A: pass\n", "<input value=\"Password\" type=\"password\">"} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}
