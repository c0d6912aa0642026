package redact

import "testing"

// TestPairsOfUserAndPassword has users and passwords side by side, in sentences and in tables.
func TestPairsOfUserAndPassword(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	const gone = "[redacted:password#1]"
	for _, c := range [][2]string{
		{"use root/", " for the test machine"}, {"the box is up (admin/", ")"}, {"| web1 | postgres/", " |"},
		{"| Host | Login |\n|---|---|\n| web1 | joe/", " |\n"}, {"| Host | Credentials |\n|---|---|\n| web1 | `joe:", "` |\n"},
		{"| System | User / Password | Port |\n|---|---|---|\n| db | joe / ", " | 1 |\n"},
		{"Credentials for staging: `deploy` / `", "`"}, {"bitte nimm als Passwort ", " und lege joe an"},
	} {
		if text := c[0] + "Kettle4971" + c[1]; true {
			if got, _ := e.Text(text); got != c[0]+gone+c[1] {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
	if got, _ := e.Text("login: admin / Mango2018_"); got != "login: admin / "+gone {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{
		"user/password, admin/root, root/lib64/x86_64 and admin/website2024", "checkout admin/feature-123abc", "/srv/root/Kettle4971",
		"root/Project2024 and admin/Gemfile.lock", "admin/4f1c9a0e7b1e4a53", "root/Kettle4971/x", "postgres/16-alpine", "root/IMG20240101.jpg",
		"| Method | Access |\n|---|---|\n| GET | read/write |\n| POST | admin:all |\n", "| Path | Login |\n|---|---|\n| a/b | none |",
		"| Key | Login |\n", "admin/Kettle.v4971",
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %q became %q", text, got)
		}
	}
}

// TestCommandsThatPrintAPassword has passwords that are words of the command that settings name to print them.
func TestCommandsThatPrintAPassword(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	const gone = "[redacted:password#1]"
	for _, c := range [][2]string{
		{`BORG_PASSCOMMAND="echo `, `"`}, {`export BORG_PASSCOMMAND='echo -n `, `'`}, {`RESTIC_PASSWORD_COMMAND="printf '%s' '`, `'"`},
		{`restic --password-command 'echo `, `' snapshots`}, {`msmtp --passwordeval="echo `, `"`}, {`passwordCommand: echo `, "\nport: 1"},
	} {
		if got, _ := e.Text(c[0] + "kettle71x" + c[1]); got != c[0]+gone+c[1] {
			t.Errorf("got %q", got)
		}
	}
	for _, text := range []string{
		`BORG_PASSCOMMAND="cat /root/.borg-passphrase"`, `BORG_PASSCOMMAND="pass show borg"`, `BORG_PASSCOMMAND="echo $PASS"`,
		"the flag --password-command prints it", `passwordCommand: "secret-tool lookup borg main"`,
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %q became %q", text, got)
		}
	}
}

// TestValuesInOtherPlaces has places that resemble those of other tests: a line below, a cookie without a header,
// an escaped address, what an interpreter prints.
func TestValuesInOtherPlaces(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	key := "k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1H"
	for _, c := range []struct{ before, value, behind, rule string }{
		{"Your new API key (shown once):\n\n  ", key, "\n\nStore it safely.", "token"},
		{"Here is your password (valid for a day):\n\n", "Kettle4971", "\n", "password"},
		{"Authorization: Bearer\n    ", key, "\n", "token"},
		{"password:\n\n    ", "Kettle4971_", "\n", "password"},
		{`"db": "postgres:\/\/app:`, "kettle71x", `@db:5432\/app"`, "url-credentials"},
		{"sid=", key, "; Path=/; HttpOnly", "secret"},
		{"a .AspNetCore.Cookies=", key + key, "", "secret"},
		{"PRIVMSG NickServ :IDENTIFY ", "Kettle4971", "", "password"},
		{">>> Fernet.generate_key()\nb'", key + "Lp0QzAb3ckd=", "'", "secret"},
		{"API_KEY = \\\n    \"", key, "\"", "api-key"},
		{">>> base64.b64encode(os.urandom(24))\nb'", key, "'", "secret"},
		{"session.cookies.set(\"auth\", \"", key, "\")", "token"},
		{"Config(user=joe, password=Some(", "Kettle4971!", "))", "password"},
		{"wifi: WiFi.begin(ssid, \"", "kettle71x", "\");", "password"},
		{"$ nmcli -s -g 802-11-wireless-security.psk connection show Home\n", "kettle71x", "\n", "password"},
		{"$ gcloud secrets versions access 3 --secret=x\n", "?ESyw-ZEQG2]Zn@W", "\n", "password"},
	} {
		got, found := e.Text(c.before + c.value + c.behind)
		if len(found) != 1 || got != c.before+found[0].Placeholder+c.behind {
			t.Errorf("%q became %q", c.before+c.value+c.behind, got)
		}
	}
	if got, _ := e.Text(`\\\\wsl$\\Ubuntu\\home\\jbrandt\\src`); got != `\\\\wsl$\\Ubuntu~\\src` {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{
		"theme=dark; Path=/; Max-Age=31536000", "lang=en; Secure", "x = (a; path=b)", "basic\nbearer\n", "Authorization: Bearer\n  <token>\n",
		"Token (optional):\n\nThe token of the user.", `"https:\/\/x.dev\/a:b@c"`, ">>> generate_key()\n'hello'",
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %q became %q", text, got)
		}
	}
}
