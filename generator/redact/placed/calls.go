package placed

import "steno/generator/redact/judge"

// Kinds of calls whose argument is judged in another way.
const (
	pairs  = -1 - iota // it is user:password
	beside             // many other functions are called so: it is a string behind the name of a user, and surely a password
	login              // as these, but the function says more: it may be words side by side
	alone              // as these, and it is the only argument
)

// calls are functions of which one argument is a secret, whatever the names of values around them.
// Names are cut where what is left begins with letters that words seldom have: these are looked
// for.
var calls = []struct {
	text     string // that the name of the function ends with, in small letters
	argument int    // which one
	class    judge.Class
	least    int // bytes of what has to be random, 0: of what people choose, too; or one of those below
}{
	{"basicauth(", 1, judge.Password, 0},
	{"basic_auth(", 1, judge.Password, 0},
	{".auth(", 1, judge.Password, 0},
	{"inauth(", 2, judge.Password, 0},          // PlainAuth
	{"dauthentication(", 1, judge.Password, 0}, // PasswordAuthentication
	{"epasswordtoken(", 1, judge.Password, 0},  // UsernamePasswordToken
	{"credentials.basic(", 1, judge.Password, 0},
	{"gnin(", 1, judge.Password, 0}, // signIn
	{"auth=(", 1, judge.Password, 0},
	{"auth = (", 1, judge.Password, 0},
	{"login(", 1, judge.Password, 0},
	{"authenticate(", 1, judge.Password, 0},
	{"authenticationtoken(", 1, judge.Password, 0},
	{"create_user(", 2, judge.Password, 0},
	{"create_superuser(", 2, judge.Password, 0},
	{"withemailandpassword(", 2, judge.Password, 0},
	{"mysqldb.connect(", 2, judge.Password, 0},
	{"sequelize(", 2, judge.Password, 0},
	{"signwith(", 1, judge.Secretive, 0},
	{"sql.connect(", 2, judge.Password, 0},
	{"dbi->connect(", 2, judge.Password, 0},
	{"pdo(", 2, judge.Password, 0},
	{"sql.newinstance(", 2, judge.Password, 0},
	{"wifi.begin(", 1, judge.Password, 0},
	{"ssh.password(", 0, judge.Password, 0},
	{"r.createasync(", 1, judge.Password, 0}, // userManager.CreateAsync
	{"rdasync(", 1, judge.Password, 0},       // AddPasswordAsync, CheckPasswordAsync
	{"gninasync(", 1, judge.Password, 0},     // PasswordSignInAsync
	{"userpassword(", 1, judge.Password, 0},
	{"mpassword(", 0, judge.Password, 0}, // GenerateFromPassword
	{"h::make(", 0, judge.Password, 0},   // Hash::make
	{"pgp_sym_encrypt(", 1, judge.Password, 0},
	{"pgp_sym_decrypt(", 1, judge.Password, 0},
	{"credential(", 1, judge.Password, 0},
	{"credentials(", 1, judge.Password, 0},
	{"mysqli_connect(", 2, judge.Password, 0},
	{"mysqli(", 2, judge.Password, 0},
	{"getconnection(", 2, judge.Password, 0},
	{"crypt(", 0, judge.Password, 0},
	{"hash_password(", 0, judge.Password, 0},
	{"make_password(", 0, judge.Password, 0},
	{"generate_password_hash(", 0, judge.Password, 0},
	{"check_password_hash(", 1, judge.Password, 0},
	{"hashpw(", 0, judge.Password, 0},
	{"hashsync(", 0, judge.Password, 0},
	{"comparesync(", 0, judge.Password, 0},
	{"bcrypt.hash(", 0, judge.Password, 0},
	{"bcrypt.compare(", 0, judge.Password, 0},
	{"argon2.hash(", 0, judge.Password, 0},
	{"password_hash(", 0, judge.Password, 0},
	{"password_verify(", 0, judge.Password, 0},
	{"jwt.sign(", 1, judge.Secretive, 0},
	{"jwt.verify(", 1, judge.Secretive, 0},
	{"jwt.encode(", 1, judge.Secretive, 0},
	{"jwt.decode(", 1, judge.Secretive, 0},
	{"createhmac(", 1, judge.Secretive, 0},
	{"hmac.new(", 0, judge.Secretive, 0},
	{"symmetricsecuritykey(", 0, judge.Secretive, 0},
	{"kieparser(", 0, judge.Secretive, 0}, // cookieParser
	{"fernet(", 0, judge.Secretive, 0},
	{"totp(", 0, judge.Secretive, 16},
	{"hotp(", 0, judge.Secretive, 16},
	{"otp.new(", 0, judge.Secretive, 16},
	{"authenticator.generate(", 0, judge.Secretive, 16},
	{"authenticator.check(", 1, judge.Secretive, 16},
	{"totp.generatecode(", 0, judge.Secretive, 16},
	{"totp.validate(", 1, judge.Secretive, 16},
	{"auth.basic(", 1, judge.Password, 0},
	{"ple_bind(", 1, judge.Password, 0}, // simple_bind
	{"ple_bind_s(", 1, judge.Password, 0},
	{"everifier.new(", 0, judge.Secretive, 0}, // MessageVerifier.new
	{"eencryptor.new(", 0, judge.Secretive, 0},
	{"ldap_bind(", 2, judge.Password, 0},
	{"createuser(", 1, judge.Password, 0},
	{"db.auth(", 1, judge.Password, 0},
	{"wallet(", 0, judge.Secretive, 64},   // shorter ones are addresses
	{"basic_auth ", 1, judge.Password, 0}, // of Ruby, without brackets
	{"ials::new(", 1, judge.Password, 0},  // Credentials::new
	{"ls.create(", 1, judge.Password, 0},
	{"lsprovider(", 1, judge.Secretive, 0},
	{"stauth(", 1, judge.Password, 0},
	{"ntlmauth(", 1, judge.Password, 0},
	{"auth_password(", 2, judge.Password, 0}, // ssh2_auth_password
	{"cx_oracle.connect(", 1, judge.Password, 0},
	{"oracledb.connect(", 1, judge.Password, 0},
	{"oci_connect(", 1, judge.Password, 0},
	{"odbc_connect(", 2, judge.Password, 0},
	{"db2_connect(", 2, judge.Password, 0},
	{"imap_open(", 2, judge.Password, 0},
	{"fy_password(", 0, judge.Password, 0},
	{"checkpw(", 0, judge.Password, 0},
	{"h::check(", 0, judge.Password, 0},        // Hash::check
	{"dencoder.encode(", 0, judge.Password, 0}, // passwordEncoder.encode
	{"dencoder.matches(", 0, judge.Password, 0},
	{"word.create(", 0, judge.Password, 0}, // BCrypt::Password.create
	{"cryptsync(", 0, judge.Password, 0},
	{"pbkdf2sync(", 0, judge.Password, 0},
	{"pbkdf2_hmac(", 1, judge.Password, 0},
	{"rfc2898derivebytes(", 0, judge.Password, 0},
	{"aes.encrypt(", 1, judge.Secretive, 0},
	{"aes.decrypt(", 1, judge.Secretive, 0},
	{"aes.new(", 0, judge.Secretive, 0},
	{"pheriv(", 1, judge.Secretive, 0},
	{"openssl_encrypt(", 2, judge.Secretive, 0},
	{"openssl_decrypt(", 2, judge.Secretive, 0},
	{"hmacsha256(", 0, judge.Secretive, 0},
	{"hmac256(", 0, judge.Secretive, 0},
	{"shakeyfor(", 0, judge.Secretive, 0}, // Keys.hmacShaKeyFor
	{"keyspec(", 0, judge.Secretive, 0},   // SecretKeySpec
	{"kiestore(", 0, judge.Secretive, 0},
	{"csrf.protect(", 0, judge.Secretive, 0},
	{"signedstring(", 0, judge.Secretive, 0},
	{"hmac.new(sha256.new,", 0, judge.Secretive, 0}, // hmac.New(sha256.New, key) of Go
	{"hmac.new(sha512.new,", 0, judge.Secretive, 0},
	{"twilio(", 1, judge.Secretive, 32},
	{"b64encode(", 0, judge.Password, pairs}, // of user:password
	{"btoa(", 0, judge.Password, pairs},
	{"r.from(", 0, judge.Password, pairs},
	{"etostring(", 0, judge.Password, pairs},
	{"64_encode(", 0, judge.Password, pairs},
	{"t_encode64(", 0, judge.Password, pairs},
	{"userpwd, ", 0, judge.Password, pairs}, // of curl
	{".basic(", 1, judge.Password, beside},
	{":basic, ", 1, judge.Password, 0}, // of Ruby
	{"auth' => [", 1, judge.Password, beside},
	{"auth: [", 1, judge.Password, beside},
	{"auth\": [", 1, judge.Password, beside},
	{"auth\":[", 1, judge.Password, beside},
	{"set_password(", 0, judge.Password, 0},
	{"oauthhandler(", 1, judge.Secretive, 32},
	{"set_access_token(", 1, judge.Secretive, 32},
	{"oauth1(", 1, judge.Secretive, 32},
	{"createclient(", 1, judge.Key, 20},
	{"lient(", 1, judge.Password, beside}, // new Client('joe', 'x')
	{"nnect(", 1, judge.Password, beside},
	{"nt::new(", 1, judge.Password, beside},
	{"api(", 1, judge.Password, beside},
	{"auth(", 1, judge.Password, beside},
	{"smtp(", 1, judge.Password, beside},
	{"pw_set(", 1, judge.Password, login}, // username_pw_set of MQTT
	{"ftp.open(", 1, judge.Password, login},
	{"ssion(", 1, judge.Password, beside},
	{"ftpclient(", 1, judge.Password, login},
	{"fluxdbclient(", 1, judge.Password, login},
	{"preemptive().basic(", 1, judge.Password, login},
	{"ftp(", 1, judge.Password, login},
	{"ftp_login(", 1, judge.Password, login},
	{"andpassword(", 1, judge.Password, login}, // signInWithEmailAndPassword
	{".auth(", 0, judge.Password, alone},
	{"sendline(", 0, judge.Password, alone},
	{"sp_addlogin ", 1, judge.Password, 0}, // of SQL Server
	{"sp_password ", 1, judge.Password, 0},
}
