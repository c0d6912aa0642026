package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// This file finds the word of a command that is its password, by the words around it. Each function returns the number of that word,
// 0 for none.

// endsCommand reports a word behind the words of a command: what divides it from another one, a file that it reads or writes.
func endsCommand(word string) bool {
	redirection := strings.TrimLeft(word, "012&")
	return word == "&&" || word == ";" || word == "&" || word == "#" || redirection != "" && (redirection[0] == '<' || redirection[0] == '>')
}

// word takes the word of that number.
func word(number int) func(words []string) int {
	return func([]string) int { return number }
}

// chosenWord takes it when it is what people choose for a password.
func chosenWord(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) <= number || !isChosen(words[number]) {
			return 0
		}
		return number
	}
}

// onlyWord takes the last word, when it is the word of that number.
func onlyWord(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) != number+1 {
			return 0
		}
		return number
	}
}

// randomWord takes the last word, when it is the word of that number and no name.
func randomWord(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) != number+1 || chars.Randomness(words[number]) < judge.ScoreRandom {
			return 0
		}
		return number
	}
}

// surelyWord takes the last word, when it is the word of that number and surely a password.
func surelyWord(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) != number+1 || !judge.Surely(strings.Trim(words[number], "\"'")) {
			return 0
		}
		return number
	}
}

// quotedWord takes the last word, when it is in quotes.
func quotedWord(words []string) int {
	if last := len(words) - 1; last > 0 && (words[last][0] == '\'' || words[last][0] == '"') {
		return last
	}
	return 0
}

// behindHost takes the word behind joe@host, when it is surely a password: nobody's program has such a name.
func behindHost(words []string) int {
	for i := 1; i+1 < len(words); i++ {
		if strings.IndexByte(words[i], '@') > 0 && judge.Surely(words[i+1]) {
			return i + 1
		}
	}
	return 0
}

// behindName takes the word of that number, when it is the last and the one before it is the name of a secret.
func behindName(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) != number+1 || judge.Classify(words[number-1]) < judge.Key {
			return 0
		}
		return number
	}
}

// identified finds the password of NickServ, which the name of an account may be before.
func identified(words []string) int {
	if len(words) < 3 || len(words) > 4 {
		return 0
	}
	return len(words) - 1
}

// greeted finds the password of Redis's HELLO 3 AUTH joe x.
func greeted(words []string) int {
	if len(words) < 5 || words[2] != "AUTH" {
		return 0
	}
	return 4
}

// typedText finds what a test of Robot Framework types into a field that its locator says is one for passwords.
func typedText(words []string) int {
	if len(words) != 4 || judge.Label(words[2]) == "" || judge.Classify(judge.Label(words[2])) != judge.Password {
		return 0
	}
	return 3
}

// monitored finds the password of Network UPS Tools' MONITOR ups@host 1 joe x master.
func monitored(words []string) int {
	if len(words) != 6 || strings.IndexByte(words[1], '@') <= 0 || !chars.All(words[2], chars.IsDigit) {
		return 0
	}
	return 4
}

// lastPair takes the last word, when it is a user and a password with a colon between them.
func lastPair(words []string) int {
	last := len(words) - 1
	if last < 3 || strings.IndexByte(words[last], ':') <= 0 || strings.Contains(words[last], "://") {
		return 0
	}
	return last
}

// behindUser takes the word behind the name of a user, which is the word of that number, when it is what people choose for a
// password: create-admin joe x. An address may be between them.
func behindUser(number int) func(words []string) int {
	return func(words []string) int {
		at := number + 1
		if at < len(words) && strings.IndexByte(words[at], '@') > 0 && strings.IndexByte(words[at], '.') > 0 && !judge.Surely(words[at]) {
			at++
		}
		if at >= len(words) || !isUser(strings.Trim(words[number], "\"'")) || strings.ContainsAny(words[at], "/:=") {
			return 0
		}
		v := strings.Trim(words[at], "\"'")
		if isChosen(v) {
			return at
		}
		return 0
	}
}

// netUse finds the password behind the device and the share of Windows' net use.
func netUse(words []string) int {
	for i := 2; i < len(words); i++ {
		if !strings.HasPrefix(words[i], `\\`) && !strings.HasSuffix(words[i], ":") {
			return i
		}
	}
	return 0
}
