package title

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser"
	"steno/parser/lazy"
)

// Some requests fit every session: "Fix the tests", "Address the PR comments". Such a title is followed by what
// distinguishes the work, in parentheses. It is the first of these that exists:
//
//  1. the git branch, if the request is about a branch
//  2. the subject of the first commit
//  3. the name of the file that was edited most
//  4. the first error that was pasted with the request
//  5. the git branch, if the request is about code that others may look at: a pull request, tests, a build
//  6. if it is a slash command alone: the first sentence of a recap, or of a reply that says more than what comes next
const (
	subjectRunes = 60
	longMessage  = 400 // a longer line is data
)

// ordinary are words of requests that fit every session, beside those that ask for nothing.
var ordinary = strings.Fields(`about actually address adding adress after against agent an any anything apply are area as asked at back bad base be been before being below best better bit
	branch branches broken bug bugs build builds but by change changed changes check checks ci clean code codebase comment comments commit commits complains conflict conflicts
	correct correctly create current currently debug description did directly do does doing draft error errors everything exactly existing explain fail failed failing fails failure
	failures feedback file files find first fix fixed fixes fixing following for found from full further get getting give given go got had happening has have having
	here how if implementation implement improve in into introduced is issue issues its just know last latest let lets like lint linter linting little local look looking looks made main
	make master merge merged merges more much must need needs new not now of off one ones only open opened option or origin other our out over parent part place plan pr
	problem problems proceed project pull push pushed quick quickly really rebase recent refactor related remaining remote repo repository request requests resolve
	respond results review reviewer reviews same see seem seems should show since so some something sort stuff suggestion suggestions take task tell test tests than that their them then
	there these they thing things think this those throws through todo together too two understand unit unstaged up update updates upstream use using valid very via want
	warning warnings was way we were what what's whats when where which while why with work working works write wrong you're your`)

var (
	nameLike    = lazy.MustCompile(`[\pL\d][/._#:=@-]+[\pL\d]|\pL\d|\p{Ll}\p{Lu}|\pL[(\[{<]`) // a path, an issue, an identifier
	errorWords  = lazy.MustCompile(`(?i)\b(?:errors?|warnings?|fail(?:ed|ure|s)?|panic|fatal|exception|conflict|cannot|can't|denied|undefined|not found|invalid|unexpected|missing)\b`)
	aboutBranch = lazy.MustCompile(`(?i)\bbranch\b`)
	aboutCode   = lazy.MustCompile(`(?i)\b(?:prs?|pull|merge|conflicts?|rebase|review|ci|build|lint|tests?|commits?)\b`)
)

// vague reports whether at most one word of a request names what it is about.
func vague(line string) bool {
	named := 0
	for _, word := range strings.Fields(line) {
		word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		switch {
		case word == "" || strings.Trim(word, "0123456789") == "":
		case slices.Contains(ordinary, word) || slices.Contains(small, word):
		case unspaced(word) && utf8.RuneCountInString(word) > 2:
			return false
		default:
			named++
		}
	}
	return named <= 1 && !nameLike.MatchString(line)
}

// unspaced reports whether a word is of a script that writes a sentence without spaces.
func unspaced(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}

// distinguished is a request, followed by the subject of the work if the request fits every session.
func distinguished(s *parser.Session, asked parser.Title, text string) parser.Title {
	if asked.Source != parser.TitlePrompt && asked.Source != parser.TitleCommand || asked.Text == "" {
		return asked
	}
	alone := bareCommand.MatchString(asked.Text)
	if !alone && !vague(strings.TrimPrefix(asked.Text, "/")) {
		return asked
	}
	branch := gitBranch(s)
	commit := commitSubject(s)
	if vague(commit) {
		commit = ""
	}
	subjects := []string{"", commit, mainFile(s), firstError(text), ""}
	if aboutBranch.MatchString(asked.Text) {
		subjects[0] = branch
	} else if aboutCode.MatchString(asked.Text) {
		subjects[4] = branch
	}
	if alone {
		subjects = append(subjects, recap(s))
		if reply := firstReply(s); !announcement.MatchString(reply) {
			subjects = append(subjects, reply)
		}
	}
	for _, subject := range subjects {
		if subject = shorten(subject, subjectRunes); subject != "" && !strings.Contains(asked.Text, strings.TrimSuffix(subject, "…")) {
			asked.Text += " (" + subject + ")"
			return asked
		}
	}
	return asked
}

// gitBranch is the first branch of a session that is not the main one of a repository.
func gitBranch(s *parser.Session) string {
	for _, name := range s.Branches {
		if !slices.Contains([]string{"", "HEAD", "main", "master", "trunk", "develop"}, name) {
			return name
		}
	}
	return ""
}

// firstError is the first line of a text that reads like an error, without the marks before it.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimLeftFunc(escapes.ReplaceAllString(line, ""),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/' && r != '.' })
		if len(line) <= longMessage && errorWords.MatchString(line) && !vague(line) {
			return FirstLine(line)
		}
	}
	return ""
}

// mainFile is the name of the file with the most edits; of equals, of the one that was edited first.
func mainFile(s *parser.Session) string {
	edits := map[string]int{}
	best := ""
	for c := range s.Main.Live().Calls() {
		name := c.Action.File
		if name == "" || c.Action.Kind != parser.ActionEdit || !c.Ended() {
			continue
		}
		edits[name]++
		if best == "" || edits[name] > edits[best] {
			best = name
		}
	}
	if best == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(best, `\`, "/"))
}
