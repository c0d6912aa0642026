package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// CustomHeader takes what was drawn by chance under a header of a service's own, in a command or an object: -H 'X-Acme-Team: k8Zq2x',
// "x-acme-team": "k8Zq2x". s[at:] is behind the x- of its name.
func CustomHeader(f *Finder, at int) {
	const shortest, longestName, signs = 20, 40, 6
	s := f.S
	end := chars.Run(s, at, at+longestName, chars.IsLabel)
	from := chars.RunOf(s, end, end+signs, "\"'\\: ")
	if strings.IndexByte(s[end:from], ':') < 0 {
		return
	}
	stop := chars.Run(s, from, from+chars.MaxToken, chars.IsBase64)
	v, name := s[from:stop], chars.Lower(s[at:end])
	if len(v) < shortest || stop >= len(s) || strings.IndexByte("\"'\\", s[stop]) < 0 || kind.UUID(v) || kind.Structural(v) || chars.Regular(v) {
		return
	}
	if slices.ContainsFunc(tracing, func(word string) bool { return strings.Contains(name, word) }) {
		return
	}
	if chars.HasDigit(v) && chars.Some(v, chars.IsUpper) && chars.Some(v, chars.IsLower) && chars.Randomness(v) >= chars.SurelyRandom {
		f.AddAs(from, stop, judge.Key.Rule())
	}
}

// tracing are parts of the names of headers that say which request, answer or machine something is from, or what it is.
var tracing = []string{"id", "trace", "span", "request", "correlation", "nonce", "etag", "cache", "version", "build", "hash", "digest", "checksum", "cloud", "vercel", "amz",
	"served", "ray", "edge", "cdn", "b3", "goog", "github", "runtime", "powered", "sig", "public", "content", "forwarded", "device", "fingerprint", "cursor", "page"}
