package placed

import (
	"strings"

	"steno/generator/redact/judge"
)

// Kinds of calls whose argument is judged in another way.
const (
	pairs  = -1 - iota // it is user:password
	beside             // many other functions are called so: it is a string behind the name of a user, and surely a password
	login              // as these, but the function says more: it may be words side by side
	alone              // as these, and it is the only argument
	keyed              // it is among the arguments of what makes a client, and drawn by chance
)

// call is a function of which one argument is a secret, whatever the names of values around it.
type call struct {
	argument int // which one
	class    judge.Class
	least    int      // bytes of what has to be random, 0: of what people choose, too; or one of those above
	texts    []string // that the name of the function ends with, in small letters
}

// calls are these functions. Names are cut where what is left begins with letters that words seldom have, as these
// are looked for: gnin( of signIn, ple_bind( of simple_bind. With a blank in place of the bracket they are of Ruby
// or of SQL.
var calls = []call{
	{1, judge.Password, 0, []string{"basicauth(", "basic_auth(", ".auth(", "dauthentication(", "epasswordtoken(",
		"credentials.basic(", "gnin(", "auth=(", "auth = (", "login(", "authenticate(", "authenticationtoken(",
		"wifi.begin(", "r.createasync(", "rdasync(", "gninasync(", "userpassword(", "pgp_sym_encrypt(", "pgp_sym_decrypt(",
		"credential(", "credentials(", "check_password_hash(", "auth.basic(", "auth::basic(", "ple_bind(", "ple_bind_s(", "createuser(",
		"basic_auth ", "ials::new(", "ls.create(", "stauth(", "ntlmauth(", "cx_oracle.connect(", "oracledb.connect(",
		"oci_connect(", "textauthprovider(", "wlan.connect(", "wifi.connect(", "sta_if.connect(", "wifi.softap(", "wifimulti.addap(", "pbkdf2_hmac(", "preemptive().basic(", "pkcs12_parse(", ":basic, ", "wpdb(", "sp_addlogin ", "sp_password "}},
	{1, judge.Password, 0, []string{"at+cwjap=", "cwjap_def=", "cwjap_cur=", "at+cwsap="}},
	{4, judge.Password, 0, []string{"sp_addlinkedsrvlogin "}},
	{3, judge.Password, 0, []string{"wdialer("}},
	{2, judge.Password, 0, []string{"keyring.set_password("}},
	{2, judge.Password, 0, []string{"inauth(", "create_user(", "create_superuser(", "withemailandpassword(",
		"mysqldb.connect(", "do->__construct(", "sequelize(", "sql.connect(", "dbi->connect(", "pdo(", "sql.newinstance(", "mysqli_connect(",
		"mysqli(", "getconnection(", "ldap_bind(", "auth_password(", "odbc_connect(", "db2_connect(", "imap_open(", "mysql_connect(",
		"mssql_connect(", "ibase_connect(", "ftp_login("}},
	{1, judge.Secretive, 0, []string{"signwith(", "jwt.sign(", "jwt.verify(", "jwt.encode(", "jwt.decode(", "createhmac(",
		"lsprovider(", "aes.encrypt(", "aes.decrypt(", "pheriv("}},
	{0, judge.Password, 0, []string{"ssh.password(", "mpassword(", "h::make(", "crypt(", "hash_password(", "make_password(",
		"hashpw(", "hashsync(", "comparesync(", "bcrypt.hash(", "wait hash(", "bcrypt.compare(", "argon2.hash(", "password_hash(",
		"password_verify(", "fy_password(", "unprotect(", "unprotect ", "checkpw(", "check_password(", "h::check(", "dencoder.encode(", "dencoder().encode(", "dencoder.matches(", "word.create(",
		"cryptsync(", "pbkdf2sync(", "pbkdf2(", "rfc2898derivebytes(", "set_password("}},
	{0, judge.Secretive, 0, []string{"hmac.new(", "symmetricsecuritykey(", "kieparser(", "fernet(", "everifier.new(",
		"eencryptor.new(", "aes.new(", "hmacsha256(", "hmac256(", "shakeyfor(", "keyspec(", "kiestore(", "csrf.protect(",
		"signedstring(", "hmac.new(sha256.new,", "hmac.new(sha512.new,", "newcipher(",
		"esafeserializer(", "timedserializer(", "timestampsigner(", "chacha20poly1305.new("}},
	{1, judge.Secretive, 0, []string{"hmac.hexdigest(", "hmac.digest(", "hmac.base64digest("}},
	{2, judge.Secretive, 0, []string{"hash_hmac(", "retcredential("}},
	{0, judge.Secretive, 80, []string{"bs58.decode("}},
	{1, judge.Secretive, 16, []string{"newstaticv4(", "newstaticv2(", "auth.oauth2("}},
	{2, judge.Secretive, 16, []string{"minio.new(", "vapiddetails(", "outletdevice(", "bulbdevice(", "tinytuya.device("}},
	{0, judge.Token, 20, []string{"gitlab.newclient(", "ient().run(", "bot.run(", "client.run(", "bot.login(", "client.login(", "bot.start("}},
	{0, judge.Secretive, 16, []string{"totp(", "hotp(", "otp.new(", "authenticator.generate(", "totp.generatecode(",
		"oauthhandler("}},
	{1, judge.Secretive, 16, []string{"authenticator.check(", "totp.validate("}},
	{0, judge.Secretive, 64, []string{"wallet(", "from_key(", "keytoaccount(", "keytoaddress(", "accounts.wallet.add(", "privatekey(", "private_key(", "from_secret(",
		"hextoecdsa(", "from_hex(", "signingkey("}},
	{0, judge.Secretive, 80, []string{"fromsecretkey(", "from_base58_string(", "b58decode("}},
	{2, judge.Secretive, 0, []string{"openssl_encrypt(", "openssl_decrypt("}},
	{1, judge.Secretive, 32, []string{"twilio(", "oauthhandler(", "userhandler(", "oauth1session(", "set_access_token(", "oauth1(", "twilio')("}},
	{3, judge.Secretive, 32, []string{"userhandler(", "oauthhandler(", "oauth1(", "oauth1session("}},
	{0, judge.Password, pairs, []string{"b64encode(", "btoa(", "r.from(", "etostring(", "64_encode(", "t_encode64(",
		"userpwd, "}},
	{1, judge.Password, beside, []string{".basic(", "auth' => [", "auth: [", "auth\": [", "auth\":[", "lient(", "nnect(",
		"nt::new(", "api(", "auth(", "smtp(", "ssion("}},
	{1, judge.Key, 20, []string{"createclient(", "algoliasearch("}},
	{1, judge.Token, 20, []string{"cookies.set(", "set_cookie(", "setcookie(", "res.cookie("}},
	{2, judge.Key, 20, []string{"telegramclient("}},
	{1, judge.Password, login, []string{"pw_set(", "ftp.open(", "ftpclient(", "fluxdbclient(", "ftp(",
		"andpassword("}},
	{0, judge.Password, alone, []string{".auth(", ":auth(", ">auth(", "sendline("}},
	{0, judge.Password, 0, []string{"redis.auth(", "redis->auth(", "red:auth(", "redis:auth(", "rdb.auth("}},
	{0, judge.Key, keyed, []string{"client(", "clientv2(", "client.create("}},
}

// function is one of the texts of a call.
type function struct {
	text string
	*call
	longer []string // other texts that end with this one, and say more
}

var functions = func() (all []function) {
	for i := range calls {
		for _, text := range calls[i].texts {
			all = append(all, function{text: text, call: &calls[i]})
		}
	}
	for i := range all {
		for j := range all {
			if long := all[j].text; long != all[i].text && strings.HasSuffix(long, all[i].text) && all[j].least == 0 && all[i].least == 0 {
				all[i].longer = append(all[i].longer, long)
			}
		}
	}
	return all
}()
