package shell

import "testing"

func TestHeadline(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		"":                                         "",
		"go test ./...":                            "go test ./...",
		"# all of them\n\ngo test ./...":           "go test ./...",
		"cd /srv/tea && go test ./...":             "go test ./...",
		"cd \"/srv/tea leaves\" && \\\n  make":     "make",
		"cd 'C:/tea'; make\nmake install":          "make",
		"cd ~/tea\ngit status":                     "git status",
		"cd ../tea && git status":                  "git status",
		"cd tea && git status":                     "cd tea && git status",
		"cd tea\ngit status":                       "git status",
		"cd /srv/tea":                              "cd /srv/tea",
		"cd /srv/tea && cd cups && ls":             "cd cups && ls",
		"cd /srv/tea || exit":                      "cd /srv/tea || exit",
		"SP=\"~/tmp/x\"\n# compare\ncmp a \"$SP\"": "cmp a \"$SP\"",
		"SP=~/tmp; ls $SP":                         "ls $SP",
		"N=$(count) && echo $N":                    "N=$(count) && echo $N",
		"N=\"$(count)\"; echo $N":                  "N=\"$(count)\"; echo $N",
		"set -euo pipefail\nexport A=1\nmake":      "make",
		"A=1 make":                                 "A=1 make",
		"cd /srv && cd /srv":                       "cd /srv && cd /srv",
		"cd /x && # go\nmake":                      "make",
		"cdparanoia -Q":                            "cdparanoia -Q",
		"settle":                                   "settle",
	} {
		if got := Headline(command); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
