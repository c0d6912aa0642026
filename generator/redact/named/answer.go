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
	s := f.S
	end := chars.LineEnd(s, at)
	speaker := speaks(s[at:end])
	if speaker > 0 {
		at += speaker
	} else if timed(s[at:end]) && end < len(s) { // of who answers, above the answer
		at, speaker = end+1, 1
		end = chars.LineEnd(s, at)
	}
	if text := strings.TrimSpace(s[at:end]); text != "" && strings.IndexByte(text, ' ') < 0 {
		if from, to := word(f, at); chars.HasDigit(f.S[from:to]) {
			f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		} else if speaker > 0 && judge.ChosenWord(f.S[from:to]) {
			f.AddAs(from, to, judge.Password.Rule())
		}
		answer(f, "password", at, end)
	}
}

const longestName = 32 // of who answers, and when

// speaks returns where what somebody says begins in a line of a chat: boss: x, [10:43] boss: x, <boss> x. It is 0 in others.
func speaks(line string) int {
	if name, _, ok := strings.Cut(line, "> "); ok && name != "" && name[0] == '<' && len(name) <= longestName {
		return len(name) + len("> ")
	}
	start := 0
	if stamp, rest, ok := strings.Cut(line, "] "); ok && line[0] == '[' && len(stamp) <= longestName {
		start = len(line) - len(rest)
	}
	name, _, ok := strings.Cut(line[start:], ": ")
	if !ok {
		name, _, ok = strings.Cut(line[start:], "：")
	}
	if !ok || len(name) > longestName || strings.Count(name, " ") > 2 || strings.ContainsAny(name, "={}();\"") {
		return 0
	}
	text := start + len(name)
	return text + chars.Run(line[text:], 0, len(": "), func(c byte) bool { return c == ':' || c == ' ' || c >= 0x80 })
}

// timed reports a line that has a name and a time, as chats have them above what somebody says: tom 10:13 AM.
func timed(line string) bool {
	line = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(line, " \r]"), " AM"), " PM")
	n := len(line)
	return n > len("x 1:23") && n <= longestName && chars.IsDigit(line[n-1]) && chars.IsDigit(line[n-2]) && line[n-3] == ':' &&
		chars.IsDigit(line[n-4]) && chars.IsLetter(line[0]) && !strings.ContainsAny(line, "=(){}\"/")
}

// WroteWords are before what the user of an agent answered, as the agent reports it.
var WroteWords = []string{" wrote \"", " wrote '", " wrote `", " wrote “", " answered \"", " answered '", " answered `", " answered “", " typed \"", " typed '", " typed `", " replied \"",
	" replied '", " replied `", " replied “", " entered \"", " entered '", " entered `", " said \"", " said '", " said `", " said “", " responded \"", " responded with \"", " replied with \"", " answered with \""}

// Wrote judges the answer to a question for a password, as somebody reports it: the user wrote "x" as the answer to my question
// about the login. s[at:] is behind the quote.
func Wrote(f *Finder, at int) {
	const reach = 160
	s := f.S
	end := chars.Until(s, at, at+longestLogin, "\"'`”")
	if end >= len(s) || end-at < shortestLogin || strings.IndexByte("\"'`", s[end]) < 0 && !strings.HasPrefix(s[end:], "”") {
		return
	}
	rest := s[end+1 : min(chars.LineEnd(s, end), end+reach)]
	if i := strings.Index(rest, ". "); i >= 0 {
		rest = rest[:i]
	}
	if low := chars.Lower(rest); !wasAsked(low) {
		return
	}
	name := judge.NameIn(rest)
	if name == "" && (strings.Contains(rest, " login") || strings.Contains(rest, " log in")) {
		name = "password"
	}
	v := s[at:end]
	if class := judge.Classify(name); class == judge.Password || name == "password" || class == judge.Secretive {
		if judge.ChosenWord(v) || judge.SeveralWords(v) {
			f.AddAs(at, end, judge.Password.Rule())
		} else {
			f.judge("password", at, end, judge.Context{Class: judge.Password, Quoted: true})
		}
	}
}

// wasAsked reports words that say that something before them was asked for.
func wasAsked(low string) bool {
	for _, word := range [...]string{" answer", " question", " asked", " prompt", " for the ", " for his ", " for their ", " as the ", " as his ", " as their ", " when "} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
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
