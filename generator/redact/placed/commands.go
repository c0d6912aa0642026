package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/kind"
)

// command is a program that takes a password behind a short flag, or as one of its words. (Long flags
// such as --password are read like any other name, and -p directly behind -u joe is a password whatever
// the program, see BesideUser.)
type command struct {
	programs []string
	flags    []string
	pair     string // divides the value into a user and a password
	// positional returns the number of the word, among those that are no options, that is the
	// password, 0 for none.
	positional func(words []string) int
}

// commands are these programs. Names without a blank behind them begin the names of several.
var commands = []command{
	{[]string{"curl "}, []string{"-u", "--user", "-U", "--proxy-user", "--cert", "-E"}, ":", nil},
	{[]string{"http ", "xh "}, []string{"-a", "--auth"}, ":", nil},
	{[]string{"mysql", "mariadb", "sshpass ", "mongo", " login ", "7z ", "7za ", "useradd ", "usermod ", "rdesktop ", "hydra ", "ncftpput ",
		"twine ", "psexec ", "PsExec ", "cypher-shell ", "certutil ", "az sql ", "create-keychain ", "supabase ",
		"airflow users create ", "altool ", "unlock-keychain ", "beeline ", "elasticsearch-users ",
		"unrar ", "doveadm pw ", "influx "}, []string{"-p"}, "", nil},
	{[]string{"influx "}, []string{"-t", "--token"}, "", nil},
	{[]string{"b2 authorize-account "}, nil, "", onlyWord(3)},
	{[]string{"b2 account authorize "}, nil, "", onlyWord(4)},
	{[]string{"valkey-", "redis-"}, []string{"-a ", "--pass", "AUTH"}, "", nil},
	{[]string{"ldapsearch ", "ldapmodify ", "ldapadd ", "security add-", "ldapwhoami ", "ldapdelete ", "ldapcompare ", "kadmin ",
		"vsql "}, []string{"-w"}, "", nil},
	{[]string{"ldappasswd "}, []string{"-w", "-s"}, "", nil},
	{[]string{"sqlcmd ", "bcp ", "zip ", "unzip ", "ipmitool ", "security import ", "tsql ",
		"osql "}, []string{"-P"}, "", nil},
	{[]string{"mosquitto_"}, []string{"-P", "--pw"}, "", nil},
	{[]string{"openssl "}, []string{"-k", "-K"}, "", nil},
	{[]string{"wget "}, []string{"--http-passwd"}, "", nil},
	{[]string{"smbclient ", "rpcclient "}, []string{"-U", "--user"}, "%", nil},
	{[]string{"mount.cifs "}, []string{"-o"}, "password=", nil},
	{[]string{"net ", "winexe ", "wmic "}, []string{"-U"}, "%", nil},
	{[]string{"htpasswd "}, nil, "", nil},
	{[]string{"gh secret set "}, []string{"--body", "-b"}, "", nil},
	{[]string{"glab variable set "}, []string{"--value", "-v"}, "", nil},
	{[]string{"eas secret:create ", "eas env:create ", "aws ssm put-parameter ", "keyvault secret set "}, []string{"--value"}, "", nil},
	{[]string{"secretsmanager "}, []string{"--secret-string"}, "", nil},
	{[]string{"clickhouse-client "}, []string{"--password"}, "", nil},
	{[]string{"hash-password "}, []string{"--plaintext"}, "", nil},
	{[]string{"sqlplus ", "impdp ", "expdp ", "sqlldr ", "psexec.py ", "wmiexec.py ", "smbexec.py ", "secretsdump.py ",
		"getTGT.py ", "mssqlclient.py ", "impacket-", "SQL> connect ", "SQL> conn "}, nil, "/", nil},
	{[]string{"nmcli "}, []string{"password", "wifi-sec.psk", "802-11-wireless-security.psk"}, "", nil},
	{[]string{"wpa_passphrase ", "vault login ", "openssl passwd ", "rclone obscure ",
		"NickServ :IDENTIFY "}, nil, "", onlyWord(2)},
	{[]string{"ansible-vault encrypt_string ", "http-basic."}, nil, "", word(2)},
	{[]string{"networksetup ", "net user ", "crypto isakmp key "}, nil, "", word(3)},
	{[]string{"rabbitmqctl add_user ", "rabbitmqctl change_password ", "user-secrets set ", "isql ", "drush user:password ", "drush upwd ", "ftp> user ",
		"mosquitto_passwd "}, nil, "", onlyWord(3)},
	{[]string{"create-admin ", "create_admin ", "create-user ", "create_user ", "createuser ", "create-superuser ", "create_superuser ", "add-user ",
		"add_user ", "adduser ", "add-user.sh ", "create-user.sh ", "user:create ", "user:add ", "change-password ", "change_password ", "changepassword ",
		"set-password ", "set_password ", "reset-password ", "reset_password ", "user:password "}, nil, "", behindUser(1)},
	{[]string{"user add ", "user create ", "users add ", "users create ", "admin create ", "user set-password "}, nil, "", behindUser(2)},
	{[]string{"mc alias set "}, nil, "", word(6)},
	{[]string{"xfreerdp "}, []string{"/p:"}, "", nil},
	{[]string{"schtasks "}, []string{"/rp", "/p"}, "", nil},
	{[]string{"lftp "}, []string{"-u", "--user"}, ",", nil},
	{[]string{"net use "}, nil, "", netUse},
	{[]string{"ConvertTo-SecureString "}, nil, "", word(1)},
	{[]string{"oathtool ", "set-initial-password ", "reset-admin-password "}, nil, "", onlyWord(1)},
	{[]string{"etcdctl "}, []string{"--user"}, ":", nil},
	{[]string{"etcdctl user add "}, nil, ":", nil},
	{[]string{"bundle config "}, nil, "", lastPair},
	{[]string{"qpdf --encrypt "}, nil, "", chosenWord(1)},
	{[]string{"qpdf --encrypt "}, nil, "", chosenWord(2)},
	{[]string{"bw unlock "}, nil, "", onlyWord(2)},
	{[]string{"bw login "}, nil, "", onlyWord(3)},
	{[]string{"sendemail ", "sendEmail "}, []string{"-xp"}, "", nil},
	{[]string{"snmpwalk ", "snmpget "}, []string{"-c", "-A", "-X"}, "", nil},
	{[]string{"signtool ", ".pfx ", ".p12 "}, []string{"/p", "-p"}, "", nil},
	{[]string{"doctl ", "codecov ", "codecov.io/bash) "}, []string{"-t"}, "", nil},
	{[]string{" login "}, nil, "", randomWord(1)},
	{[]string{" operator unseal "}, nil, "", randomWord(2)},
	{[]string{"mkpasswd "}, nil, "", quotedWord},
	{[]string{"ssh "}, nil, "", behindHost},
	{[]string{"pdf"}, []string{"-upw", "-opw"}, "", nil},
	{[]string{"rclone config "}, []string{"pass"}, "", nil},
	{[]string{"snmp-server community "}, nil, "", community},
	{[]string{"rocommunity ", "rwcommunity "}, nil, "", communityAt(1)},
	{[]string{"com2sec "}, nil, "", communityAt(3)},
	{[]string{"cache_peer "}, []string{"login="}, ":", nil},
	{[]string{"LOGIN "}, nil, "", mailLogin},
	{[]string{"db2 connect "}, []string{"using"}, "", nil},
	{[]string{"rman "}, []string{"target"}, "/", nil},
	{[]string{"evil-winrm ", "crackmapexec ", "nxc "}, []string{"-H"}, "", nil},
	{[]string{"xdotool type "}, nil, "", surelyWord(2)},
	{[]string{"message-digest-key ", "authentication-key "}, []string{"md5"}, "", nil},
	{[]string{"radius-server host ", "tacacs-server host "}, []string{"key"}, "", nil},
	{[]string{"winrs "}, []string{"-p:", "/p:"}, "", nil},
	{[]string{"snmp-server user "}, []string{"md5", "sha", "des", "128", "192", "256"}, "", nil},
	{[]string{"consul kv put ", "cf set-env ", "pulumi config set "}, nil, "", behindName(4)},
	{[]string{"etcdctl put "}, nil, "", behindName(3)},
	{[]string{"ssh-keygen "}, []string{"-N", "-P"}, "", nil},
	{[]string{"esxcli system account "}, []string{"-p", "-c"}, "", nil},
	{[]string{"mc admin user add "}, nil, "", onlyWord(6)},
	{[]string{"ejabberdctl register "}, nil, "", onlyWord(4)},
	{[]string{"addauth digest "}, nil, ":", nil},
	{[]string{"skopeo "}, []string{"--creds", "--src-creds", "--dest-creds"}, ":", nil},
	{[]string{"ab "}, []string{"-A"}, ":", nil},
	{[]string{"plink ", "pscp ", "psftp "}, []string{"-pw"}, "", nil},
	{[]string{"swaks "}, []string{"-ap"}, "", nil},
	{[]string{"rar a "}, []string{"-hp", "-p"}, "", nil},
	{[]string{"pdftk "}, []string{"input_pw", "user_pw", "owner_pw"}, "", nil},
	{[]string{"createUser "}, []string{"MD5", "SHA", "DES", "AES"}, "", nil},
	{[]string{"nickserv identify ", "NickServ identify ", "nickserv IDENTIFY ", "NickServ IDENTIFY "}, nil, "", identified},
	{[]string{"/oper "}, nil, "", chosenWord(1)},
	{[]string{"HELLO "}, nil, "", greeted},
	{[]string{"Input Password "}, nil, "", onlyWord(3)},
	{[]string{"Input Text "}, nil, "", typedText},
	{[]string{"+login "}, nil, "", chosenWord(2)},
	{[]string{"register => "}, nil, ":", nil},
	{[]string{".logon "}, nil, ",", nil},
	{[]string{"MONITOR "}, nil, "", monitored},
	{[]string{"+sv_setsteamaccount ", "+rcon_password ", "+sv_password ", "+rcon.password "}, nil, "", word(1)},
	{[]string{"pihole "}, []string{"-p"}, "", nil},
	{[]string{"ccrypt "}, []string{"-K"}, "", nil},
	{[]string{"keystroke ", "Send, "}, nil, "", surelyWord(1)},
	{[]string{"github-oauth.", "gitlab-token.", "gitlab-oauth."}, nil, "", word(1)},
	{[]string{"nsupdate ", "dig "}, []string{"-y"}, ":", nil},
	{[]string{"nuget push "}, []string{"-k", "-ApiKey"}, "", nil},
}

// name is one of the programs of a command.
type name struct {
	word string
	*command
}

var names = func() (all []name) {
	for i := range commands {
		for _, program := range commands[i].programs {
			all = append(all, name{program, &commands[i]})
		}
	}
	return all
}()

// options are the programs with a password behind a flag of one letter, by their name or what it begins with.
var options = func() map[string]*command {
	all := map[string]*command{}
	for _, n := range names {
		program := strings.TrimSuffix(n.word, " ")
		if len(n.flags) > 0 && len(strings.TrimSpace(n.flags[0])) == 2 && !strings.Contains(program, " ") {
			all[program] = n.command
		}
	}
	return all
}()

const longestProgram = 24 // bytes of a name

// Option returns the flag of one letter behind which a program takes a password, and what divides the name of a user
// from it there. It is "" when none is known.
func Option(program string) (flag, pair string) {
	if len(program) > longestProgram {
		return "", ""
	}
	found := options[program]
	for n := len("mysql"); n < len(program) && found == nil; n++ {
		if c := options[program[:n]]; c != nil && !c.whole(program[:n]) {
			found = c
		}
	}
	if found == nil {
		return "", ""
	}
	return strings.TrimSpace(found.flags[0]), found.pair
}

// whole reports whether a name of a command is that of one program, and not what those of several begin with.
func (c *command) whole(program string) bool { return slices.Contains(c.programs, program+" ") }

// asks reports the clients of MySQL: without a password directly behind its option, they ask for one.
func asks(program string) bool {
	return strings.HasPrefix(program, "mysql") || strings.HasPrefix(program, "mariadb")
}

// Database reports whether the word behind the option -p of a program is the name of a database. One that
// looks like a password was meant as one.
func Database(program, word string) bool { return asks(program) && !kind.StrongMix(word) }
