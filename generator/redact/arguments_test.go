package redact

import "testing"

// TestValuesPeopleChoose has passwords as people choose them; what stands between « and » goes.
func TestValuesPeopleChoose(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"birthdays": {`password = "«23.09.1994»"`, "DB_PASSWORD=«14.02.1987»", "pass = «03.11.2001»\n", "the password is «17-08-1969», please", "| user | password |\n|---|---|\n| joe | «16/12/1955» |", "Username  Password\n--------  --------\njoe       «27-12-1971»"},
		"alphabets": {"DB_PASSWORD=«Осень2031»", `{"password":"«Осень314»"}`, "the password is «Осень31»", "curl -u joe:«Осень31» https://x.dev", "postgres://joe:«Осень31»@h/db"},
		"words":     {"machine h\n  login joe\n  password «PepperOrchid»\n", "the password is «OrchidTulip», please", "the password is «tulip_orchid_45» now", "Initial root password: «OrchidTulipPirate»\n", "| **Password** | `«OrchidTulip»` |"},
		"arguments": {`new PDO($dsn, 'joe', '«Orchid1278?»')`, `DBI->connect("dbi:Pg:x", 'joe', '«tulip-orchid-lemon»')`, `smtp.PlainAuth("", "joe", "«OrchidTulip»", "h")`, `new PasswordAuthentication(user, "«Orchid1278»".toCharArray())`,
			`bcrypt.GenerateFromPassword([]byte("«Orchid1278»"), 12)`, `userManager.CreateAsync(user, "«Orchid1278»")`, `users.AddPasswordAsync(user, "«OrchidTulip»")`, `ssh.Password("«OrchidTulip»")`, `signIn(page, 'joe@x.dev', '«Orchid1278»')`, `Hash::make('«tulip_orchid_45»')`,
			`requests.get(u, auth=('joe', '«OrchidTulip»'))`, `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("«Orchid1278»"))`, `hmac.new(b'«0rchidTul1p»', msg, 'sha256')`, `jwt.verify(token, "«orchid1278»")`, `select pgp_sym_encrypt('x', '«Orchid1278»')`},
		"characters": {`store.load(in, "«Orchid1278»".toCharArray());`, `char[] pw = "«tulip_orchid_45»".toCharArray();`},
		"setters":    {`Map.of("password", "«tulip_orchid_45»")`, `values.Set("password", "«orchid1278»")`, `store.setItem('password', '«0rchidTul1p»')`, `page.type('input[type=password]', '«Orchid1278»')`, "INSERT INTO settings VALUES (3, 'smtp_password', '«tulip_orchid_45»')"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoValuesPeopleChoose has what looks like them.
func TestNoValuesPeopleChoose(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`"access_token":"insufficientscope"`, "MY_TOKEN=longenough", "postgres://joe:<password>@localhost/db", "use the password from 1Password", "Forgot password: ClickHere\n", "| **password** | `FormControl` |",
		"password: Contraseña", "password: Contraseña nueva", `"password": "Hasło"`, `"PASSWORD" = "Şifre";`, `"password": "Пароль2024"`, "password changed on 23.09.1994", `password: "2.19.94"`, "the password is HashedValue now", "Psw    PswT\nFp     FloatRegs\n",
		`new PDO($dsn, $user, $password)`, `new PDO($dsn, 'joe', 'postgres')`, `smtp.PlainAuth("", user, pass, host)`, `bcrypt.GenerateFromPassword([]byte(password), 12)`, `users.CreateAsync(user, "Password")`, `hmac.new(self.secret_key.encode('utf-8'), msg)`, `encrypt(secret.encode('utf-8'), context)`,
		`loadCredential(got, "api.x.dev/foo/bar")`, `ftp->login("anonymous",'-anonymous@')`, `char[] hex = "0123456789abcdef".toCharArray();`, `char[] a = "orchid1278".toCharArray();`, `Map.of("password", "required")`, `errors.add("password", "mismatch")`, `.put("password", "varchar")`, "INSERT INTO labels VALUES ('password', 'Contraseña')", `page.type('#email', 'joe@x.dev')`,
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}
