package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan writes the manual that packages bring along. Users have help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Long:    "Man writes one manual page for each verb into a folder, for packages.",
		Example: "  steno man /usr/local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		Hidden:  true,
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return &usageError{fmt.Errorf("making the folder: %w", err), ""}
			}
			// No clock: the same Steno writes the same pages.
			never := time.Unix(0, 0).UTC()
			root := c.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Title: "STENO", Section: "1", Source: "Steno " + version(), Manual: "Steno", Date: &never}, args[0])
		},
	}
}
