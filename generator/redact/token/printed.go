package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// Programs print private keys as numbers, and write them in XML.

// PrintedParts are what openssl calls the secret numbers of a key, in small letters.
var PrintedParts = []string{"privateexponent:", "prime1:", "prime2:", "exponent1:", "exponent2:", "coefficient:", "\npriv:", "\nprivate-key:\n"}

// PrintedPart takes the bytes of such a number, which have colons between them and go over several lines. s[at:] is behind the name.
func PrintedPart(f *Finder, at int) {
	const fewest = 14 // bytes: the first line has fifteen
	s := f.S
	from, end, n := 0, at, 0
	for limit := min(len(s), at+chars.MaxValue); ; {
		i := chars.Run(s, end, limit, chars.IsSpace)
		if i > end && n > 0 && s[end-1] != ':' {
			break // the number ended
		}
		if i < limit && i > 0 && s[i-1] == '\n' {
			i = min(chars.OwnText(s, i), limit)
		}
		if i+2 > limit || !chars.IsHex(s[i]) || !chars.IsHex(s[i+1]) {
			break
		}
		if n == 0 {
			from = i
		}
		n++
		end = i + 2
		if end < limit && s[end] == ':' {
			end++
		}
	}
	if n >= fewest {
		f.AddAs(from, end, "private-key")
	}
}

// secretElements are those of a key in XML that contain its secret (XML Signature, as .NET writes private keys).
var secretElements = chars.Set("D", "P", "Q", "DP", "DQ", "InverseQ")

// XMLKey takes the secret elements of <RSAKeyValue>. s[at:] is behind its name.
func XMLKey(f *Finder, at int) {
	s := f.S
	for limit := min(len(s), at+chars.MaxValue); at < limit; {
		open := strings.IndexByte(s[at:limit], '<')
		if open < 0 {
			return
		}
		name := at + open + 1
		end := chars.Run(s, name, limit, chars.IsWord)
		if at = end + 1; end >= limit || s[end] != '>' {
			if strings.HasPrefix(s[name:], "/RSAKeyValue") {
				return
			}
			continue
		}
		stop := chars.Run(s, end+1, limit, func(c byte) bool { return chars.IsBase64(c) || c == '=' || chars.IsSpace(c) })
		if at = max(at, stop); secretElements[s[name:end]] && stop-end > shortestMember {
			f.AddAs(end+1, stop, "private-key")
		}
	}
}

// RecoveryWords are what clients of Matrix call the key that opens the messages of an account.
var RecoveryWords = []string{"recovery code", "recovery key", "security key", "recovery_key", "wiederherstellungsschl", "sicherheitsschl", "clé de récupération", "clé de sécurité"}

// Recovery takes such a key near the word at s[:at]: twelve groups of four digits in base58, of which the first begins with Es.
func Recovery(f *Finder, at int) {
	const reach, groups, group = 96, 12, 4
	s := f.S
	start := strings.Index(s[at:min(len(s), at+reach)], "Es")
	if start < 0 {
		f.recoveryGroups(at)
		return
	}
	start += at
	end := start
	for n := range groups {
		if n > 0 && end < len(s) && s[end] == ' ' {
			end++
		}
		next := chars.Run(s, end, end+group, func(c byte) bool { return strings.IndexByte(base58Digits, c) >= 0 })
		if next != end+group {
			return
		}
		end = next
	}
	if end == len(s) || !chars.IsWord(s[end]) {
		f.AddAs(start, end, "secret")
	}
}

// recoveryGroups takes a key or a code that opens an account, behind a sign or on the next line: four groups or more of four letters and
// digits, or twenty of them or more, which look drawn. s[at:] is behind the word.
func (f *Finder) recoveryGroups(at int) {
	const longest, group, fewestGroups, shortest = 16, 4, 4, 20
	s := f.S
	start := chars.Run(s, at, at+longest, func(c byte) bool { return !chars.IsWord(c) })
	if start == at || strings.Trim(s[at:start], " :=\"'`*\r\n\t-") != "" {
		return
	}
	end, groups := chars.Run(s, start, start+chars.MaxToken, chars.IsWord), 1
	if end-start == group {
		for end+group < len(s) && (s[end] == ' ' || s[end] == '-') && chars.Run(s, end+1, end+2+group, chars.IsWord) == end+1+group {
			end += 1 + group
			groups++
		}
	}
	v := strings.NewReplacer(" ", "", "-", "").Replace(s[start:end])
	oneCase := !chars.Some(v, chars.IsLower) || !chars.Some(v, chars.IsUpper)
	if (groups >= fewestGroups && oneCase || groups == 1 && len(v) >= shortest) && chars.HasDigit(v) && !chars.Regular(v) &&
		chars.Randomness(v) >= chars.SurelyRandom {
		f.AddAs(start, end, "secret")
	}
}

// SwarmKey takes the key of a private network of libp2p, alone on the line behind its head: /key/swarm/psk/1.0.0/, /base16/. s[at:] is
// behind that.
func SwarmKey(f *Finder, at int) {
	const digits = 64
	if end := chars.Run(f.S, at, at+digits+1, chars.IsHex); end-at == digits && !chars.Regular(f.S[at:end]) {
		f.AddAs(at, end, "private-key")
	}
}
