// Site renders the documentation with Steno's own theme, into a folder that any web host can publish:
//
//	go run ./docs/site public
//
// Each page stays where its Markdown file is, and README.md is the front page. A link that leads
// nowhere, or a page that no group names, is an error.
package main

import (
	"fmt"
	"io/fs"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./docs/site FOLDER, in the root of the repository")
		os.Exit(2)
	}
	pages, err := write(os.DirFS(".").(fs.ReadFileFS), "docs/site/look", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "%s: %d pages\n", os.Args[1], pages)
}
