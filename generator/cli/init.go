package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"steno/generator/scaffold"
)

func newInit(u *ui) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Prepare a repository to publish its sessions",
		Long: `Init writes a configuration and two workflows for GitHub into a repository: one publishes
its sessions on GitHub Pages, the other puts those that made a pull request beside it.
Files that are there already stay.`,
		Example: `  steno init
  steno collect sessions && git add sessions`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return runInit(u, dir, force)
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace files that are there")
	return c
}

func runInit(u *ui, dir string, force bool) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("%q is not a folder", dir), ""}
	}
	owner, name := scaffold.Repository(dir)
	written, kept, err := scaffold.Write(dir, scaffold.Files(owner, name), force)
	for _, name := range written {
		u.note("wrote " + name)
	}
	for _, name := range kept {
		u.line("warning", yellow, name+" is there already, and stays; --force replaces it")
	}
	if err != nil {
		return fmt.Errorf("writing into %q: %w", dir, err)
	}
	if len(written) > 0 {
		u.note("next: put the owner of your copy of Steno in the place of OWNER in the workflows, collect transcripts with\n" +
			"\"steno collect sessions\", look at \"steno check\" and \"steno serve\", and choose GitHub Actions as the source of Pages")
	}
	return nil
}
