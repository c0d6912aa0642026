package redact

import (
	"encoding/base64"
	"strings"
)

// encodedPrefixes returns the literals that a base64 run begins with when what
// is encoded begins with the given prefix, or nothing when the prefix is too
// short to tell.
func encodedPrefix(prefix string) string {
	if len(prefix) < 4 {
		return ""
	}
	return base64.RawStdEncoding.EncodeToString([]byte(prefix))[:len(prefix)*8/6]
}

// knownEncodings begin base64 of whole files that hold keys: PEM armour, and
// JSON objects (service accounts, Docker configurations).
var knownEncodings = []string{"-----BEGIN ", "{\"type\":\"service_account", "{\"type\": \"service_account", "{\n  \"type\": \"service_account", "{\"auths\":", "{\n\t\"auths\"", "{\n  \"auths\"", "apiVersion: v1"}

const maxEncoded = 16384

// encoded decodes the base64 run at start and redacts the run when the text in
// it holds a secret.
func (sc *scanner) encoded(index, start int) {
	s := sc.s
	if !strings.HasPrefix(s[start:], sc.e.encodings[index]) || !boundary(s, start) {
		return
	}
	end := start
	for end < len(s) && end < start+maxEncoded && (isWord(s[end]) || s[end] == '+' || s[end] == '/') {
		end++
	}
	run := s[start:end]
	text, err := base64.RawStdEncoding.DecodeString(run[:len(run)-b2i(len(run)%4 == 1)])
	if err != nil {
		return
	}
	inner := scanner{e: sc.e, s: string(text), noEncoded: true}
	inner.run()
	if len(inner.spans) == 0 {
		return
	}
	for i := range inner.spans {
		if sc.e.rules[inner.spans[i].rule].Severity == High {
			for end < len(s) && s[end] == '=' {
				end++
			}
			sc.add(start, end, inner.spans[i].rule)
			sc.kept = max(sc.kept, end)
			return
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
