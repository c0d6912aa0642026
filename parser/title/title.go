// Package title says on one line what a session is about: the request in a prompt,
// the subject of a plan.
package title

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser/lazy"
)

// What a text says, on one line. People begin a prompt with a greeting, a paste, the
// role that the model is to play or a label; the request comes after. Claude Code's own
// injections ([Image #1], <system-reminder>) are not what was asked.

// PlanPrompt opens the prompt with which Claude Code starts to implement a plan.
const PlanPrompt = "Implement the following plan:"

// titleRunes is the length of a title, at most. Longer requests are cut behind a sentence.
const (
	titleRunes     = 120
	longLine       = 90
	shortSentence  = 20 // bytes of the first sentence, at least
	littleSentence = 45 // one that is shorter and points at something has the next beside it
	labelRunes     = 60 // a line that ends with a colon goes on in the next one up to this length
	maxTitleLines  = 200
)

var (
	injectedParts = lazy.MustCompile(`(?s)<(system-reminder|pasted_content|attached_files|file_content|context|ide_selection|ide_opened_file)\b[^>]*>.*?(?:</(?:system-reminder|pasted_content|attached_files|file_content|context|ide_selection|ide_opened_file)\b[^>]*>|$)|\[(?:Image|Pasted text|Request interrupted)[^\]\n]*(?:\]|$)|<pasted_content\b[^>]*/>`)
	greeting      = lazy.MustCompile(`(?i)^(?:ok+(?:ay)?,? (?:(?:[-–—]|now|so|then|and) )?|(?:(?:hi|hey|hello|hallo|bonjour|hola|good (?:morning|evening|afternoon)|yo)(?:,? (?:there|claude|all|again))?|claude|ok+(?:ay)?|so|now|great|thanks|thank you|alright)(?:[,!:;] *|\.{2,} *|…+ *|\.(?: +|$)))`)
	polite        = lazy.MustCompile(`(?i)^(?:(?:can|could|would|will) you (?:please )?|please,? |i(?:'d| would) like you to |i (?:want|need) you to )`)
	questionMark  = lazy.MustCompile(`\?( |$)`)
	frame         = lazy.MustCompile(`\s{2,}[│┃║]\s.*`) // of a terminal, where the lines of what was copied from it were joined
	issueURL      = lazy.MustCompile(`https?://[\w.-]+/[\w.-]+/([\w.-]+)/(?:pull|issues|-/issues|-/merge_requests)/(\d+)[^\s)>\]]*`)
	anyURL        = lazy.MustCompile(`https?://([^\s)>\]]+)`)
	markup        = lazy.MustCompile("^(?:#{1,6}\\s+|>\\s*|[-*+]\\s+(?:\\[[ x]\\]\\s+)?|\\d{1,3}\\.\\s+|(?:\\d{1,3}|[A-Za-z])\\)\\s*)+|`")
	// lines and signs around a heading
	decoration   = lazy.MustCompile(`^(?:[\x{2500}-\x{27BF}\x{1F300}-\x{1FAFF}\x{FE0F}]+\s*|[-–—_~*#=]{2,}(?:\s+|$))+|(?:\s*[\x{2500}-\x{25FF}★☆]+|\s+[-–—_~*#=]{2,})+$`)
	role         = lazy.MustCompile(`(?i)^(?:你是一|你是个|您是一|あなたは.{0,30}です|당신은 |(?:du bist|sie sind|tu es|vous êtes|eres|você é|sei) (?:ein|une?|uma?|una)\b)|^(?:you(?:'re| are| will act| act)|act as|as an?|imagine you)\b`)
	taskSentence = lazy.MustCompile(`(?i)\byour (?:task|job|goal|objective|mission|role) (?:is|will be)(?: to)?:?\s+(.+)`)
	taskLabel    = lazy.MustCompile(`(?i)^(?:(?:your |the )?(?:task(?: #?(?:[A-Z]{1,4}-?)?\d{1,4})?|goal|objective|request|question|problem|issue|mission|assignment|user request))\s*(?::|$)\s*(.*)`)
	planLabel    = lazy.MustCompile(`(?i)^(?:(?:implementation |refactoring |development |migration )?plan|prd|spec)\s*(?:[:–—-]|for\b)\s*`)
	planTail     = lazy.MustCompile(`(?i)\s*(?:[:–—-]\s*)?\(?(?:implementation |refactoring )?plan\)?$`)
	linkText     = lazy.MustCompile(`\[([^\]\[]+)\]\([^()\s]*\)`)
	sentences    = lazy.MustCompile(`.+?(?:[.!?](?:\s|$)|$)`)
	announcement = lazy.MustCompile(`(?i)^(?:i(?:'ll|\x{2019}ll| will|'m|\x{2019}m| am|'d| would) |let me\b|let's\b|now,? let\b|(?:how|what) (?:can|may) i (?:help|assist|do for)\b|(?:sure|certainly|of course|great|perfect|excellent|absolutely|thanks?|thank you|hello|hi|greetings|got it|understood|okay|ok)\b[^.!]{0,12}(?:[.!]|$))`)
	// with which a model answers a greeting, or a prompt that says nothing
	offer   = lazy.MustCompile(`(?i)^(?:(?:hello|hi|hey|안녕하세요|こんにちは|你好|您好|hola|bonjour|hallo|olá|привет|здравствуйте|привіт|ciao|cześć)(?:\b.{0,12})?[!,.！，。] *)?(?:무엇을 도와드릴까요|何(?:か|を)お手伝い|(?:请问)?有什么(?:我)?(?:可以|能)帮|我能帮你?什么|¿?en qué puedo ayudar|wie kann ich (?:dir|ihnen) helfen|comment puis-je vous aider|como posso ajudar|come posso aiutar|waarmee kan ik (?:je|u) helpen|jak mogę (?:ci |panu |pani )?pomóc|чем (?:я )?могу (?:вам |тебе )?помочь|чим (?:я )?можу (?:вам |тобі )?допомогти|(?:how|what) (?:can|may) i (?:help|assist|do for)\b|i(?:'m|\x{2019}m| am) (?:claude\b|(?:here|ready) to (?:help|assist)\b))`)
	pointer = lazy.MustCompile(`(?i)\b(?:this|that|these|those|it|they|here|things?|something)\b`)
	// nothing but the path of a directory
	directory = lazy.MustCompile(`^["']?@?(?:(?:~|\.{1,2}|[A-Za-z]:|/[^\s/]+)[\\/](?:\S*[\\/])?[^\s.\\/]*|\S+[\\/])["']?$`)
	// the command that starts an agent
	agentStart = lazy.MustCompile(`^(?:claude|codex|gemini|opencode|copilot)(?: -{1,2}[a-z][\w-]*| resume| [0-9a-f]{8}-[0-9a-f-]{27})+$`)
	// places that a request begins with: "/srv/quay/a.go /srv/quay/b.go Mend both of them"
	listedPaths = lazy.MustCompile(`^(?:(?:[A-Za-z]:\\|~[/\\]|/[^\s/]+/)\S+\s+){2,}(\p{Lu}\pL*(?:\s+\S+){2})`)
	firstPath   = lazy.MustCompile(`^(?:[A-Za-z]:\\|~[/\\]|/[^\s/]+/)\S+\s+`)
	// a name, and an address without its scheme: "Figma URL: design.dev/file/V9fF"; or a line of a file
	labelledPlace = lazy.MustCompile(`^[\pL\d ]{1,30}: \S+\.\S+/\S*$|^\S+\.\w{1,8}(?::\d+){1,2}:?$`)
	// of a finding that a reviewing bot wrote
	severity = lazy.MustCompile(`(?i)^(?:low|medium|high|critical|major|minor) (?:severity|priority)$`)
	// an option of a command line that was typed as a prompt
	flagAlone = lazy.MustCompile(`^--?[A-Za-z][\w-]*$`)
	// a fence around a prompt that was copied
	wordsFence = lazy.MustCompile("^(?:`{3,}|~{3,})\\s*(?i:markdown|md|text|txt|plaintext|prompt)$")
	notProse   = lazy.MustCompile(`^(?:[$>%❯➜⏺⎿│┃└├╰•✓✔✗✘⨯✖|+~^={}\[\]()<\\/*;]|at \S+\(|File "|\d{4}-\d\d-\d\d[T ]|\d\d:\d\d:\d\d|(?:import|from|package|const|let|var|func|def|class|return|#include)\s)`)
)

// Offers reports whether a reply is nothing but the offer of help with which a model answers what says nothing.
func Offers(text string) bool { return offer.MatchString(FirstLine(text)) }

// small are words that alone ask for nothing.
var small = strings.Fields(`a add again all alright and anything begin bonjour can claude continue cool could discuss do done don't dont evening fine go good great ha hallo have hello
	help hey hi hm hmm hola i is it k keep let let's me mind morning my never next nice no nope nothing now oh ok okay on perfect ping please proceed q ready
	resume right run so start sure test testing thank thanks thanx that the there this to try ty us wait what would yep yes yo you

	bitte danke genau gut ja mach nein weiter   bonjour continuer merci non oui parfait salut vas y   ciao continua grazie sì va bene
	adelante dale gracias hola sí sigue vale   continuar não obrigado olá sim   doorgaan nee verder   dalej dzięki tak   devam et evet merhaba tamam
	halo lanjut lanjutkan ya tidak terima kasih   xin chào chao tiếp tục tiep tuc đi di vâng dạ cảm ơn cam ơn được duoc không khong   ahoj cześć hej witaj
	ага да давай дальше здравствуй здравствуйте нет ок привет продолжай продолжи спасибо хорошо   далі дякую ні привіт так   مرحبا شكرا नमस्ते สวัสดี   你好 您好 嗨 在吗 测试 好 好的 对 是 是的 可以 开始 继续 請繼續 繼續 请继续 谢谢 下一步
	おはよう こんばんは テスト はい お願いします こんにちは ありがとう 続けて 続けてください 次   네 하이 ㅎㅇ 테스트 안녕 안녕하세요 감사합니다 계속 계속해 계속해줘 계속해주세요 진행해줘`)

// halts are words that alone stop the agent. What they are about is a request: "Pause playback".
var halts = strings.Fields(`abort cancel halt nevermind pause stop   stopp arrête basta detente para stoppen стоп остановись 停 停止 停下 止めて 멈춰`)

// generic are headings that name a part of a plan or a prompt, not its subject.
var generic = strings.Fields(`approach background changes context description goal goals implementation instructions introduction
	notes objective outline overview plan prerequisites problem prompt purpose request requirements role rules scope spec steps summary task tasks title todo`)

// saysSomething reports whether a line names any work: some word of it is neither a
// greeting nor an answer.
func saysSomething(line string) bool {
	if opaque(line) || flagAlone.MatchString(line) || directory.MatchString(line) || agentStart.MatchString(line) ||
		line == "(no content)" { // which the client writes for nothing
		return false
	}
	letters := 0
	only := true
	for _, w := range strings.FieldsFunc(strings.ToLower(line),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		letters += utf8.RuneCountInString(strings.TrimFunc(w, unicode.IsDigit))
		if w[0] >= utf8.RuneSelf {
			letters += utf8.RuneCountInString(w) // words of scripts that write a word in one or two signs
		}
		only = only && (slices.Contains(small, w) || slices.Contains(halts, w))
	}
	return letters >= 4 && !only
}

// opaque reports whether a line is nothing but an identifier or a token: the id of a session, a hash, a key.
func opaque(line string) bool {
	digits := 0
	for _, r := range strings.TrimSpace(line) {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '-' || r == '_' || r < utf8.RuneSelf && unicode.IsLetter(r):
		default:
			return false
		}
	}
	return digits >= 6 && len(line) >= 16
}

// Meaningful returns a recorded title on one line, "" when it says nothing about the work.
func Meaningful(text string) string {
	line := FirstLine(text)
	if strings.HasPrefix(line, strings.TrimSuffix(PlanPrompt, ":")) || !saysSomething(line) {
		return ""
	}
	return line
}

// Request returns the line of a prompt or a reply that says what it is about, "" if none does.
func Request(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n") // as Windows ends lines
	t := templateOf(text)
	if t == nil {
		return requested(text)
	}
	for _, part := range []string{t.input, t.about} { // not taken apart again: its headings may be many
		if line := requested(part); line != "" {
			return line
		}
	}
	return cmp.Or(t.command, requested(t.rest))
}

// requested is that line of a text that is taken as it is.
func requested(text string) string {
	text = uninjected(text)
	if asked := belowPasted(text); asked != "" {
		text = asked
	}
	lines := proseLines(text)
	if len(lines) > 0 {
		lines[0] = listedPaths.ReplaceAllString(lines[0], "$1")
		rest := slices.Concat([]string{firstPath.ReplaceAllString(lines[0], "")}, lines[1:])
		if line := roleTask(rest); line != "" {
			return line
		}
	}
	place := "" // a line with nothing but an address
	for i, line := range lines {
		line = unannounced(plainRequest(line))
		if role.MatchString(line) || isGeneric(line) || severity.MatchString(line) {
			continue
		}
		if l := utf8.RuneCountInString(line); strings.HasSuffix(line, ":") && l <= labelRunes && i+1 < len(lines) {
			line += " " + lines[i+1]
		}
		switch bare := strings.TrimRight(line, ": "); {
		case !saysSomething(bare) || onlyLabel(line):
		case !labelledPlace.MatchString(line):
			return titleLine(line)
		case place == "":
			place = titleLine(line)
		}
	}
	return place
}

// injectedMarks are what begins the parts that [injectedParts] matches.
var injectedMarks = []string{"<system-reminder", "<pasted_content", "<attached_files", "<file_content", "<context",
	"<ide_selection", "<ide_opened_file", "[Image", "[Pasted text", "[Request interrupted"}

// mayBeInjected reports whether a text may have such a part.
func mayBeInjected(text string) bool {
	return strings.ContainsAny(text, "<[") &&
		slices.ContainsFunc(injectedMarks, func(mark string) bool { return strings.Contains(text, mark) })
}

// uninjected returns a text without what clients put into it, such as pasted texts. What is around
// such a part is one line if it was within a line.
func uninjected(text string) string {
	if !mayBeInjected(text) { // else the expression only takes time
		return text
	}
	var out strings.Builder
	end := 0
	for _, m := range injectedParts.FindAllStringIndex(text, -1) {
		before, after := strings.TrimRight(text[end:m[0]], " \t"), strings.TrimLeft(text[m[1]:], " \t")
		out.WriteString(text[end:m[0]])
		if end = m[1]; before == "" || strings.HasSuffix(before, "\n") || after == "" || after[0] == '\n' || after[0] == '\r' {
			out.WriteByte('\n')
		} else {
			out.WriteByte(' ')
		}
	}
	out.WriteString(text[end:])
	return out.String()
}

// statement returns the first sentence of a reply that is no announcement, "" if all are.
func statement(text string) string {
	for _, line := range proseLines(uninjected(text)) {
		for _, sentence := range sentences.FindAllString(line, maxTitleLines) {
			sentence = strings.TrimSpace(sentence)
			if announcement.MatchString(sentence) || insight.MatchString(sentence) || offer.MatchString(sentence) ||
				isGeneric(sentence) || onlyLabel(sentence) {
				continue
			}
			if saysSomething(sentence) {
				return titleLine(sentence)
			}
		}
	}
	return ""
}

// onlyLabel reports whether a line is a single word with a colon or an equals sign ("brainstorm:").
func onlyLabel(line string) bool {
	return (strings.HasSuffix(line, ":") || strings.HasSuffix(line, "=")) && !strings.ContainsAny(line, " \t")
}

// roleTask is the task in a prompt that begins with the role that the model is to play.
func roleTask(lines []string) string {
	if len(lines) == 0 || !role.MatchString(lines[0]) {
		return ""
	}
	for i, line := range lines {
		if m := taskSentence.FindStringSubmatch(line); m != nil && saysSomething(m[1]) {
			return titleLine(m[1])
		}
		m := taskLabel.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if saysSomething(m[1]) {
			return titleLine(m[1])
		}
		if i+1 < len(lines) && saysSomething(lines[i+1]) {
			return titleLine(lines[i+1])
		}
	}
	_, rest, found := strings.Cut(lines[0], ". ")
	if found && !role.MatchString(rest) && saysSomething(rest) {
		return titleLine(rest)
	}
	return ""
}

// proseLines are the lines of a text that may be read, without the marks of Markdown,
// code and pasted logs; all lines when none is prose.
func proseLines(text string) []string {
	var prose, rest []string
	fenced, shell, announced := false, false, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(linkText.ReplaceAllString(escapes.ReplaceAllString(line, ""), "$1"))
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced && !(len(rest)+len(prose) == 0 && wordsFence.MatchString(line))
			continue
		}
		if len(rest)+len(prose) == maxTitleLines {
			break
		}
		bare := plain(line)
		// a command and its output, up to a blank line
		shell = bare != "" && (shell || strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "❯ ") || strings.HasPrefix(line, "➜ "))
		switch {
		case bare == "":
		case fenced || shell || notProse.MatchString(line) && !strings.HasPrefix(line, "> ") && !issueURL.MatchString(line):
			rest = append(rest, bare)
			if announced { // "It says:" and what it says
				if message := firstError(line); message != "" {
					prose, announced = append(prose, message), false
				}
			}
		default:
			prose, announced = append(prose, bare), strings.HasSuffix(bare, ":")
		}
	}
	if len(prose) == 0 {
		return rest
	}
	return prose
}

// plain is a line without marks of Markdown and lines that are drawn around it.
func plain(line string) string {
	if marked(line) {
		line = markup.ReplaceAllString(line, "")
	}
	line = withoutEmphasis(line)
	if line == "" {
		return ""
	}
	if drawn(line[0]) || drawn(line[len(line)-1]) { // else the expression only takes time
		line = decoration.ReplaceAllString(line, "")
	}
	if strings.IndexByte(line, "│"[0]) >= 0 {
		line = frame.ReplaceAllString(line, "")
	}
	return strings.TrimSpace(line)
}

// marked reports whether a line may have something that [markup] matches.
func marked(line string) bool {
	if line == "" {
		return false
	}
	switch c := line[0]; {
	case strings.IndexByte("#>-*+0123456789", c) >= 0:
		return true
	case 'a' <= c|0x20 && c|0x20 <= 'z' && len(line) > 1 && line[1] == ')':
		return true
	}
	return strings.IndexByte(line, '`') >= 0
}

// drawn reports the bytes that a match of decoration begins or ends with.
func drawn(c byte) bool { return c >= utf8.RuneSelf || strings.IndexByte("-_~*#=", c) >= 0 }

// plainRequest is a line without greeting and polite form, with short links.
func plainRequest(line string) string {
	line = issueURL.ReplaceAllString(line, "$1#$2")
	line = anyURL.ReplaceAllString(line, "$1")
	for {
		bare := greeting.ReplaceAllString(line, "")
		if asked := polite.ReplaceAllString(bare, ""); asked != bare {
			bare = questionMark.ReplaceAllString(asked, ".$1") // a polite question is a request
		}
		if bare == line || !saysSomething(bare) {
			return line
		}
		line = bare
	}
}

// Plan returns the subject of a plan: its first heading that is not the name of a
// part, else its first line that says something.
func Plan(plan string) string {
	first := ""
	for line := range strings.Lines(plan) {
		line = strings.TrimSpace(line)
		bare := plain(line)
		if first == "" && saysSomething(bare) {
			first = bare
		}
		if !strings.HasPrefix(line, "#") {
			continue
		}
		bare = planLabel.ReplaceAllString(bare, "")
		if tail := planTail.ReplaceAllString(bare, ""); saysSomething(tail) {
			bare = tail
		}
		if saysSomething(bare) && !isGeneric(bare) {
			return titleLine(bare)
		}
	}
	return titleLine(first)
}

// bareCommand matches a slash command without arguments.
var bareCommand = lazy.MustCompile(`^/[a-z][\w:-]*$`)

func isGeneric(line string) bool {
	return bareCommand.MatchString(line) || slices.Contains(generic, strings.ToLower(strings.Trim(line, ":. ")))
}
