package token

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// The second factor of a login: the seed that an authenticator computes codes from, in base32, and
// the codes themselves, of six to eight digits. Both are taken where the words before them say what
// they are. A code is valid for a minute only, but those of hardware and of messages are for
// longer, and a page does not say which it was.

// SecondFactors are what a second factor is called, in small letters.
var SecondFactors = []string{"otp", "mfa", "2fa", "two-factor", "two factor", "two_factor", "twofactor",
	"security code", "sms code", "sms-code", "authentication code", "login code", "door code", "code pin",
	"alarm code", "gate code", "access code", "entry code", "unlock code", "lock code", "keypad code", "garage code", "safe code", "puk", "code from the sms", "code from sms", "code from my phone",
	"code from the text message", "code per sms", "code par sms", "code via sms", "code por sms",
	"door_code", "gate_code", "alarm_code", "access_code", "lock_code", "unlock_code", "keypad_code", "türcode", "alarmcode", "zugangscode",
	"code d'entrée", "digicode", "código de acceso", "código de la puerta", "codice di accesso", "deurcode", "kod do drzwi", "код от двери",
	"sicherheitscode", "code de sécurité", "verification code", "setup code", "pairing code", "setup_code", "pairing_code", "verification_code", "verificationcode",
	"one-time", "one time", "one_time", "onetime", "token-code", "authenticator", "setup key", "enter this key",
	"key manually", "base32", "passcode",
	"bestätigungscode", "einmalcode", "einmalpasswort", "código de verificación", "code de vérification",
	"codice di verifica", "验证码", "認証コード", "код подтверждения"}

// factorWords may be between such a word and the value.
var factorWords = chars.Set("otp", "totp", "hotp", "mfa", "2fa", "fa", "code", "codes", "token", "pin",
	"password", "passcode", "value", "secret", "seed", "string", "key", "input", "response", "factor",
	"auth", "authentication", "authenticator", "authorization", "app", "verification", "the", "is", "was", "it",
	"s", "your", "my", "as", "for", "setup", "manual", "manually", "entry", "from", "account", "bot",
	"here", "i", "use", "page", "screen", "shows", "show", "showed", "says", "said", "gave", "me", "qr", "below", "google", "aws", "enrollment", "backup",
	"tests", "test", "user", "github", "x", "or", "option", "b", "t", "n", "r", "base32", "into", "text",
	"type", "fill", "now", "new", "this", "current", "encoding", "to", "bytes", "decode", "string",
	"lautet", "ist", "es", "est", "è")

const (
	maxAddress   = 1024
	maxFactor    = 96 // bytes from the word to the value
	mostBetween  = 8  // words there
	leastSeed    = 16 // letters of base32
	longestSeed  = 128
	leastOneTime = 6 // digits
	mostOneTime  = 8
)

// SecondFactor looks for a second factor behind the word at s[start:end], and for a code before it
// ("482913 is your verification code").
func SecondFactor(f *Finder, start, end int) {
	s := f.S
	if start > 0 && strings.IndexByte("tThH", s[start-1]) >= 0 && strings.EqualFold(s[start:end], "otp") {
		start-- // totp, hotp
	}
	if end < len(s) && chars.IsDigit(s[end]) || start > 0 && chars.IsWord(s[start-1]) && chars.IsDigit(s[start]) {
		return // 9312fa11
	}
	if start > 0 && chars.IsLetter(s[start-1]) && !(chars.IsUpper(s[start]) && chars.IsLower(s[start-1])) {
		return // footprint
	}
	if end < len(s) && chars.IsLetter(s[end]) && !(chars.IsUpper(s[end]) && end+1 < len(s) && chars.IsLower(s[end+1])) && s[end] != 's' {
		return
	}
	f.codeBefore(start)
	limit, lines := min(len(s), end+maxFactor), 0
	for i, words := end, 0; i < limit && words <= mostBetween; {
		if c := s[i]; !chars.IsWord(c) {
			if lines += strings.Count(s[i:i+1], "\n"); lines > 2 || c == 0xe2 || strings.IndexByte("/;<$%", c) >= 0 {
				return
			}
			i++
			continue
		}
		from := i
		i = chars.Run(s, i, from+chars.MaxToken, chars.IsWord)
		if f.secondFactor(from, i, isStated(s[end:from])) {
			return
		}
		for _, word := range humps(s[from:i]) {
			if words++; !factorWords[word] && !(len(word) == 1 && chars.IsDigit(word[0])) {
				return
			}
		}
	}
}

// humps cuts a word at its capital letters, and makes them small.
func humps(word string) (words []string) {
	start := 0
	for i := 1; i <= len(word); i++ {
		if i == len(word) || chars.IsUpper(word[i]) && !chars.IsUpper(word[i-1]) {
			words = append(words, strings.ToLower(word[start:i]))
			start = i
		}
	}
	return words
}

// secondFactor takes the word at s[start:stop] if it is a code or begins a seed.
func (f *Finder) secondFactor(start, stop int, stated bool) bool {
	s := f.S
	if end := pairingCode(s, start, stop); end > 0 {
		f.AddAs(start, end, "password")
		return true
	}
	if isOneTime(s, start, stop) || stated && isShortCode(s, start, stop) {
		f.AddAs(start, stop, "password")
		return true
	}
	if group := stop - start; group == 3 && chars.All(s[start:stop], chars.IsDigit) && stop+4 <= len(s) &&
		s[stop] == ' ' && isOneTime(s[:start]+s[start:stop]+s[stop+1:], start, stop+3) {
		f.AddAs(start, stop+4, "password")
		return true
	}
	end, letters := stop, stop-start
	for letters == 4*(end-start+1)/5 && letters <= longestSeed && end+1 < len(s) && s[end] == ' ' { // groups of four
		next := end + 1
		for next < len(s) && next-end-1 <= 4 && isSeed(s[next:next+1]) {
			next++
		}
		if n := next - end - 1; n == 0 || n > 4 || next < len(s) && chars.IsWord(s[next]) {
			break
		} else {
			letters += n
			end = next
		}
	}
	seed := strings.ReplaceAll(s[start:end], " ", "")
	if len(seed) < leastSeed || len(seed) > longestSeed || !isSeed(seed) || chars.Regular(seed) ||
		chars.Randomness(seed) < 0 || !chars.HasDigit(seed) && chars.Randomness(seed) < chars.SurelyRandom {
		return false
	}
	f.AddAs(start, end, "secret")
	return true
}

// pairingCode returns the end of a code that joins a device to a home, which begins with s[start:stop]: 031-45-154 of HomeKit, eleven
// digits of Matter, as they are or in groups. It is 0 for another one.
func pairingCode(s string, start, stop int) int {
	const mostDigits = 11
	end := chars.Run(s, start, start+mostDigits+len("--")+1, func(c byte) bool { return chars.IsDigit(c) || c == '-' })
	form := strings.Split(s[start:end], "-")
	if end < len(s) && chars.IsWord(s[end]) || len(form[0]) != stop-start {
		return 0
	}
	switch {
	case len(form) == 3 && len(form[0]) == 3 && len(form[1]) == 2 && len(form[2]) == 3,
		len(form) == 3 && len(form[0]) == 4 && len(form[1]) == 3 && len(form[2]) == 4,
		len(form) == 1 && end-start == mostDigits && s[start:start+3] != "012":
		return end
	}
	return 0
}

// isStated reports what is between the word for a code and the code itself, when nothing else can follow.
func isStated(between string) bool {
	between = strings.TrimRight(between, " *`\"'")
	for _, sign := range [...]string{":", "=", " is", " ist", " lautet", " est", " es", " è"} {
		if rest, ok := strings.CutSuffix(between, sign); ok && len(rest) <= longestName {
			return strings.IndexByte(rest, '\n') < 0
		}
	}
	return false
}

const longestName = 24 // from the word to the sign

// isShortCode reports a code of four or five digits that is no year, no number of something and no size.
func isShortCode(s string, start, stop int) bool {
	v := s[start:stop]
	if len(v) < leastShort || len(v) >= leastOneTime || !chars.All(v, chars.IsDigit) ||
		strings.HasSuffix(v, "00") || strings.Contains("01234567890 9876543210", v) ||
		strings.Trim(v, v[:1]) == "" || len(v) == 4 &&
		(v[:2] == "19" || v[:2] == "20" || v == "1024" || v == "4096" || v == "8192") {
		return false
	}
	rest := s[stop:min(len(s), stop+2)]
	return rest == "" || strings.IndexByte("\n\"'`*),;", rest[0]) >= 0 || rest[0] == '.' && (len(rest) == 1 || chars.IsSpace(rest[1]))
}

const leastShort = 4

// isSeed reports letters of base32, in one case.
func isSeed(text string) bool {
	upper := chars.All(text, func(c byte) bool { return chars.IsUpper(c) || '2' <= c && c <= '7' })
	return upper || chars.All(text, func(c byte) bool { return chars.IsLower(c) || '2' <= c && c <= '7' })
}

// isOneTime reports a code: six to eight digits that are neither a day nor an example.
func isOneTime(s string, start, stop int) bool {
	v := s[start:min(stop, len(s))]
	if len(v) < leastOneTime || len(v) > mostOneTime || !chars.All(v, chars.IsDigit) ||
		strings.Contains("01234567890 9876543210", v) || strings.HasSuffix(v, "000") || v[:3] == v[3:] {
		return false
	}
	if len(v) == mostOneTime && (v[:2] == "19" || v[:2] == "20") && v[4:6] <= "12" && v[6:] <= "31" {
		return false
	}
	if strings.Trim(v, v[:1]) == "" || strings.Trim(v, v[:2]) == "" || start > 0 && strings.IndexByte(".#@", s[start-1]) >= 0 {
		return false
	}
	return stop >= len(s) || s[stop] != '.' && s[stop] != '-' && s[stop] != '_' || stop+1 >= len(s) || !chars.IsWord(s[stop+1])
}

// codeBefore takes a code in "482913 is your GitHub verification code" and "use 482913 as your one-time code".
func (f *Finder) codeBefore(start int) {
	s := f.S
	line := s[max(0, start-48):start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	for _, joint := range []string{" is your ", " is the ", " as your ", " as the "} {
		i := strings.LastIndex(line, joint)
		if i < 0 {
			continue
		}
		stop := start - len(line) + i
		from := chars.RunBack(s, 0, stop, chars.IsDigit)
		if (isOneTime(s, from, stop) || stop-from == leastOneTime-1 &&
			chars.All(s[from:stop], chars.IsDigit)) &&
			(from == 0 || !chars.IsWord(s[from-1]) && strings.IndexByte("/=&", s[from-1]) < 0 &&
				(s[from-1] != '-' || from > 1 && s[from-2] == 'G')) {
			f.AddAs(from, stop, "password")
		}
	}
}

// Authenticator takes the seed in an address that authenticators read, whatever it looks like.
// s[end:] is behind "otpauth://".
func Authenticator(f *Finder, end int) {
	s, stop := f.S, end
	stop = chars.Until(s, stop, end+maxAddress, "\"'<>`")
	const member = "secret="
	i := strings.Index(s[end:stop], member)
	if i < 0 {
		return
	}
	start := end + i + len(member)
	end = chars.Run(s, start, stop, chars.IsWord)
	if end-start >= leastSeed/2 {
		f.AddAs(start, end, "secret")
	}
}

// Migration takes what an authenticator exports: the seeds of all accounts.
func Migration(f *Finder, end int) {
	s, stop := f.S, end
	stop = chars.Run(s, stop, len(s), func(c byte) bool { return chars.IsBase64(c) || strings.IndexByte("%=-_", c) >= 0 })
	if stop-end >= leastSeed {
		f.AddAs(end, stop, "secret")
	}
}

// StatedCode takes the code of a message: "Your ACME code is 482913". s[end:] is behind "code is ".
func StatedCode(f *Finder, start, end int) {
	s := f.S
	line := s[max(0, start-40):start]
	line = strings.ToLower(line[strings.LastIndexByte(line, '\n')+1:])
	the := strings.HasSuffix(line, "the ") && !strings.HasSuffix(line, "of the ")
	if !the && !slices.ContainsFunc(codeOwners[:], func(w string) bool { return strings.Contains(line, w) }) {
		return
	}
	end = chars.RunOf(s, end, len(s), ": *`\"")
	stop := chars.Run(s, end, len(s), chars.IsDigit)
	if isOneTime(s, end, stop) || !the && stop-end == leastOneTime-1 && isShortCode(s, end, stop) {
		f.AddAs(end, stop, "password")
	}
}

// codeOwners are words before "code" that make it one of a message.
var codeOwners = [...]string{"your ", "login ", "security ", "ihr ", "dein ", "votre ", "ton ", "tu ", "su ", "uw ", "seu ", "tuo "}

// AuthenticatorFile takes the seed and the codes of a file that google-authenticator writes.
// s[start:] begins with an option of it.
func AuthenticatorFile(f *Finder, start, end int) {
	const longest = 1024 // such a file has fewer bytes
	low, s := max(0, start-longest), f.S[:min(len(f.S), end+longest)]
	for at := start; at > low; {
		line := at - 1 // its end
		from := low + strings.LastIndexByte(s[low:line], '\n') + 1
		from = max(from, chars.OwnText(s, from))
		if from < line && s[from] != '"' {
			if seed := s[from:line]; len(seed) >= leastSeed && isSeed(seed) {
				f.AddAs(from, line, "secret")
			}
			break
		}
		if from >= line {
			break
		}
		at = low + strings.LastIndexByte(s[low:line], '\n') + 1
	}
	for at := strings.IndexByte(s[end:], '\n'); at >= 0 && end+at < len(s); {
		from := chars.OwnText(s, end+at+1)
		stop := chars.Run(s, from, len(s), func(c byte) bool { return c != '\n' })
		switch {
		case from < stop && s[from] == '"':
		case stop-from == mostOneTime && chars.All(s[from:stop], chars.IsDigit):
			f.AddAs(from, stop, "secret")
		default:
			return
		}
		end, at = stop, 0
		if stop >= len(s) {
			return
		}
	}
}
