package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Somebody was asked for a secret, and answers with other words around it: use k8Zq2x for now.

// answer judges the words of s[at:end], the answer to a question for a secret of a name.
func answer(f *Finder, asked string, at, end int) {
	s, class, before := f.S, judge.Classify(asked), ""
	for at < end {
		start := chars.Run(s, at, end, chars.IsSpace)
		at = chars.Until(s, start, end, "")
		from, to := word(f, start)
		if to = min(to, at); from < to && answers(s[from:to], before, class) || class == judge.Password && first(s[from:to], before) {
			f.judge(asked, from, to, judge.Context{Class: class, Prose: true, Stated: true})
		}
		before = chars.Lower(s[start:at])
	}
}

// AskedAbove handles the answer on the line below a question for a password, which ends at s[:at]: Q: What is the password? A: x.
func AskedAbove(f *Finder, at int) {
	const longestName = 24 // of who answers, and when
	s := f.S
	end := chars.LineEnd(s, at)
	if name, rest, ok := strings.Cut(s[at:end], ": "); ok && len(name) <= longestName {
		at = end - len(rest)
	}
	if text := strings.TrimSpace(s[at:end]); text != "" && strings.IndexByte(text, ' ') < 0 {
		if from, to := word(f, at); chars.HasDigit(f.S[from:to]) {
			f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		}
		answer(f, "password", at, end)
	}
}

// askedInLine handles a question for a password that ends the line of its name, which ends at s[:at].
func askedInLine(f *Finder, at int) {
	const longest = 64
	rest := f.S[at:min(len(f.S), at+longest)]
	if i := strings.Index(rest, "?\n"); i > 0 && strings.IndexByte(rest[:i], '\n') < 0 {
		AskedAbove(f, at+i+len("?\n"))
	}
}

// answers reports a word that can be nothing but a secret of a class, behind the word before it.
func answers(word, before string, class judge.Class) bool {
	if class != judge.Password {
		return len(word) >= judge.WeakSecret && chars.Randomness(word) >= chars.SurelyRandom
	}
	return judge.Surely(word) || chars.Randomness(word) >= chars.SurelyRandom && chars.HasDigit(word) ||
		(before == "" || givingWords[before]) && strings.Count(word, "-") > 1 && judge.SeveralWords(strings.TrimRight(word, "-0123456789"))
}

// first reports a password at the beginning of an answer or behind words that lead to it, where no name of
// a program can be.
func first(word, before string) bool {
	return (before == "" || givingWords[before]) && len(word) >= 8 && chars.HasDigit(word) && kind.StrongMix(word) &&
		!strings.ContainsAny(word, "/:()[]{}<>=") && !kind.NamesSecret(word) && !kind.Structural(word)
}

// givingWords are before a password in an answer.
var givingWords = chars.Set("nimm", "sure:", "here:", "yes:", "yes,", "ok:", "it's", "it’s", "its", "is", "use", "try", "with", "enter", "ist", "est", "es")

// Answered handles the answer to a question as the tool that asks it records both: User has answered
// your questions: "What is the API key?"="use k8Zq2x". The question ends in s[:at].
func Answered(f *Finder, at int) {
	const longest = 400
	s := f.S
	before := s[max(0, at-longest):at]
	open := strings.LastIndexByte(before, '"')
	if open < 0 || !strings.Contains(before[:open+1], " answered your question") {
		return
	}
	value := at + len(`"="`)
	end := strings.IndexByte(s[value:min(len(s), value+longest)], '"')
	if end < 0 {
		return
	}
	if name := judge.Asked(strings.TrimRight(before[open+1:], "?:. ") + "?"); name != "" {
		answer(f, name, value, value+end)
	}
}
