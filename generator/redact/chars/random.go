package chars

// SurelyRandom is the randomness from which a text needs no name that says what it is.
const SurelyRandom = 10

// letterPairs[a][b] is how likely letter b follows a in English words and
// program names: five and the base-2 logarithm of its odds against a random
// letter, so '5' says nothing, '8' speaks for a word and '1' for a random string.
var letterPairs = [26]string{
	"45663453524656252767443342", // a
	"75556533642743642654622242", // b
	"74546446526543742556532232", // c
	"65558533732544642554533232", // d
	"54665542322556343776343532", // e
	"64556733722643642555522242", // f
	"63537345622545642664533233", // g
	"74347333723444732545523242", // h
	"55655552223658652566241324", // i
	"74557444645444653464634333", // j
	"64448454733544543465534242", // k
	"73457332723633642355532252", // l
	"75447332623453662354522232", // m
	"63666473624434632367442232", // n
	"44653442424667551755555322", // o
	"73447335523633652756523241", // p
	"54455444534544345554844343", // q
	"73558342714454642566432242", // r
	"53537336614443553367533242", // s
	"63437436712443642665523252", // t
	"55545542523667451666232322", // u
	"74548433722444543444353232", // v
	"73446445723446642664334332", // w
	"64656534633454573457333543", // x
	"64545443533566572476434344", // y
	"64448344633444543444434445", // z
}

// Randomness weighs whether s was drawn by chance or written by a person: about
// the number of bits that speak for chance. Words, paths, versions and dates
// come out below zero, tokens well above. Only the first 256 bytes count.
func Randomness(s string) int {
	if len(s) > 256 {
		s = s[:256]
	}
	score := 0
	for i := 1; i < len(s); i++ {
		score += pairScore(s[i-1], s[i])
	}
	return score
}

func pairScore(a, b byte) int {
	switch {
	case IsLetter(a) && IsLetter(b):
		if IsLower(a) && !IsLower(b) {
			return 1 // a hump of camelCase, or chance
		}
		return '5' - int(letterPairs[Fold(a)-'a'][Fold(b)-'a'])
	case IsDigit(a) && IsDigit(b):
		return 0
	case IsLetter(a) && IsDigit(b), IsDigit(a) && IsLetter(b):
		return 2
	case a == b:
		return -1
	case a == '+' || b == '+' || a == '=' || b == '=':
		return 1
	case IsSeparator(a) || IsSeparator(b):
		return -1
	}
	return 0
}

// caseChanges[from][to] is how many quarters of a bit speak for chance when a capital (1) or a small letter (0) follows
// another one, rather than for a name with humps, in which few capitals are neighbours.
var caseChanges = [2][2]int{{-3, 7}, {-3, 10}}

// RandomCase is Randomness for letters of both cases: it weighs humps by how often names have them, and the letters
// on their sides as any others.
func RandomCase(s string) int {
	score, last := 0, 0
	for i := range min(len(s), 256) {
		capital := 0
		if IsUpper(s[i]) {
			capital = 1
		}
		if i > 0 && IsLetter(s[i-1]) && IsLetter(s[i]) {
			score += 4*('5'-int(letterPairs[Fold(s[i-1])-'a'][Fold(s[i])-'a'])) + caseChanges[last][capital]
		}
		last = capital
	}
	return score / 4
}

// Regular reports a string made up rather than drawn: the same few characters
// over and over, or runs of neighbours as in "1234567890" and "abcdef".
func Regular(s string) bool {
	if len(s) > 256 {
		s = s[:256]
	}
	var seen [256]bool
	distinct, steps, same := 0, 0, 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			distinct++
		}
		if i > 0 {
			switch int(s[i]) - int(s[i-1]) {
			case 1, -1:
				steps++
			case 0:
				same++
			}
		}
	}
	n := len(s) - 1
	return distinct <= 2 && len(s) > 2 || n > 0 && (steps+same)*10 >= n*6 || distinct*6 < len(s) && len(s) <= 64
}
