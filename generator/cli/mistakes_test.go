package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Mistakes of new users. Each answer names the place, says what is wrong or was probably meant, and
// what to do next: error and hint contain these texts. DIR is the folder of [exitFolder].
func TestMistakesOnTheCommandLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, problem, next string }{
		{"biuld", `"biuld"`, `did you mean "build"?`},
		{"expotr --latest", `"expotr"`, `did you mean "export"?`},
		{"serv", `"serv"`, `did you mean "serve"?`},
		{"theme lsit", `"lsit" for "steno theme"`, `did you mean "list"?`},
		{"cache claen", `"claen" for "steno cache"`, `did you mean "clean"?`},
		{"completion zhs", `"zhs" for "steno completion"`, `did you mean "zsh"`},
		{"help biuld", `"biuld"`, `did you mean "build"?`},
		{"build --destinaton x", "--destinaton", `did you mean "--destination"?`},
		{"build --strickt", "--strickt", `did you mean "--strict"?`},
		{"build --jobs many", `--jobs must be a number (got "many")`, `"steno help build"`},
		{"build --jobs 0 -s DIR/good", "jobs: must be at least 1 (got 0)", `"steno help build"`},
		{"build -d", "--destination needs a value", "--destination FOLDER"},
		{"build -s DIR/nowhere", `nowhere" does not exist`, "--source"},
		{"build DIR/nowhere.jsonl", `nowhere.jsonl" does not exist`, "--source"},
		{"build -s DIR/good -d DIR/good/site", `is inside the source`, "choose a folder outside it"},
		{"build -s DIR/good -d DIR/text.txt", `text.txt`, `"steno help build"`},
		{"build -s DIR/good -b example.org", `(got "example.org")`, `such as "https://example.org/sessions/"`},
		{"build -s DIR/good --shard 3/2", `--shard: "3/2"`, "write 2/8"},
		{"build --config DIR/none.yaml", "none.yaml", `"steno init" writes one`},
		{"export -s ../../testdata/example", "which session", "--latest"},
		{"export -s DIR/good --latest --format pdf", `--format: "pdf"`, "none of html, json"},
		{"export -s DIR/good --latest --since yesterday", `--since: "yesterday"`, "2026-01-19"},
		{"export -s DIR/good --latest --max-size big", `--max-size: "big"`, "500KB or 5MB"},
		{"export -s DIR/good --latest --hide tinking", `"tinking"`, `did you mean "thinking"?`},
		{"export -s DIR/good --latest --level promts", `"promts"`, `did you mean "prompts"?`},
		{"export -s DIR/good 99999999", `"99999999"`, "steno list"},
		{"export -s DIR/good --pr 99", "no session", "steno list"},
		{"serve --port 70000", "--port: must be from 0 to 65535 (got 70000)", `"steno help serve"`},
		{"serve -s DIR/good --no-build -d DIR/none", "no finished site", "steno build"},
		{"search word --site DIR/none", `none" does not exist`, "--site takes a folder"},
		{"mcp --site DIR/none", `none" does not exist`, "--site takes a folder"},
		{"help configuration more", `"more"`, `"steno help configuration"`},
		{"check --site DIR/none", `none" is not a folder`, "--site public"},
		{"collect", `write "steno collect ARCHIVE"`, `"steno help collect"`},
		{"collect DIR/archive -s DIR/claude --machine a/b", `--machine: "a/b"`, `"steno help collect"`},
		{"merge", `write "steno merge`, `"steno help merge"`},
		{"init DIR/nowhere", `nowhere" does not exist`, "name the folder of a repository"},
		{"init DIR/new --action steno", `--action: "steno"`, "owner/name@tag"},
		{"theme eject DIR/look --only assets/css/token.css", `"assets/css/token.css"`, `did you mean "assets/css/tokens.css"?`},
		{"open", `"open"`, `did you mean "serve"?`},
		{"generate", `"generate"`, `did you mean "build"?`},
		{"grep x", `"grep"`, `did you mean "search"?`},
		{"ls", `"ls"`, `did you mean "list"?`},
		{"scan", `"scan"`, `did you mean "check"?`},
		{"convert x", `"convert"`, `did you mean "export"?`},
		{"publish", `"publish"`, `did you mean "init"?`},
		{"backup", `"backup"`, `did you mean "collect"?`},
		{"serve 8080", `"8080" does not exist`, `did you mean "--port 8080"?`},
		{"build --port 8080", "--port", `it is a flag of "steno serve"`},
		{"list --latest", "--latest", `it is a flag of "steno export"`},
		{"build --theme terminal", "--theme", "the key theme.name of steno.yaml"},
		{"build --title Mine", "--title", "the key title of steno.yaml"},
		{"build --exclude x", "--exclude", "the key select.exclude of steno.yaml"},
		{"build --no-minify", "--no-minify", `"steno help build"`},
		{"build --no-search", "--no-search", `"search.scope: off" in steno.yaml`},
		{"build --no-strict", "--no-strict", "write --strict=false"},
		{"serve --no-open", "--no-open", "leave out --open"},
		{"collect DIR/new --no-source", "--no-source", "leave out --source to have its default"},
		{"build -s DIR/good -d=", `--destination is "="`, `"--destination=VALUE"`},
		{"build -s= -d DIR/site", `--source is "="`, `"-s VALUE"`},
		{"collect DIR/new -s DIR/nowhere", `nowhere" does not exist`, `"steno help agents" lists where each agent writes`},
		{"search -s DIR/good kind:promt zzzz", "nothing found", `did you mean "kind:prompt"?`},
		{"build --dest x", "--dest", `did you mean "--destination"?`},
		{"export --out x --latest", "--out", `did you mean "--output"?`},
		{"export -s DIR/good latest", `"latest"`, `did you mean "--latest"?`},
		{"export -s DIR/good --latest --format markdown", `"markdown"`, `did you mean "md"?`},
		{"export -s DIR/good --latest --format HTML", `"HTML"`, `did you mean "html"?`},
		{"export -s DIR/good --latest -o DIR/none/x.html", `none/x.html`, "make the folder first"},
		{"build https://example.org/sessions.zip", `sessions.zip" does not exist`, "download or clone it first"},
		{"build -s https://example.org/x", `does not exist`, "download or clone it first"},
		{"build --config DIR/missing.yaml -q", `does not exist`, `steno collect`},
		{"search", `write "steno search QUERY..."`, `"steno help search"`},
		{"theme use terminal", `"use" for "steno theme"`, `"steno help theme" explains it`},
		{"config title", `"title" for "steno config"`, `"steno help config"`},
		{"review --config DIR/new.yaml", "new.yaml", `"steno init"`},
		{"build -s DIR/good -d DIR/a -d DIR/b", "--destination has two values", "name one"},
		{"build -s DIR/good --strict=maybe", `--strict must be true or false (got "maybe")`, `"steno help build"`},
		{"build -dest DIR/nowhere", `nowhere" does not exist`, `did you mean "--destination"?`},
		{"build -sources DIR/good", `"ources" does not exist`, `did you mean "--source"?`},
		{"build -force -s DIR/good", "unknown flag: -force", `did you mean "--force"?`},
		{"merge DIR/a -s DIR/good", "unknown flag: -s", `it is a flag of "steno build", "steno check"`},
		{"search -s DIR/good push -force", "unknown flag: -force", `put "--" before the query: steno search -- -force`},
		{"build -s ../../testdata/example,x.jsonl", `x.jsonl" does not exist`, "each source needs its flag"},
		{"build -s DIR/good/*.txt", `*.txt" does not exist`, "write the pattern without quotes"},
		{"build -", `"-" does not exist`, "write them into a .jsonl file"},
		{"build --config DIR/good", `good" is a folder`, "name a file in it"},
		{"1be00aae", `"1be00aae"`, `did you mean "steno export 1be00aae"?`},
		{"https://example.org", `"https://example.org"`, "download or clone it first"},
		{"sessions", `"sessions"`, `did you mean "list"?`},
		{"nothing", `"nothing"`, "no file or folder has this name, either"},
		{"DIR/nowhere/projects", "/nowhere/projects", "name the transcripts with --source"},
		{"search -s DIR/empty word", "nothing found", "there is no session to search"},
		{"review extra", `unexpected argument "extra" for "steno review"`, "name transcripts with --source"},
		{"version x", `unexpected argument "x" for "steno version"`, `"steno help version"`},
		{"collect DIR/text.txt -s DIR/claude", `text.txt" is a file, not a folder`, "need not exist yet"},
		{"check --site DIR/empty", `empty" is empty`, "--site public"},
		{"export DIR/good", `good" is a folder, not a session`, "--latest"},
		{"export -s DIR/good DIR/text.txt", `text.txt" contains no session that can be read`, `"steno check `},
		{"export -s DIR/good --latest -o DIR/empty", `empty" is a folder`, "session.html"},
		{"export -s DIR/good --pr abc", `--pr: "abc" is neither a number nor an address`, "write 31 or https://"},
		{"export -s DIR/good --pr -1", `--pr: "-1"`, "write 31"},
		{"export -s DIR/good --since 2026-02-01 --until 2026-01-01", "--since 2026-02-01 is after --until 2026-01-01", `"steno help export"`},
		{"export -s DIR/good --branch nope --tag x", "no session of the sources fits --branch nope --tag x", "steno list"},
		{"export -s DIR/good --latest --turns 900", "does not have these turns: 900", "how many prompts"},
		{"export -s ../../testdata/example 1", `"1" is the beginning of 2 sessions' ids`, "steno list"},
		{"search -s DIR/good projct:engine", "nothing found", `did you mean "project:"?`},
		{"serve --addr :8080", "--addr", `did you mean "--host"?`},
		{"build --outdir x", "--outdir", `did you mean "--destination"?`},
		{"check --input x", "--input", `did you mean "--source"?`},
		{"build --threads 2", "--threads", `did you mean "--jobs"?`},
		{"build -s DIR/broken.zip", "broken.zip", "copy or download it again"},
		{"build -s DIR/broken.tar.gz", "broken.tar.gz", "copy or download it again"},
		{"cache clear", `"clear" for "steno cache"`, `did you mean "clean"?`},
		{"notes --repo x", "--repo", `did you mean "--repository"?`},
		{"search x --limit y", `--limit must be a number (got "y")`, `"steno help search"`},
		{"search x --site DIR/none", "none", "a folder that steno build wrote"},
		{"help nothing", `no verb and no page is called "nothing"`, `"steno help" lists`},
		{"help configuratoin", `no verb and no page is called "configuratoin"`, `did you mean "configuration"?`},
		{"export -s DIR/good --latest --format json,html", `"json,html" is none of html`, `"steno help export"`},
		{"list --limit 3", "--limit", `it is a flag of "steno search"`},
		{"theme list --name x", "--name", "the key theme.name of steno.yaml"},
		{"mcp nowhere", `"nowhere" for "steno mcp"`, "name transcripts with --source"},
		{"build help", `"help" does not exist`, `"steno help build" explains it`},
		{"build -s DIR/good -d DIR/text.txt/x", "text.txt", "name another path"},
		{"collect DIR/new -s DIR/good --redact --project none", `belongs to the project "none"`, "steno list -s "},
		{"cache clean --json", "--json", `it is a flag of "steno cache"; `},
		{"--serve", "--serve", `did you mean "steno serve"?`},
		{"check --site DIR/text.txt", `text.txt" is not a folder`, "unpack an archive first"},
		{"build DIR/pages", `pages" is a site that Steno wrote`, `run "steno serve --no-build -d `},
		{"build DIR/page.html", `page.html"`, "open it in a browser"},
		{"export -s DIR/empty --latest", "no session of the sources fits --latest", "there is no session in "},
		{"export -s DIR/good --tag x", "no session of the sources fits --tag x", "no session has a tag; steno list"},
		{"demo extra", `"extra" for "steno demo"`, `"steno help demo"`},
		{"build --watch", "--watch", `"steno serve" builds again when something changes`},
		{"export -s DIR/good --latest --stdout", "--stdout", `"-o -" writes to standard output`},
		{"list --no-redact", "--no-redact", "redact.enabled"},
		{"export -s DIR/good --latest --redact", "--redact", "redact.enabled"},
		{"build -s DIR/good -o DIR/site", "unknown flag: -o", `did you mean "--destination"?`},
		{"export -s DIR/good --latest -d DIR/site", "unknown flag: -d", `did you mean "--output"?`},
		{"search -n 3 x", "unknown flag: -n", `did you mean "--limit"?`},
		{"-V", "unknown flag: -V", `did you mean "--version"?`},
		{"search --project engine oil", "--project", "steno search project:VALUE WORDS"},
		{"search --tool bash oil", "--tool", "steno search tool:VALUE WORDS"},
		{"config set title Mine", `"set" for "steno config"`, "to change a value, edit steno.yaml"},
		{"list codex", `"codex" does not exist`, `did you mean "-s home:codex"?`},
		{"build -s Gemini", `"Gemini" does not exist`, `did you mean "-s home:gemini"?`},
		{"home:cod", `no agent is called "cod"`, `did you mean "codex"?`},
		{"collect DIR/new -s home:nobody", `no agent is called "nobody"`, "home:codex"},
		{"build DIR/text.txt", `text.txt": neither a folder`, `"steno help agents"`},
		{"build -s DIR/good -b /sessions", `(got "/sessions")`, `such as "https://example.org/sessions/"`},
		{"build -s DIR/good --shard 0/2", `--shard: "0/2"`, "write 2/8"},
		{"build -s DIR/good --jobs -3", "jobs: must be at least 1 (got -3)", `"steno help build"`},
		{"export -s DIR/good --latest --turns 3-1", `--turns: "3-1"`, "write 3-7, 3, 3- or -7"},
		{"export -s DIR/good all", `"all"`, "steno list prints all sessions"},
		{"export --last", "--last", `did you mean "--latest"?`},
		{"serve -s DIR/good --port abc", `--port must be a number (got "abc")`, `"steno help serve"`},
		{"search -s DIR/good engine after:yesterday", "write a date such as 2026-01-31", "these find something: engine"},
		{"search --site ftp://example.org engine", "ftp://example.org", "a folder that steno build wrote"},
		{"check --site https://example.org", `"https://example.org" is not a folder`, "--site public"},
		{"init DIR/new --action x/y@", `--action: "x/y@"`, "owner/name@tag"},
		{"export DIR/good/none.jsonl --source DIR/none", `none.jsonl" does not exist`, "--source"},
		{"export -s DIR/good --session 1be00aae", "--session", `"steno export ID"`},
		{"build -s DIR/good -c DIR/good.yaml", "unknown flag: -c", `did you mean "--config"?`},
		{"notes --dry-run", "--dry-run", `"steno notes" and "steno check" write nothing`},
		{"cache --clean", "--clean", `did you mean "steno cache clean"?`},
		{"comment", `"comment"`, `did you mean "export"?`},
		{"upload", `"upload"`, `did you mean "init"?`},
		{"build --config DIR/lost.yaml -s DIR/good", "redact.envFiles", "lost.yaml:1 names it; paths are relative"},
		{"build --config DIR/lost-theme.yaml -s DIR/good", "theme.dir", "theme.yaml:1 names it; paths are relative"},
		{"init --title", "--title needs a value", "--title TITLE"},
		{"theme preview x", `"x" for "steno theme preview"`, `"steno help theme preview"`},
		{"cache clean everything", `"everything" for "steno cache clean"`, `"steno help cache clean"`},
		{"notes -s DIR/good --repository DIR/empty", "is not in a git work tree", "--repository"},
		{"mcp --site DIR/none", "no site is there", "a folder that steno build wrote"},
		{"merge DIR/empty DIR/good", "is no shard", "steno build --shard k/n"},
		{"list --since 2026-01-01", "--since", `it is a flag of "steno export"`},
		{"build --open -s DIR/good", "--open", `it is a flag of "steno demo", "steno serve"`},
		{"version --json", "--json", `"steno help version"`},
		{"list --sort size", "--sort", `"steno help list"`},
		{"build --shard 0/0 -s DIR/good", `--shard: "0/0"`, "write 2/8"},
		{"collect DIR/new -s DIR/claude --project=", "--project is empty", "the variable that it is set from"},
		{"export -s DIR/good --latest --since=", "--since is empty", "leave it out"},
		{"export -s DIR/good --latest --branch=", "--branch is empty", "leave it out"},
		{"build --config= -s DIR/good", "--config is empty", "leave it out"},
		{"export -s DIR/good --pr https://example.org/x", `"https://example.org/x" is neither a number nor an address`, "write 31 or https://"},
		{"build -s DIR/broken.tar.zst", "broken.tar.zst", "copy or download it again"},
		{"build -s DIR/good -d DIR/text.txt", "is a file, not a folder", "need not exist yet"},
		{"theme eject DIR/text.txt", `text.txt" is a file, not a folder`, "need not exist yet"},
		{"init DIR/text.txt", `text.txt" is not a folder`, "name the folder of a repository"},
		{"search -s DIR/good /(/", "/(/ cannot be searched", "put quotation marks around it"},
		{"search -s DIR/good since:2026-01-01 oil", "no filter: since:2026-01-01", `did you mean "after:"?`},
		{"build DIR/good -d DIR/good", "is also the source", "choose another folder"},
		{"build -s DIR/good -b https://example.org/a%20b?x", "must be an absolute address", `such as "https://example.org/sessions/"`},
		{"build -s ~nobody/projects", `"~nobody/projects" does not exist`, "write the whole path"},
		{"build -s DIR/good --strict false", `"false" does not exist`, "--strict=false"},
		{"build -s DIR/good -s", "--source needs a value", "--source PATH"},
		{"build -s --jobs=2", `"--jobs=2" does not exist`, "the flag before it needs a value"},
		{"export --latest -o", "--output needs a value", "--output FILE"},
		{"export -s DIR/good --latest -o DIR/x.pdf", `x.pdf" would not be a .pdf file`, "ends in .html, .json, .jsonl or .md"},
		{"export -s DIR/good --latest -o DIR/x.DOCX", "would not be a .DOCX file", "--format"},
		{"export -s DIR/good --latest --max-size 5", `"5" is less than 1 KB`, "write 500KB or 5MB"},
		{"export -s DIR/good --latest --max-size -5MB", `"-5MB" is no size`, "write 500KB or 5MB"},
		{"export -s DIR/good --latest --level full", `"full"`, "there are prompts, conversation, everything"},
		{"export -s DIR/good --latest --turns all", `"all" is not a range of turns`, "write 3-7"},
		{"export -s DIR/good --latest --since 2026-13-01", `"2026-13-01"`, "write 2026-01-19"},
		{"export -s DIR/good --latest --project /nowhere", "no session of the sources fits --latest --project /nowhere", "--project can be"},
		{"init DIR/new --action https://gitlab.com/x/y", `--action: "https://gitlab.com/x/y"`, "owner/name@tag"},
		{"theme terminal", `"terminal" for "steno theme"`, "write theme: {name: terminal} in steno.yaml"},
		{"theme list paper", `unexpected argument "paper"`, `"steno help theme list"`},
		{"cache clean --force", "--force", `it is a flag of "steno build", "steno demo", "steno export" and 5 more verbs`},
		{"merge -d DIR/out", `write "steno merge DIR..."`, `"steno help merge"`},
		{"serve -s DIR/good --host 999.1.1.1 -d DIR/out", `listening at "999.1.1.1"`, "--host and --port say where to listen"},
		{"search -s DIR/good --limit -1 oil", "--limit: must not be negative (got -1)", "0 prints all"},
		{"BUILD", `"BUILD" for "steno"`, `did you mean "build"?`},
		{"search -s DIR/good repo:x oil", "no filter: repo:x", `did you mean "project:"?`},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			dir := exitFolder(t)
			args := strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))
			if v, _, err := newRoot(&ui{}).Find(args); err == nil && v.HasParent() && v.Name() != "help" && v.Flags().Lookup("config") != nil && !strings.Contains(c.args, "--config") {
				args = append(args[:len(args):len(args)], "--config", filepath.Join(dir, "good.yaml"))
				if oneLetter.MatchString(c.args) { // it needs a value
					args = args[:len(args)-2]
				}
			}
			answers(t, args, c.problem, c.next)
		})
	}
}

var oneLetter = regexp.MustCompile(` -[dos]$`)

func TestBlanksAfterASource(t *testing.T) {
	t.Parallel()
	dir := exitFolder(t)
	good := filepath.Join(dir, "good")
	next := fmt.Sprintf("%q exists", good)
	for _, args := range [][]string{
		{"build", "-s", good + " ", "--config", filepath.Join(dir, "good.yaml")},
		{"build", good + " ", "--config", filepath.Join(dir, "good.yaml")},
		{"collect", filepath.Join(dir, "new"), "-s", good + " "},
	} {
		answers(t, args, "does not exist", next)
	}
	conf := filepath.Join(dir, "blank.yaml")
	if err := os.WriteFile(conf, []byte("sources: ['good ']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	answers(t, []string{"build", "--config", conf}, "does not exist", next)
}

func TestMistakesInTheConfiguration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, problem, next string }{
		{"titel: x", `c.yaml:1: unknown key "titel"`, `did you mean "title"?`},
		{"baseurl: x", `c.yaml:1: unknown key "baseurl"`, `did you mean "baseURL"?`},
		{"title: x\nscope: titles", `c.yaml:2: unknown key "scope"`, `did you mean "search.scope"?`},
		{"highlight: {ligth: x}", `c.yaml:1: unknown key "highlight.ligth"`, `did you mean "highlight.light"?`},
		{"sources: archive", "c.yaml:1: sources", "must be a list such as [a, b]"},
		{"sources: ['home:claud']", `c.yaml:1: sources: no agent is called "claud"`, `did you mean "claude"?`},
		{"theme: terminal", "c.yaml:1: theme", "must be a group of keys"},
		{"theme: {name: terminl}", `"terminl"`, `did you mean "terminal"?`},
		{"theme: {params: {densty: compact}}", "theme.params.densty", `did you mean "density"?`},
		{"jobs: many", "c.yaml:1: jobs", "must be a whole number"},
		{"search: {scope: all}", `search.scope`, "must be off, titles, conversation or everything"},
		{"select: {since: tomorrow}", "select.since", "must be a day such as 2026-01-19"},
		{"select: {hide: [result]}", `"result"`, `did you mean "results"?`},
		{"select: {include: ['projct:x']}", "select.include[0]", `did you mean "project:"?`},
		{"projects:\n  - name: x", "c.yaml:2: projects[0].match", `such as "/home/*/work/**"`},
		{"redact: {rules: {emial: 'off'}}", `"emial"`, `did you mean "email"?`},
		{"redact: {rules: {email: grave}}", `"grave"`, "use off, low, medium or high"},
		{"redact: {patterns: {x: '['}}", "c.yaml:1: redact.patterns", "missing closing ]"},
		{"highlight: {dark: githubdark}", "highlight.dark", `did you mean "github-dark"?`},
		{"publish: {cards: none}", "publish.cards", "must be off, site or sessions"},
		{"prices: {opus: {inputs: 3}}", "prices.opus.inputs", `did you mean "prices.opus.input"?`},
		{"title: a\ntitle: b", "c.yaml:2: title", "already set on line 1"},
		{"theme:\n\tname: x", "c.yaml:2", "indent with blanks"},
		{"title: x: y", "c.yaml:1: ", "put quotes around a value that has a colon"},
		{"title: a\n jobs: 4", "c.yaml:2: ", "check the indentation"},
		{"title: *a", "c.yaml:1: ", "put quotes around a value that begins with *"},
		{"title: \"a", "c.yaml:2: ", "a quotation mark or a bracket is not closed"},
		{"title: \xff", "c.yaml:1: ", "save the file as UTF-8"},
		{"search: off", `c.yaml:1: search: must be a group of keys (got "off")`, "it has: scope, snippet, budget"},
		{"redact: {patterns: [ticket]}", "c.yaml:1: redact.patterns: must be a group of keys", "such as {name: value}"},
		{"redact: {patterns: {x: '(?<=a)b'}}", "c.yaml:1: redact.patterns", "lookbehind and other extensions are not supported"},
		{"- title", "c.yaml:1: must be a list of keys with values", "title: My sessions"},
		{"select: {since: 2026-05-01, until: 2026-01-01}", "c.yaml:1: select.since", "so no session would fit"},
		{"jobs: \"4\"", `c.yaml:1: jobs: must be a whole number (got "4")`, "steno help configuration"},
		{"redact: {keep: [a]}", `c.yaml:1: unknown key "redact.keep"`, "redact has: enabled, rules"},
		{"select: {minPrompts: 2}", `c.yaml:1: unknown key "select.minPrompts"`, "minTurns"},
		{"theme: {name: ./my.css}", `c.yaml:1: theme.name: no look is called "./my.css"`, "theme.dir names a folder"},
		{"title: x\n---\ntitle: y", "c.yaml:2: a second document", "would be ignored"},
		{"prices: {opus: {input: three}}", "c.yaml:1: prices.opus.input", `must be a number (got "three")`},
		{"baseURL: http//x", "c.yaml:1: baseURL", `such as "https://example.org/sessions/"`},
		{"Title: x", `c.yaml:1: unknown key "Title"`, `did you mean "title"?`},
		{"title: [a", "c.yaml:1: ", "a bracket is not closed"},
		{"cache: none", "c.yaml:1: cache", `must be auto, off or a folder (got "none")`},
		{"cache: false", "c.yaml:1: cache", `must be auto, off or a folder (got "false")`},
		{"theme: {params: {accent: #0a6cb8}}", "c.yaml:1: ", "# begins a comment: put quotes around a value that has one"},
		{`sources: ["C:\Users\ada"]`, "c.yaml:1: ", "put a value with backslashes in single quotes"},
		{`title: "C:\work"`, "c.yaml:1: ", "put a value with backslashes in single quotes"},
		{"\xff\xfet\x00", "c.yaml:1: ", "save the file as UTF-8 text"},
		{"redact: {reviewed: [abc]}", `c.yaml:1: redact.reviewed`, `"steno review" writes them`},
		{"theme.name: paper", `c.yaml:1: unknown key "theme.name"`, "keys of a group are written below it: theme: {name: VALUE}"},
		{"redact: false", `c.yaml:1: redact: must be a group of keys (got "false")`, "did you mean redact: {enabled: false}?"},
		{"theme: {name: dark}", `no look is called "dark"`, "each for light and dark screens"},
		{`theme: {params: {accent: "0a6cb8"}}`, "theme.params.accent", `did you mean "#0a6cb8"?`},
		{"search: {budget: 400MB}", `search.budget: must be a whole number (got "400MB")`, "without a unit"},
		{"highlight: {maxBytes: 64 KiB}", `highlight.maxBytes: must be a whole number (got "64 KiB")`, "without a unit"},
		{"baseURL: 'https://example.org/a b/'", "c.yaml:1: baseURL: must be an absolute address", `such as "https://example.org/sessions/"`},
		{"redact: {allow: ['[redacted:jwt#1]']}", "c.yaml:1: redact.allow", `"steno review" writes ids`},
		{"redact: {reviewed: ['[redacted:password#1]']}", "c.yaml:1: redact.reviewed", `"steno check" prints them`},
		{"select: {hide: [thinkng]}", `no kind is called "thinkng"; did you mean "thinking"?`, "explains every key"},
		{"select: {level: all}", `no level is called "all"`, "there are prompts, conversation, everything"},
		{"select: {since: 30d}", `select.since: must be a day such as 2026-01-19 (got "30d")`, "explains every key"},
		{"projects: ['/home/x']", `projects[0]: must be a group of keys (got "/home/x")`, "it has: match, name"},
		{"projects: {match: x}", "projects: must be a list of groups of keys", "explains every key"},
		{"prices: {opus: 15}", `prices.opus: must be a group of keys (got "15")`, "it has: input, output"},
		{"prices: {opus: {input: -3}}", "prices.opus.input", "dollars per million tokens, 0 or more (got -3)"},
		{"redact: {literals: [a]}", "redact.literals", "shorter than 3 bytes"},
		{"redact: {patterns: {x: 'a*'}}", "redact.patterns", "matches the empty text"},
		{"redact: {forbid: critical}", `unknown severity "critical"`, "use off, low, medium or high"},
		{"language: English", "c.yaml:1: language", `such as "en" or "pt-BR"`},
		{"keepRemoved: 30d", "keepRemoved", `must be true or false (got "30d")`},
		{"sources: []", "c.yaml:1: sources", "must name at least one file or folder"},
		{"destination: ''", "c.yaml:1: destination", "must not be empty"},
		{"base-url: x", `c.yaml:1: unknown key "base-url"`, `did you mean "baseURL"?`},
	} {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "c.yaml")
			if err := os.WriteFile(name, []byte(c.text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			answers(t, []string{"config", "--config", name}, c.problem, c.next)
			answers(t, []string{"config", "--config", name}, c.problem, "steno help configuration")
		})
	}
}

// answers runs a command that fails, and looks for the problem and the next step in what it says.
func answers(t *testing.T, args []string, problem, next string) {
	t.Helper()
	u, out, stderr := capture()
	code := run(t.Context(), args, u)
	text := stderr.String()
	if code != exitUsage && code != exitNothingFits {
		t.Errorf("steno %v: exit code %d: %s", args, code, text)
	}
	at := strings.Index(text, "error: ")
	if at < 0 || !strings.Contains(text, problem) || !strings.Contains(text[at:], next) || !strings.Contains(text, "\nhint: ") && !strings.Contains(text, ";") {
		t.Errorf("steno %v: want %q and %q in:\n%s", args, problem, next, text)
	}
	if out.Len() > 0 {
		t.Errorf("steno %v prints %q", args, out)
	}
}

// Windows writes the addresses with which people try their luck with backslashes.
func TestAddressesAreNoSources(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"https://example.org/x": true, "https:/example.org/x": true, `https:\example.org\x`: true, `.\https:\example.org\x`: true,
		"https": false, `C:\https:x`: false, "sessions/https:/x": false,
	} {
		if got := strings.Contains(absent(name), "read from this machine only"); got != want {
			t.Errorf("%q is an address: %v, want %v", name, got, want)
		}
	}
}

// A path of Windows on another system is most often written in WSL.
func TestPathsOfWindowsElsewhere(t *testing.T) {
	t.Parallel()
	if filepath.Separator != '/' {
		t.Skip("paths of Windows in WSL are NOT tested: here they are paths")
	}
	for _, args := range [][]string{{`C:\Users\ada\archive`}, {"build", "-s", `C:\Users\ada\archive`}, {"list", `c:/Users/ada/archive`}} {
		answers(t, args, "archive", "in WSL, write /mnt/c/Users/ada/archive")
	}
}
