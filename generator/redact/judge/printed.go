package judge

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// What a command prints may be a secret and nothing else: pass show db, echo $API_TOKEN. The
// command is what names it.

// printers are the beginnings of commands that print one secret, each with a name that secrets of
// this kind are assigned to.
var printers = []struct{ command, name string }{
	{"pass show ", "password"},
	{"pass ", "password"},
	{"gopass show ", "password"},
	{"op read ", "password"},
	{"bw get password ", "password"},
	{"lpass show ", "password"},
	{"security find-generic-password ", "password"},
	{"security find-internet-password ", "password"},
	{"secret-tool lookup ", "password"},
	{"keyring get ", "password"},
	{"gh auth token", "token"},
	{"glab auth token", "token"},
	{"gcloud auth print-", "token"},
	{"gcloud secrets versions access ", "password"},
	{"az account get-access-token", "token"},
	{"az keyvault secret show ", "password"},
	{"aws secretsmanager get-secret-value ", "password"},
	{"aws ecr get-login-password", "password"},
	{"vault print token", "token"},
	{"npm token create", "token"},
	{"heroku auth:token", "token"},
	{"fly auth token", "token"},
	{"flyctl auth token", "token"},
	{"doctl auth token", "token"},
	{"kubectl create token ", "token"},
	{"oc whoami -t", "token"},
	{"argocd admin initial-password", "password"},
	{"az acr credential show ", "password"},
	{"nmcli -s -g 802-11-wireless-security.psk ", "password"},
	{"bw generate", "password"},
	{"gopass pwgen", "password"},
	{"keepassxc-cli generate", "password"},
	{"keepassxc-cli diceware", "password"},
	{"diceware", "password"},
	{"xkcdpass", "password"},
	{"apg ", "password"},
	{"pwqgen", "password"},
	{"makepasswd", "password"},
	{"wg genkey", "private_key"},
	{"wg genpsk", "private_key"},
}

// askers are commands that print the value of a name, which is one of their words.
var askers = []string{"echo ", "printenv ", "printf ", "vault kv get ", "vault read ", "doppler secrets get ",
	"heroku config:get ", "terraform output ", "tofu output ", "pulumi config get ", "git config ",
	"npm config get ", "wg show ",
	"aws ssm get-parameter ", "aws configure get ", "kubectl get secret", "oc get secret", "jq ", "yq ",
	"grep ", "xxd -p ", "base64 ", "awk ", "sed ", "cat ", "head ", "chamber read ", "infisical secrets get ", "snowctl ",
	"write-output ", "get-content ", "type ", "print(", "console.log(", "puts ", "node -p ", "node -e ", "bun -e ",
	"ruby -e ", "php -r ", "python -c ", "python3 -c ", "redis-cli get ", "redis-cli --raw get ", "rails runner ",
	"bin/rails runner ", "bundle exec rails runner ", "wrangler kv key get ", "npx wrangler kv key get ", "npx auth secret",
	"op item get ", "get ", "etcdctl get ", "consul kv get ", "wp config get ", "glab config get ", "gh config get ", "yarn config get ", "pnpm config get ", "snap get ", "defaults read ", "powershell -c ", "pwsh -c "}

// queries are programs that print what a statement selects.
var queries = []string{"psql ", "mysql ", "mariadb ", "sqlite3 "}

// asks reports a command that prints the value of a name in it.
func asks(command string) bool {
	begins := func(a string) bool { return len(command) >= len(a) && strings.EqualFold(command[:len(a)], a) }
	return slices.ContainsFunc(askers, begins) ||
		slices.ContainsFunc(queries, begins) && strings.Contains(chars.Lower(command), "select ") ||
		(begins("kubectl ") || begins("oc ")) && strings.Contains(command, " get secret")
}

// generators draw a secret by chance.
var generators = []string{"openssl rand ", "pwgen ", "secrets.token_", "get_random_secret_key", "randombytes(",
	"securerandom.", "phx.gen.secret", "rails secret", "devise:secret", "key:generate --show", "fernet.generate_key", "/dev/urandom",
	"os.urandom(", "random_bytes("}

// phraseMakers are commands that may draw some words for a passphrase.
var phraseMakers = []string{"bw generate", "keepassxc-cli diceware", "diceware", "xkcdpass", "gopass pwgen", "pwqgen"}

// DrawsPhrase reports a command that prints a passphrase, which may be words with blanks between them.
func DrawsPhrase(command string) bool {
	return slices.ContainsFunc(phraseMakers, func(maker string) bool { return strings.HasPrefix(command, maker) })
}

// Draws reports a command or an expression that draws a secret by chance.
func Draws(command string) bool {
	low := chars.Lower(command)
	return slices.ContainsFunc(generators, func(g string) bool { return strings.Contains(low, g) })
}

// Evaluated returns the name of what a script in a page returns, when that is a secret: what a
// browser keeps under a name, its cookies.
func Evaluated(script string) string {
	if len(script) > longestPrinter {
		return ""
	}
	if strings.Contains(script, "document.cookie") {
		return "cookie"
	}
	_, name, ok := strings.Cut(script, ".getItem(")
	if !ok {
		return ""
	}
	name = strings.TrimLeft(name, "\"'`")
	if end := strings.IndexAny(name, "\"'`)"); end > 0 && Classify(name[:end]) > Weak {
		return name[:end]
	}
	return ""
}

const longestPrinter = 400 // bytes of a command

// Printed returns the name of the secret that is all that a command prints, "" when nothing says so.
func Printed(command string) string {
	if command == "" || len(command) > longestPrinter || strings.IndexByte(command, '\n') >= 0 {
		return ""
	}
	if Draws(command) {
		return "secret_token"
	}
	command = strings.TrimSuffix(strings.TrimSuffix(command, "; echo"), " && echo") // the end of a line
	if i := strings.LastIndex(command, "&& "); i >= 0 {
		command = command[i+len("&& "):]
	}
	if i := strings.LastIndex(command, "; "); i >= 0 {
		command = command[i+len("; "):]
	}
	low := strings.ToLower(strings.TrimLeft(command, " "))
	for _, p := range printers {
		if strings.HasPrefix(low, p.command) {
			return p.name
		}
	}
	best := ""
	if strings.Contains(command, " --with-decryption") {
		best = "secret"
	}
	for stage := range strings.SplitSeq(command, "|") {
		stage = inner(strings.TrimLeft(stage, " "))
		if !asks(stage) {
			continue
		}
		for word := range strings.FieldsFuncSeq(stage[strings.IndexByte(stage, ' ')+1:],
			func(r rune) bool { return r >= 0x80 || !chars.IsWord(byte(r)) && r != '-' && r != '_' }) {
			if len(word) >= len("pin") && len(word) <= 64 && Classify(word) > Classify(best) {
				best = word
			}
		}
	}
	return best
}

// runners run a command that is their argument.
var runners = []string{"ssh ", "sudo ", "docker exec ", "docker run ", "docker compose exec ", "podman exec ", "fly ssh console ", "flyctl ssh console ",
	"kubectl exec ", "bash -c ", "sh -c "}

// inner returns the command that another one runs: ssh host "cat x".
func inner(command string) string {
	for _, r := range runners {
		if !strings.HasPrefix(command, r) {
			continue
		}
		for _, a := range askers {
			if i := strings.Index(command, a); i > 0 && strings.IndexByte(" \"'", command[i-1]) >= 0 {
				return command[i:]
			}
		}
	}
	return command
}

// requests are in sentences that ask for something.
var requests = []string{"paste", "send", "give", "provide", "enter", "type", "share", "need", "tell", "follow", "below"}

// Asked returns the name of the secret that a message asks for or announces in its last line, ""
// when it does not: Here is the API key:, What is the password?
func Asked(text string) string {
	text = strings.TrimRight(text, " \r\n\t*_")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	if len(line) > longestPrinter || line == "" || strings.IndexByte(":?.", line[len(line)-1]) < 0 {
		return ""
	}
	if low := chars.Lower(line); line[len(line)-1] == '.' &&
		!slices.ContainsFunc(requests, func(r string) bool { return strings.Contains(low, r) }) {
		return ""
	}
	words := strings.Fields(strings.TrimRight(line, ":?."))
	if subject := subjectOf(words, line[len(line)-1] == '?'); subject != nil && nameIn(subject) == "" {
		return "" // What is the commit that has the token?
	}
	return nameIn(words)
}

// nameIn returns the word that names a secret most clearly, with the one before it where it needs that.
func nameIn(words []string) string {
	best, before := "", ""
	for i, word := range words {
		word = bareWord(word)
		name := word
		if strings.EqualFold(word, "key") && before != "" {
			name = before + "_" + word
		}
		before = word
		if i+1 < len(words) {
			next := strings.ToLower(bareWord(words[i+1]))
			if vocabulary()[next].has(settingWord) && !sentenceWords[next] {
				continue // the name of the secret
			}
		}
		if len(word) <= 64 && Classify(name) > max(Weak, Classify(best)) {
			best = name
		}
	}
	return best
}

func bareWord(word string) string { return strings.Trim(word, "\"'`*_(),:?.!") }

// subjectOf returns the words that say what the last sentence asks for, nil when they do not: the
// commit, of What is the commit that has the token?
func subjectOf(words []string, question bool) []string {
	if !question {
		return nil
	}
	first := len(words)
	for first > 0 && strings.IndexByte(".?!", words[first-1][len(words[first-1])-1]) < 0 {
		first--
	}
	words = words[first:]
	for len(words) > 0 && leading[strings.ToLower(words[0])] {
		words = words[1:]
		first = -1
	}
	if first >= 0 {
		return nil // it begins with another word
	}
	for i, word := range words {
		low := strings.ToLower(word)
		if behindSubject[low] || sentenceWords[low] && vocabulary()[low].class == None && low != "key" {
			words = words[:i]
			break
		}
	}
	if len(words) == 0 || len(words) == 1 && sentenceWords[strings.ToLower(bareWord(words[0]))] { // What is it?
		return nil
	}
	return words
}

// leading are words that questions for something begin with, up to what it is.
var leading = chars.Set("what", "what's", "which", "whose", "is", "are", "was", "were", "the", "your", "a", "this", "my", "our")

// behindSubject are words behind what a question asks for, besides those that hold sentences together.
var behindSubject = chars.Set("where", "which", "who", "that", "had", "has", "do", "does", "did", "would", "could", "contains", "uses")

// NameIn returns the word of a text that names a secret most clearly, "" for none.
func NameIn(text string) string { return nameIn(strings.Fields(text)) }
