package kind

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// Transcripts are full of what programs are made of, which may stand behind a word that means a secret elsewhere:
// a pass of a renderer, the file of a form that changes a password.

// ofProgram reports what programs, and those who write them, call things by.
func ofProgram(v string) bool {
	return sourceFile(v) || lineOfFile(v) || openCall(v) || widget(v) || statement(v)
}

// keywords of programs, behind which an operator and a short operand may follow without a space once the program was minified.
var keywords = []string{"return", "throw", "typeof", "void", "delete", "yield", "await", "case"}

// statement reports such a keyword with what follows: return!1. Behind + and - it is one character, as people part words of
// passwords from numbers by them.
func statement(v string) bool {
	const mostOperand = 3
	return slices.ContainsFunc(keywords, func(word string) bool {
		rest, ok := strings.CutPrefix(v, word)
		if !ok || rest == "" || len(rest) > 1+mostOperand || !chars.All(rest[1:], chars.IsWord) {
			return false
		}
		return strings.IndexByte("!~", rest[0]) >= 0 || strings.IndexByte("+-", rest[0]) >= 0 && len(rest) == 2
	})
}

// sourceEnds end the names of files of programs.
var sourceEnds = chars.Set("c", "cc", "cpp", "cs", "css", "dart", "go", "h", "hpp", "html", "java", "js", "jsx", "kt", "lua", "md", "mjs", "php", "py", "rb",
	"rs", "scss", "sh", "sql", "svelte", "swift", "ts", "tsx", "vue", "yaml", "yml")

// sourceFile reports the name of such a file, in which a sign parts words: 645c67ba_initial_tables.py, src/SignIn.test.js.
func sourceFile(v string) bool {
	dot := strings.LastIndexByte(v, '.')
	return dot > 0 && sourceEnds[v[dot+1:]] && strings.ContainsAny(v[:dot], "/_-.") &&
		chars.All(v[:dot], func(c byte) bool { return chars.IsLabel(c) || c == '/' })
}

// widgets end the names of what is on a screen, which editors of user interfaces number.
var widgets = []string{"Block", "Border", "Box", "Button", "Canvas", "Field", "Image", "Label", "Overlay", "Panel", "Slider", "Text", "View", "Widget"}

// widget reports such a name: TextBlock_81.
func widget(v string) bool {
	name, number, ok := strings.Cut(v, "_")
	return ok && len(number) <= 4 && chars.All(number, chars.IsDigit) && chars.All(name, chars.IsLetter) &&
		slices.ContainsFunc(widgets, func(end string) bool { return strings.HasSuffix(name, end) })
}

// Member reports a function or a field of something in a program: L_Tips.ShowTips_01.
func Member(v string) bool {
	of, member, ok := strings.Cut(v, ".")
	name := func(v string) bool {
		return v != "" && !chars.IsDigit(v[0]) && chars.All(v, func(c byte) bool { return chars.IsWord(c) || c == '_' })
	}
	return ok && name(of) && name(member) && (Camel(of) || Camel(member)) && chars.Randomness(v) < 0
}

// lineOfFile reports what a search prints of a file of a program, with the number of the line: src/mode.lua:27:end.
func lineOfFile(v string) bool {
	name, rest, _ := strings.Cut(v, ":")
	number, _, ok := strings.Cut(rest, ":")
	return ok && number != "" && chars.All(number, chars.IsDigit) && sourceEnds[name[strings.LastIndexByte(name, '.')+1:]]
}

// openCall reports a call of a function of something, and its first argument: Items:Add(self.
func openCall(v string) bool {
	function, argument, ok := strings.Cut(v, "(")
	return ok && argument != "" && chars.All(argument, chars.IsLetter) && strings.ContainsAny(function, ".:") &&
		chars.All(function, func(c byte) bool { return chars.IsLetter(c) || c == '_' || c == '.' || c == ':' })
}

// FolderPath reports the path of a file in folders: src/components/Indicators.
func FolderPath(v string) bool {
	parts := strings.Split(v, "/")
	for _, part := range parts {
		if part == "" || !chars.All(part, chars.IsLabel) || chars.HasDigit(part) && chars.Randomness(part) > 0 {
			return false
		}
	}
	return len(parts) > 2
}
