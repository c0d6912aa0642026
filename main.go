// Steno makes a static, searchable site from the transcripts that AI coding agents
// leave behind. See README.md, or run "steno help".
package main

import (
	"embed"
	"os"

	"steno/generator/cli"
)

// bundled are the sessions of "steno demo" and the pages of "steno help".
//
//go:embed testdata/example testdata/demo docs/*.md docs/*.json docs/schemas docs/github config.example.yaml
var bundled embed.FS

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, bundled))
}
