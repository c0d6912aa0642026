// Steno makes a static, searchable site from the transcripts that AI coding agents
// leave behind. See README.md, or run "steno help".
package main

import (
	"embed"
	"os"

	"steno/generator/cli"
)

//go:embed testdata/example testdata/demo
var example embed.FS

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, example))
}
