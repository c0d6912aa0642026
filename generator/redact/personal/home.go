// Package personal finds what is no secret but says who somebody is: home directories, names of
// users, addresses.
package personal

import (
	"regexp"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/known"
)

// Home directories become "~" and their owners' names "user", so that paths
// stay readable and reveal no names. A name is known when a path below its
// Home directory is anywhere in the build.

// genericUsers are names of accounts that many machines have.
var genericUsers = chars.Set("user", "users", "username", "you", "me", "root", "ubuntu", "runner", "vscode",
	"node", "app", "dev", "admin", "ec2-user", "circleci", "home", "guest", "test", "docker", "linuxbrew",
	"codespace", "gitpod", "jovyan", "coder", "debian", "vagrant", "pi", "claude", "agent", "sandbox",
	"workspace", "default",
	"git", "staff", "wheel", "nobody", "www-data", "postgres", "name", "your-name", "your_name", "yourname",
	"foo", "bar", "example", "someone", "somebody", "shared", "public", "src", "work")

// Finder looks for people in one text: in the names of their home directories, and for their addresses.
type Finder struct {
	*find.Text
	known *known.Dictionary // nil while values are collected
	Users []string          // that are in home directories
	Homes []string          // home directories in unusual places
	// names that would be replaced, or make others be, if the dictionary knew them, while values
	// are collected: up to MostAsked
	Asked []string
}

// MostAsked are how many such names are noted of a text.
const MostAsked = 32

// Reset begins with another text.
func (f *Finder) Reset(text *find.Text, dict *known.Dictionary) {
	f.Text, f.known = text, dict
	f.Users, f.Homes, f.Asked = f.Users[:0], f.Homes[:0], f.Asked[:0]
}

// Home handles /home/x, /Users/x, C:\Users\x, /c/Users/x, /mnt/c/Users/x and \\wsl$\Ubuntu\home\x.
func Home(f *Finder, start, end int) {
	s := f.S
	windows := s[start] == '\\'
	if !windows && s[start:end] != "/home/" && s[start:end] != "/home2/" && s[start:end] != "/home3/" && s[start:end] != "/Users/" && s[start:end] != "/Documents and Settings/" {
		return
	}
	if windows {
		end = chars.RunOf(s, end, len(s), `\`)
	}
	from, ok := homeStart(s, start)
	if windows && s[start:end] == `\home\` {
		from, ok = wslStart(s, start)
	}
	drive := windows || from < start
	stop := nameEnd(s, end, drive && ok)
	if !ok { // of a volume, or a folder of a project
		f.user(end, stop)
		return
	}
	stop = chars.RunOfBack(s, end, stop, ".")
	name := s[end:stop]
	if name == "" || name == "Shared" || name == "Public" || name == "Default" ||
		strings.HasPrefix(name, ".") || strings.HasPrefix(s[stop:], "*") {
		return
	}
	below := stop < len(s) && (s[stop] == '/' || s[stop] == '\\' && drive)
	if strings.HasPrefix(s[stop:], ":/") && (from == 0 || strings.IndexByte(" \"'\n", s[from-1]) >= 0) { // which a container sees elsewhere
		below = true
	}
	// x alone is anybody
	if !below && len(name) > 1 && (windows || isWhole(s, from, stop) || from == 0 && strings.TrimSpace(s[stop:]) == "" ||
		strings.HasSuffix(s[:from], "file://")) {
		below = true
	}
	if !below && !f.knows(name) {
		return
	}
	if below && name[0] != '[' && !genericUsers[strings.ToLower(name)] {
		f.Users = append(f.Users, name)
	}
	if line, ok := ofPasswd(s, from, stop); ok {
		f.user(line, line+strings.IndexByte(s[line:], ':'))
	}
	f.Replace(from, stop, "home-path", "~")
}

// ofPasswd reports a line of /etc/passwd, and where it begins, by what is around the home directory s[from:stop].
func ofPasswd(s string, from, stop int) (line int, ok bool) {
	if !strings.HasPrefix(s[stop:], ":/") {
		return 0, false
	}
	line = chars.LineStart(s, from)
	before := s[line:from]
	return line, strings.Count(before, ":") >= 4 && (strings.Contains(before, ":x:") || strings.Contains(before, ":*:"))
}

// BareHome handles home directories without their first slash, as archives and searches
// list them. Folders of a project may be called so too, so the name must be known.
func BareHome(f *Finder, start, end int) {
	s := f.S
	if s[start:end] != "home/" && s[start:end] != "Users/" {
		return
	}
	if start > 0 && (chars.IsWord(s[start-1]) || strings.IndexByte(`._-/\~$*@`, s[start-1]) >= 0) {
		return
	}
	stop := chars.Run(s, end, end+40, chars.IsLabel)
	if stop >= len(s) || s[stop] != '/' {
		return
	}
	below := chars.Run(s, stop+1, len(s), chars.IsLabel)
	if name := s[end:stop]; !genericUsers[strings.ToLower(name)] && ownFolders[s[stop+1:below]] {
		f.Users = append(f.Users, name)
		f.Replace(start, stop, "home-path", "~")
	} else if f.knows(name) {
		f.Replace(start, stop, "home-path", "~")
	}
}

// ownFolders are in home directories, and seldom in folders of a project.
var ownFolders = chars.Set("Library", "Documents", "Desktop", "Downloads", "AppData", "Pictures", ".ssh",
	".config", ".cache", ".local", ".cargo", ".npm", ".claude", ".aws", ".kube", ".bashrc", ".zshrc", ".nvm",
	".gnupg", ".docker")

const longestShare = 32 // bytes before the home directories of a Linux within Windows: \\wsl$\Ubuntu

// EscapedHome handles a home directory whose slashes are escaped: \/home\/joe\/x.
func EscapedHome(f *Finder, start, end int) {
	s, stop := f.S, nameEnd(f.S, end, false)
	name := s[end:stop]
	share := strings.Contains(s[max(0, start-longestShare):start], "wsl")
	if name == "" || start > 0 && (chars.IsWord(s[start-1]) || s[start-1] == '.') && !share ||
		!strings.HasPrefix(s[stop:], s[end-2:end]) && !f.knows(name) {
		return
	}
	if name[0] != '[' && !genericUsers[strings.ToLower(name)] {
		f.Users = append(f.Users, name)
	}
	f.Replace(start, stop, "home-path", "~")
}

// SharedHome handles the home directory on a server of Windows: \\server\home$\joe.
func SharedHome(f *Finder, start, end int) {
	s := f.S
	end = chars.RunOf(s, end, len(s), `\`)
	stop := chars.Run(s, end, end+40, chars.IsLabel)
	from := chars.RunBack(s, start-maxRoot, start, func(c byte) bool { return chars.IsLabel(c) || c == '\\' })
	if name := s[end:stop]; name != "" && strings.HasPrefix(s[from:], `\\`) && !genericUsers[strings.ToLower(name)] {
		f.Users = append(f.Users, name)
		f.Replace(from, stop, "home-path", "~")
	}
}

// homeStart returns where the path begins, drive included, and whether the text
// before it lets a path begin there.
func homeStart(s string, start int) (from int, ok bool) {
	from = start
	switch {
	case start >= 2 && s[start-1] == ':' && chars.IsLetter(s[start-2]) && (start == 2 || !chars.IsWord(s[start-3])):
		return start - 2, true
	case start >= 3 && s[start-1] == '\\':
		drive := strings.TrimRight(s[:start], `\`) // backslashes escaped once or more
		if n := len(drive); n >= 2 && n > start-64 && drive[n-1] == ':' && chars.IsLetter(drive[n-2]) {
			return n - 2, true
		}
	case start >= 6 && s[start-6:start-1] == "/mnt/" && chars.IsLetter(s[start-1]):
		from = start - 6
	case start >= 11 && s[start-11:start-1] == "/cygdrive/" && chars.IsLetter(s[start-1]):
		from = start - 11
	case start >= 2 && s[start-2] == '/' && chars.IsLetter(s[start-1]):
		from = start - 2
	case start > 0 && known.InPath(s[start-1]):
		from = start - len(homeRoots.FindString(s[max(0, start-maxRoot):start]))
	}
	if from == 0 || behindScheme(s[max(0, from-maxRoot):from]) || afterColour(s[:from]) {
		return from, true
	}
	if root := "/root/.."; strings.HasSuffix(s[:from], root) {
		return from - len(root), true
	}
	c := s[from-1]
	if c == '/' && (from == 1 || strings.IndexByte("(\"'`, \t\n=[", s[from-2]) >= 0) { // of a rule of permission: Read(//home/x/**)
		return from - 1, true
	}
	if chars.IsLetter(c) && behindFlag(s[:from]) {
		return from, true
	}
	escaped := from >= 2 && s[from-2] == '\\' && strings.IndexByte("nrt", c) >= 0
	return from, escaped || !chars.IsWord(c) && strings.IndexByte("._-/})~$*>%\\]", c) < 0 || c == '>' ||
		c == '-' && from >= 2 && s[from-2] == '-'
}

// behindFlag reports text that ends in a flag of a compiler, whose value follows without a blank:
// -I, -L, -isystem.
func behindFlag(before string) bool {
	i := chars.RunBack(before, len(before)-longestFlag, len(before), chars.IsLetter)
	return i > 0 && before[i-1] == '-' && (i == 1 || chars.IsSpace(before[i-2]) || strings.IndexByte("\"'`,[(", before[i-2]) >= 0)
}

const longestFlag = len("iwithprefix")

// homeRoots are the folders, volumes and servers in which systems keep /home or /Users, too.
var homeRoots = regexp.MustCompile(`(?:/var|/usr|/export|/data|/nfs|/mnt|/System/Volumes/Data|/(?:net|mnt|nfs)/[^/\s"'<>:]+|/Volumes/[^/\s"'<>:]+(?: [^/\s"'<>:]+)*|//wsl(?:\.localhost|\$)/[^/\s"'<>:]+)$`)

// fileSchemes begin addresses of files on this machine or another one, up to their path.
var fileSchemes = regexp.MustCompile(`(?:vscode|vscode-insiders|vscode-remote|cursor|windsurf|zed|sftp|ssh|scp|smb)://[^/\s"'<>]*(?:/file)?$`)

// behindScheme reports text that ends in the part of an address that precedes a path.
func behindScheme(before string) bool {
	return strings.HasSuffix(before, "://") || strings.Contains(before, "://") && fileSchemes.MatchString(before)
}

// wslStart returns where a path of a Linux within Windows begins.
func wslStart(s string, start int) (from int, ok bool) {
	before := s[max(0, start-maxRoot):start]
	m := wslRoot.FindStringIndex(before)
	if m == nil {
		return 0, false
	}
	return start - len(before) + m[0], true
}

var wslRoot = regexp.MustCompile(`\\+(?i:wsl\$|wsl\.localhost)\\+[\w.-]+\\*$`)

// wholeWords are before home directories with nothing below them.
var wholeWords = chars.Set("cd", "pwd", "cwd", "oldpwd", "home", "homedir", "homedirectory", "userprofile",
	"workdir", "workingdir", "workingdirectory", "pushd", "ls", "find", "du", "tree", "directory")

// isWhole reports a path that can only be a home directory, although nothing is below it: the one
// of a line of /etc/passwd, or one behind a word such as cd.
func isWhole(s string, from, stop int) bool {
	if _, ok := ofPasswd(s, from, stop); ok {
		return true
	}
	before := strings.TrimRight(s[max(0, from-24):from], "\"'\\ :=\n\t")
	// flags
	for i := strings.LastIndex(before, " -"); i > 0 && strings.IndexByte(before[i+1:], ' ') < 0; i = strings.LastIndex(before, " -") {
		before = before[:i]
	}
	i := strings.LastIndexFunc(before, func(r rune) bool { return r > 'z' || !chars.IsLetter(byte(r)) })
	return wholeWords[strings.ToLower(before[i+1:])] && (i < 0 || strings.IndexByte("/\\.-", before[i]) < 0)
}

// maxRoot bounds the bytes of such a root.
const maxRoot = 80

// afterColour reports whether s ends in a terminal's colour code, raw or as it is
// written in source and JSON: its last letter belongs to no word.
func afterColour(s string) bool {
	s, ok := strings.CutSuffix(s[max(0, len(s)-32):], "m")
	if !ok {
		return false
	}
	s, ok = strings.CutSuffix(strings.TrimRight(s, "0123456789;:"), "[")
	if !ok {
		return false
	}
	for _, escape := range []string{"\x1b", `\u001b`, `\u001B`, `\x1b`, `\x1B`, `\033`, `\e`} {
		if strings.HasSuffix(s, escape) {
			return true
		}
	}
	return false
}

// DashedHome handles paths as agents write them in names of folders: with a dash for each
// character that is no letter or digit.
func DashedHome(f *Finder, start, end int) {
	s := f.S
	if t := s[start:end]; t != "-home-" && t != "-Users-" {
		return
	}
	before := s[:start]
	if dashesAfter(s, end) { // Pi puts them around names
		before = strings.TrimSuffix(strings.TrimSuffix(before, "-"), "-")
	}
	n := len(before)
	within := n > 0 && (chars.IsWord(s[n-1]) || s[n-1] == '-') && !dashedDrive(s[:start])
	stop, first := end, 0
	for i := end; i <= len(s) && i < end+64; i++ {
		if i < len(s) && (chars.IsWord(s[i]) || s[i] == '_' || s[i] == '.' && i > end && i+1 < len(s) && chars.IsLetter(s[i+1])) {
			continue
		}
		if first == 0 {
			first = i
		}
		if i > end && f.knows(s[end:i]) {
			stop = i
		}
		if i == len(s) || s[i] != '-' {
			break
		}
	}
	if stop == end {
		if within || first <= end || first >= len(s) || s[first] != '-' {
			return
		}
		stop = first
	}
	if name := s[end:stop]; !genericUsers[strings.ToLower(name)] {
		f.Replace(end, stop, "home-path", neutralUser)
	}
}

// longestName is how many bytes the name of a folder has at most.
const longestName = 255

// dashesAfter reports whether the name that goes on at i ends in two dashes.
func dashesAfter(s string, i int) bool {
	end := min(len(s), i+longestName)
	i = chars.Run(s, i, end, func(c byte) bool { return chars.IsWord(c) || strings.IndexByte("-_.", c) >= 0 })
	return strings.HasSuffix(s[:i], "--")
}

// dashedDrive reports text that ends in what a drive becomes: "C-", "-mnt-c".
func dashedDrive(before string) bool {
	n := len(before)
	if strings.HasSuffix(before, "-") {
		return n >= 2 && chars.IsLetter(before[n-2]) && (n == 2 || !chars.IsWord(before[n-3]))
	}
	return strings.HasSuffix(before, "-mnt-c") || strings.HasSuffix(before, "-mnt-d") ||
		strings.HasSuffix(before, "-c") && (n == 2 || !chars.IsWord(before[n-3])) ||
		strings.HasSuffix(before, "-var")
}
