package personal

import (
	"strconv"
	"strings"

	"steno/generator/redact/chars"
)

// Names of accounts are also known from places that can have nothing else, without a home
// directory: what id, whoami and who print, an environment, /etc/passwd, a prompt, the log of a
// login. Accounts of systems and services are not people.

// firstPerson and lastPerson bound the numbers of people's accounts: from 500 on on macOS, from
// 1000 on on Linux, up to nobody's.
const (
	firstPerson = 500
	lastPerson  = 60000
)

// services are names of accounts of systems and services. As names of home directories they may be people's.
var services = chars.Set(
	"daemon", "bin", "sys", "sync", "games", "man", "lp", "mail", "news", "uucp", "proxy", "backup", "list",
	"irc", "gnats", "sshd", "messagebus", "polkitd", "dbus", "chrony", "ntp", "avahi", "syslog", "tcpdump",
	"systemd", "system", "administrator", "service", "svc", "support", "operator", "ftp", "apache", "httpd",
	"nginx", "caddy", "http", "mysql", "mariadb", "postgresql", "mongodb", "mongo", "redis",
	"rabbitmq", "kafka", "zookeeper", "cassandra", "elastic", "elasticsearch", "kibana", "logstash", "grafana",
	"prometheus", "influxdb", "telegraf", "consul", "nomad", "vault", "haproxy", "memcached", "memcache",
	"tomcat", "jetty", "jboss", "jenkins", "gitlab", "gitlab-runner", "gitea", "forgejo", "buildkite-agent",
	"actions", "ci", "deploy", "deployer", "web", "api", "worker", "builder", "build", "ansible", "hadoop",
	"spark", "airflow", "oracle", "sap", "azureuser", "opc", "centos", "fedora",
	"rocky", "almalinux", "alpine", "arch", "core", "bitnami", "kali", "parallels", "container", "nonroot",
	"appuser", "application", "server", "client", "local", "localuser", "nextjs", "rails", "django", "php",
	"python", "java", "go", "rust", "www", "_www", "nixbld", "nix", "brew", "minio", "keycloak", "steam",
	"minecraft", "plex", "pihole", "homeassistant", "abuild", "mockbuild", "bot", "sudo", "adm", "everyone",
	"none", "null", "login", "superuser",
)

// learn replaces a name that can only be that of an account, and knows it from now on.
func (f *Finder) learn(start, end int) {
	name := f.S[start:end]
	if len(name) < 3 || !chars.All(name, chars.IsLabel) || !chars.Some(name, chars.IsLetter) ||
		name[0] == '_' || standIn(name) || strings.HasPrefix(name, "systemd-") || impersonal(name) {
		f.user(start, end)
		return
	}
	f.Users = append(f.Users, name)
	f.Replace(start, end, "user-name", neutralUser)
}

// impersonal reports a name that is nobody's.
func impersonal(name string) bool {
	name = strings.ToLower(name)
	return genericUsers[name] || services[name]
}

// standIn reports what people write where the name of an account goes.
func standIn(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "your") || strings.Contains(name, "user") || strings.Contains(name, "example")
}

// learnNumbered does so when the number of the account is a person's.
func (f *Finder) learnNumbered(start, end int, number string) {
	if n, err := strconv.Atoi(number); err == nil && n >= firstPerson && n < lastPerson {
		f.learn(start, end)
		return
	}
	f.user(start, end)
}

// LearnWords are before the name of an account that somebody logged in to, in small letters.
var LearnWords = []string{"accepted publickey for ", "accepted password for ", "session opened for user ",
	"session closed for user ", " of user ", "logged in to github.com account ", "logged in to github.com as ",
	"logged in to gitlab.com as "}

// Learn handles the name at s[at:].
func Learn(f *Finder, start, at int) {
	s, stop := f.S, at
	if before := chars.Lower(s[max(0, start-len("new session c123")):start]); s[start] == ' ' && !strings.Contains(before, "session ") {
		return
	}
	stop = chars.Run(s, stop, at+40, chars.IsLabel)
	stop = chars.RunOfBack(s, at, stop, ".")
	f.learn(at, stop)
	if rest, ok := strings.CutPrefix(s[stop:], " by "); ok { // session opened for user root by joe(uid=1000)
		at = len(s) - len(rest)
		stop = chars.Run(s, at, at+40, chars.IsLabel)
		if strings.HasPrefix(s[stop:], "(uid=") {
			f.learn(at, stop)
		}
	}
}

// Windows handles the name behind that of a machine: DESKTOP-AB12CD3\\joe. s[end:] is behind the dash.
func Windows(f *Finder, end int) {
	s := f.S
	for from := end; end < len(s) && end < from+8 && chars.IsWord(s[end]); {
		end++
	}
	at := chars.RunOf(s, end, len(s), `\`)
	stop := chars.Run(s, at, at+40, chars.IsLabel)
	if at > end && stop > at {
		f.learn(at, stop)
	}
}

// prompt reports whether what follows joe@ makes it the prompt of a shell: host:~/src$, host src]$,
// host src %, host MINGW64.
func prompt(s string, from, at int) bool {
	stop := chars.Run(s, at, at+64, chars.IsLabel)
	rest := s[stop:min(len(s), stop+120)]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	switch {
	case stop == at || rest == "":
		return false
	case strings.HasPrefix(rest, ":~"), strings.HasPrefix(rest, ":/"):
		path := strings.TrimLeft(rest[1:], "~/")
		end := 0
		for end < len(path) && (chars.IsLabel(path[end]) || path[end] == '/' ||
			path[end] == ' ' && end+1 < len(path) && chars.IsWord(path[end+1])) {
			end++
		}
		return end < len(path) && strings.IndexByte("$#%>", path[end]) >= 0 && (end+1 == len(path) || path[end+1] == ' ')
	case rest[0] == ' ' && strings.HasPrefix(rest, " MINGW"):
		return true
	case rest[0] == ' ' && from > 0 && s[from-1] == '[':
		i := strings.IndexByte(rest, ']')
		return i > 0 && i+1 < len(rest) && strings.IndexByte("$#", rest[i+1]) >= 0
	case rest[0] == ' ' && (from == 0 || s[from-1] == '\n' || strings.HasSuffix(s[:from], ") ")):
		i := strings.Index(rest, " % ")
		return i > 0 && strings.IndexByte(rest[1:i], ' ') < 0 || strings.HasSuffix(rest, " %") && strings.Count(rest, " ") == 2
	}
	return false
}
