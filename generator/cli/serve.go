package cli

import (
	"context"
	"fmt"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"steno/generator/serve"
)

type serveOptions struct {
	buildOptions
	port int
}

func newServe(u *ui) *cobra.Command {
	var s settings
	var o serveOptions
	c := &cobra.Command{
		Use:   "serve",
		Short: "Build the site and show it on this machine",
		Long: `Serve builds the site and then serves it to browsers on this machine, until it is
interrupted. It listens on 127.0.0.1 alone, so nobody else can read the sessions. The
path of the base URL is kept: for https://team.github.io/sessions/ the site stands
below /sessions/ here too.`,
		Example: `  steno serve
  steno serve -s ~/archive --port 8080`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if o.config, err = s.load(c); err != nil {
				return err
			}
			return runServe(c.Context(), u, o)
		},
	}
	s.addReading(c)
	s.addWriting(c)
	o.addForce(c)
	c.Flags().IntVarP(&o.port, "port", "p", serve.DefaultPort, "first `port` to try; 0 lets the system choose")
	return c
}

func runServe(ctx context.Context, u *ui, o serveOptions) error {
	if o.port < 0 || o.port > 65535 {
		return &usageError{fmt.Errorf("--port: must be from 0 to 65535 (got %d)", o.port), ""}
	}
	if err := runBuild(ctx, u, o.buildOptions); err != nil {
		return err
	}
	site, err := os.OpenRoot(o.config.Destination)
	if err != nil {
		return fmt.Errorf("opening the site: %w", err)
	}
	defer site.Close()
	l, err := serve.Listen(o.port)
	if err != nil {
		return err
	}
	base := basePath(o.config.BaseURL)
	u.say("serving %s at http://%s%s (interrupt to stop)", o.config.Destination, l.Addr(), base)
	return serve.Run(ctx, l, serve.Handler(site.FS(), base))
}

// basePath is the path of the base URL, "/" without one.
func basePath(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}
