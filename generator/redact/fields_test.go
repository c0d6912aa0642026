package redact

import (
	"strings"
	"testing"
)

// TestNamesInOtherFields has values whose names are in other fields; what stands between « and » goes.
func TestNamesInOtherFields(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"fields":  {`{"value":"«Orchid-1278»","name":"DB_PASSWORD"}`, `[{"ParameterKey":"DbPassword","ParameterValue":"«OrchidTulip»"}]`, "ParameterKey=DbPassword,ParameterValue=«Orchid1278»", `{"selector":"input[name='password']","text":"«tulip_orchid_45»"}`, `{"element":"Password field","ref":"e12","text":"«Orchid1278»"}`, `{"key": "DB_PASSWORD", "type": "secret", "scope": "all", "value": "«23.09.1994»"}`},
		"lines":   {"users\n  user joe insecure-password «0rchidTul1p»\n", "# client server secret IP\njoe * «tulip-orchid» *\n", "joe pptpd «Orchid1278» *\n", "[smtp.x.dev]:587 joe:«tulip-orchid»\n", "user joe on >«Orchid1278» ~* +@all", `: PSK "«tulip-orchid»"`, "d-i passwd/user-password password «Orchid1278»\n", "auth_pass «tulip_orchid_45»\n", " ppp chap password «Orchid1278»\n", "hibernate.connection.password «OrchidTulip»\n", "rootpw --plaintext «0rchidTul1p»\n", "PASSWORD elastic = «tulip_orchid_45»\n", "User: joe\nPass: «Orchid581»\n", "<Password><Value>«0rchidTul1p»</Value></Password>"},
		"pairs":   {"db1 ansible_user=joe ansible_password=«OrchidTulip»", "vault login -method=userpass username=joe password=«OrchidTulip»", "curl -d 'user=joe&password=«OrchidTulip»' https://x.dev", "{User:joe Password:«OrchidTulip» Port:5432}", `basicauth=joe:«tulip_orchid_45»`, "ALTER USER joe IDENTIFIED BY «Orchid1278»;", "PRAGMA key = '«0rchidTul1p»';"},
		"command": {"openssl rsa -in k.pem -passin pass:«OrchidTulip» -out p.pem", `printf '%s\n%s\n' '«0rchidTul1p»' '0rchidTul1p' | passwd joe`, "echo «OrchidTulip» | kinit joe@X.DEV", "restic --password-command 'echo «0rchidTul1p»' backup", `expect "assword:"; send "«tulip_orchid_45»\r"`, "snmpwalk -v3 -u joe -A «Orchid1278» h", `dotnet user-secrets set "Db:Password" "«0rchidTul1p»"`, "args:\n  - --password\n  - «tulip-orchid»\n", "mvn -Dpassword=«OrchidTulip» verify", `impala --ldap_password_cmd="echo -n «0rchidTul1p»"`, "snowsql -a x -u joe -p «0rchidTul1p»", "certutil -p «OrchidTulip» -importpfx a.pfx", "sonar-scanner -Dsonar.login=«69c64773-031f-6725-480d-c3932677172a»", `#define WIFI_PASS "«OrchidTulip»"`},
		"yaml":    {"password: !!str «0rchidTul1p»\n", `password: &pw "«0rchidTul1p»"`, `~ password = "x" -> "«0rchidTul1p»"`, "password has been set to: «orchid1278»"},
		"prose":   {"username joe password «Orchid776» is new", "default credentials joe/«OrchidTulip»", "<li>Password: <code>«Orchid874»</code></li>", "«tulip_orchid_45» is my admin password", "here's the pw «orchid1278»", "The default password («0rchidTul1p») has to be changed", `password "«0rchidTul1p»" is too weak`, "Пароль для входа: «orchid1278»", "<tr><th>Password</th><td>«OrchidTulip»</td></tr>", `{ user: "joe", pass: "«OrchidTulip»" }`},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoNamesInOtherFields has what looks like them.
func TestNoNamesInOtherFields(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`{"value":"orchid","name":"theme"}`, `{"name":"DB_PASSWORD","valueFrom":{"secretKeyRef":{"name":"db"}}},{"name":"MODE","value":"orchid-1278"}`, "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n- name: MODE\n  value: orchid1278\n",
		`{"field":"password","message":"orchid1278"}`, `{"element":"Password field","ref":"e12"}`, `{"element":"Forgot password link","text":"orchid1278"}`, `{"title":"Password","text":"Forgot your password?"}`,
		"signatures on >=3.8 are invalid", "a function identified by 0b0001.", "users, server secrets\nand more of them here *", "cargo login --registry my-registry", "password sufficient pam_unix.so", "password required\n", "Pass: Test12\n", "PASS: TestLogin2\n", "password for x = y\n",
		"login or password incorrect2", "password (required)", "password (SHA256) is", "password (min 8 characters)", `password "sha256" is`, `{ color: "x", pass: "ShadowTexture" }`, "set_password(plainValue2)", "func f(user=x, password=plainValue)", "auth: ldap:389", "auth=https://x.dev:8080", "{Kind:keyword Pass:PlainText}", "password: &str", `"a" -> "b"`,
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestFieldsOfRecords has fields of a record: the name of a value is in another field of its object, or before it in a list.
func TestFieldsOfRecords(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for record, gone := range map[string]bool{
		`{"input":{"element":"Password field","ref":"e12","text":"Orchid-1278"}}`:                                       true,
		`{"input":{"selector":"#login-password","value":"Orchid-1278"}}`:                                                true,
		`{"input":{"args":["--user","joe","--password","Orchid-1278"]}}`:                                                true,
		`{"input":[{"ParameterKey":"DbPassword","ParameterValue":"Orchid-1278"}]}`:                                      true,
		`{"input":{"fields":[{"name":"Password","type":"textbox","value":"Orchid-1278"}]}}`:                             true,
		`{"input":{"element":"Search field","ref":"e12","text":"Orchid-1278"}}`:                                         false,
		`{"command":["curl","-u","joe:Orchid-1278","https://x.dev"]}`:                                                   true,
		`{"command":["redis-cli","-h","x.dev","-a","Orchid-1278","ping"]}`:                                              true,
		`{"command":["docker","exec","db","mysql","-u","root","-p","shop1278"]}`:                                        false,
		`{"command":["docker","exec","db","mysql","-uroot","-pOrchid-1278"]}`:                                           true,
		`{"command":["client","-u","joe","-v","-p","Orchid-1278"]}`:                                                     true,
		`{"input":{"url":"https://x.dev","auth":["joe","Orchid-1278"]}}`:                                                true,
		`{"command":["docker","run","-u","joe","-p","1278:80","web"]}`:                                                  false,
		`{"command":["gh","secret","set","DB","--body","Orchid-1278"]}`:                                                 true,
		`{"input":{"secret_name":"DB","value":"Orchid-1278"}}`:                                                          true,
		`{"input":{"element":"API key textbox","ref":"e4","text":"Zq2xW7t5Yw1PmBd3Vn1278"}}`:                            true,
		`{"command":["gh","issue","create","--body","Orchid-1278"]}`:                                                    false,
		`{"command":["mkdir","-p","Orchid-1278"]}`:                                                                      false,
		`{"command":["curl","-X","POST","-o","Orchid-1278"]}`:                                                           false,
		`{"input":{"args":["--password","--user","Orchid-1278"]}}`:                                                      false,
		`{"input":[{"name":"DB_PASSWORD","from":"x"},{"name":"MODE","value":"Orchid-1278"}]}`:                           false,
		`{"input":{"password":{"label":"Password","text":"orchidtulip"}}}`:                                              false,
		`{"input":{"element":"Password field","text":"must have 8 or more letters, and a number in it (Orchid-1278)"}}`: false,
	} {
		col := e.Collect()
		col.Record([]byte(record))
		out, _ := e.Freeze(col.Values()).Record([]byte(record))
		if left := strings.Contains(string(out), "1278") || strings.Contains(string(out), "orchidtulip"); left == gone {
			t.Errorf("want it gone: %v, got %s", gone, out)
		}
	}
}
