package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// StreamKey takes the key that a stream is sent with, the last part of its address: rtmp://host/live2/k8Zq-2xW7-t5Yw. s[at:] is
// behind ://.
func StreamKey(f *Finder, at int) {
	const shortest = 16
	s := f.S
	end := chars.Until(s, at, at+chars.MaxToken, "\"'`<>?")
	slash := strings.LastIndexByte(s[at:end], '/')
	if slash < 0 {
		return
	}
	from := at + slash + 1
	v := s[from:end]
	if len(v) >= shortest && strings.Count(s[at:end], "/") > 1 && chars.HasDigit(v) && chars.All(v, chars.IsLabel) &&
		chars.Randomness(strings.ReplaceAll(v, "-", "")) >= judge.ScoreRandom {
		f.AddAs(from, end, judge.Key.Rule())
	}
}

// NTHash takes the hash of a password that dumps of Windows' accounts have before three colons, behind that of an older kind:
// joe:1001:<32 digits>:<32 digits>:::. s[:end] ends before the colons.
func NTHash(f *Finder, end int) {
	const digits = 32
	s := f.S
	from := chars.RunBack(s, end-digits-1, end, chars.IsHex)
	older := chars.RunBack(s, from-1-digits-1, max(0, from-1), chars.IsHex)
	if end-from == digits && from-1-older == digits && s[from-1] == ':' {
		f.AddAs(from, end, "password-hash")
	}
}

// GossipKey takes the key that the servers of Consul, Nomad and Serf talk with: encrypt = "<16, 24 or 32 bytes in base64>". s[at:] is
// behind the quote, s[start:] begins with the name.
func GossipKey(f *Finder, start, at int) {
	s := f.S
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsBase64(c) || c == '=' })
	n := end - at
	if (n == 24 || n == 32 || n == 44) && !(start > 0 && chars.IsWord(s[start-1])) && chars.Randomness(s[at:end]) >= judge.ScoreRandom {
		f.AddAs(at, end, judge.Key.Rule())
	}
}
