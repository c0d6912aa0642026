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

const longestManifest = 1 << 13 // bytes that are read before the kind of a manifest, and behind it

// Manifest takes the entries of a secret of Kubernetes, in YAML or JSON: under data in base64, under
// stringData as they are. s[at:] is behind kind: Secret.
func Manifest(f *Finder, at int) {
	s := f.S
	start, end := chars.LineStart(s, at), min(len(s), at+longestManifest)
	for line := start; line > max(0, at-longestManifest); { // the fields are sorted: data is before kind
		line = chars.LineStart(s, line-1)
		text := strings.TrimLeft(s[line:start], " -\"")
		if strings.HasPrefix(text, "apiVersion") {
			start = line
		}
		if start == line || strings.HasPrefix(s[line:], "---") || strings.HasPrefix(text, "kind") {
			break
		}
	}
	encoded, within, indent := false, false, 0
	for line := start; line < end; line = chars.LineEnd(s, line) + 1 {
		stop := chars.LineEnd(s, line)
		text := strings.TrimLeft(s[line:stop], " ")
		depth := stop - line - len(text)
		name, value, ok := strings.Cut(text, ":")
		name = strings.Trim(name, `"`)
		if line > at && (name == "kind" || strings.HasPrefix(text, "---")) {
			return
		}
		value = strings.TrimLeft(strings.TrimRight(value, " \r,"), " ")
		switch {
		case (name == "data" || name == "stringData") && (value == "" || value == "{"):
			encoded, within, indent = name == "data", true, depth
		case depth <= indent && text != "":
			within = false
		case within && ok && !plainData[name]:
			from := line + strings.LastIndex(s[line:stop], value)
			from, to := chars.TrimQuotes(s, from, from+len(value))
			entry(f, from, to, encoded)
		}
	}
}

// entry judges the value of one.
func entry(f *Finder, at, end int, encoded bool) {
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

// valuesOfSecrets are what resources of Terraform call the values of secrets.
var valuesOfSecrets = chars.Set("value", "secret_string", "secret_data", "plaintext_value", "secret_value", "plain_text", "content")

// Resource takes the values of a resource of Terraform whose name or type is that of a secret, in a program or a plan, where it may
// change: value = "x" -> "y". s[at:] is its type.
func Resource(f *Finder, at int) {
	const most = 40 // lines
	s := f.S
	end := chars.LineEnd(s, at)
	kind, rest, _ := strings.Cut(strings.ReplaceAll(s[at:end], `\`, ""), `" "`)
	name, _, _ := strings.Cut(rest, `"`)
	if judge.Classify(name) < judge.Key && !strings.Contains(kind, "secret") {
		return
	}
	for range most {
		if end >= len(s) {
			return
		}
		line := end + 1
		end = chars.LineEnd(s, line)
		text := strings.TrimLeft(s[chars.OwnText(s, line):max(end, chars.OwnText(s, line))], " ~+-/")
		if text != "" && text[0] == '}' {
			return
		}
		field, value, ok := strings.Cut(text, "=")
		if !ok || !valuesOfSecrets[strings.TrimSpace(field)] {
			continue
		}
		for from := end - len(value); from < end; from++ {
			open := strings.IndexByte(s[from:end], '"')
			if open < 0 {
				break
			}
			from += open + 1
			stop := from + max(0, strings.IndexByte(s[from:end], '"'))
			f.password(from, stop)
			from = stop
		}
	}
}
