package token

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/kind"
)

// Formats are the forms that an engine looks for. They never change.
type Formats struct {
	prefixed []format
	runs     []format // without a prefix
}

// NewFormats makes the forms of those rules ready that are not turned off.
func NewFormats(rules *find.Set) (*Formats, error) {
	all := &Formats{}
	for _, row := range table() {
		rule, _ := rules.Number(row.Rule)
		if rules.Rules[rule].Severity == find.Off {
			continue
		}
		f, err := newFormat(&row, rule)
		if err != nil {
			return nil, err
		}
		if len(f.prefixes) == 0 {
			all.runs = append(all.runs, f)
		} else {
			all.prefixed = append(all.prefixed, f)
		}
	}
	return all, nil
}

// Prefixes calls add with each prefix that a token may begin with, and the number of its form.
func (all *Formats) Prefixes(add func(prefix string, form int)) {
	for i := range all.prefixed {
		for _, p := range all.prefixed[i].prefixes {
			add(p, i)
		}
	}
}

// Finder looks for tokens and keys in one text.
type Finder struct {
	*find.Text
	formats   *Formats
	lines     *hidden.Lines
	inView    bool // the text is a view
	objectEnd int  // end of the last JSON Web Key
	runs      longRuns
}

// Reset begins with another text, whose hidden lines are noted in lines.
func (f *Finder) Reset(text *find.Text, formats *Formats, lines *hidden.Lines, inView bool) {
	clear(f.runs)
	*f = Finder{Text: text, formats: formats, lines: lines, inView: inView, runs: f.runs}
	if f.runs == nil {
		f.runs = longRuns{}
	}
}

// Token checks one format at a place where one of its prefixes begins.
func Token(f *Finder, form, start int) {
	ft := &f.formats.prefixed[form]
	s := f.S
	n := ft.prefixAt(s, start)
	from := start
	if ft.before != nil {
		if from = ft.before.matchBack(s, start); from < 0 {
			return
		}
	}
	if amidBase64(s, from) && isPlain(s[start:start+n]) {
		return
	}
	joined := !chars.Boundary(s, from) && chars.IsWord(s[from])
	glued := joined && from > 0 && chars.IsWord(s[from-1]) // tokenglpat-k8Zq
	stuck := glued && n >= shortestStuck && stuckToName(s, start)
	if joined && !(from > 0 && (s[from-1] == '-' || s[from-1] == '_' || s[from-1] == '.') && n >= 3) &&
		!(glued && (signed(s[start:start+n]) || stuck || ft.standsOut(n) && shortRun(s, start))) {
		return
	}
	end := ft.body.match(s, start+n, f.runs)
	if end < 0 && !joined {
		if end = ft.cutForm(s, start+n, n, f.runs); end > 0 {
			f.Add(from, end, ft.rule)
			return
		}
		end = f.truncatedToken(ft, start+n, n)
	}
	if end < 0 && glued {
		return
	}
	if end < 0 {
		if !f.tornBody(ft, from) {
			f.torn(ft, start, n)
		}
		return
	}
	if isPlain(s[start:start+n]) && amidLines(s, start) {
		return
	}
	end = chars.RunBack(s, start+n, end, func(c byte) bool { return c == '.' || c == '-' && !ft.exact })
	body := s[start+n : end]
	if start-from > len(body) {
		body = s[from:start]
	}
	if glued && !stuck && !ft.glues && (len(body) < shortestGlued || chars.All(body, chars.IsHex)) || !ft.accepts(body, n) ||
		joined && chars.Randomness(body) < leastJoined(s[start:start+n], body, ft.exact && glued || stuck) {
		return // behind a dash or a dot only what is plainly random counts: the rest may be part of a name
	}
	// box.ico-<hash>.png
	if n <= tellingPrefix && inChecksum(s, from) ||
		joined && chars.All(body, chars.IsHex) && end+1 < len(s) && s[end] == '.' && chars.IsLetter(s[end+1]) {
		return
	}
	name := f.Rules.Rules[ft.rule].Name
	if name == "private-key" && end-start >= shortestBlock {
		end = f.body(from, end)
	}
	f.Add(from, end, ft.rule)
	if name == "aws-key-id" {
		f.secretKey(end)
	}
	if !ft.exact && end-start >= shortestLine && end < len(s) {
		f.lines.Broken(start, end, continues)
		f.lines.Parts(start, end, continues)
	}
}

// torn notes a token that goes on in the next line or string, of which the first part at s[start:] is too short. n is the length
// of its prefix.
func (f *Finder) torn(ft *format, start, n int) {
	s := f.S
	if stop := chars.TokenRun(s, start+n); stop >= start+n+4 && !(isPlain(s[start:start+n]) && amidLines(s, start)) {
		got := stop - start - n
		wanted := func(run string) bool {
			got += len(run)
			return got-len(run) < ft.length || continues(run)
		}
		f.lines.Broken(start, stop, wanted)
		f.lines.Parts(start, stop, wanted)
	}
}

// shortRun reports letters and digits before s[at:] that are a word, and not the line of a file in base64.
func shortRun(s string, at int) bool {
	const longest = 12
	start := chars.RunBack(s, at-longest-1, at, chars.IsWord)
	return at-start <= longest && (start == 0 || !chars.IsBase64(s[start-1]) && s[start-1] != '\n')
}

// stuckToName reports a short word before s[at:] that ends in the name of a secret: keyAIza...
func stuckToName(s string, at int) bool {
	const longest = 24
	start := chars.RunBack(s, at-longest-1, at, chars.IsBase64)
	return at-start <= longest && chars.EndsFold(s[:at], "key", "token", "secret", "pass", "password", "auth", "bearer", "pat", "user")
}

// shortestStuck is the least prefix of a token behind such a word.
const shortestStuck = 3

// shortestGlued is the least behind the prefix of a token that follows a letter.
const shortestGlued = 20

// shortestLine is the least of a piece of a token that may go on in the next line or string.
const shortestLine = 20

// continues reports a line that looks drawn by chance, as the rest of a token that was broken over lines does.
func continues(run string) bool {
	return len(run) >= 12 && chars.Randomness(run) >= chars.SurelyRandom ||
		len(run) < shortestLine && len(run) >= 6 && chars.HasDigit(run) && chars.Some(run, chars.IsLower) &&
			chars.Some(run, chars.IsUpper)
}

// signed reports a prefix that no word ends in: it has a sign, as its last character when it is short.
func signed(prefix string) bool {
	const long = 8
	return len(prefix) >= tellingPrefix && strings.ContainsAny(prefix[len(prefix)-1:], "_-") ||
		len(prefix) >= long && strings.ContainsAny(prefix, "_-")
}

// leastJoined is how random a token must be that follows a part of a name: less so when its prefix
// is long and ends in a sign, or when its length or the word before it says that it is one.
func leastJoined(prefix, body string, said bool) int {
	if said && chars.All(body, chars.IsHex) {
		return 0
	}
	if said || signed(prefix) {
		return chars.SurelyRandom
	}
	return max(chars.SurelyRandom, len(body)/2)
}

// inChecksum reports whether s[i:] continues a checksum in base64, as lock files and lists of files
// have them.
func inChecksum(s string, i int) bool {
	start := chars.RunBack(s, i-96, i, chars.IsBase64)
	run := s[start:i]
	before := s[max(0, start-len("sha256=")):start]
	return i > start && (strings.HasPrefix(run, "sha") || strings.HasPrefix(before, "sha") || strings.HasSuffix(before, "h1:"))
}

// amidBase64 reports whether s[i:] continues a run of base64 after a plus sign or a slash.
func amidBase64(s string, i int) bool {
	if i < 32 || s[i-1] != '+' && s[i-1] != '/' {
		return false
	}
	before := s[i-32 : i]
	return chars.All(before, chars.IsBase64) && chars.Randomness(before) >= chars.SurelyRandom
}

// isPlain reports a prefix that base64 may have, too.
func isPlain(prefix string) bool { return !strings.ContainsAny(prefix, "_-. ") }

// amidLines reports a token at s[at:] in a line of base64 below another one of the same length, as those of a file
// that is encoded.
func amidLines(s string, at int) bool {
	const shortest = 48
	start := chars.RunBack(s, at-chars.MaxToken, at, isEncoded)
	if start == 0 || s[start-1] != '\n' {
		return false
	}
	end := chars.Run(s, at, start+chars.MaxToken, isEncoded)
	n := end - start
	above := start - n - 1
	return n >= shortest && above >= 0 && (end == len(s) || s[end] == '\n') && chars.All(s[above:above+n], isEncoded)
}

// isEncoded reports the characters of base64.
func isEncoded(c byte) bool { return chars.IsWord(c) || c == '+' || c == '/' || c == '=' }

// truncatedToken returns the end of a token of which only the beginning is left: the text
// ends, or dots or a bracket say that it was cut. -1 when there is none.
func (f *Finder) truncatedToken(ft *format, body, prefix int) int {
	s := f.S
	if prefix < tellingPrefix-1 || numbered(s[body:]) {
		return -1
	}
	least := scoreTelling
	if prefix < tellingPrefix || !strings.ContainsAny(s[body-prefix:body], "_-.") {
		if body > prefix && chars.IsBase64(s[body-prefix-1]) {
			return -1
		}
		least = scoreToken
	}
	end := body
	for end < len(s) && end < body+chars.MaxToken && (chars.IsBase64(s[end]) || s[end] == '.' && end+1 < len(s) && chars.IsWord(s[end+1])) {
		end++
	}
	if end-body < kind.ShortestCut {
		return -1
	}
	if rest := strings.TrimSpace(s[end:min(len(s), end+40)]); rest == "" && (f.inView || prefix < tellingPrefix) || !kind.CutMark(rest) {
		return -1
	}
	if (len(ft.body) > 1 || !ft.body[0].class['a']) && ft.body.reach(s, body, f.runs) < end ||
		kind.UUID(s[body-prefix:end]) || chars.Randomness(s[body:end]) < least {
		return -1
	}
	return end
}

// numbered reports the rest of the number of a version: 2.3-b4f19c2a behind v1.
func numbered(rest string) bool {
	at := chars.Run(rest, 0, 3, chars.IsDigit)
	return at > 0 && at+1 < len(rest) && rest[at] == '.' && chars.IsDigit(rest[at+1])
}

// Run checks the forms that have no fixed beginning.
func Run(f *Finder, start, end int) {
	for i := range f.formats.runs {
		ft := &f.formats.runs[i]
		if n := end - start; n < ft.run[0] || n > ft.run[1] {
			continue
		}
		from := start
		if ft.before != nil {
			from = ft.before.matchBack(f.S, start)
		}
		if from < 0 || !chars.Boundary(f.S, from) {
			continue
		}
		if stop := ft.body.match(f.S, start, f.runs); stop >= end && ft.accepts(f.S[start:stop], 0) {
			f.Add(from, stop, ft.rule)
		}
	}
}
