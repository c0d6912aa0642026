package cli

import (
	"github.com/spf13/cobra"
)

func newConfig(u *ui) *cobra.Command {
	var s settings
	c := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration in effect",
		Long: `Config prints the configuration that a build with the same flags would use, in the
form of a configuration file: defaults, then ` + configName + ` or the file that --config
names, then flags. It fails when the configuration is not valid.`,
		Example: `  steno config
  steno config --config site/steno.yaml
  steno config -s ~/archive > ` + configName,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
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
	s.addReading(c)
	s.addWriting(c)
	return c
}
