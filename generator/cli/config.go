package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"steno/generator/config"
	"steno/generator/git"
)

func newConfig(u *ui) *cobra.Command {
	var s settings
	schema := false
	c := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration in effect",
		Long: `Config prints the configuration that a build with the same flags would use, in the
form of a configuration file: defaults, then ` + configName + ` or the file that --config
names, then variables such as STENO_BASE_URL, then flags. A comment says where each value
comes from. It fails when the configuration is not valid.

With --schema it prints the JSON Schema of configuration files, for editors.`,
		Example: `  steno config
  steno config --config site/steno.yaml
  steno config -s ~/archive > ` + configName + `
  steno config --schema > steno.schema.json   # for editors`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if schema {
				return u.printJSON(config.Schema())
			}
			conf, err := s.load(c)
			if err != nil {
				return err
			}
			text, err := conf.YAML()
			if err != nil {
				return err
			}
			_, err = u.out.Write(text)
			return err
		},
	}
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of configuration files")
	s.addReading(c)
	s.addWriting(c)
	return c
}

// configNames are the spellings of the configuration that is used when no other is named. It is
// looked for in the working directory, and in the folders above it up to the top of the git work
// tree: anyone who works in a subfolder gets the same rules. Outside of a work tree nobody knows
// where to stop, so only the working directory counts.
var configNames = []string{configName, "steno.yml"}

// findConfig returns the configuration file to use, "" for none.
func findConfig() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("looking for the configuration: %w", err)
	}
	for dir, rel := range above(here) {
		name, err := configIn(dir, rel)
		if name != "" || err != nil {
			return name, err
		}
	}
	return "", nil
}

// nearConfig is a warning of a file that is not read although it was probably meant as the
// configuration, "" for none: it is called otherwise, as Windows calls a text, or it is above the
// working directory and outside of git.
func nearConfig() string {
	for _, name := range []string{".steno.yaml", ".steno.yml", "Steno.yaml", "Steno.yml", "steno.yaml.txt",
		"steno.yml.txt", "steno.json", "steno.toml"} {
		if exists(name) {
			return fmt.Sprintf("%q is not read: the configuration is called %s", name, configName)
		}
	}
	here, err := os.Getwd()
	if err != nil || git.Root(here) != "" {
		return ""
	}
	for dir, rel := filepath.Dir(here), ".."; dir != filepath.Dir(dir); dir, rel = filepath.Dir(dir), filepath.Join(rel, "..") {
		if name, err := configIn(dir, rel); err == nil && name != "" {
			return fmt.Sprintf("%q is not read: outside of git, only the configuration of the working directory is; name it with --config",
				name)
		}
	}
	return ""
}

// above goes through a folder and those above it up to the top of its git work tree, with the
// path that leads there.
func above(here string) func(yield func(dir, rel string) bool) {
	top := ""
	for dir := here; top == ""; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			top = dir
		} else if dir == filepath.Dir(dir) {
			top = here
		}
	}
	return func(yield func(dir, rel string) bool) {
		rel := ""
		for dir := here; yield(dir, rel) && dir != top; dir = filepath.Dir(dir) {
			rel = filepath.Join(rel, "..")
		}
	}
}

// configIn returns the configuration file of a folder, "" for none. Of two nobody knows which is
// meant.
func configIn(dir, rel string) (string, error) {
	found := ""
	for _, base := range configNames {
		_, err := os.Lstat(filepath.Join(dir, base))
		switch name := filepath.Join(rel, base); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", fmt.Errorf("looking for the configuration: %w", err)
		case found != "":
			return "", &usageError{fmt.Errorf("both %q and %q are there", found, name), "keep one of them, or name one with --config"}
		default:
			found = name
		}
	}
	return found, nil
}
