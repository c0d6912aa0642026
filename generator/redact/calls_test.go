package redact

import (
	"strings"
	"testing"
	"time"
)

// TestPasswordsOfCalls has arguments of functions that are passwords without a name before them, and what else is a password by its place; what
// stands between « and » goes.
func TestPasswordsOfCalls(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"beside a user": {
			`const c = new Client('joe', '«Orchid1278»');`, `Connect("joe", "«k8Zq!2xW7t»")`, `conn = client.connect('db1', 5432, 'joe', '«Orchid1278»')`, `connect("db1", "joe@x.dev", "«tulip#45lemon»")`, `new ftp.FTP("h", "joe", "«Orchid-1278!»")`,
			`signInWithEmailAndPassword('joe@x.dev', '«Orchid1278»')`, `ftp_login($c, 'joe', '«Orchid1278»')`, `{\"code\":\"new Session(\\\"joe\\\", \\\"«Orchid1278!»\\\")\"}`,
		},
		"alone": {`jedis.auth("«Orchid1278»");`, `client.auth('«k8Zq!2xW7t»')`},
		"of one kind": {
			`cx_Oracle.connect('joe', '«orchid1278»', 'h/XE')`, `request.basic_auth 'joe', '«orchid1278»'`, `Credentials::new("joe".to_string(), "«tulip_orchid»".to_string())`, `.basic_auth("joe", Some("«orchid1278»"))`,
			`hmac.New(sha256.New, []byte("«orchid1278»"))`, `token.SignedString([]byte("«tulip-orchid-45»"))`, `Keys.hmacShaKeyFor("«tulipOrchid45»".getBytes())`, `CryptoJS.AES.encrypt(text, '«orchid1278»')`, `passwordEncoder.encode("«Orchid1278»")`,
			`crypto.scryptSync('«orchid1278»', salt, 32)`, `imap_open('{h}INBOX', 'joe', '«orchid1278»')`,
		},
		"pairs in base64": {`btoa('joe:«orchid1278»')`, `Buffer.from('joe:«Orchid1278!»').toString('base64')`, `base64.b64encode(b'joe:«tulip_orchid»')`, `base64.StdEncoding.EncodeToString([]byte("joe:«orchid1278»"))`, `base64_encode("joe@x.dev:«k8Zq!2x»")`},
		"Oracle": {
			"sqlplus -s joe/«Orchid1278»@//h:1521/XE @x.sql", "connect as joe/«orchid1278»@db1.x.dev:1521/ORCL", "URL=joe/«Orchid1278»@//h/XE", "exp userid=joe/«orchid1278» file=x.dmp", `sqlldr userid='joe/«orchid1278»@XE' control=x.ctl`, "rman target joe/«orchid1278»@db1",
		},
		"commands": {
			"db2 connect to SAMPLE user joe using «orchid1278»", "isql -v dsn joe «orchid1278»", "neo4j-admin dbms set-initial-password «tulip-orchid»", "ftp> user joe «orchid1278»", "127.0.0.1:6379> AUTH «Orchid1278»\nOK", "redis-cli> AUTH joe «orchid1278»\n",
			"skopeo copy --src-creds joe:«orchid1278» docker://a docker://b", "plink -pw «orchid1278» joe@h ls", "ldapwhoami -x -D cn=joe -w «orchid1278»", "security unlock-keychain -p «orchid1278» x.keychain", "psexec.py DOM/joe:«orchid1278»@srv", "impacket-secretsdump -k DOM/joe:«orchid1278»@srv", "pdftk a.pdf output b.pdf user_pw «orchid1278»",
		},
		"clients": {`given().auth().preemptive().basic("joe", "«Orchid1278»")`, "f.request :authorization, :basic, 'joe', '«orchid1278»'", `new Client(['auth' => ['joe', '«Orchid1278»']])`, `curl_setopt($c, CURLOPT_USERPWD, 'joe:«Orchid1278»');`, `wp_set_password('«orchid1278»', 1);`,
			`tweepy.OAuthHandler(key, '«k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5»')`, `Client('AC0f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2d', '«1f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2e»')`, `(db {:user "joe" :password "«orchid1278»"})`},
		"words side by side": {`FTP("h", "joe", "«tulip-orchid»")`, `signInWithEmailAndPassword("joe@x.dev", "«TulipOrchid»")`, `new SftpClient("h", "joe", "«tulip_orchid»")`, `username_pw_set("joe", "«tulip-orchid»")`, "helm install x --set-string adminPassword=«TulipOrchid» -n y", "nomad var put jobs/x db_password=«TulipOrchid»"},
		"more clients":       {`Api('joe', '«Orchid-1278!»')`, `client.username_pw_set('joe', '«Orchid1278»')`, `Client::new("joe", "«Orchid1278»")`, `Net::FTP.open('h', 'joe', '«Orchid1278»')`},
		"types":              {`API_TOKEN: Final = "«k8Zq2xW7t5Yw1PmBd3Vn»"`, `let password = String::from("«Orchid1278!»");`, `static const char kPassword[] = "«Orchid1278»";`, `char pwd[MAX_LEN] = "«Orchid1278»";`, `kwargs.setdefault('password', '«orchid1278»')`},
		"stores":             {"consul kv put app/db/password «orchid1278»", "etcdctl put /app/password «orchid1278»", "pulumi config set --secret dbPassword «orchid1278»", "rclone obscure '«orchid1278»'", `{"id":"https://v.vault.azure.net/secrets/db/0f8b","value":"«k8Zq2xW7t5Yw»"}`, "$ az keyvault secret show -n db --query value\n«k8Zq2xW7t5Yw1PmB»"},
		"other commands":     {"ssh-keygen -t ed25519 -N '«orchid1278»' -f k", "airflow users create -u joe -p «orchid1278» -r Admin", "mc admin user add local joe «orchid1278»", "mosquitto_passwd -b pw joe «orchid1278»", "ejabberdctl register joe h «orchid1278»", "/msg NickServ IDENTIFY «orchid1278»", "addauth digest joe:«orchid1278»", "joe : XAUTH \"«orchid1278»\"", "grafana-cli admin reset-admin-password «orchid1278»"},
		"more commands": {"SQL> connect joe/«Orchid1278»@XE", "xh -a joe:«orchid1278» x.dev", "yes '«orchid1278»' | passwd joe", "view --vault-password-file <(echo '«orchid1278»') x.yml", "vncpasswd -f <<< '«orchid1278»') h", "erl -setcookie «K8ZQ2XW7RT5YW1PMBD3V»",
			"tacacs-server key «orchid1278»", "snmp-server user joe g v3 auth sha «orchid1278» priv aes 128 «tulip4519»", "ACL SETUSER joe on >«orchid1278» allkeys", "option 'wpa_psk' '«orchid1278»'"},
		"pages": {`I.fillField('password', '«orchid1278»')`, `fill_in 'Password', with: '«orchid1278»'`, `userEvent.type(screen.getByLabelText(/password/i), '«orchid1278»')`},
		"servers": {"<auth-user-pass>\njoe\n«orchid1278»\n</auth-user-pass>", "authentication plain-text-password «orchid1278»", "bind_pw «orchid_1278x»", "ldap_default_authtok = «Orchid-1278»", "rootpw {SSHA}«k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1H»", "echo \"::add-mask::«orchid1278»\"",
			`<Pass encoding="base64">«b3JjaGlkMTI3OA==»</Pass>`, `<meta-data android:name="com.x.API_KEY" android:value="«k8Zq2xW7t5Yw1PmBd3Vn»" />`, `npmAuthIdent: "joe:«orchid1278»"`},
		"files": {"joe:{PLAIN}«orchid1278»", `.password("{noop}«Orchid1278»")`, "key1\tFULL\t«" + azureKey + "»\nkey2\tFULL\t«" + azureKey + "»", `{"keyName": "key1", "permissions": "FULL", "value": "«` + azureKey + `»"}`},
	} {
		checkMarked(t, group, texts)
	}
}

var azureKey = strings.Repeat("k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4", 4)[:86] + "=="

// TestNoPasswordsOfCalls has what looks like them.
func TestNoPasswordsOfCalls(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{}).Freeze()
	for _, text := range []string{
		`new Client("localhost", "5432")`, `connect("clicked", "onItem2Selected")`, `new Client("api", "2023-10-16")`, `client("s3", "us-east-1")`, `Client('joe', password)`, `connect("app", "Version120")`, `session("main", "user@Host2.dev")`, `connect("joe", "https://Host1.dev")`,
		`new Client("test", "Windows10")`, `connect('db', '/tmp/Sock123!')`, `new Account("joe", "Utf8Encoding")`, `supertest.auth('token')`, `passport.auth("local")`, `.auth("SHA256")`, `btoa('hello:world')`, `btoa("data:text/html,x1")`, `Buffer.from('joe:orchid1278', 'utf8')`, `b64encode("https://x.dev/1")`,
		`hmac.New(sha256.New, key)`, `testHash(t, sha256.New, "orchid1278x")`, `aes.new(key, mode)`, `hmacSHA256('AWS4' + key, date)`, `basic_auth is set, 'joe1278x'`, "user/repo@main", "see a/b@//c", "user/password@host:1521/XE", "joe/$PW@//h/XE", "userid=42", "userid=joe", "key1 = x\nkey2 = FULL",
		`api("v1", "users")`, `connect("workspace", "Project2024")`, `Array.from("a:b1c2d3")`, `bytes.toString("a:b1c2d3")`, `FTP("h", "joe", "user-password")`, `Client("joe", "tulip-orchid")`, `Api('joe', 'Version120')`, `.open("file", "Readonly")`, `test_case("joe", "Result12")`, `char password[64];`, `char password[] = {0};`, `passwords[i] = "x"`, "consul kv put app/name joe1278", "ssh-keygen -N '' -f k", "mc admin user add --help", "NickServ IDENTIFY", "mosquitto_passwd -c file joe", "etcdctl put /app/user joe1278", "pulumi config set aws:region eu-west-1", "a:*:*:b", "arn:aws:sqs:*:*:OrchidQueue12", "E_PASSWORD: Final = -2147467262", "*:*", "cron 0 *:*:* x", "https://v.vault.azure.net/secrets/db/0f8b", `{"id":"https://v.vault.azure.net/secrets/db/0f8b"},{"value":"Orchid1278"}`, "yes | apt install passwd ", "-setcookie $COOKIE", "tacacs-server key", "acl setuser", "SQL> connect / as sysdba", "hasło do zmiany", "option 'proto' 'static12'",
		`basic("joe", password)`, `auth: ['jwt', 'oauth2']`, `"auth": ["basic", "digest"]`, `curl_setopt($c, CURLOPT_USERPWD, $user . ':' . $pw);`, "{sha}", "{SHA}x", "::add-mask::$TOKEN", "::add-mask::${{ secrets.X }}", `userEvent.type(screen.getByLabelText(/password/i), value)`, `<Pass>1000</Pass>`, `I.seeElement('password', 'input')`, `android:name="x.Key" android:label="x"`, "<auth-user-pass>\n", "the token (optional): none", "password (min:8): required",
		"AUTH PLAIN\n", "> auth users are kept", "smtp> AUTH LOGIN\n", "{plain}", "{noop}password", "isql is a client of SQL", "db2 connect to SAMPLE", "ab -n 100 -c 10 https://x.dev/", "skopeo copy docker://a docker://b", "sqlplus /nolog",
	} {
		if got, _ := r.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestTriggersTakeLinearTime repeats what the rules of places look for.
func TestTriggersTakeLinearTime(t *testing.T) {
	r := mustNew(t, Options{}).Freeze()
	const size, most = 100_000, 20 * time.Second // far above what it takes, as machines are busy
	for _, text := range []string{
		`client('joe', `, `connect("a", "b", "c", "d"`, `.auth("`, `btoa('a:`, `basic_auth '`, ":1521", "a/b@//", "a:1521@", "userid=a/", "userid=", "> AUTH ", "key1 FULL ", "key1\"", "{plain}", "ftp> user a ", "isql a ", "sqlplus -s ", "skopeo --creds a:", "hmac.new(sha256.new, ", "aaaaaaaa:1521", "/////:1521", "a:B1 to log in", "a:*:*:", ":*:*:b", "acl setuser ", "acl setuser a >", ".vault.azure.net/secrets/", "yes a | passwd ", "-setcookie ", "password[] = ", "password[", "<<< 'a' login", "consul kv put a/password ", "creds\n", "creds:\na\n", "credentials:\n\n", "::add-mask::", "{ssha}aaaa", "<auth-user-pass>\n", "userpwd, 'a:", "auth: ['a', ", "password (a ", "password/i), ", "key android:a=", "aaaaaaaa to log in ", "creds: a ", "sign in with a@b and ", "password . . . . ", "password . : ", "password's ", "password from a to ", "(pw a", "pw Orchid1278 ", "ssh-keygen -N a ", "addauth digest a:", "xauth \"",
		" -u joe -p ", " -p ", "a -u -p -P ", "joe:x@localhost", "@10.", " login ", " login x", "mkpasswd '", `"password?"="`, "password: Some(", "password: a.b.c::d(", `{"token": {"S": `, "SET value='x' WHERE key='password' ", "' WHERE key='password'", "API_KEY (", `password\n`, `\n\n\npassword`, "\nNew value: ", "secret_id = ", "x / to log in", "\"session\": \"value\": \"", "credentials: a:b ", "pdf -upw ", "ssh a@b ", "x is the token", "this is my token\n\n", "redis- -a ",
	} {
		long := strings.Repeat(text, size/len(text))
		start := time.Now()
		r.Text(long)
		if took := time.Since(start); took > most {
			t.Errorf("%q again and again took %v", text, took)
		}
	}
}
