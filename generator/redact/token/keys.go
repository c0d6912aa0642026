package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// Secrets without a name before them and without a known form: the line above or the object
// around them says what they are.

// Announced takes the 32 hexadecimal digits on the next line that is not empty.
func Announced(f *Finder, end int) {
	s := f.S
	at := end
	for at < len(s) && at < end+8 && (chars.IsSpace(s[at]) || s[at] == ':') {
		if at++; s[at-1] == '\n' {
			at = chars.OwnText(s, at)
		}
	}
	stop := chars.Run(s, at, at+33, chars.IsHex)
	if stop-at == 32 && strings.Contains(s[end:at], "\n") && !chars.Regular(s[at:stop]) {
		f.AddAs(at, stop, "secret")
	}
}

// PrivateWords name the secret half of a pair of keys, and a sign.
var PrivateWords = []string{"private: ", "private = ", "private\": ", "private\":\"", "private=", "priv: ", "priv = ", "priv\": ", "priv\":\"", "priv=",
	"\"sk\": ", "sk: ", "private half is ", "privat: ", "priv ", "private key ", "privkey ", "private exponent: ", "seed: ", "seed = ", "seed=", "seed ", "ed25519 seed ",
	"fromhex(", "(d #", "(p #", "(q #", "(u #"}

// PrivateHalf takes the 32 bytes of a private key or more at s[at:], in hexadecimal or base64, behind such a word.
func PrivateHalf(f *Finder, at int) {
	const digits, letters, signs = 64, 43, 4
	s := f.S
	at = chars.RunOf(s, at, at+signs, "\"'\\` ")
	from := at + len(s[at:]) - len(strings.TrimPrefix(s[at:], "0x"))
	end := chars.Run(s, from, from+chars.MaxToken, chars.IsBase64)
	v := s[from:end]
	hexadecimal := chars.All(v, chars.IsHex) && (len(v) == digits || len(v) >= 2*digits && len(v)%2 == 0)
	encoded := len(v) == letters ||
		len(v) >= 2*letters && chars.Randomness(v) >= scoreForm && strings.Count(v, "-")+strings.Count(v, "_") <= len(v)/16
	end = chars.RunOf(s, end, end+2, "=")
	if (hexadecimal || encoded && chars.Randomness(v) >= chars.SurelyRandom) && !chars.Regular(v) && chars.HasDigit(v) {
		f.AddAs(at, end, "private-key")
	}
}

// PuTTY takes the lines of a private key in PuTTY's format. s[end:] is their number.
func PuTTY(f *Finder, start, end int) {
	s := f.S
	stop := min(len(s), end+chars.MaxValue)
	if i := strings.Index(s[end:stop], "Private-MAC: "); i >= 0 {
		stop = chars.Run(s, end+i+len("Private-MAC: "), len(s), chars.IsHex)
	} else if _, long := keyText(s, end, stop, false); !long {
		return
	}
	f.AddAs(start, stop, "private-key")
}

// privateMembers are the members of a JSON Web Key (RFC 7518, section 6) that contain its secret.
const shortestMember = 16

var privateMembers = chars.Set("d", "k", "p", "q", "dp", "dq", "qi")

// WebKey takes the secret members of the JSON Web Key around s[at:].
func WebKey(f *Finder, at int) {
	s := f.S
	from := max(0, at-chars.MaxValue)
	from += strings.LastIndexByte(s[from:at], '{') + 1
	stop := len(s)
	if i := strings.IndexByte(s[at:min(len(s), at+chars.MaxValue)], '}'); i >= 0 {
		stop = at + i
	}
	if from < f.objectEnd {
		return
	}
	f.objectEnd = stop
	for i := from; i < stop; {
		quote := strings.IndexByte(s[i:stop], '"')
		if quote < 0 {
			return
		}
		name := i + quote + 1
		end := chars.Run(s, name, stop, chars.IsWord)
		i = end + 1
		value := chars.RunOf(s, end, stop, `\": `)
		if !privateMembers[s[name:end]] || strings.IndexByte(s[end:value], ':') < 0 {
			continue
		}
		for i = value; i < stop && chars.IsBase64(s[i]); {
			i++
		}
		if i-value >= shortestMember && chars.Randomness(s[value:i]) >= 0 {
			f.AddAs(value, i, "private-key")
		}
	}
}

// WebKeyObject is WebKey for an object of a program: { kty: 'oct', k: 'x' }.
func WebKeyObject(f *Finder, at int) {
	s := f.S
	from := max(0, at-chars.MaxValue)
	from += strings.LastIndexByte(s[from:at], '{') + 1
	stop := min(len(s), at+chars.MaxValue)
	if i := strings.IndexByte(s[at:stop], '}'); i >= 0 {
		stop = at + i
	}
	if from < f.objectEnd {
		return
	}
	for f.objectEnd = stop; from < stop; {
		end := from + max(0, strings.IndexByte(s[from:stop]+",", ','))
		name, _, ok := strings.Cut(s[from:end], ":")
		value := chars.RunOf(s, from+len(name), end, ": \"'")
		last := chars.Run(s, value, end, chars.IsBase64)
		if ok && privateMembers[strings.Trim(name, " \n\t\r\"'")] && last-value >= shortestMember && chars.Randomness(s[value:last]) >= 0 {
			f.AddAs(value, last, "private-key")
		}
		from = end + 1
	}
}

// PEM finds a private key in its armour: -----BEGIN ... PRIVATE KEY-----. The
// lines may be numbered, quoted, escaped or marked as a diff, and the end may be
// missing. Certificates and public keys stay.
func PEM(f *Finder, start int) {
	s := f.S
	head := min(len(s), start+96)
	close := strings.Index(s[start+11:head], "-----")
	if !strings.HasPrefix(s[start:], "-----BEGIN ") && !strings.HasPrefix(s[start:], "---- BEGIN ") {
		return
	}
	if close < 0 {
		if close = strings.Index(s[start+11:head], " ----"); close < 0 {
			return
		}
	}
	label := s[start+11 : start+11+close]
	if !strings.Contains(label, "PRIVATE KEY") && !strings.Contains(label, "SSH2 ENCRYPTED") && !strings.Contains(label, "Static key") {
		return
	}
	body := start + 11 + close + 5
	stop, ended := f.armourEnd(body)
	last, long := keyText(s, body, stop, ended)
	if !long {
		return
	}
	if ended {
		last = stop
	}
	f.AddAs(start, last, "private-key")
	f.Kept = max(f.Kept, last)
}

// armourEnd returns the end of the END line, or of the text that may belong to a
// key without one.
func (f *Finder) armourEnd(body int) (stop int, ended bool) {
	s := f.S
	limit := min(len(s), body+65536)
	next := strings.Index(s[body:limit], "----")
	if next < 0 {
		return limit, false
	}
	next += body
	if i := strings.Index(s[next:min(len(s), next+12)], "END "); i >= 0 {
		if j := strings.Index(s[next+i:min(len(s), next+i+80)], "----"); j >= 0 {
			end := chars.RunOf(s, next+i+j, len(s), "-")
			return end, true
		}
		return min(len(s), next+i+4), false
	}
	return next, false
}

// keyText walks over the base64 of a key and what may be between its lines,
// and returns where the last line ends. Short runs count only right after a full
// line, as a key's last line, or when the END line was seen.
func keyText(s string, at, stop int, ended bool) (last int, long bool) {
	previous := 0
	for at < stop {
		if !chars.IsBase64(s[at]) || s[at] == '-' {
			if at++; s[at-1] == '\n' {
				at = min(chars.OwnText(s, at), stop)
			}
			continue
		}
		if s[at] == 'n' && s[at-1] == '\\' || s[at] == 'r' && s[at-1] == '\\' {
			at++
			continue
		}
		end := chars.Run(s, at, stop, func(c byte) bool { return chars.IsWord(c) || c == '+' || c == '/' || c == '=' })
		end = max(end, at+1)
		n := end - at
		number := chars.All(s[at:end], chars.IsDigit) && n <= 6
		switch {
		case number || keyHeaders[s[at:end]]:
		case n >= 24 || n >= 16 && chars.Randomness(s[at:end]) > 8:
			last, long, previous = end, true, n
		case previous >= 24 && (chars.Randomness(s[at:end]) >= 3 || s[end-1] == '='):
			last, previous = end, n
		case !ended:
			return last, long
		}
		at = end
	}
	return last, long
}

// keyHeaders are words of the header lines that old key formats have.
var keyHeaders = chars.Set("Proc", "Type", "ENCRYPTED", "DEK", "Info", "AES", "CBC", "DES", "EDE3", "Version",
	"Comment", "GnuPG", "v1", "v2", "128", "256", "Charset", "Hash", "SHA256", "SHA512", "u003d", "u002b",
	"u002f", "x1b", "m")

// longestTorn bounds the lines that are read back from the end of a key, shortestTorn the bytes of
// one line at least.
const (
	longestTorn  = 80
	shortestTorn = 16
)

// TornPEM finds the lines of a private key before its end at s[end:], when its beginning is not in the text.
func TornPEM(f *Finder, end int) {
	s := f.S
	if end < f.Kept || !strings.Contains(s[end:min(len(s), end+64)], "PRIVATE KEY") {
		return
	}
	first := end
	for start := chars.LineStart(s, end); start > f.Kept && first > end-longestTorn*chars.MaxToken; {
		line := max(f.Kept, chars.LineStart(s, start-1))
		own := min(chars.OwnText(s, line), start)
		text := strings.TrimRight(strings.TrimSpace(s[own:start]), "=")
		if len(text) < 4 || first == end && len(text) > chars.MaxToken || !chars.All(text, chars.IsBase64) {
			break
		}
		first, start = own, line
	}
	if last := end - len(s[first:end]) + len(strings.TrimRight(s[first:end], " \r\n\t+->|")); last-first >= shortestTorn {
		f.AddAs(first, last, "private-key")
	}
}
