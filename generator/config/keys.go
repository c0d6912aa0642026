package config

import "strings"

// Key is what people are to know of a key of the configuration file.
type Key struct {
	Name    string // dotted: "highlight.maxBytes"
	Meaning string // Markdown, links relative to docs
	Example string // a value other than the default, in YAML on one line
}

// about describes every key, in the order of [Config]. docs/configuration.md and
// docs/config.schema.json are made from it.
func about() []Key {
	return []Key{
		{"title", `name of the site, shown on every page`, `Engine sessions`},
		{"description", `one sentence for the front page and for search engines`, `How the engine was built`},
		{"language", `language tag of the texts, for browsers and screen readers; controls are English`, `pt-BR`},
		{"baseURL", `address the site will be published at; needed only for absolute links, such as those of 404.html`, `https://team.github.io/sessions/`},
		{"sources", "files and folders to read transcripts from; " + homeNames() + " are the folders of an agent in your home", `[~/archive, "` + homePrefix + agents()[1] + `"]`},
		{"sessions", "file with titles, tags and notes for sessions, and the sessions to hide; a `steno-sessions.yaml` in a source is always read; see [choosing.md](choosing.md)", `notes/steno-sessions.yaml`},
		{"destination", `folder to write the site to`, `site`},
		{"theme.name", "the look: `paper` or `terminal`, each for light and dark screens, or your own look in `theme.dir`", `terminal`},
		{"theme.dir", `folder whose files replace files of the same name in the built-in theme`, `look`},
		{"theme.params", "`accent`, `font`, `density`, `logo`, `footer`, `css`: see [themes.md](themes.md); your own values for templates", `{accent: "#0a6cb8", font: serif, footer: "By *us*"}`},
		{"highlight.light", `style of code on a light screen: any style of [chroma](https://github.com/alecthomas/chroma)`, `xcode`},
		{"highlight.dark", `style of code on a dark screen`, `dracula`},
		{"highlight.maxBytes", `longer code is not highlighted`, `131072`},
		{"search.scope", "what search covers: `everything`, `conversation` (titles, prompts, replies), `titles`, or `off`", `conversation`},
		{"search.snippet", `bytes of each message shown in results (32 times as many for prompts and replies); 0 for none`, `200`},
		{"search.budget", `maximum size of the search index in megabytes; snippets are shortened to fit, and the build reports it; 0 for no limit`, `100`},
		{"content.records", `a page for each session with its ledger and the original records that no message shows`, `false`},
		{"content.systemPrompt", `publish the client's system prompt and its list of tools, from transcripts that include a snapshot of them`, `true`},
		{"content.fileHistory", "publish whole files as they were before the session changed them, if the agent kept copies", `true`},
		{"redact.enabled", "redact secrets; `false` publishes the transcripts unchanged, only in a configuration that `--config` names, without `baseURL`", `false`},
		{"redact.rules", "severity of a rule: `off`, `low`, `medium` or `high`", `{email: "off", jwt: medium}`},
		{"redact.literals", `texts that must never appear, in this letter case`, `[Project Falcon]`},
		{"redact.patterns", "your own rules: a name and a regular expression, with `(?i)` for any letter case", `{ticket: 'INT-\d+', falcon: '(?i)falcon'}`},
		{"redact.envFiles", "files of `NAME=value` lines whose values must never appear", `[../.env]`},
		{"redact.allow", "ids of values that may be published; `steno review` writes the list", `["jwt:hmac-81bc0f4c2d7e9a35"]`},
		{"redact.reviewed", `ids of values that were reviewed and stay redacted`, `["jwt:hmac-81bc0f4c2d7e9a35"]`},
		{"redact.reviewKey", "file with the key for these ids; never publish it; `STENO_REVIEW_KEY` takes precedence", `../private/review-key`},
		{"redact.forbid", "`steno check` fails on findings of this severity or above; `off` for none", `medium`},
		{"redact.paths", "home directories become `~`, and their owners' names become `user`", `false`},
		{"redact.email", `redact e-mail addresses`, `true`},
		{"redact.ip", `redact IP addresses, except private and documentation ranges`, `true`},
		{"redact.report", `file to write the redaction report to: location and id of each value, never the value`, `redactions.json`},
		{"select.include", "sessions to publish, such as `project:steep*` or `session:1be00aae`; empty means all; see [choosing.md](choosing.md)", `["project:steep*", "session:1be00aae"]`},
		{"select.exclude", `sessions to exclude, in the same form`, `["project:/home/*/private/**"]`},
		{"select.branches", `git branches: publish only sessions that were on one of them`, `[main, "release/*"]`},
		{"select.since", `a day: publish only sessions active on or after it`, `"2026-01-19"`},
		{"select.until", `a day: publish only sessions started on or before it`, `"2026-02-28"`},
		{"select.minTurns", `only sessions with at least this many prompts`, `2`},
		{"select.mustMatch", `a full id or name that matches no session is an error, not a warning`, `true`},
		{"select.hide", "kinds of content to leave out of sessions: `thinking`, `tools`, `results`, `agents`, `events`, `attachments`, `commands`, `images`", `[thinking, results]`},
		{"select.level", "the most that is published of each session: `prompts`, `conversation` or `everything`", `conversation`},
		{"projects", "rules for projects that match a glob: `match`, and any of `name`, `group`, `hide`, `level`; see [choosing.md](choosing.md)", `[{match: "/home/*/work/**", name: Work, hide: [thinking]}]`},
		{"publish.requireReview", "fail the build if it redacts a value that is neither in `redact.reviewed` nor in `redact.allow`", `true`},
		{"publish.noindex", `ask search engines not to index the site`, `true`},
		{"publish.feed", "an Atom feed of the newest sessions; needs `baseURL`", `false`},
		{"publish.sitemap", "a list of all pages for search engines; needs `baseURL`", `false`},
		{"publish.twins", "write each session as Markdown beside its pages (`index.md`), and `llms.txt`", `false`},
		{"publish.cards", "preview images for links: `off`, `site` (one for all pages) or `sessions` (one each); needs `baseURL`", `sessions`},
		{"publish.disclosure", "comments of pull requests end with a disclosure: agent, models, request, corrections, and what was not verified; see [provenance.md](provenance.md)", `true`},
		{"commits.trailers", "names of the lines at the end of a commit message that name its session; see [provenance.md](provenance.md)", `[Steno-Session]`},
		{"commits.notes", "name of the git notes that `steno notes` writes and `--commit` reads, below `refs/notes/`", `sessions`},
		{"prices", `prices of models, to show costs: see [Costs](#costs)`, `{"*opus*": {input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75}}`},
		{"cache", "folder for the build cache, which makes later builds incremental: `auto` is the user's cache folder, `off` disables it", `~/.cache/steno`},
		{"keepRemoved", `keep the pages of sessions whose transcripts were deleted; see [choosing.md](choosing.md)`, `true`},
		{"jobs", `number of sessions built in parallel`, `4`},
	}
}

// homeNames lists the sources that name an agent.
func homeNames() string {
	names := agents()
	for i, name := range names {
		names[i] = "`" + homePrefix + name + "`"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
