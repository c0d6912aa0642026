package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
)

// A title names the work. It is the first of these that exists and is meaningful (see title.go):
//
//  1. what was recorded as the title: by the user, by the agent, in an index
//  2. the first heading of the plan that the session implements
//  3. the first request: a prompt, or a slash command with arguments (see vague.go for those that fit every session).
//     A slash command without arguments is the request if its instructions went to the model and the next prompt only
//     answers what came of it, or none comes. Where no prompt says anything, what a teammate asked for
//  4. the subject of the first commit
//  5. the first sentence of a recap that the agent wrote for the user
//  6. the first sentence of the first reply; where nobody asked, that of the last one (see unasked.go)
//  7. the name of the file that was edited most
//  8. a prompt or a slash command that says little ("hi", "/model")
//  9. the day of the first record, the random name that the agent gave the session, the session's id
//
// No title is made up: each is a text of the transcript, shortened.

// Of returns the title of a session whose conversation, commits and times are known. recorded
// are the titles of its records, best first, and asks reports whether a slash command is a request.
func Of(s *parser.Session, recorded []parser.Title, asks func(*parser.Command) bool) parser.Title {
	asked, said, little := request(s, asks)
	if asked.Text == "" {
		asked.Text, asked.Source = assigned(s), parser.TitlePrompt
	}
	rest := []parser.Title{
		distinguished(s, asked, said),
		{Text: commitSubject(s), Source: parser.TitleCommit},
		{Text: recap(s), Source: parser.TitleSummary},
		{Text: unasked(s), Source: parser.TitleReply},
		{Text: firstReply(s), Source: parser.TitleReply},
		{Text: changesTo(mainFile(s)), Source: parser.TitleFile},
		little,
		{Text: day(s), Source: parser.TitleDate},
		{Text: s.Slug, Source: parser.TitleSlug},
		{Text: without(s), Source: parser.TitleID},
	}
	for _, list := range [][]parser.Title{recorded, rest} {
		for _, t := range list {
			if t.Text != "" {
				return t
			}
		}
	}
	return parser.Title{Text: "Session", Source: parser.TitleID}
}

// answers begins a prompt that is no request by itself: it agrees to what was proposed, or chooses from it.
var answers = lazy.MustCompile(`(?i)^\s*(?:(?:yes|yep|yeah|no|nope|ok(?:ay)?|sure|(?:sounds|looks) (?:good|great|right)|lgtm|perfect|great|agreed|correct|both|option|option [a-z]|[a-d]|\d+(?: and \d+)?)(?:[,.!:;)-]|$)|(?:the )?(?:first|second|third|last|former|latter)(?: one| option)\b)`)

// answer reports whether a prompt depends on what was said before it: it is short and begins as an
// answer, or says little beside a number ("fix 1 and 3").
func answer(text, line string) bool {
	return answers.MatchString(text) && utf8.RuneCountInString(text) <= longLine || vague(line) && strings.ContainsAny(line, "0123456789")
}

// request returns the title of the first request and its text, and the title of the first
// prompt or command that says little.
func request(s *parser.Session, asks func(*parser.Command) bool) (asked parser.Title, said string, little parser.Title) {
	var skill parser.Title // a slash command alone whose instructions went to the model
	var word parser.Title  // a prompt of one word ("agents"), which names a session if no other does
	for m := range s.Main.Live().Messages() {
		switch m.Rest().Sender {
		case parser.SenderRejection, parser.SenderApproval, parser.SenderAnswer:
			continue // they answer something
		}
		for _, blk := range m.Blocks {
			var t parser.Title
			says, text := false, ""
			switch x := blk.(type) {
			case *parser.Text:
				if m.Kind != parser.KindPrompt || x.Pasted {
					continue
				}
				text = x.Text
				t, says = requestTitle(text)
			case *parser.Command:
				t = parser.Title{Text: FirstLine(x.Name + " " + x.Args), Source: parser.TitleCommand}
				says = asks(x)
				if !says && m.Kind == parser.KindPrompt && skill.Text == "" {
					skill = t
				}
			default:
				continue
			}
			if says && skill.Text != "" && t.Source == parser.TitlePrompt && answer(text, t.Text) {
				return skill, "", little
			}
			if says && t.Source == parser.TitlePrompt && oneWord.MatchString(t.Text) {
				if word.Text == "" {
					word, said = t, text
				}
				continue
			}
			if says {
				return t, text, little
			}
			if little.Text == "" && strings.IndexFunc(t.Text, wordRune) >= 0 {
				little = t
			}
		}
	}
	if word.Text != "" {
		return word, said, little
	}
	return skill, "", little
}

var oneWord = lazy.MustCompile(`^[A-Za-z]+[.!?]?$`)

// wordRune reports a character of a word or a number.
func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// assigned is what the first message of a teammate asks for, the leader of a team as a rule: the members
// of a team are sessions in which no user says anything.
func assigned(s *parser.Session) string {
	for m := range s.Main.Live().Messages() {
		for _, blk := range m.Blocks {
			ev, ok := blk.(*parser.Event)
			if !ok || ev.Type != "teammate-message" || ev.Subtype != "" && ev.Subtype != "task_assignment" {
				continue
			}
			if line := Request(ev.Text); line != "" {
				return line
			}
		}
	}
	return ""
}

// requestTitle returns the title of a prompt: of the plan in it, or of what it asks.
func requestTitle(text string) (t parser.Title, says bool) {
	text = strings.TrimPrefix(text, "\ufeff") // of a text that came from a file
	if plan, ok := started(text); ok {
		if h := Plan(plan); h != "" {
			return parser.Title{Text: h, Source: parser.TitlePlan}, true
		}
		text = plan
	}
	if line := Request(text); line != "" && !data(text) && !stamped.MatchString(line) {
		return parser.Title{Text: line, Source: parser.TitlePrompt}, true
	}
	return parser.Title{Text: FirstLine(text), Source: parser.TitlePrompt}, false
}

// data reports whether a text is nothing but JSON that was pasted.
func data(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && (text[0] == '{' || text[0] == '[') && jsontext.Value(text).IsValid()
}

func commitSubject(s *parser.Session) string {
	for _, c := range s.Commits {
		if subject := Meaningful(c.Subject); subject != "" {
			return subject
		}
	}
	return ""
}

// recap is the first sentence of what the agent wrote for a user who was away.
func recap(s *parser.Session) string {
	for m := range s.Main.Live().Messages() {
		for _, blk := range m.Blocks {
			if ev, ok := blk.(*parser.Event); ok && ev.Subtype == "away_summary" {
				if line := statement(ev.Text); line != "" {
					return line
				}
			}
		}
	}
	return ""
}

// firstReply is the first sentence of a reply that says something other than what the model is
// about to do; of replies that all only announce, the first one that does not only offer help.
func firstReply(s *parser.Session) string {
	announced := ""
	for m := range s.Main.Live().Messages() {
		if m.Kind != parser.KindReply || m.APIError != "" {
			continue
		}
		for _, blk := range m.Blocks {
			t, ok := blk.(*parser.Text)
			if !ok || jsontext.Value(t.Text).IsValid() { // a verdict for a program
				continue
			}
			if line := statement(t.Text); line != "" {
				return line
			}
			if line := Request(t.Text); announced == "" && !offer.MatchString(line) {
				announced = line
			}
		}
	}
	return announced
}

// changesTo is the title of a session of which only the file is known that was edited most.
func changesTo(file string) string {
	if file == "" {
		return ""
	}
	return "Changes to " + file
}

// day is the day and the minute of the first record, in UTC as recorded.
func day(s *parser.Session) string {
	if s.Start.IsZero() {
		return ""
	}
	return "Session of " + s.Start.UTC().Format("2 January 2006, 15:04")
}

// without is the title of a session of which neither words nor a time are known: its id, of which the first part
// does where there is nothing to read.
func without(s *parser.Session) string {
	for range s.Main.Live().Messages() {
		return s.ID
	}
	if s.ID == "" || len(s.Agents) > 0 {
		return s.ID
	}
	first, _, _ := strings.Cut(s.ID, "-")
	return "Session without messages (" + first + ")"
}
