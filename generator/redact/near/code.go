package near

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// Codes open doors, and let somebody in once. They are digits, so that a sentence has to say both that it is a code and what it is
// for: the code of the gate is 5813#, use 849215 to sign in.

// doors are what codes open, in small letters.
var doors = []string{" door", "front door", " gate ", " alarm", " safe ", " lockbox", " lock box", " key box", " key safe", " keypad", " garage ", " locker ", " lobby ", " entrance", " airbnb ", " apartment", " bike lock", " padlock", " luggage",
	" tür", "haustür", "garagentor", " hoftor", "tresor", "schlüsselkasten", " la porte", " portail", " coffre", "digicode", " puerta", " portón", " portal es", "caja fuerte", " cancello", " portone", "cassaforte", " portão", " cofre ", " deur", " poort",
	" kluis", " drzwi", " bramy", " sejf", " dveř", " dörr", " dør", "двер", "ворот", "подъезд", "сейф", "домофон", "门禁", "大门", "保险箱", "玄関", "현관"}

// codeNames name a code, in small letters.
var codeNames = []string{" code", "alarmcode", "türcode", "torcode", "zugangscode", "pincode", "digicode", "deurcode", "toegangscode", " pin ", " pin:", " combination", " opens with", " keypad", " disarm", " arm with", " unlocks with", " combinaison",
	" combinación", " combinazione", " combinação", " código", " codice", " kod ", " kód ", " код", " geht mit", " öffnet", "密码", "暗証", "비밀번호"}

// once are in sentences about codes that are valid once, in small letters.
var once = []string{"sms", "texted", "sent me", "sent you", "text message", "whatsapp", "authenticator", "2fa", "mfa", "two-factor", "verification", "one-time", "one time", "to sign in", "to log in", "to verify", "to confirm",
	"expires in", "bestätigung", "einmal", "validation", "vérification", "verificación", "verifica", "verificação", "weryfik", "ověř", "подтвержд", "смс", "验证", "確認コード", "認証", "인증"}

// onceIns are right before such a code, in small letters.
var onceIns = []string{"code ", "is ", "it's ", "use ", "enter ", "me ", "you ", ": ", "says ", "said ", "type ", "got ", "with ", "ist ", "lautet ", "est ", "es ", "è ", "é ", "jest ", "je ", "код ", "это ", "是", "は"}

// isCode reports digits s[from:to] that a sentence from s[low:] on calls a code of a door, or one that is valid once.
func isCode(s string, low, from, to int) bool {
	const fewest, most, single, reach = 4, 8, 6, 48
	v := s[from:to]
	digits := strings.NewReplacer("-", "", "#", "", "*", "").Replace(strings.TrimRight(v, "ABCDEF"))
	if n := len(digits); n < fewest || n > most || len(v)-n > 2 || !chars.All(digits, chars.IsDigit) {
		return false
	}
	if strings.Trim(digits, digits[:1]) == "" || len(v) == fewest && (v[:2] == "19" || v[:2] == "20") || strings.HasSuffix(digits, "00") {
		return false
	}
	if from > low && s[from-1] == '#' || v[0] == '#' {
		return false // of an issue
	}
	low = max(low, from-sentence)
	before := " " + strings.ToLower(s[low:from])
	line := before + strings.ToLower(s[to:min(chars.LineEnd(s, to), to+reach)])
	contains := func(text string, words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	if contains(line, doors) && contains(line[max(0, len(before)-reach):], codeNames) {
		return true
	}
	return len(v) == single && !counts(s[to:]) && contains(line, once) &&
		slices.ContainsFunc(onceIns, func(word string) bool { return strings.HasSuffix(before, word) })
}

// counts reports what number there are of something: the next word is a plural.
func counts(after string) bool {
	const shortest = 4
	word := strings.TrimPrefix(after, " ")
	end := chars.Run(word, 0, chars.MaxToken, chars.IsLower)
	return len(word) < len(after) && end >= shortest && word[end-1] == 's'
}
