package near

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// What people choose is often some words and a number: marble-falcon-38, Vespa.Roma.88, SummerPorsche800. Hosts, branches and
// images are called so, too, so that a sentence has to lead to it.

// told reports such words in a sentence that has before in front of them: the new one is marble-falcon-38, my password was until
// now marble-falcon-38.
func told(before, v string) bool {
	const reach = 48
	if !severalNumbered(v) {
		return false
	}
	low := strings.ToLower(before[max(0, len(before)-reach):])
	if slices.ContainsFunc(passWords, func(word string) bool { return strings.Contains(low, word) }) {
		return true
	}
	return slices.ContainsFunc(linkIns, func(word string) bool { return strings.HasSuffix(low, word) }) && !ofThing(low)
}

// severalNumbered reports words that signs or capitals part, none of which is about values, and a number of two to four digits.
func severalNumbered(v string) bool {
	const fewest, most = 2, 4
	words := strings.TrimRight(v, "0123456789")
	if n := len(v) - len(words); n < fewest || n > most || v[len(words)] == '0' || judge.NamesThing(v) || kind.Structural(v) {
		return false
	}
	words = strings.TrimRight(words, "-_.")
	if strings.ContainsAny(words, "-_.") {
		words = strings.ReplaceAll(strings.ToLower(words), ".", "-")
	}
	return judge.SeveralWords(words)
}

// ofThing reports a sentence that calls something else so in its last words.
func ofThing(before string) bool {
	const words = 4
	list := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(" `\"'*(),:", r) })
	return slices.ContainsFunc(list[max(0, len(list)-words):], func(word string) bool { return Other(word) || things[word] })
}

// things are called by words and numbers, as passwords are.
var things = chars.Set("host", "hostname", "hosts", "server", "servers", "machine", "box", "vm", "instance", "pod", "deployment", "cluster", "bucket", "queue",
	"topic", "branches", "worktree", "images", "release", "dataset", "experiment", "run", "job", "ticket", "issue", "slug", "theme", "font", "preset", "plan", "tier",
	"edition", "kernel", "distro", "worker", "database", "table", "index", "called", "named", "file", "folder", "directory", "job", "rechner", "zweig", "serveur", "servidor")

// passWords name a password in a sentence, in small letters.
var passWords = []string{"passw", "passcode", "passphrase", "passphrase", "kennwort", "mot de passe", "mdp", "contrase", "clave", "senha", "wachtwoord", "парол", "hasł", "heslo",
	"lösenord", "passord", "adgangskode", "kodeord", "salasana", "jelsz", "şifre", "parola", "geslo", "lozink", "parool", "slapta", "sandi", "mật khẩu", "รหัสผ่าน", "पासवर्ड", "κωδικ",
	"סיסמ", "كلمة", "密码", "密碼", "口令", "パスワード", "비밀번호", " pw ", "login is ", "creds", "zugangsdaten"}

// linkIns are right before what somebody says, in small letters.
var linkIns = []string{"it's ", "it’s ", "its ", "it is ", " is ", " was ", "is now ", "that's ", " use ", " enter ", " type ", " typing ", " try ", " say ", " with ", " and ", " then ", " need ", ": ", " = ", " / ", "» ",
	" ist ", " lautet ", " mit ", " und ", " nimmst du ", " nimmst du bitte ", " nimm ", " nimm bitte ", " gib ", " heißt ", " jetzt ", "c'est ", "c’est ", " est ", " avec ", " et ", " tape ", " mets ",
	" es ", " con ", " y ", " pones ", " usa ", " siempre ", " è ", " e ", " com ", " é ", " met ", " en ", " is nu ", " gebruik ", " z ", " i ", " to ", " jest ", " je ", " med ", " och ", " og ", " är ", " er ",
	" hai ", " adalah ", " это ", " и ", " теперь ", " тепер ", " це ", " та ", "是 ", "为 ", "는 ", "은 ", " ile ", " ve ", " on ", " ja ", " és "}
