package facts

import (
	"slices"
	"strings"

	"steno/parser/shell"
)

// This file finds the word of a command line that says what a program is to do: "test" in
// "pnpm --filter web test". The options in front of it are no part of that, and neither are their values.

// valued are the options of programs that take the next word as their value; -C and -c of all others do.
var valued = map[string]string{
	"git": "-C -c --git-dir --work-tree --namespace", "gh": "-R --repo", "glab": "-R --repo", "jj": "-R --repository --at-op --config",
	"go": "-C", "cargo": "-C -Z --config --manifest-path --color", "swift": "--package-path -c", "deno": "-c --config",
	"npm":  "-C --prefix -w --workspace --loglevel",
	"pnpm": "-C --dir -F --filter --filter-prod --prefix --loglevel --reporter --workspace-concurrency",
	"yarn": "--cwd", "bun": "--cwd -F --filter -c --config", "npx": "-p --package -c --call",
	"bunx": "-p --package", "uvx": "-p --python --from --with",
	"turbo": "-F --filter --cwd --concurrency", "lerna": "--scope --ignore --concurrency",
	"make": "-C --directory -f --file", "just": "-f --justfile -d --working-directory",
	"task": "-d --dir -t --taskfile", "mise": "-C --cd -E --env",
	"mvn": "-f --file -pl --projects -P -s --settings", "mvnw": "-f --file -pl --projects -P -s --settings",
	"gradle": "-p --project-dir -b -I --init-script", "gradlew": "-p --project-dir -b -I --init-script",
	"uv": "-p --python --project --directory", "poetry": "-C --directory -P --project",
	"composer": "-d --working-dir", "bundle": "--gemfile",
	"docker":  "-c --context -H --host -f --file -p --project-name --project-directory --env-file --profile",
	"kubectl": "-n --namespace --context --kubeconfig --cluster",
	"helm":    "-n --namespace --kube-context --kubeconfig",
}

// packageManagers run scripts, and programs of packages behind a verb.
var packageManagers = map[string]bool{"npm": true, "pnpm": true, "yarn": true, "bun": true}

// fromVerb returns the words of a program from the first on that is no option and no value of one.
// A workspace of yarn that is named in front of its script is none either.
func fromVerb(program string, args []shell.Arg) []shell.Arg {
	takes := strings.Fields(valuedOf(program))
	for len(args) > 0 {
		switch text := args[0].Text; {
		case slices.Contains(takes, text) && len(args) > 1, program == "yarn" && text == "workspace" && len(args) > 2:
			args = args[2:]
		case text != "--" && len(text) > 1 && strings.HasPrefix(text, "-"):
			args = args[1:]
		default:
			return args
		}
	}
	return nil
}

func valuedOf(program string) string {
	if options, known := valued[program]; known {
		return options
	}
	return "-C -c"
}

// byVerb are programs whose first word says what they do: the words behind it are another attempt.
var byVerb = map[string]bool{
	"git": true, "go": true, "cargo": true, "npm": true, "pnpm": true, "yarn": true, "bun": true, "gh": true,
	"docker": true, "kubectl": true, "make": true, "just": true, "task": true, "uv": true, "pip": true,
	"poetry": true, "mix": true, "bundle": true, "rails": true, "dotnet": true, "terraform": true, "brew": true,
	"apt": true, "apt-get": true, "deno": true, "swift": true, "helm": true, "systemctl": true,
	"gradle": true, "gradlew": true, "mvn": true, "mvnw": true,
	"mise": true, "composer": true, "npx": true, "bunx": true, "uvx": true, "jj": true, "glab": true, "turbo": true, "nx": true,
}

// verbs is how many words say what a program is to do: "npm run lint" has two behind its name. Code is none of them.
func verbs(words []shell.Arg) int {
	if len(words) > 0 {
		switch words[0].Text {
		case "run", "exec", "pr", "issue", "compose", "tool", "repo", "worktree", "stash", "remote":
			if len(words) > 1 && strings.ContainsAny(words[1].Text, " \t\n();") {
				return 1
			}
			return 2
		}
	}
	return 1
}
