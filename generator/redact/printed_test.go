package redact

import (
	"strings"
	"testing"
)

// TestSecretsAsAgentsPrintThem has values in places that a panel drawn from other sources found missing: what is between « and » is redacted.
func TestSecretsAsAgentsPrintThem(t *testing.T) {
	t.Parallel()
	hex32, key := "0f3621b4c371bc79a11b711ee907b7cf", "k8Zq2xW7t5Yw1PmBd3Vn9Rk4"
	for group, texts := range map[string][]string{
		"a name and its value on two lines": {
			"   318→env:\n   319→  - name: DD_API_KEY\n   320→    value: «" + hex32 + "»", "    15\t  - name: DD_API_KEY\n    16\t    value: «" + hex32 + "»",
			"app.yaml:13:  - name: DD_API_KEY\napp.yaml:14:    value: «" + hex32 + "»", "app.yaml-13-  - name: DD_API_KEY\napp.yaml-14-    value: «" + hex32 + "»", "+  - name: DD_API_KEY\n+    value: «" + hex32 + "»",
			"> - name: DD_API_KEY\n>   value: «" + hex32 + "»", "│ - name: DD_API_KEY      │\n│   value: «" + hex32 + "» │", "2026-02-03T10:00:01.123Z INFO [main] - name: DD_API_KEY\n2026-02-03T10:00:02.123Z INFO [main]   value: «" + hex32 + "»",
			`   3→  "db_password": {` + "\n" + `   4→    "value": "«lanternCanyon6941»"`, "173→  login me@example.com\n174→  password «walnutvelvet7426»", "+machine x\n+  login me\n+  password «walnutvelvet7426»",
			" 263\t$ cat config/master.key\n 264\t«" + hex32 + "»", "-$ cat config/master.key\n-«" + hex32 + "»", "   283→requirepass «Biscuit2024#»", "   167→pin: «969529»",
		},
		"tables": {
			"+ id | api_key\n+----+-----\n+  3 | «" + key + "»", "x.txt:3: id | api_key\nx.txt:4:----+-----\nx.txt:5:  3 | «" + key + "»", "  1→| id | token |\n  2→|---|---|\n  3→| 4 | «" + key + "» |",
			" id | api_key\n----+--------------------------\n  3 | «" + key + "»\n(1 row)", "id,api_key\n3,«" + key + "»", "\x1b[2m| id | reset_token |\x1b[0m\n\x1b[2m|----|----|\x1b[0m\n\x1b[2m| 4 | «" + key + "» |\x1b[0m",
		},
		"commands": {
			"sshpass -p '«Walnut2001.»' ssh x", "echo 'db.x:5432:*:postgres:«Anchor2001_»' >> ~/.pgpass", `{"output": "openssl passwd -6 «BiscuitOrchid60143»", "code": 0}`, "│ openssl passwd -6 «ThunderBiscuit66710»      │", "kubectl create secret generic db --from-literal=password=«xfuePWDY7HzZv»", "db_password = \"«rPjFBRtaEoeC»\"",
			"data:\n  .env: «UE9SVD04MApEQl9QQVNTV09SRD1zYWRkbDNjYWN0dXMzMTA1CkRFQlVHPTAK»\nEOF",
			"twine upload -u __token__ -p '«Dune2022%»' dist/*", "openssl passwd -6 «Tiger12226»", "oathtool --totp -b «Z4OM7FCCZNK5NZ3CIOAQDRICTNXKCKWO»", "printf '%s' '«Y7Awl9Mj5JhxT9ze»' | gh secret set DB_PASSWORD",
			"curl -b 'session=«AexBbQFLxs5O0hDDSTZelpgRrBwvRxKY»' https://x.dev", `wget --header x --cookie "theme=dark; session=«AexBbQFLxs5O0hDDSTZelpgRrBwvRxKY»" https://x.dev`, `{"out": "curl -u \"app:«Maple97084»\" https://x.dev"}`,
			"$ cat ~/.pgpass\n*:*:*:root:«Maple1988x»", "<pre>db.x.dev:5432:app:gamma:«c0m3tbasil9513»</pre>",
		},
		"questions and notes": {
			"Password for 'https://app@git.x.dev': «Biscuit39916»", "Admin credentials: root / «Sunset32943»", `{"a": "{\"pass\": \"«Ember1977!»\"}"}`, `{"out": "\"pin\": \"«389435»\""}`,
		},
		"SQL": {"ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '«EM4neR9XZlW7»';", "alter user x identified with caching_sha2_password by '«EM4neR9XZlW7»'"},
		"calls": {
			`SigningKey = []byte("«` + key + `»")`, `const secret = Buffer.from('«` + key + `»', 'base64')`, `api_key = SecretStr("«` + key + `»")`, `storePassword "«Tiger58765»"`, `{"o": "storePassword \"«Tiger58765»\""}`,
			"await page.getByLabel('Password').fill('«Thunder2020*»')", `cy.get("[name=password]").type("«Dune2019*»")`, `driver.find_element(By.ID, "password").send_keys("«Dune2019*»")`,
			`req.SetBasicAuth("admin", "«c0m3tmeadow764»")`, `requests.get(url, auth=("bob", "«3mb3rglacier1009»"))`, `smtp.login("me@example.com", "«Puzzle2015!»")`, `new Credential("user", "«Puzzle1988%»")`,
			"jwt.sign(payload, '«" + key + "»', { expiresIn: '1h' })", `jwt.encode({"sub": f(1, 2)}, "«` + key + `»", algorithm="HS256")`, "createHmac('sha256', '«" + key + "»')", "new ethers.Wallet('0x«b681b8747ef010923064a886d5e153ab540418153d92a82b425f56de1a530b30»')", `pyotp.TOTP("«VURHOYOSM2FJT6I4N5JYIU7MIIN3HS6Z»").now()`,
		},
		"lists": {
			"x.env:12:Recovery codes:\nx.env:13:«kknbj-7n5im»\nx.env:14:«hgepa-qvfid»\nx.env:15:«kttu7-s0vls»", "Recovery codes: «dmlhw-vyxuz», «en7d9-pjg5l», «a1d8q-ltci5»",
			"x.pem:12:-----BEGIN PRIVATE KEY-----\nx.pem:13:«bQvqBnI25y7sCptH9KAF1PGgejBges1/aFY2E37QEdrkVHO/a8kF4QBoSJIx73XN»\nx.pem:14:«B19OFVi7rnLl6sTddHBpNAVwouu2g2pgyEjPLP2bpTEZSp/FBu0SWbQvqBnI25y7»",
			"Recovery codes:\n«unnx2-acuf0»\n«co7jj-q7eb5»\n«fb53c-dpe06»\n«j04qz-gv4av»", "Your recovery codes (store them safely):\n1. «5e2aq-vl3hl»\n2. «xv968-a85y4»\n3. «3l12i-en1l7»", `{"recovery_codes": ["«y84ca058jo»", "«i6via76u5t»", "«a0d6yyunai»"]}`,
			"Backup codes: «12345670», «88412093», «55120934»", `{\n  \"backupCodes\": [\n    \"«97jsv-9ixrz»\",\n    \"«lt7oj-88udw»\",\n    \"«waqg9-iud5j»\"\n  ]\n}`, " 4→Backup codes\n 5→  «97jsv-9ixrz»\n 6→  «lt7oj-88udw»\n 7→  «waqg9-iud5j»",
			`[{"keyName": "key1", "permissions": "FULL", "value": "«` + strings.Repeat("vo8pLLrjH3a4R4lwDfQKh4P6", 3) + `7/+x8AmQ0e1Z7d==»"}]`,
			`MNEMONIC="«angry allow again ability actual angle across change actual zone wrong across»"`, "seed phrase: «zebra amazing angle can adult album this torch addict wrong accuse abuse»",
		},
		"signs": {
			"SECRET_KEY = 'django-insecure-«b%l98%1y#)r-d1sv1=j_zb2))5pw(ojcapi^==1)%!px^owo_u»'", "DJANGO_SECRET_KEY='«lcfw(7cxagl*kuvh5&!54p2^osb+o5zgzt@lkh=b6-=oi0@%e8»'",
			"SECRET_KEY = 'django-insecure-«z0dv)3b@3*buiclazv-8!jm94(gl1m-s448xpkguwc6xxge@qr»'", "SECRET_KEY = '«@cnzq0b645s_#k^y3#egj&m5^6^w^q1oap(_rpka(#sbea+^@d»'", "DJANGO_SECRET_KEY='«(h2vy8ue3wdo^glegkr(%!3r^k!0k98bqb53d7dt35qi)i8@%n»'",
		},
		"tokens": {"it is `EAA«" + strings.Repeat("Aly694rDaIjdSz7ZKLYmdG6uXoKvKZ7N", 5) + "`»"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoSecretsAsAgentsPrintThem has texts that look like those, and hold no secret.
func TestNoSecretsAsAgentsPrintThem(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	for _, text := range []string{
		"   319→  - name: API_KEY\n   320→    valueFrom:\n   321→      secretKeyRef:\n   322→        name: db", "app.yaml:13:  - name: LOG_TOKENS\napp.yaml:14:    value: true", " id | api_key\n----+---------\n  3 | <null>\n(1 row)",
		"openssl passwd -6 -stdin < file", "oathtool --totp -b $SECRET", "printf '%s\\n' \"$TOKEN\" | gh secret set X", "curl -b cookies.txt https://x.dev", "curl -b 'theme=dark' https://x.dev", "*:*:*:user:password",
		"Password for 'https://app@git.x.dev': ", "Credentials: see / docs", `storePassword keystoreProperties["storePassword"]`, `the password "field" is empty`, "page.getByLabel('Password').fill(password)", "page.getByLabel('Password').fill('')",
		`req.SetBasicAuth(user, pass)`, `auth=("user", "password")`, `auth.login("google", "popup")`, `client.login("me@example.com", password)`, "jwt.sign(payload, process.env.JWT_SECRET)", "jwt.verify(token, 'your-secret-here')", "createHmac('sha256', secret)", `new Wallet(privateKey, provider)`,
		`key := []byte("hello world")`, `const token = Buffer.from(header, "base64")`, "Recovery codes: see the settings page\nsecond-try 2fa-login", "backup codes are shown once", "The recovery code of a1b2c3d4 failed", `{"recovery_codes": []}`, "Backup codes\n2026-01-02 2026-01-03 2026-01-04",
		`"keyName": "primary", "value": "blue"`, `pat: []byte("MThd\\x00\\x00\\x00\\x06"),`, "the seed words: choose the words that you can remember when your phone is not with you", "IDENTIFIED WITH auth_socket;",
	} {
		if out, found := e.Text(text); out != text {
			t.Errorf("%q became %q (%s)", text, out, found[0].Rule)
		}
	}
}

// TestUsersInPrompts names users beside a host: those whose home directory is in the build.
func TestUsersInPrompts(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{"cd /home/lanttwv/src\nlanttwv@buildbox:~/src$ ls", "cd /home/lanttwv/src\nssh lanttwv@10.0.0.3", "a:13:/Users/lanttwv/x\na:15:-rw-r--r--  1 lanttwv  staff  120 Jan  3 10:00 a.txt", "HOME=/home/lanttwv\nSHELL=/bin/sh", `HOME="/Users/lanttwv"`} {
		if out, _ := e.Text(text); strings.Contains(out, "lanttwv") {
			t.Errorf("%q became %q", text, out)
		}
	}
	if out, _ := e.Text("cd /home/lanttwv/src\nnpm i @lanttwv2/x other@host"); !strings.HasSuffix(out, "npm i @lanttwv2/x other@host") {
		t.Errorf("%q", out)
	}
}
