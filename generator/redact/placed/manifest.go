package placed

import (
	"encoding/base64"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// plainData are entries of a secret of Kubernetes that are no secrets themselves.
var plainData = chars.Set("username", "user", "login", "email", "host", "hostname", "port", "database",
	"dbname", "db", "name", "namespace", "ca.crt", "tls.crt", "type", "url", "uri", "endpoint", "region",
	"bucket", "server", "issuer", "client-id", "client_id", "clientid", "clientId", "project")

const longestManifest = 1 << 13 // bytes that are read

// Manifest takes the entries of a secret of Kubernetes: under data in base64, under stringData as
// they are. s[at:] is behind kind: Secret.
func (l Lines) Manifest(at int) {
	f := l.find
	s := f.S
	end := min(len(s), at+longestManifest)
	encoded, within, indent := false, false, 0
	for line := chars.LineEnd(s, at) + 1; line < end; line = chars.LineEnd(s, line) + 1 {
		stop := chars.LineEnd(s, line)
		text := strings.TrimLeft(s[line:stop], " ")
		depth := stop - line - len(text)
		if strings.HasPrefix(text, "---") || strings.HasPrefix(text, "kind:") {
			return
		}
		name, value, ok := strings.Cut(text, ": ")
		switch {
		case text == "data:" || text == "stringData:":
			encoded, within, indent = text == "data:", true, depth
		case depth <= indent && text != "":
			within = false
		case within && ok && !plainData[name]:
			from, to := chars.TrimQuotes(s, stop-len(value), stop-len(value)+len(strings.TrimRight(value, " \r")))
			l.entry(from, to, encoded)
		}
	}
}

// entry judges the value of one.
func (l Lines) entry(at, end int, encoded bool) {
	f := l.find
	v := f.S[at:end]
	if encoded {
		data, err := base64.StdEncoding.DecodeString(v)
		if err != nil {
			return
		}
		v = string(data)
	}
	if judge.Secret(v, judge.Context{Class: judge.Password, Env: true}) && (chars.HasDigit(v) || chars.Randomness(v) >= judge.ScoreRandom) {
		f.AddAs(at, end, judge.Secretive.Rule())
	}
}
