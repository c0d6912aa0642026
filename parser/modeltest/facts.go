package modeltest

import (
	"fmt"
	"io"
	"strings"

	"steno/parser"
	"steno/parser/facts"
)

// Facts writes how a session ended and what it changed in files: the figures of each, and its net diff.
func Facts(w io.Writer, s *parser.Session) {
	of := facts.Of(s)
	fmt.Fprintf(w, "ending %s\n", of.Outcome.Ending)
	texts := facts.NewTexts(s)
	for _, f := range of.Files {
		fmt.Fprintf(w, "file %s +%d -%d, +%d -%d in %d edits", f.Path, f.Added, f.Removed, f.ChurnAdded, f.ChurnRemoved, f.Edits)
		for _, flag := range []struct {
			set  bool
			name string
		}{{f.Created, "created"}, {f.Deleted, "deleted"}, {f.AtLeast, "at least"}, {f.From != "", "from " + f.From}} {
			if flag.set {
				fmt.Fprint(w, ", ", flag.name)
			}
		}
		fmt.Fprintln(w)
		for _, h := range f.Diff(texts) {
			fmt.Fprintf(w, "  @@ -%d +%d @@\n", h.Old, h.New)
			for _, l := range h.Lines {
				text := strings.TrimSuffix(l.Text, "\n")
				switch {
				case !l.Seen:
					text = "(not seen)"
				case text == l.Text:
					text += `\`
				}
				fmt.Fprintf(w, "  %c%s\n", byte(l.Op), text)
			}
		}
	}
}
