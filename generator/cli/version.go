package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  steno version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(u.out, versionLine())
			return err
		},
	}
}

// versionLine returns the version of this program, its commit, and the version of Go that built it.
func versionLine() string {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = "commit " + s.Value[:min(len(s.Value), 12)] + commit + ", "
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += "with changes, "
			}
		}
	}
	return fmt.Sprintf("steno %s (%s%s %s/%s)", version(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// release is the version that the Dockerfile sets with -ldflags: its context has no repository in which the Go
// tool could find one.
var release string

// version is the module's version as the Go tool recorded it, "devel" when it did not.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
